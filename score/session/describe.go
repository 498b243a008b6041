package session

import (
	"fmt"

	"ditchline/calibrate"
	"ditchline/detect"
)

// NewSnapshot is the state of a board that was seen in one picture only.
func NewSnapshot(source string, o detect.Observation) Snapshot {
	n := Snapshot{
		Source: source,
		Phase:  Ready,
		Width:  o.Frame.Width,
		Height: o.Frame.Height,
		Rates:  Rates{StageMS: map[string]float64{}},
		Due:    []Mark{}, Gone: []Mark{}, Moving: []Mark{}, Limits: []Limit{},
	}
	n.Text = readySentence(o)
	DescribeObservation(&n, o, nil)
	return n
}

// DescribeObservation writes board, discs and score of an observation into a
// snapshot; colours are those by which the teams are known, for a team
// without a disc.
func DescribeObservation(n *Snapshot, o detect.Observation, colours map[string]detect.RGB) {
	cal := o.Calibration
	n.Board = describeBoard(cal)
	n.Discs = make([]Disc, 0, len(o.Discs))
	for _, d := range o.Discs {
		disc := Disc{DiscReport: reportDisc(d, cal.Board.Game)}
		disc.Footprint, disc.Top = outlineDisc(cal, d)
		n.Discs = append(n.Discs, disc)
	}
	n.Left = make([]Ghost, 0, len(o.LeftOut))
	for _, l := range o.LeftOut {
		px, _ := project(&cal.Camera, circle(l.Pos, l.Radius, l.Z, discCorners))
		n.Left = append(n.Left, Ghost{X: rounded(l.Pos.X, 2), Y: rounded(l.Pos.Y, 2), Radius: rounded(l.Radius, 2), Why: l.Why, Outline: px})
	}
	n.Score = Sides(o, colours)
	n.Warn = warnings(o)
}

// describeBoard is a board as a screen draws it.
func describeBoard(cal calibrate.Calibration) *Board {
	return &Board{
		BoardReport: reportBoard(cal),
		Calibration: reportCalibration(cal),
		Geometry:    geometry(cal.Board),
		Outlines:    outlines(cal),
	}
}

func readySentence(o detect.Observation) string {
	on := 0
	for _, d := range o.Discs {
		if d.State.OnBoard() {
			on++
		}
	}
	discs := fmt.Sprintf("%d discs lie on it", on)
	switch on {
	case 0:
		discs = "no disc lies on it"
	case 1:
		discs = "one disc lies on it"
	}
	return fmt.Sprintf("Board %s found, %s.", o.Calibration.Make, discs)
}
