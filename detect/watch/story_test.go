package watch

import (
	"ditchline/detect"
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r2"
)

// frameAt is when the i-th frame of a film of 30 a second is.
func frameAt(i int) time.Duration { return time.Duration(i) * time.Second / 30 }

// leg is a piece of way from frame i on: the places frame by frame, of the
// team whose letter is given.
func leg(i int, kin []float64, at ...r2.Vec) part {
	p := part{follow: -1, kin: kin}
	for k, v := range at {
		p.points = append(p.points, trailPoint{at: frameAt(i + k), pos: v, moving: true})
	}
	p.in, p.by = pace(p.points, 0, len(p.points))
	p.stray = min(strayMost, strayPerMM*strewn(p.points))
	return p
}

var (
	kinA    = []float64{0, -kinMost}
	kinB    = []float64{-kinMost, 0}
	kinNone = []float64{0, 0}
)

func TestAStoryIsTheOneThatColoursWaysAndCollisionsTell(t *testing.T) {
	board := story{radius: 15.9, edge: 330.2, settled: frameAt(20)}
	tell := func(movers []mover, parts []part, ends []ending) []told {
		s := board
		s.movers, s.parts, s.ends = movers, parts, ends
		return s.telling()
	}
	t.Run("a way that begins beside a struck disc of its colour is the struck one's", func(t *testing.T) {
		// The flicked disc (its start unseen) comes from the right, stops beside
		// where A lay; A is driven to the upper left.
		got := tell(
			[]mover{{pos: r2.Vec{X: 28, Y: 3}, begins: -1, kin: kinA}, {flicked: true, begins: 0, kin: kinNone, pos: r2.Vec{X: 74, Y: -50}}},
			[]part{
				leg(0, kinB, r2.Vec{X: 74, Y: -50}, r2.Vec{X: 42, Y: -25}, r2.Vec{X: 29, Y: -30}, r2.Vec{X: 19, Y: -34}, r2.Vec{X: 10, Y: -37}),
				leg(2, kinA, r2.Vec{X: 14, Y: 26}, r2.Vec{X: -9, Y: 58}, r2.Vec{X: -25, Y: 80}),
			},
			[]ending{{pos: r2.Vec{X: 8, Y: -38}, kin: kinB}, {pos: r2.Vec{X: -60, Y: 128}, kin: kinA}})
		if got[0].end != 1 || got[1].end != 0 || !slices.Equal(got[0].parts, []int{1}) {
			t.Errorf("told %+v", got)
		}
	})
	t.Run("a struck disc's way that was told for the flick is the struck one's", func(t *testing.T) {
		// The flicked disc is of the board's colour: where it was placed is known,
		// but the first that is seen to move is what it hit.
		got := tell(
			[]mover{{pos: r2.Vec{X: -186, Y: -117}, begins: -1, kin: kinB}, {flicked: true, begins: 0, kin: kinA, pos: r2.Vec{X: -240, Y: -88}}},
			[]part{
				leg(0, kinB, r2.Vec{X: -152, Y: -125}, r2.Vec{X: -121, Y: -148}, r2.Vec{X: -86, Y: -172}, r2.Vec{X: -51, Y: -199}, r2.Vec{X: -15, Y: -227}, r2.Vec{X: 17, Y: -252}, r2.Vec{X: 49, Y: -280}, r2.Vec{X: 79, Y: -306}),
				leg(0, kinA, r2.Vec{X: -203, Y: -91}, r2.Vec{X: -193, Y: -80}, r2.Vec{X: -184, Y: -71}, r2.Vec{X: -176, Y: -63}, r2.Vec{X: -159, Y: -46}),
			},
			[]ending{{pos: r2.Vec{X: -159, Y: -46}, kin: kinA}})
		if got[0].end != -1 || got[1].end != 0 {
			t.Errorf("told %+v, want the struck disc gone and the flicked one at rest", got)
		}
		// The same where nobody saw how the flicked disc was placed: its first way
		// is that of the disc that it hit.
		got = tell(
			[]mover{{pos: r2.Vec{X: 44, Y: -43}, begins: -1, kin: kinA}, {flicked: true, unseen: true, begins: 0, kin: kinNone, pos: r2.Vec{X: 31, Y: 2}}},
			[]part{
				leg(0, kinA, r2.Vec{X: 31, Y: 2}, r2.Vec{X: 23, Y: 52}, r2.Vec{X: 10, Y: 100}, r2.Vec{X: 0, Y: 140}),
				leg(0, kinB, r2.Vec{X: 70, Y: -55}, r2.Vec{X: 87, Y: -44}, r2.Vec{X: 100, Y: -40}, r2.Vec{X: 128, Y: -33}),
			},
			[]ending{{pos: r2.Vec{X: 128, Y: -33}, kin: kinB}, {pos: r2.Vec{X: 0, Y: 142}, kin: kinA}})
		if got[0].end != 1 || got[1].end != 0 {
			t.Errorf("told %+v, want the struck disc to have gone on its own way", got)
		}
	})
	t.Run("of two of one colour the hit one goes on and the other stays, as equal discs do", func(t *testing.T) {
		// One trail runs through the place of the struck disc: the tracker has
		// passed from the one to the other.
		through := leg(0, kinA, r2.Vec{Y: -200}, r2.Vec{Y: -150}, r2.Vec{Y: -100}, r2.Vec{Y: -60})
		beyond := leg(4, kinA, r2.Vec{Y: 20}, r2.Vec{Y: 60}, r2.Vec{Y: 95})
		beyond.follow = 0
		stays := leg(4, kinA, r2.Vec{Y: -32}, r2.Vec{Y: -31}, r2.Vec{Y: -30})
		got := tell(
			[]mover{{pos: r2.Vec{}, begins: -1, kin: kinA}, {flicked: true, begins: 0, kin: kinA, pos: r2.Vec{Y: -300}}},
			[]part{through, beyond, stays},
			[]ending{{pos: r2.Vec{Y: -30}, kin: kinA}, {pos: r2.Vec{Y: 150}, kin: kinA}})
		if got[0].end != 1 || got[1].end != 0 {
			t.Errorf("told %+v, want the struck disc at (0, 150)", got)
		}
	})
	t.Run("a disc that is seen again after a gap is the one that was lost", func(t *testing.T) {
		got := tell(
			[]mover{{pos: r2.Vec{X: 110, Y: -97}, begins: -1, kin: kinB}, {flicked: true, begins: 0, kin: kinA, pos: r2.Vec{X: 283, Y: 116}}},
			[]part{
				leg(0, kinA, r2.Vec{X: 264, Y: 89}, r2.Vec{X: 227, Y: 39}, r2.Vec{X: 189, Y: -6}, r2.Vec{X: 149, Y: -58}),
				leg(4, kinB, r2.Vec{X: 83, Y: -123}, r2.Vec{X: 43, Y: -162}, r2.Vec{X: 4, Y: -199}, r2.Vec{X: -35, Y: -239}, r2.Vec{X: -110, Y: -302}, r2.Vec{X: -138, Y: -334}),
				leg(4, kinA, r2.Vec{X: 137, Y: -83}, r2.Vec{X: 141, Y: -91}, r2.Vec{X: 144, Y: -97}),
				leg(11, kinB, r2.Vec{X: -126, Y: -332}, r2.Vec{X: -113, Y: -324}, r2.Vec{X: -97, Y: -314}, r2.Vec{X: -85, Y: -288}),
			},
			[]ending{{pos: r2.Vec{X: 144, Y: -97}, kin: kinA}, {pos: r2.Vec{X: -80, Y: -275}, kin: kinB}})
		if !slices.Equal(got[0].parts, []int{1, 3}) || got[0].end != 1 || got[1].end != 0 {
			t.Errorf("told %+v, want the struck disc to have gone over the edge and come back", got)
		}
	})
	t.Run("a flicker that was told for the flick is nobody's, where another way leads to what lies there", func(t *testing.T) {
		got := tell(
			[]mover{{flicked: true, unseen: true, begins: 0, kin: kinNone, pos: r2.Vec{X: -35, Y: -118}}},
			[]part{
				leg(0, kinNone, r2.Vec{X: -35, Y: -118}, r2.Vec{X: -102, Y: -57}, r2.Vec{X: -109, Y: -33}),
				leg(3, kinA, r2.Vec{X: 63, Y: 212}, r2.Vec{X: 40, Y: 148}, r2.Vec{X: 22, Y: 93}, r2.Vec{X: 4, Y: 43}, r2.Vec{X: -7, Y: 2}),
			},
			[]ending{{pos: r2.Vec{}, kin: kinA}})
		if got[0].end != 0 || !slices.Equal(got[0].parts, []int{1}) {
			t.Errorf("told %+v, want the way into the hole", got)
		}
	})
	t.Run("what went over the edge is gone, whoever else lies near its place", func(t *testing.T) {
		got := tell(
			[]mover{{pos: r2.Vec{X: 200}, begins: -1, kin: kinB}, {flicked: true, begins: 0, kin: kinA, pos: r2.Vec{X: -300}}},
			[]part{
				leg(0, kinA, r2.Vec{X: -60}, r2.Vec{X: 10}, r2.Vec{X: 80}, r2.Vec{X: 150}),
				leg(5, kinB, r2.Vec{X: 240}, r2.Vec{X: 285}, r2.Vec{X: 328}),
			},
			[]ending{{pos: r2.Vec{X: 172}, kin: kinA}})
		if got[0].end != -1 || got[1].end != 0 {
			t.Errorf("told %+v", got)
		}
	})
}

func TestAManySidedStoryEndsInTime(t *testing.T) {
	s := story{radius: 15.9, edge: 330.2, settled: frameAt(20)}
	for i := range 9 {
		x := float64(40 * (i - 4))
		s.movers = append(s.movers, mover{pos: r2.Vec{X: x}, begins: -1, kin: kinNone})
		s.parts = append(s.parts, leg(i%3, kinNone, r2.Vec{X: x + 5, Y: 10}, r2.Vec{X: x + 8, Y: 30}, r2.Vec{X: x + 11, Y: 45}))
		s.ends = append(s.ends, ending{pos: r2.Vec{X: x + 14, Y: 60}, kin: kinNone})
	}
	if got := s.telling(); len(got) != 9 {
		t.Fatalf("%d movers told of, want 9", len(got))
	}
}

func TestHowADiscCameByTellsWhetherItTouched(t *testing.T) {
	const r = 15.9
	straight := func(y, v, ends float64) []detect.TrackPoint {
		var out []detect.TrackPoint
		for x := -200.0; x < ends; x += v / 30 {
			out = append(out, detect.TrackPoint{At: frameAt(len(out)), Pos: r2.Vec{X: x, Y: y}})
		}
		return append(out, detect.TrackPoint{At: frameAt(len(out)), Pos: r2.Vec{X: ends, Y: y}})
	}
	for _, c := range []struct {
		name     string
		way      []detect.TrackPoint
		moved    float64
		from, to float64 // bounds of the probability
	}{
		{"fast and two mm clear", straight(2*r+2, 1500, 250), 0.001, 0, 0.02},
		{"fast through where it lies still: the way is wrong", straight(20, 1500, 250), 0.001, 0, 0.05},
		{"it stops beside it within the error of measuring", straight(2*r+0.6, 600, -2), 0.001, 0.05, 0.5},
		{"it stops beside it and well clear", straight(2*r+3, 600, -2), 0.001, 0, 0.03},
		{"slowly and hardly clear", straight(2*r+0.5, 200, 12), 0.001, 0.05, 0.6},
		{"hardly clear, and the picture says it may have moved", straight(2*r+0.5, 800, 150), 0.4, 0.05, 0.6},
		{"far off", straight(80, 800, 150), 0.3, 0, 0.01},
	} {
		p, ok := passing(c.way, r2.Vec{}, r)
		if got := p.pTouch(c.moved, r); !ok || got < c.from || got > c.to || math.IsNaN(got) {
			t.Errorf("%s: %.3f (%+v), want %g to %g", c.name, got, p, c.from, c.to)
		}
	}
	if _, ok := passing([]detect.TrackPoint{{At: 0, Pos: r2.Vec{}}}, r2.Vec{X: 40}, r); ok {
		t.Error("what went nowhere came by")
	}
}
