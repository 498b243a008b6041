//go:build matprofile

package cvdisc

import (
	"testing"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
)

func TestHoughLeavesNoMatOpen(t *testing.T) {
	f, cam, b := flatDiscs(0, r2.Vec{X: 120, Y: 40})
	before := gocv.MatProfile.Count()
	if _, err := Hough(f, cam, b, 0, UsualHough); err != nil {
		t.Fatal(err)
	}
	cam.T.X = 1e5
	if _, err := Hough(f, cam, b, 0, UsualHough); err == nil {
		t.Fatal("no error")
	}
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d matrices were left open", after-before)
	}
}
