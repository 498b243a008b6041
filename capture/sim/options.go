package sim

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ditchline/models"
)

// Options say what is simulated and how it is filmed.
type Options struct {
	Seed          uint64
	Board         models.Board
	Furniture     Furniture
	Width, Height int     // px
	FPS           float64 // frames a second
	TiltDeg       float64 // of the camera from the vertical
	AzimuthDeg    float64 // the side it stands on, from +x
	Shutter       float64 // s that the shutter is open
	Skill         float64 // of the players, 0 to 1
	Discs         int     // of each team
	Players       int     // 2 or 4
	Look          string  // see looks
	Colours       [2]string
	Frames        int  // ends the source after so many; 0 = endless
	Rounds        int  // ends the source after so many; 0 = endless
	Shots         int  // ends the source after so many; 0 = endless
	Free          bool // as fast as it goes instead of in real time

	Referee Referee     // nil = NED
	Clock   Clock       // nil = the system's
	OnTruth func(Truth) // called before each frame is emitted; nil = not
}

// shippedBoards are read once; nothing changes them.
var shippedBoards = sync.OnceValue(models.ShippedBoards)

// Defaults are the options of the embedded demonstration.
func Defaults() Options {
	b := shippedBoards()["nca-26"]
	return Options{
		Seed: 1, Board: b, Furniture: StandardFurniture(b), Width: 1280, Height: 720, FPS: 30,
		TiltDeg: 18, AzimuthDeg: 184, Shutter: 1.0 / 60, Skill: 0.6, Discs: 12, Players: 2,
		Look: "maple", Colours: [2]string{"red", "blue"},
	}
}

// parameters of a source's URI, with what they mean.
var parameters = map[string]string{
	"seed":    "chooses the game",
	"board":   "make of the board",
	"size":    "of the picture, `WIDTHxHEIGHT`; default 1280x720",
	"fps":     "frames a second, `N`; default 30",
	"tilt":    "of the camera from the vertical, `DEG`; default 18",
	"turn":    "`DEG`: the side that the camera stands on; default 184",
	"shutter": "`S` that the shutter is open; default 1/60, at most a frame's time",
	"skill":   "`0..1` of the players; default 0.6",
	"discs":   "of each team, `N`; default 12",
	"players": "`2|4`; default 2",
	"look":    "`NAME` of the board's woods and colours",
	"colours": "of the discs, `A-B`, like red-blue",
	"frames":  "end after so many",
	"rounds":  "end after `N` rounds",
	"shots":   "end after `N` shots",
	"pace":    "real, or free: as fast as it goes",
}

// Parameters of a film, by name, with what they mean: those of a source's
// URI but what a film has of its own.
func Parameters() map[string]string {
	list := maps.Clone(parameters)
	for _, own := range []string{"seed", "board", "frames", "pace"} {
		delete(list, own)
	}
	return list
}

// ParseOptions reads a source's URI query, e.g. seed=7&size=1280x720&shots=9; see parameters.
// The error names every problem at once.
func ParseOptions(q url.Values) (Options, error) {
	o := Defaults()
	var problems []error
	bad := func(name, format string, args ...any) {
		problems = append(problems, fmt.Errorf("%s=%s: %s", name, q.Get(name), fmt.Sprintf(format, args...)))
	}
	number := func(name string, to *float64) {
		if q.Has(name) {
			v, err := strconv.ParseFloat(q.Get(name), 64)
			if err != nil {
				bad(name, "want a number")
			} else {
				*to = v
			}
		}
	}
	count := func(name string, to *int) {
		if q.Has(name) {
			v, err := strconv.Atoi(q.Get(name))
			if err != nil {
				bad(name, "want a whole number")
			} else {
				*to = v
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if parameters[name] == "" {
			problems = append(problems, fmt.Errorf("%s: no such option; there are %s", name, strings.Join(names(parameters), ", ")))
		}
	}
	if q.Has("seed") {
		v, err := strconv.ParseUint(q.Get("seed"), 10, 64)
		if err != nil {
			bad("seed", "want a whole number from 0")
		}
		o.Seed = v
	}
	if q.Has("board") {
		b, err := shippedBoards().Get(q.Get("board"))
		if err != nil {
			bad("board", "%v", err)
		} else {
			o.Board, o.Furniture = b, StandardFurniture(b)
		}
	}
	if q.Has("size") {
		w, h, ok := strings.Cut(q.Get("size"), "x")
		var errW, errH error
		o.Width, errW = strconv.Atoi(w)
		o.Height, errH = strconv.Atoi(h)
		if !ok || errW != nil || errH != nil {
			bad("size", "want WIDTHxHEIGHT in pixels, like 1280x720")
			o.Width, o.Height = 1280, 720
		}
	}
	number("fps", &o.FPS)
	number("tilt", &o.TiltDeg)
	number("turn", &o.AzimuthDeg)
	number("shutter", &o.Shutter)
	number("skill", &o.Skill)
	count("discs", &o.Discs)
	count("players", &o.Players)
	count("frames", &o.Frames)
	count("rounds", &o.Rounds)
	count("shots", &o.Shots)
	if q.Has("look") {
		o.Look = q.Get("look")
	}
	if q.Has("colours") {
		first, second, ok := strings.Cut(q.Get("colours"), "-")
		if !ok {
			bad("colours", "want two disc colours, like red-blue")
		} else {
			o.Colours = [2]string{first, second}
		}
	}
	switch q.Get("pace") {
	case "", "real":
	case "free":
		o.Free = true
	default:
		bad("pace", "want real or free")
	}
	if err := o.Validate(); err != nil {
		problems = append(problems, err)
	}
	if err := errors.Join(problems...); err != nil {
		return o, fmt.Errorf("sim options: %w", err)
	}
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
	want(o.Board.Game == models.Crokinole, "board %s: only crokinole is simulated, this is a board for %s", o.Board.Name, o.Board.Game)
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
	if _, err := named(o.Look, o.Colours[0], o.Colours[1]); err != nil {
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}
