package referee_test

import (
	"slices"
	"strings"
	"testing"

	"ditchline/referee"
)

// Where the deciding fact is not sure the verdict is review, with the
// question and both outcomes.
func TestReview(t *testing.T) {
	base := shotLine{before: "W1 200@90", contacts: "B1-W1", after: "B1 100@90, W1 250@90"}
	for _, c := range []struct {
		name    string
		line    shotLine
		ruleset string
		change  func(*referee.Situation)
		key     string
		likely  string
		other   string
	}{
		{
			"AMB-21 CH-17 a contact that was hardly seen", base, "CH",
			func(s *referee.Situation) { s.Contacts[0].Doubt = 0.4 },
			"contact", "VALID OK_CONTACT", "FOUL F_NO_CONTACT B1:R_FOUL",
		},
		{
			"a contact that probably was none", base, "CH",
			func(s *referee.Situation) { s.Contacts[0].Doubt = 0.7 },
			"contact", "FOUL F_NO_CONTACT B1:R_FOUL", "VALID OK_CONTACT",
		},
		{
			"CH-37 a disc within its uncertainty of the shooting line",
			shotLine{before: "W1 200@90", contacts: "B1-W1", after: "B1 100@90, W1 288@90"}, "NED",
			func(s *referee.Situation) { s.After[1].SD = 0.2 },
			"line5:W1", "VALID OK_CONTACT", "VALID OK_CONTACT W1:R_LINE",
		},
		{
			"an open shot within its uncertainty of the 15 line",
			shotLine{after: "B1 118.3@90"}, "NED",
			func(s *referee.Situation) { s.After[0].SD = 0.2 },
			"line15:B1", "FOUL F_OPEN_SHORT B1:R_FOUL", "VALID OK_OPEN",
		},
		{
			"NED-16 flat in the hole or leaning",
			shotLine{after: "B1 hole"}, "NED",
			func(s *referee.Situation) { s.After[0].Or, s.After[0].Doubt = referee.Leaning, 0.3 },
			"flat:B1", "VALID OK_OPEN_20 B1:R_20 +B", "VALID OK_OPEN",
		},
		{
			"CH-36 did it leave and come back?", base, "CH",
			func(s *referee.Situation) { s.Returned = []referee.Return{{ID: "W1", Doubt: 0.4}} },
			"return:W1", "VALID OK_CONTACT W1:R_RETURN", "VALID OK_CONTACT",
		},
		{
			"the colour of the only opposing disc was hardly told",
			shotLine{before: "W1 200@90", after: "B1 60@90"}, "NED",
			func(s *referee.Situation) { s.Unsure = []referee.Unsure{{ID: "W1", Other: 0.3}} },
			"whose:W1", "FOUL F_NO_CONTACT B1:R_FOUL", "VALID OK_OPEN",
		},
		{
			"the only opposing disc was lost on its way, and may have gone",
			shotLine{before: "W1 200@90", after: "B1 60@90"}, "NED",
			func(s *referee.Situation) { s.Unsure = []referee.Unsure{{ID: "W1", Gone: 0.7}} },
			"there:W1", "VALID OK_OPEN", "FOUL F_NO_CONTACT B1:R_FOUL",
		},
		{
			"KEL-14 was the own disc moved?",
			shotLine{before: "W1 60@90, B1 120@270", contacts: "B2-B1", after: "B2 200@285, B1 120.6@270"}, "KEL",
			func(s *referee.Situation) { s.After[1].SD = 0.3 },
			"moved:B1", "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL", "FOUL F_NO_CONTACT B2:R_FOUL",
		},
		{
			"did an own disc touch the next of a chain?",
			shotLine{before: "W1 60@90, B1 150@270, B2 100@270", contacts: "B3-B1 B1-B2", after: "B3 180@270, B1 130@270"}, "CH",
			func(s *referee.Situation) { s.Contacts[1].Doubt = 0.45 },
			"touch:B1:B2", "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL B3:R_FOUL", "FOUL F_NO_CONTACT B1:R_FOUL B3:R_FOUL",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.line.situation(t, ruleset(t, c.ruleset))
			c.change(&s)
			v := referee.Judge(&s)
			if v.Outcome != referee.Review || v.Question == nil || v.Alternative == nil {
				t.Fatalf("outcome %s, question %v: want a review", v.Outcome, v.Question)
			}
			likely := v
			likely.Outcome = v.Likely
			if v.Question.Key != c.key || words(&likely) != sortedWords(c.likely) || words(v.Alternative) != sortedWords(c.other) {
				t.Errorf("asks %s, likely %s, else %s;\nwant %s, %s, %s", v.Question.Key, words(&likely), words(v.Alternative), c.key, sortedWords(c.likely), sortedWords(c.other))
			}
			if v.Confidence < 0.5 || v.Confidence >= 0.95 {
				t.Errorf("confidence is %v", v.Confidence)
			}
			// Either answer settles it, and gives one of the two outcomes.
			var seen []string
			for _, yes := range []bool{true, false} {
				s.Answers = map[string]bool{v.Question.Key: yes}
				answered := referee.Judge(&s)
				if answered.Outcome == referee.Review {
					t.Fatalf("still a review after the answer %v: %v", yes, answered.Question)
				}
				seen = append(seen, words(&answered))
			}
			slices.Sort(seen)
			want := []string{sortedWords(c.likely), sortedWords(c.other)}
			slices.Sort(want)
			if !slices.Equal(seen, want) {
				t.Errorf("the answers give %q, want %q", seen, want)
			}
		})
	}
}

func TestNoReviewWhereTheDoubtDecidesNothing(t *testing.T) {
	for _, c := range []struct {
		name   string
		line   shotLine
		change func(*referee.Situation)
	}{
		{"two contacts, one of them sure", shotLine{before: "W1 200@90, W2 100@90", contacts: "B1-W1 B1-W2", after: "B1 150@90"},
			func(s *referee.Situation) { s.Contacts[0].Doubt = 0.5 }},
		{"a disc near the shooting line that is removed anyway", shotLine{before: "W1 200@90", after: "B1 288@90"},
			func(s *referee.Situation) { s.After[0].SD = 0.5 }},
		{"near the 15 line on a shot that owes a contact", shotLine{before: "W1 200@90", contacts: "B1-W1", after: "B1 118.3@90"},
			func(s *referee.Situation) { s.After[0].SD = 0.5 }},
		{"an opposing disc was surely touched, and the colour of another is not sure", shotLine{before: "W1 200@90, W2 100@90", contacts: "B1-W1", after: "B1 150@90"},
			func(s *referee.Situation) { s.Unsure = []referee.Unsure{{ID: "W2", Other: 0.4, Gone: 0.4}} }},
		{"a doubt below five in a hundred", shotLine{before: "W1 200@90", contacts: "B1-W1", after: "B1 100@90"},
			func(s *referee.Situation) { s.Contacts[0].Doubt = 0.04 }},
	} {
		s := c.line.situation(t, ruleset(t, "NED"))
		c.change(&s)
		if v := referee.Judge(&s); v.Outcome == referee.Review {
			t.Errorf("%s: asks %v", c.name, v.Question)
		}
	}
}

// Two contacts, each unlikely alone, together make a touch likely; and one
// question settles it.
func TestDoubtsAreWeighedTogether(t *testing.T) {
	l := shotLine{before: "W1 200@90, W2 100@90", contacts: "B1-W1 B1-W2", after: "B1 150@90"}
	s := l.situation(t, ruleset(t, "NED"))
	s.Contacts[0].Doubt, s.Contacts[1].Doubt = 0.6, 0.6
	v := referee.Judge(&s)
	if v.Outcome != referee.Review || v.Likely != referee.Valid || v.Confidence < 0.63 || v.Confidence > 0.65 || v.Question.Key != "contact" {
		t.Errorf("%s, likely %s with %v, asks %v: want a review, likely valid with 0.64", v.Outcome, v.Likely, v.Confidence, v.Question)
	}
	s.Contacts[0].Doubt, s.Contacts[1].Doubt = 0.2, 0.2
	if v := referee.Judge(&s); v.Outcome != referee.Valid || v.Confidence < 0.95 {
		t.Errorf("%s with %v: two contacts of 0.8 are sure enough", v.Outcome, v.Confidence)
	}
}

// Among many doubts the one that decides is asked about, though it is the
// least doubtful.
func TestTheDecidingDoubtIsNotLostAmongOthers(t *testing.T) {
	l := shotLine{before: "W1 200@90, B1 100@0, B2 120@30, B3 140@60, B4 160@120, B5 180@150, B6 90@180", contacts: "B9-W1 B9-B1 B9-B2 B9-B3 B9-B4 B9-B5 B9-B6", after: "B9 60@200"}
	s := l.situation(t, ruleset(t, "NED"))
	for i := range s.Contacts {
		s.Contacts[i].Doubt = 0.5
	}
	s.Contacts[0].Doubt = 0.1
	if v := referee.Judge(&s); v.Outcome != referee.Review || v.Likely != referee.Valid || v.Question.Key != "contact" {
		t.Errorf("%s, likely %s, asks %v", v.Outcome, v.Likely, v.Question)
	}
}

// A fact that is sure enough to go by still lowers the confidence, if it
// decides.
func TestConfidence(t *testing.T) {
	s := shotLine{before: "W1 200@90, W2 60@0", contacts: "B1-W1", after: "B1 100@90"}.situation(t, ruleset(t, "NED"))
	s.Contacts[0].Doubt = 0.03
	if v := referee.Judge(&s); v.Outcome != referee.Valid || v.Confidence < 0.969 || v.Confidence > 0.971 {
		t.Errorf("%s with %v, want 0.97", v.Outcome, v.Confidence)
	}
	s.Contacts = append(s.Contacts, referee.Contact{A: "B1", B: "W2"})
	if v := referee.Judge(&s); v.Confidence != 1 {
		t.Errorf("with a second, certain contact: %v", v.Confidence)
	}
}

// What a person says goes before what was seen.
func TestPeopleOverrule(t *testing.T) {
	miss := shotLine{before: "W1 200@90", after: "B1 100@90"}
	hit := shotLine{before: "W1 200@90", contacts: "B1-W1", after: "B1 100@90, W1 287@90"}
	for _, c := range []struct {
		line shotLine
		key  string
		yes  bool
		want string
	}{
		{miss, "contact", true, "VALID OK_CONTACT"},
		{hit, "contact", false, "FOUL F_NO_CONTACT B1:R_FOUL"},
		{hit, "line5:W1", true, "VALID OK_CONTACT W1:R_LINE"},
		{hit, "flat:B1", true, "VALID OK_CONTACT B1:R_20 +B"},
		{hit, "flat:B1", false, "VALID OK_CONTACT"},
		{hit, "return:W1", true, "VALID OK_CONTACT W1:R_RETURN"},
		{hit, "verdict", false, "FOUL F_NO_CONTACT B1:R_FOUL"},
		{miss, "verdict", true, "VALID OK_CONTACT"},
	} {
		s := c.line.situation(t, ruleset(t, "MAY"))
		s.Answers = map[string]bool{c.key: c.yes}
		if v := referee.Judge(&s); words(&v) != c.want {
			t.Errorf("%s=%v: got %s, want %s", c.key, c.yes, words(&v), c.want)
		}
	}
}

// AMB-19, AMB-22, AMB-08: asked beside the game, the default stands.
func TestConfirmations(t *testing.T) {
	for _, c := range []struct {
		rules, ruleset string
		line           shotLine
		want           string
	}{
		{"AMB-19", "CH", shotLine{before: "B1 150@270, W1 118.25@270", contacts: "B2-B1", after: "B2 180@265, B1 150@290"}, "frozen:W1"},
		{"AMB-22", "CH", shotLine{before: "B1 75@255, W1 35@250", contacts: "B2-B1 B1-W1", after: "B2 120@265, W1 hole, B1 lean"}, "stacked:B1"},
		{"AMB-08 MAY-15", "MAY", shotLine{before: "W1 60@200, B1 150@100", contacts: "B2-W1 W1-B1!", after: "B2 70@200, W1 205@112, B1 170@98", returned: "W1 surface", damage: "B1 150@100"}, "restore:B1"},
	} {
		s := c.line.situation(t, ruleset(t, c.ruleset))
		v := referee.Judge(&s)
		if len(v.Confirm) != 1 || v.Confirm[0].Key != c.want || v.Outcome == referee.Review {
			t.Errorf("%s: asks %v with outcome %s, want %s beside the game", c.rules, v.Confirm, v.Outcome, c.want)
			continue
		}
		s.Answers = map[string]bool{c.want: true}
		if v := referee.Judge(&s); len(v.Confirm) != 0 {
			t.Errorf("%s: asked again after the answer: %v", c.rules, v.Confirm)
		} else if c.rules == "AMB-19" && words(&v) != "VALID OK_CONTACT" {
			t.Errorf("%s: driven into its neighbour, yet %s", c.rules, words(&v))
		}
	}
}

// AMB-28: out of turn, a person chooses: replay is the default.
func TestOutOfTurn(t *testing.T) {
	s := shotLine{after: "B1 60@90"}.situation(t, ruleset(t, "NED"))
	s.Expected = &referee.Turn{Seat: referee.North, Side: "W"}
	v := referee.Judge(&s)
	if v.Outcome != referee.Review || v.Likely != referee.Reshoot || v.Reason != referee.FTurn || v.Next != referee.North || v.Alternative.Reason != referee.OKOpen {
		t.Errorf("AMB-28: %s, likely %s %s, next %s", v.Outcome, v.Likely, v.Reason, v.Next)
	}
	s.Answers = map[string]bool{"turn": true}
	if v := referee.Judge(&s); words(&v) != "VALID OK_OPEN" {
		t.Errorf("accepted: %s", words(&v))
	}
	s.Answers = map[string]bool{"turn": false}
	if v := referee.Judge(&s); words(&v) != "RESHOOT F_TURN" || v.Next != referee.North {
		t.Errorf("replayed: %s, next %s", words(&v), v.Next)
	}
}

// Step 9: the board as it must lie once people have done their part.
func TestTheComputedBoard(t *testing.T) {
	s := shotLine{
		before: "W1 60@200, B1 150@100, W2 200@0", contacts: "B2-W1 W1-B1!", after: "B2 70@200, W1 205@112, B1 170@98",
		returned: "W1 surface", damage: "B1 150@100",
	}.situation(t, ruleset(t, "MAY"))
	v := referee.Judge(&s)
	var got []string
	for _, d := range v.Board {
		got = append(got, d.ID+" "+strings.TrimSuffix(strings.Fields(sprint(d.At))[0], ","))
	}
	if want := []string{"B1 150@100", "W2 200@0", "B2 70@200"}; !slices.Equal(got, want) {
		t.Errorf("the board is %q, want %q", got, want)
	}
}
