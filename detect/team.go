package detect

import (
	"math"
	"sort"
)

// Teams are the colours that the discs in a picture come in: one or two.
type Teams struct {
	Colours []Lab     // centre of each team, lightest first
	Spread  []float64 // typical distance of a team's discs from it
	Size    []int     // discs of each
}

const (
	// alike is how far apart in Lab two discs of one set may look: grain of
	// wood, shade and glare (ground truth: 95 % under 14).
	AlikeColours = 13.0
	// spreads is how many times its teams' spread the distance between two
	// teams must be.
	spreads = 1.8
)

// FindTeams splits the discs' colours in two if they come in two, by the
// split that leaves the least squared distance (2-means, started from every
// pair of the colours farthest apart along lightness and hue).
func FindTeams(discs []Lab) (Teams, []int) {
	team := make([]int, len(discs))
	if len(discs) == 0 {
		return Teams{}, team
	}
	one := Teams{Colours: []Lab{MeanColour(discs, team, 0)}, Spread: []float64{ColourSpread(discs, team, 0, MeanColour(discs, team, 0))}, Size: []int{len(discs)}}
	if len(discs) == 1 {
		return one, team
	}
	best := math.Inf(1)
	var split []int
	for i := range discs {
		for j := range i {
			labels, cost := twoMeans(discs, discs[i], discs[j])
			if labels != nil && cost < best {
				best, split = cost, labels
			}
		}
	}
	if split == nil {
		return one, team
	}
	a, b := MeanColour(discs, split, 0), MeanColour(discs, split, 1)
	sa, sb := ColourSpread(discs, split, 0, a), ColourSpread(discs, split, 1, b)
	if gap := a.Distance(b); gap < AlikeColours || gap < spreads*(sa+sb) {
		return one, team
	}
	if a.L < b.L {
		a, b, sa, sb = b, a, sb, sa
		for i := range split {
			split[i] = 1 - split[i]
		}
	}
	size := make([]int, 2)
	for _, l := range split {
		size[l]++
	}
	return Teams{Colours: []Lab{a, b}, Spread: []float64{sa, sb}, Size: size}, split
}

// twoMeans is the split of the colours that begins with the centres a and b;
// nil where one side ends empty.
func twoMeans(discs []Lab, a, b Lab) ([]int, float64) {
	label := make([]int, len(discs))
	for range 12 {
		changed := false
		count := [2]int{}
		for i, c := range discs {
			l := 0
			if c.Distance(b) < c.Distance(a) {
				l = 1
			}
			changed = changed || l != label[i]
			label[i] = l
			count[l]++
		}
		if count[0] == 0 || count[1] == 0 {
			return nil, 0
		}
		a, b = MeanColour(discs, label, 0), MeanColour(discs, label, 1)
		if !changed {
			break
		}
	}
	cost := 0.0
	for i, c := range discs {
		d := c.Distance([2]Lab{a, b}[label[i]])
		cost += d * d
	}
	return label, cost
}

func MeanColour(discs []Lab, label []int, team int) Lab {
	var m Lab
	n := 0.0
	for i, c := range discs {
		if label[i] == team {
			m.L, m.A, m.B = m.L+c.L, m.A+c.A, m.B+c.B
			n++
		}
	}
	return Lab{m.L / n, m.A / n, m.B / n}
}

// ColourSpread is the median distance of a team's colours from its centre.
func ColourSpread(discs []Lab, label []int, team int, centre Lab) float64 {
	var d []float64
	for i, c := range discs {
		if label[i] == team {
			d = append(d, c.Distance(centre))
		}
	}
	sort.Float64s(d)
	return d[len(d)/2]
}

// Nearest is the team whose colour is closest, and how far it is.
func (t Teams) Nearest(c Lab) (team int, distance float64) {
	distance = math.Inf(1)
	for i, k := range t.Colours {
		if d := c.Distance(k); d < distance {
			team, distance = i, d
		}
	}
	return team, distance
}

// room is how far from a team's colour one of its discs may look; the fewer
// are known, the less sure its colour is.
func (t Teams) room(team int) float64 {
	return math.Max(AlikeColours+6/math.Sqrt(float64(t.Size[team])), 2.5*t.Spread[team])
}

// core is how far from a team's colour most of its discs look.
func (t Teams) core(team int) float64 { return math.Max(9, 2*t.Spread[team]) }

// strange says whether a fit's face is none of the known teams' usual colour.
func (t Teams) strange(f Fit) bool {
	if len(t.Colours) == 0 {
		return false
	}
	team, far := t.Nearest(f.Face.Lab(1))
	return far > t.core(team)
}

// teamsOf are the teams of those fits that are surely discs.
func teamsOf(fits []Fit) Teams {
	var sure []Lab
	for _, f := range fits {
		if f.Evidence() > certain {
			sure = append(sure, f.Face.Lab(1))
		}
	}
	teams, _ := FindTeams(sure)
	return teams
}

// looksOf are the teams of all the fits.
func looksOf(fits []Fit) Teams {
	teams, _ := FindTeams(labsOf(fits))
	return teams
}

// labsOf are the colours of the fits' faces.
func labsOf(fits []Fit) []Lab {
	labs := make([]Lab, len(fits))
	for i, f := range fits {
		labs[i] = f.Face.Lab(1)
	}
	return labs
}

// TeamLetter names a picture's i-th team.
func TeamLetter(i int) string { return string(rune('A' + i)) }
