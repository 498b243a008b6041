package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/hub"
	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// matchBodies are the messages of a whole NCA game as a camera's log has
// them: four rounds of sixteen shots, each with contacts and the discs after
// it; 69 events.
func matchBodies(t testing.TB, event, table, id string) [][]byte {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NCA")
	if err != nil {
		t.Fatal(err)
	}
	setup := score.NewSetup(id, rs, rs.RulebookBoard(), referee.Two)
	setup.Event, setup.Table = event, table
	m, err := score.Begin(score.Event{At: began, Kind: score.KindStart, Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; m.State().Phase != score.Over; n++ {
		s := m.State()
		e := score.Event{At: began.Add(time.Duration(n) * 10 * time.Second), By: "camera", Kind: score.KindRound}
		if s.Phase == score.Playing {
			disc := fmt.Sprintf("%s%d", s.Next, n)
			shot := &score.Shot{Seat: s.Next, Disc: disc, Start: &referee.Start{At: referee.Polar{D: 304.8, Theta: 270}, Seat: s.Next, Flat: true}}
			shot.After = []referee.Rest{{ID: disc, State: referee.Flat, At: referee.Polar{D: 40 + float64(n%16)*8, Theta: float64(n * 37 % 360)}, SD: 0.3}}
			if len(s.Board) > 0 {
				other := s.Board[len(s.Board)-1]
				shot.Contacts = []referee.Contact{{A: disc, B: other.ID}}
				shot.After = append(shot.After, referee.Rest{ID: other.ID, State: referee.Flat, At: referee.Polar{D: other.At.D + 20, Theta: other.At.Theta}, SD: 0.3})
			}
			e.Kind, e.Shot = score.KindShot, shot
		}
		if _, err := m.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	var bodies [][]byte
	for _, e := range m.Events() {
		body, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, body)
	}
	return bodies
}

// BenchmarkRebuild takes whole matches into the read model: what building it
// anew costs beside reading the stream. events/s of one core, and the heap
// that stays for each event.
func BenchmarkRebuild(b *testing.B) {
	const tables = 200
	var all [tables][][]byte
	size := 0
	for i := range all {
		all[i] = matchBodies(b, "cup", fmt.Sprint(i), "MATCHID")
		for _, body := range all[i] {
			size += len(body)
		}
	}
	perMatch := len(all[0])
	boards := hub.NewBoards("cup")
	sequence := uint64(0)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b.ResetTimer()
	n := 0
	for b.Loop() { // one event
		round, at := n/(tables*perMatch), n%(tables*perMatch)
		table, event := at%tables, at/tables
		body := all[table][event]
		id := fmt.Sprintf("MATCH%02d", round)
		if event == 0 {
			body = renamed(body, id)
		}
		sequence++
		outcome := boards.Take(hub.Parse(hub.Message{
			Subject: link.EventSubject("cup", fmt.Sprint(table), id), Sequence: sequence, Time: began, Schema: link.Schema, Data: body,
		}))
		if outcome != hub.Taken {
			b.Fatalf("event %d: %v: %+v", n, outcome, boards.Aside())
		}
		n++
	}
	b.StopTimer()
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/float64(n), "heapB/event")
	b.ReportMetric(float64(size)/float64(tables*perMatch), "B/event")
	runtime.KeepAlive(boards)
}

// BenchmarkRebuildFromStream builds a hub's model from a stream of a million
// events (DITCHLINE_EVENTS for another number) on an embedded server: from
// the hub's beginning until its model is built.
func BenchmarkRebuildFromStream(b *testing.B) {
	events := 1_000_000
	if text := os.Getenv("DITCHLINE_EVENTS"); text != "" {
		var err error
		if events, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	server, err := hub.StartEmbedded(hub.EmbeddedOptions{Dir: b.TempDir(), Name: "bench", Host: "127.0.0.1", Port: -1, Loose: true})
	if err != nil {
		b.Fatal(err)
	}
	defer server.Stop()
	o := hub.Options{Event: "cup", Name: "bench", Servers: server.URL()}
	first, err := hub.New(b.Context(), o) // makes the streams
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := first.Run(ctx); err != nil {
		b.Fatal(err)
	}
	fill(b, server.URL(), events)
	runtime.GC()
	before := cpu(b)
	for b.Loop() {
		ctx, cancel := context.WithCancel(context.Background())
		o.Metrics = nil
		h, err := hub.New(ctx, o)
		if err != nil {
			b.Fatal(err)
		}
		var group sync.WaitGroup
		group.Go(func() {
			if err := h.Run(ctx); err != nil {
				b.Error(err)
			}
		})
		if err := h.WaitReady(ctx); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		b.ReportMetric((cpu(b) - before).Seconds(), "cpu-s") // server and hub
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		b.ReportMetric(float64(memory.HeapAlloc)/1e6, "heapMB")
		cancel()
		group.Wait()
		b.StartTimer()
	}
	b.ReportMetric(float64(events)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// fill writes whole matches of 200 tables into the stream, interleaved as
// they would be.
func fill(b *testing.B, url string, events int) {
	b.Helper()
	const tables = 200
	conn, err := nats.Connect(url)
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncMaxPending(2000))
	if err != nil {
		b.Fatal(err)
	}
	var all [tables][][]byte
	for i := range all {
		all[i] = matchBodies(b, "cup", fmt.Sprint(i), "MATCHID")
	}
	perMatch := len(all[0])
	for n := range events {
		round, at := n/(tables*perMatch), n%(tables*perMatch)
		table, event := at%tables, at/tables
		id := fmt.Sprintf("MATCH%02d", round)
		m := nats.NewMsg(link.EventSubject("cup", fmt.Sprint(table), id))
		m.Data = all[table][event]
		if event == 0 {
			m.Data = renamed(m.Data, id)
		}
		m.Header.Set(link.HeaderSchema, "1")
		m.Header.Set(link.HeaderSent, began.Format(time.RFC3339Nano))
		if _, err := js.PublishMsgAsync(m, jetstream.WithStallWait(time.Minute)); err != nil {
			b.Fatal(err)
		}
	}
	<-js.PublishAsyncComplete()
}

// renamed is a start event with another match id of the same length.
func renamed(body []byte, id string) []byte {
	return []byte(replaceFirst(string(body), "MATCHID", id))
}

func replaceFirst(text, old, with string) string {
	for i := 0; i+len(old) <= len(text); i++ {
		if text[i:i+len(old)] == old {
			// The event's id carries the match's too: the setup's counts.
			return text[:i] + with + replaceFirst(text[i+len(old):], old, with)
		}
	}
	return text
}
