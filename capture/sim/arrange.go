package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// laid is a disc of a still.
type laid struct {
	Puck
	shade  float32
	placed *PlacedMargin
}

// PlacedMargin says that a disc was put at an exact clearance from a line.
type PlacedMargin struct {
	Ring string  `json:"ring"`
	Side string  `json:"side"`
	MM   float64 `json:"mm"`
}

// margins are the clearances that stills test, mm.
var margins = []float64{-2, -1, -0.5, -0.3, -0.1, 0.1, 0.3, 0.5, 1, 2}

// arrangement lays discs on a board one by one without overlap.
type arrangement struct {
	board models.Board
	furn  Furniture
	rng   *rand.Rand
	list  []laid
}

// arrange is a random game situation of about n discs.
func arrange(b models.Board, f Furniture, n int, rng *rand.Rand) []laid {
	a := &arrangement{board: b, furn: f, rng: rng}
	if n == 0 {
		return nil
	}
	if rng.Float64() < 0.35 {
		a.hole()
	}
	for range n {
		switch u := rng.Float64(); {
		case u < 0.45:
			a.onLine()
		case u < 0.62 && len(a.list) > 0:
			a.beside(a.list[rng.IntN(len(a.list))])
		case u < 0.69:
			a.ditch()
		default:
			a.anywhere()
		}
	}
	return a.list
}

func (a *arrangement) add(p Puck, placed *PlacedMargin) {
	p.ID, p.Team, p.Turn = len(a.list), a.rng.IntN(2), a.rng.Float64()*2*math.Pi
	a.list = append(a.list, laid{Puck: p, shade: 1, placed: placed})
}

// fits says whether a disc has room at a place.
func (a *arrangement) fits(x, y float64) bool {
	r := a.board.Disc.Radius
	for _, l := range a.list {
		if math.Hypot(l.X-x, l.Y-y) < 2*r+0.02 {
			return false
		}
	}
	for i := range a.board.Pegs.Count {
		s, c := math.Sincos((a.board.Pegs.StartDeg + 360*float64(i)/float64(a.board.Pegs.Count)) * math.Pi / 180)
		if math.Hypot(a.board.Pegs.Circle*c-x, a.board.Pegs.Circle*s-y) < r+a.board.Pegs.Diameter/2+0.02 {
			return false
		}
	}
	return true
}

// flat lays a disc on the surface, where it neither tips into the hole nor
// off the edge.
func (a *arrangement) flat(x, y float64, placed *PlacedMargin) bool {
	d := math.Hypot(x, y)
	if d < a.board.Hole.Radius+a.board.Disc.Radius+1 || d > a.board.SurfaceRadius-1 || !a.fits(x, y) {
		return false
	}
	a.add(Puck{Where: OnSurface, X: x, Y: y}, placed)
	return true
}

func (a *arrangement) anywhere() {
	for range 20 {
		d, th := math.Sqrt(a.rng.Float64())*a.board.Rings.R5, a.rng.Float64()*2*math.Pi
		if a.flat(d*math.Cos(th), d*math.Sin(th), nil) {
			return
		}
	}
}

// onLine lays a disc at an exact clearance from a line.
func (a *arrangement) onLine() {
	for range 20 {
		l := models.Lines[a.rng.IntN(3)]
		m := margins[a.rng.IntN(len(margins))]
		side, sign := "inside", -1.0
		if a.rng.IntN(2) == 0 {
			side, sign = "outside", 1
		}
		d := a.board.Rings.Radius(l) + sign*(a.board.Disc.Radius+a.board.LineWidth/2+m)
		th := a.rng.Float64() * 2 * math.Pi
		if a.flat(d*math.Cos(th), d*math.Sin(th), &PlacedMargin{ringKey(l), side, m}) {
			return
		}
	}
}

// beside lays a disc against another, or close to it.
func (a *arrangement) beside(o laid) {
	if o.Where != OnSurface {
		return
	}
	for range 20 {
		gap := 0.05
		if a.rng.IntN(2) == 0 {
			gap = a.rng.Float64() * 6
		}
		s, c := math.Sincos(a.rng.Float64() * 2 * math.Pi)
		d := 2*a.board.Disc.Radius + gap
		if a.flat(o.X+d*c, o.Y+d*s, nil) {
			return
		}
	}
}

// hole lays a disc flat in the hole, or leaning.
func (a *arrangement) hole() {
	b, dir := a.board, a.rng.Float64()*2*math.Pi
	if a.rng.Float64() < 0.3 {
		off := 2 + 4*a.rng.Float64()
		x, y, tilt, tiltDir := leaningPose(b.Hole.Radius, b.Hole.Depth, b.Disc.Radius, off, dir)
		a.add(Puck{Where: Leaning, X: x, Y: y, Z: leaningZ(b.Hole.Radius, off, tilt), TiltDeg: tilt, TiltDirDeg: tiltDir}, nil)
		return
	}
	slack := (b.Hole.Radius - b.Disc.Radius) * math.Sqrt(a.rng.Float64())
	a.add(Puck{Where: InHole, X: slack * math.Cos(dir), Y: slack * math.Sin(dir), Z: -b.Hole.Depth}, nil)
}

func (a *arrangement) ditch() {
	b := a.board
	room := b.Ditch.Width - 2*b.Disc.Radius
	if room < 0 {
		return
	}
	for range 20 {
		d, th := b.SurfaceRadius+b.Disc.Radius+a.rng.Float64()*room, a.rng.Float64()*2*math.Pi
		if x, y := d*math.Cos(th), d*math.Sin(th); a.fits(x, y) {
			a.add(Puck{Where: InDitch, X: x, Y: y, Z: -b.Ditch.Depth}, nil)
			return
		}
	}
}

// table lays n discs beside the board.
func (a *arrangement) table(n int) {
	from := a.furn.outerRadius(a.board) + a.board.Disc.Radius + 8
	for range n {
		d, th := from+a.rng.Float64()*160, a.rng.Float64()*2*math.Pi
		if x, y := d*math.Cos(th), d*math.Sin(th); a.fits(x, y) {
			a.add(Puck{Where: OffBoard, X: x, Y: y, Z: a.furn.TableZ}, nil)
		}
	}
}
