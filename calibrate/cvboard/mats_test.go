//go:build matprofile

package cvboard

import (
	"testing"

	"ditchline/calibrate"
	"ditchline/models"

	"gocv.io/x/gocv"
)

func TestNoMatIsLeftOpen(t *testing.T) {
	before := gocv.MatProfile.Count()
	s := readStill(t, "testdata/crok_012.jpg")
	if _, err := New().Find(read(t, s.path), calibrate.Options{Boards: []models.Board{s.board}}); err != nil {
		t.Fatal(err)
	}
	if _, err := New().Find(drawn(func(*gocv.Mat) {}), calibrate.Options{Boards: []models.Board{s.board}}); err == nil {
		t.Fatal("a board on a plain wall")
	}
	if open := gocv.MatProfile.Count() - before; open != 0 {
		t.Errorf("%d Mats left open", open)
	}
}
