package sim

import (
	"math"
	"math/rand/v2"

	"ditchline/models"
)

// randomCarromScene draws a carrom board, its woods and print, camera, light,
// pieces, hands and clutter.
func randomCarromScene(seed uint64) *scene {
	rng := rand.New(rand.NewPCG(seed, 0x636172726f6d)) // "carrom"
	s := &scene{seed: seed, board: shippedBoards()["carrom-icf"]}
	s.furn = randomFrame(s.board, rng)
	s.look = randomCarromLook(rng)
	s.mode, s.placement = randomCamera(rng)
	s.placement.TiltDeg = min(s.placement.TiltDeg, 56)
	s.photo, s.look = randomPhoto(rng, s.mode, s.look)
	a := carromArrangement{board: s.board, furn: s.furn, rng: rng}
	a.arrange()
	if rng.Float64() < 0.6 {
		a.table(1 + rng.IntN(8))
	}
	s.discs = a.list
	if rng.Float64() < 0.4 {
		for i := range s.discs {
			s.discs[i].shade = float32(0.85 + 0.3*rng.Float64())
		}
	}
	s.clutter, s.things = strew(rng.IntN(6), s.furn.nearest(s.board), s.furn.TableZ, s.furn.outline(s.board), s.discs, rng)
	if rng.Float64() < 0.3 {
		h := s.board.Carrom.Side / 2
		x, y := between(rng, -0.9, 0.9)*h, between(rng, -0.9, 0.9)*h
		pose := pick(rng, []Pose{Pinch, Cocked, Flicked, Flat})
		s.hand = &Hand{X: x, Y: y, Z: between(rng, 0, 20), From: pose, To: pose, Left: rng.IntN(2) == 0}
		s.hand.DirDeg = math.Atan2(y, x)*180/math.Pi + 180 + between(rng, -35, 35)
	}
	return s
}

// randomFrame is a carrom board's frame as it is found.
func randomFrame(b models.Board, rng *rand.Rand) Furniture {
	return Furniture{Square: true, RailTop: between(rng, 19, 25.4), RailWidth: between(rng, 55, 76), TableZ: -between(rng, 20, 40)}
}

// carromArrangement lays the pieces of a carrom set without overlap.
type carromArrangement struct {
	board models.Board
	furn  Furniture
	rng   *rand.Rand
	list  []laid
}

func (a *carromArrangement) radius(kind int) float64 { return kindRadius(a.board, kind) }

func kindRadius(b models.Board, kind int) float64 {
	if kind == strikerPiece {
		return b.Carrom.StrikerRadius
	}
	return b.Disc.Radius
}

func (a *carromArrangement) add(kind int, where Where, x, y, z float64) {
	p := Puck{ID: len(a.list), Team: kind, Where: where, X: x, Y: y, Z: z, Turn: a.rng.Float64() * 2 * math.Pi}
	a.list = append(a.list, laid{Puck: p, shade: 1})
}

func (a *carromArrangement) fits(kind int, x, y float64) bool {
	for _, l := range a.list {
		if math.Hypot(l.X-x, l.Y-y) < a.radius(kind)+a.radius(l.Team)+0.02 {
			return false
		}
	}
	return true
}

// arrange is a moment of a game: the opening, or pieces spread about, some
// left in the middle, some touching, some in pockets or on the frame.
func (a *carromArrangement) arrange() {
	var bag []int
	for kind, n := range [3]int{a.rng.IntN(10), a.rng.IntN(10), a.rng.IntN(2)} {
		for range n {
			bag = append(bag, kind)
		}
	}
	switch u := a.rng.Float64(); {
	case u < 0.05:
		bag = nil
	case u < 0.22:
		turn := a.rng.Float64() * 60
		for i, p := range rosette(a.board.Disc.Radius, turn) {
			a.add(rosetteKind(i), OnSurface, p[0], p[1], 0)
		}
		bag = nil
	}
	a.rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	for _, kind := range bag {
		a.piece(kind)
	}
	if a.rng.Float64() < 0.8 {
		a.striker()
	}
}

func (a *carromArrangement) piece(kind int) {
	c := a.board.Carrom
	h := c.Side/2 - a.radius(kind)
	for range 30 {
		x, y := between(a.rng, -h, h), between(a.rng, -h, h)
		switch u := a.rng.Float64(); {
		case u < 0.3: // what the break has left
			x, y = a.rng.NormFloat64()*45, a.rng.NormFloat64()*45
		case u < 0.42 && len(a.list) > 0: // against another
			o := pick(a.rng, a.list)
			s, cs := math.Sincos(a.rng.Float64() * 2 * math.Pi)
			d := a.radius(kind) + a.radius(o.Team) + pick(a.rng, []float64{0.03, 0.03, between(a.rng, 0, 5)})
			x, y = o.X+d*cs, o.Y+d*s
		case u < 0.5: // at the frame
			x = math.Copysign(h-pick(a.rng, []float64{0, 0, between(a.rng, 0, 6)}), x)
		case u < 0.56: // on a base line
			x = math.Copysign(c.BaseCircleCentreFromCentre+between(a.rng, -20, 20), x)
		case u < 0.58:
			pockets := c.Pockets()
			p := pick(a.rng, pockets[:])
			if a.fits(kind, p[0], p[1]) {
				a.add(kind, InPocket, p[0]+between(a.rng, -5, 5), p[1]+between(a.rng, -5, 5), -pocketFloor)
				return
			}
			continue
		case u < 0.59:
			x = math.Copysign(c.Side/2+between(a.rng, 16, a.furn.RailWidth-16), x)
			if a.fits(kind, x, y) {
				a.add(kind, OnRail, x, y, a.furn.RailTop)
				return
			}
			continue
		}
		if math.Abs(x) <= h && math.Abs(y) <= h && a.fits(kind, x, y) && !overPocket(c, x, y, a.radius(kind)) {
			a.add(kind, OnSurface, x, y, 0)
			return
		}
	}
}

// overPocket says whether a disc at (x, y) would tip into a pocket.
func overPocket(c *models.CarromSurface, x, y, r float64) bool {
	d := math.Hypot(math.Abs(x)-c.PocketCentre, math.Abs(y)-c.PocketCentre)
	return d < pocketTip(c.PocketRadius, r)+0.5
}

// striker lies on a base line, or where its stroke has left it.
func (a *carromArrangement) striker() {
	c := a.board.Carrom
	h := c.Side/2 - c.StrikerRadius
	for range 30 {
		x, y := between(a.rng, -h, h), between(a.rng, -h, h)
		if a.rng.Float64() < 0.5 {
			along, from := between(a.rng, -190, 190), c.BaseCircleCentreFromCentre+between(a.rng, -12, 12)
			s, cs := math.Sincos(float64(a.rng.IntN(4)) * math.Pi / 2)
			x, y = from*cs-along*s, from*s+along*cs
		}
		if a.fits(strikerPiece, x, y) && !overPocket(c, x, y, c.StrikerRadius) {
			a.add(strikerPiece, OnSurface, x, y, 0)
			return
		}
	}
}

// table lays n pieces beside the board, some on another.
func (a *carromArrangement) table(n int) {
	from := a.furn.nearest(a.board) + a.board.Disc.Radius + 8
	for range n {
		side := float64(a.rng.IntN(4)) * math.Pi / 2
		s, c := math.Sincos(side)
		out, along := from+between(a.rng, 0, 170), between(a.rng, -300, 300)
		x, y := out*c-along*s, out*s+along*c
		kind := a.rng.IntN(2)
		if !a.fits(kind, x, y) {
			continue
		}
		for k := range 1 + a.rng.IntN(3)*a.rng.IntN(2) {
			a.add(kind, OffBoard, x+between(a.rng, -2, 2), y+between(a.rng, -2, 2), a.furn.TableZ+float64(k)*a.board.Disc.Thickness)
		}
	}
}

// rosette is the opening: the queen in the middle, six around her, twelve
// around those, all touching; turned by deg.
func rosette(r, deg float64) [19][2]float64 {
	var list [19][2]float64
	d := 2*r + 0.04
	for i := range list {
		var x, y float64
		switch {
		case i == 0:
		case i < 7:
			s, c := math.Sincos(float64(i-1) * math.Pi / 3)
			x, y = d*c, d*s
		default:
			s, c := math.Sincos(float64(i-7) * math.Pi / 6)
			far := 2 * d
			if i%2 == 0 {
				far = math.Sqrt(3) * d
			}
			x, y = far*c, far*s
		}
		s, c := math.Sincos(deg * math.Pi / 180)
		list[i] = [2]float64{x*c - y*s, x*s + y*c}
	}
	return list
}

// rosetteKind is the kind of the i-th place: white and black in turn around
// the queen, so that white has three arms toward corners.
func rosetteKind(i int) int {
	switch {
	case i == 0:
		return queenPiece
	case i < 7:
		return (i - 1) % 2
	default:
		return (i - 7) % 2
	}
}
