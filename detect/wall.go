package detect

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// A pale piece on a pale board under a lamp shows little but its wall, which
// lies in the shade, as a dark crescent on the side of the camera.
const (
	crescentNear    = 0.4  // share of the outline's directions in which the wall must be seen
	crescentAslant  = 0.7  // tangent of the angle at which it is seen, from the board's normal
	crescentSupport = 0.85 // of these, in which the step at its rim must be
)

// crescent is the fit with the wall's contrast standing for the face's, where
// the wall is all that is seen: aslant, since from above a drawn circle looks
// like one.
func (s *Scene) crescent(f Fit) Fit {
	eye, grain := s.view.Eye, s.grain
	if math.Hypot(f.Pos.X-eye.X, f.Pos.Y-eye.Y) < crescentAslant*eye.Z {
		return f
	}
	near, shown := 0.0, 0.0
	var steps []float64
	for _, e := range f.Edges {
		if !e.Near {
			continue
		}
		near++
		if e.OK && math.Abs(e.Offset) < math.Max(1.2, 1.2/e.PxPerMM) && e.Contrast > 4*grain {
			shown++
			steps = append(steps, e.Contrast)
		}
	}
	if near < crescentNear*float64(len(f.Edges)) || shown < crescentSupport*near {
		return f
	}
	sort.Float64s(steps)
	f.Standout = math.Max(f.Standout, steps[len(steps)/4]/(f.Mottle+2*grain))
	return f
}

// bestPiece is best for pieces, whose walls count.
func (s *Scene) bestPiece(solid Solid, p r2.Vec, search Search) Fit {
	plain := s.offPrint(s.crescent(s.view.Fit(solid, p, search)))
	if other := s.offPrint(s.view.best(solid, p, search)); other.Evidence() > plain.Evidence() {
		return other
	}
	return plain
}
