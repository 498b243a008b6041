package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"ditchline/capture"
	"ditchline/models"
)

// Film plays a game and shows every frame of it, as fast as show takes them,
// up to the options' end; it returns the game's truth. The same options give
// the same frames and the same truth.
func Film(ctx context.Context, name string, o Options, show func(capture.Frame) error) (GameTruth, error) {
	if err := o.Validate(); err != nil {
		return GameTruth{}, fmt.Errorf("sim: %w", err)
	}
	f, err := newFilm(o)
	if err != nil {
		return GameTruth{}, err
	}
	turns := []*Turn{f.turn}
	frames := 0
	for ; o.Frames == 0 || frames < o.Frames; frames++ {
		if err := ctx.Err(); err != nil {
			return GameTruth{}, fmt.Errorf("sim: %w", err)
		}
		frame, _, ok := f.at(time.Duration(float64(frames) / o.FPS * float64(time.Second)))
		if !ok {
			break
		}
		if last := turns[len(turns)-1]; last != f.turn {
			last.Motion.tracks = nil // filmed: only what came of it is told
			turns = append(turns, f.turn)
		}
		frame.Seq = uint64(frames)
		if err := show(frame); err != nil {
			return GameTruth{}, err
		}
	}
	return NewGameTruth(name, o, turns, frames), nil
}

// play is a game of either kind.
type play interface {
	Next() *Turn
	Score() [2]RoundScore
	laid() []laid
}

func newPlay(o Options) play {
	if o.Board.Game == models.Carrom {
		return NewCarromGame(o)
	}
	return NewGame(o)
}

// film renders a game at rising times.
type film struct {
	options Options
	game    play
	look    Look
	things  []body
	camera  models.Camera // where it stands when the turn begins
	turn    *Turn
	shots   int // shots so far, with the running turn's
	score   [2]RoundScore
	canvas  *canvas
	grain   *grain
}

func newFilm(o Options) (*film, error) {
	look, err := o.look()
	if err != nil {
		return nil, err
	}
	f := &film{options: o, game: newPlay(o), look: look, camera: o.Camera()}
	rng := rand.New(rand.NewPCG(o.Seed, 0x7468696e67)) // "thing"
	_, f.things = strew(o.Clutter, o.Furniture.nearest(o.Board), o.Furniture.TableZ, o.Furniture.outline(o.Board), f.game.laid(), rng)
	f.stand(f.camera)
	f.grain = newGrain(look.noise, rand.New(rand.NewPCG(o.Seed, 2)))
	f.next()
	return f, nil
}

// stand puts the camera in its place and bakes what it sees of the stage.
func (f *film) stand(cam models.Camera) {
	v := newView(cam)
	st := newStage(f.options.Board, f.options.Furniture, f.look, v)
	st.things = f.things
	f.canvas = newCanvas(st, v)
}

// follow moves the camera while it is knocked.
func (f *film) follow(t float64) {
	cam := f.camera
	if k := f.turn.knock; k != nil && t >= k.from {
		cam = k.turned(cam, t)
	}
	if cam != f.canvas.view.cam {
		f.stand(cam)
	}
}

// next plays the next turn.
func (f *film) next() {
	if f.turn != nil && f.turn.knock != nil {
		f.camera = f.turn.knock.turned(f.camera, f.turn.End)
	}
	f.turn = f.game.Next()
	f.score = f.game.Score()
	if !f.turn.Clearing {
		f.shots++
	}
}

// at renders the frame of a time; ok is false after the last round.
func (f *film) at(media time.Duration) (capture.Frame, Truth, bool) {
	t := media.Seconds()
	for t >= f.turn.End {
		o := f.options
		if f.turn.Clearing && o.Rounds > 0 && f.turn.Round+1 >= o.Rounds || o.Shots > 0 && f.shots >= o.Shots {
			return capture.Frame{}, Truth{}, false
		}
		f.next()
	}
	f.follow(t)
	hand := f.turn.handAt(t)
	f.canvas.draw(f.movers(t), hand, airAt(f.turn.air, t))
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
		if a.hidden && b.hidden || (f.options.Unseen || f.options.Board.Game == models.Carrom) && a.where == OffBoard && b.where == OffBoard {
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
	b := f.canvas.stage.look.body(f.options.Board, p.team, p.id, 1)
	b.place(p.spot)
	return b
}
