package session

import (
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session/desk"

	"gonum.org/v1/gonum/spatial/r2"
)

// The lines of `replay --json`: times in s from the first frame, lengths in
// mm, angles in degrees.
type (
	// CalibratedLine says that the board was found, or found anew.
	CalibratedLine struct {
		Type        string            `json:"type"` // calibrated
		File        string            `json:"file"`
		T           float64           `json:"t"`
		Board       BoardReport       `json:"board"`
		Calibration CalibrationReport `json:"calibration"`
	}

	// ShotLine is a shot as judged; a later one of the same N stands for it.
	ShotLine struct {
		Type      string   `json:"type"` // shot
		File      string   `json:"file"`
		N         int      `json:"n"`
		Revision  int      `json:"revision"`
		TStart    float64  `json:"t_start"`
		TSettled  float64  `json:"t_settled"`
		TReported float64  `json:"t_reported"`
		Team      string   `json:"team"`
		Player    string   `json:"player"`
		Start     *PlaceMM `json:"start,omitempty"` // missing when it was not seen

		Speed           float64          `json:"speed_mps,omitempty"` // of the disc at first; missing when it was not measured
		StartValid      bool             `json:"start_valid"`
		StartReasons    []referee.Reason `json:"start_reasons,omitempty"`
		OpponentsBefore int              `json:"opponents_before"`
		Contacted       desk.Answer      `json:"opponent_contacted"`
		Contacts        [][2]string      `json:"contacts"`
		VerdictLine
		Text        string            `json:"text"`
		Confidence  float64           `json:"confidence"`
		Question    *referee.Question `json:"question,omitempty"`
		Discs       []NamedReport     `json:"discs"`
		Alternative *VerdictLine      `json:"alternative,omitempty"`
	}

	// VerdictLine is an outcome with what it does to the discs.
	VerdictLine struct {
		Verdict  referee.Outcome      `json:"verdict"`
		Likely   referee.Outcome      `json:"likely,omitempty"` // under review
		Reason   referee.Reason       `json:"reason"`
		Remove   []RemoveLine         `json:"remove"`
		Twenties map[referee.Side]int `json:"twenties"`
	}

	// RemoveLine is a disc that a person must take off the surface.
	RemoveLine struct {
		ID string `json:"id"`
		PlaceMM
		Team referee.Side `json:"team"`
		Why  referee.Why  `json:"why"`
	}

	// PlaceMM is a place in the board frame.
	PlaceMM struct {
		X float64 `json:"x_mm"`
		Y float64 `json:"y_mm"`
	}

	// NamedReport is a disc with its name in the match.
	NamedReport struct {
		ID string `json:"id"`
		DiscReport
	}

	// AnomalyLine is something that should not happen, said once.
	AnomalyLine struct {
		Type  string        `json:"type"` // anomaly
		File  string        `json:"file"`
		Kind  desk.Kind     `json:"kind"`
		T     float64       `json:"t"`
		Text  string        `json:"text"`
		Discs []TouchedLine `json:"discs"`
		MM    float64       `json:"moved_mm,omitempty"`
		Deg   float64       `json:"moved_deg,omitempty"`
	}

	// TouchedLine is a disc of an anomaly, and where it should lie.
	TouchedLine struct {
		ID   string       `json:"id"`
		Team referee.Side `json:"team"`
		PlaceMM
		Should *PlaceMM `json:"should,omitempty"`
	}

	// RoundLine is a round as written.
	RoundLine struct {
		Type    string                         `json:"type"` // round
		File    string                         `json:"file"`
		T       float64                        `json:"t"`
		Partial bool                           `json:"partial"`
		Score   map[referee.Side]referee.Tally `json:"score"`
		Starter referee.Seat                   `json:"next_starter,omitempty"`
	}
)

// Line is what `replay --json` prints of a note.
func Line(file string, note desk.Note) any {
	switch n := note.(type) {
	case *desk.Calibrated:
		return CalibratedLine{Type: "calibrated", File: file, T: seconds(n.At), Board: reportBoard(n.Calibration), Calibration: reportCalibration(n.Calibration)}
	case *desk.Shot:
		return shotLine(file, n)
	case *desk.Anomaly:
		return anomalyLine(file, n)
	case *desk.Stroke:
		return strokeLine(file, n)
	case *desk.Board:
		return boardLine(file, n)
	case *desk.Round:
		return RoundLine{Type: "round", File: file, T: seconds(n.At), Partial: n.Partial, Score: n.Score, Starter: n.Starter}
	}
	return nil
}

func shotLine(file string, n *desk.Shot) ShotLine {
	l := ShotLine{
		Type: "shot", File: file, N: n.N, Revision: n.Revision,
		TStart: seconds(n.Flick), TSettled: seconds(n.Settled), TReported: seconds(n.Reported),
		Team: string(n.Team), Player: n.Player, StartValid: n.Verdict.StartValid, StartReasons: n.Verdict.StartReasons,
		OpponentsBefore: n.OpponentsBefore, Contacted: n.Contacted, Contacts: n.Contacts,
		VerdictLine: verdictLine(&n.Verdict, n.Remove), Text: n.Text, Confidence: rounded(n.Verdict.Confidence, 4), Question: n.Verdict.Question,
		Discs: make([]NamedReport, 0, len(n.Discs)),
	}
	if l.Contacts == nil {
		l.Contacts = [][2]string{}
	}
	l.Speed = rounded(n.Speed, 3)
	if n.Start != nil {
		at := placeMM(*n.Start)
		l.Start = &at
	}
	for _, d := range n.Discs {
		l.Discs = append(l.Discs, NamedReport{ID: d.Name, DiscReport: reportDisc(d.Disc, models.Crokinole)})
	}
	if n.Verdict.Alternative != nil {
		other := verdictLine(n.Verdict.Alternative, n.Other)
		l.Alternative = &other
	}
	return l
}

func verdictLine(v *referee.Verdict, remove []desk.Due) VerdictLine {
	l := VerdictLine{Verdict: v.Outcome, Reason: v.Reason, Remove: make([]RemoveLine, 0, len(remove)), Twenties: v.Twenties}
	if v.Outcome == referee.Review {
		l.Likely = v.Likely
	}
	if l.Twenties == nil {
		l.Twenties = map[referee.Side]int{}
	}
	for _, x := range remove {
		l.Remove = append(l.Remove, RemoveLine{ID: x.Name, PlaceMM: placeMM(x.Pos), Team: x.Side, Why: x.Why})
	}
	return l
}

func anomalyLine(file string, n *desk.Anomaly) AnomalyLine {
	l := AnomalyLine{
		Type: "anomaly", File: file, Kind: n.Kind, T: seconds(n.At), Text: n.Text, Discs: make([]TouchedLine, 0, len(n.Discs)),
		MM: rounded(n.MM, 1), Deg: rounded(n.Deg, 2),
	}
	for _, d := range n.Discs {
		t := TouchedLine{ID: d.Name, Team: d.Team, PlaceMM: placeMM(d.Pos)}
		if d.Should != nil {
			at := placeMM(*d.Should)
			t.Should = &at
		}
		l.Discs = append(l.Discs, t)
	}
	return l
}

func placeMM(p r2.Vec) PlaceMM { return PlaceMM{X: rounded(p.X, 3), Y: rounded(p.Y, 3)} }

func seconds(t time.Duration) float64 { return rounded(t.Seconds(), 4) }
