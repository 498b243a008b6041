package detect

import (
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// Figures of telling a place with a disc from the bare board.
const (
	bareKnownPart  = 0.75 // of a place that must be known
	bareKnownLeast = 6    // points of it
	bareTells      = 18.0 // units of colour by which the board must differ from a disc's for a place to tell them apart
	bareNoise      = 2.0  // units of colour: two pictures of one board never differ less
	apartMade      = 2.5  // a place with a disc that was made out by its outline looks other by more
	outlineGhost   = 3.0  // and its outline by as much, if it is of the board's own colour
	outlineMade    = 4.5  // the outline of a disc that was made out looks other by more
	outlineBody    = 6.0  // the outline of a piece that was not made out does: that of print never more than 5
	bareGrainStep  = 2.5  // mm between the points that are looked at
)

// apart is by how much a disc's place (mm) looks other than the bare board does
// there, in units of what the board beside it does: about 1 where no disc lies. ok is
// false where too little of the bare board is known. others are places of discs
// that may lie or shade beside it. Where the board itself has the disc's colour
// (nil: not known) it tells nothing.
func (b *BareBoard) apart(f capture.Frame, at r2.Vec, colour *Tint, others []r2.Vec) (times float64, ok bool) {
	return b.other(f, at, colour, others, footprint{to: 0.95, share: 0.5})
}

// Outlined is the same of the outline that a disc there would have, where its
// side and its shadow are: a disc of the very colour of the board shows there
// only.
func (b *BareBoard) Outlined(f capture.Frame, at r2.Vec, others []r2.Vec) (times float64, ok bool) {
	others = slices.DeleteFunc(slices.Clone(others), func(o r2.Vec) bool { return r2.Norm(r2.Sub(o, at)) < b.cal.Board.Disc.Radius })
	return b.other(f, at, nil, others, footprint{from: 0.85, to: 1.25, share: 0.85})
}

// footprint is the part of a disc's place that is looked at, between two
// distances from its middle in radii, and the quantile of it that tells.
type footprint struct{ from, to, share float64 }

// other is by how much a part of a disc's place looks other than bare.
func (b *BareBoard) other(f capture.Frame, at r2.Vec, colour *Tint, others []r2.Vec, part footprint) (times float64, ok bool) {
	c := b.cal
	if f.Width != b.picture.Width || f.Height != b.picture.Height {
		return 0, false
	}
	now, was := NewView(f, c.Camera), NewView(b.picture, c.Camera)
	radius := c.Board.Disc.Radius
	// What a disc there would cover, from its base to its face.
	up := r2.Scale(c.Board.Disc.Thickness/math.Max(1, now.Eye.Z-c.Board.Disc.Thickness), r2.Sub(at, r2.Vec{X: now.Eye.X, Y: now.Eye.Y}))
	var in, beside [][2]Tint // now and bare
	all := 0.0
	reach := radius + 24
	for x := -reach; x <= reach; x += bareGrainStep {
	place:
		for y := -reach; y <= reach; y += bareGrainStep {
			p := r2.Add(at, r2.Vec{X: x, Y: y})
			along := math.Max(0, math.Min(1, r2.Dot(r2.Sub(p, at), up)/math.Max(1e-9, r2.Norm2(up))))
			d := r2.Norm(r2.Sub(p, r2.Add(at, r2.Scale(along, up))))
			inside := d >= part.from*radius && d < part.to*radius
			if !inside && (d < radius+10 || d > radius+22) || beyondRim(c.Board, p) {
				continue // a net shows what fell into it
			}
			if inside {
				all++
			}
			for _, o := range others {
				if r2.Norm(r2.Sub(o, p)) < radius+10 && (!inside || part.to > 1) {
					continue place
				}
			}
			px, ok := now.Pixel(r3.Vec{X: p.X, Y: p.Y})
			if !ok || !b.seen(px) || b.hand(p) {
				continue
			}
			if inside && colour != nil && was.At(px.X, px.Y).Distance(*colour) < bareTells {
				continue
			}
			pair := [2]Tint{now.At(px.X, px.Y), was.At(px.X, px.Y)}
			if inside {
				in = append(in, pair)
			} else {
				beside = append(beside, pair)
			}
		}
	}
	need := bareKnownPart
	if colour != nil {
		need /= 3 // the rest may be print of its colour
	}
	if float64(len(in)) < need*all || len(in) < bareKnownLeast || len(beside) < 20 {
		return 0, false
	}
	light := lightBetween(beside)
	return spreadUnder(in, light, part.share) / math.Max(bareNoise, spreadUnder(beside, light, part.share)), true
}

// beyondRim says whether p lies over a pocket of a carrom board, or on its very edge.
func beyondRim(b models.Board, p r2.Vec) bool {
	return b.Carrom != nil && PocketFar(b.Carrom, p) < b.Carrom.PocketRadius+woodBeyond
}

// lightBetween is by how much the light is stronger now than when the bare board
// was seen: the median ratio of each channel.
func lightBetween(pairs [][2]Tint) (light Tint) {
	ratios := make([]float64, len(pairs))
	for c := range light {
		for i, p := range pairs {
			ratios[i] = (p[0][c] + 1) / (p[1][c] + 1)
		}
		slices.Sort(ratios)
		light[c] = ratios[len(ratios)/2]
	}
	return light
}

// under is the colour in another light.
func (a Tint) under(light Tint) Tint { return Tint{a[0] * light[0], a[1] * light[1], a[2] * light[2]} }

// spreadUnder is that quantile of the distances of what is seen now from the
// bare board under that light.
func spreadUnder(pairs [][2]Tint, light Tint, share float64) float64 {
	far := make([]float64, len(pairs))
	for i, p := range pairs {
		far[i] = p[0].Distance(p[1].under(light))
	}
	slices.Sort(far)
	return far[int(share*float64(len(far)))]
}

// looksBare says whether nothing of a flat disc is seen at a place: neither a
// face that is other than the board nor an outline.
func (b *BareBoard) looksBare(f capture.Frame, at r2.Vec, others []r2.Vec) bool {
	if times, ok := b.apart(f, at, nil, others); !ok || times >= apartGhost {
		return false
	}
	times, ok := b.Outlined(f, at, others)
	return !ok || times < outlineGhost
}

// Lies says whether a disc that was made out surely lies there: its place looks
// other than bare, or its outline does.
func (b *BareBoard) Lies(f capture.Frame, d Disc, o Observation) bool {
	others := Places(o.Discs)
	if times, ok := b.apart(f, d.Pos, nil, others); !ok || times > apartMade {
		return ok
	}
	return b.OutlineSeen(f, d.Pos, others)
}

// OutlineSeen says whether the outline of a disc that would lie at a place plainly
// looks other than bare.
func (b *BareBoard) OutlineSeen(f capture.Frame, at r2.Vec, others []r2.Vec) bool {
	times, ok := b.Outlined(f, at, others)
	return ok && times > outlineMade
}

// Vacated says whether the bare board, or the empty hole, is seen where a disc
// lay.
func (b *BareBoard) Vacated(f capture.Frame, d Disc, o Observation) bool {
	if d.State != InHole {
		return b.looksBare(f, d.Pos, Places(o.Discs))
	}
	times, ok := b.apart(f, r2.Vec{}, nil, Places(o.Discs))
	return ok && times < apartEmpty
}

// Showing is what a place on the board shows, held against the bare board.
type Showing uint8

const (
	ShowsUnknown Showing = iota // too little of the bare board is known, or it is in between
	ShowsBoard                  // the bare board
	ShowsBody                   // something lies there
)

// bodyApart is by how many times more than the board beside it a place must look
// other than bare for something to lie there.
const bodyApart = 3.5

// Shows is what the place of a disc or piece of a known colour shows. others lie,
// or shade, beside it.
func (b *BareBoard) Shows(f capture.Frame, d Disc, others []r2.Vec) Showing {
	colour := d.Colour.Tint()
	if times, ok := b.apart(f, d.Pos, &colour, others); ok {
		return showingOf(times, apartGhost, bodyApart)
	}
	// The face may look like the board: then its side and its shadow tell.
	if times, ok := b.Outlined(f, d.Pos, others); ok {
		return showingOf(times, outlineGhost, outlineBody)
	}
	return ShowsUnknown
}

// showingOf is what a place shows that looks so many times more other than bare than
// the board beside it: below one limit the board, above another a body.
func showingOf(times, board, body float64) Showing {
	switch {
	case times < board:
		return ShowsBoard
	case times > body:
		return ShowsBody
	}
	return ShowsUnknown
}
