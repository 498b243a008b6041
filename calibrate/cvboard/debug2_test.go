package cvboard

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

type truth struct {
	BoardName string `json:"board_name"`
	Board     struct {
		Rings map[string]float64 `json:"rings"`
	} `json:"board"`
	Camera struct {
		K             [3][3]float64
		Dist          [5]float64
		R             [3][3]float64
		T             [3]float64
		Width, Height int
	}
	Tilt float64 `json:"tilt_deg"`
}

func loadTruth(p string) (truth, models.Camera, bool) {
	var t truth
	b, err := os.ReadFile(strings.TrimSuffix(p, ".jpg") + ".json")
	if err != nil {
		return t, models.Camera{}, false
	}
	if err := json.Unmarshal(b, &t); err != nil {
		panic(err)
	}
	c := models.Camera{Width: t.Camera.Width, Height: t.Camera.Height, Fx: t.Camera.K[0][0], Fy: t.Camera.K[1][1], Cx: t.Camera.K[0][2], Cy: t.Camera.K[1][2]}
	d := t.Camera.Dist
	c.Dist = models.Distortion{K1: d[0], K2: d[1], P1: d[2], P2: d[3], K3: d[4]}
	for i := range 3 {
		for j := range 3 {
			c.R[3*i+j] = t.Camera.R[i][j]
		}
	}
	c.T = r3.Vec{X: t.Camera.T[0], Y: t.Camera.T[1], Z: t.Camera.T[2]}
	return t, c, true
}

// ringErr per ring as eval_stills does.
func ringErr(c models.Camera, tc models.Camera, rings map[string]float64) (worst float64, per map[string]float64) {
	per = map[string]float64{}
	for k, r := range rings {
		for a := 0; a < 360; a += 5 {
			s, co := math.Sincos(float64(a) * math.Pi / 180)
			p, ok := tc.Project(r3.Vec{X: r * co, Y: r * s})
			if !ok || p.X < 0 || p.Y < 0 || p.X >= float64(tc.Width) || p.Y >= float64(tc.Height) {
				continue
			}
			q, ok := c.OnPlane(p, 0)
			e := math.Abs(r2.Norm(q) - r)
			if !ok {
				e = 999
			}
			per[k] = math.Max(per[k], e)
			worst = math.Max(worst, e)
		}
	}
	return
}

func drawView(img *gocv.Mat, cam models.Camera, radii []float64, c color.RGBA, th int) {
	for _, r := range radii {
		var last image.Point
		for i := 0; i <= 180; i++ {
			s, co := math.Sincos(float64(i) * math.Pi / 90)
			p, ok := cam.Project(r3.Vec{X: r * co, Y: r * s})
			if !ok {
				continue
			}
			q := image.Pt(int(math.Round(p.X)), int(math.Round(p.Y)))
			if i > 0 {
				gocv.Line(img, last, q, c, th)
			}
			last = q
		}
	}
}

func TestDebugCoarse(t *testing.T) {
	boards := models.ShippedBoards()
	for _, p := range debugFiles() {
		f := loadFrame(p)
		name := "nca-26"
		tr, tc, has := loadTruth(p)
		if has {
			name = tr.BoardName
		}
		img, k, err := workPicture(f, 1024)
		if err != nil {
			t.Fatal(err)
		}
		t0 := time.Now()
		g, _ := gradient(img, 1.0, 61)
		hs := calibrate.DebugCoarse(g, boards[name])
		fmt.Printf("%s %dx%d %v\n", filepath.Base(p), f.Width, f.Height, time.Since(t0).Round(time.Millisecond))
		for i, h := range hs {
			e := ""
			if has {
				w, per := ringErr(h.Cam, tc.Scaled(k), tr.Board.Rings)
				e = fmt.Sprintf("ERR %.2f %.1f/%.1f/%.1f", w, per["r15"], per["r10"], per["r5"])
			}
			fmt.Printf("   %.2f %.2f -> %v %.2f %.2f scale %.2f f %.0f tilt %.0f k1 %.2f rings %.1f %.1f %s\n", h.Score, h.H, h.OK, h.AfterScore, h.After, h.Scale, h.Cam.Fx/k, h.Cam.TiltDeg(), h.Cam.Dist.K1, h.Rings.R15, h.Rings.R10, e)
			if i == 0 {
				drawView(&img, h.Cam, []float64{h.Rings.R15, h.Rings.R10, h.Rings.R5, boards[name].SurfaceRadius, 17.5}, color.RGBA{255, 0, 255, 0}, 1)
			}
		}
		if dir := os.Getenv("OUTDIR"); dir != "" {
			gocv.IMWrite(filepath.Join(dir, filepath.Base(p)+".png"), img)
		}
		img.Close()
	}
}
