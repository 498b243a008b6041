package session

import (
	"math"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Corners of the polygons that stand for circles: smooth to the eye on a
// 1080p picture, and few enough to be sent with every snapshot.
const (
	ringCorners = 120
	discCorners = 28
)

// outlines are the board's printed lines, hole and surface in the picture.
func outlines(c calibrate.Calibration) []Outline {
	b := c.Board
	var out []Outline
	add := func(what string, points []r3.Vec, closed bool) {
		if px, whole := project(&c.Camera, points); len(px) > 1 {
			out = append(out, Outline{What: what, Closed: closed && whole, Points: px})
		}
	}
	switch b.Game {
	case models.Crokinole:
		add("surface", circle(r2.Vec{}, b.SurfaceRadius, 0, ringCorners), true)
		add("5", circle(r2.Vec{}, b.Rings.R5, 0, ringCorners), true)
		add("10", circle(r2.Vec{}, b.Rings.R10, 0, ringCorners), true)
		add("15", circle(r2.Vec{}, b.Rings.R15, 0, ringCorners), true)
		add("hole", circle(r2.Vec{}, b.Hole.Radius, 0, discCorners), true)
		for _, q := range quadrantLines(b) {
			// In pieces, since the lens bends straight lines.
			var line []r3.Vec
			const pieces = 8
			for i := range pieces + 1 {
				k := float64(i) / pieces
				line = append(line, r3.Vec{X: q[0] + k*(q[2]-q[0]), Y: q[1] + k*(q[3]-q[1])})
			}
			add("quadrant", line, false)
		}
	case models.Carrom:
		outlineCarrom(b.Carrom, add)
	}
	return out
}

// quadrantLines are the straight lines that part the outer zone, mm: x1, y1,
// x2, y2.
func quadrantLines(b models.Board) [][4]float64 {
	lines := make([][4]float64, 0, 4)
	if b.Quadrants.To <= b.Quadrants.From {
		return lines // a board without them
	}
	for i := range 4 {
		s, c := math.Sincos((b.Quadrants.StartDeg + 90*float64(i)) * math.Pi / 180)
		lines = append(lines, [4]float64{
			rounded(b.Quadrants.From*c, 3), rounded(b.Quadrants.From*s, 3),
			rounded(b.Quadrants.To*c, 3), rounded(b.Quadrants.To*s, 3),
		})
	}
	return lines
}

// GeometryOf is what a screen draws a board from, seen from above.
func GeometryOf(b models.Board) Geometry { return geometry(b) }

// geometry is what a screen draws the board from, seen from above.
func geometry(b models.Board) Geometry {
	g := Geometry{
		SurfaceRadius: b.SurfaceRadius,
		R15:           b.Rings.R15,
		R10:           b.Rings.R10,
		R5:            b.Rings.R5,
		LineWidth:     b.LineWidth,
		HoleRadius:    b.Hole.Radius,
		DitchWidth:    b.Ditch.Width,
		Pegs:          make([][2]float64, 0, b.Pegs.Count),
		PegRadius:     b.Pegs.Diameter / 2,
		Quadrants:     quadrantLines(b),
		Carrom:        b.Carrom,
	}
	for i := range b.Pegs.Count {
		s, c := math.Sincos((b.Pegs.StartDeg + 360*float64(i)/float64(b.Pegs.Count)) * math.Pi / 180)
		g.Pegs = append(g.Pegs, [2]float64{rounded(b.Pegs.Circle*c, 3), rounded(b.Pegs.Circle*s, 3)})
	}
	return g
}

// outlineDisc is a disc's footprint and top face in the picture.
func outlineDisc(c calibrate.Calibration, d detect.Disc) (footprint, top [][2]float64) {
	z := underside(c.Board, d.State)
	footprint, _ = project(&c.Camera, circle(d.Pos, d.Radius, z, discCorners))
	top, _ = project(&c.Camera, circle(d.Pos, d.Radius, z+d.Thickness, discCorners))
	return footprint, top
}

// underside is the height at which a disc lies, mm: on the surface, on the
// bottom of the hole or in the ditch.
func underside(b models.Board, s detect.State) float64 {
	switch s {
	case detect.InHole:
		return -b.Hole.Depth
	case detect.InDitch:
		return -b.Ditch.Depth
	default:
		return 0
	}
}

// circle about a point of the plane at height z, mm, as a polygon.
func circle(centre r2.Vec, radius, z float64, corners int) []r3.Vec {
	points := make([]r3.Vec, corners)
	for i := range points {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		points[i] = r3.Vec{X: centre.X + radius*c, Y: centre.Y + radius*s, Z: z}
	}
	return points
}

// project sends points to the picture, tenths of a pixel. Those that the
// camera cannot see (behind it, or so far outside the picture that the lens
// model no longer means anything) are left out, whole says that none was; the
// rest starts behind the gap, so that an open curve does not cross it.
func project(cam *models.Camera, points []r3.Vec) (px [][2]float64, whole bool) {
	seen := make([]bool, len(points))
	all := make([][2]float64, len(points))
	start, whole := 0, true
	for i, p := range points {
		v, ok := cam.Project(p)
		w, h := float64(cam.Width), float64(cam.Height)
		seen[i] = ok && v.X > -w && v.X < 2*w && v.Y > -h && v.Y < 2*h
		all[i] = [2]float64{rounded(v.X, 1), rounded(v.Y, 1)}
		if !seen[i] {
			start, whole = i, false
		}
	}
	px = make([][2]float64, 0, len(points))
	for i := range points {
		if k := (start + i) % len(points); seen[k] {
			px = append(px, all[k])
		}
	}
	return px, whole
}
