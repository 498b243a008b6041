package detect

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r2"
)

// camouflaged is hardly another colour than the painted board.
var camouflaged = RGB{211, 176, 121}

// bareEye is a painted board, and what was learned of it while it was bare.
func bareEye(t *testing.T) (*paintedBoard, *BareBoard) {
	t.Helper()
	f := newPaintedBoard(t)
	b := NewBareBoard(&f.Cal, func(r2.Vec) bool { return false }, nil)
	b.Learn(f.at(0), nil)
	return f, b
}

func TestAPlaceLooksOtherThanBareWhereADiscOfTheBoardsColourLies(t *testing.T) {
	f, b := bareEye(t)
	at := r2.Vec{X: -120, Y: 90}
	f.discs = []paintedDisc{{pos: at, colour: camouflaged}}
	f.light = 0.9
	picture := f.at(1)
	if times, ok := b.apart(picture, at, nil, nil); !ok || times < apartMade {
		t.Errorf("the disc's place looks %.1f times other, known %v", times, ok)
	}
	for _, p := range []r2.Vec{{X: 60, Y: -40}, {X: -40, Y: 200}, {X: 0, Y: 0}, {X: 150, Y: 101}} {
		if times, ok := b.apart(picture, p, nil, []r2.Vec{at}); !ok || times > apartGhost {
			t.Errorf("the bare %v looks %.1f times other, known %v", p, times, ok)
		}
	}
}

func TestDiscsThatWereNotMadeOutAreFoundAgainstTheBareBoard(t *testing.T) {
	f, b := bareEye(t)
	at := r2.Vec{X: 100, Y: -60}
	f.discs = []paintedDisc{{pos: at, colour: RGB{180, 150, 90}}}
	o := Observation{Calibration: f.Cal, Discs: []Disc{{Pos: r2.Vec{X: -90, Y: 40}, Radius: 15.9, Thickness: 9.5, State: Flat, Confidence: 0.5}}}
	b.Compare(f.at(1), &o, true)
	if len(o.Discs) != 1 || r2.Norm(r2.Sub(o.Discs[0].Pos, at)) > 1.5 {
		t.Errorf("discs %+v, want one at %v and none where print was taken for one", o.Discs, at)
	}
	if len(o.LeftOut) != 1 {
		t.Errorf("left out %+v", o.LeftOut)
	}
}

func TestADarkDiscInTheDarkHoleIsFoundByWhatTheHoleLooksLikeEmpty(t *testing.T) {
	f, b := bareEye(t)
	f.discs = []paintedDisc{{colour: paintedBlack}}
	o := Observation{Calibration: f.Cal}
	b.Compare(f.at(1), &o, true)
	if len(o.Discs) != 1 || o.Discs[0].State != InHole || o.Discs[0].Points != 20 {
		t.Errorf("discs %+v, want one in the hole", o.Discs)
	}
	if b.Vacated(f.at(1), Disc{State: InHole}, o) {
		t.Error("the filled hole is taken for empty")
	}
	f.discs = nil
	if !b.Vacated(f.at(2), Disc{State: InHole}, Observation{}) {
		t.Error("the empty hole is taken for filled")
	}
}

// wooden is the very colour of the painted board.
var wooden = RGB{205, 170, 115}

func TestADiscOfTheBoardsVeryColourIsKnownByItsOutline(t *testing.T) {
	f, b := bareEye(t)
	at := r2.Vec{X: -120, Y: 90}
	shadow := r2.Add(at, r2.Vec{X: 2.5, Y: -2.5})
	f.discs = []paintedDisc{{pos: shadow, colour: RGB{110, 90, 60}}, {pos: at, colour: wooden}}
	picture := f.at(1)
	if times, ok := b.apart(picture, at, nil, nil); !ok || times > apartGhost {
		t.Errorf("its face looks %.1f times other, known %v: this proves nothing", times, ok)
	}
	if b.looksBare(picture, at, nil) || b.Vacated(picture, Disc{Pos: at, State: Flat}, Observation{}) {
		t.Error("its place is taken for bare")
	}
	seen := Disc{Pos: at, Radius: 15.9, Thickness: 9.5, State: Flat, Confidence: 0.5}
	if o := (Observation{Calibration: f.Cal, Discs: []Disc{seen}}); !b.Lies(picture, seen, o) {
		t.Error("it does not lie there")
	}
	for _, p := range []r2.Vec{{X: 60, Y: -40}, {X: -40, Y: 200}, {X: 150, Y: 101}} {
		if !b.looksBare(picture, p, []r2.Vec{at}) {
			t.Errorf("the bare %v does not look so", p)
		}
	}
}

func TestWhatWasLeftOutAsTooFaintIsTakenBackForItsNewOutline(t *testing.T) {
	f, b := bareEye(t)
	at := r2.Vec{X: 28, Y: 57}
	f.discs = []paintedDisc{{pos: r2.Add(at, r2.Vec{X: 2.5, Y: -2.5}), colour: RGB{110, 90, 60}}, {pos: at, colour: wooden}}
	o := Observation{Calibration: f.Cal, LeftOut: []LeftOut{{Pos: at, Why: "too faint"}, {Pos: r2.Vec{X: -90, Y: 40}, Why: "print or grain of the board"}}}
	b.Compare(f.at(1), &o, true)
	if len(o.Discs) != 1 || r2.Norm(r2.Sub(o.Discs[0].Pos, at)) > 2 {
		t.Errorf("discs %+v, want one at %v and none where print is", o.Discs, at)
	}
}

func TestWhereADiscLayThroughAChangeOfLightTheBoardIsBareAfterIt(t *testing.T) {
	f, b := bareEye(t)
	at := r2.Vec{X: -120, Y: 90}
	f.light = 0.8
	b.Learn(f.at(1), []Disc{{Pos: at, Radius: 15.9, Thickness: 9.5}})
	picture := f.at(2)
	if times, ok := b.apart(picture, at, nil, nil); !ok || times > apartGhost {
		t.Errorf("the bare place looks %.1f times other, known %v", times, ok)
	}
}
