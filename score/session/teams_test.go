package session

import (
	"testing"

	"ditchline/detect"
)

var (
	dark  = detect.RGB{R: 40, G: 38, B: 36}
	light = detect.RGB{R: 222, G: 200, B: 150}
	wood  = detect.RGB{R: 170, G: 130, B: 80} // the light ones in the shade
)

// of makes one disc a pair of team and colour.
func of(pairs ...any) []detect.Disc {
	var discs []detect.Disc
	for i := 0; i < len(pairs); i += 2 {
		discs = append(discs, detect.Disc{Team: pairs[i].(string), Colour: pairs[i+1].(detect.RGB)})
	}
	return discs
}

func TestTeamsKeepTheirNames(t *testing.T) {
	for name, frames := range map[string][][]detect.Disc{
		"named the other way round":     {of("A", dark, "B", light), of("B", dark, "A", light)},
		"one team is gone for a while":  {of("A", dark, "B", light), of("A", light), of("A", dark, "B", light)},
		"the first disc is the dark":    {of("A", dark), of("A", light), of("A", light, "B", dark)},
		"the light changes":             {of("A", dark, "B", light), of("A", wood, "B", dark)},
		"an empty board between":        {of("A", dark, "B", light), of(), of("B", dark)},
		"only the second name is given": {of("A", dark), of("B", dark, "A", light)},
	} {
		t.Run(name, func(t *testing.T) {
			var m teamMemory
			for i, frame := range frames {
				for _, d := range m.settle(frame) {
					want := "B"
					if d.Colour == dark {
						want = "A"
					}
					if d.Team != want {
						t.Errorf("frame %d: %s is called %s, want %s", i, d.Colour.Hex(), d.Team, want)
					}
				}
			}
		})
	}
}

func TestSettleLeavesWhatItWasGiven(t *testing.T) {
	m := teamMemory{colours: map[string]detect.RGB{"A": light, "B": dark}}
	given := of("A", dark)
	if got := m.settle(given); got[0].Team != "B" || given[0].Team != "A" {
		t.Errorf("got %s, given now %s", got[0].Team, given[0].Team)
	}
}

func TestCarromNamesStay(t *testing.T) {
	var m teamMemory
	got := m.settle(of("queen", dark, "white", light))
	if got[0].Team != "queen" || got[1].Team != "white" {
		t.Errorf("got %+v", got)
	}
}
