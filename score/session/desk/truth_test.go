package desk

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ditchline/calibrate"
	"ditchline/detect"
	"ditchline/models"

	"gonum.org/v1/gonum/spatial/r2"
)

// truth is what a rendered video shows, as groundtruth/README.md has it.
type truth struct {
	BoardName string `json:"board_name"`
	Discs     map[string]struct {
		Team string
	} `json:"discs"`
	Truth struct {
		Players map[string]struct {
			Team    string  `json:"team"`
			Azimuth float64 `json:"azimuth"`
		} `json:"players"`
		Initial    []placeTruth `json:"initial"`
		Duration   float64      `json:"duration"`
		Shots      []shotTruth  `json:"shots"`
		RoundScore struct {
			Points   map[string]int `json:"points"`
			Twenties map[string]int `json:"twenties"`
			Partial  bool           `json:"partial"`
			IfDue    *struct {
				Points map[string]int `json:"points"`
			} `json:"if_due_removals_had_been_made"`
		} `json:"round_score"`
	} `json:"truth"`
}

type placeTruth struct {
	id    string
	pos   r2.Vec
	state detect.State
}

func (p *placeTruth) UnmarshalJSON(text []byte) error {
	var list []any
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*p = placeTruth{id: list[0].(string), pos: r2.Vec{X: list[1].(float64), Y: list[2].(float64)}, state: detect.Flat}
	if len(list) > 3 {
		p.state = map[string]detect.State{"surface": detect.Flat, "in_hole": detect.InHole, "leaning": detect.Leaning, "ditch": detect.InDitch}[list[3].(string)]
	}
	return nil
}

type shotTruth struct {
	N            int            `json:"n"`
	Player       string         `json:"player"`
	Team         string         `json:"team"`
	Disc         string         `json:"shot_disc"`
	Flick        float64        `json:"t_flick"`
	Settled      float64        `json:"t_settled"`
	HandOut      float64        `json:"t_hand_out_after_removal"`
	Start        [2]float64     `json:"start"`
	StartValid   bool           `json:"start_valid"`
	Before       []placeTruth   `json:"before"`
	After        []placeTruth   `json:"after_settle"`
	Events       []eventTruth   `json:"events"`
	Verdict      string         `json:"verdict"`
	Remove       []string       `json:"remove"`
	Twenties     map[string]int `json:"twenties"`
	Returned     []string       `json:"returned"`
	ByHand       []handTruth    `json:"removed_by_hand"`
	AfterRemoval []placeTruth   `json:"after_removal"`
	Opponents    []string       `json:"opponents_before"`
	Due          []string       `json:"due_before"`
	Anomalies    []struct {
		Type  string  `json:"type"`
		Start float64 `json:"t_start"`
		Disc  string  `json:"disc"`
	} `json:"anomalies"`
}

type eventTruth struct {
	T    float64 `json:"t"`
	Type string  `json:"type"`
	A    string  `json:"a"`
	B    string  `json:"b"`
	Disc string  `json:"disc"`
}

type handTruth struct {
	Disc string  `json:"disc"`
	T    float64 `json:"t"`
}

func readTruth(t *testing.T, name string) truth {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out truth
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out
}

// eye sees what the truth says: without error, but for the uncertainty that
// it states.
type eye struct {
	truth truth
	board models.Board
	ids   map[string]detect.ID
	turn  int // quarter turns of the board frame against the truth's
}

func newEye(t *testing.T, tr truth, turn int) *eye {
	t.Helper()
	boards, err := models.LoadBoards(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	board, err := boards.Get(tr.BoardName)
	if err != nil {
		t.Fatal(err)
	}
	return &eye{truth: tr, board: board, ids: map[string]detect.ID{}, turn: turn}
}

func (e *eye) id(name string) detect.ID {
	if e.ids[name] == 0 {
		e.ids[name] = detect.ID(len(e.ids) + 1)
	}
	return e.ids[name]
}

func (e *eye) seen(p placeTruth) detect.Seen {
	const variance = 0.15 * 0.15
	return detect.Seen{ID: e.id(p.id), Disc: detect.Disc{
		Pos: quarter(p.pos, e.turn), Cov: [3]float64{variance, 0, variance}, Radius: e.board.Disc.Radius, Thickness: e.board.Disc.Thickness,
		Colour: detect.RGB{R: 40, G: 40, B: 40}, Team: "colour of " + e.truth.Discs[p.id].Team, State: p.state, Confidence: 1,
	}}
}

func (e *eye) lying(places []placeTruth) []detect.Seen {
	var out []detect.Seen
	for _, p := range places {
		if p.state != detect.InDitch {
			out = append(out, e.seen(p))
		}
	}
	return out
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s*1000)) * time.Millisecond }

// happenings are what a Watcher would say of the video.
func (e *eye) happenings() []detect.Happening {
	out := []detect.Happening{&detect.Found{
		Calibration: calibrate.Calibration{Board: e.board, Make: e.board.Name, Confidence: 1}, Discs: e.lying(e.truth.Truth.Initial),
	}}
	for i := range e.truth.Truth.Shots {
		s := &e.truth.Truth.Shots[i]
		out = append(out, e.shot(s))
		if h := e.handling(s); h != nil {
			out = append(out, h)
		}
	}
	return out
}

func (e *eye) shot(s *shotTruth) *detect.Shot {
	out := &detect.Shot{
		N: s.N, Revision: 1, Flick: seconds(s.Flick), Settled: seconds(s.Settled), Reported: seconds(s.Settled + 0.5), Disc: e.id(s.Disc),
		Start:  detect.Placing{Seen: true, Pos: quarter(r2.Vec{X: s.Start[0], Y: s.Start[1]}, e.turn), SD: 0.15, Team: "colour of " + s.Team},
		Before: e.lying(s.Before),
	}
	from := map[string]placeTruth{s.Disc: {pos: r2.Vec{X: s.Start[0], Y: s.Start[1]}, state: detect.Flat}}
	for _, b := range s.Before {
		from[b.id] = b
	}
	returned := map[string]bool{}
	for _, id := range s.Returned {
		returned[id] = true
	}
	for _, a := range s.After {
		before, lay := from[a.id]
		if !lay {
			continue // in the ditch since long
		}
		gap := r2.Norm(r2.Sub(a.pos, before.pos))
		r := detect.Rest{Seen: e.seen(a), From: quarter(before.pos, e.turn), Moved: gap, MovedSD: 0.2, At: seconds(s.Settled), Returned: returned[a.id]}
		if gap > 0.3 || a.state != before.state || a.id == s.Disc {
			r.PMoved = 1
		}
		if a.state == detect.InHole {
			r.Entered = 1
		}
		out.Rest = append(out.Rest, r)
	}
	for _, ev := range s.Events {
		switch ev.Type {
		case "contact":
			out.Contacts = append(out.Contacts, detect.Contact{A: e.id(ev.A), B: e.id(ev.B), At: seconds(ev.T), P: 1})
		case "leave_surface":
			out.Tracks = append(out.Tracks, detect.Track{ID: e.id(ev.Disc), Points: []detect.TrackPoint{{At: seconds(ev.T), Pos: r2.Vec{X: e.board.SurfaceRadius + 1}}}})
		}
	}
	return out
}

// handling is what hands did after a shot; nil for nothing.
func (e *eye) handling(s *shotTruth) *detect.Handling {
	h := &detect.Handling{End: seconds(s.HandOut), After: e.lying(s.AfterRemoval)}
	h.Start = h.End - time.Second
	now := map[string]placeTruth{}
	for _, p := range s.AfterRemoval {
		now[p.id] = p
	}
	for _, p := range s.After {
		after, still := now[p.id]
		switch {
		case p.state == detect.InDitch:
		case !still:
			h.Taken = append(h.Taken, detect.Taken{Seen: e.seen(p), At: h.End})
		case r2.Norm(r2.Sub(after.pos, p.pos)) > 1:
			h.Moved = append(h.Moved, detect.Displaced{Seen: e.seen(after), From: quarter(p.pos, e.turn), At: h.End})
		}
	}
	if len(h.Taken)+len(h.Moved) == 0 {
		return nil
	}
	return h
}
