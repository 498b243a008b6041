package detect

import "math"

// ramp is the normal distribution's integral, from a table.
var ramp = func() (table [513]float64) {
	for i := range table {
		table[i] = 0.5 * math.Erfc(-(float64(i)-256)/64/math.Sqrt2)
	}
	return table
}()

func rampAt(x float64) float64 {
	x = x*64 + 256
	if x <= 0 {
		return 0
	}
	if x >= 512 {
		return 1
	}
	i := int(x)
	return ramp[i] + (x-float64(i))*(ramp[i+1]-ramp[i])
}

// excess is the mean of max(0, z-x) for a standard normal z, from a table.
var excess = func() (table [257]float64) {
	for i := range table {
		x := float64(i) / 64
		table[i] = math.Exp(-x*x/2)/math.Sqrt(2*math.Pi) - x*0.5*math.Erfc(x/math.Sqrt2)
	}
	return table
}()

// laterOf is the mean of the larger of two normal variables with means a and b
// and standard deviations whose squares sum to spread².
func laterOf(a, b, spread float64) float64 {
	d := math.Abs(a - b)
	x := d / spread * 64
	if x >= 256 {
		return math.Max(a, b)
	}
	i := int(x)
	return math.Max(a, b) + spread*(excess[i]+(x-float64(i))*(excess[i+1]-excess[i]))
}

// change is a change of colour along a profile: a step that the lens blurs, or
// a band between two steps.
type change struct {
	at, to float64 // samples; a step has no to
	band   bool
	blur   float64 // sigma, samples
	pull   float64 // of the change's colour toward want, in samples' worth
	want   Tint
}

// mixture is the least-squares fit of a profile by a first colour and changes
// of it, which are added one by one: the normal equations' Cholesky factor.
type mixture struct {
	profile []Tint
	after   [maxSamples + 1]Tint // sums of the samples from each on
	n       int
	changes [maxChanges]change
	root    [maxChanges][maxChanges]float64
	y       [maxChanges]Tint
	squares float64 // of the samples, summed
	errors  float64 // summed squared error with the changes added so far
}

const maxChanges = 7

// look begins with a profile.
func (m *mixture) look(profile []Tint) {
	m.profile, m.squares = profile, 0
	m.after[len(profile)] = Tint{}
	for i := len(profile) - 1; i >= 0; i-- {
		m.after[i] = m.after[i+1].Add(profile[i])
		m.squares += profile[i].Dot(profile[i])
	}
}

// begin starts with one colour, pulled toward want.
func (m *mixture) begin(pull float64, want Tint) {
	d := math.Sqrt(float64(len(m.profile)) + pull)
	m.root[0][0] = d
	m.y[0] = m.after[0].Add(want.Times(pull)).Times(1 / d)
	m.errors = m.squares + pull*want.Dot(want) - m.y[0].Dot(m.y[0])
	m.n = 1
}

// overlap is the inner product of two steps over the profile.
func (m *mixture) overlap(a, blurA, b, blurB float64) float64 {
	return float64(len(m.profile)) - 0.5 - laterOf(a, b, math.Sqrt(blurA*blurA+blurB*blurB))
}

func (m *mixture) product(a, b *change) float64 {
	p := m.overlap(a.at, a.blur, b.at, b.blur)
	if a.band {
		p -= m.overlap(a.to, a.blur, b.at, b.blur)
	}
	if b.band {
		p -= m.overlap(a.at, a.blur, b.to, b.blur)
		if a.band {
			p += m.overlap(a.to, a.blur, b.to, b.blur)
		}
	}
	return p
}

// beyond is the sum of the profile's samples times a step.
func (m *mixture) beyond(at, blur float64) Tint {
	reach := 4 * blur
	first := max(0, int(at-reach))
	last := min(len(m.profile), int(math.Max(0, at+reach))+1)
	if first >= len(m.profile) {
		return Tint{}
	}
	s := m.after[max(first, last)]
	x := (float64(first) - at) / blur
	for i := first; i < last; i++ {
		w := rampAt(x)
		x += 1 / blur
		c := &m.profile[i]
		s[0] += w * c[0]
		s[1] += w * c[1]
		s[2] += w * c[2]
	}
	return s
}

// moment is the right side of a change's equation.
func (m *mixture) moment(c *change) Tint {
	s := m.beyond(c.at, c.blur)
	if c.band {
		s = s.Sub(m.beyond(c.to, c.blur))
	}
	return s
}

// add brings a change in; moment is its right side.
func (m *mixture) add(c *change, moment Tint) {
	k := m.n
	m.changes[k] = *c
	row := &m.root[k]
	size := float64(len(m.profile)) - 0.5
	v := size - c.at
	if c.band {
		v = c.to - c.at
	}
	row[0] = v / m.root[0][0]
	for j := 1; j < k; j++ {
		v := m.product(&m.changes[j], c)
		for i := range j {
			v -= m.root[j][i] * row[i]
		}
		row[j] = v / m.root[j][j]
	}
	d := m.product(c, c) + c.pull
	t := moment.Add(c.want.Times(c.pull))
	for i := range k {
		d -= row[i] * row[i]
		t = t.Sub(m.y[i].Times(row[i]))
	}
	d = math.Sqrt(math.Max(d, 1e-6))
	row[k] = d
	m.y[k] = t.Times(1 / d)
	m.errors += c.pull*c.want.Dot(c.want) - m.y[k].Dot(m.y[k])
	m.n++
}

// drop takes the last change out again.
func (m *mixture) drop() {
	m.n--
	c := &m.changes[m.n]
	m.errors -= c.pull*c.want.Dot(c.want) - m.y[m.n].Dot(m.y[m.n])
}

// last is the colour of the change that was added last.
func (m *mixture) last() Tint { return m.y[m.n-1].Times(1 / m.root[m.n-1][m.n-1]) }

// colours are the first colour and those of the changes.
func (m *mixture) colours() (x [maxChanges]Tint) {
	for j := m.n - 1; j >= 0; j-- {
		v := m.y[j]
		for k := j + 1; k < m.n; k++ {
			v = v.Sub(x[k].Times(m.root[k][j]))
		}
		x[j] = v.Times(1 / m.root[j][j])
	}
	return x
}
