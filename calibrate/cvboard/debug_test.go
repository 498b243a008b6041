package cvboard

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"

	"gocv.io/x/gocv"
)

func loadFrame(path string) capture.Frame {
	img := gocv.IMRead(path, gocv.IMReadColor)
	defer img.Close()
	return capture.Frame{Width: img.Cols(), Height: img.Rows(), Pix: img.ToBytes()}
}

func debugFiles() []string {
	var out []string
	for _, g := range strings.Split(os.Getenv("PICS"), ",") {
		fs, _ := filepath.Glob(g)
		out = append(out, fs...)
	}
	return out
}

func TestDebugEllipses(t *testing.T) {
	for _, p := range debugFiles() {
		f := loadFrame(p)
		t0 := time.Now()
		img, k, err := workPicture(f, 1024)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gradient(img, 1.0, 61)
		if err != nil {
			t.Fatal(err)
		}
		t1 := time.Now()
		edges, arcs, ells, polys := calibrate.DebugEllipses(g)
		t2 := time.Now()
		fmt.Printf("%s %dx%d k=%.2f grad %v ellipses %v: %d edges %d arcs %d ellipses\n", filepath.Base(p), f.Width, f.Height, k, t1.Sub(t0), t2.Sub(t1), len(edges), len(arcs), len(ells))
		for _, e := range ells {
			c, in, l, s := e.Info()
			fmt.Printf("   at %.0f,%.0f axes %.0f %.0f cover %.2f inside %.2f\n", e.Centre().X, e.Centre().Y, l, s, c, in)
		}
		if dir := os.Getenv("OUTDIR"); dir != "" {
			for i := range edges {
				gocv.Circle(&img, image.Pt(int(edges[i][0]+.5), int(edges[i][1]+.5)), 0, color.RGBA{90, 90, 90, 0}, 1)
			}
			for i, a := range arcs {
				c := color.RGBA{uint8(80 + i*53%170), uint8(80 + i*97%170), uint8(80 + i*31%170), 0}
				for _, q := range a {
					gocv.Circle(&img, image.Pt(int(q[0]+.5), int(q[1]+.5)), 0, c, 1)
				}
			}
			for i, pl := range polys {
				for j := 1; j < len(pl); j++ {
					gocv.Line(&img, image.Pt(int(pl[j-1].X+.5), int(pl[j-1].Y+.5)), image.Pt(int(pl[j].X+.5), int(pl[j].Y+.5)), color.RGBA{255, uint8(i * 18), 0, 0}, 1)
				}
			}
			gocv.IMWrite(filepath.Join(dir, filepath.Base(p)+".png"), img)
		}
		img.Close()
	}
}
