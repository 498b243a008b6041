package referee

import (
	"reflect"
	"strings"
	"testing"

	"ditchline/models"
)

// Every language has words for every code, and not another language's.
func TestEveryLanguageSaysEverything(t *testing.T) {
	english := reflect.ValueOf(englishWords)
	for name, words := range map[string]phrases{"fr": frenchWords, "nl": dutchWords} {
		v := reflect.ValueOf(words)
		for i := range v.NumField() {
			field := english.Type().Field(i).Name
			if v.Field(i).Kind() == reflect.String {
				if v.Field(i).String() == "" || (strings.Count(v.Field(i).String(), "%") != strings.Count(english.Field(i).String(), "%")) {
					t.Errorf("%s: %s is %q", name, field, v.Field(i))
				}
				continue
			}
			for _, key := range english.Field(i).MapKeys() {
				here, there := v.Field(i).MapIndex(key), english.Field(i).MapIndex(key)
				switch {
				case !here.IsValid() || here.String() == "":
					t.Errorf("%s: %s has no words for %v", name, field, key)
				case here.String() == there.String() && field != "seats":
					t.Errorf("%s: %s says %v in English", name, field, key)
				case strings.Count(here.String(), "{") != strings.Count(there.String(), "{") || strings.Count(here.String(), "%s") != strings.Count(there.String(), "%s"):
					t.Errorf("%s: %s says %v with other places for the discs: %q", name, field, key, here)
				}
			}
			if v.Field(i).Len() != english.Field(i).Len() {
				t.Errorf("%s: %s has %d entries, English %d", name, field, v.Field(i).Len(), english.Field(i).Len())
			}
		}
	}
	for _, r := range []Reason{OKOpen, OKOpen20, OKContact, OKDamage, FOpenShort, FNoContact, FStartLine, FStartQuad, FStartBack, FStartFlat, FTurn, ReshootCode, FSeat, FHand, FBoard, FPush, FEarly} {
		if englishWords.reasons[r] == "" {
			t.Errorf("English has no words for %s", r)
		}
	}
}

func TestSentences(t *testing.T) {
	rs, err := models.ShippedRulesets().Get("MAY")
	if err != nil {
		t.Fatal(err)
	}
	s := Situation{
		Ruleset: &rs, Board: rs.RulebookBoard(), Form: Two, Side: "B", Seat: South, Shot: "B2",
		Before:   []Disc{{ID: "B1", Owner: "B", State: Flat, At: Polar{150, 270}}, {ID: "W1", Owner: "W", State: Flat, At: Polar{60, 90}}},
		Contacts: []Contact{{A: "B2", B: "B1"}},
		After:    []Rest{{ID: "B2", State: Flat, At: Polar{170, 270}}, {ID: "B1", State: Flat, At: Polar{130, 262}}},
	}
	for lang, want := range map[Language]string{
		English: "Foul: no opposing disc was touched. Off the board by the foul: B1, B2. Next: north. (MAY-11, MAY-12)",
		French:  "Tir non valable : aucun disque adverse n'a été touché. À retirer, tir non valable : B1, B2. Au joueur suivant : nord. (MAY-11, MAY-12)",
		Dutch:   "Ongeldig: geen schijf van de tegenstander is geraakt. Naar de gracht, ongeldig schot: B1, B2. Aan de beurt: noord. (MAY-11, MAY-12)",
	} {
		v := Judge(&s)
		if got := Sentence(&s, &v, lang); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	s.Contacts = append(s.Contacts, Contact{A: "B1", B: "W1", Doubt: 0.6})
	v := Judge(&s)
	if got := Sentence(&s, &v, English); !strings.HasPrefix(got, "Please check: Was an opposing disc touched (B1, W1)? Likely: Foul: no opposing disc was touched. (60 %). Otherwise: Valid: an opposing disc was touched.") {
		t.Errorf("review: %q", got)
	}
	if got := StartSentence(&rs, []Reason{FStartQuad}, Dutch); !strings.Contains(got, "MAY-06") || !strings.Contains(got, "kwadrantlijn") {
		t.Errorf("start: %q", got)
	}
}

// A verdict names the statements that decided it.
func TestVerdictsNameTheirStatements(t *testing.T) {
	may, nca, ch := rulesetNamed(t, "MAY"), rulesetNamed(t, "NCA"), rulesetNamed(t, "CH+n")
	for _, c := range []struct {
		rs   *models.Ruleset
		s    Situation
		want string
	}{
		{may, Situation{After: []Rest{{ID: "B1", State: InHole}}}, "MAY-09 MAY-13"},
		{may, Situation{After: []Rest{{ID: "B1", State: Flat, At: Polar{200, 0}}}}, "MAY-09 MAY-10"},
		{may, Situation{Before: []Disc{{ID: "W1", Owner: "W", State: Flat, At: Polar{60, 0}}}, After: []Rest{{ID: "B1", State: InHole}}}, "MAY-11 MAY-12 MAY-23"},
		{nca, Situation{Before: []Disc{{ID: "W1", Owner: "W", State: Flat, At: Polar{60, 0}}}, Contacts: []Contact{{A: "B1", B: "W1"}}, After: []Rest{{ID: "B1", State: Flat, At: Polar{300, 0}}}}, "NCA-05 NCA-09"},
		{ch, Situation{Before: []Disc{{ID: "W1", Owner: "W", State: Flat, At: Polar{60, 0}}}, After: []Rest{{ID: "B1", State: Flat, At: Polar{150, 0}}}, ReshootsLeft: -1}, "CH-44"},
	} {
		s := c.s
		s.Ruleset, s.Board, s.Form, s.Side, s.Seat, s.Shot = c.rs, c.rs.RulebookBoard(), Two, "B", South, "B1"
		if v := Judge(&s); strings.Join(v.Because, " ") != c.want {
			t.Errorf("%s: because %v, want %s", v.Reason, v.Because, c.want)
		}
	}
}

func rulesetNamed(t testing.TB, name string) *models.Ruleset {
	t.Helper()
	rs, err := models.ShippedRulesets().Get(name)
	if err != nil {
		t.Fatal(err)
	}
	return &rs
}
