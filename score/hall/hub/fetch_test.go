package hub

import (
	"context"
	"fmt"
	"testing"

	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go/jetstream"
)

// behind are streams of which this program sees a server that has not got the
// newest message yet, while the leader has.
type behind struct {
	jetstream.JetStream
	asked chan struct{} // closed when the leader was asked
}

func (b behind) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	s, err := b.JetStream.Stream(ctx, name)
	return behindStream{s, b.asked}, err
}

type behindStream struct {
	jetstream.Stream
	asked chan struct{}
}

func (s behindStream) Info(ctx context.Context, opts ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	info, err := s.Stream.Info(ctx, opts...)
	if err != nil {
		return nil, err
	}
	for subject := range info.State.Subjects {
		info.State.Subjects[subject]++
	}
	close(s.asked)
	return info, nil
}

// A match is fetched up to what the leader has, also by a consumer whose
// server has less: it waits for the rest.
func TestAMatchIsFetchedAsTheLeaderHasIt(t *testing.T) {
	server, err := StartEmbedded(EmbeddedOptions{Dir: t.TempDir(), Name: "one", Host: "127.0.0.1", Port: -1, Loose: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	h, err := New(t.Context(), Options{Event: "cup", Name: "one", Servers: server.URL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.conn.Close)
	subject := link.EventSubject("cup", "1", "m")
	say := func(subject string, n int) {
		if _, err := h.js.Publish(t.Context(), subject, fmt.Append(nil, n)); err != nil {
			t.Error(err)
		}
	}
	for n := range 3 {
		say(subject, n)
		say(link.EventSubject("cup", "2", "m"), n)
	}
	js := h.js
	late := behind{js, make(chan struct{})}
	h.js = late
	written := make(chan struct{})
	go func() {
		defer close(written)
		<-late.asked
		if _, err := js.Publish(context.Background(), subject, []byte("3")); err != nil {
			t.Error(err)
		}
	}()
	bodies, err := h.fetch(t.Context(), subject)
	if err != nil || fmt.Sprintf("%s", bodies) != "[0 1 2 3]" {
		t.Errorf("fetched %s, %v", bodies, err)
	}
	<-written
	h.js = js
	if none, err := h.fetch(t.Context(), link.EventSubject("cup", "3", "m")); err != nil || len(none) != 0 {
		t.Errorf("of a match that is not there: %s, %v", none, err)
	}
}
