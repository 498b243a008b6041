package detect

import "math"

// layers is the model of a profile across an outline: up to four even colours
// side by side, blurred by the lens, that move as one. With all colours free
// the fit of a shift is linear in them, so each shift is tried in turn.
type layers struct {
	edges [3]float64 // where one layer ends and the next begins, samples at shift 0
	n     int        // layers, 2 to 4
	blur  float64    // sigma of the lens, samples
	tie   [4]float64 // pull of a layer's colour toward want, in samples' worth
	want  [4]Tint
	bond  float64 // pull of layer 1's colour toward layer 0's, in samples' worth
}

// shifted is the result of fitting layers to a profile.
type shifted struct {
	at      float64 // shift of least error, samples
	bend    float64 // second derivative of the error there, per samples²
	errors  float64 // summed squared error at the minimum
	colours [4]Tint
	inside  bool // the minimum lies within the range that was tried
}

// errorAt is the least summed squared error of the profile with the layers
// shifted by s, and their colours.
func (l *layers) errorAt(profile []Tint, s float64) (float64, [4]Tint) {
	var a [4][4]float64
	var b [4]Tint
	var total float64
	var basis [4]float64
	for i, c := range profile {
		last := 1.0
		for k := range l.n - 1 {
			v := 1 - rampAt((float64(i)-l.edges[k]-s)/l.blur)
			if k == 0 {
				basis[0] = v
			} else {
				basis[k] = v - (1 - last)
			}
			last = 1 - v
		}
		basis[l.n-1] = last
		for j := range l.n {
			if basis[j] == 0 {
				continue
			}
			for k := j; k < l.n; k++ {
				a[j][k] += basis[j] * basis[k]
			}
			b[j] = b[j].Add(c.Times(basis[j]))
		}
		total += c.Dot(c)
	}
	for j := range l.n {
		t := l.tie[j] + 1e-3
		a[j][j] += t
		b[j] = b[j].Add(l.want[j].Times(t))
		total += t * l.want[j].Dot(l.want[j])
	}
	a[0][0] += l.bond
	a[1][1] += l.bond
	a[0][1] -= l.bond
	// Cholesky, then the error is total - |forward solution|².
	var y [4]Tint
	for j := range l.n {
		for k := range j {
			a[j][k] = a[k][j]
		}
	}
	for j := range l.n {
		d := a[j][j]
		for k := range j {
			d -= a[j][k] * a[j][k]
		}
		if d < 1e-9 {
			d = 1e-9
		}
		root := math.Sqrt(d)
		a[j][j] = root
		for i := j + 1; i < l.n; i++ {
			v := a[i][j]
			for k := range j {
				v -= a[i][k] * a[j][k]
			}
			a[i][j] = v / root
		}
		v := b[j]
		for k := range j {
			v = v.Sub(y[k].Times(a[j][k]))
		}
		y[j] = v.Times(1 / root)
		total -= y[j].Dot(y[j])
	}
	var x [4]Tint
	for j := l.n - 1; j >= 0; j-- {
		v := y[j]
		for k := j + 1; k < l.n; k++ {
			v = v.Sub(x[k].Times(a[k][j]))
		}
		x[j] = v.Times(1 / a[j][j])
	}
	return total, x
}

// fit tries shifts from -reach to +reach samples.
func (l *layers) fit(profile []Tint, reach float64) shifted {
	const step = 0.5
	n := int(math.Ceil(reach/step))*2 + 1
	var errs [64]float64
	n = min(n, len(errs)|1-2)
	mid := n / 2
	best := 0
	for i := range n {
		errs[i], _ = l.errorAt(profile, float64(i-mid)*step)
		if errs[i] < errs[best] {
			best = i
		}
	}
	r := shifted{at: float64(best-mid) * step, errors: errs[best], inside: best > 0 && best < n-1}
	if r.inside {
		bend := errs[best-1] - 2*errs[best] + errs[best+1]
		if bend > 0 {
			r.at += step * 0.5 * (errs[best-1] - errs[best+1]) / bend
			r.bend = bend / (step * step)
		}
	}
	r.errors, r.colours = l.errorAt(profile, r.at)
	return r
}
