package ui

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gin-gonic/gin"
)

// dribble sends text byte by byte, one a second, and says after how long the
// other side would hear no more.
func dribble(c net.Conn, text string) time.Duration {
	begun := time.Now()
	for i := range len(text) {
		if _, err := c.Write([]byte{text[i]}); err != nil {
			break
		}
		time.Sleep(time.Second)
	}
	return time.Since(begun)
}

// TestSlowClientsAreNotWaitedFor runs by the clock of a bubble: hours take no
// time.
func TestSlowClientsAreNotWaitedFor(t *testing.T) {
	const head = "POST /api/v1/access/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n"
	for _, tc := range []struct {
		what   string
		first  string // sent at once
		slowly string // then byte by byte
		within time.Duration
	}{
		{"silent", "", "", readHeaderTimeout},
		{"a header byte by byte", "", "GET /api/v1/state HTTP/1.1\r\nX-Slow: " + strings.Repeat("x", 1000), readHeaderTimeout},
		{"headers without end", "GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n", strings.Repeat("X: y\r\n", 1000), readHeaderTimeout},
		{"a body byte by byte", head + "\r\n", strings.Repeat(" ", 5000), readTimeout},
		{"a body that does not come", head + "\r\n", "", readTimeout},
		{"a chunk byte by byte", "POST /api/v1/access/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n", strings.Repeat(" ", 5000), readTimeout},
		{"nothing after an answer", "GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n\r\n", "", idleTimeout},
	} {
		t.Run(tc.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, _ := newServer(t, func(o *Options) { o.Access = aKeeper(t) })
				ln := newPipes()
				defer serve(t, s, ln)()
				client, server := net.Pipe()
				ln.conns <- server
				defer client.Close()
				heard := make(chan time.Duration, 1)
				begun := time.Now()
				go func() {
					io.Copy(io.Discard, client) // ends when the server closes
					heard <- time.Since(begun)
				}()
				if _, err := io.WriteString(client, tc.first); err != nil {
					t.Fatal(err)
				}
				wrote := dribble(client, tc.slowly)
				closed := <-heard
				if most := tc.within + 2*time.Second; closed > most || wrote > most {
					t.Errorf("closed after %v, writing went on for %v; want %v", closed, wrote, tc.within)
				}
			})
		})
	}
}

func TestNobodyTakesAllConnections(t *testing.T) {
	l := countConns(nil).(*counted)
	at := func(a string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(a)) }
	var leave []func()
	for range maxConnsOfOne {
		done, ok := l.enter(at("192.168.1.30:1"))
		if !ok {
			t.Fatal("too few")
		}
		leave = append(leave, done)
	}
	if _, ok := l.enter(at("[::ffff:192.168.1.30]:2")); ok {
		t.Error("one too many of one address")
	}
	if _, ok := l.enter(at("192.168.1.31:1")); !ok {
		t.Error("another address is refused")
	}
	leave[0]()
	if _, ok := l.enter(at("192.168.1.30:1")); !ok {
		t.Error("a place that was left is not given")
	}
	for range maxConns {
		l.enter(at("127.0.0.1:1"))
	}
	if _, ok := l.enter(at("127.0.0.1:1")); ok || l.all != maxConns {
		t.Errorf("%d connections", l.all)
	}
	for _, done := range leave[1:] {
		done()
	}
	if n := l.of[netip.MustParseAddr("192.168.1.30")]; n != 1 {
		t.Errorf("%d connections of one that has 1", n)
	}
}

// public are the routes that change something and are there for everybody.
var public = map[string]bool{
	"POST /api/v1/access/sign-in": true, "POST /api/v1/access/sign-out": true, "POST /api/v1/phone/join": true,
}

// TestEveryRouteThatChangesSomethingAsksWhoOperates asks each as a watcher
// elsewhere and as another site's page here.
func TestEveryRouteThatChangesSomethingAsksWhoOperates(t *testing.T) {
	f := buildFortress(t)
	u := setUp(t)
	asked := 0
	for _, s := range []*Server{f.server, u.server} {
		e := gin.New()
		s.routes(e)
		for _, r := range e.Routes() {
			if r.Method == http.MethodGet || r.Method == http.MethodHead || public[r.Method+" "+r.Path] {
				continue
			}
			path := strings.NewReplacer(":name", "main", ":id", "x", ":device", "x", ":match", "x", ":player", "x").Replace(r.Path)
			if s == f.server {
				if a, body := asks(t, browserTo(t, f.port), r.Method, f.there+path, "{}"); a.StatusCode != 401 && a.StatusCode != 403 {
					t.Errorf("%s %s of a watcher: %d %.200s", r.Method, r.Path, a.StatusCode, body)
				}
				asked++
			}
			base := f.here
			if s == u.server {
				base, path = u.base, strings.Replace(path, "/main", "/board", 1)
			}
			if a, body := asks(t, http.DefaultClient, r.Method, base+path, "{}", "Origin: http://evil.example"); a.StatusCode != 403 {
				t.Errorf("%s %s of another site: %d %.200s", r.Method, r.Path, a.StatusCode, body)
			}
		}
	}
	if asked < 15 {
		t.Errorf("only %d routes were asked", asked)
	}
}

func TestPlainHTTPIsSentToTheEncryptedPage(t *testing.T) {
	h := toHTTPS([]string{"board.example.org"})
	for _, tc := range []struct {
		raw, to string
		status  int
	}{
		{"GET /b/x/phone?lang=fr HTTP/1.1\r\nHost: 192.168.1.20:8080\r\n\r\n", "https://192.168.1.20:8080/b/x/phone?lang=fr", 307},
		{"HEAD / HTTP/1.1\r\nHost: board.example.org\r\n\r\n", "https://board.example.org/", 307},
		{"GET http://192.168.1.20/x HTTP/1.1\r\nHost: localhost\r\n\r\n", "https://192.168.1.20/x", 307},
		{"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "", 421},
		{"POST /api/v1/access/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", "", 403},
	} {
		ln := newPipes()
		srv := &http.Server{Handler: h}
		ended := make(chan error, 1)
		go func() { ended <- srv.Serve(ln) }()
		client, server := net.Pipe()
		ln.conns <- server
		if _, err := io.WriteString(client, tc.raw); err != nil {
			t.Fatal(err)
		}
		r := answer(t, client)
		if r.StatusCode != tc.status || r.Header.Get("Location") != tc.to {
			t.Errorf("%.40q: %d to %q", tc.raw, r.StatusCode, r.Header.Get("Location"))
		}
		srv.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	}
}

func ExampleKeyPage() {
	fmt.Println(KeyPage("7KQF-2M9X-0ABC-ZZ19"))
	// Output: /operate#key=7KQF-2M9X-0ABC-ZZ19
}
