package hub

import (
	"encoding/json"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"
)

// carromMatch is a match at table 1 of the event cup, told by its messages.
func carromMatch(t *testing.T, strokes ...score.Stroke) *BoardMatch {
	t.Helper()
	rules, err := models.ShippedRulesets().Get("CAR")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup("cup-1", rules, models.ShippedBoards()["carrom-icf"], referee.Two)
	setup.Event, setup.Table = "cup", "1"
	setup = setup.Completed()
	b := NewBoards("cup")
	tell := func(e score.Event) {
		t.Helper()
		e.At = time.Unix(int64(e.Seq), 0).UTC()
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if out := b.Take(Parse(Message{Subject: link.EventSubject("cup", "1", "cup-1"), Data: body})); out != Taken {
			t.Fatalf("event %d: %v, %+v", e.Seq, out, b.Aside())
		}
	}
	tell(score.Event{Seq: 1, ID: "s", Kind: score.KindStart, Setup: &setup})
	for i := range strokes {
		tell(score.Event{Seq: i + 2, ID: string(rune('a' + i)), Kind: score.KindStroke, Stroke: &strokes[i]})
	}
	return b.Match("1", "cup-1")
}

func TestACarromTableIsToldWithItsPieces(t *testing.T) {
	lies := []score.Lying{{Kind: score.WhitePiece, X: 30, Y: 40}, {Kind: score.BlackPiece, X: -100, Y: 0}}
	bm := carromMatch(t,
		score.Stroke{Stroke: referee.Stroke{Own: 2, Queen: true}},
		score.Stroke{Stroke: referee.Stroke{Striker: true}, Lies: lies},
	)
	v := viewOf(bm)
	if len(v.Discs) != 2 || v.Discs[0] != (DiscView{Kind: "white", D: 50, Theta: 53.1}) || v.Discs[1].Theta != 180 {
		t.Errorf("the wall's pieces: %+v", v.Discs)
	}
	// The queen fell with pieces of who played: confirmed. A white piece pays for the striker.
	if c := v.Carrom; c == nil || c.Left["A"] != 8 || c.Left["B"] != 9 || c.Queen != referee.QueenCovered || c.QueenOf != "A" || v.Next != "B1" {
		t.Errorf("%+v", v)
	}
	p := playViewOf(bm.match)
	if !p.Begun || len(p.Shots) != 2 || len(p.Discs) != 2 || p.Discs[1].Team != "black" || p.Discs[1].X != -100 {
		t.Fatalf("%+v", p)
	}
	k := p.Shots[1].playStroke
	if k.Pocketed["striker"] != 1 || k.PutBack["white"] != 1 || k.Result != referee.Pass || k.Colour != "white" {
		t.Errorf("%+v", k)
	}
}

func TestACarromMatchCountsItsBoardsPoints(t *testing.T) {
	var strokes []score.Stroke
	for range 27 { // three boards of nine strokes, each to who breaks; the breaker changes
		strokes = append(strokes, score.Stroke{Stroke: referee.Stroke{Own: 1}})
	}
	bm := carromMatch(t, strokes...)
	p := playViewOf(bm.match)
	if len(p.Rounds) != 3 || p.Rounds[0].Winner != "A" || p.Rounds[1].Added["B"] != 9 || p.Rounds[2].Totals["A"] != 18 || bm.Over {
		t.Errorf("%+v", p.Rounds)
	}
	if _, err := bm.match.Append(score.Event{Kind: score.KindConcede, Side: "B"}); err != nil {
		t.Fatal(err)
	}
	r, over := tournament.ResultOf(bm.match.State())
	if want := (tournament.Result{Points: [2]int{18, 9}, Score: [2]int{18, 9}, Winner: tournament.WinnerA, Conceded: true}); !over || r != want {
		t.Errorf("%+v, want %+v", r, want)
	}
}
