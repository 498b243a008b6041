package session

import (
	"context"

	"ditchline/capture"
)

// Outlet is where a session shows its frames, its pictures and its states. It
// may outlive the session: where another takes its place, screens stay. Its
// zero value is ready; its methods may be called from any goroutine.
type Outlet struct {
	frames    feed[capture.Frame]
	pictures  feed[Picture]
	snapshots feed[Snapshot]
}

// Clear forgets the pictures of a session that has ended, before the next one
// shows its own.
func (o *Outlet) Clear() {
	o.frames.forget()
	o.pictures.forget()
}

// Snapshot is the newest state. Its slices and maps are never written to.
func (o *Outlet) Snapshot() Snapshot {
	n, _ := o.snapshots.newest()
	return n
}

// Subscribe gives the snapshots published from now on, the newest only to a
// slow reader, until ctx ends.
func (o *Outlet) Subscribe(ctx context.Context) <-chan Snapshot { return o.snapshots.subscribe(ctx) }

// Frame is the newest picture; ok is false before the first.
func (o *Outlet) Frame() (f capture.Frame, ok bool) { return o.frames.newest() }

// Frames gives the pictures from now on, the newest only to a slow reader,
// until ctx ends.
func (o *Outlet) Frames(ctx context.Context) <-chan capture.Frame { return o.frames.subscribe(ctx) }

// Pictures gives the frames that were looked at, each with what was seen in
// it, the newest only to a slow reader, until ctx ends.
func (o *Outlet) Pictures(ctx context.Context) <-chan Picture { return o.pictures.subscribe(ctx) }

// Show publishes a state where no session does, as the next version.
func (o *Outlet) Show(n Snapshot) {
	n.Version = o.Snapshot().Version + 1
	o.snapshots.publish(n)
}
