package sim

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"ditchline/capture"
	"ditchline/models"
)

// Clock is where a source in real time takes its time from.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

type systemClock struct{}

func (systemClock) Now() time.Time                         { return time.Now() }
func (systemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Source films a simulated game; it implements capture.Source.
type Source struct{ options Options }

var _ capture.Source = (*Source)(nil)

// New is a source with these options.
func New(o Options) (*Source, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("sim: %w", err)
	}
	if o.Clock == nil {
		o.Clock = systemClock{}
	}
	return &Source{o}, nil
}

// String is "sim" with its parameters, as a URI that ParseOptions reads.
func (s *Source) String() string {
	o := s.options
	g := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	uri := fmt.Sprintf("sim:?seed=%d&board=%s&size=%dx%d&fps=%s&tilt=%s&turn=%s&shutter=%s&skill=%s&discs=%d&players=%d&look=%s&colours=%s-%s",
		o.Seed, o.Board.Name, o.Width, o.Height, g(o.FPS), g(o.TiltDeg), g(o.AzimuthDeg), g(o.Shutter), g(o.Skill), o.Discs, o.Players, o.Look, o.Colours[0], o.Colours[1])
	for _, count := range []struct {
		name string
		n    int
	}{{"frames", o.Frames}, {"rounds", o.Rounds}, {"shots", o.Shots}, {"played", o.Played}} {
		if count.n > 0 {
			uri += fmt.Sprintf("&%s=%d", count.name, count.n)
		}
	}
	if o.Light != "" {
		uri += "&light=" + o.Light
	}
	if o.Dark > 0 {
		uri += "&dark=" + g(o.Dark)
	}
	if fill := o.Framing.Fill; fill != Defaults().Framing.Fill {
		uri += "&fill=" + g(fill)
	}
	if len(o.Mistakes) > 0 {
		uri += "&mistakes=" + o.Mistakes.String()
	}
	if o.Unseen {
		uri += "&sets=unseen"
	}
	if o.Free {
		uri += "&pace=free"
	}
	return uri
}

// Camera is the true camera of a source's first frames.
func (o Options) Camera() models.Camera {
	f, h := o.Framing, float64(o.Height)
	return Place(Placement{
		Width: o.Width, Height: o.Height, FocalPx: f.Focal * h, TiltDeg: o.TiltDeg, AzimuthDeg: o.AzimuthDeg, RollDeg: f.RollDeg,
		Fill: f.Fill, ShiftX: f.ShiftX, ShiftY: f.ShiftY, Dist: f.Dist, Cx: f.Cx * h, Cy: f.Cy * h,
	}, o.Furniture.rim(o.Board), o.Furniture.RailTop)
}

// Run implements capture.Source. In real time a frame that the machine is
// too slow for is left out, as a camera would.
func (s *Source) Run(ctx context.Context, emit func(capture.Frame)) error {
	o := s.options
	film, err := newFilm(o)
	if err != nil {
		return err
	}
	began := o.Clock.Now()
	period := time.Duration(float64(time.Second) / o.FPS)
	for n, seq := 0, uint64(0); o.Frames == 0 || int(seq) < o.Frames; n++ {
		if ctx.Err() != nil {
			return nil
		}
		if !o.Free {
			if late := int(o.Clock.Now().Sub(began)/period) - n; late > 1 {
				n += late
			}
		}
		media := time.Duration(float64(n) / o.FPS * float64(time.Second))
		frame, truth, ok := film.at(media)
		if !ok {
			return nil
		}
		frame.Seq, truth.Seq = seq, seq
		frame.CapturedAt = began.Add(media)
		if wait := frame.CapturedAt.Sub(o.Clock.Now()); !o.Free && wait > 0 {
			select {
			case <-ctx.Done():
				return nil
			case <-o.Clock.After(wait):
			}
		}
		if o.OnTruth != nil {
			film.complete(&truth)
			o.OnTruth(truth)
		}
		emit(frame)
		seq++
	}
	return nil
}
