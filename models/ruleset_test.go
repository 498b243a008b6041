package models

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var statementID = regexp.MustCompile(`^((CH|CQG|NED|ENC|MAY|KEL|NCA|WCC|CAR|AMB)-\d\d|M-\d+|ICF-[A-C0-9][A-Za-z0-9]*|silent)$`)

func TestShippedRulesets(t *testing.T) {
	all := ShippedRulesets()
	if got := strings.Join(all.Names(), " "); got != "CAR CH CQG ENC KEL MAY NCA NED WCC" {
		t.Fatalf("the rulesets are %s", got)
	}
	for _, name := range all.Names() {
		rs, err := all.Get(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if rs.Title == "" || rs.Document == "" || rs.Language == "" {
			t.Errorf("%s: title %q, document %q, language %q", name, rs.Title, rs.Document, rs.Language)
		}
		for _, p := range rs.Parameters() {
			if !statementID.MatchString(p.Source) {
				t.Errorf("%s %s: source %q is no statement", name, p.Field, p.Source)
			}
			if prefix, _, _ := strings.Cut(p.Source, "-"); len(prefix) == 3 && prefix != "AMB" && prefix != "ICF" && prefix != name {
				t.Errorf("%s %s: source %s is another document's", name, p.Field, p.Source)
			}
		}
		for overlay, title := range all.Overlays(name) {
			rs, err := all.Get(name + "+" + overlay)
			if err != nil || title == "" || rs.ID != name+"+"+overlay {
				t.Errorf("%s+%s: %v, title %q", name, overlay, err, title)
			}
		}
	}
}

// Every parameter has a sentence, and bounds that can be read.
func TestEveryParameterIsDocumented(t *testing.T) {
	for _, v := range []any{Rules{}, CarromRules{}} {
		typ := reflect.TypeOf(v)
		seen := map[string]bool{}
		for i := range typ.NumField() {
			f := typ.Field(i)
			doc := f.Tag.Get("doc")
			if len(doc) < 15 || !strings.HasSuffix(doc, ".") || strings.Count(doc, ". ") > 0 || seen[doc] {
				t.Errorf("%s: the sentence is %q", f.Name, doc)
			}
			seen[doc] = true
			kind := f.Type.Kind()
			if kind == reflect.Slice {
				kind = f.Type.Elem().Kind()
			}
			enum, bounds := f.Tag.Get("enum"), f.Tag.Get("range")
			if kind != reflect.Bool && (enum == "") == (bounds == "") {
				t.Errorf("%s: want either enum or range: %q, %q", f.Name, enum, bounds)
			}
			if bounds != "" && !regexp.MustCompile(`^-?[0-9.]+,[0-9.]+$`).MatchString(bounds) {
				t.Errorf("%s: range %q", f.Name, bounds)
			}
		}
	}
}

// Spot checks of the matrix (RULES.md section 2), a few of every column, each
// where the columns differ.
func TestMatrix(t *testing.T) {
	all := ShippedRulesets()
	for _, c := range []struct{ rules, field, want string }{
		{"CH-02 AMB-01 CON-16: 66 cm is the surface", "SurfaceDiameterMM", "CH=660 CQG=660.4 NED=660.4 ENC=660.4 MAY=660.4 KEL=660.4 NCA=660.4 WCC=660.4"},
		{"row 3 CH-01 NED-01 ENC-03 KEL-03", "Players", "CH=[2 3 4] CQG=[2 4] NED=[2 4] ENC=[2 4] MAY=[2 3 4] KEL=[2 4] NCA=[2 4] WCC=[2 4]"},
		{"row 4 NCA-03", "DiscsPerPlayer2", "CH=12 CQG=12 NED=12 ENC=12 MAY=12 KEL=12 NCA=8 WCC=8"},
		{"row 11 CON-14", "FirstStarter", "CH=lot CQG=lot NED=choose ENC=lot MAY=lot KEL=hidden_colour NCA=lot WCC=lot"},
		{"row 15 CON-10", "StartQuadrant", "CH=touch_line CQG=half_over NED=half_over ENC=half_over MAY=half_over KEL=half_over NCA=touch_line WCC=touch_line CH+a=touch_line CH+aq=half_over"},
		{"row 16 CON-11", "StartRadial", "CH=touch KEL=touch NCA=not_behind WCC=touch CH+a=half_over CH+aq=half_over"},
		{"row 18 CON-01 CON-03", "OpenRule", "CH=any_contacted CQG=shot_disc NED=shot_disc ENC=shot_disc MAY=any_contacted KEL=none NCA=any_contacted WCC=any_contacted CH+b=shot_disc CH+c=shot_disc"},
		{"row 19 CON-02", "OpenTouchCounts", "CH=true NED=true CH+b=true CH+c=false CH+b+c=false"},
		{"row 20 CON-04", "OpenFailRemoves", "CH=contacted_own CQG=shot_disc NED=shot_disc ENC=shot_disc MAY=contacted_own NCA=contacted_own CH+b=contacted_own CH+c=shot_disc"},
		{"row 23 CON-05", "FoulRemovesOwn", "CH=chain CQG=chain NED=chain ENC=moved MAY=touched_by_shot_disc KEL=moved NCA=chain WCC=chain"},
		{"row 24 CON-06 AMB-12", "FoulVoids20", "CH=true CQG=true NED=true ENC=true MAY=true KEL=true NCA=true WCC=true"},
		{"row 29", "TwentyRemoval", "CH=at_once MAY=at_once NCA=after_turn WCC=after_turn"},
		{"row 31 CON-08", "OutBoundary", "CH=start_line CQG=surface_edge NED=surface_edge ENC=surface_edge MAY=surface_edge KEL=surface_edge NCA=surface_edge WCC=surface_edge"},
		{"row 33 CON-07", "Damage", "CH=stays CQG=stays NED=stays ENC=stays MAY=restore KEL=stays NCA=stays WCC=stays"},
		{"row 34", "DamageSuspendsFoul", "CH=false KEL=false MAY=false NCA=true WCC=true"},
		{"row 36 CON-09", "LineLower", "CH=true CQG=true NED=true ENC=true MAY=true KEL=true NCA=true WCC=true"},
		{"row 38 CON-12", "ScoringModes", "CH=[differential simple] CQG=[differential] NED=[differential] ENC=[differential] MAY=[differential match2 match3] KEL=[differential] NCA=[rounds4] WCC=[rounds4]"},
		{"row 41 CON-13", "TargetTie", "CH=higher_then_shared MAY=deciding_round NED=deciding_round NCA=none WCC=deciding_round"},
		{"row 42 MAY-17", "NoviceReshoot", "CH=0 MAY=0 NED=0 CH+n=-1 MAY+n=3"},
		{"row 43 44 45 CON-17 CH-45 CH-49", "OneCheek", "CH=false CH+d=true CQG=true NED=true ENC=true MAY=true KEL=false NCA=true WCC=true"},
		{"row 46 CON-19 MAY-05", "DiscsInHandAllowed", "CH=true MAY=false NCA=true"},
	} {
		for _, pair := range strings.Split(strings.ReplaceAll(c.want, "] ", "]\x00"), "\x00") {
			for _, item := range splitPairs(pair) {
				name, want, _ := strings.Cut(item, "=")
				rs, err := all.Get(name)
				if err != nil {
					t.Fatal(err)
				}
				if got := valueOf(rs, c.field); got != want {
					t.Errorf("%s: %s %s is %s, want %s", c.rules, name, c.field, got, want)
				}
			}
		}
	}
}

// splitPairs parts "A=1 B=2" at the blanks, but not within brackets.
func splitPairs(text string) []string {
	if strings.Contains(text, "[") {
		return []string{strings.TrimSpace(text)}
	}
	return strings.Fields(text)
}

func valueOf(rs Ruleset, field string) string {
	for _, p := range rs.Parameters() {
		if p.Field == field {
			return strings.TrimSpace(strings.Join(words(p.Value), " "))
		}
	}
	return "no such field"
}

func words(v any) []string {
	text, _ := json.Marshal(v)
	return []string{strings.NewReplacer(`"`, "", ",", " ").Replace(string(text))}
}

// CH-50: restrictions singly or together; the order does not matter, nor case.
func TestOverlaysTogether(t *testing.T) {
	all := ShippedRulesets()
	for name, want := range map[string]string{"CH": "CH", "ch+C+a": "CH+a+c", " Ch + aq + B ": "CH+aq+b", "ned": "NED", "may+N": "MAY+n", "car+ICF": "CAR+icf"} {
		rs, err := all.Get(name)
		if err != nil || rs.ID != want {
			t.Errorf("%q gives %q, %v, want %s", name, rs.ID, err, want)
		}
	}
	a, _ := all.Get("CH+a+b+c+d")
	b, _ := all.Get("CH+d+c+b+a")
	if !reflect.DeepEqual(a, b) {
		t.Error("CH-50: the order of overlays changes the ruleset")
	}
	for name, want := range map[string]string{
		"XX": "no ruleset named", "": "no ruleset named", "CH+z": "no overlay \"z\"", "NED+a": "it has none", "CH+": "no overlay \"\"", "CH+a+a": "named twice",
		"CH+d+f": "choose one", "CH+y+z": "no overlay \"y\"",
	} {
		if _, err := all.Get(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	if _, err := all.Get("CH+y+z"); !strings.Contains(err.Error(), `"z"`) {
		t.Errorf("only the first problem is named: %v", err)
	}
}

func TestTheHouseSetsParameters(t *testing.T) {
	all := ShippedRulesets()
	rs, err := all.Get("NED", "Target=50,75", "damage=restore", "ThreeModes=", "MoveThresholdMM=0.8", "OneCheek=false")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rs.Rules.Target, []int{50, 75}) || rs.Rules.Damage != DamageRestore || rs.Rules.MoveThresholdMM != 0.8 || rs.Source("Damage") != HouseSource || rs.Source("OpenRule") != "NED-11" {
		t.Errorf("%+v", rs.Rules)
	}
	if plain, _ := all.Get("NED"); plain.Rules.Damage != DamageStays || plain.Source("Damage") != "NED-17" {
		t.Error("the shipped ruleset was changed")
	}
	// Everything wrong is named at once.
	_, err = all.Get("NED", "Nose=1", "Target", "Target=x,0", "OpenRule=some", "LeanStays=maybe", "MoveThresholdMM=99", "Damage=stays", "DAMAGE=restore", "FreeChair=true", "Players=2,2", "DiscsPerPlayer2=1,2", "Players=")
	for _, want := range []string{
		"Nose: no such parameter", `"Target": want FIELD=VALUE`, `Target: "x" is not a whole number`, "0 is out of range: want 1 to 100000", `OpenRule: "some" is not one of none, shot_disc, any_contacted`,
		`LeanStays: "maybe" is not true or false`, "MoveThresholdMM: 99 is out of range", "Damage: set twice", "FreeChair=true lets the chair move", "2 twice", "want one value, got 2", "Players is empty",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\ndoes not name %q", err, want)
		}
	}
}

func TestContradictions(t *testing.T) {
	all := ShippedRulesets()
	for sets, want := range map[string]string{
		"NED Players=2,3,4":                               "ThreeModes=[]",
		"CH ScoringModes=match3 ThreeModes=2v1":           "match3",
		"CH ScoringModes=differential":                    "cannot score",
		"MAY Discs2v1=12":                                 "want two",
		"MAY Discs2v1=12,5":                               "every other turn",
		"KEL OpenTouchCounts=false":                       "asks nothing",
		"CH+n ContactRequired=false":                      "NoviceReshoot",
		"NCA ContactRequired=false":                       "no contact to suspend",
		"NCA Damage=restore":                              "undoes it",
		"NED TwentyFlat=false":                            "leaning disc a twenty",
		"NCA StartTouchLine=false":                        "measures from the shooting line",
		"NED ScoringModes=":                               "ScoringModes is empty",
		"NED Target=":                                     "Target is empty",
		"CAR PocketDiameterMM=30":                         "too small",
		"CAR BaseLineLengthMM=900":                        "does not fit",
		"CAR LowerLineFromFrameMM=369":                    "beyond the middle",
		"CAR StrikerDiameterMM=30":                        "cannot touch both",
		"CAR QueenValue=20":                               "more than BoardMax",
		"CAR Players=":                                    "Players is empty",
		"MAY FreeChair=true TwentyFlat=false Discs2v1=12": "FreeChair|TwentyFlat|Discs2v1",
	} {
		parts := strings.Fields(sets)
		_, err := all.Get(parts[0], parts[1:]...)
		for _, w := range strings.Split(want, "|") {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q", sets, err, w)
			}
		}
	}
}

func TestHouseRulesets(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("club.yaml", "id: club\nbase: MAY+n\ntitle: Our club\nparameters:\n  Damage: stays\n  Target: [50]\n  LeanValue: {value: 10, source: our meeting of 2024}\noverlays:\n  x: {title: strict, parameters: {OpenTouchCounts: false}}\n")
	all, err := LoadRulesets(dir)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := all.Get("CLUB+x")
	if err != nil || rs.ID != "CLUB+x" || rs.Title != "Our club" || rs.Rules.Damage != DamageStays || rs.Rules.NoviceReshoot != 3 || rs.Rules.OpenTouchCounts || rs.Rules.LeanValue != 10 {
		t.Fatalf("%v %+v", err, rs)
	}
	if rs.Source("Damage") != HouseSource || rs.Source("LeanValue") != "our meeting of 2024" || rs.Source("OpenRule") != "MAY-09" {
		t.Errorf("sources %s, %s, %s", rs.Source("Damage"), rs.Source("LeanValue"), rs.Source("OpenRule"))
	}
	if _, ok := ShippedRulesets()["CLUB"]; ok {
		t.Error("the house's ruleset is now shipped")
	}
	write("a-league.yaml", "id: LEAGUE\nbase: CLUB\nparameters: {LeanValue: 5}\n") // read before its base
	if all, err = LoadRulesets(dir); err != nil {
		t.Fatal(err)
	}
	if rs, err := all.Get("LEAGUE+x"); err != nil || rs.Rules.LeanValue != 5 || rs.Rules.Damage != DamageStays || rs.Rules.OpenTouchCounts {
		t.Errorf("a ruleset upon a house's own: %v %+v", err, rs.Rules)
	}
	write("bad.yaml", "id: 7up\nbase: MAY\nparameters:\n  Nose: 1\n  LeanValue: 7\n  Damage: {value: gone, colour: red}\n  FreeChair: true\n")
	write("worse.yaml", "id: OTHER\nname: x\n")
	write("worst.yaml", "id: [\n")
	write("base.yaml", "id: OTHER\nbase: NONE\n")
	write("whole.yaml", "id: WHOLE\ngame: crokinole\nparameters:\n  Damage: stays\n")
	write("game.yaml", "id: GAME\ngame: chess\n")
	write("mixed.yaml", "id: MIXED\nbase: CAR\ngame: crokinole\n")
	write("notes.txt", "not a ruleset")
	_, err = LoadRulesets(dir)
	for _, want := range []string{
		"bad.yaml", "7up", "Nose: no such parameter", `"7" is not one of`, `"gone" is not one of`, `unknown key "colour"`, "FreeChair=true",
		"worse.yaml", `unknown field "name"`, "worst.yaml", "base.yaml", `no ruleset named "NONE"`, "whole.yaml", "OpenRule: no value given", "Damage: want {value, source}",
		"game.yaml", `"chess"`, "mixed.yaml", "CAR is carrom",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the errors don't name %q:\n%v", want, err)
		}
	}
	if all, err := LoadRulesets(filepath.Join(dir, "missing")); err != nil || len(all) != 9 {
		t.Errorf("a missing folder: %v", err)
	}
}

// A resolved ruleset survives JSON, as match logs keep it.
func TestRulesetsSurviveJSON(t *testing.T) {
	all := ShippedRulesets()
	for _, name := range append(all.Names(), "CH+a+c", "CAR+icf") {
		rs, err := all.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		if rs.Game == Crokinole {
			if rs, err = rs.With("Target=35", "MoveThresholdMM=0.75"); err != nil {
				t.Fatal(err)
			}
		}
		text, err := json.Marshal(rs)
		if err != nil {
			t.Fatal(err)
		}
		var again Ruleset
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(rs, again) {
			t.Errorf("%s: %v\n%+v\n%+v", name, err, rs, again)
		}
	}
	var old Ruleset
	if err := json.Unmarshal([]byte(`{"id":"CLUB","game":"crokinole","parameters":{"Damage":{"value":"restore","source":"house"}}}`), &old); err != nil || old.Rules.Damage != DamageRestore || old.Rules.DiscsPerPlayer2 != 12 {
		t.Errorf("a log of an older version: %v %+v", err, old.Rules)
	}
	for _, bad := range []string{`{"game":"crokinole","parameters":{"Nose":{"value":1}}}`, `{"game":"chess"}`, `{"game":"crokinole","parameters":{"LeanValue":{"value":7}}}`, `7`} {
		if err := json.Unmarshal([]byte(bad), &old); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func FuzzRuleset(f *testing.F) {
	files, err := filepath.Glob("rules/*.yaml")
	if err != nil || len(files) != 9 {
		f.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("id: CLUB\nbase: MAY+n\nparameters:\n  Damage: stays\n  Target: [50]\noverlays:\n  x: {parameters: {LeanValue: 10}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all := Rulesets{}
		for id, e := range ShippedRulesets() {
			all[id] = e
		}
		if err := all.Add(text); err != nil {
			return
		}
		for _, name := range all.Names() {
			rs, err := all.Get(name)
			if err != nil {
				t.Fatalf("%s was added and cannot be had: %v", name, err)
			}
			if err := rs.Validate(); err != nil {
				t.Errorf("%s was added with %v", name, err)
			}
		}
	})
}

func FuzzSet(f *testing.F) {
	for _, set := range []string{"Target=50", "Damage=restore", "Players=2,3,4", "LeanValue=", "=", "MoveThresholdMM=1e300", "MoveThresholdMM=NaN", "NoviceReshoot=-1"} {
		f.Add(set)
	}
	ned, err := ShippedRulesets().Get("NED")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, set string) {
		rs, err := ned.With(set)
		if err != nil {
			return
		}
		text, err := json.Marshal(rs)
		if err != nil {
			t.Fatal(err)
		}
		var again Ruleset
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(rs, again) {
			t.Errorf("%q does not survive JSON: %v", set, err)
		}
	})
}
