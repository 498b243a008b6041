package detect

import (
	"math"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// How discs are seated: first by traces in some directions out to a reach that
// covers what finding may be off, near a dark disc's wall or in its shadow, and
// in the end closely.
var (
	seating   = pass{directions: 20, mm: 3, px: 1.8}
	reseating = pass{directions: 28, mm: 1, px: 1.2}
)

// Seat moves each disc to where the colours across its outline, in all
// directions together, bear out best that it stands: shadows, printed lines
// and other bodies beside it are told from its own edges.
// It returns what is left unexplained there, for each disc and direction: the
// logarithm of the mean squared error in units of noise; NaN where nothing can
// be told.
func (v *View) Seat(board models.Board, discs []*Placed, lens Lens, p pass) []float64 {
	left := make([]float64, len(discs)*p.directions)
	for i := range left {
		left[i] = math.NaN()
	}
	to := make([]r2.Vec, len(discs))
	traces := make([]trace, 0, p.directions)
	for i, d := range discs {
		to[i] = d.Pos
		if d.State == InHole {
			continue // the hole's rim is seen beside it, which is no part of the model
		}
		b := d.Solid.at(d.Pos, v.Eye)
		around := neighbours(board, discs, i)
		traces = traces[:0]
		for k := range p.directions {
			sin, cos := math.Sincos(2 * math.Pi * (float64(k) + 0.5) / float64(p.directions))
			if t := v.trace(&b, r2.Vec{X: cos, Y: sin}, d.Face, p.mm, p.px, lens, around); t.ok {
				t.index = i*p.directions + k
				traces = append(traces, t)
			}
		}
		if len(traces) <= p.directions/3 {
			continue
		}
		move := agree(traces, p)
		to[i] = r2.Add(d.Pos, move)
		for k := range traces {
			left[traces[k].index] = traces[k].unexplained(move)
		}
	}
	for i, d := range discs {
		d.Pos = to[i]
	}
	return left
}

// agree is the move (mm) that the traces together bear out best.
func agree(traces []trace, p pass) r2.Vec {
	score := func(at r2.Vec) float64 {
		sum := 0.0
		for i := range traces {
			e := traces[i].excessAt(r2.Dot(traces[i].dir, at)) / noiseShare
			sum += e / (1 + e/doubted)
		}
		return sum
	}
	q := 0.0
	for i := range traces {
		q += traces[i].pxPerMM / float64(len(traces))
	}
	reach := math.Max(p.mm, p.px/q)
	step := math.Max(0.5/q, reach/8)
	var best r2.Vec
	least := score(best)
	n := math.Floor(reach / step)
	for x := -n; x <= n; x++ {
		for y := -n; y <= n; y++ {
			at := r2.Vec{X: x * step, Y: y * step}
			if r2.Norm2(at) > reach*reach {
				continue
			}
			if e := score(at); e < least {
				best, least = at, e
			}
		}
	}
	for step > 0.04 {
		step /= 2
		for moved := true; moved; {
			moved = false
			for _, way := range [4]r2.Vec{{X: step}, {X: -step}, {Y: step}, {Y: -step}} {
				if e := score(r2.Add(best, way)); e < least {
					best, least, moved = r2.Add(best, way), e, true
				}
			}
		}
	}
	return best
}

// doubted is the excess at which a direction's say is halved: beyond, it is
// likelier that something else is seen there.
const doubted = 6.0
