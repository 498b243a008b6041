package session

import (
	"slices"

	"ditchline/score"
)

// StepView is an event of the log that can be taken back, or brought back.
type StepView struct {
	Seq  int        `json:"seq"`
	Kind score.Kind `json:"kind"`
	Of   int        `json:"of,omitempty"` // number of the event that it is about
	N    int        `json:"n,omitempty"`  // of the shot in its round, where it is about one
}

// steps are what an undo takes back and a redo brings back, nil for nothing:
// shots, rounds and people's own words, one after the other. What the camera
// corrects by itself is no step of its own.
func steps(m *score.Match) (undo, redo *StepView) {
	events, on := m.Events(), m.Active()
	undone := true // only undos and redos follow
	for i := len(events) - 1; i > 0; i-- {
		e := &events[i]
		switch {
		case !isStep(e):
		case e.Kind == score.KindUndo:
			if of := &events[e.Of-1]; undone && redo == nil && !on[of.Seq-1] {
				redo = stepView(m, of)
			}
		case e.Kind == score.KindRedo:
		default:
			if on[i] && undo == nil {
				undo = stepView(m, e)
			}
			undone = undone && !on[i]
		}
		if undo != nil && !undone {
			break
		}
	}
	return undo, redo
}

// isStep says whether people think of an event as something that was done.
func isStep(e *score.Event) bool {
	switch e.Kind {
	case score.KindStart, score.KindNote:
		return false
	case score.KindEdit, score.KindCorrection, score.KindRuling:
		return !bySelf(e)
	}
	return true
}

// bySelf says whether nobody entered the event: the camera saw it, or hands
// said it by what they did with the discs.
func bySelf(e *score.Event) bool { return e.By == "camera" || e.By == "hands" }

func stepView(m *score.Match, e *score.Event) *StepView {
	v := &StepView{Seq: e.Seq, Kind: e.Kind, Of: e.Of}
	shots := m.State().Shots
	if i := slices.IndexFunc(shots, func(r score.ShotRecord) bool { return r.Seq == e.Seq || r.Seq == e.Of }); i >= 0 {
		v.N = shots[i].N
	}
	return v
}

// answered are the shots about which a person has had a word that counts.
func answered(m *score.Match) map[int]bool {
	out := map[int]bool{}
	on := m.Active()
	for i, e := range m.Events() {
		if on[i] && e.Of > 0 && !bySelf(&e) && (e.Kind == score.KindRuling || e.Kind == score.KindCorrection || e.Kind == score.KindFlag) {
			out[e.Of] = true
		}
	}
	return out
}
