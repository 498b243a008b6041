package hub_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// line is a table's network: one stretch of it to each server, which can be
// cut under a link that knows nothing of it.
type line struct {
	mu     sync.Mutex
	cond   *sync.Cond
	state  lineState
	conns  map[net.Conn]struct{}
	fronts []net.Listener
	group  sync.WaitGroup
}

type lineState int

const (
	whole  lineState = iota
	broken           // connections end, and none is made
	frozen           // nothing moves; what was on the way arrives when it thaws
	gone             // the test is over
)

// newLine leads to the addresses of servers.
func newLine(t *testing.T, servers []string) *line {
	t.Helper()
	l := &line{conns: map[net.Conn]struct{}{}}
	l.cond = sync.NewCond(&l.mu)
	for _, address := range servers {
		front, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l.fronts = append(l.fronts, front)
		l.group.Go(func() { l.accept(front, strings.TrimPrefix(address, "nats://")) })
	}
	t.Cleanup(func() {
		l.set(gone)
		for _, front := range l.fronts {
			front.Close()
		}
		l.group.Wait()
	})
	return l
}

// urls are where the servers are, by this line.
func (l *line) urls() []string {
	var all []string
	for _, front := range l.fronts {
		all = append(all, "nats://"+front.Addr().String())
	}
	return all
}

func (l *line) set(s lineState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = s
	if s == broken || s == gone {
		for c := range l.conns {
			c.Close()
		}
	}
	l.cond.Broadcast()
}

// hold keeps a connection to be closed when the line breaks; false: it is broken.
func (l *line) hold(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == broken || l.state == gone {
		c.Close()
		return false
	}
	l.conns[c] = struct{}{}
	return true
}

func (l *line) drop(c net.Conn) {
	c.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

func (l *line) accept(front net.Listener, server string) {
	for {
		near, err := front.Accept()
		if err != nil {
			return
		}
		if !l.hold(near) {
			continue
		}
		l.group.Go(func() {
			defer l.drop(near)
			far, err := net.Dial("tcp", server)
			if err != nil || !l.hold(far) {
				return
			}
			defer l.drop(far)
			var both sync.WaitGroup
			both.Go(func() { l.carry(far, near) })
			l.carry(near, far)
			both.Wait()
		})
	}
}

// carry moves bytes one way until either end closes.
func (l *line) carry(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	piece := make([]byte, 4096)
	for {
		n, err := from.Read(piece)
		l.mu.Lock()
		for l.state == frozen {
			l.cond.Wait()
		}
		l.mu.Unlock()
		if n > 0 {
			if _, err := to.Write(piece[:n]); err != nil {
				return
			}
		}
		if err == io.EOF || err != nil {
			return
		}
	}
}
