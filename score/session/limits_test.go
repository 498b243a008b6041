package session

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

func club(t *testing.T) models.Board {
	t.Helper()
	b, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// good are the facts of a common webcam, well placed.
func good() CameraFacts {
	return CameraFacts{
		Width: 1280, Height: 720, Frames: 256, FPS: 30, Interval: 0.036,
		Board: true, PxPerMM: 0.85, Oblique: 18, Contrast: 60, Texture: 2, Blur: 1.1, Bright: 190, Noise: 1.5,
	}
}

func TestEachLackIsNamedAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*CameraFacts)
		want   Cause
		words  []string
	}{
		"a common webcam":               {func(*CameraFacts) {}, "", nil},
		"25 frames a second":            {func(c *CameraFacts) { c.FPS, c.Interval = 25, 0.042 }, "", nil},
		"nothing known yet":             {func(c *CameraFacts) { *c = CameraFacts{} }, "", nil},
		"no board, good light":          {func(c *CameraFacts) { *c = CameraFacts{FPS: 30, Interval: 0.034, Bright: 200, Noise: 1} }, "", nil},
		"12 frames a second":            {func(c *CameraFacts) { c.FPS, c.Interval = 12, 0.085 }, TooSlow, []string{"12 frames", "at least 18", "26 cm", "30 or 60"}},
		"30 that come in bursts":        {func(c *CameraFacts) { c.Interval = 0.1 }, TooSlow, []string{"30 frames", "100 ms", "30 cm"}},
		"little light":                  {func(c *CameraFacts) { c.Bright = 70 }, TooDark, []string{"level 70 of 255", "at least 110", "more light"}},
		"no board in little light":      {func(c *CameraFacts) { *c = CameraFacts{Bright: 30} }, TooDark, []string{"level 30"}},
		"noise of an amplified picture": {func(c *CameraFacts) { c.Noise, c.Contrast = 7, 25 }, TooDark, []string{"3.6 times", "amplifies"}},
		"a small picture":               {func(c *CameraFacts) { c.PxPerMM = 0.3 }, TooSmall, []string{"0.30 pixels", "± 0.7 mm", "at least 0.45", "nearer"}},
		"a blurred picture":             {func(c *CameraFacts) { c.Blur = 4 }, TooSmall, []string{"sharp"}},
		"a camera beside the board":     {func(c *CameraFacts) { c.Oblique, c.PxPerMM = 66, 1.6 }, TooOblique, []string{"66°", "hides 21 mm", "at most 59°", "higher"}},
		"a slanted view of few pixels":  {func(c *CameraFacts) { c.Oblique, c.PxPerMM = 52, 0.7 }, TooOblique, []string{"at most 47°"}},
		"58 degrees, many pixels":       {func(c *CameraFacts) { c.Oblique, c.PxPerMM = 58, 2 }, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			facts := good()
			c.change(&facts)
			limits := Limits(facts, club(t))
			switch {
			case c.want == "" && len(limits) != 0:
				t.Errorf("named %+v", limits)
			case c.want != "" && (len(limits) != 1 || limits[0].Cause != c.want):
				t.Errorf("got %+v, want one limit: %s", limits, c.want)
			}
			for _, l := range limits {
				for _, w := range append(c.words, l.Decision, l.Measure, l.Remedy) {
					if w == "" || !strings.Contains(l.Text, w) {
						t.Errorf("%q says nothing of %q", l.Text, w)
					}
				}
				if strings.Contains(l.Text, "NaN") || strings.Contains(l.Text, "Inf") {
					t.Error(l.Text)
				}
			}
		})
	}
}

// What satisfies the need that a limit names is not limited any more.
func TestTheNeededValueIsEnough(t *testing.T) {
	b := club(t)
	for _, set := range []func(*CameraFacts, float64){
		func(c *CameraFacts, v float64) { c.FPS, c.Interval = v, 1/v },
		func(c *CameraFacts, v float64) { c.Bright = v },
		func(c *CameraFacts, v float64) { c.PxPerMM = v },
		func(c *CameraFacts, v float64) { c.Oblique = v; c.PxPerMM = 0.75 },
	} {
		for _, poor := range []float64{0.1, 5, 61, 75} {
			c := good()
			set(&c, poor)
			for _, l := range Limits(c, b) {
				better := c
				set(&better, l.Needed+0.005) // it is given in hundredths
				for _, still := range Limits(better, b) {
					if still.Cause == l.Cause && l.Measured != better.PxPerMM {
						t.Errorf("with the %v that was needed: %s", l.Needed, still.Text)
					}
				}
			}
		}
	}
}

func TestTheUncertaintyOfALineCallFollowsItsParts(t *testing.T) {
	disc := club(t).Disc
	c := good()
	c.Texture, c.Oblique, c.Blur = 0, 0, 0.8
	for _, scale := range []float64{0.4, 0.85, 1.3, 4} {
		c.PxPerMM = scale
		want := math.Hypot(placeErrorPx/scale, modelErrorMM)
		if got := LineSD(c, disc); math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v px/mm: %.4f, want %.4f", scale, got, want)
		}
	}
	// Noise alone, by hand: contrast 50, noise 5, spread 1 px, 1 px/mm, 15.875 mm:
	// 0.1 sqrt(2 sqrt(pi)) = 0.1883 px a row, and pi 15.875 = 49.9 rows: 0.0267 mm.
	c.PxPerMM, c.Contrast, c.Texture, c.Blur = 1, 50, 5, 1
	noise := math.Sqrt(math.Pow(LineSD(c, disc), 2) - placeErrorPx*placeErrorPx - modelErrorMM*modelErrorMM)
	if math.Abs(noise-0.0267) > 0.0001 {
		t.Errorf("noise adds %.4f mm, want 0.0267", noise)
	}
	rising := func(what string, set func(*CameraFacts, float64), values ...float64) {
		last := 0.0
		for _, v := range values {
			c := good()
			set(&c, v)
			if got := LineSD(c, disc); got <= last {
				t.Errorf("%s of %v: %.4f mm, not more than %.4f", what, v, got, last)
			} else {
				last = got
			}
		}
	}
	rising("tilt", func(c *CameraFacts, v float64) { c.Oblique = v }, 0, 20, 40, 60, 80)
	rising("blur", func(c *CameraFacts, v float64) { c.Blur = v }, 0.5, 1.5, 3)
	rising("texture", func(c *CameraFacts, v float64) { c.Texture = v }, 0, 5, 20)
	if got := LineSD(CameraFacts{}, disc); !math.IsInf(got, 1) {
		t.Errorf("without a picture: %v", got)
	}
}

func TestTheArithmeticOfThePlan(t *testing.T) {
	b := club(t)
	if got := TravelMM(5000, 1.0/30); math.Abs(got-166.7) > 0.1 {
		t.Errorf("5 m/s between two frames of 30 a second: %.1f mm", got)
	}
	if got := HiddenMM(45, 9.5); math.Abs(got-9.5) > 1e-9 {
		t.Errorf("hidden at 45 degrees: %v", got)
	}
	if got := FreeWayMM(b); math.Abs(got-171.45) > 0.01 {
		t.Errorf("free way of %v mm", got)
	}
}

// pictureOf a board of brown wood with black lines, seen from straight above
// with some px/mm, in which nothing is blurred.
func pictureOf(b models.Board, width, height int, scale float64, wood, line byte) (capture.Frame, calibrate.Calibration) {
	f := capture.Frame{Width: width, Height: height, Pix: bytes.Repeat([]byte{wood}, 3*width*height)}
	cx, cy := float64(width-1)/2, float64(height-1)/2
	for y := range height {
		for x := range width {
			r := math.Hypot(float64(x)-cx, float64(y)-cy) / scale
			for _, ring := range []float64{b.Rings.R15, b.Rings.R10, b.Rings.R5} {
				if math.Abs(r-ring) <= b.LineWidth/2 {
					i := 3 * (y*width + x)
					f.Pix[i], f.Pix[i+1], f.Pix[i+2] = line, line, line
				}
			}
		}
	}
	const far = 2000.0
	return f, calibrate.Calibration{Board: b, Camera: models.Camera{
		Width: width, Height: height, Fx: scale * far, Fy: scale * far, Cx: cx, Cy: cy,
		R: models.Rodrigues(r3.Vec{X: math.Pi}), T: r3.Vec{Z: far},
	}}
}

func TestTheGaugeMeasuresWhatWasPainted(t *testing.T) {
	b := club(t)
	f, cal := pictureOf(b, 1920, 1080, 1.5, 150, 50)
	noisy := f
	noisy.Pix = bytes.Clone(f.Pix)
	state := uint32(1)
	for i := 0; i < len(noisy.Pix); i += 3 { // sum of four even spreads: sd 4.6 levels, grey
		sum := 0
		for range 4 {
			state = state*1664525 + 1013904223
			sum += int(state>>24) % 9
		}
		for k := range 3 {
			noisy.Pix[i+k] = byte(int(noisy.Pix[i+k]) + sum - 16)
		}
	}
	const sd = 5.16 // 2 sqrt((81 - 1) / 12)
	var g Gauge
	for n := range 100 {
		frame := f
		if n%2 == 1 {
			frame = noisy
		}
		frame.Media = time.Duration(n) * time.Second / 25
		if n%20 == 19 {
			frame.Media += 40 * time.Millisecond // late, and the next in time
		}
		g.Frame(frame)
		if n == 99 {
			g.Picture(frame, cal)
		}
	}
	c := g.Facts()
	near := func(what string, got, want, tolerance float64) {
		if math.Abs(got-want) > tolerance {
			t.Errorf("%s is %.3f, want %.3f", what, got, want)
		}
	}
	near("fps", c.FPS, 25, 0.01)
	near("interval", c.Interval, 0.04, 0.041)
	near("scale", c.PxPerMM, 1.5, 1e-6)
	near("oblique", c.Oblique, 0, 1e-6)
	near("contrast", c.Contrast, 100, 25) // of a line that is two to three pixels wide
	near("texture", c.Texture, sd, 0.7)
	near("noise", c.Noise, sd/math.Sqrt2, 0.7) // one of each two frames has it
	near("bright", c.Bright, 161, 5)
	if c.Frames != 99 || c.Width != 1920 || !c.Board {
		t.Errorf("got %+v", c)
	}
	near("interval with frames left out", func() float64 {
		var g Gauge
		for n := range 100 {
			if n%10 != 0 {
				g.Frame(capture.Frame{Width: 2, Height: 2, Pix: make([]byte, 12), Media: time.Duration(n) * time.Second / 25})
			}
		}
		return g.Facts().Interval
	}(), 0.08, 1e-6)
}

func TestTheGaugeBeginsAnewWithAnotherPicture(t *testing.T) {
	b := club(t)
	f, cal := pictureOf(b, 960, 540, 0.7, 200, 100)
	var g Gauge
	g.Picture(f, cal)
	for n := range 50 {
		f.Media = time.Duration(n) * time.Second / 30
		g.Frame(f)
	}
	if c := g.Facts(); c.FPS == 0 {
		t.Fatalf("got %+v", c)
	}
	for name, other := range map[string]capture.Frame{
		"another size":        {Width: 2, Height: 2, Pix: make([]byte, 12), Media: time.Minute},
		"time runs backwards": {Width: f.Width, Height: f.Height, Pix: f.Pix, Media: 0},
	} {
		g.Frame(other)
		if c := g.Facts(); c.FPS != 0 || c.Board || c.Noise != 0 {
			t.Errorf("%s: %+v", name, c)
		}
	}
	dark := capture.Frame{Width: 40, Height: 30, Pix: bytes.Repeat([]byte{20}, 3600), Media: time.Hour}
	g.Frame(dark)
	g.Dim(dark)
	if c := g.Facts(); c.Bright != 20 {
		t.Errorf("a dark picture without a board: %+v", c)
	}
}

func FuzzLimitsNeverPanicAndAlwaysSpeak(f *testing.F) {
	b, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(30.0, 0.033, 0.8, 20.0, 60.0, 2.0, 1.0, 200.0, 1.5)
	f.Add(0.0, 0.0, 0.0, 90.0, 0.0, 0.0, 0.0, 0.0, 0.0)
	f.Fuzz(func(t *testing.T, fps, interval, scale, oblique, contrast, texture, blur, bright, noise float64) {
		for _, l := range Limits(CameraFacts{FPS: fps, Interval: interval, Board: true, PxPerMM: scale, Oblique: oblique, Contrast: contrast, Texture: texture, Blur: blur, Bright: bright, Noise: noise}, b) {
			if l.Text == "" || l.Remedy == "" || fmt.Sprint(l.Cause) == "" {
				t.Errorf("%+v", l)
			}
		}
	})
}
