package watch

import (
	"math"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// surelyMoved is by how far, in mm, two measured places must differ for a
// move to be beyond doubt without laying pictures upon each other.
const surelyMoved = 7.0

// touched is the move, mm, that is as likely a touch as not: pictures laid
// upon each other scatter by less.
const touched = 0.2

// movedSigmas is the same in standard deviations: one disc in fifteen that lies
// still seems to have moved farther.
const movedSigmas = 2.33

// touchedHidden is the same for a disc that is half hidden, whose place is
// measured instead.
const touchedHidden = 1.75

// calm is a picture of the settled board.
type calm struct {
	picture capture.Frame
	veiled  []bool // cells that hands cover in it
}

// sureNudge is the standard deviation, mm, above which pictures don't lie upon
// each other well: something half hides the disc.
const sureNudge = 0.17

// moves says by how far each disc was moved, but for the flicked one: where
// it hardly was, by laying the pictures before and after upon each other.
// veiled are the cells that hands covered before.
func (w *Crokinole) moves(before, picture capture.Frame, veiled []bool, flicked detect.ID, rests []detect.Rest) {
	away := func(but int) func(r2.Vec) bool {
		return func(p r2.Vec) bool {
			if k, ok := w.eye.grid.cell(p); !ok || w.eye.hand[k] || veiled[k] {
				return true
			}
			for i, r := range rests {
				if i == but {
					continue
				}
				own := but >= 0 && r2.Norm(r2.Sub(p, rests[but].From)) < rests[but].Radius
				reach := r.Radius + 2
				if r2.Norm(r2.Sub(r.Pos, r.From)) > 0.5 || !r.State.OnBoard() {
					reach += shadowReach
				}
				if !own && (r.State.OnBoard() && r2.Norm(r2.Sub(p, r.Pos)) < reach || r2.Norm(r2.Sub(p, r.From)) < reach) {
					return true
				}
			}
			return false
		}
	}
	board := sway{odd: 1}
	if before.Pix != nil {
		board = swayOf(before, picture, w.cal, away(-1))
	}
	for i := range rests {
		r := &rests[i]
		r.Moved = r2.Norm(r2.Sub(r.Pos, r.From))
		r.MovedSD = math.Hypot(r.SD(), 0.3)
		r.PMoved = 1
		if r.State == detect.InHole {
			r.Entered = math.Max(r.Entered, r.Confidence)
		}
		if r.ID == flicked || !r.State.OnBoard() || r.Moved > surelyMoved {
			continue
		}
		z := r.Thickness
		if r.State == detect.InHole {
			z -= w.cal.Board.Hole.Depth
		}
		var n nudge
		if before.Pix != nil {
			n = register(before, picture, w.cal, r.From, r.Radius, z, away(i))
		}
		if !n.ok || n.sd > sureNudge {
			r.PMoved = detect.NormalBelow(r.Moved-touchedHidden, 0.7)
			r.MovedSD = 1.2
			continue
		}
		r.Moved, r.MovedSD = r2.Norm(r2.Sub(n.by, board.by)), n.sd*board.odd
		sd := math.Hypot(r.MovedSD, 0.07)
		r.PMoved = detect.NormalBelow(r.Moved-math.Max(touched, movedSigmas*sd), sd)
	}
}

// shadowReach is how far, in mm, the shadow of a disc falls: where a disc was
// or came to lie, its shadow changes the picture too.
const shadowReach = 8.0
