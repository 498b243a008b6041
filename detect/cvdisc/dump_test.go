package cvdisc

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"testing"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
	"gonum.org/v1/gonum/spatial/r3"
)

// dump draws what was found, and the true places if they are known, into
// DITCHLINE_DEBUG_DIR for a person to look at; without that it does nothing.
// Footprints and faces are green, the truth's footprints white, what was left
// out red.
func dump(t *testing.T, name string, f capture.Frame, cam models.Camera, obs detect.Observation, truth []trueDisc) {
	t.Helper()
	dir := os.Getenv("DITCHLINE_DEBUG_DIR")
	if dir == "" {
		return
	}
	src, err := gocv.NewMatFromBytes(f.Height, f.Width, gocv.MatTypeCV8UC3, f.Pix)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	r := obs.Calibration.Board.SurfaceRadius + 40
	box := image.Rectangle{Min: image.Pt(f.Width, f.Height)}
	for k := range 72 {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / 72)
		if p, ok := cam.Project(r3.Vec{X: r * cos, Y: r * sin}); ok {
			q := image.Pt(int(p.X), int(p.Y))
			box.Min = image.Pt(min(box.Min.X, q.X), min(box.Min.Y, q.Y))
			box.Max = image.Pt(max(box.Max.X, q.X), max(box.Max.Y, q.Y))
		}
	}
	box = box.Intersect(image.Rect(0, 0, f.Width, f.Height))
	if box.Empty() {
		t.Fatalf("%s: the board lies outside the picture", name)
	}
	const side = 1800
	k := side / float64(max(box.Dx(), box.Dy()))
	cut := src.Region(box)
	defer cut.Close()
	out := gocv.NewMat()
	defer out.Close()
	gocv.Resize(cut, &out, image.Point{}, k, k, gocv.InterpolationCubic)
	spot := func(p r3.Vec) image.Point {
		px, _ := cam.Project(p)
		return image.Pt(int(math.Round((px.X-float64(box.Min.X)+0.5)*k-0.5)), int(math.Round((px.Y-float64(box.Min.Y)+0.5)*k-0.5)))
	}
	ring := func(c r2.Vec, z, r float64, ink color.RGBA) {
		var pts []image.Point
		for a := range 48 {
			sin, cos := math.Sincos(2 * math.Pi * float64(a) / 48)
			pts = append(pts, spot(r3.Vec{X: c.X + r*cos, Y: c.Y + r*sin, Z: z}))
		}
		v := gocv.NewPointsVectorFromPoints([][]image.Point{pts})
		defer v.Close()
		gocv.Polylines(&out, v, true, ink, 1)
	}
	label := func(c r2.Vec, z float64, text string, ink color.RGBA) {
		gocv.PutText(&out, text, spot(r3.Vec{X: c.X, Y: c.Y, Z: z}), gocv.FontHersheyPlain, 1.1, ink, 1)
	}
	green, white, red := color.RGBA{0, 255, 0, 0}, color.RGBA{255, 255, 255, 0}, color.RGBA{255, 0, 0, 0}
	for _, d := range truth {
		if inPlay, _ := d.counts(); inPlay {
			ring(r2.Vec{X: d.X, Y: d.Y}, d.Z, d.Radius, white)
		}
	}
	for _, d := range obs.Discs {
		z := 0.0
		if d.State == detect.InHole {
			z = -obs.Calibration.Board.Hole.Depth
		}
		ring(d.Pos, z, d.Radius, green)
		ring(d.Pos, z+d.Thickness, d.Radius, green)
		label(d.Pos, z+d.Thickness, fmt.Sprintf("%s%d %.2f", d.Team, d.Points, d.Confidence), green)
	}
	for _, l := range obs.LeftOut {
		ring(l.Pos, l.Z, l.Radius, red)
		label(l.Pos, l.Z, l.Why, red)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if file := filepath.Join(dir, name+".png"); !gocv.IMWrite(file, out) {
		t.Fatalf("%s cannot be written", file)
	}
}
