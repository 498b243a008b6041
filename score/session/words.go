package session

import (
	"fmt"
	"strings"

	"ditchline/detect"
	"ditchline/detect/watch"
)

// phase is what the session is doing, with a sentence for the user. What
// people have to do goes before readiness for the next shot.
func (s *Session) phase(seen watch.Sight, m *MatchView) (Phase, string) {
	switch seen.Phase {
	case watch.PhaseLooking, "":
		why := seen.Why
		if why == "" {
			why = "not found yet"
		}
		return Looking, fmt.Sprintf("Looking for the board: %s. Show the whole playing surface, lit evenly.", why)
	case watch.PhaseShot:
		return UnderWay, "A shot is under way."
	case watch.PhaseSettling:
		return Settling, "The discs come to rest."
	}
	switch {
	case m.Check != "":
		return Check, m.Check
	case len(m.due) > 0:
		return Waiting, dueSentence(m)
	case seen.Phase == watch.PhaseHand:
		return Hidden, "A hand is over the board: what it covers is unknown, the count waits."
	case seen.Phase == watch.PhaseSettled && len(m.Shots) > 0:
		return Settled, m.Shots[len(m.Shots)-1].Text
	case !m.Begun:
		on := detect.Observation{}
		for _, d := range seen.Discs {
			on.Discs = append(on.Discs, d.Disc)
		}
		if seen.Calibration != nil {
			on.Calibration = *seen.Calibration
		}
		return Ready, readySentence(on)
	case m.Next != nil:
		return Ready, fmt.Sprintf("Ready for the shot of %s.", m.Next.Player)
	default:
		return Ready, m.Standing
	}
}

func dueSentence(m *MatchView) string {
	names := make([]string, len(m.due))
	for i, d := range m.due {
		names[i] = d.Name
	}
	return "Take off " + listed(names) + "."
}

// mostNamed is how many discs a sentence names; the board shows them all.
const mostNamed = 4

// listed are discs by their names, as far as they have one and a reader
// takes them in.
func listed(names []string) string {
	var known []string
	for _, n := range names {
		if n != "" && len(known) < mostNamed {
			known = append(known, n)
		}
	}
	more := len(names) - len(known)
	what := "discs"
	if more == 1 {
		what = "disc"
	}
	switch {
	case more == 0:
		return strings.Join(known, ", ")
	case len(known) == 0:
		return fmt.Sprintf("%d %s", more, what)
	}
	return fmt.Sprintf("%s and %d more %s", strings.Join(known, ", "), more, what)
}
