package hub

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ditchline/score/hall/link"

	"github.com/nats-io/nats.go/jetstream"
)

// dedupeWindow is how long the server itself knows a message id. Beyond it
// the expected sequence of each match's subject keeps resends out.
const dedupeWindow = 10 * time.Minute

// ensureStreams makes an event's streams, or brings them up to date. Nothing
// in them ever expires: people delete an event as a whole.
func ensureStreams(ctx context.Context, js jetstream.JetStream, event string, replicas int) error {
	for _, c := range []jetstream.StreamConfig{
		{
			Name: link.EventStream(event), Subjects: []string{link.EventSubjects(event)},
			Description: "what the tables' match logs say", Duplicates: dedupeWindow, AllowDirect: true,
			DenyDelete: true, DenyPurge: false, Discard: jetstream.DiscardNew, MaxMsgSize: 1 << 20,
		},
		{
			Name: link.LogStream(event), Subjects: []string{link.LogSubject(event)},
			Description: "the tournament's own log", Duplicates: dedupeWindow, AllowDirect: true,
			DenyDelete: true, Discard: jetstream.DiscardNew, MaxMsgSize: 1 << 20,
		},
		{
			Name: link.TableStream(event), Subjects: []string{link.TableSubject(event, "*")},
			Description: "what each table is to play, the newest only", AllowDirect: true,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardOld, MaxMsgSize: 1 << 20,
		},
	} {
		c.Storage, c.Replicas, c.Retention = jetstream.FileStorage, replicas, jetstream.LimitsPolicy
		_, err := js.CreateOrUpdateStream(ctx, c)
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}
