package cvboard

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"sort"
	"syscall"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r3"
)

func cpuNow() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func TestDebugFind(t *testing.T) {
	boards := models.ShippedBoards()
	var errs []float64
	for _, p := range debugFiles() {
		f := loadFrame(p)
		name := "nca-26"
		tr, tc, has := loadTruth(p)
		if has {
			name = tr.BoardName
		}
		t0 := cpuNow()
		c, err := New().Find(f, calibrate.Options{Boards: []models.Board{boards[name]}})
		el := (cpuNow() - t0).Round(time.Millisecond)
		if err != nil {
			fmt.Printf("%-45s %dx%d %v ERROR %v\n", filepath.Base(p), f.Width, f.Height, el, err)
			continue
		}
		e := ""
		if has {
			w, per := ringErr(c.Camera, tc, tr.Board.Rings)
			e = turnErr(c.Camera, tc) + fmt.Sprintf(" ERR %.3f %.2f/%.2f/%.2f f0 %.0f c0 %.0f,%.0f k1 %.2f k2 %.2f", w, per["r15"], per["r10"], per["r5"], tc.Fx, tc.Cx-float64(tc.Width)/2, tc.Cy-float64(tc.Height)/2, tc.Dist.K1, tc.Dist.K2)
			errs = append(errs, w)
		}
		fmt.Printf("%-45s %dx%d %v lw %.2f conf %.2f rms %.2f px %.3f mm n %d tilt %.0f f %.0f c %.0f %.0f k1 %.2f k2 %.2f rings %.2f %.2f seen %.2f %.2f %.2f %s %v\n", filepath.Base(p), f.Width, f.Height, el, c.Board.LineWidth, c.Confidence, c.RMSPx, c.RMSMM, c.Points, c.Camera.TiltDeg(), c.Camera.Fx, c.Camera.Cx-float64(f.Width)/2, c.Camera.Cy-float64(f.Height)/2, c.Camera.Dist.K1, c.Camera.Dist.K2, c.Board.Rings.R15, c.Board.Rings.R10, c.Rings[0].Seen, c.Rings[1].Seen, c.Rings[2].Seen, e, c.Warnings)
		if dir := os.Getenv("OUTDIR"); dir != "" {
			img, k, _ := workPicture(f, 1024)
			cam := c.Camera.Scaled(k)
			drawView(&img, cam, []float64{c.Board.Rings.R15, c.Board.Rings.R10, c.Board.Rings.R5, c.Board.SurfaceRadius, c.Board.Hole.Radius}, color.RGBA{255, 0, 255, 0}, 1)
			gocv.IMWrite(filepath.Join(dir, filepath.Base(p)+".png"), img)
			img.Close()
		}
	}
	sort.Float64s(errs)
	if n := len(errs); n > 0 {
		fmt.Printf("median %.3f 95%% %.3f\n", errs[n/2], errs[min(n-1, n*95/100)])
	}
}

func turnErr(c, tc models.Camera) string {
	p, _ := tc.Project(r3.Vec{X: 250})
	q, _ := c.OnPlane(p, 0)
	a := math.Atan2(q.Y, q.X)
	return fmt.Sprintf("TURN %.3f deg", math.Remainder(a, math.Pi/2)*180/math.Pi)
}
