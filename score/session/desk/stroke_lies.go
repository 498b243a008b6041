package desk

import (
	"fmt"

	"ditchline/detect"
	"ditchline/score"

	"gonum.org/v1/gonum/spatial/r2"
)

// lies are the pieces as a stroke left them, for the log: in the match's frame,
// the striker apart.
func (d *Desk) lies(s *detect.Stroke) []score.Lying {
	out := []score.Lying{}
	for _, p := range s.After {
		if p.Team == detect.Striker {
			continue
		}
		at := quarter(p.Pos, d.strokes.turn)
		out = append(out, score.Lying{Kind: p.Team, X: rounded(at.X, 1), Y: rounded(at.Y, 1)})
	}
	return out
}

// comparePieces holds a carrom board that was found against the log: which way
// round it lies, and whether the pieces lie where the last stroke left them. What
// had to be laid back in the middle may lie anywhere.
func (d *Desk) comparePieces() {
	d.resumed = false
	c := d.state().Carrom
	n := &Resumed{At: d.now}
	if len(c.Lies) == 0 {
		n.Text = "The match goes on."
		d.say(n)
		return
	}
	best, agree := 0, -1
	for turn := range 4 {
		if k := d.agreeing(c.Lies, turn); k > agree {
			best, agree = turn, k
		}
	}
	back := 0
	for _, k := range c.Strokes[len(c.Strokes)-1].PutBack {
		back += k
	}
	missing := len(c.Lies) - agree
	if agree > missing {
		d.strokes.turn, d.strokes.learned = best, true
	}
	n.Agree, n.Extra = agree, max(0, d.piecesLying()-agree-back)
	n.Text = fmt.Sprintf("The match goes on. %d of %d pieces lie where the log has them.", agree, len(c.Lies))
	if n.Extra > 0 {
		n.Text += fmt.Sprintf(" The log does not know %d that lie there.", n.Extra)
	}
	d.say(n)
}

// agreeing counts the pieces of a log that lie where it has them when the board's
// frame is turned into the match's by so many quarters.
func (d *Desk) agreeing(lies []score.Lying, turn int) int {
	taken := map[int]bool{}
	n := 0
	for _, p := range lies {
		at := quarter(r2.Vec{X: p.X, Y: p.Y}, -turn)
		for i, s := range d.lying {
			if !taken[i] && s.Team == p.Kind && r2.Norm(r2.Sub(s.Pos, at)) < samePlace {
				taken[i] = true
				n++
				break
			}
		}
	}
	return n
}

func (d *Desk) piecesLying() int {
	n := 0
	for _, s := range d.lying {
		if s.Team != detect.Striker {
			n++
		}
	}
	return n
}
