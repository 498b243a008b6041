package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// SurfaceReach is how far the playing surface reaches from its middle, in the
// measure of Outward, mm.
func SurfaceReach(b models.Board) float64 {
	if b.Carrom != nil {
		return b.Carrom.Side / 2
	}
	return b.SurfaceRadius
}

// Outward is how far p lies from the board's middle: along a radius, or, on a
// square board, toward the nearest side; mm.
func Outward(b models.Board, p r2.Vec) float64 {
	if b.Carrom != nil {
		return math.Max(math.Abs(p.X), math.Abs(p.Y))
	}
	return r2.Norm(p)
}

// InPocket says whether p lies over a pocket of a carrom board.
func InPocket(b models.Board, p r2.Vec) bool {
	return b.Carrom != nil && PocketFar(b.Carrom, p) < b.Carrom.PocketRadius
}

// PocketFar is how far p lies from the nearest pocket's middle, mm.
func PocketFar(c *models.CarromSurface, p r2.Vec) float64 {
	return math.Hypot(math.Abs(p.X)-c.PocketCentre, math.Abs(p.Y)-c.PocketCentre)
}

// PocketAt is the number of the pocket nearest to p, as CarromSurface.Pockets
// counts them.
func PocketAt(p r2.Vec) int {
	switch {
	case p.X >= 0 && p.Y >= 0:
		return 0
	case p.X < 0 && p.Y >= 0:
		return 1
	case p.X < 0:
		return 2
	}
	return 3
}
