package detect

import (
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Figures of finding by the bare board what one picture does not show: a disc
// of the board's own wood, a dark one in the dark hole.
const (
	apartGhost  = 1.8 // a doubtful disc whose place looks no more other than this is print or glare
	ghostBelow  = 0.9 // confidence of a doubtful disc
	apartSurely = 4.0 // a place that looks so much other holds something
	apartEmpty  = 5.0 // the hole, whose wall discs beside it shade, is empty where it looks less other
	apartHole   = 6.0 // and filled where it looks more so
	apartBy     = 9.0 // and where one lies near
	searchStep  = 5.0 // mm between the places that are looked at
	hotFloor    = 5.0 // units of colour that no noise makes
	hotNoise    = 4.0 // times what most of the board differs
	filledPart  = 0.6 // of a disc's place that looks other
	emptyPart   = 0.5 // of what surrounds it that does not
	foundSD     = 0.6 // mm, per axis, of such a disc's place
	faintSD     = 1.0 // of one of which only a part of the rim was made out
	mostFound   = 6   // discs that one picture may have hidden
)

// Compare brings an observation into line with the bare board: what is not
// there is left out, and what was missed is found. searched says whether the
// whole board is searched, which hands' shadows would spoil.
func (b *BareBoard) Compare(f capture.Frame, o *Observation, searched bool) {
	places := Places(o.Discs)
	o.Discs = slices.DeleteFunc(slices.Clone(o.Discs), func(d Disc) bool {
		if d.State == InDitch || d.State == Flat && d.Confidence > ghostBelow {
			return false
		}
		bare := d.State == Flat && b.looksBare(f, d.Pos, places)
		if d.State != Flat {
			times, ok := b.apart(f, r2.Vec{}, nil, places)
			bare = ok && times < apartEmpty
		}
		if bare {
			o.LeftOut = append(o.LeftOut, LeftOut{Pos: d.Pos, Z: d.Thickness, Radius: d.Radius, Why: "looks like the bare board"})
		}
		return bare
	})
	if !searched {
		return
	}
	if d, ok := b.sunken(f, o); ok {
		o.Discs = append(o.Discs, d)
	}
	b.takeBack(f, o)
	for _, at := range b.hotPlaces(f, o.Discs) {
		if d, ok := b.hidden(f, at, o); ok {
			o.Discs = append(o.Discs, d)
		}
	}
}

// takeBack takes what was left out as too faint for a disc for one after all
// where its outline was not on the bare board.
func (b *BareBoard) takeBack(f capture.Frame, o *Observation) {
	hole := b.cal.Board.Hole.Radius + b.cal.Board.Disc.Radius
	for _, l := range o.LeftOut {
		if r := r2.Norm(l.Pos); l.Z < 0 || r < hole || r > b.cal.Board.SurfaceRadius || Occupied(l.Pos, o.Discs) {
			continue
		}
		if b.OutlineSeen(f, l.Pos, Places(o.Discs)) {
			if d, ok := b.Faint(f, l.Pos, o, faintSD); ok {
				o.Discs = append(o.Discs, d)
			}
		}
	}
}

// Faint is the disc that must lie at a place, of which little is seen: where it
// fits against the bare board, or else there, with that standard deviation.
func (b *BareBoard) Faint(f capture.Frame, at r2.Vec, o *Observation, sd float64) (Disc, bool) {
	d, ok := b.seated(f, at, o)
	if !ok {
		d = b.like(f, o, NewSolid(b.DiscInPlay(o), 0), at)
		b.PlaceAgain(&d, at, [3]float64{sd * sd, 0, sd * sd})
	}
	return d, !Occupied(d.Pos, o.Discs)
}

// Places are the discs' middles, mm.
func Places(discs []Disc) []r2.Vec {
	out := make([]r2.Vec, len(discs))
	for i, d := range discs {
		out[i] = d.Pos
	}
	return out
}

// sunken is a disc in the hole that was not made out, told by how other than
// empty the hole looks.
func (b *BareBoard) sunken(f capture.Frame, o *Observation) (Disc, bool) {
	board := b.cal.Board
	need := apartHole
	for _, d := range o.Discs {
		if d.State != Flat && d.State.OnBoard() || r2.Norm(d.Pos) < board.Hole.Radius+d.Radius {
			return Disc{}, false
		}
		if r2.Norm(d.Pos) < board.Hole.Radius+d.Radius+2*bareClear {
			need = apartBy
		}
	}
	if times, ok := b.apart(f, r2.Vec{}, nil, Places(o.Discs)); !ok || times < need {
		return Disc{}, false
	}
	d := b.like(f, o, NewSolid(b.DiscInPlay(o), -board.Hole.Depth), r2.Vec{})
	play := math.Max(0.5, board.Hole.Radius-d.Radius)
	d.Cov = [3]float64{play * play, 0, play * play}
	d.State, d.Points = InHole, 20
	return d, true
}

// DiscInPlay is the disc that is in play.
func (b *BareBoard) DiscInPlay(o *Observation) models.Disc {
	if o.Scenery.Disc.Radius > 0 {
		return o.Scenery.Disc
	}
	return b.cal.Board.Disc
}

// like is a disc as it looks at a place.
func (b *BareBoard) like(f capture.Frame, o *Observation, s Solid, at r2.Vec) Disc {
	v := NewView(f, b.cal.Camera)
	face, _ := v.face(s, at)
	d := Disc{Pos: at, Radius: s.Radius, Thickness: s.Thickness, Colour: face.RGB(), State: Flat, Confidence: 0.95}
	team, _ := o.Scenery.Teams.Nearest(face.Lab(1))
	d.Team = TeamLetter(team)
	return d
}

// hidden is the disc at a place that looks other than the bare board, if it
// fits one there.
func (b *BareBoard) hidden(f capture.Frame, at r2.Vec, o *Observation) (Disc, bool) {
	if times, ok := b.apart(f, at, nil, Places(o.Discs)); !ok || times < apartSurely {
		return Disc{}, false
	}
	return b.seated(f, at, o)
}

// seated is a disc at a place as it fits against the bare board there, beside
// those that were made out.
func (b *BareBoard) seated(f capture.Frame, at r2.Vec, o *Observation) (Disc, bool) {
	solid := NewSolid(b.DiscInPlay(o), 0)
	p := &Placed{State: Flat}
	p.Pos, p.Solid = at, solid
	placed := []*Placed{p}
	for _, d := range o.Discs {
		q := &Placed{State: d.State}
		q.Pos, q.Solid = d.Pos, solid
		placed = append(placed, q)
	}
	s := b.bareScene(f, o)
	to, ok := s.seat(p, neighbours(b.cal.Board, placed, 0), &b.shades)
	if !ok || r2.Norm(r2.Sub(to, at)) > SpotReach {
		return Disc{}, false
	}
	for _, d := range o.Discs {
		if r2.Norm(r2.Sub(d.Pos, to)) < d.Radius+solid.Radius-overlap {
			return Disc{}, false
		}
	}
	d := b.like(f, o, solid, to)
	b.PlaceAgain(&d, to, [3]float64{foundSD * foundSD, 0, foundSD * foundSD})
	return d, true
}

// hotPlaces are where about a disc's footprint of the board looks other than
// bare, beside the discs that were found.
func (b *BareBoard) hotPlaces(f capture.Frame, known []Disc) []r2.Vec {
	if f.Width != b.picture.Width || f.Height != b.picture.Height {
		return nil
	}
	now, was := NewView(f, b.cal.Camera), NewView(b.picture, b.cal.Camera)
	board := b.cal.Board
	half := int(board.SurfaceRadius / searchStep)
	side := 2*half + 1
	pairs, off := make([][2]Tint, side*side), make([]float64, side*side)
	place := func(k int) r2.Vec {
		return r2.Vec{X: float64(k%side-half) * searchStep, Y: float64(k/side-half) * searchStep}
	}
	var all [][2]Tint
	for k := range pairs {
		off[k] = -1
		p := place(k)
		if r2.Norm(p) > board.SurfaceRadius {
			continue
		}
		px, ok := now.Pixel(r3.Vec{X: p.X, Y: p.Y})
		if !ok || !b.seen(px) {
			continue
		}
		pairs[k] = [2]Tint{now.At(px.X, px.Y), was.At(px.X, px.Y)}
		off[k] = 0
		all = append(all, pairs[k])
	}
	if len(all) < side {
		return nil
	}
	light := lightBetween(all)
	limit := math.Max(hotFloor, hotNoise*spreadUnder(all, light, 0.5))
	for k := range off {
		if off[k] == 0 && pairs[k][0].Distance(pairs[k][1].under(light)) > limit {
			off[k] = 1
		}
	}
	type hot struct {
		at   r2.Vec
		part float64
	}
	var found []hot
	r := int(math.Ceil((board.Disc.Radius + 12) / searchStep))
	for k := range off {
		p := place(k)
		if off[k] < 1 || r2.Norm(p) > board.SurfaceRadius-board.Disc.Radius/2 || r2.Norm(p) < board.Hole.Radius+board.Disc.Radius || Occupied(p, known) {
			continue
		}
		var in, inHot, out, outCold float64
		for y := -r; y <= r; y++ {
			for x := -r; x <= r; x++ {
				i, j := k%side+x, k/side+y
				if i < 0 || j < 0 || i >= side || j >= side || off[j*side+i] < 0 {
					continue
				}
				switch d := searchStep * math.Hypot(float64(x), float64(y)); {
				case d < 0.85*board.Disc.Radius:
					in++
					inHot += off[j*side+i]
				case d > board.Disc.Radius+6 && d < board.Disc.Radius+12:
					out++
					outCold += 1 - off[j*side+i]
				}
			}
		}
		if in > 0 && out > 0 && inHot > filledPart*in && outCold > emptyPart*out {
			found = append(found, hot{p, inHot/in + 0.5*outCold/out})
		}
	}
	slices.SortStableFunc(found, func(a, b hot) int {
		switch {
		case a.part > b.part:
			return -1
		case a.part < b.part:
			return 1
		}
		return 0
	})
	var out []r2.Vec
	for _, h := range found {
		if !within(h.at, out, 1.5*board.Disc.Radius) && len(out) < mostFound {
			out = append(out, h.at)
		}
	}
	return out
}

// Occupied says whether a disc that is known lies where another would have to
// lie over it.
func Occupied(p r2.Vec, known []Disc) bool {
	for _, d := range known {
		if d.State.OnBoard() && r2.Norm(r2.Sub(d.Pos, p)) < 2*d.Radius-overlap {
			return true
		}
	}
	return false
}
