package detect

import "math"

// Shadows beside a disc fade with the distance from it: how fast, mm.
var shadeFades = [2]float64{1.5, 5}

// shades are the shares of the light that shadows take at a disc's outline, by
// how fast they fade, and how much that is trusted.
type shades struct {
	mean [2]float64
	tie  float64 // units of colour squared that being off by all the light costs
}

const (
	shadeMost    = 0.8  // of the light that shadows take at most
	pullBareWall = 0.05 // of the wall's colour toward the next layer's, in samples' worth
)

// bareFit is the least-squares fit of a profile by the colours of a disc's face
// and wall, and beyond them the bare board in a shadow.
type bareFit struct {
	expect  shades
	colours [3]Tint    // of the layers from the face outward
	shade   [2]float64 // share of the light that is taken at the outline, by fading
	errors  float64    // summed squared
}

// bareSums are the fit's normal equations.
type bareSums struct {
	n      int           // layers
	layers [3][3]float64 // by each other
	left   [3]Tint       // layers by what the bare board leaves of the profile
	mixed  [2][3]Tint    // shadows by layers
	shade  [2][2]float64 // shadows by each other
	dark   [2]float64    // shadows by what is left
	total  float64       // what is left, squared
}

// fit a profile whose edges lie shift samples further out; under is the bare
// board along it, blur the lens's in samples, mm the length of a sample.
func (f *bareFit) fit(p *bareProfile, face Tint, shift, blur, mm float64) {
	s := bareSums{n: len(p.edges)}
	limb := p.edges[s.n-1] + shift
	for i, c := range p.pixels {
		var a [3]float64
		inner := 1.0
		for k, e := range p.edges {
			r := rampAt((float64(i) - e - shift) / blur)
			a[k], inner = inner-r, r
		}
		board := p.under[i].Times(inner)
		s.add(a, c, board, math.Max(0, float64(i)-limb)*mm)
	}
	s.pull(face, f.expect)
	f.solve(&s)
}

// add takes a sample: a are the layers' shares in it, board the bare board's part,
// d its distance from the outline, mm.
func (s *bareSums) add(a [3]float64, c, board Tint, d float64) {
	left := c.Sub(board)
	s.total += left.Dot(left)
	var shade [2]Tint
	if board != (Tint{}) {
		for k, fade := range shadeFades {
			shade[k] = board.Times(-math.Exp(-d / fade))
			s.dark[k] += shade[k].Dot(left)
		}
		s.shade[0][0] += shade[0].Dot(shade[0])
		s.shade[0][1] += shade[0].Dot(shade[1])
		s.shade[1][1] += shade[1].Dot(shade[1])
	}
	for k := range s.n {
		if a[k] == 0 {
			continue
		}
		for l := k; l < s.n; l++ {
			s.layers[k][l] += a[k] * a[l]
		}
		s.left[k] = s.left[k].Add(left.Times(a[k]))
		for m := range shade {
			s.mixed[m][k] = s.mixed[m][k].Add(shade[m].Times(a[k]))
		}
	}
}

// pull adds what is known beforehand: the face's colour, that neighbouring layers
// look alike, and the shadows.
func (s *bareSums) pull(face Tint, expect shades) {
	s.layers[0][0] += pullFace
	s.left[0] = s.left[0].Add(face.Times(pullFace))
	s.total += pullFace * face.Dot(face)
	for k := 1; k < s.n; k++ {
		pull := pullRound
		if k == s.n-1 {
			pull = pullBareWall
		}
		s.layers[k-1][k-1] += pull
		s.layers[k][k] += pull
		s.layers[k-1][k] -= pull
	}
	for k, m := range expect.mean {
		s.shade[k][k] += expect.tie
		s.dark[k] += expect.tie * m
		s.total += expect.tie * m * m
	}
}

// solve eliminates the layers (Cholesky), then finds the shadows, which are
// bounded, and the layers' colours.
func (f *bareFit) solve(s *bareSums) {
	var l [3][3]float64
	for i := range s.n {
		for j := range i + 1 {
			v := s.layers[j][i]
			for k := range j {
				v -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(math.Max(v, 1e-9))
			} else {
				l[i][j] = v / l[j][j]
			}
		}
	}
	down := func(v [3]Tint) [3]Tint {
		for i := range s.n {
			for k := range i {
				v[i] = v[i].Sub(v[k].Times(l[i][k]))
			}
			v[i] = v[i].Times(1 / l[i][i])
		}
		return v
	}
	left := down(s.left)
	mixed := [2][3]Tint{down(s.mixed[0]), down(s.mixed[1])}
	for i := range s.n {
		s.total -= left[i].Dot(left[i])
		for k := range mixed {
			s.dark[k] -= mixed[k][i].Dot(left[i])
			for m := k; m < len(mixed); m++ {
				s.shade[k][m] -= mixed[k][i].Dot(mixed[m][i])
			}
		}
	}
	f.shade = boundedShades(s.shade, s.dark)
	f.errors = s.total + shadeCost(s.shade, s.dark, f.shade)
	for i := s.n - 1; i >= 0; i-- {
		v := left[i]
		for k, x := range f.shade {
			v = v.Sub(mixed[k][i].Times(x))
		}
		for k := i + 1; k < s.n; k++ {
			v = v.Sub(f.colours[k].Times(l[k][i]))
		}
		f.colours[i] = v.Times(1 / l[i][i])
	}
}

// shadeCost is the quadratic form of the shadows x.
func shadeCost(a [2][2]float64, b, x [2]float64) float64 {
	return -2*(x[0]*b[0]+x[1]*b[1]) + x[0]*x[0]*a[0][0] + 2*x[0]*x[1]*a[0][1] + x[1]*x[1]*a[1][1]
}

// boundedShades minimises shadeCost over shares of the light: none negative, in
// all at most shadeMost.
func boundedShades(a [2][2]float64, b [2]float64) [2]float64 {
	best, least := [2]float64{}, 0.0
	try := func(x [2]float64) {
		if x[0] < 0 || x[1] < 0 || x[0]+x[1] > shadeMost+1e-9 {
			return
		}
		if c := shadeCost(a, b, x); c < least {
			best, least = x, c
		}
	}
	if det := a[0][0]*a[1][1] - a[0][1]*a[0][1]; det > 1e-9 {
		try([2]float64{(a[1][1]*b[0] - a[0][1]*b[1]) / det, (a[0][0]*b[1] - a[0][1]*b[0]) / det})
	}
	if a[0][0] > 1e-9 {
		try([2]float64{math.Min(shadeMost, b[0]/a[0][0]), 0})
	}
	if a[1][1] > 1e-9 {
		try([2]float64{0, math.Min(shadeMost, b[1]/a[1][1])})
	}
	// Along the bound of their sum.
	if k := a[0][0] - 2*a[0][1] + a[1][1]; k > 1e-9 {
		x := math.Max(0, math.Min(shadeMost, (b[0]-b[1]-shadeMost*(a[0][1]-a[1][1]))/k))
		try([2]float64{x, shadeMost - x})
	}
	return best
}
