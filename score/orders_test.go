package score_test

import (
	"strings"
	"testing"

	"ditchline/referee"
	"ditchline/score"
)

func orderOf(tab *table, starter referee.Seat) string {
	var out strings.Builder
	for _, s := range score.Order(tab.Setup(), starter) {
		out.WriteString(string(s))
	}
	return out.String()
}

// The scenarios' `orders` T01 to T06, and who has the hammer.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		rules, ruleset string
		form           referee.Form
		starter        referee.Seat
		want           string
		hammer         referee.Seat
	}{
		{"T01 CH-09 CQG-08 MAY-18 KEL-03", "CH CQG NED ENC MAY KEL", referee.Two, "S", strings.Repeat("SN", 12), "N"},
		{"T02 NCA-03 CON: 8 discs", "NCA WCC", referee.Two, "N", strings.Repeat("NS", 8), "S"},
		{"T03 CH-42 MAY-19 AMB-26", "CH MAY", referee.TwoVOne, "S", strings.Repeat("SWNW", 6), "W"},
		{"T04 CH-42 MAY-19 AMB-26", "CH MAY", referee.TwoVOne, "W", strings.Repeat("WSWN", 6), "N"},
		{"AMB-26 N starts", "CH MAY", referee.TwoVOne, "N", strings.Repeat("NWSW", 6), "W"},
		{"T05 CH-22 MAY-21 KEL-05 CQG-17", "CH CQG NED ENC MAY KEL NCA WCC", referee.Four, "S", strings.Repeat("SWNE", 6), "E"},
		{"T05 KEL-05 from another seat", "KEL", referee.Four, "E", strings.Repeat("ESWN", 6), "N"},
		{"T06 CH-43", "CH", referee.Three, "W", strings.Repeat("WNS", 8), "S"},
		{"MAY-20", "MAY", referee.Three, "S", strings.Repeat("SWN", 12), "N"},
	} {
		for _, name := range strings.Fields(c.ruleset) {
			tab := newTable(t, c.form, name, nil)
			if got := orderOf(tab, c.starter); got != c.want {
				t.Errorf("%s: %s: %s, want %s", c.rules, name, got, c.want)
			}
			if got := score.HammerOf(tab.Setup(), c.starter); got != c.hammer {
				t.Errorf("%s: %s: hammer %s, want %s", c.rules, name, got, c.hammer)
			}
		}
	}
}

func TestCounterClockwiseByTheHouse(t *testing.T) {
	tab := newTable(t, referee.Four, "NED", nil, "TurnOrder=counter_clockwise")
	if got := orderOf(tab, "S"); got != strings.Repeat("SENW", 6) {
		t.Errorf("%s", got)
	}
	tab.write(10, 0)
	if s := tab.State(); s.Starter != "E" {
		t.Errorf("next round by %s", s.Starter)
	}
}

// A match plays in the order: each seat in turn until its discs are gone.
func TestMatchesFollowTheOrder(t *testing.T) {
	for _, form := range []referee.Form{referee.Two, referee.Three, referee.TwoVOne, referee.Four} {
		tab := newTable(t, form, "MAY", func(s *score.Setup) { s.Starter = form.Seats()[1] })
		want := orderOf(tab, form.Seats()[1])
		var got strings.Builder
		for tab.State().Phase == score.Playing {
			got.WriteString(string(tab.State().Next))
			tab.miss()
		}
		if got.String() != want || tab.State().Phase != score.Frozen {
			t.Errorf("CH-21: %s players: %s, then %s; want %s", form, &got, tab.State().Phase, want)
		}
	}
}

// T07, T09, T12: who starts the next round.
func TestNextStarters(t *testing.T) {
	for _, c := range []struct {
		rules, ruleset string
		form           referee.Form
		starters       string // of the rounds one after the other
	}{
		{"T07 KEL-17 CON-14 AMB-06", "KEL", referee.Four, "SWNES"},
		{"T09 MAY-21", "MAY", referee.Four, "ESWN"},
		{"T12 NCA-03", "NCA", referee.Four, "SWN"},
		{"T08 MAY-18 CON-14 AMB-06: two switch", "MAY", referee.Two, "SNSN"},
		{"CH-41 A", "CH", referee.Three, "WNSW"},
		{"KEL-17 two", "KEL", referee.Two, "NSN"},
	} {
		tab := newTable(t, c.form, c.ruleset, func(s *score.Setup) { s.Starter = referee.Seat(c.starters[:1]) })
		for i, want := range c.starters {
			if got := tab.State().Starter; string(got) != string(want) {
				t.Errorf("%s: round %d started by %s, want %c", c.rules, i+1, got, want)
			}
			if i < len(c.starters)-1 {
				totals := make([]int, len(tab.Setup().Teams))
				totals[i%2] = 5
				tab.write(totals...)
			}
		}
	}
}

// T10, CH-41 B: the losing side decides; after a tie the left neighbour.
func TestTheLoserChooses(t *testing.T) {
	tab := newTable(t, referee.Two, "CH", nil, "NextStarter=loser_chooses")
	tab.write(10, 30)
	if s := tab.State(); s.Phase != score.Choosing || s.Chooser != "A" || s.Next != "" {
		t.Fatalf("T10 CH-41: %s, %s decides", s.Phase, s.Chooser)
	}
	tab.refused(score.Event{Kind: score.KindRound}, "choosing")
	tab.do(score.Event{Kind: score.KindStarter, Seat: referee.South})
	if s := tab.State(); s.Phase != score.Playing || s.Starter != referee.South {
		t.Errorf("T10 CH-41: %s started by %s", s.Phase, s.Starter)
	}
	tab.write(20, 20)
	if s := tab.State(); s.Phase != score.Playing || s.Starter != referee.North {
		t.Errorf("T11 CH-41: after a tie %s, started by %s", s.Phase, s.Starter)
	}
	tab.write(0, 20)
	tab.shootAs(referee.North, referee.Flat, 60, true)
	if s := tab.State(); s.Starter != referee.North || len(s.Shots) != 1 {
		t.Errorf("CH-41: the choice is made by shooting: started by %s", s.Starter)
	}
	tab.refused(score.Event{Kind: score.KindStarter, Seat: referee.South}, "nobody has to choose")
}

// T15: out of turn is an alarm; people replay or accept.
func TestOutOfTurn(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil)
	tab.shoot(referee.Flat, 60)
	shot := tab.shootAs(referee.South, referee.Flat, 100, false)
	s := tab.State()
	if len(s.Reviews) != 1 || s.Shots[1].Verdict.Reason != referee.FTurn || s.Next != referee.North || len(s.Board) != 1 {
		t.Fatalf("T15 AMB-28: reviews %v, reason %s, next %s", s.Reviews, s.Shots[1].Verdict.Reason, s.Next)
	}
	tab.do(score.Event{Kind: score.KindRuling, Of: shot.Seq, Answers: map[string]bool{"turn": true}})
	if s := tab.State(); len(s.Reviews) != 0 || len(s.Board) != 2 || s.Next != referee.North || s.Sides[0].Unplayed != 10 {
		t.Errorf("T15 accepted: board %v, next %s, %d left", s.Board, s.Next, s.Sides[0].Unplayed)
	}
	tab.do(score.Event{Kind: score.KindRuling, Of: shot.Seq, Answers: map[string]bool{"turn": false}})
	if s := tab.State(); len(s.Board) != 1 || s.Next != referee.North || s.Sides[0].Unplayed != 11 {
		t.Errorf("T15 replayed: board %v, next %s, %d left", s.Board, s.Next, s.Sides[0].Unplayed)
	}
	other := newTable(t, referee.Two, "NED", nil)
	other.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South, Side: "B", Disc: "x", After: []referee.Rest{{ID: "x", State: referee.Flat}}}})
	if s := other.State(); s.Shots[0].Verdict.Reason != referee.FTurn {
		t.Errorf("AMB-28: the wrong colour in the right quadrant: %s", s.Shots[0].Verdict.Reason)
	}
}

// T16: after the last shot the board is frozen, and there is no 25th.
func TestFrozenAfterTheLastShot(t *testing.T) {
	tab := newTable(t, referee.Two, "KEL", nil)
	for range 24 {
		tab.shoot(referee.Flat, 60)
	}
	if s := tab.State(); s.Phase != score.Frozen || s.Next != "" || s.Sides[0].Unplayed != 0 {
		t.Fatalf("T16 CH-21 MAY-16: %s, next %q", s.Phase, s.Next)
	}
	tab.refused(score.Event{Kind: score.KindShot, Shot: &score.Shot{Seat: referee.South}}, "write the round first")
	tab.do(score.Event{Kind: score.KindRound})
	if s := tab.State(); s.Phase != score.Playing || s.Round != 2 || s.Rounds[0].Partial {
		t.Errorf("T16: %s, round %d", s.Phase, s.Round)
	}
	free := newTable(t, referee.Two, "KEL", nil, "FreezeBoardUntilScored=false")
	for range 25 {
		if free.State().Phase == score.Frozen {
			free.shootAs(referee.North, referee.Flat, 60, true)
			continue
		}
		free.shoot(referee.Flat, 60)
	}
	if s := free.State(); s.Round != 2 || len(s.Rounds) != 1 || len(s.Board) != 1 {
		t.Errorf("without the freeze the next shot writes the round: round %d, board %v", s.Round, s.Board)
	}
}
