package detect

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// shadowedProfile is a profile across a dark disc's edge, at sample 30, on a board with
// grain: beyond it the board lies in a shadow that fades.
func shadowedProfile(shade [2]float64, mm float64) *bareProfile {
	const n, blur = 70, 1.3
	p := &bareProfile{pixels: make([]Tint, n), under: make([]Tint, n), edges: []float64{27, 30}, reach: 6, pxPerMM: profileStep / mm}
	face, wall := Tint{80, 84, 84}, Tint{66, 70, 70}
	for i := range p.pixels {
		x := float64(i)
		p.under[i] = Tint{105, 131, 118}.Times(1 + 0.05*math.Sin(x/3))
		inner, outer := rampAt((x-27)/blur), rampAt((x-30)/blur)
		d := math.Max(0, x-30) * mm
		k := 1 - shade[0]*math.Exp(-d/shadeFades[0]) - shade[1]*math.Exp(-d/shadeFades[1])
		p.pixels[i] = face.Times(1 - inner).Add(wall.Times(inner - outer)).Add(p.under[i].Times(k * outer))
	}
	return p
}

func TestTheBareBoardTellsAShadowFromADiscsEdge(t *testing.T) {
	s := &bareScene{lens: Lens{Blur: 1.3 * profileStep, Noise: 3}}
	for _, shade := range [][2]float64{{0, 0}, {0.2, 0.1}, {0.1, 0.35}, {0.3, 0.2}} {
		p := shadowedProfile(shade, 0.6)
		tr := s.trace(p, r2.Vec{X: 1}, Tint{80, 84, 84}, shades{shade, 1000})
		if off := float64(tr.best-tr.n/2) * tr.step; math.Abs(off) > 0.4 {
			t.Errorf("in a shadow of %v the edge is found %.2f mm off", shade, off)
		}
	}
}

func TestShadowsStayBetweenNoneAndMost(t *testing.T) {
	for _, b := range [][2]float64{{-5, 3}, {500, 500}, {3, -7}, {-1, -1}, {40, 10}} {
		x := boundedShades([2][2]float64{{100, 60}, {0, 80}}, b)
		if x[0] < 0 || x[1] < 0 || x[0]+x[1] > shadeMost+1e-6 {
			t.Errorf("%v for %v", x, b)
		}
		for _, y := range [][2]float64{{0, 0}, {0.3, 0.1}, {0, 0.8}, {0.8, 0}, {0.4, 0.4}} {
			if shadeCost([2][2]float64{{100, 60}, {0, 80}}, b, y) < shadeCost([2][2]float64{{100, 60}, {0, 80}}, b, x)-1e-9 {
				t.Errorf("%v fits %v better than %v", y, b, x)
			}
		}
	}
}

func TestShadowsAreKnownByDirectionOnceEnoughWereSeen(t *testing.T) {
	var b shadeBook
	if got := b.at(r2.Vec{X: 1}); got.mean != usualShade {
		t.Errorf("%v before any was seen", got)
	}
	for range 20 {
		b.learn(r2.Vec{X: 1, Y: 0.1}, [2]float64{0.1, 0.5})
		b.learn(r2.Vec{X: -1, Y: 0.1}, [2]float64{0.1, 0.05})
	}
	if bright, dark := b.at(r2.Vec{X: -1}), b.at(r2.Vec{X: 1}); dark.mean[1] < 0.4 || bright.mean[1] > 0.1 {
		t.Errorf("shadows of %v to the right and %v to the left", dark, bright)
	}
}

func TestTheBareBoardIsLearnedBesideDiscs(t *testing.T) {
	f := newPaintedBoard(t)
	disc := r2.Vec{X: 100, Y: 50}
	f.discs = []paintedDisc{{disc, paintedBlack}}
	hand := func(p r2.Vec) bool { return p.X < -100 }
	b := NewBareBoard(&f.Cal, func(p r2.Vec) bool { return hand(p) }, nil)
	b.Learn(f.at(0), []Disc{{Pos: disc, Radius: 15.9, Thickness: 9.5}})
	seen := func(p r2.Vec) bool {
		px, _ := f.Cal.Camera.Project(vec3(p))
		return b.seen(px)
	}
	for p, want := range map[r2.Vec]bool{{X: 100, Y: 50}: false, {X: 120, Y: 50}: false, {X: 150, Y: 50}: true, {X: 0, Y: -200}: true, {X: -150}: false, {X: 0, Y: 450}: false} {
		if seen(p) != want {
			t.Errorf("the bare board at %v is seen: %v, want %v", p, !want, want)
		}
	}
	f.discs = nil
	hand = func(r2.Vec) bool { return false }
	b.Learn(f.at(1), nil)
	if !seen(disc) {
		t.Error("the board is not seen where a disc has left")
	}
}

func vec3(p r2.Vec) r3.Vec { return r3.Vec{X: p.X, Y: p.Y} }
