package detect

import "math"

// roles are what the pieces of a carrom board are, by their colours.
type roles struct {
	team []int
	sure []bool
	why  []string // where not sure
}

// rolesOf parts pieces into white, black and the queen: the two groups that
// most of them come in, the lighter one white, and the one that is neither.
// What is doubtful must have a group's colour.
func rolesOf(fits []Fit) roles {
	r := roles{team: make([]int, len(fits)), sure: make([]bool, len(fits)), why: make([]string, len(fits))}
	var sure []int
	var labs []Lab
	for i, f := range fits {
		if f.Evidence() > certain {
			sure, labs = append(sure, i), append(labs, f.Face.Lab(1))
		}
	}
	queen := queenOf(labs, len(sure))
	var rest []Lab
	var of []int
	for k, i := range sure {
		if k == queen {
			r.team[i], r.sure[i] = teamQueen, true
			continue
		}
		rest, of = append(rest, labs[k]), append(of, i)
	}
	teams, label := FindTeams(rest)
	number := teams.numbers(fits, of)
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
		if e += teams.favour(f); e <= likely {
			r.why[i] = teams.doubt(f)
			continue
		}
		team, _ := teams.Nearest(f.Face.Lab(1))
		r.team[i], r.sure[i] = number[team], true
	}
	return r
}

// numbers are the pieces' teams that two groups, or one, are.
func (t Teams) numbers(fits []Fit, of []int) []int {
	if len(t.Colours) == 2 { // lightest first
		return []int{teamWhite, teamBlack}
	}
	var darker []float64
	for _, i := range of {
		darker = append(darker, fits[i].Around.Lab(1).L-fits[i].Face.Lab(1).L)
	}
	if len(darker) > 0 && mid(darker) > darkBy {
		return []int{teamBlack}
	}
	return []int{teamWhite}
}

// What tells the queen.
const (
	queenRed  = 18.0 // a* of Lab above which a colour is red or pink
	queenFar  = 15.0 // distance of her colour from the groups'
	queenLone = 3    // members that both groups must have for a queen of another colour
	darkBy    = 15.0 // by how much darker than the board pieces of a lone group are black
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
