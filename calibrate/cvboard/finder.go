package cvboard

import (
	"fmt"

	"ditchline/calibrate"
	"ditchline/capture"
)

// longestSide of the picture that edges are looked for in, pixels.
const longestSide = 1024

// Finder finds boards with OpenCV's help. It holds nothing and may be shared.
type Finder struct{}

// New is a finder.
func New() *Finder { return &Finder{} }

// Find implements calibrate.Finder.
func (*Finder) Find(f capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	img, scale, err := workPicture(f, longestSide)
	if err != nil {
		return calibrate.Calibration{}, fmt.Errorf("calibrate: %w", err)
	}
	defer img.Close()
	g, err := gradient(img, 1.0, 61)
	if err != nil {
		return calibrate.Calibration{}, fmt.Errorf("calibrate: edges: %w", err)
	}
	return calibrate.Search(calibrate.Work{Frame: f, Gradient: g, Scale: scale}, o)
}
