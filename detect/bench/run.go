package bench

import (
	"context"
	"fmt"
	"math"
	"time"

	"ditchline/capture"
	"ditchline/detect"

	"gonum.org/v1/gonum/spatial/r2"
)

// Bench is what a run needs of the program that is to be measured.
type Bench struct {
	// Read is the picture of that name (without its ending).
	Read func(name string) (capture.Frame, error)
	// Measure is what the program makes of a picture, told the make of the
	// board or, with an empty one, not; and how long each stage took, ms.
	Measure func(f capture.Frame, board string) (detect.Observation, map[string]float64, error)
	Rivals  []Rival
	// CPU is the processor time that the process has used so far.
	CPU func() time.Duration
	// Auto says that the make of board is not told.
	Auto bool
	// Done hears of each picture that was looked at.
	Done func(o Outcome, n, of int)
}

// Run looks at every picture of which the truth is given, one after the other
// so that the times are those of one picture alone. A picture that fails is
// counted as one on which nothing was found. The error is ctx's, a rival's, or
// that of a picture which cannot be read.
func (b Bench) Run(ctx context.Context, folder string, truths []*Truth, skipped []Skipped) (Report, error) {
	outcomes := make([]Outcome, 0, len(truths))
	scores := make([][]score, len(b.Rivals))
	for i, r := range b.Rivals {
		scores[i] = make([]score, len(r.Settings))
	}
	for n, t := range truths {
		if err := ctx.Err(); err != nil {
			return Report{}, fmt.Errorf("interrupted: %d of %d pictures were not looked at: %w", len(truths)-n, len(truths), err)
		}
		frame, err := b.Read(t.Name)
		if err != nil {
			return Report{}, err
		}
		if frame.Width != t.Camera.Width || frame.Height != t.Camera.Height {
			return Report{}, fmt.Errorf("%s: the picture has %d x %d pixels, its truth is of %d x %d", t.Name, frame.Width, frame.Height, t.Camera.Width, t.Camera.Height)
		}
		outcome := b.look(t, frame)
		outcomes = append(outcomes, outcome)
		for i, r := range b.Rivals {
			found, err := r.Find(frame, t.Camera.model(), t.Board.model())
			if err != nil {
				return Report{}, fmt.Errorf("%s: %s: %w", t.Name, r.Name, err)
			}
			for k := range scores[i] {
				scores[i][k].add(t, onSurface(found[k], t.Board))
			}
		}
		if b.Done != nil {
			b.Done(outcome, n+1, len(truths))
		}
	}
	report := newReport(folder, b.Auto, outcomes, skipped)
	for i, r := range b.Rivals {
		report.Rivals = append(report.Rivals, r.figures(scores[i], report.All.Err95))
	}
	return report, nil
}

// look measures one picture and holds it against its truth.
func (b Bench) look(t *Truth, f capture.Frame) Outcome {
	board := t.Make
	if b.Auto {
		board = ""
	}
	from := b.CPU()
	o, elapsed, err := b.Measure(f, board)
	used := b.CPU() - from
	var out Outcome
	if err != nil {
		out = Outcome{Truth: t, Failure: err.Error(), Ring: math.NaN(), Turn: math.NaN()}
	} else {
		out = compare(t, o)
	}
	out.Elapsed, out.CPU = elapsed, used.Seconds()
	view := detect.NewView(f, t.Camera.model())
	for i, d := range out.Discs {
		out.Discs[i].Bound = bound(&view, d.True)
	}
	return out
}

// onSurface are the places on which a disc could lie: what a user who knows
// the board keeps of what was found.
func onSurface(places []r2.Vec, b TrueBoard) []r2.Vec {
	var on []r2.Vec
	for _, p := range places {
		if r2.Norm(p) <= b.SurfaceRadius {
			on = append(on, p)
		}
	}
	return on
}
