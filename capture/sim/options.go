package sim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"ditchline/models"
)

// Options say what is simulated and how it is filmed.
type Options struct {
	Seed          uint64
	Board         models.Board
	Furniture     Furniture
	Physics       Physics
	Width, Height int     // px
	FPS           float64 // frames a second
	TiltDeg       float64 // of the camera from the vertical
	AzimuthDeg    float64 // the side it stands on, from +x
	Framing       Framing
	Shutter       float64 // s that the shutter is open
	Dark          float64 // stops by which the light is too low; see lowLight
	Skill         float64 // of the players, 0 to 1
	Discs         int     // of each team
	Players       int     // 2 or 4
	Played        int     // shots played before the film begins
	Mistakes      Mistakes
	Look          string // see looks; "random" is drawn by the seed
	Light         string // see lightings; "" is the look's own
	Colours       [2]string
	Clutter       int  // things on the table
	Unseen        bool // the sets of discs lie outside the picture
	Frames        int  // ends the source after so many; 0 = endless
	Rounds        int  // ends the source after so many; 0 = endless
	Shots         int  // ends the source after so many; 0 = endless
	Free          bool // as fast as it goes instead of in real time

	Referee Referee         // nil = NED
	Carrom  *models.Ruleset // of carrom; nil = CAR
	Rules   string          // its name; "" = NED
	Clock   Clock           // nil = the system's
	OnTruth func(Truth)     // called before each frame is emitted; nil = not
}

// Framing is how a camera is set and built, in shares of the picture's
// height; see Placement.
type Framing struct {
	Focal          float64
	Fill           float64
	RollDeg        float64
	ShiftX, ShiftY float64
	Dist           models.Distortion
	Cx, Cy         float64
}

// shippedBoards are read once; nothing changes them.
var shippedBoards = sync.OnceValue(models.ShippedBoards)

// Defaults are the options of the embedded demonstration.
func Defaults() Options {
	b := shippedBoards()["nca-26"]
	return Options{
		Seed: 1, Board: b, Furniture: StandardFurniture(b), Width: 1280, Height: 720, FPS: 30,
		TiltDeg: 18, AzimuthDeg: 184, Shutter: 1.0 / 60, Skill: 0.6, Discs: 12, Players: 2,
		Look: "maple", Colours: [2]string{"red", "blue"}, Physics: StandardPhysics(),
		Framing: Framing{Focal: 1010.0 / 720, Fill: 0.87, Dist: models.Distortion{K1: -0.09, K2: 0.012}, Cx: 6.3 / 720, Cy: -4.1 / 720},
	}
}

// onCarrom are the options for a carrom board, in the embedded look.
func (o Options) onCarrom(b models.Board) Options {
	o.Board, o.Furniture, o.Physics, o.Look = b, StandardFurniture(b), StandardCarromPhysics(), "ply"
	return o
}

// Varied are options drawn by the seed: board, woods, colours, light, camera,
// physics and players. board names the make, "" to draw it too.
func Varied(seed uint64, board string) (Options, error) {
	rng := rand.New(rand.NewPCG(seed, 0x76617279)) // "vary"
	o := Defaults()
	o.Seed = seed
	o.Board, o.Furniture = randomBoard(rng)
	if board != "" {
		b, err := shippedBoards().Get(board)
		if err != nil {
			return o, fmt.Errorf("sim: %w", err)
		}
		if b.Game == models.Carrom {
			o = o.onCarrom(b)
		} else {
			o.Board, o.Furniture = randomMake(b, rng)
		}
	}
	o.Physics = randomPhysics(rng)
	if o.Board.Game == models.Carrom {
		o.Furniture, o.Physics = randomFrame(o.Board, rng), randomCarromPhysics(rng)
	}
	o.Look, o.Light = "random", pick(rng, lightNames)
	o.Colours = pick(rng, pairs)
	o.TiltDeg, o.AzimuthDeg = between(rng, 2, 14), rng.Float64()*360
	if u := rng.Float64(); u > 0.85 {
		o.TiltDeg = between(rng, 32, 48)
	} else if u > 0.5 {
		o.TiltDeg = between(rng, 14, 32)
	}
	o.Framing = Framing{
		Focal: between(rng, 1.05, 1.9), Fill: between(rng, 0.66, 0.93), RollDeg: between(rng, -5, 5),
		Dist: models.Distortion{K1: between(rng, -0.14, 0.02), K2: between(rng, -0.01, 0.03), P1: rng.NormFloat64() * 4e-4, P2: rng.NormFloat64() * 4e-4},
		Cx:   rng.NormFloat64() * 0.01, Cy: rng.NormFloat64() * 0.01,
	}
	o.Framing.Dist.K1 = max(o.Framing.Dist.K1, -0.1*o.Framing.Focal*o.Framing.Focal)
	free := max(0, 0.94-o.Framing.Fill)
	o.Framing.ShiftX, o.Framing.ShiftY = between(rng, -1, 1)*(0.3*free+0.04), between(rng, -0.4, 0.4)*free
	o.Shutter = between(rng, 1.0/150, 1.0/50)
	o.Skill, o.Players = between(rng, 0.3, 0.85), 2*(1+rng.IntN(2))
	o.Unseen, o.Clutter = rng.IntN(2) == 0, rng.IntN(5)
	return o, nil
}

// Validate reports everything that cannot be simulated, at once.
func (o Options) Validate() error {
	var problems []error
	want := func(ok bool, format string, args ...any) {
		if !ok {
			problems = append(problems, fmt.Errorf(format, args...))
		}
	}
	want(o.Width >= 160 && o.Width <= 4096 && o.Height >= 120 && o.Height <= 4096, "size %dx%d: want 160x120 to 4096x4096", o.Width, o.Height)
	want(o.FPS >= 1 && o.FPS <= 240, "fps %v: want 1 to 240", o.FPS)
	want(o.TiltDeg >= 0 && o.TiltDeg <= 60, "tilt %v: want 0 to 60 degrees", o.TiltDeg)
	want(o.AzimuthDeg >= -360 && o.AzimuthDeg <= 360, "turn %v: want -360 to 360 degrees", o.AzimuthDeg)
	want(o.Shutter >= 0 && o.FPS > 0 && o.Shutter <= 1/max(o.FPS, 1)+1e-9, "shutter %v: want 0 to a frame's time (%.4f s)", o.Shutter, 1/max(o.FPS, 1))
	want(o.Skill >= 0 && o.Skill <= 1, "skill %v: want 0 to 1", o.Skill)
	want(o.Players == 2 || o.Players == 4, "players %d: want 2 or 4", o.Players)
	want(o.Discs >= 1 && o.Discs <= 12 && (o.Players != 4 || o.Discs%2 == 0), "discs %d: want 1 to 12 for each team, even with 4 players", o.Discs)
	want(o.Frames >= 0, "frames %d: want 0 (endless) or more", o.Frames)
	want(o.Shots >= 0, "shots %d: want 0 (endless) or more", o.Shots)
	want(o.Rounds >= 0, "rounds %d: want 0 (endless) or more", o.Rounds)
	want(o.Colours[0] != o.Colours[1], "colours %s-%s: the teams need two colours", o.Colours[0], o.Colours[1])
	if _, err := o.look(); err != nil {
		problems = append(problems, err)
	}
	want(o.Dark >= 0 && o.Dark <= 6, "dark %v: want 0 to 6 stops", o.Dark)
	want(o.Framing.Fill > 0.1 && o.Framing.Fill <= 2, "fill %v: want 0.1 to 2 of the picture's height", o.Framing.Fill)
	want(o.Played >= 0 && (o.Played < 2*o.Discs || o.Board.Game == models.Carrom), "played %d: want 0 to %d, fewer than a round's shots", o.Played, 2*o.Discs-1)
	return errors.Join(problems...)
}
