//go:build matprofile

package cvdisc

import (
	"testing"

	"gocv.io/x/gocv"
)

// TestNoMatIsLeftOpen counts OpenCV's matrices: go test -tags matprofile.
func TestNoMatIsLeftOpen(t *testing.T) {
	f, cal := overhead(t, "nca-26")
	cal.Camera.Fx, cal.Camera.Fy = 3000, 3000 // so that the picture is halved too
	before := gocv.MatProfile.Count()
	for range 3 {
		if _, err := New().Detect(f, cal); err != nil {
			t.Fatal(err)
		}
	}
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d matrices were left open", after-before)
	}
}
