package calibrate

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

func learned(t *testing.T) Calibration {
	b := nca(t)
	c := Calibration{Board: b, Make: b.Name, Confidence: 0.9, Camera: models.Camera{Width: 1280, Height: 720, Fx: 1000, Fy: 1000, Cx: 640, Cy: 360,
		Dist: models.Distortion{K1: -0.1}, R: models.Rodrigues(r3.Vec{X: 2.8, Y: 0.2}), T: r3.Vec{X: 3, Y: -4, Z: 1000}},
		print: print{ink: ink{-0.5, -0.6, -0.6}, turnSure: true}}
	for _, p := range lens {
		c.Spread.cov[p][p] = 1e-4
	}
	c.Spread.width = 0.02
	return c
}

func TestAProfileIsReadAsItWasSaved(t *testing.T) {
	p := OpenProfiles(filepath.Join(t.TempDir(), "cameras"))
	c := learned(t)
	if err := p.Save("rtsp://hall/3", c); err != nil {
		t.Fatal(err)
	}
	got, err := p.Load("rtsp://hall/3", 1280, 720)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Camera.R {
		if math.Abs(got.Camera.R[i]-c.Camera.R[i]) > 1e-12 {
			t.Fatalf("the pose is %v, was %v", got.Camera.R, c.Camera.R)
		}
	}
	got.Camera.R = c.Camera.R
	if !reflect.DeepEqual(got.Camera, c.Camera) || !reflect.DeepEqual(got.Board, c.Board) || got.print != c.print {
		t.Errorf("got %+v\nwant %+v", got, c)
	}
	if math.Abs(got.Spread.cov[pFocal][pFocal]-1e-4) > 1e-12 {
		t.Errorf("variance of the focal length: %v", got.Spread.cov[pFocal][pFocal])
	}
	for _, other := range []struct {
		source        string
		width, height int
	}{{"rtsp://hall/4", 1280, 720}, {"rtsp://hall/3", 1920, 1080}} {
		if _, err := p.Load(other.source, other.width, other.height); !errors.Is(err, ErrNoProfile) {
			t.Errorf("%+v: %v", other, err)
		}
	}
}

func TestABrokenProfileIsKeptAside(t *testing.T) {
	for what, spoil := range map[string]func(string) string{
		"cut short":     func(s string) string { return s[:len(s)/2] },
		"of the future": func(s string) string { return strings.Replace(s, `"version": 1`, `"version": 2`, 1) },
		"unknown field": func(s string) string { return strings.Replace(s, `"version": 1`, `"version": 1, "zoom": 3`, 1) },
		"no camera":     func(s string) string { return strings.Replace(s, "1000", "0", 1) },
		"board":         func(s string) string { return strings.Replace(s, `"r10": 203.2`, `"r10": 20.32`, 1) },
	} {
		dir := t.TempDir()
		p := OpenProfiles(dir)
		if err := p.Save("cam", learned(t)); err != nil {
			t.Fatal(err)
		}
		name := p.file("cam", 1280, 720)
		text, _ := os.ReadFile(name)
		if err := os.WriteFile(name, []byte(spoil(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Load("cam", 1280, 720); err == nil || errors.Is(err, ErrNoProfile) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := os.Stat(name + ".broken"); err != nil {
			t.Errorf("%s: not kept aside: %v", what, err)
		}
		if _, err := p.Load("cam", 1280, 720); !errors.Is(err, ErrNoProfile) {
			t.Errorf("%s, after that: %v", what, err)
		}
	}
}

func FuzzProfilesNeverPanic(f *testing.F) {
	f.Add([]byte(`{"version": 1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if c, err := parseProfile(text, "", 0, 0); err == nil && c.Board.Validate() != nil {
			t.Error("an impossible board was read")
		}
	})
}

func TestAQuarterTurnChangesNoPictureAndNoUncertainty(t *testing.T) {
	c := learned(t)
	for i := range c.Spread.stray {
		c.Spread.stray[i] = 0.01 * float64(i+1)
		c.Spread.cov[pStray+i][pStray+i] = 1e-4 * float64(i+1)
		c.Spread.cov[pTX][pStray+i] = 1e-5 * float64(i+1)
		c.Spread.cov[pStray+i][pTX] = 1e-5 * float64(i+1)
	}
	turned := c.quarterTurned()
	p := r2.Vec{X: 210, Y: 35}
	q := r2.Vec{X: 35, Y: -210} // the same place, seen from the turned axes
	a, _ := c.Camera.Project(vec3(p))
	b, _ := turned.Camera.Project(vec3(q))
	if norm(r2.Sub(a, b)) > 1e-9 {
		t.Fatalf("%v and %v are not one place", a, b)
	}
	for _, l := range models.Lines {
		if x, y := c.ClearanceSD(p, 9, l), turned.ClearanceSD(q, 9, l); math.Abs(x-y) > 1e-9 {
			t.Errorf("line %d: %v mm, turned %v", l, x, y)
		}
	}
	if back := SameTurn(turned, c); norm(r2.Sub(mustProject(back.Camera, p), a)) > 1e-6 {
		t.Error("turned back, the axes lie elsewhere")
	}
}

func mustProject(c models.Camera, p r2.Vec) r2.Vec {
	px, _ := c.Project(vec3(p))
	return px
}
