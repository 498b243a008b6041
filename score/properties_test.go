package score_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"

	"pgregory.net/rapid"
)

// drawMatch begins any kind of match.
func drawMatch(t *rapid.T) *score.Match {
	name := rapid.SampledFrom([]string{"CH", "CH+n", "NED", "MAY", "MAY+n", "KEL", "NCA", "WCC", "CAR"}).Draw(t, "ruleset")
	var sets []string
	if name == "CH" && rapid.Bool().Draw(t, "loser chooses") {
		sets = append(sets, "NextStarter=loser_chooses")
	}
	if name != "CAR" && rapid.IntRange(0, 3).Draw(t, "thaw") == 0 {
		sets = append(sets, "FreezeBoardUntilScored=false")
	}
	if name != "CAR" {
		sets = append(sets, "DiscsPerPlayer2=3", "DiscsPerPlayer4=2", "Discs2v1=4,2", "Discs3FFA=2")
	}
	rs, err := models.ShippedRulesets().Get(name, sets...)
	if err != nil {
		t.Fatal(err)
	}
	forms := []referee.Form{referee.Two, referee.Four}
	board := rs.RulebookBoard()
	switch name {
	case "CH", "CH+n", "MAY", "MAY+n":
		forms = []referee.Form{referee.Two, referee.Three, referee.TwoVOne, referee.Four}
	case "CAR":
		board = models.ShippedBoards()["carrom-icf"]
	}
	setup := score.NewSetup("m", rs, board, rapid.SampledFrom(forms).Draw(t, "form"))
	setup.Games = rapid.IntRange(1, 3).Draw(t, "games")
	setup.Starter = rapid.SampledFrom(setup.Form.Seats()).Draw(t, "starter")
	m, err := score.Begin(score.Event{At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// drawEvent makes an event that may or may not fit.
func drawEvent(t *rapid.T, m *score.Match) score.Event {
	s := m.State()
	e := score.Event{At: began.Add(time.Duration(len(m.Events())) * time.Second), By: "rapid"}
	side := func() referee.Side { return rapid.SampledFrom(s.Sides).Draw(t, "side").Side }
	anyOf := func() int { return rapid.IntRange(0, len(m.Events())).Draw(t, "of") }
	common := score.KindShot
	if s.Carrom != nil {
		common = score.KindStroke
	}
	kinds := []score.Kind{
		common, common, common, common, common, common, common, common, score.KindRound, score.KindUndo, score.KindRedo,
		score.KindRuling, score.KindCorrection, score.KindFlag, score.KindEdit, score.KindStarter, score.KindConcede, score.KindStop, score.KindNote,
	}
	e.Kind = rapid.SampledFrom(kinds).Draw(t, "kind")
	if ends := e.Kind == score.KindConcede || e.Kind == score.KindStop; ends && rapid.IntRange(0, 5).Draw(t, "end") > 0 {
		e.Kind = common // most matches should live longer
	}
	if s.Phase == score.Choosing && rapid.Bool().Draw(t, "choose") {
		e.Kind = score.KindStarter
	}
	switch e.Kind {
	case score.KindShot:
		e.Shot = drawShot(t, s)
	case score.KindStroke:
		e.Stroke = drawStroke(t)
	case score.KindCorrection:
		e.Of = anyOf()
		e.Shot, e.Stroke = drawShot(t, s), drawStroke(t)
		if s.Carrom != nil {
			e.Shot = nil
		}
	case score.KindUndo, score.KindRedo:
		e.Of = anyOf()
	case score.KindRuling:
		e.Of = anyOf()
		e.Answers = map[string]bool{rapid.SampledFrom([]string{"contact", "verdict", "turn"}).Draw(t, "key"): rapid.Bool().Draw(t, "answer")}
	case score.KindFlag:
		f := score.FlagRaised{Code: rapid.SampledFrom([]referee.FlagCode{referee.FlagSeat, referee.FlagHand, referee.FlagBoard}).Draw(t, "flag")}
		f.Action = rapid.SampledFrom([]referee.Action{"", referee.ActFoul, referee.ActReplay, referee.ActReplayRound}).Draw(t, "action")
		e.Flag = &f
		if rapid.Bool().Draw(t, "overwrite") {
			f.Code, f.Action = referee.FlagContact, referee.ActOverwrite
			e.Answers = map[string]bool{"contact": rapid.Bool().Draw(t, "contact")}
		}
	case score.KindEdit:
		e.Edit = &score.Edit{Twenties: map[referee.Side]int{side(): rapid.IntRange(-1, 1).Draw(t, "twenties")}}
		if len(s.Board) > 0 {
			d := rapid.SampledFrom(s.Board).Draw(t, "disc")
			if rapid.Bool().Draw(t, "remove") {
				e.Edit.Remove = []string{d.ID}
			} else {
				d.Owner = side()
				e.Edit.Place = []referee.Disc{d}
			}
		}
		if rapid.Bool().Draw(t, "new") {
			e.Edit.Place = append(e.Edit.Place, referee.Disc{ID: fmt.Sprint("new", len(m.Events())), Owner: side(), State: referee.Flat, At: referee.Polar{D: 60}})
		}
	case score.KindStarter:
		e.Seat = rapid.SampledFrom(s.Seats).Draw(t, "seat").Seat
	case score.KindConcede:
		e.Side = side()
	}
	return e
}

func drawShot(t *rapid.T, s *score.State) *score.Shot {
	shot := &score.Shot{Seat: s.Next, Disc: fmt.Sprint("d", rapid.IntRange(0, 1<<20).Draw(t, "id"))}
	if shot.Seat == "" || rapid.IntRange(0, 6).Draw(t, "other seat") == 0 {
		shot.Seat = rapid.SampledFrom(s.Seats).Draw(t, "seat").Seat
	}
	state := func(id string) referee.Rest {
		r := referee.Rest{
			ID: id, State: rapid.SampledFrom([]referee.State{referee.Flat, referee.Flat, referee.Leaning, referee.InHole, referee.InDitch}).Draw(t, "state"),
			At: referee.Polar{D: rapid.SampledFrom([]float64{0, 60, 84.93125, 150, 250, 288.2, 310}).Draw(t, "d"), Theta: rapid.Float64Range(0, 360).Draw(t, "theta")},
		}
		if rapid.IntRange(0, 5).Draw(t, "unsure") == 0 {
			r.SD = 1
		}
		return r
	}
	shot.After = []referee.Rest{state(shot.Disc)}
	for _, d := range s.Board {
		switch rapid.IntRange(0, 3).Draw(t, "hit") {
		case 0:
			shot.Contacts = append(shot.Contacts, referee.Contact{A: shot.Disc, B: d.ID, Post: rapid.IntRange(0, 5).Draw(t, "post") == 0})
			shot.After = append(shot.After, state(d.ID))
		case 1:
			shot.Contacts = append(shot.Contacts, referee.Contact{A: shot.Disc, B: d.ID, Doubt: 0.4})
		}
	}
	if rapid.IntRange(0, 5).Draw(t, "returned") == 0 {
		shot.Returned = []referee.Return{{ID: shot.Disc, Line: rapid.Bool().Draw(t, "line")}}
	}
	return shot
}

func drawStroke(t *rapid.T) *score.Stroke {
	return &score.Stroke{Stroke: referee.Stroke{
		Own: rapid.IntRange(0, 3).Draw(t, "own"), Opp: rapid.IntRange(0, 1).Draw(t, "opp"),
		Queen: rapid.IntRange(0, 4).Draw(t, "queen") == 0, Striker: rapid.IntRange(0, 4).Draw(t, "striker") == 0,
	}}
}

// checkState is what holds at any time.
func checkState(t interface{ Fatalf(string, ...any) }, s *score.State) {
	for _, side := range s.Sides {
		if side.Unplayed < 0 || side.OnBoard < 0 || side.Twenties < 0 || side.Removed < 0 || side.Total < 0 || side.Points < 0 || side.Games < 0 {
			t.Fatalf("negative: %+v", side)
		}
		if sum := side.Unplayed + side.OnBoard + side.Twenties + side.Removed; s.Carrom == nil && sum != side.Dealt {
			t.Fatalf("side %s: %d discs of %d dealt: %+v", side.Side, sum, side.Dealt, side)
		}
		left := 0
		for _, seat := range s.Seats {
			if seat.Left < 0 {
				t.Fatalf("seat %s has %d discs left", seat.Seat, seat.Left)
			}
			if seat.Side == side.Side {
				left += seat.Left
			}
		}
		if s.Carrom == nil && left != side.Unplayed {
			t.Fatalf("side %s: %d unplayed, but its seats have %d", side.Side, side.Unplayed, left)
		}
	}
	ids := map[string]bool{}
	for _, d := range s.Board {
		if ids[d.ID] || !d.InPlay() {
			t.Fatalf("the board holds %+v, twice or out of play: %+v", d, s.Board)
		}
		ids[d.ID] = true
	}
	if (s.Phase == score.Playing || s.Phase == score.LastShot) != (s.Next != "") {
		t.Fatalf("%s, and next is %q", s.Phase, s.Next)
	}
	for _, r := range s.Rounds {
		for side, n := range r.Added {
			if n < 0 || r.Totals[side] < 0 {
				t.Fatalf("round %+v", r)
			}
		}
	}
}

// play draws a match and checks after every event that the live state is that
// of the replay, also through its file form, and sound.
func play(t *rapid.T) {
	m := drawMatch(t)
	for range rapid.IntRange(1, 40).Draw(t, "events") {
		before := len(m.Events())
		e, err := m.Append(drawEvent(t, m))
		if err != nil {
			if len(m.Events()) != before {
				t.Fatalf("refused and yet stored: %v", err)
			}
			continue
		}
		checkState(t, m.State())
		m.State().Statistics()
		if e.Seq%5 == 0 {
			sameAsReplay(t, m)
		}
	}
	sameAsReplay(t, m)
	undoRedo(t, m)
}

func sameAsReplay(t *rapid.T, m *score.Match) {
	again, err := score.Replay(m.Events())
	if err != nil {
		t.Fatalf("replay: %v", err)
	}
	if !reflect.DeepEqual(m.State(), again.State()) {
		t.Fatalf("live:   %+v\nreplay: %+v", m.State(), again.State())
	}
	var file bytes.Buffer
	if err := score.WriteLog(&file, m.Events()); err != nil {
		t.Fatal(err)
	}
	logs, err := score.ReadLogs(&file)
	if err != nil || len(logs) != 1 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	fromFile, err := score.Replay(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(m.State())
	b, _ := json.Marshal(fromFile.State())
	if !bytes.Equal(a, b) {
		t.Fatalf("live: %s\nfile: %s", a, b)
	}
}

// undoRedo proves that undo then redo is the identity, for any event.
func undoRedo(t *rapid.T, m *score.Match) {
	of := rapid.IntRange(2, max(2, len(m.Events()))).Draw(t, "undo of")
	want, _ := json.Marshal(m.State())
	if _, err := m.Append(score.Event{Kind: score.KindUndo, Of: of}); err != nil {
		return // not one that can be undone
	}
	checkState(t, m.State())
	if _, err := m.Append(score.Event{Kind: score.KindRedo, Of: of}); err != nil {
		t.Fatalf("redo: %v", err)
	}
	if got, _ := json.Marshal(m.State()); !bytes.Equal(got, want) {
		t.Fatalf("undo and redo of event %d:\n%s\nbecame\n%s", of, want, got)
	}
}

func TestMatchesAreReplays(t *testing.T) { rapid.Check(t, play) }

func FuzzMatch(f *testing.F) { f.Fuzz(rapid.MakeFuzz(play)) }

// FuzzLog reads any file as a log: no panic, and what it accepts is sound.
func FuzzLog(f *testing.F) {
	tab := newTable(f, referee.Two, "MAY", nil)
	tab.shoot(referee.Flat, 60)
	tab.miss()
	tab.do(score.Event{Kind: score.KindUndo})
	tab.write(20, 5)
	var file bytes.Buffer
	if err := score.WriteLog(&file, tab.Events()); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	lines := bytes.SplitAfter(file.Bytes(), []byte("\n"))
	f.Add(slices.Concat(lines[:2]...))
	f.Add([]byte("{}\n{\"kind\":\"shot\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		logs, err := score.ReadLogs(bytes.NewReader(text))
		if err == nil && len(logs) == 0 {
			t.Error("nothing was read, and no error")
		}
		for _, events := range logs {
			m, err := score.Replay(events)
			if err != nil {
				continue
			}
			checkState(t, m.State())
			m.State().Statistics()
		}
	})
}

func BenchmarkReplayOf1000Shots(b *testing.B) {
	tab := newTable(b, referee.Two, "NED", func(s *score.Setup) { s.Target = 100000 })
	for n := 0; n < 1000; n++ {
		if tab.State().Phase == score.Frozen {
			tab.do(score.Event{Kind: score.KindRound})
		}
		tab.shoot([]referee.State{referee.Flat, referee.Flat, referee.InHole, referee.InDitch}[n%4], float64(40+(n*37)%240))
	}
	events := tab.Events()
	b.ReportAllocs()
	for b.Loop() {
		m, err := score.Replay(events)
		if err != nil || len(m.State().Shots) != 1000 {
			b.Fatal(err, len(m.State().Shots))
		}
	}
}
