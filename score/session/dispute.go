package session

import (
	"fmt"
	"math"
	"strings"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// DisputeReport is one line of `dispute --json`: all that `photo` says of the
// situation's first photograph, and the answer to every disputed line.
type DisputeReport struct {
	Report
	Near     []string        `json:"near"`              // the lines that were asked about
	Reach    float64         `json:"reach_mm"`          // a disc within it of a line is disputed
	Answer   string          `json:"answer"`            // of the closest: touching, clear, too_close; none where no disc is in reach
	Text     string          `json:"text"`              // the answer in words
	Disputes []LineDispute   `json:"disputes"`          // the closest first
	Nearest  *LineDispute    `json:"nearest"`           // only where no disc is in reach
	Photos   []DisputedPhoto `json:"photos"`            // of this situation, the first first
	Striker  *StrikerReport  `json:"striker,omitempty"` // on a carrom board, where one is set down for a stroke
}

// LineDispute is a line as in `photo` and the disc that is disputed, with what
// all photographs say together.
type LineDispute struct {
	LineReport
	Disc         DiscReport     `json:"disc"`
	Text         string         `json:"text"`
	Stakes       *StakesReport  `json:"points"` // null in carrom
	Photos       []PhotoDispute `json:"photos"`
	Disagreement float64        `json:"disagreement_sigma"` // largest between two photographs
	Picture      string         `json:"picture,omitempty"`  // file that shows it
	judged       detect.LineDispute
}

// StakesReport is what the disc is worth clear of the line and touching it.
type StakesReport struct {
	Clear    int `json:"clear"`
	Touching int `json:"touching"`
}

// PhotoDispute is what one photograph says by itself.
type PhotoDispute struct {
	File string `json:"file"`
	LineReport
	X  float64 `json:"x_mm"` // in that photograph's own board frame
	Y  float64 `json:"y_mm"`
	SD float64 `json:"place_sd_mm"`
}

// DisputedPhoto is one photograph of a situation.
type DisputedPhoto struct {
	File    string  `json:"file"`
	View    int     `json:"view"`     // photographs from the same place share a number; errors of light and lens are common to them
	TurnDeg float64 `json:"turn_deg"` // that takes its board frame to the first one's
	TiltDeg float64 `json:"tilt_deg"`
	RMSMM   float64 `json:"rms_mm"`
}

// NewDisputeReport judges a situation. files and elapsed are those of all
// observations, by the situation's indices.
func NewDisputeReport(s detect.Situation, files []string, elapsed []Elapsed, lines []models.Line, reach float64) DisputeReport {
	first := s.Photos[0]
	r := DisputeReport{
		Report:   NewReport(files[first.Index], first.Observation, elapsed[first.Index]),
		Near:     make([]string, len(lines)),
		Reach:    reach,
		Disputes: []LineDispute{},
		Answer:   "none",
	}
	for i, l := range lines {
		r.Near[i] = l.String()
	}
	r.Striker = reportStriker(s)
	for _, p := range s.Photos {
		r.Photos = append(r.Photos, DisputedPhoto{
			File: files[p.Index], View: p.View, TurnDeg: rounded(math.Mod(p.Turn*180/math.Pi+360, 360), 2),
			TiltDeg: rounded(p.Observation.Calibration.Camera.TiltDeg(), 2), RMSMM: rounded(p.Observation.Calibration.RMSMM, 4),
		})
	}
	report := func(d detect.LineDispute) LineDispute { return reportDispute(d, s, files) }
	for _, d := range s.Judge(lines, reach) {
		r.Disputes = append(r.Disputes, report(d))
		if d.Disagree() {
			r.Warnings = append(r.Warnings, fmt.Sprintf("the photographs disagree about a disc at the %s by %.1f sigma: something was moved between them, or one of them misleads; the uncertainty is widened", lineNames([]models.Line{d.Call.Line}), d.Disagreement))
		}
	}
	if len(r.Disputes) > 0 {
		r.Answer, r.Text = r.Disputes[0].Call, r.Disputes[0].Text
		return r
	}
	r.Text = fmt.Sprintf("no disc lies within %g mm of the %s", reach, lineNames(lines))
	if d, ok := s.Nearest(lines); ok {
		nearest := report(d)
		r.Nearest = &nearest
		r.Text += fmt.Sprintf("; the nearest, %s, is %s of the %s", nearest.Disc.Color, DisputeText(d.Call), lineNames([]models.Line{d.Call.Line}))
	}
	return r
}

func reportDispute(d detect.LineDispute, s detect.Situation, files []string) LineDispute {
	board := s.Photos[0].Observation.Calibration.Board
	out := LineDispute{
		LineReport: reportLine(d.Call), Disc: reportDisc(d.Disc, board.Game),
		Text: DisputeText(d.Call), Disagreement: rounded(d.Disagreement, 2), judged: d,
	}
	// The disc stands as all photographs have it together; so do its lines.
	if board.Game == models.Crokinole {
		stakes, points := StakesReport(detect.StakesOf(board, d.Disc, d.Call.Line)), board.Points(math.Hypot(d.Disc.Pos.X, d.Disc.Pos.Y), d.Disc.Radius)
		out.Stakes, out.Disc.Points = &stakes, &points
	}
	for i, l := range out.Disc.Lines {
		if l.Line == out.Line {
			out.Disc.Lines[i] = out.LineReport
		}
	}
	for _, p := range d.Photos {
		out.Photos = append(out.Photos, PhotoDispute{
			File: files[s.Photos[p.Photo].Index], LineReport: reportLine(p.Call),
			X: rounded(p.Disc.Pos.X, 4), Y: rounded(p.Disc.Pos.Y, 4), SD: rounded(p.Disc.SD(), 4),
		})
	}
	return out
}

// Judged is the dispute as it was judged, for drawing.
func (d LineDispute) Judged() detect.LineDispute { return d.judged }

// reportLine is a call as `photo` writes it.
func reportLine(c detect.LineCall) LineReport {
	return LineReport{
		Line: c.Line.String(), Clearance: rounded(c.Clearance, 4), SD: rounded(c.SD, 4),
		Touching: models.Touches(c.Clearance), PTouching: rounded(c.PTouching, 4), Call: string(c.Call),
	}
}

// DisputeText is a call in words: the number and how sure it is, never more
// than is known.
func DisputeText(c detect.LineCall) string {
	if c.Line.OfPocket() {
		return pocketText(c)
	}
	switch c.Call {
	case detect.Clear:
		return fmt.Sprintf("clear by %.2f ± %.2f mm", c.Clearance, c.SD)
	case detect.Touching:
		return fmt.Sprintf("touching: over the edge by %.2f ± %.2f mm", -c.Clearance, c.SD)
	}
	return fmt.Sprintf("too close to call: %.2f ± %.2f mm, %s touching", c.Clearance, c.SD, Chance(c.PTouching))
}

// Chance is a probability in words for people: never a certainty.
func Chance(p float64) string {
	switch {
	case p < 0.001:
		return "under 0.1 %"
	case p > 0.999:
		return "over 99.9 %"
	case p < 0.01 || p > 0.99, math.Abs(p-0.05) < 0.02, math.Abs(p-0.95) < 0.02: // where a call turns, no rounding
		return fmt.Sprintf("%.1f %%", 100*p)
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// lineNames are the lines in a sentence: "15, 10 or 5 line".
func lineNames(lines []models.Line) string {
	if len(lines) > 0 && lines[0] < 0 {
		return carromLineNames(lines)
	}
	var names []string
	for _, l := range lines {
		names = append(names, l.String())
	}
	return orList(names) + " line"
}

// orList is "a, b or c".
func orList(names []string) string {
	if n := len(names); n > 1 {
		names = append(names[:n-2:n-2], names[n-2]+" or "+names[n-1])
	}
	return strings.Join(names, ", ")
}

// Only leaves of the disputes those of the disc at a place of the first
// photograph's board frame, mm.
func (r *DisputeReport) Only(at r2.Vec) {
	kept := r.Disputes[:0]
	for _, d := range r.Disputes {
		if math.Hypot(d.Disc.X-at.X, d.Disc.Y-at.Y) < d.Disc.Radius/2 {
			kept = append(kept, d)
		}
	}
	r.Disputes = kept
	if len(kept) > 0 {
		r.Answer, r.Text = kept[0].Call, kept[0].Text
	}
}

// DescribeCalibration is a calibrated board as a snapshot has it, without
// discs.
func DescribeCalibration(c calibrate.Calibration) Board {
	return Board{
		BoardReport: reportBoard(c), Calibration: reportCalibration(c),
		Geometry: geometry(c.Board), Outlines: outlines(c),
	}
}
