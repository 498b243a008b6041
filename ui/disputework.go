package ui

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"
	"ditchline/ui/annotate"

	"github.com/prometheus/client_golang/prometheus"
	"gonum.org/v1/gonum/spatial/r2"
)

// Handles are where a person sees the board in a picture, upright pixels: the
// middle of the hole and four points on the shooting line, or of a carrom board
// the four corners of the playing surface.
type Handles struct {
	Hole    [2]float64     `json:"hole,omitzero"`
	Line    [4][2]float64  `json:"line,omitzero"`
	Corners *[4][2]float64 `json:"corners,omitempty"` // nil: hole and line
}

// Find is the calibration that the handles are the start of: see
// calibrate.FromHandles and calibrate.FromCorners.
func (h Handles) Find(f capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	at := func(from [4][2]float64) (to [4]r2.Vec) {
		for i, p := range from {
			to[i] = r2.Vec{X: p[0], Y: p[1]}
		}
		return to
	}
	if h.Corners != nil {
		return calibrate.FromCorners(f, at(*h.Corners), o)
	}
	return calibrate.FromHandles(f, calibrate.Handles{Hole: r2.Vec{X: h.Hole[0], Y: h.Hole[1]}, Line: at(h.Line)}, o)
}

// Asked is what is known of a photograph's board before it is looked at.
type Asked struct {
	Board   string   `json:"board"`   // name of its make; empty or auto: the picture chooses
	Surface float64  `json:"surface"` // real size across its playing surface, mm; 0 unknown
	Handles *Handles `json:"handles"` // nil: the board is looked for
}

// DisputeOptions are what disputes and calibrating by hand need of the program.
type DisputeOptions struct {
	Dir    string // in which disputes are kept
	Limit  int64  // bytes that they may take
	Makes  func() []models.Board
	Decode func(name string, data []byte) (capture.Frame, error)
	// Measure finds the board and the discs in a picture.
	Measure func(f capture.Frame, a Asked) (detect.Observation, session.Elapsed, error)
	// Calibrate finds the board alone.
	Calibrate func(f capture.Frame, a Asked) (calibrate.Calibration, error)
	// UseHandles has a live board found with a person's help, until it is found
	// without; nil takes the help back.
	UseHandles func(board string, h *Handles, width, height int)
	// SaveBoard keeps a board as it was measured, under a name of the user's own.
	SaveBoard func(f capture.Frame, c calibrate.Calibration, name, title string) (models.Board, error)
	// Quiet makes the thread that calls it give way to all others.
	Quiet func()
}

// disputes answers line calls, one at a time.
type disputes struct {
	DisputeOptions
	shelf   *shelf
	tray    *tray
	version string
	now     func() time.Time
	turn    chan struct{} // held by the one that is being answered
	waiting chan struct{} // places in the queue

	answered *prometheus.CounterVec
	seconds  prometheus.Histogram
}

// maxWaiting is how many may wait for their turn.
const maxWaiting = 8

func newDisputes(o DisputeOptions, version string, now func() time.Time, reg prometheus.Registerer) (*disputes, error) {
	d := &disputes{
		DisputeOptions: o, shelf: &shelf{dir: o.Dir, limit: o.Limit}, tray: &tray{}, version: version, now: now,
		turn: make(chan struct{}, 1), waiting: make(chan struct{}, maxWaiting),
		answered: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ditchline_disputes_total", Help: "Line calls that were asked for, by answer: touching, clear, too_close, none (no disc near a line), failed.",
		}, []string{"answer"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "ditchline_dispute_duration_seconds", Help: "Time that measuring and drawing one dispute took, without waiting for its turn.",
			Buckets: []float64{.25, .5, 1, 2, 4, 8, 16, 32},
		}),
	}
	for _, answer := range []string{"touching", "clear", "too_close", "none", "failed"} {
		d.answered.WithLabelValues(answer)
	}
	waiting := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "ditchline_disputes_waiting", Help: "Disputes that are being answered or wait for it.",
	}, func() float64 { return float64(len(d.waiting)) })
	return d, errors.Join(reg.Register(d.answered), reg.Register(d.seconds), reg.Register(waiting))
}

var errBusy = errors.New("too many line calls wait already: try again in a moment")

// inTurn runs work on a thread of its own that gives way to all others, when
// its turn has come. It waits for work's end even when ctx ends meanwhile.
func (d *disputes) inTurn(ctx context.Context, work func() error) error {
	select {
	case d.waiting <- struct{}{}:
	default:
		return errBusy
	}
	defer func() { <-d.waiting }()
	select {
	case d.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-d.turn }()
	done := make(chan error, 1)
	go func() {
		// Never unlocked: the thread, which gave its rank away, ends with this.
		runtime.LockOSThread()
		defer func() {
			if cause := recover(); cause != nil {
				done <- &session.Fault{Stage: "answering a line call", Cause: cause, Stack: debug.Stack()}
			}
		}()
		if d.Quiet != nil {
			d.Quiet()
		}
		done <- work()
	}()
	return <-done
}

// shotPhoto is one picture to measure.
type shotPhoto struct {
	sentPhoto
	frame func() (capture.Frame, error)
}

// question is what a dispute asks.
type question struct {
	source string
	photos []shotPhoto
	asked  Asked
	lines  []models.Line // nil: all of the board's
	// only narrows the answer to one disc of the first photograph; nil: those
	// near a line.
	only func(o detect.Observation) (detect.Disc, bool)
}

// mostPictures is how many disputes of a situation are drawn.
const mostPictures = 4

// answer measures the photographs, judges, draws and keeps.
func (d *disputes) answer(ctx context.Context, q question) (r DisputeRecord, err error) {
	from := d.now()
	defer func() {
		d.seconds.Observe(d.now().Sub(from).Seconds())
		result := "failed"
		if err == nil && len(r.Answers) > 0 {
			result = r.Answers[0].Answer
		}
		d.answered.WithLabelValues(result).Inc()
	}()
	r = DisputeRecord{
		ID: from.UTC().Format("20060102-150405-") + newID()[:8], Created: from.UTC().Truncate(time.Second),
		Source: q.source, Answers: []session.DisputeReport{}, Failed: []FailedPhoto{},
	}
	r.URL = disputeURL(r.ID)
	var names []string
	var kept []shotPhoto
	var seen []detect.Observation
	var elapsed []session.Elapsed
	for _, p := range q.photos {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		o, took, err := d.measure(p, q.asked)
		if err == nil {
			if _, none := o.Calibration.Board.Asked(q.lines); none != nil {
				err = errNoLine{none}
			}
		}
		if err != nil {
			r.Failed = append(r.Failed, FailedPhoto{File: p.name, Error: err.Error(), Code: faultCode(err), Photo: p.id})
			continue
		}
		names, kept, seen, elapsed = append(names, p.name), append(kept, p), append(seen, o), append(elapsed, took)
	}
	if len(seen) == 0 {
		return r, errNothingMeasured
	}
	pictures := map[string][]byte{}
	for n, s := range detect.Situations(seen) {
		lines, err := s.Photos[0].Observation.Calibration.Board.Asked(q.lines)
		if err != nil {
			return r, err
		}
		report := session.NewDisputeReport(s, names, elapsed, lines, q.reach())
		if q.only != nil {
			target, ok := q.only(s.Photos[0].Observation)
			if !ok {
				return r, errDiscGone
			}
			report.Only(target.Pos)
		}
		for i := range report.Disputes[:min(mostPictures, len(report.Disputes))] {
			name := fmt.Sprintf("%d-%d.png", n+1, i+1)
			png, err := d.draw(s, report.Disputes[i].Judged(), kept, q.asked)
			if err != nil {
				return r, err
			}
			pictures[name] = png
			report.Disputes[i].Picture = r.URL + "/" + name
		}
		r.Answers = append(r.Answers, report)
	}
	return r, d.shelf.put(r, pictures)
}

// reach of the answer, mm: a disc that was pointed at is answered for however
// far it lies.
func (q question) reach() float64 {
	if q.only != nil {
		return 1000
	}
	return detect.DisputeReach
}

var (
	errNothingMeasured = errors.New("no photograph could be measured")
	errDiscGone        = errors.New("that disc is not where it was: choose it again")
)

// measure one photograph and let its pixels go.
func (d *disputes) measure(p shotPhoto, a Asked) (detect.Observation, session.Elapsed, error) {
	f, err := p.frame()
	if err != nil {
		return detect.Observation{}, nil, errNoPicture{err}
	}
	o, elapsed, err := d.Measure(f, a)
	o.Frame.Pix = nil
	return o, elapsed, err
}

// errNoPicture is a file that cannot be read as a picture.
type errNoPicture struct{ error }

func (e errNoPicture) Unwrap() error { return e.error }

// errNoLine is a line that was asked about and is none of the board's.
type errNoLine struct{ error }

// faultCode is a word for why a photograph failed.
func faultCode(err error) string {
	var unread errNoPicture
	var line errNoLine
	switch {
	case errors.Is(err, calibrate.ErrNoBoard):
		return "no_board"
	case errors.As(err, &unread):
		return "not_a_picture"
	case errors.As(err, &line):
		return "no_such_line"
	}
	return "internal"
}

// draw the sheet of a dispute, as a PNG.
func (d *disputes) draw(s detect.Situation, judged detect.LineDispute, photos []shotPhoto, a Asked) ([]byte, error) {
	k, _ := s.Shown(judged)
	p := photos[s.Photos[k].Index]
	f, err := p.frame()
	if err != nil {
		return nil, err
	}
	img, err := annotate.DrawDispute(annotate.Dispute{
		Frame: f, Situation: s, Judged: judged, Photo: k, File: p.name,
		Scale: annotate.ScaleText(a.named(), a.Surface), Program: d.version, Date: d.now(),
	})
	if err != nil {
		return nil, err
	}
	return annotate.EncodePNG(img)
}

// named says whether the make of board was told.
func (a Asked) named() bool { return a.Board != "" && !strings.EqualFold(a.Board, "auto") }

// atPixel finds the disc of an observation whose footprint is seen at a pixel.
func atPixel(o detect.Observation, px r2.Vec) (detect.Disc, bool) {
	p, ok := o.Calibration.Camera.OnPlane(px, 0)
	if !ok {
		return detect.Disc{}, false
	}
	for _, disc := range o.Discs {
		if r2.Norm(r2.Sub(disc.Pos, p)) < disc.Radius/2 {
			return disc, true
		}
	}
	return detect.Disc{}, false
}
