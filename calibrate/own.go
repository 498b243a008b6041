package calibrate

import (
	"fmt"
	"math"

	"ditchline/capture"
	"ditchline/models"
)

// MeasuredBoard is a board of one's own as the picture that was calibrated
// shows it: ring radii, line width, hole and edge of the surface, on the scale
// of the calibration's board (whose radius of the 5 is kept, since no picture
// shows sizes). What the picture does not show is the make's.
func MeasuredBoard(f capture.Frame, c Calibration, name, title string) (models.Board, error) {
	if c.Board.Game != models.Crokinole {
		return models.Board{}, fmt.Errorf("calibrate: only crokinole boards can be measured, %s is for %s", c.Make, c.Board.Game)
	}
	b := c.Board
	b.Name, b.Title, b.MeasuredRings = name, title, false
	b.Source = fmt.Sprintf("measured in a picture, on the scale of %s's shooting line of %.1f mm", c.Make, b.Rings.R5)
	r := refiner{frame: &f, ink: c.print.ink, width: b.LineWidth}
	v := view{cam: c.Camera, rings: b.Rings}
	if hole, ok := HoleRadius(f, c); ok {
		b.Hole.Radius = hole
	}
	if edge, ok := r.edgeRadius(&v, 1.02, 1.16); ok {
		b.SurfaceRadius = edge * b.Rings.R5
	}
	round := func(x *float64) { *x = math.Round(*x*100) / 100 }
	for _, x := range []*float64{&b.Rings.R15, &b.Rings.R10, &b.Rings.R5, &b.LineWidth, &b.Hole.Radius, &b.SurfaceRadius, &b.Pegs.Circle, &b.Quadrants.From, &b.Quadrants.To} {
		round(x)
	}
	if err := b.Validate(); err != nil {
		return models.Board{}, fmt.Errorf("calibrate: the measured board: %w", err)
	}
	return b, nil
}

// HoleRadius is the radius of the hole as the picture shows it, mm; ok is
// false where its edge does not stand out. A disc in the hole is taken for a
// smaller one, shading for a larger one: good to a mm or two.
func HoleRadius(f capture.Frame, c Calibration) (mm float64, ok bool) {
	r := refiner{frame: &f, width: c.Board.LineWidth}
	v := view{cam: c.Camera, rings: c.Board.Rings}
	share, ok := r.edgeRadius(&v, 0.042, 0.085)
	mm = share * c.Board.Rings.R5
	return mm, ok && mm > c.Board.Disc.Radius
}
