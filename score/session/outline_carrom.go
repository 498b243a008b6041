package session

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// outlineCarrom adds the lines of a carrom board: its surface's edge, both base
// lines of each side with their circles, the centre circles and the pockets.
func outlineCarrom(c *models.CarromSurface, add func(what string, points []r3.Vec, closed bool)) {
	h := c.Side / 2
	var square []r3.Vec
	for side := range 4 {
		square = append(square, alongSide(side, h, -h, h)...)
	}
	add("surface", square, true)
	reach := c.BaseCircleCentreAlong
	for side := range 4 {
		add("base", alongSide(side, c.OuterLine(), -reach, reach), false)
		add("base", alongSide(side, c.InnerLine(), -reach, reach), false)
	}
	for _, at := range c.BaseCircles() {
		add("base_circle", circle(at, c.BaseCircleDiameter/2, 0, discCorners), true)
	}
	add("centre", circle(r2.Vec{}, c.CentreCircleDiameter/2, 0, ringCorners), true)
	add("spot", circle(r2.Vec{}, c.CentreSpotDiameter/2, 0, discCorners), true)
	for _, at := range c.Pockets() {
		add("pocket", circle(r2.Vec{X: at[0], Y: at[1]}, c.PocketRadius, 0, discCorners), true)
	}
}

// alongSide is a straight line parallel to a side (0 is at +x, 1 at +y and so
// on), out mm from the board's centre, in pieces, since the lens bends it.
func alongSide(side int, out, from, to float64) []r3.Vec {
	const pieces = 16
	sin, cos := math.Sincos(float64(side) * math.Pi / 2)
	line := make([]r3.Vec, pieces+1)
	for i := range line {
		along := from + (to-from)*float64(i)/pieces
		line[i] = r3.Vec{X: out*cos - along*sin, Y: out*sin + along*cos}
	}
	return line
}
