package detect

import (
	"math"
	"testing"

	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestCallsSayHowSureTheyAre(t *testing.T) {
	for _, c := range []struct {
		name          string
		clearance, sd float64
		call          Call
	}{
		{"far off", 3, 0.2, Clear},
		{"well over", -2, 0.2, Touching},
		{"within the uncertainty", 0.1, 0.2, TooClose},
		{"exact tangent without uncertainty", 0, 0, Touching},
		{"hair's breadth without uncertainty", 0.001, 0, Clear},
	} {
		if got := NewLineCall(models.Line10, c.clearance, c.sd); got.Call != c.call {
			t.Errorf("%s: %v (p %.3f), want %v", c.name, got.Call, got.PTouching, c.call)
		}
	}
}

func TestLinesWithinReachAreListedWithTheRadialUncertainty(t *testing.T) {
	b, err := models.ShippedBoards().Get("nca-26")
	if err != nil {
		t.Fatal(err)
	}
	// Along +x only the xx part of the covariance counts.
	calls := CallLines(b, r2.Vec{X: 190}, [3]float64{0.04, 0, 9}, b.Disc.Radius, 0)
	if len(calls) != 1 || calls[0].Line != models.Line10 {
		t.Fatalf("lines %+v, want the 10 only", calls)
	}
	if want := 203.2 - 190 - b.Disc.Radius - b.LineWidth/2; math.Abs(calls[0].Clearance-want) > 1e-9 || math.Abs(calls[0].SD-0.2) > 1e-9 {
		t.Errorf("clearance %.4f ± %.3f, want %.4f ± 0.2", calls[0].Clearance, calls[0].SD, want)
	}
}
