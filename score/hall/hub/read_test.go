package hub

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ditchline/score"
)

// FuzzReadEvent holds the fast reader against encoding/json: it takes and
// refuses the same, and what it takes says the same.
func FuzzReadEvent(f *testing.F) {
	for _, body := range eventBodies(f) {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) { sameAsSlow(t, body) })
}

func TestEventsAreReadAsEncodingJSONDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for _, body := range eventBodies(t) {
		sameAsSlow(t, body)
		for range 200 { // and with something wrong
			worse := []byte(string(body))
			for range min(len(worse), 1+r.IntN(3)) {
				switch i := r.IntN(len(worse)); r.IntN(4) {
				case 0:
					worse[i] = byte(r.IntN(256))
				case 1:
					worse = append(worse[:i], append(worse[i+1:], 32)...)
				case 2:
					worse[i] = `{}[]",:0e-.\ntf`[r.IntN(15)]
				case 3:
					worse = worse[:i+1]
				}
			}
			sameAsSlow(t, worse)
		}
	}
}

// eventBodies are events of every kind.
func eventBodies(t testing.TB) [][]byte {
	t.Helper()
	bodies := [][]byte{
		[]byte(`{"seq":2,"id":"m-2","at":"2026-11-21T09:00:00Z","by":"camera","kind":"shot","shot":{"seat":"A1","disc":"A1","start":{"seat":"A1","at":{"d":304.8,"theta":270},"flat":true,"sd":0.2},"contacts":[{"a":"A1","b":"B2","post":true,"doubt":0.1},{"a":"A1","b":"peg3"}],"after":[{"id":"A1","state":"flat","at":{"d":40.5,"theta":-3e1},"sd":0.3,"or":"leaning","doubt":0.25}],"evidence":{"clip":"x.mp4","track":[[1,2.5],[3,4]],"words":"é \" \u00e9 \ud83d\ude00"}}}`),
		[]byte(`{"seq":3,"id":"m-3","at":"2026-11-21T09:00:00.123+01:00","kind":"round","round":{"counts":{"A":{"board":20,"twenties":1},"B":{"board":5,"twenties":0}}}}`),
		[]byte(`{"seq":4,"id":"m-4","at":"2026-11-21T09:00:00Z","kind":"flag","of":2,"flag":{"code":"F_TOUCH","action":"foul","seat":"B1"},"note":"a < b & c"}`),
		[]byte(`{"seq":5,"id":"m-5","at":"2026-11-21T09:00:00Z","kind":"edit","edit":{"remove":["A1"],"place":[{"id":"B1","owner":"B","state":"flat","at":{"d":1,"theta":2}}],"twenties":{"A":-1}}}`),
		[]byte(`{"seq":6,"id":"m-6","at":"2026-11-21T09:00:00Z","kind":"ruling","answers":{"contact":true,"touch":false},"extra":{"of":["a","newer",{"version":null}]}}`),
		[]byte(` {"SEQ":7, "Kind":"note","note":null,"at":"2026-11-21T09:00:00Z","seq":8}`),
		[]byte(`null`), []byte(`[]`), []byte(``), []byte(`{"seq":1.5}`), []byte(`{"seq":1}x`), []byte(`{"at":"today"}`), []byte("{\"note\":\"a\xff\"}"), []byte("{\"note\":\"a\nb\"}"),
	}
	files, err := filepath.Glob("../../../score/session/desk/testdata/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			bodies = append(bodies, []byte(line))
		}
	}
	return bodies
}

func sameAsSlow(t *testing.T, body []byte) {
	t.Helper()
	var fast, slow score.Event
	errFast, errSlow := readEvent(body, &fast), json.Unmarshal(body, &slow)
	if (errFast == nil) != (errSlow == nil) {
		t.Fatalf("%q: read: %v; encoding/json: %v", body, errFast, errSlow)
	}
	if errSlow != nil {
		return
	}
	if slow.Shot != nil {
		slow.Shot.Evidence = nil
	}
	if slow.Stroke != nil {
		slow.Stroke.Evidence = nil
	}
	if !reflect.DeepEqual(fast, slow) {
		t.Fatalf("%q: read as %+v, by encoding/json as %+v", body, fast, slow)
	}
}
