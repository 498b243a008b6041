// Package session is one board's evening: frames in, observations, score and
// the state that screens show.
package session

import (
	"ditchline/models"
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
	Rings      models.Rings `json:"rings_mm"` // as measured
	Surface    float64      `json:"surface_mm"`
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

// TeamScore is one side's count: what lies on the board, and the twenties.
type TeamScore struct {
	Board    int `json:"board"`    // points of flat and leaning discs
	Twenties int `json:"twenties"` // discs in the hole
	Total    int `json:"total"`
}
