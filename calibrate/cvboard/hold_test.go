package cvboard

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// seenFrom is the picture as a camera that moved from one place to the other
// sees it: the board's plane warped, times a brightness, with noise.
func seenFrom(f capture.Frame, was, is models.Camera, bright, noise float64) capture.Frame {
	out := capture.Frame{Width: f.Width, Height: f.Height, Pix: make([]byte, len(f.Pix))}
	rng := rand.New(rand.NewPCG(8, 9))
	for y := range f.Height {
		for x := range f.Width {
			p, ok := is.OnPlane(r2.Vec{X: float64(x), Y: float64(y)}, 0)
			if !ok {
				continue
			}
			q, _ := was.Project(r3.Vec{X: p.X, Y: p.Y})
			i, j := int(math.Floor(q.X)), int(math.Floor(q.Y))
			if i < 0 || j < 0 || i+1 >= f.Width || j+1 >= f.Height {
				continue
			}
			u, w := q.X-float64(i), q.Y-float64(j)
			for ch := range 3 {
				at := func(i, j int) float64 { return float64(f.Pix[3*(j*f.Width+i)+ch]) }
				v := (at(i, j)*(1-u)+at(i+1, j)*u)*(1-w) + (at(i, j+1)*(1-u)+at(i+1, j+1)*u)*w
				out.Pix[3*(y*f.Width+x)+ch] = byte(math.Max(0, math.Min(255, v*bright+noise*rng.NormFloat64())))
			}
		}
	}
	return out
}

// holding is a still with its calibration and what is held of it.
func holding(t testing.TB, name string) (capture.Frame, calibrate.Calibration, *calibrate.Hold) {
	t.Helper()
	tt, ok := t.(*testing.T)
	if !ok {
		tt = &testing.T{}
	}
	s := readStill(tt, "testdata/"+name+".jpg")
	f := read(tt, s.path)
	c, err := New().Find(f, calibrate.Options{Boards: []models.Board{s.board}})
	if err != nil {
		t.Fatal(err)
	}
	h, ok := calibrate.NewHold(f, c)
	if !ok {
		t.Fatal("nothing to hold on to")
	}
	return f, c, h
}

// apart is the farthest that two cameras see a point of the 5 or the 15 apart.
func apart(a, b models.Camera, rings models.Rings) (px float64) {
	for _, radius := range []float64{rings.R15, rings.R5} {
		for i := range 24 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 12)
			p := r3.Vec{X: radius * cos, Y: radius * sin}
			u, _ := a.Project(p)
			v, _ := b.Project(p)
			px = math.Max(px, r2.Norm(r2.Sub(u, v)))
		}
	}
	return px
}

func TestAMovedViewIsMeasured(t *testing.T) {
	for _, name := range []string{"crok_012", "crok_027"} {
		f, c, h := holding(t, name)
		scale := c.Camera.PixelsPerMM(r3.Vec{})
		for _, px := range []float64{0, 0.3, 1, 3, 10, 30} {
			for way, dir := range map[string][2]r3.Vec{
				"shifted":         {{}, {X: 0.8 * px / scale, Y: 0.6 * px / scale}},
				"panned":          {{Y: px / c.Camera.Fx}, {}},
				"turned, shifted": {{Z: 0.3 * px * 2 / (3 * c.Board.Rings.R5 * scale)}, {X: -0.6 * px / scale, Y: 0.5 * px / scale}},
			} {
				is := c.Camera
				is.R = models.Rodrigues(dir[0]).Mul(is.R)
				is.T = r3.Add(models.Rodrigues(dir[0]).Apply(is.T), dir[1])
				g := h.Check(seenFrom(f, c.Camera, is, 0.8, 2))
				want := apart(c.Camera, is, c.Board.Rings)
				what := fmt.Sprintf("%s %s by %.1f px", name, way, want)
				if math.Abs(g.ShiftPx-want) > 0.12+0.02*want {
					t.Errorf("%s: measured %.2f px (%s, %.0f %% seen)", what, g.ShiftPx, g.State, 100*g.Seen)
					continue
				}
				mm := want / scale
				switch {
				case mm < 0.08 && g.State != calibrate.Held, mm > 0.3 && mm < 1.2 && g.State != calibrate.Drifted, mm > 2 && g.State != calibrate.Knocked:
					t.Errorf("%s, %.2f mm: %s", what, mm, g.State)
				}
				if follow := h.Follow(g); g.State == calibrate.Drifted && apart(follow.Camera, is, c.Board.Rings) > 0.15 {
					t.Errorf("%s: followed to %.2f px beside it", what, apart(follow.Camera, is, c.Board.Rings))
				}
			}
		}
	}
}

func TestADriftIsFollowedByARefit(t *testing.T) {
	f, c, _ := holding(t, "crok_027")
	is := c.Camera
	is.R = models.Rodrigues(r3.Vec{X: 0.0006, Z: 0.001}).Mul(is.R)
	again, err := calibrate.Refine(seenFrom(f, c.Camera, is, 1, 1), c)
	if err != nil {
		t.Fatal(err)
	}
	if off := apart(again.Camera, is, c.Board.Rings); off > 0.1 {
		t.Errorf("refined to %.2f px beside the truth", off)
	}
	is.T.X += 45
	if again, err := calibrate.Refine(seenFrom(f, c.Camera, is, 1, 1), c); err == nil {
		t.Errorf("a view moved by %.0f px was refined to %.1f px beside it", apart(is, c.Camera, c.Board.Rings), apart(again.Camera, is, c.Board.Rings))
	}
}

// covered is the picture with an arm over it, from the right to beyond its
// middle, so wide (share of the height).
func covered(f capture.Frame, wide float64) capture.Frame {
	out := f
	out.Pix = append([]byte(nil), f.Pix...)
	for y := range f.Height {
		if math.Abs(float64(y)/float64(f.Height)-0.5) > wide/2 {
			continue
		}
		for x := f.Width / 3; x < f.Width; x++ {
			copy(out.Pix[3*(y*f.Width+x):], []byte{120, 140, 190})
		}
	}
	return out
}

func TestAHandIsNoKnock(t *testing.T) {
	for _, name := range []string{"crok_012", "crok_027"} {
		f, c, h := holding(t, name)
		for _, wide := range []float64{0.15, 0.35} {
			g := h.Check(seenFrom(covered(f, wide), c.Camera, c.Camera, 1.2, 2))
			if g.State != calibrate.Held || g.Seen > 0.97 {
				t.Errorf("%s, an arm of %.2f: %s by %.2f mm, %.0f %% seen", name, wide, g.State, g.ShiftMM, 100*g.Seen)
			}
		}
		for _, wide := range []float64{0.9, 2} {
			if g := h.Check(covered(f, wide)); g.State == calibrate.Knocked || g.State == calibrate.Drifted {
				t.Errorf("%s, all but covered: %s by %.2f mm, %.0f %% seen", name, g.State, g.ShiftMM, 100*g.Seen)
			}
		}
		dark := seenFrom(f, c.Camera, c.Camera, 0.02, 1)
		if g := h.Check(dark); g.State != calibrate.Hidden && g.State != calibrate.Held {
			t.Errorf("%s, in the dark: %s by %.2f mm", name, g.State, g.ShiftMM)
		}
	}
}

func BenchmarkHold720p(b *testing.B) {
	f, _, h := holding(b, "crok_027")
	for b.Loop() {
		h.Check(f)
	}
}

func BenchmarkRefine720p(b *testing.B) {
	f, c, _ := holding(b, "crok_027")
	for b.Loop() {
		if _, err := calibrate.Refine(f, c); err != nil {
			b.Fatal(err)
		}
	}
}
