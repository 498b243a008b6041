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
	return d.detect(f, cal, nil)
}

// DetectLike is detect.LikeDetector's.
func (d *Detector) DetectLike(f capture.Frame, cal calibrate.Calibration, known detect.Scenery) (detect.Observation, error) {
	return d.detect(f, cal, &known)
}

func (d *Detector) detect(f capture.Frame, cal calibrate.Calibration, known *detect.Scenery) (detect.Observation, error) {
	obs := detect.Observation{Frame: f, Calibration: cal}
	if err := measurable(f, cal); err != nil {
		return obs, err
	}
	small, cam, err := halved(f, cal.Camera, cal.Board.Disc.Thickness)
	if err != nil {
		return obs, fmt.Errorf("detect discs: %w", err)
	}
	if cal.Board.Game == models.Carrom {
		return pieces(f, small, cam, cal, obs, known)
	}
	radius := 0.0
	if known != nil {
		radius = known.Radius
	}
	hints, err := seek(small, cam, cal.Board, radius)
	if err != nil {
		return obs, fmt.Errorf("detect discs: %w", err)
	}
	scene := detect.NewScene(detect.NewView(f, cal.Camera), detect.NewView(small, cam), cal, hints.grain, hints.radius)
	if known != nil {
		scene.Expect(*known)
	}
	scene.Resolve(hints.seeds, &obs)
	return obs, nil
}

// DetectAt is detect.SpotDetector's; it needs some 2 ms of CPU for a disc.
func (d *Detector) DetectAt(f capture.Frame, known detect.Observation, seeds []r2.Vec) (detect.Observation, error) {
	obs := detect.Observation{Frame: f, Calibration: known.Calibration, Scenery: known.Scenery}
	if err := measurable(f, known.Calibration); err != nil {
		return obs, err
	}
	small, cam, err := halved(f, known.Calibration.Camera, known.Calibration.Board.Disc.Thickness)
	if err != nil {
		return obs, fmt.Errorf("detect discs: %w", err)
	}
	scene := detect.NewSpotScene(detect.NewView(f, known.Calibration.Camera), detect.NewView(small, cam), known)
	if known.Calibration.Board.Game == models.Carrom {
		scene.ResolvePiecesAt(seeds, known.Discs, known.Scenery.Pieces, &obs)
		return obs, nil
	}
	scene.ResolveAt(seeds, known.Discs, known.Scenery.Teams, &obs)
	return obs, nil
}

// measurable is an error where discs cannot be measured at all.
func measurable(f capture.Frame, cal calibrate.Calibration) error {
	if cal.Board.Game == models.Carrom && cal.Board.Carrom == nil {
		return fmt.Errorf("detect discs: the board %q is for carrom, but its surface is not described", cal.Board.Name)
	}
	if f.Width < 8 || f.Height < 8 || len(f.Pix) != 3*f.Width*f.Height {
		return fmt.Errorf("detect discs: frame of %dx%d with %d bytes holds no picture", f.Width, f.Height, len(f.Pix))
	}
	return nil
}

// hints are what voting tells before anything is measured.
type hints struct {
	seeds  []r2.Vec // where circles are seen, on the plane of the discs' faces, mm; the most evident first
	radius float64  // of the discs, mm
	grain  float64  // the board's: median step of colour, units a mm
}

// seek lets the picture's edges vote for circles on the plane of the discs'
// faces, of the radius (mm), or where that is 0, of the one that they agree on.
func seek(f capture.Frame, cam models.Camera, b models.Board, radius float64) (hints, error) {
	p, err := rectify(f, cam, b.Disc.Thickness, b.SurfaceRadius+beyond, planScale)
	if err != nil {
		return hints{}, err
	}
	reach := (b.SurfaceRadius + beyond) * planScale
	mid := float64(p.side-1) / 2
	g := detect.NewGradients(p.pix, p.side, func(x, y int) bool {
		dx, dy := float64(x)-mid, float64(y)-mid
		return dx*dx+dy*dy < reach*reach && p.visible(x, y)
	}, 3)
	h := hints{grain: g.Grain * planScale}
	peaks := func(radius float64, thin int, least float64, apart, limit int) ([]detect.Peak, error) {
		votes, side := g.Votes(radius*planScale, thin)
		votes, err := smooth(votes, side, voteBlur*planScale/float64(thin))
		if err != nil {
			return nil, err
		}
		found := detect.Peaks(votes, side, least, apart/thin, limit)
		for i, k := range found {
			found[i].At = r2.Add(r2.Scale(float64(thin), k.At), r2.Vec{X: float64(thin-1) / 2, Y: float64(thin-1) / 2})
		}
		return found, nil
	}
	if h.radius = radius; radius == 0 {
		h.radius, err = commonRadius(b.Disc.Radius, func(radius float64) (float64, error) {
			sum := 0.0
			found, err := peaks(radius, 2, 4*0.1, 20, 24)
			for _, k := range found {
				if d := r2.Norm(p.place(k.At.X, k.At.Y)); d < b.Rings.R5 && d > b.Hole.Radius+3 {
					sum += k.Value * k.Value / 16
				}
			}
			return sum, err
		})
		if err != nil {
			return h, err
		}
	}
	found, err := peaks(h.radius, 1, 0.02, 3, mostSeeds)
	for _, k := range found {
		h.seeds = append(h.seeds, p.place(k.At.X, k.At.Y))
	}
	return h, err
}

const (
	voteBlur  = 1.5 // mm: how far a disc's votes scatter
	mostSeeds = 400
)

// Real sets of discs differ from what the board's make says, and so does the
// scale of a board whose rings were measured.
const (
	leastRadius = 0.88 // of the make's
	mostRadius  = 1.16
	voteShrink  = 0.96 // blur and rounding make circles vote a little small (rendered stills: 0.94 to 1)
	votesNeeded = 0.02 // less is chance
	nearNominal = 0.09 // within this the measured edges decide
)

// commonRadius is the radius that the discs of a picture have: the make's, or
// where the votes are clearly for another, that.
func commonRadius(nominal float64, votes func(radius float64) (float64, error)) (float64, error) {
	best, most := 1.0, 0.0
	for k := leastRadius; k <= mostRadius; k += 0.04 {
		v, err := votes(k * voteShrink * nominal)
		if err != nil {
			return nominal, err
		}
		if v > most {
			best, most = k, v
		}
	}
	if most < votesNeeded || math.Abs(best-1) <= nearNominal {
		return nominal, nil
	}
	return best * nominal, nil
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
