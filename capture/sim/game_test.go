package sim

import (
	"math"
	"testing"

	"ditchline/models"
)

func TestARoundIsPlayedByTheRules(t *testing.T) {
	for _, players := range []int{2, 4} {
		o := Defaults()
		o.Discs, o.Players, o.Seed = 6, players, 3
		g := NewGame(o)
		for round := range 2 {
			for n := range 12 {
				tn := g.Next()
				if tn.Clearing || tn.N != n+1 || tn.Round != round || tn.Team != (n+round)%2 {
					t.Fatalf("%d players, round %d, shot %d: got %+v", players, round, n+1, tn)
				}
				start := tn.placeOf(g.copyOf(tn, tn.Disc), tn.FlickAt)
				if d := math.Hypot(start.x, start.y); !models.Touches(o.Board.Clearance(models.Line5, d, o.Board.Disc.Radius)) {
					t.Errorf("shot from distance %v, want on the shooting line", d)
				}
				checkTurn(t, g, tn)
			}
			if tn := g.Next(); !tn.Clearing {
				t.Fatalf("round %d is not cleared", round)
			}
			for _, p := range g.set {
				if p.Where != OffBoard {
					t.Errorf("disc %s is still %v after the round", DiscName(p.ID), p.Where)
				}
			}
		}
	}
}

func (g *Game) copyOf(tn *Turn, id int) *Puck {
	for i := range tn.all {
		if tn.all[i].ID == id {
			return &tn.all[i]
		}
	}
	return nil
}

// checkTurn looks at the order of a turn's times and at the board after it.
func checkTurn(t *testing.T, g *Game, tn *Turn) {
	t.Helper()
	times := []float64{tn.Start, tn.HandIn, tn.Placed, tn.FlickAt, tn.SettledAt, tn.End}
	for i := 1; i < len(times); i++ {
		if times[i] < times[i-1] {
			t.Errorf("times out of order: %v", times)
		}
	}
	for _, r := range tn.Judgement.Remove {
		if at := removedAt(tn, r.Disc); at <= tn.SettledAt {
			t.Errorf("disc %s removed at %v, before the rest at %v", DiscName(r.Disc), at, tn.SettledAt)
		}
	}
	for _, p := range tn.at(tn.End) {
		now := g.puck(p.id)
		if math.Hypot(p.x-now.X, p.y-now.Y) > 1e-9 || p.where != now.Where {
			t.Errorf("disc %s ends the turn %v at (%v, %v), the game has it %v at (%v, %v)", DiscName(p.id), p.where, p.x, p.y, now.Where, now.X, now.Y)
		}
		if d := math.Hypot(p.x, p.y); now.Where == InHole || now.Where == OnSurface && g.Board.Points(d, g.Board.Disc.Radius) == 0 {
			t.Errorf("disc %s should have been taken off: %v at distance %v", DiscName(p.id), p.where, d)
		}
	}
}

func TestDiscsNeverJumpButInTheHand(t *testing.T) {
	o := Defaults()
	o.Discs = 3
	g := NewGame(o)
	for range 7 {
		tn := g.Next()
		const dt = 0.002
		last := tn.at(tn.Start)
		for s := tn.Start + dt; s < tn.End; s += dt {
			now := tn.at(s)
			for i := range now {
				if now[i].hidden || last[i].hidden || now[i].where == InHand || last[i].where == InHand {
					continue
				}
				if d := math.Hypot(now[i].x-last[i].x, now[i].y-last[i].y); d > 5000*dt {
					t.Fatalf("shot %d: disc %s jumps %.1f mm at %.3f s", tn.N, DiscName(now[i].id), d, s-tn.Start)
				}
			}
			last = now
		}
	}
}

func TestSkillPays(t *testing.T) {
	total := func(skill float64) int {
		sum := 0
		for seed := range uint64(3) {
			o := Defaults()
			o.Skill, o.Seed = skill, seed
			g := NewGame(o)
			for range 24 {
				g.Next()
			}
			s := g.Score()
			sum += s[0].Total + s[1].Total
		}
		return sum
	}
	if weak, strong := total(0.1), total(0.95); strong <= weak {
		t.Errorf("players of skill 0.95 score %d, of skill 0.1 %d", strong, weak)
	}
}

type banAll struct{}

func (banAll) Judge(p Played) Judgement {
	return Judgement{Reason: "banned", Remove: []Removal{{Disc: p.Disc, Why: WhyFoul}}}
}

func TestAPluggedRefereeDecides(t *testing.T) {
	o := Defaults()
	o.Referee = banAll{}
	g := NewGame(o)
	tn := g.Next()
	if tn.Judgement.Reason != "banned" || g.puck(tn.Disc).Where != OffBoard {
		t.Errorf("judged %q, disc %v", tn.Judgement.Reason, g.puck(tn.Disc).Where)
	}
}

func TestNEDJudgesAsItsRuleSays(t *testing.T) {
	b := Defaults().Board
	at := func(id, team int, d float64) Puck { return Puck{ID: id, Team: team, Where: OnSurface, X: d} }
	hit := []Event{{Kind: EventContact, Disc: 1, Other: 2}}
	for _, c := range []struct {
		name   string
		before []Puck
		after  []Puck
		events []Event
		valid  bool
		remove int
	}{
		{"open shot into the 15 stands", nil, []Puck{at(1, 0, 50)}, nil, true, 0},
		{"open shot touching the 15 line stands", nil, []Puck{at(1, 0, b.Rings.R15+16)}, nil, true, 0},
		{"open shot outside the 15 goes", nil, []Puck{at(1, 0, 150)}, nil, false, 1},
		{"a hit opponent makes it valid", []Puck{at(2, 1, 100)}, []Puck{at(1, 0, 150), at(2, 1, 200)}, hit, true, 0},
		{"a missed opponent makes it foul", []Puck{at(2, 1, 100)}, []Puck{at(1, 0, 150), at(2, 1, 100)}, nil, false, 1},
		{"a twenty is taken off", []Puck{at(2, 1, 100)}, []Puck{{ID: 1, Where: InHole}, at(2, 1, 200)}, hit, true, 1},
		{"a disc on the shooting line is taken off", []Puck{at(2, 1, 100)}, []Puck{at(1, 0, 150), at(2, 1, 300)}, hit, true, 1},
	} {
		j := NED{}.Judge(Played{Board: b, Team: 0, Disc: 1, Before: c.before, After: c.after, Events: c.events})
		if j.Valid != c.valid || len(j.Remove) != c.remove {
			t.Errorf("%s: got %+v", c.name, j)
		}
	}
}

// removedAt is when a disc was taken off by hand in a turn; 0 if it was not.
func removedAt(tn *Turn, id int) float64 {
	for _, h := range tn.ByHand {
		if h.Disc == id {
			return h.T
		}
	}
	return 0
}
