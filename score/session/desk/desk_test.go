package desk

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

func ned(t *testing.T) models.Ruleset {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func newDesk(t *testing.T, form referee.Form) *Desk {
	t.Helper()
	rs, _, err := Suit(ned(t), form)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(Options{Match: "m", Ruleset: rs, Form: form, Zero: time.Unix(0, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// play gives happenings to a desk, the time running on between them, and
// collects what it says.
func play(d *Desk, hs []detect.Happening, end time.Duration) (notes []Note, events []score.Event) {
	take := func(o Outcome) { notes, events = append(notes, o.Notes...), append(events, o.Events...) }
	for i, h := range hs {
		take(d.Take(h))
		next := end
		if i+1 < len(hs) {
			next = whenOf(hs[i+1])
		}
		for now := d.now; now < next; now += time.Second / 30 {
			take(d.Tick(now))
		}
	}
	take(d.End(end))
	return notes, events
}

func whenOf(h detect.Happening) time.Duration {
	switch h := h.(type) {
	case *detect.Found:
		return h.At
	case *detect.Shot:
		return h.Reported
	case *detect.Handling:
		return h.End
	case *detect.Shifted:
		return h.At
	case *detect.Broken:
		return h.At
	}
	return 0
}

func only[T Note](notes []Note) []T {
	var out []T
	for _, n := range notes {
		if x, ok := n.(T); ok {
			out = append(out, x)
		}
	}
	return out
}

func TestEveryFilmedGameIsJudgedAsItsTruthSays(t *testing.T) {
	for _, name := range []string{"clip_anomalies", "round_2p"} {
		for turn := range 4 {
			t.Run(fmt.Sprintf("%s, board frame turned by %d quarters", name, turn), func(t *testing.T) {
				tr := readTruth(t, name)
				e := newEye(t, tr, turn)
				d := newDesk(t, referee.Two)
				notes, events := play(d, e.happenings(), seconds(tr.Truth.Duration))
				checkShots(t, e, only[*Shot](notes))
				checkAnomalies(t, tr, only[*Anomaly](notes))
				checkRound(t, tr, only[*Round](notes))
				replayed, err := score.Replay(events)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(replayed.State().Rounds, d.Match().State().Rounds) {
					t.Error("the log replays to other rounds")
				}
			})
		}
	}
}

func sideIn(tr truth) map[string]string {
	sides := map[string]string{tr.Truth.Shots[0].Team: "A"}
	for _, s := range tr.Truth.Shots {
		if _, ok := sides[s.Team]; !ok {
			sides[s.Team] = string(rune('A' + len(sides)))
		}
	}
	return sides
}

func checkShots(t *testing.T, e *eye, shots []*Shot) {
	t.Helper()
	tr := e.truth
	if len(shots) != len(tr.Truth.Shots) {
		t.Fatalf("%d shots were told, want %d", len(shots), len(tr.Truth.Shots))
	}
	sides := sideIn(tr)
	for i, s := range tr.Truth.Shots {
		g := shots[i]
		if string(g.Verdict.Outcome) != s.Verdict || string(g.Team) != sides[s.Team] || g.Verdict.StartValid != s.StartValid {
			t.Errorf("shot %d: %s of %s, start %v: want %s of %s, %v (%s)", s.N, g.Verdict.Outcome, g.Team, g.Verdict.StartValid, s.Verdict, sides[s.Team], s.StartValid, g.Text)
		}
		if g.OpponentsBefore != len(s.Opponents) {
			t.Errorf("shot %d: %d opposing discs before, want %v", s.N, g.OpponentsBefore, s.Opponents)
		}
		var want, got []detect.ID
		for _, a := range s.After {
			if slices.Contains(s.Remove, a.id) && !slices.Contains(s.Due, a.id) && a.state != detect.InDitch {
				want = append(want, e.id(a.id))
			}
		}
		for _, x := range g.Remove {
			got = append(got, x.id)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("shot %d: to remove %v, want %v", s.N, got, want)
		}
		twenties := map[referee.Side]int{}
		for team, n := range s.Twenties {
			if n > 0 {
				twenties[referee.Side(sides[team])] = n
			}
		}
		if !maps.Equal(g.Verdict.Twenties, twenties) {
			t.Errorf("shot %d: twenties %v, want %v", s.N, g.Verdict.Twenties, twenties)
		}
	}
}

func checkAnomalies(t *testing.T, tr truth, got []*Anomaly) {
	t.Helper()
	kinds := map[string]Kind{
		"forgotten_removal": MissingRemoval, "wrong_removal": WrongRemoval, "hand_disturbance": HandDisturbance, "returned": ReturnedDisc,
	}
	for _, s := range tr.Truth.Shots {
		for _, a := range s.Anomalies {
			kind, raised := kinds[a.Type]
			if !raised || (a.Type == "forgotten_removal" && slices.Contains(s.Due, a.Disc)) {
				continue
			}
			from := a.Start
			if from == 0 {
				from = s.Flick
			}
			i := slices.IndexFunc(got, func(g *Anomaly) bool {
				return g.Kind == kind && g.At.Seconds()-from > -1 && g.At.Seconds()-from < 9
			})
			if i < 0 {
				t.Errorf("shot %d: %s was not raised", s.N, kind)
				continue
			}
			got = slices.Delete(slices.Clone(got), i, i+1)
		}
	}
	for _, g := range got {
		t.Errorf("raised without cause at %.1f s: %s: %s", g.At.Seconds(), g.Kind, g.Text)
	}
}

func checkRound(t *testing.T, tr truth, got []*Round) {
	t.Helper()
	if len(got) != 1 {
		t.Fatalf("%d rounds were written, want one", len(got))
	}
	want := tr.Truth.RoundScore
	if got[0].Partial != want.Partial {
		t.Errorf("partial is %v", got[0].Partial)
	}
	for team, side := range sideIn(tr) {
		total := got[0].Score[referee.Side(side)].Total
		if total != want.Points[team] && (want.IfDue == nil || total != want.IfDue.Points[team]) {
			t.Errorf("side %s counts %d, want %d", side, total, want.Points[team])
		}
	}
}

func TestTheSameHappeningsGiveTheSameEventsTwice(t *testing.T) {
	tr := readTruth(t, "clip_anomalies")
	run := func() ([]Note, []score.Event) {
		return play(newDesk(t, referee.Two), newEye(t, tr, 1).happenings(), seconds(tr.Truth.Duration))
	}
	notes, events := run()
	again, eventsAgain := run()
	if !reflect.DeepEqual(notes, again) || !reflect.DeepEqual(events, eventsAgain) {
		t.Error("two runs over the same happenings differ")
	}
}
