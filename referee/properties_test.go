package referee_test

import (
	"math"
	"testing"

	"ditchline/models"
	"ditchline/referee"

	"pgregory.net/rapid"
)

var rulesetNames = []string{"CH", "CH+a", "CH+aq", "CH+b", "CH+c", "CH+b+c", "CH+n", "CQG", "NED", "ENC", "MAY", "MAY+n", "KEL", "NCA", "WCC"}

// drawSituation makes any situation that a shot could leave, sure or not.
func drawSituation(t *rapid.T) referee.Situation {
	rs, err := models.ShippedRulesets().Get(rapid.SampledFrom(rulesetNames).Draw(t, "ruleset"))
	if err != nil {
		t.Fatal(err)
	}
	s := referee.Situation{
		Ruleset: &rs, Board: rs.RulebookBoard(), Side: "B", Shot: "B9", ReshootsLeft: rapid.IntRange(-1, 1).Draw(t, "reshoots"),
		Form: rapid.SampledFrom([]referee.Form{referee.Two, referee.Three, referee.TwoVOne, referee.Four}).Draw(t, "form"),
	}
	s.Seat = rapid.SampledFrom(s.Form.Seats()).Draw(t, "seat")
	ids := []string{"B9"}
	for _, id := range []string{"B1", "B2", "B3", "W1", "W2", "R1"} {
		if !rapid.Bool().Draw(t, "has "+id) {
			continue
		}
		ids = append(ids, id)
		state := rapid.SampledFrom([]referee.State{referee.Flat, referee.Flat, referee.Flat, referee.Leaning}).Draw(t, "before "+id)
		s.Before = append(s.Before, referee.Disc{ID: id, Owner: referee.Side(id[:1]), State: state, At: drawPlace(t, id)})
	}
	doubt := func(label string) float64 {
		if rapid.IntRange(0, 3).Draw(t, "sure "+label) > 0 {
			return 0
		}
		return rapid.Float64Range(0, 1).Draw(t, "doubt "+label)
	}
	for _, id := range ids {
		if id != "B9" && rapid.Bool().Draw(t, "still "+id) {
			continue
		}
		r := referee.Rest{ID: id, At: drawPlace(t, id), State: rapid.SampledFrom([]referee.State{referee.Flat, referee.Flat, referee.Leaning, referee.InHole, referee.InDitch}).Draw(t, "after "+id)}
		if r.Doubt = doubt(id); r.Doubt > 0 {
			r.Or, r.SD = referee.Leaning, r.Doubt
		}
		s.After = append(s.After, r)
		if rapid.IntRange(0, 4).Draw(t, "returned "+id) == 0 {
			s.Returned = append(s.Returned, referee.Return{ID: id, Line: rapid.Bool().Draw(t, "line "+id), Doubt: doubt("return " + id)})
		}
		if id != "B9" && rapid.IntRange(0, 4).Draw(t, "damaged "+id) == 0 {
			s.Damage = append(s.Damage, referee.Displaced{ID: id, From: drawPlace(t, id)})
		}
	}
	names := append([]string{"peg3"}, ids...)
	for range rapid.IntRange(0, 5).Draw(t, "contacts") {
		s.Contacts = append(s.Contacts, referee.Contact{
			A: rapid.SampledFrom(names).Draw(t, "a"), B: rapid.SampledFrom(names).Draw(t, "b"),
			Post: rapid.IntRange(0, 3).Draw(t, "post") == 0, Doubt: doubt("contact"),
		})
	}
	return s
}

func drawPlace(t *rapid.T, label string) referee.Polar {
	return referee.Polar{
		D: rapid.SampledFrom([]float64{0, 1.5875, 16.5, 60, 84.93125, 84.94, 101.6, 118.26875, 118.3, 186.53125, 203.2, 250, 288.13125, 300, 325}).Draw(t, "d "+label),

		Theta: rapid.Float64Range(0, 360).Draw(t, "theta "+label),
	}
}

// What holds of every verdict: each disc has one fate, none appears from
// nowhere, twenties go to owners of discs in the hole, and so on.
func checkVerdict(t interface{ Errorf(string, ...any) }, s *referee.Situation, v *referee.Verdict) {
	discs := map[string]referee.Side{s.Shot: s.Side}
	for _, d := range s.Before {
		discs[d.ID] = d.Owner
	}
	fates := map[string]int{}
	twenties := map[referee.Side]int{}
	for _, r := range v.Removed {
		fates[r.ID]++
		if discs[r.ID] != r.Owner {
			t.Errorf("removed %s of %s, which is %s's", r.ID, r.Owner, discs[r.ID])
		}
		if r.Why == referee.Twenty {
			twenties[r.Owner]++
		}
	}
	for _, d := range v.Board {
		fates[d.ID]++
		if discs[d.ID] != d.Owner || !d.InPlay() {
			t.Errorf("on the board: %+v", d)
		}
	}
	for id := range discs {
		want := 1
		if v.Likely == referee.Reshoot && id == s.Shot {
			want = 0 // back in hand
		}
		if fates[id] != want {
			t.Errorf("disc %s has %d fates", id, fates[id])
		}
	}
	for side, n := range v.Twenties {
		if n != twenties[side] || n < 1 {
			t.Errorf("%d twenties of %s, but %d discs to the bowl", n, side, twenties[side])
		}
	}
	for side, n := range twenties {
		if v.Twenties[side] != n {
			t.Errorf("%d discs of %s to the bowl, but %d twenties", n, side, v.Twenties[side])
		}
	}
	if v.Likely == referee.Foul {
		if _, gone := v.Lost(s.Shot); !gone {
			restored := false
			for _, r := range v.Restored {
				restored = restored || r.ID == s.Shot
			}
			if !restored {
				t.Errorf("a foul leaves the shot disc on the board")
			}
		}
	}
	if v.Confidence <= 0 || v.Confidence > 1+1e-9 || math.IsNaN(v.Confidence) {
		t.Errorf("confidence is %v", v.Confidence)
	}
	if (v.Outcome == referee.Review) != (v.Question != nil) || (v.Question != nil) != (v.Alternative != nil) {
		t.Errorf("outcome %s, question %v, alternative %v", v.Outcome, v.Question, v.Alternative != nil)
	}
	if len(v.Because) == 0 || v.Reason == "" || !v.Next.Valid() {
		t.Errorf("because %v, reason %q, next %q", v.Because, v.Reason, v.Next)
	}
	for _, l := range referee.Languages {
		if referee.Sentence(s, v, l) == "" {
			t.Errorf("no sentence in %s", l)
		}
	}
}

func TestEveryVerdictIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSituation(t)
		v := referee.Judge(&s)
		checkVerdict(t, &s, &v)
		if v.Alternative != nil {
			checkVerdict(t, &s, v.Alternative)
		}
	})
}

// Judging changes nothing and says the same again.
func TestJudgingIsPure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSituation(t)
		a, b := referee.Judge(&s), referee.Judge(&s)
		if words(&a) != words(&b) || a.Confidence != b.Confidence {
			t.Fatalf("%s, then %s", words(&a), words(&b))
		}
	})
}

// Answering every question ends in an outcome without one.
func TestQuestionsEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSituation(t)
		s.Answers = map[string]bool{}
		for n := 0; ; n++ {
			v := referee.Judge(&s)
			if v.Outcome != referee.Review {
				return
			}
			if _, again := s.Answers[v.Question.Key]; again || n > 40 {
				t.Fatalf("asks %s again", v.Question.Key)
			}
			s.Answers[v.Question.Key] = rapid.Bool().Draw(t, v.Question.Key)
		}
	})
}

func FuzzJudge(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		s := drawSituation(t)
		v := referee.Judge(&s)
		checkVerdict(t, &s, &v)
	}))
}

// Carrom: whatever is pocketed, pieces are neither made nor lost, and nobody
// wins a negative number of points.
func playCarrom(t *rapid.T) {
	rs, err := models.ShippedRulesets().Get(rapid.SampledFrom([]string{"CAR", "CAR+icf"}).Draw(t, "ruleset"))
	if err != nil {
		t.Fatal(err)
	}
	b := referee.NewCarromBoard(&rs.Carrom, referee.White)
	for range rapid.IntRange(1, 60).Draw(t, "strokes") {
		mine, theirs := b.On.Of(b.Turn), b.On.Of(b.Turn.Other())
		s := referee.Stroke{
			Own: rapid.IntRange(0, min(3, mine)).Draw(t, "own"), Opp: rapid.IntRange(0, min(2, theirs)).Draw(t, "opp"),
			Queen: b.Queen == referee.QueenOnBoard && rapid.IntRange(0, 3).Draw(t, "queen") == 0, Striker: rapid.IntRange(0, 4).Draw(t, "striker") == 0,
		}
		if rapid.IntRange(0, 8).Draw(t, "foul") == 0 {
			s.Foul = referee.FStrikerLines
		}
		after, v, err := referee.PlayStroke(&rs, b, s)
		if err != nil {
			t.Fatalf("%+v on %+v: %v", s, b, err)
		}
		if after.On[0] < 0 || after.On[1] < 0 || after.On[0] > 9 || after.On[1] > 9 || after.Due[0] < 0 || after.Due[1] < 0 || after.Points < 0 || after.Points > 12 {
			t.Fatalf("%+v on %+v gives %+v", s, b, after)
		}
		for side := range 2 {
			if after.Due[side] > 0 && after.On[side] < 9 && v.Result != referee.End {
				t.Fatalf("a due was not paid: %+v", after)
			}
		}
		if (after.Queen == referee.QueenOnBoard) != (after.Owner == "") || (after.Queen == referee.QueenPending && v.Result == referee.Pass) {
			t.Fatalf("the queen is %s, of %q, after %s", after.Queen, after.Owner, v.Result)
		}
		if v.Result == referee.End {
			return
		}
		b = after
	}
}

func TestCarromBoardsAreSound(t *testing.T) { rapid.Check(t, playCarrom) }

func FuzzCarrom(f *testing.F) { f.Fuzz(rapid.MakeFuzz(playCarrom)) }

func BenchmarkVerdict(b *testing.B) {
	rs, err := models.ShippedRulesets().Get("MAY")
	if err != nil {
		b.Fatal(err)
	}
	s := referee.Situation{
		Ruleset: &rs, Board: rs.RulebookBoard(), Form: referee.Two, Side: "B", Seat: referee.South, Shot: "B9",
		Contacts: []referee.Contact{{A: "B9", B: "B1"}, {A: "B1", B: "W1"}, {A: "W1", B: "W2", Post: true}},
		Returned: []referee.Return{{ID: "W1"}}, Damage: []referee.Displaced{{ID: "W2", From: referee.Polar{D: 100, Theta: 10}}},
	}
	for i, id := range []string{"B1", "B2", "B3", "B4", "B5", "B6", "W1", "W2", "W3", "W4", "W5", "W6"} {
		at := referee.Polar{D: 60 + 15*float64(i), Theta: 30 * float64(i)}
		s.Before = append(s.Before, referee.Disc{ID: id, Owner: referee.Side(id[:1]), State: referee.Flat, At: at})
		at.D += 5
		s.After = append(s.After, referee.Rest{ID: id, State: referee.Flat, At: at})
	}
	s.After = append(s.After, referee.Rest{ID: "B9", State: referee.Flat, At: referee.Polar{D: 100, Theta: 200}})
	b.ReportAllocs()
	for b.Loop() {
		v := referee.Judge(&s)
		if v.Outcome != referee.Valid {
			b.Fatal(v.Outcome)
		}
	}
}
