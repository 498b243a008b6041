package desk

import (
	"testing"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
)

// A person says what fell: the log, the words and what must be put back go by
// that, and no later look of the camera stands against it.
func TestPeopleSayWhatFellInAStroke(t *testing.T) {
	d := carromDesk(t, referee.Two)
	unsure := &detect.Stroke{N: 1, Revision: 1, Confidence: 0.5, Touched: 1, Before: lying(9, 9, true)}
	unsure.Start = detect.StrikerPlace{Seen: true, Side: 1, Inner: detect.GapCall{PTouching: 1}, Outer: detect.GapCall{PTouching: 1}}
	fell := detect.Pocketed{Seen: detect.Seen{Disc: detect.Disc{Team: detect.White}}, P: 0.5}
	unsure.Pocketed = []detect.Pocketed{fell}
	if n := strokeOf(d.Take(unsure)); n == nil || n.Outcome != referee.Review || n.Pocketed[detect.White] != 1 {
		t.Fatalf("an unsure stroke: %+v", n)
	}
	seq := d.Match().State().Carrom.Strokes[0].Seq
	out, err := d.Order(score.Event{Kind: score.KindCorrection, Of: seq, Stroke: &score.Stroke{Stroke: referee.Stroke{Own: 1, Striker: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := strokeOf(out); n == nil || n.Outcome != referee.Valid || n.Confidence != 1 || n.Pocketed[detect.Striker] != 1 || n.PutBack[detect.White] == 0 {
		t.Errorf("corrected: %+v", n)
	}
	again := *unsure
	again.Revision, again.Pocketed = 2, []detect.Pocketed{fell, fell}
	if n := strokeOf(d.Take(&again)); n == nil || n.Pocketed[detect.White] != 1 {
		t.Errorf("seen again: %+v", n)
	}
	if r := d.Match().State().Carrom.Strokes[0]; !r.Answered || r.Stroke.Own != 1 || !r.Stroke.Striker {
		t.Errorf("the camera has overruled people: %+v", r)
	}
	if _, err := d.Order(score.Event{Kind: score.KindUndo, Of: seq + 1}); err != nil {
		t.Fatal(err)
	}
	if r := d.Match().State().Carrom.Strokes[0]; r.Answered || r.Stroke.Striker || r.Stroke.Own != 2 {
		t.Errorf("the correction was undone, yet: %+v", r)
	}
}
