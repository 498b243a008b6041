package main

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"ditchline/score/session"
)

// Of testdata/carrom/strokes.mp4, the first 9.5 s of
// `simulate --game carrom --seed 4 --shots 4 --size 960x540`, its truth: when
// the striker is flicked, s, what falls and what follows.
var filmedStrokes = []struct {
	flick        float64
	player       string
	white, black int
	result       string
}{
	{2.166, "A1", 1, 0, "CONTINUE"},
	{6.619, "A1", 0, 0, "PASS"},
}

func TestAFilmOfCarromIsReplayedStrokeByStroke(t *testing.T) {
	if testing.Short() {
		t.Skip("a film of 10 s is watched twice")
	}
	replay := func() string {
		got := call(t, realParts(), "replay", "--json", "testdata/carrom/strokes.mp4") // the picture tells the game
		if got.status != statusDone {
			t.Errorf("status %d: %s", got.status, got.stderr)
		}
		return got.stdout
	}
	again := make(chan string)
	go func() { again <- replay() }()
	text := replay()
	if other := <-again; other != text {
		t.Errorf("two replays tell two stories:\n%s\n%s", text, other)
	}
	strokes := map[int]session.StrokeLine{}
	var board session.BoardLine
	for line := range strings.Lines(text) {
		var head struct{ Type string }
		if err := json.Unmarshal([]byte(line), &head); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		switch head.Type {
		case "shot":
			var s session.StrokeLine
			if err := json.Unmarshal([]byte(line), &s); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			strokes[s.N] = s // the last revision counts
		case "round":
			if err := json.Unmarshal([]byte(line), &board); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
		case "anomaly":
			t.Errorf("an anomaly: %s", line)
		}
	}
	if len(strokes) != len(filmedStrokes) {
		t.Fatalf("%d strokes, want %d:\n%s", len(strokes), len(filmedStrokes), text)
	}
	for i, want := range filmedStrokes {
		s := strokes[i+1]
		if s.Player != want.player || s.Pocketed["white"] != want.white || s.Pocketed["black"] != want.black || s.Pocketed["queen"]+s.Pocketed["striker"] != 0 ||
			string(s.Result) != want.result || !s.StartValid || math.Abs(s.TStart-want.flick) > 0.1 {
			t.Errorf("stroke %d: %+v, want %+v", i+1, s, want)
		}
	}
	if !board.Partial || board.Left["white"] != 8 || board.Left["black"] != 9 || board.Left["queen"] != 1 || board.Pocketed["white"] != 1 || board.Score["A"].Total != 0 {
		t.Errorf("the board: %+v", board)
	}
}
