// Package cvdisc finds the discs in a picture, given its calibration: it
// looks at the board from straight above with OpenCV, lets the edges vote for
// circles of the disc's size, and has package detect measure each.
package cvdisc

import (
	"fmt"
	"image"
	"math"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/spatial/r2"
)

// Detector finds discs on a crokinole board. It keeps nothing between
// pictures.
type Detector struct{}

// New is a detector.
func New() *Detector { return &Detector{} }

// planScale is the resolution at which candidates are sought, samples a mm.
const planScale = 1.0

// beyond is how far outside the surface candidates are sought, mm: those in
// the ditch explain edges that would else be taken for discs on the board.
const beyond = 34

// Detect finds the discs in f. It is an error where the calibration's board
// is no crokinole board or the frame holds no picture.
func (d *Detector) Detect(f capture.Frame, cal calibrate.Calibration) (detect.Observation, error) {
	obs := detect.Observation{Frame: f, Calibration: cal}
	if cal.Board.Game != models.Crokinole {
		return obs, fmt.Errorf("detect discs: the board %q is for %s: only crokinole discs are measured", cal.Board.Name, cal.Board.Game)
	}
	if f.Width < 8 || f.Height < 8 || len(f.Pix) != 3*f.Width*f.Height {
		return obs, fmt.Errorf("detect discs: frame of %dx%d with %d bytes holds no picture", f.Width, f.Height, len(f.Pix))
	}
	small, cam, err := halved(f, cal.Camera, cal.Board.Disc.Thickness)
	if err != nil {
		return obs, fmt.Errorf("detect discs: %w", err)
	}
	seeds, grain, err := seek(small, cam, cal.Board)
	if err != nil {
		return obs, fmt.Errorf("detect discs: %w", err)
	}
	scene := detect.NewScene(detect.NewView(f, cal.Camera), detect.NewView(small, cam), cal, grain)
	scene.Resolve(seeds, &obs)
	return obs, nil
}

// seek is where the picture shows circles of the discs' size on the plane of
// their faces, the most evident first, and the board's grain (median step of
// colour, units a mm).
func seek(f capture.Frame, cam models.Camera, b models.Board) ([]r2.Vec, float64, error) {
	p, err := rectify(f, cam, b.Disc.Thickness, b.SurfaceRadius+beyond, planScale)
	if err != nil {
		return nil, 0, err
	}
	reach := (b.SurfaceRadius + beyond) * planScale
	mid := float64(p.side-1) / 2
	g := detect.NewGradients(p.pix, p.side, func(x, y int) bool {
		return math.Hypot(float64(x)-mid, float64(y)-mid) < reach && p.visible(x, y)
	}, 3)
	votes, err := smooth(g.Votes(b.Disc.Radius*planScale), p.side, 1.5*planScale)
	if err != nil {
		return nil, 0, err
	}
	var seeds []r2.Vec
	for _, k := range detect.Peaks(votes, p.side, 0.02, int(5*planScale), 250) {
		seeds = append(seeds, p.place(k.At.X, k.At.Y))
	}
	return seeds, g.Grain * planScale, nil
}

// smooth blurs a square field by a Gaussian of sigma samples.
func smooth(field []float32, side int, sigma float64) ([]float32, error) {
	m := gocv.NewMatWithSize(side, side, gocv.MatTypeCV32FC1)
	defer m.Close()
	px, err := m.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("smooth: %w", err)
	}
	copy(px, field)
	gocv.GaussianBlur(m, &m, image.Pt(0, 0), sigma, 0, gocv.BorderReplicate)
	copy(field, px)
	return field, nil
}
