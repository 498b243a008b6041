package cvboard

import (
	"path/filepath"
	"testing"

	"ditchline/calibrate"
	"ditchline/models"
)

func TestCarromBoardsAreFoundToAMillimetreOnAllStills(t *testing.T) {
	paths, _ := filepath.Glob(shared + "/groundtruth/stills/carrom_*.jpg")
	if len(paths) == 0 {
		t.Skip("there are no stills in " + shared)
	}
	for _, path := range some(paths) {
		s := readStill(t, path)
		s.rings = []float64{100, 200, 300}
		c, err := New().Find(read(t, path), calibrate.Options{Boards: []models.Board{s.board}})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
			continue
		}
		worst, turn := s.worstRing(c.Camera)
		t.Logf("%s: a ring is %.3f mm off, the turn %.3f degrees; fit to %.2f px, %.0f %% sure", filepath.Base(path), worst, turn, c.RMSPx, 100*c.Confidence)
		if worst > 1 || turn > 0.2 {
			t.Errorf("%s: a ring is %.3f mm off, the turn %.3f degrees", filepath.Base(path), worst, turn)
		}
	}
}
