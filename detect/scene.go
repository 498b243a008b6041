package detect

import (
	"math"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// Scene is a picture of a board whose discs are being worked out.
type Scene struct {
	sharp View // the picture as it came: for measuring
	view  View // the same at the resolution that finding needs
	cal   calibrate.Calibration
	make  models.Disc // the disc of the board's make
	grain float64     // contrast below which a step is texture
	lens  Lens        // of view

	like     *Scenery  // what earlier pictures tell of the same discs; nil for nothing
	heightSD float64   // of the discs' thickness, mm
	sets     []float64 // log likelihood of the board's sets of discs
	offsets  []Offsets // by how much the teams' edges are off, where that is known
}

// leastGrain is what is taken for texture in a picture without any, units of
// colour: what JPEG leaves of an even surface.
const leastGrain = 2.0

// NewScene begins with a picture. grain is the median step of colour over
// the board, units a mm; radius what the votes say of the discs', mm.
func NewScene(sharp, coarse View, cal calibrate.Calibration, grain, radius float64) *Scene {
	s := &Scene{sharp: sharp, view: coarse, cal: cal, make: cal.Board.Disc, grain: math.Max(leastGrain, 3*grain), lens: UsualLens, heightSD: heightSD}
	s.cal.Board = withDiscs(cal.Board, radius)
	return s
}

// Expect takes over what earlier pictures tell of the set of discs.
func (s *Scene) Expect(known Scenery) {
	s.like = &known
	if known.Radius > 0 {
		s.cal.Board = withDiscs(s.cal.Board, known.Radius)
	}
}

// known are the teams that the picture shows, or where earlier pictures of the
// same discs told more of them, those.
func (s *Scene) known(seen Teams) Teams {
	if s.like != nil && len(s.like.Teams.Colours) > len(seen.Colours) {
		return s.like.Teams
	}
	return seen
}

// agreeOn is the radius to measure with, and what the picture alone tells of
// it.
func (s *Scene) agreeOn(fits []Fit) (radius, told float64) {
	if s.like != nil && s.like.Radius > 0 {
		return s.like.Radius, 0
	}
	told = s.commonRadius(fits)
	if s.like != nil {
		return s.like.Disc.Radius, told
	}
	return told, told
}

// Resolve measures the discs at the seeds (mm, on the plane of the discs'
// faces) and adds them to the observation, with what was left out.
func (s *Scene) Resolve(seeds []r2.Vec, obs *Observation) {
	found := s.find(seeds)
	radius, told := s.agreeOn(found.onBoard)
	if math.Abs(radius/s.cal.Board.Disc.Radius-1) > 0.01 {
		s.cal.Board = withDiscs(s.cal.Board, radius)
		found = s.find(seeds)
	}
	taken, left := s.byTeam(found.onBoard)
	taken, overHole := s.notTheHole(taken)
	left = append(left, overHole...)
	if f, ok := s.inHole(seeds, s.known(looksOf(taken))); ok {
		taken = append(taken, f)
	} else {
		left = append(left, emptyHole(found.atHole)...)
	}
	ditch, beyond := s.outside(found.outside)
	obs.LeftOut = append(append(obs.LeftOut, left...), beyond...)

	teams, label := FindTeams(labsOf(taken))
	placed := make([]*Placed, len(taken))
	for i, f := range taken {
		placed[i] = s.place(f, label[i])
	}
	s.adopt(placed, len(teams.Colours))
	s.measure(placed, len(teams.Colours))
	obs.Scenery = Scenery{Offsets: s.offsets, Disc: s.cal.Board.Disc, HeightSD: s.heightSD, Grain: s.grain, Lens: s.lens, Teams: teams, Radius: told, Sets: s.sets}
	placed, doubtful := s.believable(placed)
	obs.LeftOut = append(obs.LeftOut, doubtful...)
	for _, p := range placed {
		s.confine(p)
		obs.Discs = append(obs.Discs, s.disc(p))
	}
	obs.Discs = append(obs.Discs, s.ditched(ditch, teams)...)
}

// ditched are discs down in the ditch, where only roughly where they lie is
// asked for.
func (s *Scene) ditched(fits []Fit, teams Teams) []Disc {
	var discs []Disc
	for _, f := range fits {
		team, _ := teams.Nearest(f.Face.Lab(1))
		discs = append(discs, s.disc(&Placed{Fit: f, Team: team, State: InDitch}))
	}
	return discs
}

// place is a fit as a disc of a team.
func (s *Scene) place(f Fit, team int) *Placed {
	p := &Placed{Fit: f, Team: team, State: stateOf(f)}
	if p.State == InHole {
		p.Play = math.Max(0.2, s.cal.Board.Hole.Radius-f.Solid.Radius)
	}
	return p
}

// confine keeps a disc that lies in the hole within its wall.
func (s *Scene) confine(p *Placed) {
	play := math.Max(0, s.cal.Board.Hole.Radius-p.Solid.Radius)
	if d := r2.Norm(p.Pos); p.State == InHole && d > play {
		p.Pos = r2.Scale(play/d, p.Pos)
	}
}

// stateOf is how the solid that was fitted on the surface or in the hole lies.
func stateOf(f Fit) State {
	switch {
	case f.Solid.Lean.Radius > 0:
		return Leaning
	case f.Solid.Base < 0:
		return InHole
	}
	return Flat
}

// adopt seats the discs as those of the set that the picture tells to be in
// play.
func (s *Scene) adopt(placed []*Placed, teams int) {
	if s.like != nil && s.like.Lens.Blur > 0 {
		s.lens = s.like.Lens
	}
	s.view.Seat(s.cal.Board, placed, s.lens, seating)
	if s.like == nil || s.like.Lens.Blur == 0 {
		s.lens = s.view.LensOf(s.cal.Board, placed)
	}
	s.cal.Board.Disc, s.heightSD = s.set(placed, teams)
}

// sharpLens is the lens of the picture as it came, which may be larger than
// the one in which the blur was measured: halving blurs a little by itself.
func (s *Scene) sharpLens() Lens {
	l := s.lens
	if k := float64(s.sharp.width) / float64(s.view.width); k > 1.5 {
		l.Blur = k * math.Sqrt(math.Max(0.1, l.Blur*l.Blur-1.0/16))
	}
	return l
}

// measure settles seated discs, by two models of how an outline looks: one
// of its edges alone, by habit, and one of what lies beside it. Each errs in
// its own way; their mean is closer, and their difference tells how sure it is.
func (s *Scene) measure(placed []*Placed, teams int) {
	loose := looseness{far: 0.3, near: 0.25, height: 0.01}
	if len(s.offsets) > 0 {
		loose = looseness{far: 0.04, near: 0.08, height: 0.01, about: s.offsets}
	}
	s.offsets, _ = s.sharp.Settle(placed, teams, s.sharpLens(), loose, []pass{{20, 1.3, 1.5}, {32, 0.9, 1.2}, {64, 0.7, 1.0}})
	settled := make([]r2.Vec, len(placed))
	for i, p := range placed {
		settled[i] = p.Pos
	}
	s.view.Seat(s.cal.Board, placed, s.lens, reseating)
	for i, p := range placed {
		p.Apart = r2.Sub(p.Pos, settled[i])
		k := seatShare
		if far := r2.Norm(p.Apart); far > tooFarApart {
			k *= tooFarApart * tooFarApart / (far * far)
		}
		p.Pos = r2.Add(settled[i], r2.Scale(k, p.Apart))
	}
}

const (
	seatShare   = 0.4 // of the second model in the mean
	tooFarApart = 0.7 // mm between the two models from which the second counts less
)

// Uncertainty that the readings' own scatter does not show, as standard
// deviations; measured on rendered stills of two renderers.
const (
	shadeSD  = 0.08 // mm along each axis: light on the rounding shifts a team's discs alike
	heightSD = 0.30 // mm, of the thickness of a known set: it shifts discs along the view
	PrintSD  = 0.06 // mm, of a printed line's place, where the calibration does not tell
)

// uncertainty is the covariance of a disc's place by its own measurement, mm²;
// shared is the part of it that all photographs of one view have in common.
func (s *Scene) uncertainty(p *Placed) (all, shared [3]float64) {
	eye := s.sharp.Eye
	v := r2.Scale(s.heightSD/math.Max(1, eye.Z), r2.Vec{X: p.Pos.X - eye.X, Y: p.Pos.Y - eye.Y})
	a := r2.Scale(apartShare, p.Apart)
	if far := r2.Norm(a); far > tooFarApart {
		a = r2.Scale(tooFarApart/far, a)
	}
	shade := shadeSD
	if p.Team < len(s.offsets) {
		shade += strangeShare * math.Max(0, math.Abs(s.offsets[p.Team].Far)-plainOffset)
	}
	shared = [3]float64{shade*shade + v.X*v.X + a.X*a.X, v.X*v.Y + a.X*a.Y, shade*shade + v.Y*v.Y + a.Y*a.Y}
	return sum3(p.Cov, shared), shared
}

// Discs whose far edges seem to lie much further out or in than is usual have
// something else there, a soft shadow say, that also moves them.
const (
	plainOffset  = 0.2 // mm
	strangeShare = 1.5 // of what is more than that
)

// upperSay is how much of a disc's place is told by its upper rim rather than
// by its lower one.
const upperSay = 0.75

// bounded is a calibration's covariance of a place, scaled down to what a
// board that was found can be off at most: farther, its lines would not fit.
func bounded(cov [3]float64) [3]float64 {
	const most = 2.0 // mm
	if v := math.Max(cov[0], cov[2]); v > most*most {
		k := most * most / v
		return [3]float64{k * cov[0], k * cov[1], k * cov[2]}
	}
	return cov
}

// apartShare is what the two models' difference tells of their mean's error.
const apartShare = 0.45

func sum3(a, b [3]float64) [3]float64 { return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// disc is what is told of a measured disc.
func (s *Scene) disc(p *Placed) Disc {
	b := s.cal.Board
	d := Disc{
		Pos:    p.Pos,
		Radius: p.Solid.Radius, Thickness: p.Solid.Thickness,
		Colour: p.Face.RGB(), Team: string(rune('A' + p.Team)),
		State: p.State, Confidence: 1 / (1 + math.Exp(-p.Evidence())),
	}
	own, shared := s.uncertainty(p)
	// The rims of the upper face say most of where a disc stands.
	seen := upperSay * d.Thickness
	place := bounded(s.cal.PlaceCov(p.Pos, seen))
	d.Cov, d.Shared = sum3(own, place), sum3(shared, place)
	switch p.State {
	case InHole:
		d.Points = 20
		return d
	case Leaning:
		d.Points = int(models.Line15)
	default:
		d.Points = b.Points(r2.Norm(d.Pos), d.Radius)
	}
	d.Lines = callLines(b, d.Pos, own, d.Radius, func(l models.Line) float64 { return LineSD(&s.cal, d.Pos, seen, l) })
	return d
}
