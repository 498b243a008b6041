package session

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestAScreenStaysWhereOneSessionFollowsAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cam := overhead(0, 0, 0)
		outlet := &Outlet{}
		states := outlet.Subscribe(t.Context())
		next := func(name string) *Session {
			s, err := New(Options{
				Source: named{live(picture(cam), 2), name}, Eyes: func() Eyes { return &eyes{finder: found(cam), detector: discs(50)} },
				Desk: newDesk(t), Program: "p", Log: discard, Now: time.Now, Outlet: outlet,
			})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		if err := next("first").Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		last := <-states
		if _, ok := outlet.Frame(); !ok || last.Source != "first" || last.Phase != Ended {
			t.Fatalf("the first session shows %+v", last)
		}
		second := next("second")
		if _, ok := outlet.Frame(); ok {
			t.Error("the second session shows the first one's picture")
		}
		if n := <-states; n.Source != "second" || n.Phase != Starting || n.Version <= last.Version {
			t.Errorf("after version %d: %+v", last.Version, n)
		}
		if err := second.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := outlet.Snapshot(); n.Source != "second" || n.Phase != Ended || len(n.Discs) != 1 {
			t.Errorf("the second session shows %+v", n)
		}
		before := outlet.Snapshot().Version
		outlet.Show(Snapshot{Text: "nobody"})
		if n := outlet.Snapshot(); n.Text != "nobody" || n.Version != before+1 {
			t.Errorf("%+v", n)
		}
	})
}

// named is a source with a name.
type named struct {
	sourceFunc
	name string
}

func (n named) String() string { return n.name }
