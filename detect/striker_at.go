package detect

import (
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// StrikerDetector measures the striker where it may have been set down, though
// printed lines run under it and fingers touch it.
type StrikerDetector interface {
	// DetectStriker measures the striker in a picture near the seeds (mm). known
	// is an Observation of the board under the calibration that still holds.
	// ok is false where none of the seeds shows it.
	DetectStriker(f capture.Frame, known Observation, like StrikerLike, seeds []r2.Vec) (d Disc, ok bool, err error)
}

// StrikerLike is what the striker looks like, as far as it is known.
type StrikerLike struct {
	Radius float64 // mm
	Colour Lab
	Known  bool // of both: it was measured in plain sight
}

// Figures of a striker that is set down.
const (
	StrikerTint   = 24.0 // in Lab from its known colour: the light differs under a hand
	strikerSlack  = 0.06 // share by which its radius may differ from what is known
	strikerUnsure = 0.22 // the same from the board's own
)

// StrikerAt is the striker at the best of the seeds.
func (s *Scene) StrikerAt(seeds []r2.Vec, like StrikerLike) (Disc, bool) {
	search := Search{Directions: 48, Windows: coarse, Grain: s.grain}
	solid := NewSolid(s.cal.Board.Disc, 0)
	solid.Radius = like.Radius
	var best Fit
	top := likely
	for _, p := range seeds {
		if face, _ := s.view.face(solid, p); like.Known && face.Lab(1).Distance(like.Colour) > 2*StrikerTint {
			continue // a finger, or the bare board under another striker
		}
		f := s.bestPiece(solid, p, search)
		if like.Known && f.Face.Lab(1).Distance(like.Colour) > StrikerTint {
			continue
		}
		if e := f.Evidence(); e > top && s.cal.Board.Carrom.OnSurface(f.Pos, f.Solid.Radius-frameSlack) {
			best, top = f, e
		}
	}
	if top == likely {
		return Disc{}, false
	}
	slack := strikerSlack
	if !like.Known {
		slack = strikerUnsure
	}
	fine := Search{Directions: 64, Windows: coarse[1:], Grain: s.grain}
	centre := best.Pos
	least := strikerLeast * s.cal.Board.Disc.Radius / like.Radius // smaller, it is a piece
	for k := math.Max(1-slack, least); k <= 1+slack+1e-9; k += slack / 4 {
		solid.Radius = k * like.Radius
		if f := s.offPrint(s.crescent(s.view.Fit(solid, centre, fine))); f.Evidence() > best.Evidence() && r2.Norm(r2.Sub(f.Pos, centre)) < SpotReach {
			best = f
		}
	}
	if like.Known { // edges under fingers would change what is known well
		solid.Radius = like.Radius
		best = s.view.Fit(solid, best.Pos, fine)
	}
	p := &Placed{Fit: best, Team: teamStriker, State: Flat}
	placed := []*Placed{p}
	s.view.Seat(s.cal.Board, placed, s.lens, seating)
	before := p.Pos
	s.measure(placed, len(pieceTeams))
	if far := r2.Norm(r2.Sub(p.Pos, before)); far > 1.5 || math.IsNaN(far) {
		p.Pos = before
	}
	return s.piece(p), true
}

// Places along the base lines where a striker is looked for, mm.
const (
	seedApart  = 5.0 // along the lines: a fit finds what lies within 3 mm
	seedAcross = 5.2 // rows across them
)

// BaseSeeds are places on all four sides where a striker may be set down: rows
// of them on either side of the middle between the base lines.
func BaseSeeds(c *models.CarromSurface, rows int) []r2.Vec {
	var seeds []r2.Vec
	for side := range 4 {
		for row := -rows; row <= rows; row++ {
			for along := -c.BaseLength / 2; along <= c.BaseLength/2; along += seedApart {
				seeds = append(seeds, onSide(side, along, c.BaseCircleCentreFromCentre+float64(row)*seedAcross))
			}
		}
	}
	return seeds
}

// onSide is a place along a side of the board and from its centre toward it;
// see models.SideOf.
func onSide(side int, along, from float64) r2.Vec {
	p := r2.Vec{X: from, Y: along}
	for range side {
		p = r2.Vec{X: -p.Y, Y: p.X}
	}
	return p
}
