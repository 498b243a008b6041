package watch

import (
	"ditchline/detect"
	"math"
	"slices"
)

// sight is what is known of one disc's colour.
type sight struct {
	lab     detect.Lab // in the light of the film's begin
	scatter float64    // variance per axis of its measurement
	turn    int        // the how-manieth flick was this disc's, from 1; 0 where none was seen
}

// sides is a way to tell discs apart by colour into those of a side each.
type sides struct {
	colours []detect.Lab
	of      []int   // side of each sight
	score   float64 // log of how likely the sights are so
}

// How the colours of one side's discs scatter, in Lab.
const (
	sideGrain = 2.8   // per axis: grain, sheen, and what the measurement adds
	sideShade = 0.045 // of lightness and chroma together: the light is not the same all over a board
	mostOdd   = 0.01  // of discs that look like none of their side: a hand's shadow, glare
)

// How colours and turns are likely to be, before anything is seen.
const (
	colourWide  = 25.0 // standard deviation of sides' colours about colourUsual, per axis
	tellFrom    = 10.0 // distance by which players choose the colours of two sides apart
	tellLeast   = 8.0  // nearer, nobody could tell them
	tellThird   = 20.0 // the same of a third: sheen and shade make one colour look like two
	thirdLikely = 0.02 // that three play
	oddSpace    = 800000.0
	altAlpha    = 6.0 // successive flicks are of two sides, or of one (a shot that was not seen, or
	altBeta     = 0.7 // someone who practises alone): a Beta prior of how often
)

var colourUsual = detect.Lab{L: 55, A: 8, B: 14}

// A light k times as strong takes X, Y and Z times k, and so L+16, a and b times
// the cube root of k (CIE 1976): colours scatter most along that direction.
func logLike(l detect.Lab, scatter float64, mean detect.Lab) float64 {
	s2 := sideGrain*sideGrain + scatter
	v := [3]float64{sideShade * (mean.L + 16), sideShade * mean.A, sideShade * mean.B}
	d := [3]float64{l.L - mean.L, l.A - mean.A, l.B - mean.B}
	vv := v[0]*v[0] + v[1]*v[1] + v[2]*v[2]
	dd := d[0]*d[0] + d[1]*d[1] + d[2]*d[2]
	dv := d[0]*v[0] + d[1]*v[1] + d[2]*v[2]
	quad := (dd - dv*dv/(s2+vv)) / s2
	return -0.5*(3*math.Log(2*math.Pi*s2)+math.Log(1+vv/s2)+quad) + math.Log(1-mostOdd)
}

// oddLike is the log likelihood of any colour at all.
var oddLike = math.Log(mostOdd / oddSpace)

// findSides tells the sights' discs apart into the sides that are likeliest to
// have shown them: one, two or, where the evidence is strong, three. before are
// the sides by which they were told last, nil for none.
func findSides(sights []sight, before []int) sides {
	if len(sights) == 0 {
		return sides{}
	}
	best := settleSides(sights, make([]int, len(sights)), 1)
	two := sides{score: math.Inf(-1)}
	for _, start := range splits(sights, before) {
		if s := settleSides(sights, start, 2); len(s.colours) == 2 && s.score > two.score {
			two = s
		}
	}
	if two.score > best.score {
		best = two
	}
	if len(two.colours) == 2 {
		if s := third(sights, two); len(s.colours) == 3 && s.score > best.score {
			best = s
		}
	}
	return best
}

// splits are ways to begin to tell two sides.
func splits(sights []sight, before []int) [][]int {
	var out [][]int
	if before != nil && len(before) == len(sights) && slices.Max(before) == 1 {
		out = append(out, slices.Clone(before))
	}
	const most = 12
	step := max(1, len(sights)/most)
	for i := 0; i < len(sights); i += step {
		far, k := 0.0, i
		for j, s := range sights {
			if d := s.lab.Distance(sights[i].lab); d > far {
				far, k = d, j
			}
		}
		out = append(out, nearestOf(sights, sights[i].lab, sights[k].lab))
	}
	turns := make([]int, len(sights))
	for i, s := range sights {
		turns[i] = s.turn % 2
	}
	return append(out, turns)
}

func nearestOf(sights []sight, a, b detect.Lab) []int {
	out := make([]int, len(sights))
	for i, s := range sights {
		if s.lab.Distance(b) < s.lab.Distance(a) {
			out[i] = 1
		}
	}
	return out
}

// third tells a third side from two: the discs that look least like theirs.
func third(sights []sight, two sides) sides {
	start := slices.Clone(two.of)
	worst, least := -1, math.Inf(1)
	for i, s := range sights {
		if l := logLike(s.lab, s.scatter, two.colours[two.of[i]]); l < least {
			worst, least = i, l
		}
	}
	odd := sights[worst].lab
	for i, s := range sights {
		if s.lab.Distance(odd) < s.lab.Distance(two.colours[two.of[i]]) {
			start[i] = 2
		}
	}
	return settleSides(sights, start, 3)
}

// settleSides gives each sight the side that suits it best, and each side the
// colour of its sights, until nothing changes (iterated conditional modes,
// Besag 1986). It has fewer than n colours where a side is left empty.
func settleSides(sights []sight, of []int, n int) sides {
	s := sides{of: of}
	byTurn := turnsOf(sights)
	for range 12 {
		s.colours = meansOf(sights, s.of, n, s.colours)
		if s.colours == nil {
			return sides{}
		}
		if n == 1 {
			break
		}
		changed := false
		for i := range sights {
			best, most := s.of[i], math.Inf(-1)
			for k := range n {
				if l := s.fit(sights, byTurn, i, k); l > most {
					best, most = k, l
				}
			}
			changed = changed || best != s.of[i]
			s.of[i] = best
		}
		if !changed {
			break
		}
	}
	s.score = s.weigh(sights, byTurn)
	return s
}

// turnsOf is the index of the sight whose flick was each turn, -1 for none.
func turnsOf(sights []sight) map[int]int {
	out := map[int]int{}
	for i, s := range sights {
		if s.turn > 0 {
			out[s.turn] = i
		}
	}
	return out
}

// fit is how well side k suits the i-th sight, the others being as they are.
func (s *sides) fit(sights []sight, byTurn map[int]int, i, k int) float64 {
	l := math.Max(logLike(sights[i].lab, sights[i].scatter, s.colours[k]), oddLike)
	if sights[i].turn == 0 {
		return l
	}
	for _, by := range [2]int{-1, 1} {
		if o, ok := byTurn[sights[i].turn+by]; ok && o != i {
			if s.of[o] == k {
				l += math.Log(altBeta / (altAlpha + altBeta))
			} else {
				l += math.Log(altAlpha / (altAlpha + altBeta))
			}
		}
	}
	return l
}

// otherThan is the probability that the i-th sight is of another side than it is
// told to be, the others being as they are.
func (s *sides) otherThan(sights []sight, byTurn map[int]int, i int) float64 {
	own, sum := s.fit(sights, byTurn, i, s.of[i]), 0.0
	for k := range s.colours {
		sum += math.Exp(s.fit(sights, byTurn, i, k) - own)
	}
	return 1 - 1/math.Max(1, sum)
}

// meansOf are the sides' colours; nil where one has no sight.
func meansOf(sights []sight, of []int, n int, last []detect.Lab) []detect.Lab {
	out := make([]detect.Lab, n)
	for k := range n {
		weight := 0.0
		for i, s := range sights {
			if of[i] != k {
				continue
			}
			w := 1 / (sideGrain*sideGrain + s.scatter)
			if last != nil && logLike(s.lab, s.scatter, last[k]) < oddLike {
				w *= 0.01 // odd: it says little of the others
			}
			out[k].L, out[k].A, out[k].B = out[k].L+w*s.lab.L, out[k].A+w*s.lab.A, out[k].B+w*s.lab.B
			weight += w
		}
		if weight == 0 {
			return nil
		}
		out[k] = detect.Lab{L: out[k].L / weight, A: out[k].A / weight, B: out[k].B / weight}
	}
	return out
}

// weigh is the log of the probability of the sights with these sides: of the
// colours about their sides', of the sides' colours (integrated out by Laplace's
// method), and of whose turns they were.
func (s *sides) weigh(sights []sight, byTurn map[int]int) float64 {
	n := len(s.colours)
	sum := 0.0
	for k, c := range s.colours {
		info := 0.0
		for i, x := range sights {
			if s.of[i] != k {
				continue
			}
			l := logLike(x.lab, x.scatter, c)
			sum += math.Max(l, oddLike)
			if l >= oddLike {
				info += 1 / (sideGrain*sideGrain + x.scatter)
			}
		}
		d := c.Distance(colourUsual)
		sum += -0.5*(3*math.Log(2*math.Pi*colourWide*colourWide)+d*d/(colourWide*colourWide)) +
			1.5*math.Log(2*math.Pi/(info+1/(colourWide*colourWide)))
		for j := range k {
			d := c.Distance(s.colours[j])
			if d < tellLeast {
				return math.Inf(-1)
			}
			sum += math.Log(1 - math.Exp(-square(d/tellFrom)/2))
		}
	}
	if n == 3 {
		sum += math.Log(thirdLikely)
		far := math.Inf(1)
		for j := range 2 {
			far = math.Min(far, s.colours[2].Distance(s.colours[j]))
		}
		sum += math.Log(1 - math.Exp(-square(far/tellThird)/2))
	}
	return sum + s.weighTurns(sights, byTurn)
}

func square(v float64) float64 { return v * v }

// weighTurns is the log of the probability of whose discs they are: anybody's,
// but for those that were flicked one after the other.
func (s *sides) weighTurns(sights []sight, byTurn map[int]int) float64 {
	n := len(s.colours)
	sum, alternate, repeat := 0.0, 0.0, 0.0
	for i, x := range sights {
		o, follows := byTurn[x.turn-1]
		switch {
		case x.turn == 0 || !follows:
			sum -= math.Log(float64(n))
		case s.of[o] == s.of[i]:
			repeat++
		default:
			alternate++
			sum -= math.Log(math.Max(1, float64(n-1)))
		}
	}
	return sum + logBeta(altAlpha+alternate, altBeta+repeat) - logBeta(altAlpha, altBeta)
}

func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

// chances are the probabilities that a colour is each side's.
func (s *sides) chances(l detect.Lab, scatter float64) []float64 {
	out := make([]float64, len(s.colours))
	most := math.Inf(-1)
	for k, c := range s.colours {
		out[k] = math.Max(logLike(l, scatter, c), oddLike)
		most = math.Max(most, out[k])
	}
	sum := 0.0
	for k := range out {
		out[k] = math.Exp(out[k] - most)
		sum += out[k]
	}
	for k := range out {
		out[k] /= sum
	}
	return out
}
