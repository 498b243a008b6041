package sim

import (
	"math"
	"testing"

	"ditchline/models"
	"ditchline/referee"
)

func carromOptions(seed uint64) Options {
	o := Defaults().onCarrom(shippedBoards()["carrom-icf"])
	o.Seed, o.Skill = seed, 0.85
	return o
}

// playBoard plays until the board is over.
func playBoard(t *testing.T, g *CarromGame) []*Turn {
	t.Helper()
	var turns []*Turn
	for len(turns) < 300 {
		tn := g.Next()
		turns = append(turns, tn)
		if tn.Stroke.Verdict.Result == referee.End {
			return turns
		}
	}
	t.Fatal("the board does not end")
	return nil
}

func TestABoardIsPlayedByTheRules(t *testing.T) {
	for seed := range uint64(4) {
		o := carromOptions(seed)
		o.Players = 2 + 2*int(seed%2)
		o.Mistakes = Mistakes{InvalidStart: 0.1, Forgotten: 0.1}
		g := NewCarromGame(o)
		turns := playBoard(t, g)
		t.Logf("seed %d: %d strokes in %.0f s", seed, len(turns), turns[len(turns)-1].End)
		seat := 0
		for i, tn := range turns {
			st := tn.Stroke
			if want := g.playerOf(seat); tn.Player != want {
				t.Fatalf("seed %d stroke %d: played by %s, want %s", seed, i+1, tn.Player, want)
			}
			if st.Verdict.Result == referee.Pass {
				seat = (seat + 1) % o.Players
			}
			along, from := sideways(tn)
			gaps := o.Board.Carrom.StrikerGaps(along, from, o.Board.Carrom.StrikerRadius)
			if valid := gaps.Inner <= 0 && gaps.Outer <= 0 && gaps.Circle >= 0; valid != tn.StartValid {
				t.Errorf("seed %d stroke %d: start valid %v at %+v", seed, i+1, tn.StartValid, gaps)
			}
			if i+1 < len(turns) && len(turns[i+1].Before) != len(tn.Left) {
				t.Errorf("seed %d stroke %d leaves %d pieces, the next finds %d", seed, i+1, len(tn.Left), len(turns[i+1].Before))
			}
			for _, p := range tn.Left {
				for _, q := range tn.Left {
					if d := math.Hypot(p.X-q.X, p.Y-q.Y); p.ID != q.ID && d < 30.98 {
						t.Errorf("seed %d stroke %d: %s and %s overlap, %.2f mm apart", seed, i+1, DiscName(p.ID), DiscName(q.ID), d)
					}
				}
			}
		}
		last := turns[len(turns)-1].Stroke
		if got := last.Totals[0] + last.Totals[1]; got != last.After.Points || got == 0 {
			t.Errorf("seed %d: points %d, totals %v", seed, last.After.Points, last.Totals)
		}
		next := g.Next()
		if !next.Clearing || len(g.pieces()) != 19 {
			t.Errorf("seed %d: the next board begins with %d pieces", seed, len(g.pieces()))
		}
	}
}

func sideways(tn *Turn) (along, from float64) {
	_, along, from = models.SideOf(tn.Shot.X, tn.Shot.Y)
	return along, from
}

// What the state has on the board lies there, once what is due is put back.
func TestThePiecesAgreeWithTheState(t *testing.T) {
	g := NewCarromGame(carromOptions(3))
	for _, tn := range playBoard(t, g) {
		if tn.Stroke.Verdict.Result == referee.End {
			break
		}
		count := [3]int{}
		for _, p := range tn.Left {
			count[p.Team]++
		}
		queen := 0
		if tn.Stroke.After.Queen == referee.QueenOnBoard {
			queen = 1
		}
		if on := tn.Stroke.After.On; count != [3]int{on[0], on[1], queen} {
			t.Errorf("stroke %d: %v lie there, the state has %v and the queen %s", tn.N, count, on, tn.Stroke.After.Queen)
		}
	}
}

func TestACarromGameIsTheSameBySeed(t *testing.T) {
	a, b := NewCarromGame(carromOptions(9)), NewCarromGame(carromOptions(9))
	for range 6 {
		x, y := a.Next(), b.Next()
		if x.Shot != y.Shot || x.End != y.End || x.Stroke.Verdict.Result != y.Stroke.Verdict.Result {
			t.Fatalf("stroke %d differs: %+v and %+v", x.N, x.Shot, y.Shot)
		}
	}
}
