package sim

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ditchline/models"
)

func TestMistakesAreReadAsWritten(t *testing.T) {
	m, err := ParseMistakes("kiss=0.2,wrong_removal=0.1")
	if err != nil || m[Kiss] != 0.2 || m[WrongRemoval] != 0.1 || m.String() != "kiss=0.2,wrong_removal=0.1" {
		t.Errorf("%v, %v", m, err)
	}
	if m, err := ParseMistakes("0.4"); err != nil || len(m) != len(mistakes) || math.Abs(m[Knock]-0.4/float64(len(mistakes))) > 1e-12 {
		t.Errorf("a share: %v, %v", m, err)
	}
	for _, bad := range []string{"", "kiss", "kiss=2", "kiss=-1", "hug=0.1", "1.5", "kiss=0.1,", "NaN"} {
		if m, err := ParseMistakes(bad); err == nil {
			t.Errorf("%q was read as %v", bad, m)
		}
	}
}

// playing is a game with one kind of mistake in every turn.
func playing(t *testing.T, seed uint64, kind Mistake) (Options, *Game) {
	t.Helper()
	o, err := Varied(seed, "nca-26")
	if err != nil {
		t.Fatal(err)
	}
	o.Mistakes, o.Skill = Mistakes{kind: 1}, 0.6
	return o, NewGame(o)
}

func (tn *Turn) made(kind Mistake) []Anomaly {
	var list []Anomaly
	for _, a := range tn.Anomalies {
		if a.Kind == kind {
			list = append(list, a)
		}
	}
	return list
}

func TestRareShotsAreFoundWhenTheyArePossible(t *testing.T) {
	for kind, least := range map[Mistake]int{Kiss: 3, NearMiss: 2, FoulTwenty: 1, LineClose: 2, ReturnedDisc: 2, PassOverHole: 1} {
		_, g := playing(t, 5, kind)
		n := 0
		for range 10 {
			if len(g.Next().made(kind)) > 0 {
				n++
			}
		}
		if n < least {
			t.Errorf("%s: in %d of 10 turns, want %d at least", kind, n, least)
		}
	}
}

func TestAHandDisturbsOneDiscAndNothingElse(t *testing.T) {
	for _, kind := range []Mistake{Disturbance, PutBack} {
		_, g := playing(t, 8, kind)
		n := 0
		for range 20 {
			tn := g.Next()
			settled := map[int]Puck{}
			for _, p := range tn.Motion.After {
				settled[p.ID] = p
			}
			made := tn.made(kind)
			n += len(made)
			for _, p := range tn.Left {
				moved := math.Hypot(p.X-settled[p.ID].X, p.Y-settled[p.ID].Y)
				byHand := slices.ContainsFunc(tn.ByHand, func(h Handed) bool { return h.Disc == p.ID })
				named := len(made) == 1 && made[0].Details["disc"] == DiscName(p.ID)
				switch {
				case byHand:
				case named && kind == PutBack && moved > 1:
					t.Errorf("%s put back %.2f mm off", DiscName(p.ID), moved)
				case named && kind == Disturbance && (moved < 3 || math.Abs(moved-made[0].Details["displacement"].(float64)) > 1e-9):
					t.Errorf("%s moved by %.2f mm, truth says %v", DiscName(p.ID), moved, made[0].Details)
				case !named && moved > 1e-9:
					t.Errorf("%s moved by %.2f mm and is not named", DiscName(p.ID), moved)
				}
			}
		}
		if n < 10 {
			t.Errorf("%s: %d in 20 turns", kind, n)
		}
	}
}

func TestWhatIsForgottenStaysAndIsOverdue(t *testing.T) {
	_, g := playing(t, 12, Forgotten)
	forgotten, late := 0, 0
	for range 24 {
		tn := g.Next()
		for _, r := range tn.Judgement.Remove {
			if !slices.ContainsFunc(tn.Left, func(p Puck) bool { return p.ID == r.Disc && onBoard(p.Where) }) {
				t.Errorf("shot %d: %s is gone, though forgotten", tn.N, DiscName(r.Disc))
			}
		}
		forgotten += len(tn.made(Forgotten))
		late += len(tn.made(LateRemoval))
		if len(tn.made(Forgotten)) != len(tn.Judgement.Remove) {
			t.Errorf("shot %d: %d discs due, %d forgotten", tn.N, len(tn.Judgement.Remove), len(tn.made(Forgotten)))
		}
		for _, r := range tn.Judgement.Remove {
			if tn.due()[r.Disc] {
				t.Errorf("shot %d: %s was due already", tn.N, DiscName(r.Disc))
			}
		}
	}
	if forgotten < 3 || late < 2 {
		t.Errorf("%d forgotten, %d taken off late", forgotten, late)
	}
}

func TestAWrongRemovalTakesAnotherDisc(t *testing.T) {
	_, g := playing(t, 3, WrongRemoval)
	n := 0
	for range 96 {
		tn := g.Next()
		for _, a := range tn.made(WrongRemoval) {
			n++
			on := func(name string) bool {
				return slices.ContainsFunc(tn.Left, func(p Puck) bool { return DiscName(p.ID) == name && onBoard(p.Where) })
			}
			if on(a.Details["removed"].(string)) || !on(a.Details["instead_of"].(string)) {
				t.Errorf("shot %d: %v, left %v", tn.N, a.Details, places(tn.Left, true))
			}
		}
	}
	if n < 3 {
		t.Errorf("%d wrong removals in four rounds", n)
	}
}

func TestAWrongStartIsOffTheLineOrTheQuadrant(t *testing.T) {
	_, g := playing(t, 4, InvalidStart)
	kinds := map[any]int{}
	for range 24 {
		tn := g.Next()
		made := tn.made(InvalidStart)
		if tn.StartValid != (len(made) == 0) {
			t.Fatalf("shot %d: start valid %v, anomalies %v", tn.N, tn.StartValid, made)
		}
		for _, a := range made {
			kinds[a.Details["kind"]]++
		}
		touches := models.Touches(g.Board.Clearance(models.Line5, math.Hypot(tn.Shot.X, tn.Shot.Y), g.Board.Disc.Radius))
		if len(made) == 1 && (made[0].Details["kind"] == "not_on_line") == touches {
			t.Errorf("shot %d: %v, touches the line %v", tn.N, made[0].Details, touches)
		}
	}
	if kinds["not_on_line"] < 3 || kinds["beyond_quadrant_line"] < 3 {
		t.Errorf("kinds %v", kinds)
	}
	_, honest := playing(t, 4, Kiss)
	for range 24 {
		if tn := honest.Next(); !tn.StartValid {
			t.Errorf("shot %d: an invalid start without the mistake: %v", tn.N, tn.Anomalies)
		}
	}
}

func TestAGameOfMistakesStaysWhole(t *testing.T) {
	for seed := range uint64(4) {
		o, err := Varied(seed, "")
		if err != nil {
			t.Fatal(err)
		}
		if o.Mistakes, err = ParseMistakes("1"); err != nil {
			t.Fatal(err)
		}
		g := NewGame(o)
		var turns []*Turn
		for range 2*o.Discs + 3 {
			tn := g.Next()
			if len(turns) > 0 && tn.Start != turns[len(turns)-1].End {
				t.Fatalf("seed %d: a turn begins at %v, the one before ended at %v", seed, tn.Start, turns[len(turns)-1].End)
			}
			for i := 1; i < len(tn.keys); i++ {
				if tn.keys[i].t < tn.keys[i-1].t {
					t.Fatalf("seed %d, shot %d: the hand goes back in time", seed, tn.N)
				}
			}
			for _, c := range tn.carries {
				if c.to > tn.End || c.from < tn.Start {
					t.Errorf("seed %d, shot %d: a disc is carried from %v to %v in a turn of %v to %v", seed, tn.N, c.from, c.to, tn.Start, tn.End)
				}
			}
			// Where the next turn's discs lie is where this one's came to lie.
			for _, p := range tn.all {
				at := tn.placeOf(&p, tn.End-1e-9)
				if q := g.puck(p.ID); math.Hypot(at.x-q.X, at.y-q.Y) > 1e-6 || at.where != q.Where {
					t.Errorf("seed %d, shot %d: %s ends at (%.2f, %.2f) %v, the game has it at (%.2f, %.2f) %v", seed, tn.N, DiscName(p.ID), at.x, at.y, at.where, q.X, q.Y, q.Where)
				}
			}
			turns = append(turns, tn)
		}
		truth := NewGameTruth("t", o, turns, int(turns[len(turns)-1].End*o.FPS)+1)
		if _, err := json.Marshal(truth); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

func TestTheSameSeedPlaysTheSameGame(t *testing.T) {
	text := func() string {
		o, err := Varied(77, "")
		if err != nil {
			t.Fatal(err)
		}
		o.Mistakes = Mistakes{Kiss: 0.3, WrongRemoval: 0.3, Knock: 0.2, PassingBy: 0.2}
		g := NewGame(o)
		var turns []*Turn
		for range 8 {
			turns = append(turns, g.Next())
		}
		b, err := json.Marshal(NewGameTruth("t", o, turns, int(turns[7].End*o.FPS)))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if a, b := text(), text(); a != b {
		t.Error("two games of one seed differ")
	}
}

func TestAFilmMayBeginInMidRound(t *testing.T) {
	o := Defaults()
	o.Played = 9
	g := NewGame(o)
	tn := g.Next()
	if tn.N != 10 || tn.Start != 0 || len(tn.Before) == 0 {
		t.Fatalf("shot %d at %v with %d discs: want the 10th at 0 with some", tn.N, tn.Start, len(tn.Before))
	}
	truth := NewGameTruth("t", o, []*Turn{tn}, int(tn.End*o.FPS)+1)
	if len(truth.Truth.Initial) != len(tn.Before) || len(truth.Truth.Shots) != 1 || truth.Truth.Shots[0].N != 1 || !truth.Truth.RoundScore.Partial {
		t.Errorf("initial %v, %d shots, round %+v", truth.Truth.Initial, len(truth.Truth.Shots), truth.Truth.RoundScore)
	}
}

func TestTheRealRefereeAgreesWithTheGamesOwn(t *testing.T) {
	sets, err := models.LoadRulesets("")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := sets.Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	shots, fouls := 0, 0
	for seed := range uint64(3) {
		o, err := Varied(100+seed, "")
		if err != nil {
			t.Fatal(err)
		}
		o.Mistakes = Mistakes{ReturnedDisc: 0.1, Kiss: 0.1, FoulTwenty: 0.1, Opponent20: 0.1, LineClose: 0.2, LeaningDisc: 0.1, Forgotten: 0.2, OpenEdge: 0.2}
		g, real := NewGame(o), NewRuled(&rules, o.Players)
		for range 24 {
			tn := g.Next()
			if tn.Clearing {
				continue
			}
			shots++
			p := Played{Board: g.Board, Team: tn.Team, Disc: tn.Disc, SeatDeg: tn.SeatDeg, Start: [2]float64{tn.Shot.X, tn.Shot.Y}, Before: tn.Before, After: tn.Motion.After, Events: tn.Motion.Events, Due: tn.due()}
			own, other := tn.Judgement, real.Judge(p)
			if !own.Valid {
				fouls++
			}
			if own.Valid != other.Valid || !sameDiscs(own.Remove, other.Remove) {
				t.Errorf("seed %d, shot %d: own %+v, referee %+v", seed, tn.N, own, other)
			}
		}
	}
	if fouls < shots/20 {
		t.Errorf("%d fouls in %d shots: the comparison says little", fouls, shots)
	}
}

func sameDiscs(a, b []Removal) bool {
	ids := func(list []Removal) []int {
		var out []int
		for _, r := range list {
			out = append(out, r.Disc)
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(ids(a), ids(b))
}

func TestOptionsNameEveryProblem(t *testing.T) {
	q := url.Values{"mistakes": {"hug=1"}, "light": {"moon"}, "sets": {"lost"}, "dark": {"9"}, "played": {"99"}}
	_, err := ParseOptions(q)
	for _, want := range []string{"hug=1", "moon", "lost", "dark 9", "played 99"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not name %q", err, want)
		}
	}
}

func TestLightThatChangesReturnsToTheUsual(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, kind := range []Mistake{Exposure, Flicker, PassingBy} {
		e := airing{kind: kind, from: 1, to: 3, stops: 0.5, dark: 0.2, rate: 5, x: -600, dx: 1200, size: 150}
		for _, at := range []float64{0.5, 1, 3, 3.5} {
			a := airAt([]airing{e}, at)
			if l := a.light(0, 0); math.Abs(float64(l)-1) > 1e-6 {
				t.Errorf("%s: light %v at %v s", kind, l, at)
			}
		}
		changed := false
		for range 200 {
			a := airAt([]airing{e}, 1+2*rng.Float64())
			l := a.light(0, 0)
			changed = changed || math.Abs(float64(l)-1) > 0.1
			if l < 0.5 || l > 1.6 {
				t.Errorf("%s: light %v", kind, l)
			}
		}
		if !changed {
			t.Errorf("%s changes nothing", kind)
		}
	}
}
