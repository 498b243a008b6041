package score_test

import (
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

func TestAMatchNeedsASoundStart(t *testing.T) {
	rs := ruleset(t, "NED")
	board := rs.RulebookBoard()
	for name, c := range map[string]struct {
		change func(*score.Setup)
		want   string
	}{
		"no id":                       {func(s *score.Setup) { s.ID = "" }, "no id"},
		"three players":               {func(s *score.Setup) { s.Form = referee.Three }, "is for [2 4] players"},
		"five players":                {func(s *score.Setup) { s.Form = "5" }, "want 2, 3, 2v1 or 4"},
		"a count that it has not":     {func(s *score.Setup) { s.Mode = models.Simple }, "has no count"},
		"an unused starter":           {func(s *score.Setup) { s.Starter = referee.West }, "starter is"},
		"another board's game":        {func(s *score.Setup) { s.Board = models.ShippedBoards()["carrom-icf"] }, "is for carrom"},
		"too few teams":               {func(s *score.Setup) { s.Teams = s.Teams[:1] }, "1 teams"},
		"two teams of one name":       {func(s *score.Setup) { s.Teams[1].Side = "A" }, "used twice"},
		"a player at the wrong side":  {func(s *score.Setup) { s.Teams[0].Players[0].Seat = referee.North }, "want [S]"},
		"a hundred games":             {func(s *score.Setup) { s.Games = 100 }, "games is 100"},
		"several problems, all named": {func(s *score.Setup) { s.ID, s.Games, s.Mode = "", 100, models.Simple }, "games is 100"},
	} {
		setup := score.NewSetup("m", rs, board, referee.Two)
		c.change(&setup)
		_, err := score.Begin(score.Event{Kind: score.KindStart, Setup: &setup})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := score.Begin(score.Event{Kind: score.KindShot}); err == nil {
		t.Error("a match began without a start")
	}
	if _, err := score.Replay(nil); err == nil {
		t.Error("a match without events")
	}
}

// MAY-01, CH-08: what is dealt; spare discs are no part of it.
func TestDiscsDealt(t *testing.T) {
	for _, c := range []struct {
		rules, ruleset string
		form           referee.Form
		seats          string
	}{
		{"CH-08 MAY-01 MAY-18 NED-05 KEL-03", "CH CQG NED ENC MAY KEL", referee.Two, "S12 N12"},
		{"NCA-03", "NCA WCC", referee.Two, "S8 N8"},
		{"CH-22 NED-05 MAY-21 CQG-17 KEL-03 NCA-03", "CH CQG NED ENC MAY KEL NCA WCC", referee.Four, "S6 N6 W6 E6"},
		{"CH-42 MAY-19", "CH MAY", referee.TwoVOne, "S6 N6 W12"},
		{"CH-43", "CH", referee.Three, "S8 W8 N8"},
		{"MAY-20", "MAY", referee.Three, "S12 W12 N12"},
	} {
		for _, name := range strings.Fields(c.ruleset) {
			tab := newTable(t, c.form, name, nil)
			var got []string
			for _, s := range tab.State().Seats {
				got = append(got, string(s.Seat)+itoa(s.Left))
			}
			if strings.Join(got, " ") != c.seats {
				t.Errorf("%s: %s deals %v, want %s", c.rules, name, got, c.seats)
			}
		}
	}
}

func itoa(n int) string {
	if n >= 10 {
		return itoa(n/10) + itoa(n%10)
	}
	return string(rune('0' + n))
}

// CH-12: a disc is played once; one that is out stays out.
func TestEachDiscIsPlayedOnce(t *testing.T) {
	tab := newTable(t, referee.Two, "CH", nil)
	first := tab.shoot(referee.Flat, 60)
	tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.North, Disc: first.Shot.Disc}}, "was played")
	tab.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{
		Seat: referee.North, Disc: "x", Contacts: []referee.Contact{{A: "x", B: first.Shot.Disc}},
		After: []referee.Rest{{ID: "x", State: referee.Flat, At: referee.Polar{D: 100}}, {ID: first.Shot.Disc, State: referee.InDitch}},
	}})
	tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "y", Contacts: []referee.Contact{{A: "y", B: first.Shot.Disc}}}}, "is not on the board")
	tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: first.Shot.Disc}}, "was played")
	if s := tab.State(); s.Sides[0].Removed != 1 || s.Sides[0].Unplayed != 11 {
		t.Errorf("CH-21: %+v", s.Sides[0])
	}
}

func TestUndoAndRedo(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	tab.shoot(referee.InHole, 0)
	tab.shoot(referee.Flat, 60)
	third := tab.shoot(referee.Flat, 70)
	tab.do(score.Event{Kind: score.KindUndo})
	if s := tab.State(); len(s.Shots) != 2 || s.Next != referee.South || s.Sides[0].Unplayed != 11 {
		t.Errorf("after undo: %d shots, next %s, %+v", len(s.Shots), s.Next, s.Sides[0])
	}
	tab.refused(score.Event{Kind: score.KindUndo, Of: third.Seq}, "undone already")
	tab.do(score.Event{Kind: score.KindUndo, Of: 2})
	if s := tab.State(); len(s.Shots) != 1 || s.Sides[0].Twenties != 0 {
		t.Errorf("after undoing the first: %d shots, %+v", len(s.Shots), s.Sides[0])
	}
	tab.do(score.Event{Kind: score.KindRedo})
	if s := tab.State(); len(s.Shots) != 3 && s.Sides[0].Twenties != 0 {
		t.Errorf("after redo of the last undone: %d shots", len(s.Shots))
	}
	tab.do(score.Event{Kind: score.KindRedo})
	if s := tab.State(); len(s.Shots) != 3 || s.Sides[0].Twenties != 1 {
		t.Errorf("after both: %d shots, %+v", len(s.Shots), s.Sides[0])
	}
	tab.refused(score.Event{Kind: score.KindRedo, Of: third.Seq}, "is not undone")
	tab.refused(score.Event{Kind: score.KindUndo, Of: 1}, "cannot be undone")
	tab.refused(score.Event{Kind: score.KindUndo, Of: 99}, "not before it")
	empty := newTable(t, referee.Two, "NED", nil)
	empty.refused(score.Event{Kind: score.KindUndo}, "not before it")
}

// A corrected shot changes everything after it.
func TestCorrection(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	first := tab.shoot(referee.Flat, 60)
	second := tab.miss()
	if s := tab.State(); s.Shots[1].Verdict.Reason != referee.FNoContact || s.Sides[1].Removed != 1 {
		t.Fatalf("%s", s.Shots[1].Verdict.Reason)
	}
	// The first disc had in truth dropped into the hole: the second shot was open.
	shot := *first.Shot
	shot.After = []referee.Rest{{ID: shot.Disc, State: referee.InHole}}
	tab.do(score.Event{Kind: score.KindCorrection, Of: first.Seq, By: "operator", Shot: &shot})
	s := tab.State()
	if s.Shots[0].Verdict.Reason != referee.OKOpen20 || s.Shots[1].Verdict.Reason != referee.FOpenShort || s.Sides[0].Twenties != 1 {
		t.Errorf("after the correction: %s, %s, %+v", s.Shots[0].Verdict.Reason, s.Shots[1].Verdict.Reason, s.Sides[0])
	}
	tab.do(score.Event{Kind: score.KindUndo}) // the correction
	if s := tab.State(); s.Shots[0].Verdict.Reason != referee.OKOpen || s.Shots[1].Verdict.Reason != referee.FNoContact {
		t.Errorf("correction undone: %s, %s", s.Shots[0].Verdict.Reason, s.Shots[1].Verdict.Reason)
	}
	tab.refused(score.Event{Kind: score.KindCorrection, Of: second.Seq}, "body is missing")
	tab.refused(score.Event{Kind: score.KindCorrection, Of: 1, Shot: &shot}, "want a [shot stroke]")
}

// A review is answered by a ruling, and the score follows.
func TestRuling(t *testing.T) {
	tab := newTable(t, referee.Two, "MAY", nil)
	tab.shoot(referee.Flat, 60)
	first := tab.State().Board[0].ID
	shot := tab.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{
		Seat: referee.North, Contacts: []referee.Contact{{A: "B1", B: first, Doubt: 0.4}},
		After: []referee.Rest{{ID: "B1", State: referee.Flat, At: referee.Polar{D: 100}}},
	}})
	s := tab.State()
	if len(s.Reviews) != 1 || s.Reviews[0].Question.Key != "contact" || len(s.Board) != 2 || s.Sides[1].Points != 10 {
		t.Fatalf("review %v, board %v: the score follows the likelier", s.Reviews, s.Board)
	}
	tab.do(score.Event{Kind: score.KindRuling, Answers: map[string]bool{"contact": false}, By: "operator"})
	if s := tab.State(); len(s.Reviews) != 0 || len(s.Board) != 1 || s.Sides[1].Points != 0 || s.Shots[1].Verdict.Reason != referee.FNoContact {
		t.Errorf("after no: %v, board %v, %s", s.Reviews, s.Board, s.Shots[1].Verdict.Reason)
	}
	tab.do(score.Event{Kind: score.KindRuling, Of: shot.Seq, Answers: map[string]bool{"contact": true}})
	if s := tab.State(); len(s.Board) != 2 || s.Shots[1].Verdict.Outcome != referee.Valid {
		t.Errorf("after yes: board %v", s.Board)
	}
	tab.refused(score.Event{Kind: score.KindRuling, Of: shot.Seq}, "no answer")
	tab.refused(score.Event{Kind: score.KindRuling, Of: 1, Answers: map[string]bool{"contact": true}}, "want a [shot]")
}

// Section 7: each flag with its default, who and when; AMB-17 AMB-27.
func TestFlags(t *testing.T) {
	tab := newTable(t, referee.Two, "MAY", nil)
	tab.shoot(referee.Flat, 60)
	second := tab.shoot(referee.Flat, 70)
	warning := tab.do(score.Event{Kind: score.KindFlag, By: "operator", Flag: &score.FlagRaised{Code: referee.FlagSeat, Seat: referee.North}})
	s := tab.State()
	if warning.Flag.Action != referee.ActWarning || s.Seats[1].Warnings != 1 || len(s.Flags) != 1 || s.Flags[0].By != "operator" || !s.Flags[0].At.Equal(warning.At) {
		t.Errorf("AMB-17 MAY-08: %+v, flags %+v", warning.Flag, s.Flags)
	}
	tab.do(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagHand, Action: referee.ActFoul}})
	s = tab.State()
	if v := s.Shots[1].Verdict; v.Outcome != referee.Foul || v.Reason != referee.FHand || len(s.Board) != 1 {
		t.Errorf("MAY-07 as a foul: %s %s", v.Outcome, v.Reason)
	}
	tab.do(score.Event{Kind: score.KindUndo})
	if s := tab.State(); s.Shots[1].Verdict.Outcome != referee.Valid || len(s.Board) != 2 {
		t.Errorf("the foul undone: %s", s.Shots[1].Verdict.Outcome)
	}
	tab.do(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagEarly, Action: referee.ActReplay}, Of: second.Seq})
	if s := tab.State(); s.Next != referee.North || s.Sides[1].Unplayed != 12 || len(s.Board) != 1 || s.Shots[1].Verdict.Outcome != referee.Reshoot {
		t.Errorf("AMB-27 shot again: next %s, %+v", s.Next, s.Sides[1])
	}
	tab.shoot(referee.Flat, 80)
	tab.do(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagBoard, Action: referee.ActReplayRound}})
	if s := tab.State(); s.Next != referee.South || len(s.Board) != 0 || len(s.Shots) != 0 || s.Sides[0].Unplayed != 12 || s.Round != 1 {
		t.Errorf("CH-07: the round anew: next %s, board %v, %d shots", s.Next, s.Board, len(s.Shots))
	}
	tab.refused(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagHeld, Action: referee.ActFoul}}, "is not among")
	tab.refused(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: "nose"}}, "no flag is called")
	tab.refused(score.Event{Kind: score.KindFlag}, "body is missing")
}

// CH-37: a line is asked about once; what people saw holds from then on.
func TestALineIsAskedAboutOnce(t *testing.T) {
	tab := newTable(t, referee.Two, "KEL", nil)
	shot := tab.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "a", After: []referee.Rest{{ID: "a", State: referee.Flat, At: referee.Polar{D: 288.2, Theta: 10}, SD: 0.2}}}})
	if s := tab.State(); len(s.Reviews) != 1 || s.Reviews[0].Question.Key != "line5:a" || len(s.Board) != 0 {
		t.Fatalf("%+v, board %v", s.Reviews, s.Board)
	}
	tab.do(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagLine}, Of: shot.Seq, Answers: map[string]bool{"line5:a": false}})
	tab.miss()
	if s := tab.State(); len(s.Reviews) != 0 || len(s.Board) != 1 || s.Sides[0].Points != 5 {
		t.Errorf("people saw it clear: reviews %v, board %v, %d points", s.Reviews, s.Board, s.Sides[0].Points)
	}
	unsure := newTable(t, referee.Two, "KEL", nil)
	unsure.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "a", After: []referee.Rest{{ID: "a", State: referee.Flat, At: referee.Polar{D: 288}, SD: 0.2}}}})
	unsure.miss()
	unsure.miss()
	if s := unsure.State(); len(s.Reviews) != 1 {
		t.Errorf("asked %d times: %v", len(s.Reviews), s.Reviews)
	}
}

// Section 7's overwriting flags: line, flat, contact, restore.
func TestFlagsThatOverwrite(t *testing.T) {
	tab := newTable(t, referee.Two, "MAY", nil)
	shot := tab.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "a", After: []referee.Rest{{ID: "a", State: referee.InHole}}}})
	flag := func(code referee.FlagCode, answers map[string]bool) {
		t.Helper()
		tab.do(score.Event{Kind: score.KindFlag, By: "operator", Flag: &score.FlagRaised{Code: code}, Answers: answers})
	}
	flag(referee.FlagFlat, map[string]bool{"flat:a": false})
	if s := tab.State(); s.Sides[0].Twenties != 0 || len(s.Board) != 1 || s.Board[0].State != referee.Leaning || len(s.Flags) != 1 {
		t.Errorf("CH-33 NED-16: %+v", s.Board)
	}
	flag(referee.FlagLine, map[string]bool{"flat:a": true})
	if s := tab.State(); s.Sides[0].Twenties != 1 || s.Flags[1].Of != shot.Seq {
		t.Errorf("the last word counts: %+v", s.Sides[0])
	}
	tab.refused(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagContact}}, "give answers")
	tab.refused(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagUndo}}, "event of its own")
	tab.refused(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagConcede}}, "event of its own")
	empty := newTable(t, referee.Two, "MAY", nil)
	empty.refused(score.Event{Kind: score.KindFlag, Flag: &score.FlagRaised{Code: referee.FlagHand, Action: referee.ActFoul}}, "no shot")
}

// CH-44, MAY-17: a reshoot leaves everything and costs one of the allowance.
func TestReshoots(t *testing.T) {
	tab := newTable(t, referee.Two, "CH", nil, "NoviceReshoot=1")
	tab.shoot(referee.Flat, 60)
	tab.miss()
	if s := tab.State(); s.Next != referee.North || s.Seats[1].Reshoots != 0 || s.Sides[1].Unplayed != 12 || len(s.Board) != 1 {
		t.Errorf("CH-44 AMB-29: next %s, %+v", s.Next, s.Seats[1])
	}
	tab.miss()
	if s := tab.State(); s.Next != referee.South || s.Sides[1].Removed != 1 || s.Shots[2].Verdict.Reason != referee.FNoContact {
		t.Errorf("CH-44 AMB-29 the allowance is used: %s", s.Shots[2].Verdict.Reason)
	}
	always := newTable(t, referee.Two, "CH+n", nil)
	always.shoot(referee.Flat, 60)
	for range 30 {
		always.miss()
	}
	if s := always.State(); s.Next != referee.North || s.Seats[1].Reshoots != -1 {
		t.Errorf("CH+n: next %s, %+v", s.Next, s.Seats[1])
	}
}

// People correct the board: drag, delete, add, colour, twenty plus or minus.
func TestEdits(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	tab.shoot(referee.Flat, 60)
	tab.shoot(referee.Flat, 150)
	a, b := tab.State().Board[0].ID, tab.State().Board[1].ID
	edit := func(e score.Edit) { tab.do(score.Event{Kind: score.KindEdit, By: "operator", Edit: &e}) }
	at := func(id string, owner referee.Side, d float64) referee.Disc {
		return referee.Disc{ID: id, Owner: owner, State: referee.Flat, At: referee.Polar{D: d}}
	}
	edit(score.Edit{Place: []referee.Disc{at(a, "A", 110)}})
	if s := tab.State(); s.Sides[0].Points != 10 {
		t.Errorf("moved: %d points", s.Sides[0].Points)
	}
	edit(score.Edit{Remove: []string{b}})
	if s := tab.State(); s.Sides[1].OnBoard != 0 || s.Sides[1].Removed != 1 {
		t.Errorf("deleted: %+v", s.Sides[1])
	}
	edit(score.Edit{Twenties: map[referee.Side]int{"B": 1}})
	if s := tab.State(); s.Sides[1].Twenties != 1 || s.Sides[1].Removed != 0 || s.Sides[1].Points != 20 {
		t.Errorf("twenty +1: %+v", s.Sides[1])
	}
	edit(score.Edit{Twenties: map[referee.Side]int{"B": -1}, Place: []referee.Disc{at(b, "B", 60)}})
	if s := tab.State(); s.Sides[1].Twenties != 0 || s.Sides[1].Points != 15 || s.Sides[1].Unplayed != 10 {
		t.Errorf("twenty -1, a disc added: %+v", s.Sides[1])
	}
	edit(score.Edit{Place: []referee.Disc{at(a, "B", 60)}})
	if s := tab.State(); s.Sides[0].OnBoard != 0 || s.Sides[1].OnBoard != 2 || s.Sides[0].Removed != 1 {
		t.Errorf("recoloured: %+v", s.Sides)
	}
	for why, e := range map[string]score.Edit{
		"is not on the board":    {Remove: []string{"nix"}},
		"cannot be taken":        {Twenties: map[referee.Side]int{"A": -1}},
		"has not that many":      {Twenties: map[referee.Side]int{"A": 13}},
		"is placed as":           {Place: []referee.Disc{{ID: "q", Owner: "A", State: referee.InHole}}},
		"twenties of \"Z\"":      {Twenties: map[referee.Side]int{"Z": 1}},
		"lies at -1":             {Place: []referee.Disc{at("q", "A", -1)}},
		"disc \"q\" of \"Z\" is": {Place: []referee.Disc{at("q", "Z", 1)}},
	} {
		tab.refused(score.Event{Kind: score.KindEdit, Edit: &e}, why)
	}
}

// CH-37: before a round is written, discs too close to a line are named.
func TestDoubtsBeforeTheCount(t *testing.T) {
	tab := newTable(t, referee.Two, "NCA", nil)
	for range 15 {
		tab.shoot(referee.Flat, 60)
	}
	first := tab.State().Board[0].ID
	tab.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{
		Seat: tab.State().Next, Disc: "last", Contacts: []referee.Contact{{A: "last", B: first}},
		After: []referee.Rest{{ID: "last", State: referee.Flat, At: referee.Polar{D: 84.9}, SD: 0.2}},
	}})
	s := tab.State()
	if s.Phase != score.Frozen || len(s.Doubts) != 1 || s.Doubts[0].Disc.ID != "last" || s.Doubts[0].Clear != 15 || s.Doubts[0].Touch != 10 || s.Doubts[0].Line != models.Line15 {
		t.Fatalf("CH-37 KEL-18: %s, doubts %+v", s.Phase, s.Doubts)
	}
	tab.do(score.Event{Kind: score.KindEdit, Edit: &score.Edit{Place: []referee.Disc{{ID: "last", Owner: s.Doubts[0].Disc.Owner, State: referee.Flat, At: referee.Polar{D: 84.9}}}}})
	if s := tab.State(); len(s.Doubts) != 0 {
		t.Errorf("after people looked: %+v", s.Doubts)
	}
}

func TestEventsThatDoNotFit(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	for why, e := range map[string]score.Event{
		"which is not known":      {Kind: "dance"},
		"starts once":             {Kind: score.KindStart},
		"seat \"W\" is not used":  {Kind: score.KindShot, Shot: &score.Shot{Seat: referee.West}},
		"no side is called":       {Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Side: "Z"}},
		"has the state":           {Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "a", After: []referee.Rest{{ID: "a", State: "gone"}}}},
		"want 0 to 1":             {Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Disc: "a", Contacts: []referee.Contact{{A: "a", B: "peg1", Doubt: 2}}}},
		"a stroke in a match of":  {Kind: score.KindStroke, Stroke: &score.Stroke{}},
		"nobody has to choose":    {Kind: score.KindStarter, Seat: referee.South},
		"concede: no side":        {Kind: score.KindConcede, Side: "Z"},
		"counts -1 on the board":  {Kind: score.KindRound, Round: &score.RoundEnd{Counts: map[referee.Side]score.Count{"A": {Board: -1}}}},
		"shot: the body":          {Kind: score.KindShot},
		"edit: the body":          {Kind: score.KindEdit},
		"start has seat \"\" and": {Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Start: &referee.Start{}}},
	} {
		tab.refused(e, why)
	}
	tab.do(score.Event{Kind: score.KindNote, Note: "hello"})
	if n := len(tab.Events()); n != 2 {
		t.Errorf("%d events", n)
	}
}

func TestReplayRefusesABrokenLog(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	tab.shoot(referee.Flat, 60)
	tab.shoot(referee.Flat, 60)
	events := append([]score.Event{}, tab.Events()...)
	events[1].Seq = 7
	events[2].Kind = "dance"
	_, err := score.Replay(events)
	if err == nil || !strings.Contains(err.Error(), "number 7") || !strings.Contains(err.Error(), "dance") {
		t.Errorf("%v: want every problem named", err)
	}
	if _, err := score.Replay(tab.Events()[1:]); err == nil {
		t.Errorf("a log without its start: %v", err)
	}
}

// Two partners against one, to the end of a round: CH-42, MAY-19.
func TestPairAgainstOne(t *testing.T) {
	tab := newTable(t, referee.TwoVOne, "MAY", nil)
	for tab.State().Phase == score.Playing {
		tab.shoot(referee.InDitch, 0)
	}
	s := tab.State()
	if s.Sides[0].Removed != 12 || s.Sides[1].Removed != 12 || len(s.Shots) != 24 || tab.Setup().Mode != models.Differential {
		t.Errorf("MAY-19 CH-42: %+v, %d shots, count %s", s.Sides, len(s.Shots), tab.Setup().Mode)
	}
}
