package cvdisc

import (
	"fmt"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// DetectStriker implements detect.StrikerDetector.
func (d *Detector) DetectStriker(f capture.Frame, known detect.Observation, like detect.StrikerLike, seeds []r2.Vec) (detect.Disc, bool, error) {
	if err := measurable(f, known.Calibration); err != nil {
		return detect.Disc{}, false, err
	}
	small, cam, err := halved(f, known.Calibration.Camera, known.Calibration.Board.Disc.Thickness)
	if err != nil {
		return detect.Disc{}, false, fmt.Errorf("detect the striker: %w", err)
	}
	scene := detect.NewSpotScene(detect.NewView(f, known.Calibration.Camera), detect.NewView(small, cam), known)
	disc, ok := scene.StrikerAt(seeds, like)
	return disc, ok, nil
}

var _ detect.StrikerDetector = (*Detector)(nil)
