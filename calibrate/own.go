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
// shows sizes). What the picture does not show is the make's. Of a carrom board
// base lines, centre circle and edge are the picture's, on the scale of the
// outer base lines' distance.
func MeasuredBoard(f capture.Frame, c Calibration, name, title string) (models.Board, error) {
	b := c.Board
	b.Name, b.Title, b.MeasuredRings = name, title, false
	if b.Game == models.Carrom {
		return measuredCarrom(b, c.Make)
	}
	b.Source = fmt.Sprintf("measured in a picture, on the scale of %s's shooting line of %.1f mm", c.Make, b.Rings.R5)
	r := refiner{frame: &f, ink: c.print.ink, width: b.LineWidth}
	v := view{cam: c.Camera, rings: b.Rings}
	if hole, ok := HoleRadius(f, c); ok {
		b.Hole.Radius = hole
	}
	if edge, ok := r.edgeRadius(&v, 1.02, 1.16); ok {
		b.SurfaceRadius = edge * b.Rings.R5
	}
	hundredths(&b.Rings.R15, &b.Rings.R10, &b.Rings.R5, &b.LineWidth, &b.Hole.Radius, &b.SurfaceRadius, &b.Pegs.Circle, &b.Quadrants.From, &b.Quadrants.To)
	return valid(b)
}

// measuredCarrom is a carrom board with the print and the edge that its
// calibration measured, on the scale of a make.
func measuredCarrom(b models.Board, made string) (models.Board, error) {
	p := *b.Carrom
	b.Carrom = &p
	b.Source = fmt.Sprintf("measured in a picture, on the scale of %s's outer base lines, %.1f mm from the centre", made, p.OuterLine())
	hundredths(&p.Side, &p.PocketCentre, &p.BaseOuterFromFrame, &p.BaseGap, &p.BaseLineOuterWidth, &p.BaseLineInnerWidth, &p.CentreCircleDiameter)
	return valid(b)
}

// hundredths rounds to hundredths of a mm.
func hundredths(mm ...*float64) {
	for _, x := range mm {
		*x = math.Round(*x*100) / 100
	}
}

// valid is a board that was measured, or why it cannot be one.
func valid(b models.Board) (models.Board, error) {
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
