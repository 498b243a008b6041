package detect

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// camouflaged is hardly another colour than the painted board.
var camouflaged = RGB{211, 176, 121}

func bareWatcher(t *testing.T) (*paintedFilm, *Watcher) {
	t.Helper()
	f := newPaintedFilm(t, 30)
	f.discs = func(float64) []paintedDisc { return nil }
	w := NewWatcher(WatchOptions{Finder: f, Detector: f})
	if _, err := w.Look(f.at(0)); err != nil {
		t.Fatal(err)
	}
	return f, w
}

func TestAPlaceLooksOtherThanBareWhereADiscOfTheBoardsColourLies(t *testing.T) {
	f, w := bareWatcher(t)
	at := r2.Vec{X: -120, Y: 90}
	f.discs = func(float64) []paintedDisc { return []paintedDisc{{pos: at, colour: camouflaged}} }
	f.light = func(float64) float64 { return 0.9 }
	picture := f.at(1)
	if times, ok := w.bare.apart(picture, at, nil, nil); !ok || times < apartMade {
		t.Errorf("the disc's place looks %.1f times other, known %v", times, ok)
	}
	for _, p := range []r2.Vec{{X: 60, Y: -40}, {X: -40, Y: 200}, {X: 0, Y: 0}, {X: 150, Y: 101}} {
		if times, ok := w.bare.apart(picture, p, nil, []r2.Vec{at}); !ok || times > apartGhost {
			t.Errorf("the bare %v looks %.1f times other, known %v", p, times, ok)
		}
	}
}

func TestDiscsThatWereNotMadeOutAreFoundAgainstTheBareBoard(t *testing.T) {
	f, w := bareWatcher(t)
	at := r2.Vec{X: 100, Y: -60}
	f.discs = func(float64) []paintedDisc { return []paintedDisc{{pos: at, colour: RGB{180, 150, 90}}} }
	o := Observation{Calibration: f.cal, Discs: []Disc{{Pos: r2.Vec{X: -90, Y: 40}, Radius: 15.9, Thickness: 9.5, State: Flat, Confidence: 0.5}}}
	w.bare.compare(f.at(1), &o, true)
	if len(o.Discs) != 1 || r2.Norm(r2.Sub(o.Discs[0].Pos, at)) > 1.5 {
		t.Errorf("discs %+v, want one at %v and none where print was taken for one", o.Discs, at)
	}
	if len(o.LeftOut) != 1 {
		t.Errorf("left out %+v", o.LeftOut)
	}
}

func TestADarkDiscInTheDarkHoleIsFoundByWhatTheHoleLooksLikeEmpty(t *testing.T) {
	f, w := bareWatcher(t)
	f.discs = func(float64) []paintedDisc { return []paintedDisc{{colour: filmBlack}} }
	o := Observation{Calibration: f.cal}
	w.bare.compare(f.at(1), &o, true)
	if len(o.Discs) != 1 || o.Discs[0].State != InHole || o.Discs[0].Points != 20 {
		t.Errorf("discs %+v, want one in the hole", o.Discs)
	}
	if w.bare.bareAt(f.at(1), Disc{State: InHole}, o) {
		t.Error("the filled hole is taken for empty")
	}
	f.discs = func(float64) []paintedDisc { return nil }
	if !w.bare.bareAt(f.at(2), Disc{State: InHole}, Observation{}) {
		t.Error("the empty hole is taken for filled")
	}
}

// wooden is the very colour of the painted board.
var wooden = RGB{205, 170, 115}

func TestADiscOfTheBoardsVeryColourIsKnownByItsOutline(t *testing.T) {
	f, w := bareWatcher(t)
	at := r2.Vec{X: -120, Y: 90}
	shadow := r2.Add(at, r2.Vec{X: 2.5, Y: -2.5})
	f.discs = func(float64) []paintedDisc {
		return []paintedDisc{{pos: shadow, colour: RGB{110, 90, 60}}, {pos: at, colour: wooden}}
	}
	picture := f.at(1)
	if times, ok := w.bare.apart(picture, at, nil, nil); !ok || times > apartGhost {
		t.Errorf("its face looks %.1f times other, known %v: this proves nothing", times, ok)
	}
	if w.bare.looksBare(picture, at, nil) || w.bare.bareAt(picture, Disc{Pos: at, State: Flat}, Observation{}) {
		t.Error("its place is taken for bare")
	}
	seen := Disc{Pos: at, Radius: 15.9, Thickness: 9.5, State: Flat, Confidence: 0.5}
	if o := (Observation{Calibration: f.cal, Discs: []Disc{seen}}); !w.bare.lies(picture, seen, o) {
		t.Error("it does not lie there")
	}
	for _, p := range []r2.Vec{{X: 60, Y: -40}, {X: -40, Y: 200}, {X: 150, Y: 101}} {
		if !w.bare.looksBare(picture, p, []r2.Vec{at}) {
			t.Errorf("the bare %v does not look so", p)
		}
	}
}

func TestADiscThatFadesWhereItComesToRestIsFoundThere(t *testing.T) {
	f, w := bareWatcher(t)
	at := r2.Vec{X: 140, Y: 60}
	f.discs = func(float64) []paintedDisc {
		return []paintedDisc{{pos: r2.Add(at, r2.Vec{X: 2.5, Y: -2.5}), colour: RGB{110, 90, 60}}, {pos: at, colour: wooden}}
	}
	way := wayFrom(0, r2.Vec{X: 200, Y: 100}, r2.Vec{X: 170, Y: 80}, r2.Vec{X: 138, Y: 61}, r2.Vec{X: 138, Y: 61})
	w.eye.trails.all = []*trail{way, wayFrom(0, r2.Vec{X: -200}, r2.Vec{X: -150}, r2.Vec{X: -100})}
	s := &shotWatch{settled: way.last().at}
	got := w.cameToRest(s, f.at(1), Observation{Calibration: f.cal})
	if len(got) != 1 || r2.Norm(r2.Sub(got[0].Pos, at)) > 2 {
		t.Errorf("found %+v, want one at %v and none where nothing lies", got, at)
	}
}

func TestWhatWasLeftOutAsTooFaintIsTakenBackForItsNewOutline(t *testing.T) {
	f, w := bareWatcher(t)
	at := r2.Vec{X: 28, Y: 57}
	f.discs = func(float64) []paintedDisc {
		return []paintedDisc{{pos: r2.Add(at, r2.Vec{X: 2.5, Y: -2.5}), colour: RGB{110, 90, 60}}, {pos: at, colour: wooden}}
	}
	o := Observation{Calibration: f.cal, LeftOut: []LeftOut{{Pos: at, Why: "too faint"}, {Pos: r2.Vec{X: -90, Y: 40}, Why: "print or grain of the board"}}}
	w.bare.compare(f.at(1), &o, true)
	if len(o.Discs) != 1 || r2.Norm(r2.Sub(o.Discs[0].Pos, at)) > 2 {
		t.Errorf("discs %+v, want one at %v and none where print is", o.Discs, at)
	}
}

func TestWhereADiscLayThroughAChangeOfLightTheBoardIsBareAfterIt(t *testing.T) {
	f, w := bareWatcher(t)
	at := r2.Vec{X: -120, Y: 90}
	f.light = func(float64) float64 { return 0.8 }
	w.bare.take(f.at(1), []Disc{{Pos: at, Radius: 15.9, Thickness: 9.5}})
	picture := f.at(2)
	if times, ok := w.bare.apart(picture, at, nil, nil); !ok || times > apartGhost {
		t.Errorf("the bare place looks %.1f times other, known %v", times, ok)
	}
}
