package calibrate

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// SameTurn is c with its x axis on the quadrant that the camera of old calls
// x: a board looks alike after a quarter turn, and nothing may jump.
func SameTurn(c, old Calibration) Calibration {
	if c.Board.Game != old.Board.Game {
		return c
	}
	// By the angle on the board where it now lies, so that a shifted view counts
	// for nothing.
	mark, ok := old.Camera.Project(r3.Vec{X: printOf(old.Board).R5})
	centre, ok2 := old.Camera.Project(r3.Vec{})
	if !ok || !ok2 {
		return c
	}
	best, nearest := 0, math.Inf(1)
	turned := view{cam: c.Camera}
	for q := range 4 {
		a, ok1 := turned.cam.Project(r3.Vec{X: printOf(c.Board).R5})
		o, ok2 := turned.cam.Project(r3.Vec{})
		if d := norm(r2.Sub(r2.Sub(a, o), r2.Sub(mark, centre))); ok1 && ok2 && d < nearest {
			best, nearest = q, d
		}
		turned = turned.turned(math.Pi / 2)
	}
	for range best {
		c = c.quarterTurned()
	}
	return c
}

// quarterTurned is the same calibration with +x where +y was.
func (c Calibration) quarterTurned() Calibration {
	c.Camera = view{cam: c.Camera}.turned(math.Pi / 2).cam
	for _, l := range models.Lines {
		first := strayParam(l)
		x, y, a, b := first+1, first+2, first+3, first+4
		s := &c.Spread.stray
		s[x-pStray], s[y-pStray] = s[y-pStray], -s[x-pStray]
		s[a-pStray], s[b-pStray] = -s[a-pStray], -s[b-pStray]
		k := &c.Spread.cov
		for i := range k {
			k[i][x], k[i][y] = k[i][y], -k[i][x]
			k[i][a], k[i][b] = -k[i][a], -k[i][b]
		}
		k[x], k[y] = k[y], k[x]
		for j := range k[y] {
			k[y][j] = -k[y][j]
			k[a][j], k[b][j] = -k[a][j], -k[b][j]
		}
	}
	return c
}
