package ui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/ui/storybook"

	"github.com/prometheus/client_golang/prometheus"
)

// pipes is a listener without a network: nothing is buffered on the way, so
// that a client which does not read is felt at once, also under synctest.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// get sends a request on a new connection and returns it unread.
func (p *pipes) get(t *testing.T, path string) net.Conn {
	t.Helper()
	client, server := net.Pipe()
	p.conns <- server
	t.Cleanup(func() { client.Close() })
	if _, err := fmt.Fprintf(client, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	return client
}

// answer reads the header of an answer.
func answer(t *testing.T, c net.Conn) *http.Response {
	t.Helper()
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Body.Close() })
	return r
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// newServer shows one board named main.
func newServer(t *testing.T, change func(*Options)) (*Server, *storybook.Board) {
	t.Helper()
	board := storybook.NewBoard("test")
	o := Options{
		Boards:  []NamedBoard{{"main", board}},
		Encode:  func(f capture.Frame, quality int) ([]byte, error) { return f.Pix, nil },
		Resize:  func(f capture.Frame, width int) (capture.Frame, error) { f.Width = width; return f, nil },
		Metrics: prometheus.NewRegistry(),
		Version: "v1.2.3",
		Log:     quiet(),
	}
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s, board
}

// serve runs the server on ln until the returned function is called, which
// waits for its end and fails the test if that took an error.
func serve(t *testing.T, s *Server, ln net.Listener) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, ln) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Errorf("Serve: %v", err)
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

// listen runs the server on a real port and returns its address.
func listen(t *testing.T, s *Server) (base string, stop func()) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + ln.Addr().String(), serve(t, s, ln)
}

func fetch(t *testing.T, url string) (int, http.Header, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, r.Header, string(body)
}

// picture is a frame whose test JPEG is the given text.
func picture(seq uint64, text string) capture.Frame {
	return capture.Frame{Seq: seq, CapturedAt: time.Unix(1_700_000_000, int64(seq)), Width: 1920, Height: 1080, Pix: []byte(text)}
}
