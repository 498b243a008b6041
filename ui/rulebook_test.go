package ui

import (
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/score"
)

func TestTheRulesCanBeRead(t *testing.T) {
	h := newHouse(t)
	h.board.play(h.logs[0]) // by CH
	for lang, word := range map[string]string{"en": "Open shot", "fr": "Coup libre", "nl": "Vrij schot"} {
		var list RulesetList
		h.do(t, "GET", "/api/v1/rules?lang="+lang, nil, &list)
		if len(list.Rulesets) != 9 {
			t.Fatalf("%d rulesets", len(list.Rulesets))
		}
		for _, rs := range list.Rulesets {
			if (rs.ID == "CH") != (len(rs.Playing) == 1) || rs.Statements == 0 || rs.Title == "" {
				t.Errorf("%+v", rs)
			}
			var p RulesetPage
			h.do(t, "GET", "/api/v1/rules/"+rs.ID+"?lang="+lang, nil, &p)
			if len(p.Sections) < 7 || len(p.Statements) != rs.Statements {
				t.Errorf("%s has %d sections, %d statements", rs.ID, len(p.Sections), len(p.Statements))
			}
			for _, s := range p.Sections {
				for _, v := range s.Parameters {
					if v.Doc == "" || v.Text == "" && v.Field != "ThreeModes" && !strings.HasPrefix(v.Field, "Discs2v1") && v.Field != "ScoringModes" {
						t.Errorf("%s %s: %+v", rs.ID, s.ID, v)
					}
				}
			}
		}
		var p RulesetPage
		h.do(t, "GET", "/api/v1/rules/CH%2Ba%2Bc?lang="+lang, nil, &p)
		if p.ID != "CH+a+c" || len(p.Overlays) != 2 || !strings.Contains(p.Statements[13].Text, word) {
			t.Errorf("%s: %s %+v, %s", lang, p.ID, p.Overlays, p.Statements[13].Text)
		}
	}
}

func TestWhatDiffersAndWhatTheHouseSet(t *testing.T) {
	h := newHouse(t)
	rs, err := models.ShippedRulesets().Get("CH", "LeanValue=10")
	if err != nil {
		t.Fatal(err)
	}
	events := append([]score.Event{}, h.logs[0]...)
	setup := *events[0].Setup
	setup.Ruleset, setup.ID = rs, "house"
	events[0].Setup = &setup
	h.board.play(events)
	var p RulesetPage
	h.do(t, "GET", "/api/v1/rules/CH?match=house", nil, &p)
	found := 0
	for _, s := range p.Sections {
		for _, v := range s.Parameters {
			switch v.Field {
			case "LeanValue":
				found++
				if !v.House || v.Text != "10" || len(v.Differs) != 1 || v.Differs[0].Text != "15" || len(v.Differs[0].Rulesets) != 7 {
					t.Errorf("%+v", v)
				}
			case "Damage":
				found++
				if len(v.Differs) != 1 || v.Differs[0].Rulesets[0] != "MAY" || v.House {
					t.Errorf("%+v", v)
				}
			case "ContactRequired":
				found++
				if len(v.Differs) != 0 {
					t.Errorf("%+v", v)
				}
			}
		}
	}
	if found != 3 {
		t.Errorf("%d of 3 parameters", found)
	}
	for path, want := range map[string]int{"/api/v1/rules/XYZ": 404, "/api/v1/rules/CH%2Bzz": 404, "/api/v1/rules/CH?match=none": 404} {
		if status, _ := h.do(t, "GET", path, nil, nil); status != want {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// Every statement that a verdict can name can be read in the rulebook.
func TestEveryVerdictsStatementsCanBeRead(t *testing.T) {
	h := newHouse(t)
	for i := range h.logs {
		var m MatchPage
		h.do(t, "GET", "/api/v1/matches/"+h.id(i), nil, &m)
		var p RulesetPage
		h.do(t, "GET", "/api/v1/rules/"+m.Ruleset+"?match="+m.ID, nil, &p)
		known := map[string]bool{}
		for _, s := range append(p.Statements, p.Decisions...) {
			known[s.ID] = true
		}
		for _, s := range p.Sections {
			for _, v := range s.Parameters {
				known[v.Source] = true
			}
		}
		for _, shot := range m.ShotList {
			for _, id := range shot.Because {
				if !known[id] {
					t.Errorf("match %s, shot %d: %s is not in the rulebook", m.ID, shot.Seq, id)
				}
			}
		}
	}
}
