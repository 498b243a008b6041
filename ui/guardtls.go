package ui

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// tlsHandshake is the first byte of a TLS connection: a record of type
// handshake (RFC 8446 5.1). No HTTP request begins with it.
const tlsHandshake = 0x16

// Secured is a listener of encrypted connections. Who speaks plain HTTP to it
// is sent to the same address with https.
func Secured(ln net.Listener, config *tls.Config, names []string, log *slog.Logger) net.Listener {
	l := &secured{
		Listener: countConns(ln), config: config, encrypted: make(chan net.Conn), done: make(chan struct{}),
		plain: plainConns{addr: ln.Addr(), conns: make(chan net.Conn), done: make(chan struct{})},
	}
	l.redirects = &http.Server{
		Handler: toHTTPS(ownNames(names)), ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, WriteTimeout: readTimeout,
		IdleTimeout: readTimeout, MaxHeaderBytes: maxHeaderBytes, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	l.workers.Go(func() { l.redirects.Serve(l.plain) })
	l.workers.Go(l.accept)
	return l
}

type secured struct {
	net.Listener
	config    *tls.Config
	encrypted chan net.Conn
	plain     plainConns
	redirects *http.Server
	workers   sync.WaitGroup
	once      sync.Once
	done      chan struct{}
	failed    error // why Listener gave no more; set before done is closed
}

// accept takes connections until the listener is closed, and tells them apart.
func (l *secured) accept() {
	for {
		c, err := l.Listener.Accept()
		var passing interface{ Temporary() bool }
		if errors.As(err, &passing) && passing.Temporary() { // such as too many open files
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if err != nil {
			l.end(err)
			return
		}
		l.workers.Go(func() { l.sort(c) })
	}
}

// sort hands a connection on by its first byte, which it waits for as long as
// a request's header may take.
func (l *secured) sort(c net.Conn) {
	first := make([]byte, 1)
	if err := c.SetReadDeadline(time.Now().Add(readHeaderTimeout)); err != nil {
		c.Close()
		return
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() { // a silent connection is not waited for at the end
		select {
		case <-l.done:
			c.Close()
		case <-stop:
		}
	}()
	if _, err := c.Read(first); err != nil || c.SetReadDeadline(time.Time{}) != nil {
		c.Close()
		return
	}
	whole := &begunConn{Conn: c, first: first}
	to, out := l.plain.conns, net.Conn(whole)
	if first[0] == tlsHandshake {
		to, out = l.encrypted, tls.Server(whole, l.config)
	}
	select {
	case to <- out:
	case <-l.done:
		c.Close()
	}
}

// Accept gives encrypted connections, before their handshake.
func (l *secured) Accept() (net.Conn, error) {
	select {
	case c := <-l.encrypted:
		return c, nil
	case <-l.done:
		return nil, l.failed
	}
}

func (l *secured) end(why error) {
	l.once.Do(func() {
		l.failed = why
		close(l.done)
		l.redirects.Close()
	})
}

// Close ends it; connections that it gave out go on.
func (l *secured) Close() error {
	err := l.Listener.Close()
	l.end(net.ErrClosed)
	l.workers.Wait()
	return err
}

// plainConns is a listener of the connections that are not encrypted.
type plainConns struct {
	addr  net.Addr
	conns chan net.Conn
	done  chan struct{}
}

func (p plainConns) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close is called once, by its server.
func (p plainConns) Close() error {
	close(p.done)
	return nil
}

func (p plainConns) Addr() net.Addr { return p.addr }

// begunConn is a connection of which the first byte was read.
type begunConn struct {
	net.Conn
	first []byte
}

func (c *begunConn) Read(b []byte) (int, error) {
	if len(c.first) > 0 && len(b) > 0 {
		n := copy(b, c.first)
		c.first = c.first[n:]
		return n, nil
	}
	return c.Conn.Read(b)
}

// toHTTPS sends a browser that opens a page to its encrypted address. What
// else comes unencrypted is refused: it may hold what nobody should have read.
func toHTTPS(names []string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Connection", "close")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		status, code, text := http.StatusMisdirectedRequest, "wrong_host", fmt.Sprintf("host %.100q is not known here", r.Host)
		if ownHost(r.Host, names) {
			if r.Method == http.MethodGet || r.Method == http.MethodHead {
				h.Set("Location", "https://"+r.Host+r.URL.RequestURI())
				w.WriteHeader(http.StatusTemporaryRedirect)
				return
			}
			status, code, text = http.StatusForbidden, "needs_tls", "this server is asked over https only"
		}
		h.Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(problem{problemText{code, text}})
	}
}
