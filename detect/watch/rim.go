package watch

import (
	"math"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// How a placed disc's two measurements are brought together.
const (
	rimSay   = 0.35 // of its rim by its own colour, in the mean
	rimApart = 1.0  // mm between both from which the other has less to say: it took a shadow's edge for the rim
	rimSD    = 0.6  // mm, per axis, of a place by the rim
)

// byRim measures a disc that the picture leaves in doubt again by its own colour,
// and takes that where the colour fills the disc no less: a hand that is about to
// flick it hides its far rim and shades its near one.
func (w *Crokinole) byRim(picture capture.Frame, o *detect.Observation, d *detect.Disc) {
	if d.SD() < detect.DoubtSD {
		return
	}
	lens := o.Scenery.Lens
	if lens.Blur == 0 {
		lens = detect.UsualLens
	}
	v := detect.NewView(picture, w.cal.Camera)
	solid := detect.NewSolid(w.bare.DiscInPlay(o), 0)
	at, ok := v.AtRim(solid, d.Pos, lens)
	if !ok || v.Filled(solid, at) < v.Filled(solid, d.Pos) {
		return
	}
	apart := r2.Sub(at, d.Pos)
	other := 1 - rimSay
	if far := r2.Norm(apart); far > rimApart {
		other *= rimApart * rimApart / (far * far)
	}
	own := d.SD() * d.SD()
	sure := math.Max(1e-4, own*rimSD*rimSD/(own+rimSD*rimSD))
	w.bare.PlaceAgain(d, r2.Add(d.Pos, r2.Scale(1-other, apart)), [3]float64{sure, 0, sure})
}
