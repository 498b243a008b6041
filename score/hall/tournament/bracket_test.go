package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ditchline/score/hall/tournament"

	"pgregory.net/rapid"
)

var cupOnly = tournament.Setup{Stages: []tournament.Stage{{System: tournament.Knockout, Third: true}}}

// drawing writes a bracket as text: a column a line, * behind who went on.
func drawing(b tournament.Bracket) string {
	var lines []string
	for _, column := range b.Columns {
		var slots []string
		for _, s := range column {
			var names []string
			for _, side := range s.Sides {
				name := string(side.Entrant)
				switch {
				case side.Nobody:
					name = "-"
				case name == "":
					name = "?"
				case s.Winner == side.Entrant:
					name += "*"
				}
				names = append(names, name)
			}
			slots = append(slots, strings.Join(names, ":"))
		}
		lines = append(lines, strings.Join(slots, " "))
	}
	return strings.Join(lines, " | ")
}

func bracketOf(t tb, cup *tournament.Tournament) tournament.Bracket {
	t.Helper()
	b, ok := cup.State().Bracket(len(cup.State().Stages)-1, 0)
	if !ok {
		t.Fatalf("there is no bracket")
	}
	return b
}

func TestABracketIsDrawnFromItsBeginningToItsEnd(t *testing.T) {
	cup := open(t, cupOnly, 6)
	if _, ok := cup.State().Bracket(0, 0); ok {
		t.Error("there is a bracket before the stage has begun")
	}
	begin(t, cup)
	looks := func(want string) {
		t.Helper()
		if got := drawing(bracketOf(t, cup)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	looks("1*:- 5:4 3:6 -:2* | 1:? ?:2 | ?:?")
	draw(t, cup)
	looks("1*:- 5:4 3:6 -:2* | 1:? ?:2 | ?:?")
	win := func(id tournament.EntrantID) {
		t.Helper()
		for _, m := range cup.State().Open() {
			if m.A == id {
				result(t, cup, m, 6, 2)
				return
			}
			if m.B == id {
				result(t, cup, m, 2, 6)
				return
			}
		}
		t.Fatalf("%s has no match", id)
	}
	win("4")
	win("6")
	looks("1*:- 5:4* 3:6* -:2* | 1:4 6:2 | ?:?")
	draw(t, cup)
	win("1")
	win("6")
	draw(t, cup)
	if third := bracketOf(t, cup).Third; third == nil || third.Sides[0].Entrant == third.Sides[1].Entrant {
		t.Fatalf("third place: %+v", third)
	}
	win("6")
	win("2")
	looks("1*:- 5:4* 3:6* -:2* | 1*:4 6*:2 | 1:6*")
	if b := bracketOf(t, cup); b.Winner != "6" || b.Third.Winner != "2" || len(b.Others) != 0 {
		t.Errorf("winner %s, third %+v, others %v", b.Winner, b.Third, b.Others)
	}
	// The first semi-final was 4's after all: the final stands as it was drawn.
	semi := cup.State().Stages[0].Rounds[1].Matches[0]
	r := *semi.Result
	r.Winner = map[tournament.Winner]tournament.Winner{tournament.WinnerA: tournament.WinnerB, tournament.WinnerB: tournament.WinnerA}[r.Winner]
	add(t, cup, tournament.Event{Kind: tournament.KindCorrection, Match: semi.ID, Result: &r, Note: "written wrongly"})
	looks("1*:- 5:4* 3:6* -:2* | 1:4* 6*:2 | 1:6*")
	if b := bracketOf(t, cup); !b.Columns[2][0].Stray {
		t.Error("the final is not said to be drawn otherwise")
	}
}

func TestWhoLeavesABracketLeavesAWalkover(t *testing.T) {
	cup := open(t, cupOnly, 4)
	begin(t, cup)
	draw(t, cup)
	for _, m := range cup.State().Open() {
		result(t, cup, m, 6, 2)
	}
	winners := []tournament.EntrantID{cup.State().Stages[0].Rounds[0].Matches[0].Winner(), cup.State().Stages[0].Rounds[0].Matches[1].Winner()}
	add(t, cup, tournament.Event{Kind: tournament.KindWithdraw, Who: winners[0]})
	draw(t, cup)
	b := bracketOf(t, cup)
	if final := b.Columns[1][0]; !final.Bye || final.Winner != winners[1] || b.Winner != winners[1] {
		t.Errorf("final: %+v, winner %s", final, b.Winner)
	}
}

// Whatever the size and whoever wins or leaves: every match of a bracket
// stands in one place of it, one wins, byes come in the first round alone
// while nobody leaves, and nobody has two.
func TestBracketsHoldEveryMatchOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "entrants")
		cup := open(t, cupOnly, n)
		begin(t, cup)
		leaves := rapid.Bool().Draw(t, "leaves")
		for round := 1; !cup.State().Done(); round++ {
			e, err := cup.NextRound(1)
			if err != nil {
				t.Fatalf("round %d: %v", round, err)
			}
			add(t, cup, e)
			byes := 0
			for _, m := range cup.State().Stage().Rounds[round-1].Matches {
				if m.Bye() {
					byes++
				}
			}
			size := 1
			for size < n {
				size *= 2
			}
			if want := size - n; !leaves && ((round == 1 && byes != want) || (round > 1 && byes != 0)) {
				t.Fatalf("round %d of %d entrants has %d byes", round, n, byes)
			}
			for _, m := range cup.State().Open() {
				if leaves && rapid.IntRange(0, 9).Draw(t, "leave") == 0 {
					add(t, cup, tournament.Event{Kind: tournament.KindWithdraw, Who: m.A})
					continue
				}
				a := rapid.SampledFrom([]int{1, 7}).Draw(t, "points")
				result(t, cup, m, a, 8-a)
			}
		}
		b := bracketOf(t, cup)
		var seen []tournament.MatchID
		for _, column := range b.Columns {
			for _, s := range column {
				if s.Match != "" {
					seen = append(seen, s.Match)
				}
				if s.Stray {
					t.Fatalf("%+v is said to be drawn otherwise", s)
				}
			}
		}
		if b.Third != nil {
			seen = append(seen, b.Third.Match)
		}
		all := 0
		for _, r := range cup.State().Stages[0].Rounds {
			for _, m := range r.Matches {
				all++
				if !slices.Contains(seen, m.ID) {
					t.Fatalf("match %s stands nowhere in %s", m.ID, drawing(b))
				}
			}
		}
		if all != len(seen) || len(b.Others) > 0 {
			t.Fatalf("%d matches, %d places, others %v", all, len(seen), b.Others)
		}
		rows := cup.State().Standings(0, 0)
		if !leaves && (b.Winner == "" || rows[0].Entrant != b.Winner) {
			t.Fatalf("%s wins the bracket, %s is first", b.Winner, rows[0].Entrant)
		}
	})
}

func TestOutlooks(t *testing.T) {
	cup := open(t, tournament.Setup{Stages: []tournament.Stage{
		{Name: "Pools", System: tournament.RoundRobin, Groups: 2}, {Name: "Play-off", System: tournament.Knockout, Take: 2},
	}}, 8)
	begin(t, cup)
	if o := cup.State().Outlooks(0, 0); len(o) != 0 {
		t.Errorf("before the first result: %v", o)
	}
	say := func() string {
		s := cup.State()
		out := s.Outlooks(0, 0)
		var text []string
		for _, r := range s.Standings(0, 0) {
			text = append(text, fmt.Sprintf("%s%+d%s", r.Entrant, out[r.Entrant].Moved, out[r.Entrant].Next))
		}
		return strings.Join(text, " ")
	}
	// Pool A is 1, 4, 5, 8: by Berger's table 1-8, 4-5; 8-5, 1-4; 4-8, 5-1.
	draw(t, cup)
	for _, m := range cup.State().Open() {
		if m.Group == 0 {
			result(t, cup, m, 6, 2)
		}
	}
	if got := say(); got != "1+0Play-off 4+0Play-off 5+0 8+0" { // both stand first, nobody of pool B has more
		t.Errorf("after a round: %s", got)
	}
	draw(t, cup)
	for _, m := range cup.State().Open() {
		switch {
		case m.Has("8"):
			r := counted(8, 0)
			if m.B == "8" {
				r = counted(0, 8)
			}
			add(t, cup, tournament.Event{Kind: tournament.KindResult, Match: m.ID, Result: r})
		case m.Has("1"):
			result(t, cup, m, 4, 4)
		default:
			result(t, cup, m, 6, 2)
		}
	}
	// 1 and 4 drew: 10 each and level in all; 8 has 10 too and lost to 1.
	rows := cup.State().Standings(0, 0)
	if rows[0].By != "" || rows[3].By != tournament.ByPoints {
		t.Errorf("parted by %q and %q", rows[0].By, rows[3].By)
	}
	draw(t, cup)
	if o := cup.State().Outlooks(0, 0)["8"]; o.Moved <= 0 {
		t.Errorf("8 won 8 to 0 and moved %d", o.Moved)
	}
}

func TestHeadToHeadIsSaidWhereItParts(t *testing.T) {
	cup := open(t, tournament.Setup{Order: []tournament.Criterion{tournament.ByPoints, tournament.HeadToHead}, Stages: []tournament.Stage{{System: tournament.RoundRobin}}}, 3)
	begin(t, cup)
	scores := map[[2]tournament.EntrantID][2]int{{"1", "2"}: {3, 5}, {"1", "3"}: {7, 1}, {"2", "3"}: {5, 3}}
	for range 3 {
		draw(t, cup)
		for _, m := range cup.State().Open() {
			if r, ok := scores[[2]tournament.EntrantID{m.A, m.B}]; ok {
				result(t, cup, m, r[0], r[1])
			} else {
				r := scores[[2]tournament.EntrantID{m.B, m.A}]
				result(t, cup, m, r[1], r[0])
			}
		}
	}
	rows := cup.State().Standings(0, 0) // 1 and 2 have 10 each; 2 beat 1
	if rows[0].Entrant != "2" || rows[1].By != tournament.HeadToHead || rows[0].HeadToHead == nil || *rows[0].HeadToHead != 5 || *rows[1].HeadToHead != 3 {
		t.Errorf("%+v", rows)
	}
	if rows[2].HeadToHead != nil || rows[2].By != tournament.ByPoints {
		t.Errorf("3 is parted by the points alone: %+v", rows[2])
	}
}
