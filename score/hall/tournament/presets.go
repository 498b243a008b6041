package tournament

import (
	"fmt"
	"slices"
	"strings"

	"ditchline/referee"
)

// Preset is a ready way to play a tournament.
type Preset struct {
	Name  string
	About string
	Setup func() Setup
}

// Presets are the ways that ship. Those of crokinole count 2, 1 and 0 points for each of the
// four rounds of a game (RULES.md NCA-04, M-38) and order by the points, then
// by the twenties, as the published tables of the NCA tour and of the WCC do.
//
// How many come through is the organiser's (NCA-04, "match length by the
// tournament"); the numbers are those of real events, and can be changed.
var Presets = []Preset{
	{
		Name: "nca-singles", About: "NCA tour: two pools, two power pools by their result, the best four of each play off",
		Setup: func() Setup { return nca(referee.Two) },
	},
	{
		Name: "nca-doubles", About: "the same for teams of two",
		Setup: func() Setup { return nca(referee.Four) },
	},
	{
		// The format of 2023 and before: crokinolecentre.com, 2023-12-25,
		// "World Crokinole seeking player input on format changes".
		Name: "wcc-singles", About: "World Championship until 2023: ten games against anybody, sixteen in two pools, two of each to semi-finals of three games",
		Setup: func() Setup {
			return Setup{Form: referee.Two, Rules: "WCC", Stages: []Stage{
				{Name: "Preliminary", System: Random, Rounds: 10},
				{Name: "Round of 16", System: RoundRobin, Groups: 2, Take: 16, Overall: true},
				{Name: "Play-off", System: Knockout, Take: 4, Games: 3, Third: true},
			}}
		},
	},
	{
		// The six of the final pool of 2014, as in published results.
		Name: "wcc-doubles", About: "World Championship: ten games against anybody, then six teams each against each",
		Setup: func() Setup {
			return Setup{Form: referee.Four, Rules: "WCC", Stages: []Stage{
				{Name: "Preliminary", System: Random, Rounds: 10},
				{Name: "Final six", System: RoundRobin, Take: 6, Overall: true},
				{Name: "Final", System: Knockout, Take: 2, Games: 1},
			}}
		},
	},
	{
		Name: "club-evening", About: "one pool, each against each",
		Setup: func() Setup {
			return Setup{Form: referee.Two, Rules: "NCA", Stages: []Stage{{Name: "Pool", System: RoundRobin}}}
		},
	},
	{
		// ICF laws 49 and 56: games to 25. Leagues count matches won, then the points.
		Name: "carrom-league", About: "carrom: one pool, each against each, a game to 25 points",
		Setup: func() Setup {
			return Setup{
				Form: referee.Two, Rules: "CAR", Count: CountMatches, Order: []Criterion{ByPoints, ByDifference, HeadToHead},
				Stages: []Stage{{Name: "Pool", System: RoundRobin}},
			}
		},
	},
	{
		Name: "swiss", About: "five rounds, winners against winners",
		Setup: func() Setup {
			return Setup{Form: referee.Two, Rules: "NCA", Stages: []Stage{{Name: "Swiss", System: Swiss, Rounds: 5}}}
		},
	},
}

func nca(form referee.Form) Setup {
	return Setup{Form: form, Rules: "NCA", Stages: []Stage{
		{Name: "Preliminary", System: RoundRobin, Groups: 2},
		{Name: "Power pool", System: RoundRobin, Groups: 2, Deal: Blocks, Overall: true},
		{Name: "Play-off", System: Knockout, Deal: Own, Take: 4, Third: true},
	}}
}

// PresetSetup is a preset's setup for an event.
func PresetSetup(preset, id, name string) (Setup, error) {
	i := slices.IndexFunc(Presets, func(p Preset) bool { return p.Name == preset })
	if i < 0 {
		var names []string
		for _, p := range Presets {
			names = append(names, p.Name)
		}
		return Setup{}, fmt.Errorf("no preset is called %q: there are %s", preset, strings.Join(names, ", "))
	}
	s := Presets[i].Setup()
	s.ID, s.Name = id, name
	return s.Completed(), nil
}
