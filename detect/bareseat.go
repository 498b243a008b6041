package detect

import (
	"math"
	"slices"

	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// Figures of seating a disc against the bare board.
const (
	bareOut     = 7.0    // mm looked at beyond the outline and the shift tried, for the shadow's fading
	DoubtSD     = 0.3    // mm: a disc that one picture places more surely needs no more
	bareSD      = 0.35   // mm, per axis, of a place against the bare board
	bareLeft    = 0.6    // mean logarithm of what is left unexplained, above which something else is seen beside the disc
	bareMost    = 3.0    // mm from where one picture alone puts the disc
	plainStep   = 90.0   // units of colour between a disc and the board at which its edge is plain
	plainLeft   = 2.0    // mean squared error, in units of noise, of a profile that tells of shadows
	leastShades = 12.0   // profiles before shadows are known
	shadeTrust  = 100000 // units of colour squared, once they are
	shadeGuess  = 3000   // before
	shadeWays   = 16     // directions that are told apart
	shadeSmooth = 1.5    // of them, sigma over which neighbours are alike
)

var (
	bareSeating   = pass{directions: 28, mm: 2, px: 1.8}
	bareReseating = pass{directions: 28, mm: 1, px: 1.2}
	usualShade    = [2]float64{0.25, 0.1}
)

// seat is where a disc lies against the bare board; ok is false where too
// little of that is known, or something else is seen beside the disc.
func (s *bareScene) seat(d *Placed, around *surroundings, book *shadeBook) (at r2.Vec, ok bool) {
	gain, ok := s.gain(d, around)
	if !ok {
		return d.Pos, false
	}
	at = d.Pos
	for _, p := range []pass{bareSeating, bareReseating} {
		b := d.Solid.at(at, s.now.Eye)
		face, _ := s.now.face(d.Solid, at)
		var traces []trace
		for k := range p.directions {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(p.directions))
			u := r2.Vec{X: cos, Y: sin}
			if prof, ok := s.profile(&b, u, p, gain, around); ok {
				traces = append(traces, s.trace(&prof, u, face, book.at(u)))
			}
		}
		if 3*len(traces) < 2*p.directions {
			return d.Pos, false
		}
		move := agree(traces, p)
		at = r2.Add(at, move)
		left := 0.0
		for i := range traces {
			left += traces[i].unexplained(move) / float64(len(traces))
		}
		if p == bareReseating && left > bareLeft {
			return d.Pos, false
		}
	}
	return at, true
}

// study takes what a disc at a sure place with a plain edge tells of shadows.
func (s *bareScene) study(d *Placed, around *surroundings, book *shadeBook) {
	gain, ok := s.gain(d, around)
	if !ok {
		return
	}
	b := d.Solid.at(d.Pos, s.now.Eye)
	face, _ := s.now.face(d.Solid, d.Pos)
	f := bareFit{expect: shades{tie: 100}}
	for k := range shadeWays {
		sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / shadeWays)
		u := r2.Vec{X: cos, Y: sin}
		p, ok := s.profile(&b, u, bareReseating, gain, around)
		if !ok || p.under[len(p.under)-1].Distance(face) < plainStep {
			continue
		}
		t := s.trace(&p, u, face, f.expect)
		if t.least > plainLeft*float64(t.samples) {
			continue
		}
		f.fit(&p, face, float64(t.best-t.n/2)*t.step*p.pxPerMM/profileStep, s.lens.Blur/profileStep, profileStep/p.pxPerMM)
		book.learn(u, f.shade)
	}
}

// Reseat measures the discs again that one picture alone leaves in doubt,
// against the bare board, and learns from the others what shadows discs cast.
func (b *BareBoard) Reseat(f capture.Frame, o *Observation, known []Disc) {
	if f.Width != b.picture.Width || f.Height != b.picture.Height {
		return
	}
	s := b.bareScene(f, o)
	board := b.cal.Board
	board.Disc = b.DiscInPlay(o)
	var placed []*Placed
	for _, d := range append(slices.Clone(o.Discs), known...) {
		p := &Placed{State: d.State}
		p.Pos, p.Solid = d.Pos, NewSolid(board.Disc, 0)
		placed = append(placed, p)
	}
	for i := range o.Discs {
		d := &o.Discs[i]
		if d.State != Flat {
			continue
		}
		around := neighbours(board, placed, i)
		if d.SD() < DoubtSD {
			s.study(placed[i], around, &b.shades)
			continue
		}
		if at, ok := s.seat(placed[i], around, &b.shades); ok && r2.Norm(r2.Sub(at, d.Pos)) < bareMost {
			b.movedTo(d, at)
		}
	}
}

// movedTo brings a disc's place together with the one found against the bare
// board.
func (b *BareBoard) movedTo(d *Disc, at r2.Vec) {
	const bare = bareSD * bareSD
	upper := upperSay * d.Thickness
	place := bounded(b.cal.PlaceCov(d.Pos, upper))
	var own [3]float64
	for k := range own {
		own[k] = d.Cov[k] - place[k]
	}
	// By the mean of both variances: what is doubtful in one direction is so in
	// the other.
	v := math.Max((own[0]+own[2])/2, 1e-4)
	both := v * bare / (v + bare)
	b.PlaceAgain(d, r2.Add(d.Pos, r2.Scale(v/(v+bare), r2.Sub(at, d.Pos))), [3]float64{both, 0, both})
}

// PlaceAgain puts a flat disc where it was measured to lie, with the covariance
// (mm²) of that measurement.
func (b *BareBoard) PlaceAgain(d *Disc, at r2.Vec, own [3]float64) {
	upper := upperSay * d.Thickness
	d.Pos = at
	d.Cov = sum3(own, bounded(b.cal.PlaceCov(at, upper)))
	d.Shared = d.Cov
	d.Points = b.cal.Board.Points(r2.Norm(at), d.Radius)
	d.Lines = callLines(b.cal.Board, at, own, d.Radius, func(l models.Line) float64 { return LineSD(b.cal, at, upper, l) })
}

// bareScene is a picture beside that of the bare board.
func (b *BareBoard) bareScene(f capture.Frame, o *Observation) *bareScene {
	lens := o.Scenery.Lens
	if lens.Blur == 0 {
		lens = UsualLens
	}
	return &bareScene{now: NewView(f, b.cal.Camera), bare: NewView(b.picture, b.cal.Camera), board: b, lens: lens}
}
