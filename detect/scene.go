package detect

import (
	"math"

	"ditchline/calibrate"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

var Probe func(f Fit, grain float64)
var LastScene *Scene

// Scene is a picture of a board whose discs are being worked out.
type Scene struct {
	sharp View // the picture as it came: for measuring
	view  View // the same at the resolution that finding needs
	cal   calibrate.Calibration
	make  models.Disc // the disc of the board's make
	grain float64     // contrast below which a step is texture
}

// NewScene begins with a picture. grain is the median step of colour over
// the board, units a mm; radius what the votes say of the discs', mm.
func NewScene(sharp, coarse View, cal calibrate.Calibration, grain, radius float64) *Scene {
	s := &Scene{sharp: sharp, view: coarse, cal: cal, make: cal.Board.Disc, grain: math.Max(2, 3*grain)}
	s.cal.Board = withDiscs(cal.Board, radius)
	return s
}

// Evidence that makes a disc, as log odds: without knowing the teams, and for
// one that has a team's colour.
const (
	certain  = 3.0
	likely   = 0.0
	alone    = 4.5 // for one where no disc is certain
	teamwise = -3.0
)

// Resolve measures the discs at the seeds (mm, on the plane of the discs'
// faces) and adds what they are to the observation.
func (s *Scene) Resolve(seeds []r2.Vec, obs *Observation) {
	fits := s.find(seeds)
	if r := s.commonRadius(fits); math.Abs(r/s.cal.Board.Disc.Radius-1) > 0.01 {
		s.cal.Board = withDiscs(s.cal.Board, r)
		fits = s.find(seeds)
	}
	taken := s.chosen(seeds, fits)
	labs := make([]Lab, len(taken))
	for i, f := range taken {
		labs[i] = f.Face.Lab(1)
	}
	teams, label := FindTeams(labs)
	placed := make([]*Placed, len(taken))
	for i, f := range taken {
		placed[i] = &Placed{Fit: f, Team: label[i], State: stateOf(f)}
	}
	s.measure(placed, len(teams.Colours))
	for _, p := range placed {
		obs.Discs = append(obs.Discs, s.disc(p))
	}
}

// find is what may be discs at the seeds, none over another.
func (s *Scene) find(seeds []r2.Vec) []Fit {
	b := s.cal.Board
	solid := NewSolid(b.Disc, 0)
	search := Search{Directions: 32, Windows: coarse, Grain: s.grain}
	var fits []Fit
	for _, p := range seeds {
		f := s.view.best(solid, p, search)
		if Probe != nil {
			LastScene = s
			Probe(f, s.grain)
		}
		if f.Evidence() > teamwise && r2.Norm(f.Pos) < b.SurfaceRadius && !s.atHole(f.Pos) {
			fits = append(fits, f)
		}
	}
	apart, _ := Apart(fits, Fit.Evidence, 3)
	return apart
}

// atHole says whether a level disc at p lies over the hole, or where the
// hole's own rim would pass for it.
func (s *Scene) atHole(p r2.Vec) bool {
	h := s.cal.Board.Hole.Radius
	look := r2.Norm(r2.Sub(p, s.holeLooks()))
	return r2.Norm(p) < h || look < h/2
}

// holeLooks is where the hole's middle is seen on the plane of the faces of
// the discs on the board.
func (s *Scene) holeLooks() r2.Vec {
	return r2.Scale(s.cal.Board.Disc.Thickness/s.view.Eye.Z, r2.Vec{X: s.view.Eye.X, Y: s.view.Eye.Y})
}

// chosen are the fits that are discs, with the one in the hole.
func (s *Scene) chosen(seeds []r2.Vec, fits []Fit) []Fit {
	taken := byTeam(fits)
	if f, ok := s.inHole(seeds, taken); ok {
		taken = append(taken, f)
	}
	return taken
}

func stateOf(f Fit) State {
	switch {
	case f.Solid.Lean.Radius > 0:
		return Leaning
	case f.Solid.Base < 0:
		return InHole
	}
	return Flat
}

// byTeam drops the doubtful fits that have no team's colour.
func byTeam(fits []Fit) []Fit {
	teams := teamsOf(fits)
	var kept []Fit
	for _, f := range fits {
		e := f.Evidence()
		if e < certain && len(teams.Colours) > 0 {
			team, far := teams.Nearest(f.Face.Lab(1))
			room := teams.room(team)
			if len(teams.Colours) == 1 {
				far = math.Min(far, room) // it may be the first that is seen of the other team
			}
			board := f.Around.Lab(1).Distance(teams.Colours[team])
			e += math.Max(0, math.Min(board, room)-far)/room - 3*math.Max(0, far-room)/room
		}
		need := likely
		if len(teams.Colours) == 0 {
			need = alone
		}
		if e > need {
			kept = append(kept, f)
		}
	}
	return kept
}

// measure settles the discs, as those of the set that the picture tells.
func (s *Scene) measure(placed []*Placed, teams int) {
	lens := Lens{Blur: usualBlur, Noise: usualNoise}
	set := s.set(placed, teams, lens)
	for _, p := range placed {
		p.Solid = withSet(p.Solid, set)
	}
	s.sharp.Settle(placed, teams, lens, looseness{offset: 0.12, height: 0.01}, []pass{{32, 1.3, 1.5}, {48, 0.9, 1.2}, {64, 0.7, 1.0}})
}

// tallWall is by how much discs look thicker than they are, mm: a contact
// shadow lengthens the wall (rendered stills: 0.4 when seen from above, 0 when
// tilted; sets differ by 1.5).
const tallWall = 0.3

// set is the set of discs, of those that the board may have, whose thickness
// is nearest to what the picture shows: what is seen of upper and lower rims
// differs with the direction of the view as the thickness tells.
func (s *Scene) set(placed []*Placed, teams int, lens Lens) models.Disc {
	own := s.cal.Board.Disc
	if len(s.cal.Board.OtherDiscs) == 0 || len(placed) == 0 {
		return own
	}
	trial := make([]*Placed, len(placed))
	for i, p := range placed {
		c := *p
		c.Readings = nil
		trial[i] = &c
	}
	_, thicker := s.sharp.Settle(trial, teams, lens, looseness{offset: 0.2, height: 1}, []pass{{24, 1.5, 1.5}, {48, 1.0, 1.2}})
	thicker -= tallWall
	best := own
	for _, d := range s.cal.Board.OtherDiscs {
		if math.Abs(d.Thickness-own.Thickness-thicker) < math.Abs(best.Thickness-own.Thickness-thicker) {
			best = d
		}
	}
	return best
}

// withSet is the solid as one of another set of discs.
func withSet(s Solid, d models.Disc) Solid {
	lean, base := s.Lean, s.Base
	s = NewSolid(d, base)
	s.Lean = lean
	return s
}

// Uncertainty that the readings' own scatter does not show, as standard
// deviations; measured on the rendered stills.
const (
	shadeSD  = 0.17 // mm along each axis: light on the rounding shifts a team's discs alike
	heightSD = 0.30 // mm, of the thickness: it shifts discs along the view
	lineSD   = 0.06 // mm, of a printed line's place, beside the calibration's own
)

// uncertainty is the covariance of a disc's place, mm².
func (s *Scene) uncertainty(p *Placed) [3]float64 {
	eye := s.sharp.Eye
	v := r2.Scale(heightSD/math.Max(1, eye.Z), r2.Vec{X: p.Pos.X - eye.X, Y: p.Pos.Y - eye.Y})
	c := p.Cov
	return [3]float64{c[0] + shadeSD*shadeSD + v.X*v.X, c[1] + v.X*v.Y, c[2] + shadeSD*shadeSD + v.Y*v.Y}
}

// disc is what is told of a measured disc.
func (s *Scene) disc(p *Placed) Disc {
	b := s.cal.Board
	d := Disc{
		Pos: p.Pos, Cov: s.uncertainty(p),
		Radius: p.Solid.Radius, Thickness: p.Solid.Thickness,
		Colour: p.Face.RGB(), Team: string(rune('A' + p.Team)),
		State: p.State, Confidence: 1 / (1 + math.Exp(-p.Evidence())),
	}
	switch p.State {
	case InHole:
		d.Points = 20
		return d
	case Leaning:
		d.Points = int(models.Line15)
	default:
		d.Points = b.Points(r2.Norm(d.Pos), d.Radius)
	}
	d.Lines = CallLines(b, d.Pos, d.Cov, d.Radius, math.Hypot(lineSD, s.cal.RMSMM/3))
	return d
}
