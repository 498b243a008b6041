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

// parameters of a source's URI, with what they mean.
var parameters = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"seed":     "chooses the game",
		"board":    "make of the board",
		"size":     "of the picture, `WIDTHxHEIGHT`; default 1280x720",
		"fps":      "frames a second, `N`; default 30",
		"tilt":     "of the camera from the vertical, `DEG`",
		"turn":     "`DEG`: the side that the camera stands on",
		"shutter":  "`S` that the shutter is open; at most a frame's time",
		"skill":    "`0..1` of the players",
		"discs":    "of each team, `N`; default 12",
		"players":  "`2|4`",
		"look":     "`NAME` of the board's woods and colours: " + strings.Join(names(looks), ", ") + ", or random; carrom: ply, or random",
		"light":    "`NAME` of the light: " + strings.Join(names(lightings), ", "),
		"dark":     "`STOPS` by which the light is too low: the camera amplifies what it can, with its noise",
		"fill":     "`SHARE` of the picture's height, or width, that the board takes",
		"played":   "`N` shots played before the film begins",
		"mistakes": "`SHARE` of turns with one of each kind of mistake or rarity, spread evenly, or KIND=SHARE,... of " + kindNames(),
		"sets":     "`seen|unseen`: whether the discs to be played lie in the picture",
		"colours":  "of the discs, `A-B`, like red-blue",
		"frames":   "end after so many",
		"rounds":   "end after `N` rounds",
		"shots":    "end after `N` shots",
		"pace":     "real, or free: as fast as it goes",
	}
})

// Parameters of a film, by name, with what they mean: those of a source's
// URI but what a film has of its own.
func Parameters() map[string]string {
	list := maps.Clone(parameters())
	for _, own := range []string{"seed", "board", "frames", "pace"} {
		delete(list, own)
	}
	return list
}

// ParseOptions reads a source's URI query, e.g. seed=7&size=1280x720&shots=9; see parameters.
// The error names every problem at once.
func ParseOptions(q url.Values) (Options, error) { return Defaults().With(q) }

// With are the options with what a URI's query says put over them.
func (o Options) With(q url.Values) (Options, error) {
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
		if parameters()[name] == "" {
			problems = append(problems, fmt.Errorf("%s: no such option; there are %s", name, strings.Join(names(parameters()), ", ")))
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
			if o.Board, o.Furniture = b, StandardFurniture(b); b.Game == models.Carrom {
				o = o.onCarrom(b)
			}
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
	number("dark", &o.Dark)
	number("fill", &o.Framing.Fill)
	count("played", &o.Played)
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
	if q.Has("light") {
		o.Light = q.Get("light")
	}
	if q.Has("mistakes") {
		m, err := ParseMistakes(q.Get("mistakes"))
		if err != nil {
			bad("mistakes", "%v", err)
		}
		o.Mistakes = m
	}
	switch q.Get("sets") {
	case "":
	case "seen":
		o.Unseen = false
	case "unseen":
		o.Unseen = true
	default:
		bad("sets", "want seen or unseen")
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
