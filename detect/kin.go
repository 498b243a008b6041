package detect

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// A piece of the board's own colour shows little but the shade of its wall and
// its shadow. Both look alike on all pieces of a picture, by the direction on
// the board: the pieces that are plainly seen tell how a faint one must look,
// and what does not look so is print or grain.
const (
	kinWays   = 16   // directions
	kinLeast  = 3    // pieces of a kind that tell of it
	kinFloor  = 3.0  // L*: no two pieces are more alike
	kinBare   = 3.0  // L*: spread of the bare board about what it is beside
	kinOdd    = 0.08 // share of samples that show something else, in units of kinRange
	kinRange  = 60.0 // L* over which that may lie
	kinShare  = 0.2  // of samples that tell by themselves: neighbours look alike
	kinClear  = 10.0 // mm beside another piece that its shadow may reach
	wallSeen  = 1.0  // pixels of a wall that must be seen
	kinSays   = 8.0  // evidence that likeness adds or takes
	kinRounds = 3    // of learning how a kind looks
	faintest  = -9.0 // evidence by its outline, less than which likeness cannot make a piece
)

// kinFar are the distances from a piece's footprint, mm, at which its shadow is
// looked at.
var kinFar = [...]float64{1.5, 3.5, 6, 9}

// kinBins are the places of a piece that are compared: the face, the wall in
// each direction, and the board beyond.
const kinBins = 1 + kinWays*(1+len(kinFar))

// kinLook is the lightness of a piece and of what is beside it, by bins, against
// that of the board about it; NaN where nothing can be seen.
type kinLook [kinBins]float64

// kin is how the pieces of one kind look.
type kin struct{ mid, spread kinLook }

// kinLook is what a fit looks like; others are the pieces that may hide its
// wall or its shadow.
func (s *Scene) kinLook(f Fit, others []Fit) (k kinLook) {
	for i := range k {
		k[i] = math.NaN()
	}
	board := s.boardBeside(f, others)
	eye := s.view.Eye
	sample := func(p r3.Vec) float64 {
		ground := s.view.groundUnderPoint(p)
		if onPrintAt(s.cal.Board.Carrom, ground) {
			return math.NaN()
		}
		for _, o := range others {
			if r2.Norm(r2.Sub(o.Pos, f.Pos)) < f.Solid.Radius {
				continue
			}
			if r2.Norm(r2.Sub(o.Pos, ground)) < o.Solid.Radius+kinClear || r2.Norm(r2.Sub(o.Pos, r2.Vec{X: p.X, Y: p.Y})) < o.Solid.Radius+2 {
				return math.NaN()
			}
		}
		px, ok := s.view.Pixel(p)
		if !ok {
			return math.NaN()
		}
		return s.view.At(px.X, px.Y).Lab(1).L - board
	}
	k[0] = f.Face.Lab(1).L - board
	b := f.Solid.at(f.Pos, eye)
	for i := range kinWays {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / kinWays)
		u := r2.Vec{X: cos, Y: sin}
		bins := k[1+i*(1+len(kinFar)):]
		if middle, ok := s.view.midWall(&b, u); ok {
			bins[0] = sample(middle)
		}
		for j, far := range kinFar {
			g := r2.Add(f.Pos, r2.Scale(f.Solid.Radius+far, u))
			// Where the line of sight to it passes the height of the face.
			over := r2.Add(g, r2.Scale(f.Solid.Top()/math.Max(1, eye.Z), r2.Sub(r2.Vec{X: eye.X, Y: eye.Y}, g)))
			if r2.Norm(r2.Sub(over, f.Pos)) > f.Solid.Radius+1 && s.cal.Board.Carrom.OnSurface(g, 2) {
				bins[1+j] = sample(r3.Vec{X: g.X, Y: g.Y})
			}
		}
	}
	return k
}

// midWall is the middle of the wall that a body shows in the direction u; ok is
// false where it shows less than wallSeen of it.
func (v *View) midWall(b *body, u r2.Vec) (middle r3.Vec, ok bool) {
	outer, near := b.outline(u)
	if !near {
		return middle, false
	}
	rim := b.upperRim(u)
	low, ok1 := v.Pixel(outer)
	up, ok2 := v.Pixel(rim)
	return r3.Scale(0.5, r3.Add(outer, rim)), ok1 && ok2 && r2.Norm(r2.Sub(low, up)) > wallSeen
}

// groundUnderPoint is the place on the board that a point above it hides, mm.
func (v *View) groundUnderPoint(p r3.Vec) r2.Vec {
	k := p.Z / math.Max(1, v.Eye.Z-p.Z)
	return r2.Vec{X: p.X + k*(p.X-v.Eye.X), Y: p.Y + k*(p.Y-v.Eye.Y)}
}

// kinOf is how pieces of these looks look: the bins' medians, where enough of
// them show.
func kinOf(looks []kinLook) (k kin, ok bool) {
	if len(looks) < kinLeast {
		return k, false
	}
	for i := range k.mid {
		var v []float64
		for _, l := range looks {
			if !math.IsNaN(l[i]) {
				v = append(v, l[i])
			}
		}
		k.mid[i] = math.NaN()
		if len(v) < kinLeast {
			continue
		}
		k.mid[i] = mid(v)
		for j := range v {
			v[j] = math.Abs(v[j] - k.mid[i])
		}
		k.spread[i] = math.Hypot(kinFloor, 1.5*mid(v))
	}
	return k, true
}

// tells is the evidence that a look is that of a piece of this kind, not of
// the bare board: the log likelihood ratio of its samples, those that print
// or something else may have spoiled apart.
func (k *kin) tells(l kinLook) float64 {
	sum := 0.0
	for i, x := range l {
		if math.IsNaN(x) || math.IsNaN(k.mid[i]) {
			continue
		}
		sum += math.Log(oddNormal(x-k.mid[i], k.spread[i]) / oddNormal(x, kinBare))
	}
	return math.Max(-kinSays, math.Min(kinSays, kinShare*sum))
}

// oddNormal is the density of a deviation that is normal but for some that may
// be anything.
func oddNormal(x, sd float64) float64 {
	return (1-kinOdd)*math.Exp(-x*x/(2*sd*sd))/(sd*math.Sqrt(2*math.Pi)) + kinOdd/kinRange
}

// withKin are the fits with what their likeness to the others of their kind
// adds to their evidence. How a kind looks is learned from those that may be
// pieces, and once more from those of them that then do look alike.
func (s *Scene) withKin(fits []Fit, spots spots) []Fit {
	fits = slices.Clone(fits)
	bare := slices.DeleteFunc(slices.Clone(fits), func(f Fit) bool { return spots.covers(f, &s.view) })
	var of []int // of fits
	apart := Apart(bare, Fit.Evidence, neighbour)
	sure := slices.DeleteFunc(slices.Clone(apart), func(f Fit) bool { return f.Evidence() < certain })
	looks := s.looksOfFits(fits)
	for i, f := range fits {
		mayBe := f.Evidence() > likely && looks[i].A < queenRed && !s.overPocket(f) && s.cal.Board.Carrom.OnSurface(f.Pos, f.Solid.Radius-frameSlack)
		if mayBe && slices.ContainsFunc(apart, func(a Fit) bool { return a.Pos == f.Pos }) {
			of = append(of, i)
		}
	}
	var labs []Lab
	for _, i := range of {
		labs = append(labs, looks[i])
	}
	teams, label := FindTeams(labs)
	if len(teams.Colours) == 0 {
		return fits
	}
	kins := make([]kin, len(teams.Colours))
	seen := make([]kinLook, len(fits))
	for i, f := range fits {
		seen[i] = s.kinLook(f, sure)
	}
	for t := range kins {
		known := false
		for range kinRounds {
			var like []kinLook
			for k, i := range of {
				if label[k] == t && (!known || kins[t].tells(seen[i]) > 0) {
					like = append(like, seen[i])
				}
			}
			again, ok := kinOf(like)
			if !ok {
				break
			}
			kins[t], known = again, true
		}
		for i, f := range fits {
			if near, _ := teams.Nearest(looks[i]); known && near == t && f.Evidence() < beyondDoubt && looks[i].A < queenRed {
				fits[i].kin, fits[i].akin = kins[t].tells(seen[i]), true
				if f.Evidence() > certain { // glare makes one of them look unlike the others
					fits[i].kin = math.Max(0, fits[i].kin)
				}
			}
		}
	}
	return fits
}
