// Package session is one board's evening: frames in, observations, score and
// the state that screens show.
package session

import (
	"math"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r3"
)

// Report is one line of `photo --json`: lengths in mm, angles in degrees.
type Report struct {
	File        string               `json:"file"`
	Width       int                  `json:"width"`
	Height      int                  `json:"height"`
	Board       BoardReport          `json:"board"`
	Calibration CalibrationReport    `json:"calibration"`
	Discs       []DiscReport         `json:"discs"`
	Score       map[string]TeamScore `json:"score"`
	ElapsedMS   map[string]float64   `json:"elapsed_ms"` // stage -> ms: decode, calibrate, detect, total
	Warnings    []string             `json:"warnings"`
}

// BoardReport names the board that was found.
type BoardReport struct {
	Name       string       `json:"name"`
	Game       models.Game  `json:"game"`
	Confidence float64      `json:"confidence"`
	Rings      models.Rings `json:"rings_mm"`   // as measured
	Surface    float64      `json:"surface_mm"` // its diameter, or the side of a carrom board's
}

// CalibrationReport is the fitted camera in OpenCV's order.
type CalibrationReport struct {
	K       [4]float64 `json:"k"`    // fx, fy, cx, cy
	Dist    [5]float64 `json:"dist"` // k1, k2, p1, p2, k3
	Rvec    [3]float64 `json:"rvec"`
	Tvec    [3]float64 `json:"tvec"`
	RMSPx   float64    `json:"rms_px"`
	RMSMM   float64    `json:"rms_mm"`
	TiltDeg float64    `json:"tilt_deg"`
}

// DiscReport is one disc as measured.
type DiscReport struct {
	X          float64      `json:"x_mm"`
	Y          float64      `json:"y_mm"`
	SD         float64      `json:"sd_mm"`
	Cov        [3]float64   `json:"cov_mm2"`
	Radius     float64      `json:"radius_mm"`
	Color      string       `json:"color"`
	Team       string       `json:"team"`
	State      string       `json:"state"`
	Points     *int         `json:"points"` // null in carrom
	Lines      []LineReport `json:"lines"`
	Confidence float64      `json:"confidence"`
}

// LineReport is the call of one line.
type LineReport struct {
	Line      string  `json:"line"`
	Clearance float64 `json:"clearance_mm"`
	SD        float64 `json:"sd_mm"`
	Touching  bool    `json:"touching"`
	PTouching float64 `json:"p_touching"`
	Call      string  `json:"call"`
}

// NewReport is what `photo` says of an observation. file is the name as the
// user gave it, elapsed the time that each stage took, ms.
func NewReport(file string, o detect.Observation, elapsed map[string]float64) Report {
	r := Report{
		File:        file,
		Width:       o.Frame.Width,
		Height:      o.Frame.Height,
		Board:       reportBoard(o.Calibration),
		Calibration: reportCalibration(o.Calibration),
		Discs:       make([]DiscReport, 0, len(o.Discs)),
		Score:       Score(o),
		ElapsedMS:   map[string]float64{},
		Warnings:    warnings(o),
	}
	for _, d := range o.Discs {
		r.Discs = append(r.Discs, reportDisc(d, o.Calibration.Board.Game))
	}
	for stage, ms := range elapsed {
		r.ElapsedMS[stage] = rounded(ms, 1)
	}
	return r
}

func reportBoard(c calibrate.Calibration) BoardReport {
	rings, surface := c.Board.Rings, 2*c.Board.SurfaceRadius
	if c.Board.Carrom != nil {
		surface = c.Board.Carrom.Side
	}
	return BoardReport{
		Name:       c.Make,
		Game:       c.Board.Game,
		Confidence: rounded(c.Confidence, 3),
		Rings:      models.Rings{R15: rounded(rings.R15, 3), R10: rounded(rings.R10, 3), R5: rounded(rings.R5, 3)},
		Surface:    rounded(surface, 2),
	}
}

func reportCalibration(c calibrate.Calibration) CalibrationReport {
	cam := c.Camera
	return CalibrationReport{
		K:       [4]float64{cam.Fx, cam.Fy, cam.Cx, cam.Cy},
		Dist:    [5]float64{cam.Dist.K1, cam.Dist.K2, cam.Dist.P1, cam.Dist.P2, cam.Dist.K3},
		Rvec:    triple(cam.R.Rodrigues()),
		Tvec:    triple(cam.T),
		RMSPx:   rounded(c.RMSPx, 4),
		RMSMM:   rounded(c.RMSMM, 4),
		TiltDeg: rounded(cam.TiltDeg(), 3),
	}
}

func reportDisc(d detect.Disc, game models.Game) DiscReport {
	r := DiscReport{
		X:          rounded(d.Pos.X, 4),
		Y:          rounded(d.Pos.Y, 4),
		SD:         rounded(d.SD(), 4),
		Cov:        [3]float64{rounded(d.Cov[0], 6), rounded(d.Cov[1], 6), rounded(d.Cov[2], 6)},
		Radius:     rounded(d.Radius, 4),
		Color:      d.Colour.Hex(),
		Team:       d.Team,
		State:      string(d.State),
		Lines:      make([]LineReport, 0, len(d.Lines)),
		Confidence: rounded(d.Confidence, 3),
	}
	if game == models.Crokinole {
		points := d.Points
		r.Points = &points
	}
	for _, l := range d.Lines {
		r.Lines = append(r.Lines, reportLine(l))
	}
	return r
}

// warnings joins what calibration and detection want a user to know; never
// nil, so that JSON has a list.
func warnings(o detect.Observation) []string {
	return append(append([]string{}, o.Calibration.Warnings...), o.Warnings...)
}

func triple(v r3.Vec) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }

// rounded keeps the given number of decimals: more would claim a precision
// that nothing measures, and make the lines hard to read.
func rounded(v float64, decimals int) float64 {
	k := math.Pow10(decimals)
	r := math.Round(v*k) / k
	if r == 0 { // no "-0" in JSON
		return 0
	}
	return r
}
