package detect

import (
	"math"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// roles are what the pieces of a carrom board are, by their colours.
type roles struct {
	team []int
	sure []bool
	why  []string // where not sure
}

// rolesOf parts pieces into white, black and the queen: the two groups that
// most of them come in, the lighter one white, and the one that is neither.
// What is doubtful must have a group's colour.
func (s *Scene) rolesOf(fits []Fit, looks []Lab) roles {
	r := roles{team: make([]int, len(fits)), sure: make([]bool, len(fits)), why: make([]string, len(fits))}
	var sure []int
	var labs []Lab
	for i, f := range fits {
		if f.Evidence() > certain {
			sure, labs = append(sure, i), append(labs, looks[i])
		}
	}
	labs = append(labs, s.anchors()...)
	queen := queenOf(labs, len(sure))
	if l, ok := s.lookOf(Queen); ok && queen >= 0 && labs[queen].Distance(l.Look) > queenAlike {
		queen = -1
	}
	var rest []Lab
	var of []int
	for k, i := range sure {
		if k == queen {
			r.team[i], r.sure[i] = teamQueen, true
			continue
		}
		rest, of = append(rest, labs[k]), append(of, i)
	}
	teams, label := FindTeams(append(rest, labs[len(sure):]...))
	number := teams.numbers()
	for k, i := range of {
		if team, far := teams.Nearest(rest[k]); far > 2.2*teams.room(team) {
			r.why[i] = "of no piece's colour"
			continue
		}
		r.team[i], r.sure[i] = number[label[k]], true
	}
	for i, f := range fits {
		if f.Evidence() > certain {
			continue
		}
		e := f.Evidence()
		if len(teams.Colours) == 0 {
			r.why[i] = "too little of a rim"
			continue
		}
		around := f.Around.Lab(1)
		board := Lab{L: boardLook, A: around.A, B: around.B}
		team, far := teams.Nearest(looks[i])
		if e += teams.favourLook(looks[i]); e <= faintPiece || f.akin && e < akinPiece || far > looks[i].Distance(board)+boardLikely {
			r.why[i] = "too faint, or print"
			continue
		}
		r.team[i], r.sure[i] = number[team], true
	}
	return r
}

// numbers are the pieces' teams that two groups, or one, are.
func (t Teams) numbers() []int {
	if len(t.Colours) == 2 { // lightest first
		return []int{teamWhite, teamBlack}
	}
	if len(t.Colours) == 1 && t.Colours[0].L < boardLook-darkBy {
		return []int{teamBlack}
	}
	return []int{teamWhite}
}

// favourLook is what a doubtful fit's look adds to its evidence: it must be
// that of a group, and counts the more the less the board looks like it.
func (t Teams) favourLook(look Lab) float64 {
	team, far := t.Nearest(look)
	room := t.room(team)
	board := math.Abs(t.Colours[team].L - boardLook)
	return math.Max(0, math.Min(board, room)-far)/room - 3*math.Max(0, far-room)/room
}

const (
	faintPiece  = -0.5 // evidence, with what its look adds, of the faintest piece
	akinPiece   = 1.5  // the same where what it adds that it looks like others of its kind is in it
	boardLikely = 3.0  // by how much, in Lab, a faint piece may look more like the board than like its group
)

// boardLook is the lightness that the board beside a piece has in its look.
const boardLook = 60.0

// looksOfFits are the fits' colours as they would be on an evenly lit board:
// lightness counts against that of the board beside.
func (s *Scene) looksOfFits(fits []Fit) []Lab {
	looks := make([]Lab, len(fits))
	for i, f := range fits {
		lab := f.Face.Lab(1)
		looks[i] = Lab{L: boardLook + lab.L - s.boardBeside(f, fits), A: lab.A, B: lab.B}
	}
	return looks
}

// boardBeside is the lightness of the board about a fit, where none of the
// others lies: the median of the nearest places that are free.
func (s *Scene) boardBeside(f Fit, others []Fit) float64 {
	const want = 24
	var light []float64
	for r := f.Solid.Radius + 6; r < 140 && len(light) < want; r += 6 {
		n := int(r / 3)
		for k := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
			p := r2.Vec{X: f.Pos.X + r*cos, Y: f.Pos.Y + r*sin}
			if !s.cal.Board.Carrom.OnSurface(p, 10) || s.behind(p, others) {
				continue
			}
			if px, ok := s.view.Pixel(r3.Vec{X: p.X, Y: p.Y}); ok {
				light = append(light, s.view.At(px.X, px.Y).Lab(1).L)
			}
		}
	}
	if len(light) == 0 {
		return f.Around.Lab(1).L
	}
	return mid(light)
}

// behind says whether a place of the board is hidden by one of the fits, or
// near its shadow.
func (s *Scene) behind(p r2.Vec, fits []Fit) bool {
	for _, f := range fits {
		if f.Evidence() > certain && r2.Norm(r2.Sub(f.Pos, p)) < f.Solid.Radius+f.Solid.Thickness {
			return true
		}
	}
	return false
}

// What tells the queen.
const (
	queenRed   = 18.0 // a* of Lab above which a colour is red or pink
	queenAlike = 30.0 // distance from what earlier pictures showed of her
	queenFar   = 15.0 // distance of her colour from the groups'
	queenLone  = 3    // members that both groups must have for a queen of another colour
	darkBy     = 15.0 // by how much darker than the board pieces of a lone group are black
)

// queenOf is the one of the colours that belongs to neither of the groups that
// the others come in; -1 where there is none.
func queenOf(labs []Lab, n int) int {
	best, most := -1, 0.0
	for k := range n {
		var rest []Lab
		for i, l := range labs {
			if i != k {
				rest = append(rest, l)
			}
		}
		teams, _ := FindTeams(rest)
		far := math.Inf(1)
		if len(teams.Colours) > 0 {
			_, far = teams.Nearest(labs[k])
		}
		red := labs[k].A > queenRed
		odd := len(teams.Colours) == 2 && min(teams.Size[0], teams.Size[1]) >= queenLone && far > 2*queenFar
		if far < queenFar || !(red || odd) {
			continue
		}
		if score := math.Min(far, 100) + 3*math.Max(0, labs[k].A); score > most {
			best, most = k, score
		}
	}
	return best
}

// How unlike a group a piece may look: glare lays a grey veil over it, and
// shade darkens board and piece alike.
const (
	paintChroma = 11.0 // a* and b*
	paintDarker = 25.0 // L*, against the board beside, that it is darker than the group
	paintOther  = 20.0 // L* by which it must differ from all groups to be of one not seen yet
)

// may says whether a fit of this look can be a piece: of one of the groups,
// or of another that was not seen yet.
func (t Teams) may(look Lab) bool {
	other := true
	for i, k := range t.Colours {
		if t.Size[i] < 2 {
			continue
		}
		if math.Hypot(look.A-k.A, look.B-k.B) < paintChroma && look.L > k.L-paintDarker {
			return true
		}
		other = other && math.Abs(look.L-k.L) > paintOther
	}
	return other || look.A > queenRed
}
