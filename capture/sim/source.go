package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
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
	if o.Frames > 0 {
		uri += fmt.Sprintf("&frames=%d", o.Frames)
	}
	if o.Rounds > 0 {
		uri += fmt.Sprintf("&rounds=%d", o.Rounds)
	}
	if o.Free {
		uri += "&pace=free"
	}
	return uri
}

// Camera is the true camera of a source's frames.
func (o Options) Camera() models.Camera {
	scale := float64(o.Height) / 720
	return Place(Placement{
		Width: o.Width, Height: o.Height, FocalPx: 1010 * scale, TiltDeg: o.TiltDeg, AzimuthDeg: o.AzimuthDeg,
		Fill: 0.87, Dist: models.Distortion{K1: -0.09, K2: 0.012}, Cx: 6.3 * scale, Cy: -4.1 * scale,
	}, o.Furniture.outerRadius(o.Board), o.Furniture.RailTop)
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

// film renders a game at rising times.
type film struct {
	options Options
	game    *Game
	turn    *Turn
	score   [2]RoundScore
	canvas  *canvas
	grain   *grain
}

func newFilm(o Options) (*film, error) {
	look, err := named(o.Look, o.Colours[0], o.Colours[1])
	if err != nil {
		return nil, err
	}
	f := &film{options: o, game: NewGame(o)}
	v := newView(o.Camera())
	f.canvas = newCanvas(newStage(o.Board, o.Furniture, look, v), v)
	f.grain = newGrain(look.noise, rand.New(rand.NewPCG(o.Seed, 2)))
	f.turn = f.game.Next()
	f.score = f.game.Score()
	return f, nil
}

// at renders the frame of a time; ok is false after the last round.
func (f *film) at(media time.Duration) (capture.Frame, Truth, bool) {
	t := media.Seconds()
	for t >= f.turn.End {
		if o := f.options; f.turn.Clearing && o.Rounds > 0 && f.turn.Round+1 >= o.Rounds {
			return capture.Frame{}, Truth{}, false
		}
		f.turn = f.game.Next()
		f.score = f.game.Score()
	}
	hand := f.turn.handAt(t)
	f.canvas.draw(f.movers(t), hand)
	frame := capture.Frame{
		Media: media, Width: f.options.Width, Height: f.options.Height,
		Pix: f.grain.add(f.canvas.bytes, 3*f.options.Width),
	}
	truth := Truth{Media: media, Camera: f.canvas.view.cam, Hand: hand, Turn: f.turn, Score: f.score}
	return frame, truth, true
}

// movers are the discs' poses while the shutter is open around t.
func (f *film) movers(t float64) []mover {
	half := f.options.Shutter / 2
	opens, closes := f.turn.at(t-half), f.turn.at(t+half)
	list := make([]mover, 0, len(opens))
	for i, a := range opens {
		b := closes[i]
		if a.hidden && b.hidden {
			continue
		}
		m := mover{id: a.id, poses: []body{f.disc(a)}}
		if a.spot != b.spot {
			m.poses = f.blurred(i, t, half, a, b)
		}
		list = append(list, m)
	}
	return list
}

// blurred are poses about a pixel apart.
func (f *film) blurred(i int, t, half float64, a, b place) []body {
	far := (abs(b.x-a.x) + abs(b.y-a.y) + abs(b.z-a.z)) * f.canvas.view.cam.Fx / f.canvas.view.eye.Z
	n := min(16, 2+int(far))
	if half == 0 {
		n = 1
	}
	poses := make([]body, 0, n)
	for k := range n {
		p := f.turn.placeOf(&f.turn.all[i], t-half+2*half*(float64(k)+0.5)/float64(n))
		poses = append(poses, f.disc(p))
	}
	return poses
}

func abs(v float64) float64 { return max(v, -v) }

// disc is the body of a disc at a place.
func (f *film) disc(p place) body {
	b := discBody(f.options.Board.Disc, f.canvas.stage.look.discs[p.team], p.id, 1)
	b.place(p.spot)
	return b
}
