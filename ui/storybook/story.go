package storybook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ditchline/capture"
	"ditchline/score/session"
)

// Story is one state of the page: what the board says, and its picture
// (Width 0 for none).
type Story struct {
	State session.Snapshot
	Frame capture.Frame
}

// Tell is the story of that name.
func Tell(name string) (Story, error) {
	tell, ok := stories[name]
	if !ok {
		return Story{}, fmt.Errorf("no story named %q: there are %s", name, strings.Join(Names(), ", "))
	}
	s, err := calm()
	if err != nil {
		return Story{}, err
	}
	b, err := busy()
	if err != nil {
		return Story{}, err
	}
	return tell(s.copied(), b.copied()), nil
}

// Names are the stories in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(stories)) }

var stories = map[string]func(s, busy *still) Story{
	"starting": func(_, _ *still) Story {
		return Story{State: session.Snapshot{Source: "camera:0", Phase: session.Starting, Text: "Waiting for the first picture of camera:0."}}
	},
	"looking": func(s, _ *still) Story {
		v := base(s, session.Looking, "Looking for the board: show all of its playing surface to the camera.")
		v.Rates.StageMS = map[string]float64{"calibrate": 212.4, "total": 212.9}
		v.Warn = []string{"The picture is dark: more light makes the lines easier to find."}
		return Story{v, s.frame}
	},
	"ready": func(s, _ *still) Story { return Story{ready(s), s.frame} },
	"twenty": func(s, _ *still) Story {
		// The red disc by the 10 line goes into the hole.
		for i, d := range s.Discs {
			if d.Colour == "red" && d.Points == 10 {
				s.Discs[i].X, s.Discs[i].Y, s.Discs[i].State, s.Discs[i].Points = 1.2, -0.4, "in_hole", 20
				break
			}
		}
		return Story{ready(s), s.frame}
	},
	"playing":  func(s, _ *still) Story { return Story{played(ready(s)), s.frame} },
	"removal":  func(s, _ *still) Story { return removal(s) },
	"question": func(s, _ *still) Story { return question(s) },
	"full":     func(_, busy *still) Story { return Story{ready(busy), busy.frame} },
	"empty": func(s, _ *still) Story {
		s.Discs = nil
		v := base(s, session.Ready, "The board is clear.")
		v.Board = s.board()
		return Story{v, s.frame}
	},
	"hand": func(_, busy *still) Story {
		v := ready(busy)
		v.Phase, v.Text = session.Hidden, "A hand is over the board: what it covers is unknown, the count waits."
		v.Left = append(v.Left, session.Ghost{X: 325, Y: 110, Radius: 40, Why: "hand", Outline: busy.circle(325, 110, 20, 40, 28)})
		return Story{v, busy.frame}
	},
	"lost": func(s, _ *still) Story {
		v := ready(s)
		v.Phase, v.Text = session.Lost, "The camera camera:0 does not answer: check its cable. Trying again in 4 s."
		v.Rates.CapturedFPS, v.Rates.ProcessedFPS = 0, 0
		return Story{v, s.frame}
	},
	"ended": func(s, _ *still) Story {
		v := ready(s)
		v.Phase, v.Text, v.Source = session.Ended, "The video game-3.mp4 has ended; this is its last state.", "game-3.mp4"
		v.Rates.CapturedFPS, v.Rates.ProcessedFPS = 0, 0
		v.Warn = nil
		return Story{v, s.frame}
	},
}

func base(s *still, phase session.Phase, text string) session.Snapshot {
	return session.Snapshot{
		Time: 84.2, Source: "camera:0", Phase: phase, Text: text,
		Width: s.frame.Width, Height: s.frame.Height,
		Rates: session.Rates{
			CapturedFPS: 30, ProcessedFPS: 28.7, Captured: 2526, Dropped: 108, LatencyMS: 46,
			StageMS: map[string]float64{"calibrate": 3.1, "detect": 27.8, "total": 31.4},
		},
	}
}

func ready(s *still) session.Snapshot {
	v := base(s, session.Ready, "Board found, every disc measured.")
	v.Board, v.Discs, v.Left = s.board(), s.discs(), s.leftOut()
	v.Score = count(v.Discs)
	for _, d := range v.Discs {
		for _, l := range d.Lines {
			if l.Call == "too_close" {
				v.Warn = append(v.Warn, fmt.Sprintf("A disc of team %s is too close to the %s line to call.", d.Team, l.Line))
			}
		}
	}
	return v
}

// count adds up the sides as DESIGN.md says: discs in the hole are twenties,
// the others on the surface count for the board.
func count(discs []session.Disc) []session.Side {
	var sides []session.Side
	for _, team := range []string{"A", "B"} {
		side := session.Side{Team: team, Zones: map[string]int{"20": 0, "15": 0, "10": 0, "5": 0, "0": 0}}
		for _, d := range discs {
			if d.Team != team {
				continue
			}
			if side.Color == "" {
				side.Color = d.Color
			}
			if d.State == "ditch" {
				continue
			}
			side.Zones[fmt.Sprint(*d.Points)]++
			if d.State == "in_hole" {
				side.Twenties++
			} else {
				side.TeamScore.Board += *d.Points
			}
		}
		side.Total = side.TeamScore.Board + 20*side.Twenties
		sides = append(sides, side)
	}
	return sides
}
