package hub

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go/jetstream"
)

// streamHealth is how a stream stands with the servers that keep it.
type streamHealth struct {
	label     string // in metrics
	stream    string
	led       bool // it answers: a majority of its servers stands
	current   int  // servers that have all of it
	behind    []string
	away      []string
	consumers int
	messages  uint64
	bytes     uint64
}

// The pace of looking after the streams.
const (
	healthEvery    = 10 * time.Second
	healthPatience = 3 * time.Second
)

// eventStreams are the event's streams, by their label in metrics.
func (h *Hub) eventStreams() [3]streamHealth {
	return [3]streamHealth{
		{label: "log", stream: link.LogStream(h.o.Event)},
		{label: "tables", stream: link.EventStream(h.o.Event)},
		{label: "assignments", stream: link.TableStream(h.o.Event)},
	}
}

// watchStreams asks how the streams stand until ctx ends.
func (h *Hub) watchStreams(ctx context.Context) {
	tick := time.NewTicker(healthEvery)
	defer tick.Stop()
	for {
		streams := h.eventStreams()
		for i := range streams {
			h.lookAt(ctx, &streams[i])
		}
		if ctx.Err() == nil {
			h.streams.Store(&streams)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (h *Hub) lookAt(ctx context.Context, s *streamHealth) {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	stream, err := h.js.Stream(ctx, s.stream)
	if err != nil {
		return // nobody leads it
	}
	s.take(stream.CachedInfo())
}

// take reads what a stream's leader says of it.
func (s *streamHealth) take(info *jetstream.StreamInfo) {
	s.consumers, s.messages, s.bytes = info.State.Consumers, info.State.Msgs, info.State.Bytes
	s.led, s.current = true, 1
	if info.Cluster == nil {
		return // one server alone
	}
	s.led = info.Cluster.Leader != ""
	for _, r := range info.Cluster.Replicas {
		switch {
		case r.Offline:
			s.away = append(s.away, r.Name)
		case !r.Current:
			s.behind = append(s.behind, r.Name)
		default:
			s.current++
		}
	}
}

// problem is why nothing can be stored; nil while it can.
func (s *streamHealth) problem() error {
	if s.led {
		return nil
	}
	return fmt.Errorf("nobody leads stream %s: too few of its servers answer, and nothing can be stored: start them", s.stream)
}

// warning is what stands badly while all still works; nil when all is well.
func (s *streamHealth) warning() error {
	var all []error
	if len(s.away) > 0 {
		all = append(all, fmt.Errorf("stream %s: %s away: start it again", s.stream, namely(s.away)))
	}
	if len(s.behind) > 0 {
		all = append(all, fmt.Errorf("stream %s: %s catching up", s.stream, namely(s.behind)))
	}
	return errors.Join(all...)
}

func namely(servers []string) string {
	if len(servers) == 1 {
		return "server " + servers[0] + " is"
	}
	return "servers " + strings.Join(servers, " and ") + " are"
}
