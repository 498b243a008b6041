package detect

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/spatial/r2"
)

// The teams of a carrom board's pieces.
const (
	White   = "white"
	Black   = "black"
	Queen   = "queen"
	Striker = "striker"
)

// pieceTeams are the teams by their number within a picture.
var pieceTeams = [...]string{White, Black, Queen, Striker}

const (
	teamWhite = iota
	teamBlack
	teamQueen
	teamStriker
)

// PieceHints are what voting tells of a carrom board before anything is
// measured.
type PieceHints struct {
	Seeds    []r2.Vec      // where circles of the pieces' size are seen, on the plane of their faces, mm; the most evident first
	Strikers []StrikerSeed // and larger ones
	Radius   float64       // of the pieces, mm
	Grain    float64       // the board's: median step of colour, units a mm
}

// StrikerSeed is where a circle of a striker's size is seen.
type StrikerSeed struct {
	At     r2.Vec
	Radius float64 // mm
}

// ResolvePieces measures the pieces at the seeds and adds them to the
// observation, with what was left out.
func (s *Scene) ResolvePieces(h PieceHints, obs *Observation) {
	s.cal.Board = s.sharp.Pockets(s.cal.Board)
	obs.Calibration.Board.Carrom = s.cal.Board.Carrom
	spots := s.printedSpots()
	fits := s.findPieces(h.Seeds, spots)
	if r := s.pieceRadius(fits); math.Abs(r/s.cal.Board.Disc.Radius-1) > 0.01 {
		s.cal.Board = withDiscs(s.cal.Board, r)
		fits = s.findPieces(h.Seeds, spots)
	}
	striker, found := s.bestStriker(h.Strikers, fits, spots)
	var fit []Fit
	leave := func(f Fit, why string) {
		if f.Evidence() > likely {
			obs.LeftOut = append(obs.LeftOut, LeftOut{Pos: f.Pos, Z: f.Solid.Top(), Radius: f.Solid.Radius, Why: why})
		}
	}
	for _, f := range fits {
		switch {
		case found && r2.Norm(r2.Sub(f.Pos, striker.Pos)) < f.Solid.Radius+striker.Solid.Radius-neighbour:
		case s.overPocket(f):
			if f.Evidence() > pocketRim { // an empty one need not be told of
				leave(f, "in a pocket")
			}
		case !s.cal.Board.Carrom.OnSurface(f.Pos, f.Solid.Radius-frameSlack):
			leave(f, "on the frame or beyond")
		case spots.hide(f, s.view.Eye, fits):
			leave(f, "printed on the board")
		default:
			fit = append(fit, f)
		}
	}
	roles := s.rolesOf(fit, s.looksOfFits(fit))
	var placed []*Placed
	for i, f := range fit {
		if team, ok := roles.team[i], roles.sure[i]; ok {
			placed = append(placed, &Placed{Fit: f, Team: team, State: Flat})
		} else {
			leave(f, roles.why[i])
		}
	}
	if found {
		placed = append(placed, &Placed{Fit: striker, Team: teamStriker, State: Flat})
	}
	s.view.Seat(s.cal.Board, placed, s.lens, seating)
	s.lens = s.view.LensOf(s.cal.Board, placed)
	s.measure(placed, len(pieceTeams))
	obs.Scenery = Scenery{Offsets: s.offsets, Disc: s.cal.Board.Disc, HeightSD: s.heightSD, Grain: s.grain, Lens: s.lens, Pieces: s.looksOfPieces(placed)}
	for _, p := range placed {
		if s.fallen(p) {
			leave(p.Fit, "in a pocket")
			continue
		}
		obs.Discs = append(obs.Discs, s.piece(p))
	}
}

// Radii of pieces that are tried, as shares of the make's, and what of the
// evidence for the best makes the make's good enough.
const (
	leastPiece, mostPiece = 0.86, 1.22
	pieceStep             = 0.03
	makeGoodEnough        = 0.93
	enoughOfOne           = 14.0 // evidence of one piece beyond this adds nothing
)

// pieceRadius is the radius with which the fits that may be pieces are the
// most evident, together: the make's if that does about as well.
func (s *Scene) pieceRadius(fits []Fit) float64 {
	nominal := s.make.Radius
	search := Search{Directions: 32, Windows: coarse[1:], Grain: s.grain}
	// What is faint by its outline tells nothing of where that lies.
	plain := slices.DeleteFunc(slices.Clone(fits), func(f Fit) bool { return f.Evidence()-f.kin < certain })
	said := func(radius float64) float64 {
		sum := 0.0
		for _, f := range plain[:min(len(plain), mostTried)] {
			solid := f.Solid
			solid.Radius = radius
			if e := s.view.Fit(solid, f.Pos, search).Evidence(); e > certain {
				sum += math.Min(enoughOfOne, e)
			}
		}
		return sum
	}
	atMake := said(nominal)
	best, most := nominal, atMake
	for k := leastPiece; k <= mostPiece; k += pieceStep {
		if e := said(k * nominal); e > most {
			best, most = k*nominal, e
		}
	}
	if atMake >= makeGoodEnough*most {
		return nominal
	}
	return best
}

// frameSlack is by how much a piece at the frame may seem to lie in it, mm.
const frameSlack = 12.0

// findPieces fits pieces at the seeds. Shadows, corners of print and the like
// look like pieces of no colour that the pieces have.
func (s *Scene) findPieces(seeds []r2.Vec, spots spots) []Fit {
	solid := NewSolid(s.cal.Board.Disc, 0)
	search := Search{Directions: 32, Windows: coarse, Grain: s.grain}
	near := Search{Directions: 32, Windows: coarse[2:], Grain: s.grain}
	var all []Fit
	var plain []r2.Vec
	for _, p := range seeds {
		if within(p, plain, solid.Radius*sameDisc) {
			continue
		}
		f := spots.queenOnStar(s.bestPiece(solid, p, search))
		if f.Evidence() > beyondDoubt && !spots.covers(f, &s.view) {
			plain = append(plain, f.Pos)
			all = append(all, f)
			continue
		}
		// A faint outline may draw the fit off to a plainer one beside it.
		for _, f := range [2]Fit{f, s.offPrint(s.crescent(s.view.Fit(solid, p, near)))} {
			if f.Evidence() > faintest {
				all = append(all, f)
			}
		}
	}
	all = s.withKin(all, spots)
	all = s.uncovered(all, spots)
	apart := Apart(all, Fit.Evidence, neighbour)
	sure := s.anchors()
	for i, look := range s.looksOfFits(apart) {
		if apart[i].Evidence() > beyondDoubt && look.A < queenRed {
			sure = append(sure, look)
		}
	}
	groups, _ := FindTeams(sure)
	looks := s.looksOfFits(all)
	var out []Fit
	for i, f := range all {
		if f.Evidence() > beyondDoubt || groups.may(looks[i]) {
			out = append(out, f)
		}
	}
	return Apart(out, Fit.Evidence, neighbour)
}

// uncovered are the fits that no printed disc explains as well; what stands on
// the one in the middle is the queen where the pieces of the start touch her.
func (s *Scene) uncovered(fits []Fit, spots spots) []Fit {
	out := slices.DeleteFunc(slices.Clone(fits), func(f Fit) bool { return spots.covers(f, &s.view) })
	apart := Apart(out, Fit.Evidence, neighbour)
	out = slices.DeleteFunc(out, func(f Fit) bool { return spots.hide(f, s.view.Eye, apart) })
	for _, f := range fits {
		if spots.covers(f, &s.view) && spots.onCentre(f) && touchedBy(f, apart) >= ringOfPieces {
			out = append(out, f)
		}
	}
	return out
}

// findStrikers fits larger discs at the seeds, the most evident first.
func (s *Scene) findStrikers(seeds []StrikerSeed) []Fit {
	search := Search{Directions: 32, Windows: coarse, Grain: s.grain}
	var out []Fit
	for _, seed := range seeds {
		solid := NewSolid(s.cal.Board.Disc, 0)
		solid.Radius = seed.Radius
		if f := s.bestPiece(solid, seed.At, search); f.Evidence() > certain {
			out = append(out, f)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Evidence() > out[j].Evidence() })
	return out
}

// drawnCircle is the standout below which a large circle is but drawn: the
// board is within it as without.
const drawnCircle = 1.0

// clearlyLarger is by how much more evident a larger disc must be than any
// piece in its place.
const clearlyLarger = 3.0

// bestStriker is the most evident larger disc on the surface: there is one on
// a board at most.
func (s *Scene) bestStriker(seeds []StrikerSeed, pieces []Fit, spots spots) (Fit, bool) {
	var fits []Fit
	search := Search{Directions: 32, Windows: coarse[1:], Grain: s.grain}
	for _, f := range s.findStrikers(seeds) {
		if !s.likeStriker(f) || s.overPocket(f) || !s.cal.Board.Carrom.OnSurface(f.Pos, f.Solid.Radius-frameSlack) || f.Solid.Radius < strikerLeast*s.largestPiece() || spots.covers(f, &s.view) || spots.alike(f, s.view.Eye) {
			continue
		}
		best := f
		for k := 0.9; k < 1.11; k += 0.025 {
			solid := f.Solid
			solid.Radius *= k
			if g := s.crescent(s.view.Fit(solid, f.Pos, search)); g.Evidence() > best.Evidence() {
				best = g
			}
		}
		if best.Solid.Radius > strikerLeast*s.largestPiece() {
			fits = append(fits, best)
		}
	}
	return s.surelyStriker(fits, pieces)
}

// strikerLeast is how much larger than a piece a striker is at the least.
const strikerLeast = 1.1

// largestPiece is the radius of the pieces, mm, as this picture or the earlier ones
// tell it: pale ones look small.
func (s *Scene) largestPiece() float64 {
	if s.like != nil {
		return math.Max(s.like.Disc.Radius, s.cal.Board.Disc.Radius)
	}
	return s.cal.Board.Disc.Radius
}

// likeStriker says whether a larger disc may be the striker that earlier pictures
// showed.
func (s *Scene) likeStriker(f Fit) bool {
	l, ok := s.lookOf(Striker)
	return !ok || math.Abs(f.Solid.Radius/l.Radius-1) < strikerUnsure && f.Face.Lab(1).Distance(l.Colour) < 2*StrikerTint
}

// surelyStriker is the most evident of the larger discs, if no piece in its
// place is about as evident.
func (s *Scene) surelyStriker(larger, pieces []Fit) (Fit, bool) {
	sort.SliceStable(larger, func(i, j int) bool { return larger[i].Evidence() > larger[j].Evidence() })
	for _, f := range larger {
		rival := math.Inf(-1)
		for _, p := range pieces {
			if r2.Norm(r2.Sub(p.Pos, f.Pos)) < p.Solid.Radius+f.Solid.Radius-neighbour {
				rival = math.Max(rival, p.Evidence())
			}
		}
		if f.Standout < drawnCircle {
			continue
		}
		if e := f.Evidence(); e > certain && (e > rival+clearlyLarger || rival < certain) {
			return f, true
		}
	}
	return Fit{}, false
}

// piece is what is told of a measured piece.
func (s *Scene) piece(p *Placed) Disc {
	d := Disc{
		Pos:    p.Pos,
		Radius: p.Solid.Radius, Thickness: p.Solid.Thickness,
		Colour: p.Face.RGB(), Team: pieceTeams[p.Team],
		State: p.State, Confidence: 1 / (1 + math.Exp(-p.Evidence())),
	}
	own, shared := s.uncertainty(p)
	place := bounded(s.cal.PlaceCov(p.Pos, upperSay*d.Thickness))
	d.Cov, d.Shared = sum3(own, place), sum3(shared, place)
	d.Lines = carromCalls(&s.cal, d, own)
	return d
}
