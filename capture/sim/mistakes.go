package sim

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Mistake is something out of the ordinary in a game, in groundtruth's words:
// a rare kind of shot, a player's mistake, or a disturbance of the picture.
type Mistake string

// Rare shots.
const (
	Kiss         Mistake = "kiss"              // an opposing disc is barely touched
	NearMiss     Mistake = "near_miss"         // it is missed by a hair
	FoulTwenty   Mistake = "foul_with_20"      // a twenty without the contact that was due
	Opponent20   Mistake = "opponent_20"       // a twenty for the other side
	LeaningDisc  Mistake = "leaning"           // half in the hole
	RimOut       Mistake = "rim_out"           // thrown out by the hole's rim
	PassOverHole Mistake = "pass_over_hole"    // too fast to drop
	LineClose    Mistake = "line_close"        // rests within a hair of a line
	OpenEdge     Mistake = "open_edge"         // an open shot that barely reaches the 15, or not
	ReturnedDisc Mistake = "returned"          // back from the rail onto the surface
	InvalidStart Mistake = "invalid_start"     // off the shooting line, or beyond the quadrant line
	Forgotten    Mistake = "forgotten_removal" // what is due stays on the board
	LateRemoval  Mistake = "late_removal"      // it is taken off after a later shot: follows from Forgotten
	WrongRemoval Mistake = "wrong_removal"     // another disc than the due one is taken
	Disturbance  Mistake = "hand_disturbance"  // a hand moves a disc that lay still
	PutBack      Mistake = "restored"          // and puts it back
	RestingHand  Mistake = "resting_hand"      // a hand stays over the board between shots
	Knock        Mistake = "board_moved"       // the camera, or the board, is knocked
	PassingBy    Mistake = "shadow"            // a person's shadow wanders over the board
	Exposure     Mistake = "exposure"          // the camera or a lamp turns the picture brighter or darker
	Flicker      Mistake = "flicker"           // a lamp flickers
)

// mistakes are all of them, rare shots first.
var mistakes = []Mistake{
	Kiss, NearMiss, FoulTwenty, Opponent20, LeaningDisc, RimOut, PassOverHole, LineClose, OpenEdge, ReturnedDisc,
	InvalidStart, Forgotten, WrongRemoval, Disturbance, PutBack, RestingHand, Knock, PassingBy, Exposure, Flicker,
}

// rareShots is how many of them are rare shots, of which one turn has one at
// most.
const rareShots = 10

// late is the chance that a forgotten disc is taken off after the next shot.
const late = 0.75

// Mistakes are the chances of each kind in one turn.
type Mistakes map[Mistake]float64

// ParseMistakes reads either one share of turns, spread evenly over all
// kinds, or a list: kiss=0.2,wrong_removal=0.1.
func ParseMistakes(text string) (Mistakes, error) {
	if share, err := strconv.ParseFloat(text, 64); err == nil {
		if !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("want a share of 0 to 1")
		}
		m := Mistakes{}
		for _, kind := range mistakes {
			if share > 0 {
				m[kind] = share / float64(len(mistakes))
			}
		}
		return m, nil
	}
	m := Mistakes{}
	for _, item := range strings.Split(text, ",") {
		name, rate, ok := strings.Cut(item, "=")
		v, err := strconv.ParseFloat(rate, 64)
		if !ok || err != nil || !(v >= 0 && v <= 1) || !slices.Contains(mistakes, Mistake(name)) {
			return nil, fmt.Errorf("%q: want a share of 0 to 1, or KIND=SHARE,... of %s", item, kindNames())
		}
		m[Mistake(name)] = v
	}
	return m, nil
}

func kindNames() string {
	list := make([]string, len(mistakes))
	for i, m := range mistakes {
		list[i] = string(m)
	}
	return strings.Join(list, ", ")
}

// String is the list that ParseMistakes reads.
func (m Mistakes) String() string {
	var list []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, fmt.Sprintf("%s=%s", k, strconv.FormatFloat(m[k], 'g', -1, 64)))
	}
	return strings.Join(list, ",")
}

// wishes are the mistakes of one turn: each by its own chance, of the rare
// shots one at most.
func (m Mistakes) wishes(rng *rand.Rand) map[Mistake]bool {
	list := map[Mistake]bool{}
	rare := rng.Float64()
	for i, kind := range mistakes {
		if i < rareShots {
			if rare >= 0 && rare < m[kind] {
				list[kind] = true
			}
			rare -= m[kind]
		} else if rng.Float64() < m[kind] {
			list[kind] = true
		}
	}
	return list
}

// Anomaly is a mistake that was made, with what is known of it, in the form
// of groundtruth/video.
type Anomaly struct {
	Kind    Mistake
	Details map[string]any
}

func (a Anomaly) form() map[string]any {
	m := map[string]any{"type": string(a.Kind)}
	maps.Copy(m, a.Details)
	return m
}
