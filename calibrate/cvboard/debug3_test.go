package cvboard

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/models"
)

func TestDebugFine(t *testing.T) {
	boards := models.ShippedBoards()
	for _, p := range debugFiles() {
		f := loadFrame(p)
		name := "nca-26"
		tr, tc, has := loadTruth(p)
		if has {
			name = tr.BoardName
		}
		t0 := time.Now()
		img, k, _ := workPicture(f, 1024)
		g, _ := gradient(img, 1.0, 61)
		hs := calibrate.DebugFine(f, g, k, boards[name])
		fmt.Printf("%s %dx%d %v\n", filepath.Base(p), f.Width, f.Height, time.Since(t0).Round(time.Millisecond))
		for _, h := range hs {
			e := ""
			if has {
				w, per := ringErr(h.Cam, tc, tr.Board.Rings)
				e = fmt.Sprintf("ERR %.2f %.2f/%.2f/%.2f", w, per["r15"], per["r10"], per["r5"])
			}
			fmt.Printf("   coarse %.2f total %.2f stray %.2f -> %v sup %.2f clut %.2f in %.2f scale %.2f f %.0f tilt %.0f k1 %.2f k2 %.2f c %.0f %.0f rings %.1f %.1f n %d ink %.2f w %.1f %s\n", h.Score, h.Total, h.Stray, h.OK, h.Support, h.Clutter, h.Inside, h.Scale, h.Cam.Fx, h.Cam.TiltDeg(), h.Cam.Dist.K1, h.Cam.Dist.K2, h.Cam.Cx-float64(f.Width)/2, h.Cam.Cy-float64(f.Height)/2, h.Rings.R15, h.Rings.R10, h.N, h.Ink, h.Width, e)
		}
		img.Close()
	}
}
