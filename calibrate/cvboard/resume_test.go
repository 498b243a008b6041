package cvboard

import (
	"errors"
	"testing"

	"ditchline/calibrate"
	"ditchline/models"
)

func TestAStoredProfileStartsWithoutASearch(t *testing.T) {
	s := readStill(t, "testdata/crok_027.jpg")
	f := read(t, s.path)
	o := calibrate.Options{Boards: []models.Board{s.board}}
	c, err := New().Find(f, o)
	if err != nil {
		t.Fatal(err)
	}
	kept := calibrate.OpenProfiles(t.TempDir())
	if err := kept.Save("camera 3", c); err != nil {
		t.Fatal(err)
	}
	stored, err := kept.Load("camera 3", f.Width, f.Height)
	if err != nil {
		t.Fatal(err)
	}
	again, err := calibrate.Resume(f, stored, o)
	if err != nil {
		t.Fatal(err)
	}
	if e, _ := s.worstRing(again.Camera); e > 0.12 {
		t.Errorf("resumed, a ring is %.3f mm off", e)
	}
	if _, ok := calibrate.NewHold(f, again); !ok {
		t.Error("what was resumed cannot be held")
	}
	is := c.Camera
	is.T.X += 45
	if _, err := calibrate.Resume(seenFrom(f, c.Camera, is, 1, 1), stored, o); !errors.Is(err, calibrate.ErrLost) {
		t.Errorf("a camera that was moved by 45 mm: %v", err)
	}
	other := models.ShippedBoards()["euro-66"]
	if _, err := calibrate.Resume(f, stored, calibrate.Options{Boards: []models.Board{other}}); !errors.Is(err, calibrate.ErrLost) {
		t.Errorf("another make was asked for: %v", err)
	}
}
