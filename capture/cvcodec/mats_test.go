//go:build matprofile

package cvcodec

import (
	"testing"

	"gocv.io/x/gocv"
)

func TestNoMatIsLeft(t *testing.T) {
	before := gocv.MatProfile.Count()
	jpg := asJPEG(t, stored(6))
	turned := withEXIF(jpg, []exifTag{{id: 0x0112, number: 7}}, nil)
	for _, data := range [][]byte{jpg, turned, jpg[:200], readTestdata(t, "quarters.heic"), withSegment(jpg, 0xe0, []byte("JFIF\x00\x01\x02\x00\x00\x02\x00\x01\x00\x00"))} {
		f, err := Decode("a", data)
		if err != nil {
			continue
		}
		if _, err := EncodeJPEG(f, 80); err != nil {
			t.Error(err)
		}
		if _, err := Resize(f, 50, 40); err != nil {
			t.Error(err)
		}
	}
	if left := gocv.MatProfile.Count() - before; left != 0 {
		t.Errorf("%d Mats are left open", left)
	}
}
