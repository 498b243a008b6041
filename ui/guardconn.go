package ui

import (
	"net"
	"net/netip"
	"sync"
)

// Bounds of connections, so that nobody takes them all: of one address on the
// network, and of all. A browser holds six; a hall's phones come each from
// their own address.
const (
	maxConnsOfOne = 64
	maxConns      = 8192
)

// counted is a listener that closes at once what is beyond the bounds. This
// machine's own connections count among all only.
type counted struct {
	net.Listener
	mu  sync.Mutex
	all int
	of  map[netip.Addr]int
}

func countConns(ln net.Listener) net.Listener {
	return &counted{Listener: ln, of: map[netip.Addr]int{}}
}

func (l *counted) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if leave, ok := l.enter(c.RemoteAddr()); ok {
			return &countedConn{Conn: c, leave: sync.OnceFunc(leave)}, nil
		}
		c.Close()
	}
}

func (l *counted) enter(a net.Addr) (leave func(), ok bool) {
	from := netip.Addr{}
	if p, err := netip.ParseAddrPort(a.String()); err == nil && !p.Addr().Unmap().IsLoopback() {
		from = p.Addr().Unmap()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= maxConns || from.IsValid() && l.of[from] >= maxConnsOfOne {
		return nil, false
	}
	l.all++
	l.of[from]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.all--
		if l.of[from]--; l.of[from] == 0 {
			delete(l.of, from)
		}
	}, true
}

// countedConn leaves when it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

func (c *countedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
