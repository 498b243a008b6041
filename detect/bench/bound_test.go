package bench

import (
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// A step's place, estimated by least squares with everything else known,
// scatters by exactly what the bound says.
func TestTheInformationOfAStepIsWhatLeastSquaresAttains(t *testing.T) {
	const contrast, blur, noise = 80.0, 0.9, 4.0
	rng := rand.New(rand.NewPCG(1, 2))
	slope := func(x float64) float64 {
		return contrast * math.Exp(-x*x/(2*blur*blur)) / (blur * math.Sqrt(2*math.Pi))
	}
	var sum float64
	const trials = 4000
	for range trials {
		at := rng.Float64() - 0.5
		var num, den float64
		for x := -8.0; x <= 8; x++ {
			d := -slope(x - at)
			num += d * noise * rng.NormFloat64()
			den += d * d
		}
		sum += (num / den) * (num / den)
	}
	edge := func(x float64) detect.Tint { return detect.Tint{contrast * 0.5 * math.Erfc(-x/(blur*math.Sqrt2))} }
	got, want := math.Sqrt(sum/trials), noise/math.Sqrt(steepness(edge, -5, 5, 0))
	// Slopes are taken over a whole pixel, which blurs them by a tenth.
	if want < got || want > 1.1*got {
		t.Errorf("least squares scatters by %v pixels, the bound is %v", got, want)
	}
}

func TestNoiseIsNoSteepness(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var sum, n float64
	for range 2000 {
		flat := func(float64) detect.Tint {
			return detect.Tint{100 + 5*rng.NormFloat64(), 100 + 5*rng.NormFloat64(), 100 + 5*rng.NormFloat64()}
		}
		sum += scatter(flat, -sideTo, -sideFrom)
		n += steepness(flat, -2, 2, 5)
	}
	if got := sum / 2000; math.Abs(got*bilinear-5) > 0.4 {
		t.Errorf("samples that scatter by 5 measure %v", got*bilinear)
	}
	// What is left is chance, cut at 0: a tenth of a faint step's.
	if got := n / 2000; got > 250 {
		t.Errorf("noise is as steep as %v", got)
	}
}

func TestTheBoundOfAnEvenRim(t *testing.T) {
	var rims []rim
	const n, length, q, steep, noise = 72, 2.0, 1.5, 3000.0, 5.0
	for k := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / n)
		rims = append(rims, rim{dir: r2.Vec{X: cos, Y: sin}, pxPerMM: q, length: length, steep: steep, noise: noise})
	}
	want := 1 / math.Sqrt(steep/(noise*noise)*n*length*q*q/2)
	if got := boundOf(rims, 1); math.Abs(got/want-1) > 1e-9 {
		t.Errorf("bound %v mm, want %v", got, want)
	}
	if got := boundOf(rims, 0.25); math.Abs(got/want-2) > 1e-9 {
		t.Errorf("a quarter of the rim seen: bound %v mm, want %v", got, 2*want)
	}
	if got := boundOf(nil, 1); !math.IsNaN(got) {
		t.Errorf("without a rim the bound is %v", got)
	}
}

// A dark disc on a light board, seen from above by a sharp quiet camera: the
// bound lies in the thousandths of a mm, and grows with the noise.
func TestBoundsOfAPaintedDisc(t *testing.T) {
	tr := truth(t)
	paint := func(noise float64) detect.View {
		rng := rand.New(rand.NewPCG(3, 4))
		f := capture.Frame{Width: 1280, Height: 720, Pix: make([]byte, 3*1280*720)}
		d := tr.Discs[0]
		mid := r2.Vec{X: 639.5 + d.X*900/(900-9.5), Y: 359.5 - d.Y*900/(900-9.5)}
		for y := range f.Height {
			for x := range f.Width {
				r := r2.Norm(r2.Sub(r2.Vec{X: float64(x), Y: float64(y)}, mid)) - d.Radius*900/(900-9.5)
				for c := range 3 {
					v := 60 + 120*0.5*math.Erfc(-r/(0.8*math.Sqrt2)) + noise*rng.NormFloat64()
					f.Pix[3*(y*f.Width+x)+c] = byte(math.Max(0, math.Min(255, v)))
				}
			}
		}
		return detect.NewView(f, tr.Camera.model())
	}
	quiet, loud := paint(2), paint(8)
	a, b := bound(&quiet, tr.Discs[0]), bound(&loud, tr.Discs[0])
	// sqrt(3) channels' contrast of 120 over a rim of 100 pixels, one pixel a mm.
	want := math.Sqrt(2 * math.SqrtPi * 0.8 * 2 * 2 / (3 * 120 * 120) / 50)
	if math.Abs(a/want-1) > 0.35 {
		t.Errorf("bound %v mm, want about %v", a, want)
	}
	if b < 3*a || b > 5*a {
		t.Errorf("four times the noise: %v mm after %v", b, a)
	}
}
