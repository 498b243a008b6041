package score_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ditchline/referee"
	"ditchline/score"
)

// roundCase is a whole round of the scenarios.
type roundCase struct {
	ID      string
	Ruleset string
	Shots   []shotCase
	Result  struct {
		Board, Twenties, Total map[string]int
		Winner                 string
		Diff                   int
	}
}

type shotCase struct {
	N        int
	Seat     referee.Seat
	Side     string
	Disc     string
	Contacts [][]string
	After    map[string]discJSON
	Returned map[string]string
	Damage   map[string][2]float64
	Expect   struct {
		Verdict, Code string
		Removed       map[string]string
		Twenties      map[string]int
		Restored      map[string][2]float64
	}
	Board map[string]discJSON
}

type discJSON struct {
	Owner, State string
	D, Theta     float64
}

// The scenarios' colours and states as the log has them.
var (
	sideOf  = map[string]referee.Side{"B": "A", "W": "B"}
	stateOf = map[string]referee.State{"flat": referee.Flat, "lean": referee.Leaning, "hole": referee.InHole, "ditch": referee.InDitch}
)

func (c *shotCase) event() score.Event {
	shot := &score.Shot{Seat: c.Seat, Side: sideOf[c.Side], Disc: c.Disc}
	for id, d := range c.After {
		shot.After = append(shot.After, referee.Rest{ID: id, State: stateOf[d.State], At: referee.Polar{D: d.D, Theta: d.Theta}})
	}
	for _, k := range c.Contacts {
		shot.Contacts = append(shot.Contacts, referee.Contact{A: k[0], B: k[1], Post: len(k) == 3})
	}
	for id, how := range c.Returned {
		shot.Returned = append(shot.Returned, referee.Return{ID: id, Line: how == "line"})
	}
	for id, at := range c.Damage {
		shot.Damage = append(shot.Damage, referee.Displaced{ID: id, From: referee.Polar{D: at[0], Theta: at[1]}})
	}
	return score.Event{Kind: score.KindShot, Shot: shot}
}

// The rounds R1 (MAY, two players) and R3 (CH, four): every verdict, the board
// after every shot, the totals.
func TestRoundsOfTheScenarios(t *testing.T) {
	var file struct{ Rounds []roundCase }
	scenarios(t, &file)
	if len(file.Rounds) != 2 {
		t.Fatalf("%d rounds", len(file.Rounds))
	}
	for _, r := range file.Rounds {
		form := referee.Two
		if slices.ContainsFunc(r.Shots, func(s shotCase) bool { return s.Seat == referee.East }) {
			form = referee.Four
		}
		tab := newTable(t, form, r.Ruleset, nil)
		for _, c := range r.Shots {
			if next := tab.State().Next; next != c.Seat {
				t.Fatalf("%s shot %d: next is %s, want %s", r.ID, c.N, next, c.Seat)
			}
			tab.do(c.event())
			c.check(t, r.ID, tab.State())
		}
		if tab.State().Phase != score.Frozen {
			t.Errorf("%s: %s after the last shot", r.ID, tab.State().Phase)
		}
		for colour, side := range sideOf {
			for _, got := range tab.State().Sides {
				if got.Side != side {
					continue
				}
				if got.Points != r.Result.Total[colour] || got.Twenties != r.Result.Twenties[colour] || got.Points-20*got.Twenties != r.Result.Board[colour] {
					t.Errorf("%s: %s has %d points with %d twenties, want %d with %d", r.ID, colour, got.Points, got.Twenties, r.Result.Total[colour], r.Result.Twenties[colour])
				}
			}
		}
		tab.do(score.Event{Kind: score.KindRound})
		tab.expect(r.ID, []int{r.Result.Diff, 0}, score.Playing)
	}
}

func (c *shotCase) check(t *testing.T, round string, s *score.State) {
	t.Helper()
	v := &s.Shots[len(s.Shots)-1].Verdict
	if strings.ToUpper(string(v.Outcome)) != c.Expect.Verdict || string(v.Reason) != c.Expect.Code {
		t.Errorf("%s shot %d: %s %s, want %s %s", round, c.N, v.Outcome, v.Reason, c.Expect.Verdict, c.Expect.Code)
	}
	removed := map[string]string{}
	for _, r := range v.Removed {
		removed[r.ID] = string(r.Why)
	}
	twenties := map[string]int{}
	for colour, side := range sideOf {
		if n := v.Twenties[side]; n > 0 {
			twenties[colour] = n
		}
	}
	restored := map[string][2]float64{}
	for _, r := range v.Restored {
		restored[r.ID] = [2]float64{r.To.D, r.To.Theta}
	}
	for what, pair := range map[string][2]any{
		"removed": {removed, c.Expect.Removed}, "twenties": {twenties, c.Expect.Twenties}, "restored": {restored, c.Expect.Restored},
	} {
		if got, want := fmt.Sprint(pair[0]), fmt.Sprint(pair[1]); got != want {
			t.Errorf("%s shot %d: %s %s, want %s", round, c.N, what, got, want)
		}
	}
	if len(s.Board) != len(c.Board) {
		t.Errorf("%s shot %d: %d discs on the board, want %d", round, c.N, len(s.Board), len(c.Board))
	}
	for _, d := range s.Board {
		want := c.Board[d.ID]
		if sideOf[want.Owner] != d.Owner || stateOf[want.State] != d.State || (d.State == referee.Flat && d.At != referee.Polar{D: want.D, Theta: want.Theta}) {
			t.Errorf("%s shot %d: %+v lies on the board, want %+v", round, c.N, d, want)
		}
	}
}

// The scenarios' carrom board, stroke by stroke.
func TestCarromBoardOfTheScenarios(t *testing.T) {
	var file struct {
		CarromBoard struct {
			Strokes []struct {
				N      int
				Player referee.Seat
				Stroke referee.Stroke
				Result string
				Events []string
				Left   referee.Pair
				Queen  string
			}
			Winner string
			Points int
		} `json:"carrom_board"`
	}
	scenarios(t, &file)
	if len(file.CarromBoard.Strokes) != 20 {
		t.Fatalf("%d strokes", len(file.CarromBoard.Strokes))
	}
	tab := newTable(t, referee.Two, "CAR", nil)
	for _, c := range file.CarromBoard.Strokes {
		tab.do(score.Event{Kind: score.KindStroke, Stroke: &score.Stroke{Seat: c.Player, Stroke: c.Stroke}})
		s := tab.State().Carrom
		k := s.Strokes[len(s.Strokes)-1]
		if string(k.Verdict.Result) != c.Result || !slices.Equal(k.Verdict.Events, c.Events) {
			t.Errorf("stroke %d: %s %v, want %s %v", c.N, k.Verdict.Result, k.Verdict.Events, c.Result, c.Events)
		}
		if c.Result != "END" && (s.Board.On != c.Left || string(s.Board.Queen) != c.Queen) {
			t.Errorf("stroke %d: left %v, queen %s, want %v, %s", c.N, s.Board.On, s.Board.Queen, c.Left, c.Queen)
		}
	}
	board := tab.State().Carrom.Boards[0]
	if board.Winner != "A" || board.Points != file.CarromBoard.Points || board.Left != (referee.Pair{0, 5}) {
		t.Errorf("the board ended %+v, want %s by %d", board, file.CarromBoard.Winner, file.CarromBoard.Points)
	}
}
