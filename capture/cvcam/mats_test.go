//go:build matprofile

package cvcam

import (
	"testing"

	"gocv.io/x/gocv"

	"ditchline/capture"
)

func TestNoMatIsLeft(t *testing.T) {
	before := gocv.MatProfile.Count()
	for _, uri := range []string{"testdata/turned_wide_pixels.mp4", "testdata/sound_only.mp4", motionJPEG(t, 5).URL} {
		frames := 0
		err := open(t, uri).Run(t.Context(), func(capture.Frame) { frames++ })
		t.Logf("%s: %d frames, %v", uri, frames, err)
	}
	if left := gocv.MatProfile.Count() - before; left != 0 {
		t.Errorf("%d Mats are left open", left)
	}
}
