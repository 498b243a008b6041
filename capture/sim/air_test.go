package sim

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"
)

func TestAKnockTurnsTheCameraAboutItsOwnMiddle(t *testing.T) {
	cam := Defaults().Camera()
	k := knock{from: 1, to: 1.15, axis: r3.Unit(r3.Vec{X: 1, Y: 2, Z: -0.5}), angle: 0.01}
	if k.turned(cam, 1) != cam {
		t.Error("the camera moves before the knock")
	}
	for _, at := range []float64{1.02, 1.07, 1.12, 1.15, 9} {
		after := k.turned(cam, at)
		if d := r3.Norm(r3.Sub(after.Centre(), cam.Centre())); d > 1e-6 {
			t.Errorf("at %v s the camera's middle is %v mm off", at, d)
		}
		if n := r3.Norm(after.R.Apply(r3.Vec{X: 3, Y: 4})); math.Abs(n-5) > 1e-12 {
			t.Errorf("at %v s a length of 5 became %v", at, n)
		}
	}
	along := r3.Vec{Z: 1}
	turned := math.Acos(r3.Dot(rotation(r3.Vec{X: 1}, k.angle).Apply(along), along))
	if math.Abs(turned-k.angle) > 1e-9 {
		t.Errorf("turned by %v, want %v", turned, k.angle)
	}
	if k.turned(cam, 1.15) != k.turned(cam, 9) {
		t.Error("the camera still moves after the knock")
	}
}

func TestAFilmShowsWhatDisturbsThePicture(t *testing.T) {
	o := Defaults()
	o.Width, o.Height, o.Shots = 320, 180, 2
	f, err := newFilm(o)
	if err != nil {
		t.Fatal(err)
	}
	level := func(s float64) float64 {
		frame, _, ok := f.at(time.Duration(s * float64(time.Second)))
		if !ok {
			t.Fatalf("no frame at %v s", s)
		}
		sum := 0.0
		for _, v := range frame.Pix {
			sum += float64(v)
		}
		return sum / float64(len(frame.Pix))
	}
	f.turn.air = []airing{{kind: Exposure, stops: -0.5, from: 0.02, to: 0.12}}
	usual, dark, after := level(0), level(0.07), level(0.14)
	if dark > 0.9*usual || math.Abs(after-usual) > 1 {
		t.Errorf("levels %v, %v and %v before, during and after half a stop less", usual, dark, after)
	}
	f.turn.knock = &knock{from: 0.15, to: 0.16, axis: r3.Vec{X: 1}, angle: 0.01}
	before := f.canvas.view.cam
	level(0.2)
	settled := f.canvas.view.cam
	if settled == before {
		t.Error("the picture stands still in a knock")
	}
	end := f.turn.End
	level(end + 0.05)
	if f.canvas.view.cam != settled {
		t.Error("the next turn is seen by another camera")
	}
}
