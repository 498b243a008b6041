package session

import (
	"encoding/json"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/score/session/desk"

	"gonum.org/v1/gonum/spatial/r2"
)

func TestACarromStrokeLeavesEvidenceToo(t *testing.T) {
	k := newKitchen(t, EvidenceOptions{}, &clipsOf{bytes: 10})
	p := proofs{evidence: k.Evidence}
	stroke := &desk.Stroke{
		N: 1, Revision: 1, Seq: 3, Flick: 10 * time.Second, Settled: 12 * time.Second, Reported: 13 * time.Second,
		Pocketed: map[string]int{detect.White: 1},
		Before:   []desk.Named{{Name: "W4", Disc: detect.Disc{Team: detect.White, Pos: r2.Vec{X: 50}, Radius: 15.5, Colour: detect.RGB{R: 230}}}},
		Tracks:   []desk.Track{{Name: "W4", Radius: 15.5, Points: []detect.TrackPoint{{At: 10 * time.Second, Pos: r2.Vec{X: 50}}, {At: 11 * time.Second, Pos: r2.Vec{X: 350, Y: 350}}}}},
	}
	read := func() (file recordFile, got StrokeProof) {
		t.Helper()
		if err := k.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(k.read(t, 3, RecordFile)), &file); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(file.Record, &got); err != nil {
			t.Fatal(err)
		}
		return file, got
	}
	p.keep("m1", stroke)
	file, got := read()
	if file.Clip == nil || got.Seq != 3 || got.Pocketed[detect.White] != 1 || len(got.Before) != 1 || got.Before[0].ID != "W4" || len(got.Tracks) != 1 || got.Tracks[0].Points[1] != [3]float64{1, 350, 350} {
		t.Errorf("kept %+v %+v", file, got)
	}

	// People put it right: the words change, the film of it stays.
	told := *stroke
	told.Pocketed = map[string]int{detect.White: 2}
	p.keep("m1", &told)
	if file, got = read(); file.Clip == nil || got.Pocketed[detect.White] != 2 || len(k.clips.made) != 1 {
		t.Errorf("told again: %+v, clips %v", file, k.clips.made)
	}
	p.keep("m1", &desk.Board{})                          // no shot
	p.keep("m1", &desk.Stroke{Flick: time.Second, N: 1}) // not in the log
	if got := k.has(t, "m1"); got != "[3]" {
		t.Errorf("evidence of %s", got)
	}
}
