package watch

import (
	"ditchline/detect"
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

const flickAt = 1.2137 // seconds: between two frames of any film

// strikeFilm shows a black disc flicked at a white one, head on: it stops,
// the white one goes on. Another black one lies by. Then a hand takes the white.
func strikeFilm(t *testing.T, fps float64) *paintedFilm {
	f := newPaintedFilm(t, fps)
	start, target := r2.Vec{X: 20, Y: -304}, r2.Vec{X: 20, Y: 60}
	v := r2.Vec{Y: 1400}
	touch := 2 * f.Cal.Board.Disc.Radius
	hit := 0.0
	for glide(start, v, hit).Y < target.Y-touch {
		hit += 1e-4
	}
	left := r2.Vec{Y: 1400 - 1650*hit}
	f.discs = func(at float64) []filmDisc {
		out := []filmDisc{{pos: r2.Vec{X: -90, Y: 130}, colour: filmBlack}}
		if at > 0.3 {
			out = append(out, filmDisc{pos: glide(start, v, min(at-flickAt, hit)), colour: filmBlack})
		}
		if at < 3.4 {
			out = append(out, filmDisc{pos: glide(target, left, at-flickAt-hit), colour: filmWhite})
		}
		return out
	}
	f.hand = func(at float64) (r2.Vec, bool) {
		switch {
		case at < 1.45: // behind the disc, then away
			return r2.Vec{X: 20, Y: -342 - math.Max(0, at-1.25)*600}, at > 0.2
		case at < 2.9:
			return r2.Vec{}, false
		default: // comes for the white one from above, and goes
			return r2.Vec{X: 20, Y: 400 - 500*math.Max(0, 0.6-math.Abs(at-3.5))}, at < 4.1
		}
	}
	return f
}

func TestAFlickIsSeenAtAnyFrameRate(t *testing.T) {
	rates := []float64{25, 30, 60}
	if testing.Short() {
		rates = rates[:1] // the run without cgo watches all
	}
	for _, fps := range rates {
		t.Run(fmt.Sprint(fps, " frames a second"), func(t *testing.T) {
			shots, hands, others := sortedHappenings(strikeFilm(t, fps).watch(4.8))
			if len(shots) != 1 || len(others) != 1 {
				t.Fatalf("%d shots and %d other happenings, want 1 and the board's finding", len(shots), len(others))
			}
			s := shots[0]
			if off := math.Abs(s.Flick.Seconds() - flickAt); off > 0.03 {
				t.Errorf("flicked at %v, want %.3f s", s.Flick, flickAt)
			}
			if !s.Start.Seen || r2.Norm(r2.Sub(s.Start.Pos, r2.Vec{X: 20, Y: -304})) > 0.5 {
				t.Errorf("placed at %+v, want (20, -304)", s.Start)
			}
			last := flickAt + 1400.0/1650
			if off := s.Settled.Seconds() - last; math.Abs(off) > 0.12 {
				t.Errorf("settled at %v, want about %.2f s", s.Settled, last)
			}
			if late := s.Reported.Seconds() - last; late > 0.7 {
				t.Errorf("reported %.2f s after the rest, want 0.7 at the most", late)
			}
			if len(s.Before) != 2 || len(s.Rest) != 3 {
				t.Fatalf("%d discs before and %d after, want 2 and 3", len(s.Before), len(s.Rest))
			}
			var struck detect.ID
			for _, r := range s.Rest {
				switch {
				case r.ID == s.Disc:
					if r.Team == "" || math.Abs(r.Pos.Y-(60-31.75)) > 1 {
						t.Errorf("the flicked disc rests at %v", r.Pos)
					}
				case r.PMoved > 0.9:
					struck = r.ID
				case r.Moved > 0.15 || r.PMoved > 0.05:
					t.Errorf("a disc that nothing touched moved by %.2f mm, p %.2f", r.Moved, r.PMoved)
				}
			}
			if struck == 0 || len(s.Contacts) != 1 || s.Contacts[0].A != s.Disc || s.Contacts[0].B != struck || s.Contacts[0].P < 0.9 {
				t.Errorf("contacts %+v, want that of disc %d with disc %d", s.Contacts, s.Disc, struck)
			}
			if len(hands) != 1 || len(hands[0].Taken) != 1 || hands[0].Taken[0].ID != struck || len(hands[0].Added)+len(hands[0].Moved) != 0 {
				t.Errorf("handlings %+v, want that disc %d was taken", hands, struck)
			}
		})
	}
}

func TestTheSameFilmGivesTheSameHappenings(t *testing.T) {
	f := strikeFilm(t, 30)
	a, b := f.watch(2.6), f.watch(2.6)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("once %d happenings, then %d, or not the same", len(a), len(b))
	}
}

func TestTheEndOfTheFilmClosesAShot(t *testing.T) {
	shots, _, _ := sortedHappenings(strikeFilm(t, 30).watch(1.75))
	if len(shots) != 1 || !shots[0].Cut {
		t.Fatalf("%d shots, want one that was cut short", len(shots))
	}
}

func TestNothingHappensUnderHandsAndChangingLight(t *testing.T) {
	f := newPaintedFilm(t, 30)
	f.discs = func(float64) []filmDisc {
		return []filmDisc{{pos: r2.Vec{X: -90, Y: 130}, colour: filmBlack}, {pos: r2.Vec{X: 60, Y: -40}, colour: filmWhite}, {pos: r2.Vec{X: 150, Y: 120}, colour: filmBlack}}
	}
	f.hand = func(at float64) (r2.Vec, bool) {
		return r2.Vec{X: 250 - 300*math.Max(0, 0.5-math.Abs(at-1.2)), Y: 260}, at > 0.6 && at < 1.9
	}
	f.light = func(at float64) float64 { return 1 - 0.2*math.Min(1, at/2) }
	shots, hands, others := sortedHappenings(f.watch(3))
	if len(shots)+len(hands) != 0 || len(others) != 1 {
		t.Errorf("%d shots, %d handlings, %d others: want nothing but that the board was found", len(shots), len(hands), len(others))
	}
}

func TestWhatAHandMovesIsNoShot(t *testing.T) {
	f := newPaintedFilm(t, 30)
	from, to := r2.Vec{X: 60, Y: 100}, r2.Vec{X: 60, Y: 104.5}
	f.discs = func(at float64) []filmDisc {
		p := from
		if at > 1 {
			p = to
		}
		return []filmDisc{{pos: p, colour: filmBlack}, {pos: r2.Vec{X: -100, Y: -40}, colour: filmWhite}}
	}
	f.hand = func(at float64) (r2.Vec, bool) {
		return r2.Vec{X: 60, Y: 330 - 500*math.Max(0, 0.5-math.Abs(at-1))}, at > 0.4 && at < 1.6
	}
	shots, hands, _ := sortedHappenings(f.watch(3))
	if len(shots) != 0 || len(hands) != 1 || len(hands[0].Moved) != 1 {
		t.Fatalf("%d shots, handlings %+v: want that one disc was moved", len(shots), hands)
	}
	if m := hands[0].Moved[0]; r2.Norm(r2.Sub(m.From, from)) > 0.5 || r2.Norm(r2.Sub(m.Pos, to)) > 0.5 {
		t.Errorf("moved from %v to %v, want %v to %v", m.From, m.Pos, from, to)
	}
}

func TestADiscThatIsOnlyMeasuredElsewhereWasNotMoved(t *testing.T) {
	f := newPaintedFilm(t, 30)
	stays, goes := r2.Vec{X: -100, Y: -40}, r2.Vec{X: 60, Y: 100}
	f.discs = func(at float64) []filmDisc {
		out := []filmDisc{{pos: stays, colour: filmWhite}}
		if at < 1 {
			out = append(out, filmDisc{pos: goes, colour: filmBlack})
		}
		return out
	}
	f.hand = func(at float64) (r2.Vec, bool) {
		return r2.Vec{X: 60, Y: 330 - 500*math.Max(0, 0.5-math.Abs(at-1))}, at > 0.4 && at < 1.6
	}
	f.wrong = func(at float64, p r2.Vec) r2.Vec {
		if p == stays && at > 1 {
			return r2.Vec{X: 10}
		}
		return r2.Vec{}
	}
	_, hands, _ := sortedHappenings(f.watch(3))
	if len(hands) != 1 || len(hands[0].Taken) != 1 || len(hands[0].Moved) != 0 {
		t.Fatalf("handlings %+v: want that one disc was taken, and none was moved", hands)
	}
	if after := hands[0].After; len(after) != 1 || r2.Norm(r2.Sub(after[0].Pos, stays)) > 0.5 {
		t.Errorf("what stays lies at %+v, want at %v", after, stays)
	}
}

func TestACutClosesTheShotAndFindsTheBoardAnew(t *testing.T) {
	f := strikeFilm(t, 30)
	w := NewCrokinole(Options{Finder: f, Detector: f})
	var all []detect.Happening
	look := func(at float64, elsewhere bool) {
		frame := f.at(at)
		if elsewhere {
			for i := range frame.Pix {
				frame.Pix[i] = byte(i / 3 % frame.Width / 80 * 30)
			}
		}
		h, err := w.Look(frame)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, h...)
	}
	for i := range 54 {
		look(float64(i)/30, false)
	}
	look(1.8, true)
	shots, _, others := sortedHappenings(all)
	if len(shots) != 1 || !shots[0].Cut {
		t.Fatalf("%d shots at the cut, want one, cut short", len(shots))
	}
	if b, ok := others[1].(*detect.Broken); !ok || !b.Cut || b.At != 1800*time.Millisecond {
		t.Errorf("after the cut %+v, want Broken", others[1])
	}
	if _, ok := others[len(others)-1].(*detect.Found); !ok {
		t.Errorf("the board was not found anew: %+v", others[len(others)-1])
	}
}

func TestAFrameWithoutPixelsIsRefused(t *testing.T) {
	f := strikeFilm(t, 30)
	frame := f.at(0)
	frame.Pix = frame.Pix[:100]
	if _, err := NewCrokinole(Options{Finder: f, Detector: f}).Look(frame); err == nil {
		t.Error("no error")
	}
}
