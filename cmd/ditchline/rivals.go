package main

import (
	"ditchline/capture"
	"ditchline/detect/bench"
	"ditchline/detect/cvdisc"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// houghRivals are what people write themselves: circles in the picture laid
// flat, at the board's plane or, by those who know of parallax, at that of
// the discs' faces.
func houghRivals() []bench.Rival {
	settings := make([]string, len(cvdisc.UsualHough))
	for i, s := range cvdisc.UsualHough {
		settings[i] = s.String()
	}
	at := func(name string, height func(models.Board) float64) bench.Rival {
		return bench.Rival{Name: name, Settings: settings, Find: func(f capture.Frame, cam models.Camera, b models.Board) ([][]r2.Vec, error) {
			return cvdisc.Hough(f, cam, b, height(b), cvdisc.UsualHough)
		}}
	}
	return []bench.Rival{
		at("HoughCircles, homography of the board", func(models.Board) float64 { return 0 }),
		at("HoughCircles, homography of the discs' faces", func(b models.Board) float64 { return b.Disc.Thickness }),
	}
}
