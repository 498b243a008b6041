package cvdisc

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"ditchline/capture"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// plan is the picture seen straight from above, at one height over the
// board: a square of side samples, scale samples a mm, BGR. Its middle sample
// is the board's centre; columns run along +x, rows along +y.
type plan struct {
	side  int
	scale float64 // samples a mm
	pix   []byte
	seen  []bool // by blocks of mapGrid samples: lies within the picture
	grid  int    // blocks a row of seen
}

// mapGrid is how many samples apart the lens and the perspective are worked
// out exactly; between them they are interpolated (under 0.02 pixels off for
// the strongest lens in the ground truth).
const mapGrid = 16

// place is the mm of a sample.
func (p *plan) place(x, y float64) r2.Vec {
	half := float64(p.side-1) / 2
	return r2.Vec{X: (x - half) / p.scale, Y: (y - half) / p.scale}
}

// visible says whether the sample (x, y) lies within the picture.
func (p *plan) visible(x, y int) bool { return p.seen[(y/mapGrid)*p.grid+x/mapGrid] }

// rectify makes the plan of the plane at height z out to reach mm from the
// centre.
func rectify(f capture.Frame, cam models.Camera, z, reach, scale float64) (*plan, error) {
	blocks := int(math.Ceil(2*reach*scale/mapGrid)) + 1
	side := blocks * mapGrid
	p := &plan{side: side, scale: scale, grid: blocks, seen: make([]bool, blocks*blocks)}

	src, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		return nil, fmt.Errorf("rectify: %w", err)
	}
	defer src.Close()
	mx, my := gocv.NewMatWithSize(blocks+1, blocks+1, gocv.MatTypeCV32FC1), gocv.NewMatWithSize(blocks+1, blocks+1, gocv.MatTypeCV32FC1)
	defer mx.Close()
	defer my.Close()
	xs, err := mx.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("rectify: %w", err)
	}
	ys, err := my.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("rectify: %w", err)
	}
	inside := make([]bool, len(xs))
	for j := range blocks + 1 {
		for i := range blocks + 1 {
			// Resize puts the middle of grid cell i at sample (i+0.5)*mapGrid-0.5.
			at := p.place((float64(i)+0.5)*mapGrid-0.5, (float64(j)+0.5)*mapGrid-0.5)
			px, ok := cam.Project(r3.Vec{X: at.X, Y: at.Y, Z: z})
			n := j*(blocks+1) + i
			if !ok {
				px = r2.Vec{X: -1e4, Y: -1e4}
			}
			inside[n] = ok && px.X >= 0 && px.Y >= 0 && px.X <= float64(f.Width-1) && px.Y <= float64(f.Height-1)
			xs[n], ys[n] = float32(px.X), float32(px.Y)
		}
	}
	for j := range blocks {
		for i := range blocks {
			p.seen[j*blocks+i] = inside[j*(blocks+1)+i]
		}
	}
	bigX, bigY, out := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer bigX.Close()
	defer bigY.Close()
	defer out.Close()
	full := image.Pt((blocks+1)*mapGrid, (blocks+1)*mapGrid)
	gocv.Resize(mx, &bigX, full, 0, 0, gocv.InterpolationLinear)
	gocv.Resize(my, &bigY, full, 0, 0, gocv.InterpolationLinear)
	cut := image.Rect(0, 0, side, side)
	cutX, cutY := bigX.Region(cut), bigY.Region(cut)
	defer cutX.Close()
	defer cutY.Close()
	gocv.Remap(src, &out, &cutX, &cutY, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	gocv.GaussianBlur(out, &out, image.Pt(0, 0), blurSigma*scale, 0, gocv.BorderReplicate)
	p.pix = out.ToBytes()
	return p, nil
}

// blurSigma smooths the plan before its gradients are taken, mm.
const blurSigma = 1.0
