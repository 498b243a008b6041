package hub_test

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"ditchline/score/hall/link"
	"ditchline/score/hall/tournament"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// asHub connects with the hub's key.
func (h *hall) asHub() (jetstream.JetStream, func()) {
	h.t.Helper()
	pair, err := h.keys.Hub()
	if err != nil {
		h.t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		h.t.Fatal(err)
	}
	conn, err := nats.Connect(strings.Join(h.urls(), ","), nats.Nkey(public, pair.Sign))
	if err != nil {
		h.t.Fatal(err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		h.t.Fatal(err)
	}
	return js, conn.Close
}

// forgetIDs lets the events' stream forget every message id: what a resend
// long after finds.
func (h *hall) forgetIDs() {
	h.t.Helper()
	js, end := h.asHub()
	defer end()
	s, err := js.Stream(h.t.Context(), link.EventStream(h.event))
	if err != nil {
		h.t.Fatal(err)
	}
	config := s.CachedInfo().Config
	config.Duplicates = 100 * time.Millisecond // the least that there is
	if _, err := js.UpdateStream(h.t.Context(), config); err != nil {
		h.t.Fatal(err)
	}
	// A stream that is younger and forgets as fast: when it has, the other has.
	if _, err := js.CreateStream(h.t.Context(), jetstream.StreamConfig{Name: "probe", Subjects: []string{"probe"}, Duplicates: config.Duplicates}); err != nil {
		h.t.Fatal(err)
	}
	known := func() bool {
		ack, err := js.Publish(h.t.Context(), "probe", nil, jetstream.WithMsgID("x"))
		if err != nil {
			h.t.Fatal(err)
		}
		return ack.Duplicate
	}
	if known() {
		h.t.Fatal("an id was known before it was said")
	}
	eventually(h.t, "the ids are forgotten", func() bool { return !known() })
}

// streamed are the messages of a stream, as a new reader finds them: up to
// where its leader has come. Asked one by one, a server that has just come
// back and is still catching up may answer that it has none.
func (h *hall) streamed(stream string) []jetstream.Msg {
	h.t.Helper()
	js, end := h.asHub()
	defer end()
	ctx, cancel := context.WithTimeout(h.t.Context(), 60*time.Second)
	defer cancel()
	s, err := js.Stream(ctx, stream)
	if err != nil {
		h.t.Fatal(err)
	}
	reader, err := s.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{})
	if err != nil {
		h.t.Fatal(err)
	}
	messages, err := reader.Messages()
	if err != nil {
		h.t.Fatal(err)
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)()
	var all []jetstream.Msg
	for last := uint64(0); last < s.CachedInfo().State.LastSeq; {
		m, err := messages.Next()
		if err != nil {
			h.t.Fatalf("stream %s, after %d messages: %v", stream, len(all), err)
		}
		meta, err := m.Metadata()
		if err != nil {
			h.t.Fatal(err)
		}
		last = meta.Sequence.Stream
		all = append(all, m)
	}
	return all
}

// logs are the tables' own: each match's events by their subject, and what
// came out of those that are over.
func (h *hall) logs() (bodies map[string][]string, results map[string]tournament.Result) {
	h.t.Helper()
	ctx := context.Background()
	bodies, results = map[string][]string{}, map[string]tournament.Result{}
	for _, tb := range h.tables {
		list, err := tb.store.Matches(ctx)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, summary := range list {
			m, err := tb.store.Match(ctx, summary.ID)
			if err != nil {
				h.t.Fatal(err)
			}
			subject := link.EventSubject(h.event, tb.name, summary.ID)
			for _, e := range m.Events() {
				body, err := json.Marshal(e)
				if err != nil {
					h.t.Fatal(err)
				}
				bodies[subject] = append(bodies[subject], string(body))
			}
			if r, over := tournament.ResultOf(m.State()); over {
				results[summary.ID] = r
			}
		}
	}
	return bodies, results
}

// agree proves that every log, the stream, every hub's model and the
// standings say the same, nothing lost and nothing twice. asked answers for
// the hub that was there all along.
func (h *hall) agree(asked func(path string) string) {
	h.t.Helper()
	want, results := h.logs()
	total := 0
	for _, bodies := range want {
		total += len(bodies)
	}
	eventually(h.t, "the stream has every event", func() bool {
		waiting := 0
		for _, tb := range h.tables {
			if n, err := tb.cursor().Load(); err != nil || n == 0 {
				waiting++
			}
			waiting += tb.link.Status().Waiting
		}
		return waiting == 0
	})
	got := map[string][]string{}
	n := 0
	for _, m := range h.streamed(link.EventStream(h.event)) {
		got[m.Subject()] = append(got[m.Subject()], string(m.Data()))
		n++
	}
	if n != total {
		h.t.Errorf("%d events are in the stream, %d in the tables' logs", n, total)
	}
	for subject, bodies := range want {
		for i, body := range bodies {
			if i >= len(got[subject]) || got[subject][i] != body {
				h.t.Errorf("%s: event %d of %d differs, %d are there", subject, i+1, len(bodies), len(got[subject]))
				break
			}
		}
	}
	second, end := h.newHub("two")
	defer end()
	eventually(h.t, "a new hub has built its model", second.Ready)
	h.compare(asked, func(path string) string { return ask(h.t, second, path) }, results)
}

// compare two hubs' models with each other and with the tables' results.
func (h *hall) compare(one, two func(path string) string, results map[string]tournament.Result) {
	h.t.Helper()
	texts := map[string][2]string{}
	for _, path := range []string{"/api/v1/pairings", "/api/v1/standings", "/api/v1/aside"} {
		texts[path] = [2]string{one(path), two(path)}
	}
	for path, pair := range texts {
		if pair[0] != pair[1] {
			h.t.Errorf("%s: one hub says\n%s\nanother\n%s", path, pair[0], pair[1])
		}
	}
	if !strings.Contains(texts["/api/v1/aside"][0], `"aside":[]`) {
		h.t.Errorf("set aside: %s", texts["/api/v1/aside"][0])
	}
	h.sameResults(texts["/api/v1/pairings"][0], results)
}

// sameResults holds pairings as a hub tells them against the tables' logs.
func (h *hall) sameResults(pairings string, results map[string]tournament.Result) {
	h.t.Helper()
	var answer struct {
		Pairings []struct {
			Board  string             `json:"board_match"`
			B      string             `json:"b"`
			Result *tournament.Result `json:"result"`
		} `json:"pairings"`
	}
	if err := json.Unmarshal([]byte(pairings), &answer); err != nil {
		h.t.Fatal(err)
	}
	for _, p := range answer.Pairings {
		if p.B == "" {
			continue
		}
		if want, ok := results[p.Board]; !ok || p.Result == nil || *p.Result != want {
			h.t.Errorf("match %s: the hall has %+v, the table %+v", p.Board, p.Result, want)
		}
	}
}
