package ui

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"ditchline/ui/cert"
)

func TestOnePortAnswersBothAndEncryptsEverything(t *testing.T) {
	keeper := aKeeper(t)
	key, err := keeper.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newServer(t, func(o *Options) { o.Access = keeper })
	certs, err := cert.Open(t.TempDir(), func() cert.Hosts {
		return cert.Hosts{Addrs: []netip.Addr{netip.MustParseAddr("127.0.0.1")}, Names: []string{"board.local"}}
	}, time.Now, func(text string) { t.Error(text) })
	if err != nil {
		t.Fatal(err)
	}
	plain, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	port := plain.Addr().(*net.TCPAddr).Port
	stop := serve(t, s, Secured(plain, certs.Config(), nil, quiet()))

	leaf, err := certs.Config().GetCertificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(leaf.Leaf)
	browser := browserTo(t, port)
	browser.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: roots}
	base := fmt.Sprintf("https://board.local:%d", port)
	if r, _ := asks(t, browser, "GET", base+"/operate", ""); r.StatusCode != 200 || r.TLS.Version != tls.VersionTLS13 {
		t.Errorf("encrypted: %d", r.StatusCode)
	}
	r, _ := asks(t, browser, "POST", base+"/api/v1/access/sign-in", `{"key":"`+key+`"}`)
	if c := r.Cookies(); r.StatusCode != 204 || len(c) != 1 || !c[0].Secure || !strings.HasPrefix(c[0].Name, "__Host-") {
		t.Errorf("signed in: %d %v", r.StatusCode, c)
	}
	if got := roleOf(t, browser, base); got != "operator" {
		t.Errorf("signed in as %s", got)
	}
	r, _ = asks(t, browser, "GET", fmt.Sprintf("http://board.local:%d/start?lang=nl", port), "")
	if to := r.Header.Get("Location"); r.StatusCode != 307 || to != base+"/start?lang=nl" {
		t.Errorf("unencrypted: %d to %s", r.StatusCode, to)
	}
	if r, body := asks(t, browser, "POST", fmt.Sprintf("http://board.local:%d/api/v1/access/sign-in", port), `{"key":"`+key+`"}`); r.StatusCode != 403 || !strings.Contains(body, "https") {
		t.Errorf("a key unencrypted: %d %s", r.StatusCode, body)
	}

	silent, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	halfway, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer halfway.Close()
	if _, err := halfway.Write([]byte{tlsHandshake, 3, 1}); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	stop()
	if took := time.Since(begun); took > shutdownTimeout+2*time.Second {
		t.Errorf("the end took %v", took)
	}
	for _, c := range []net.Conn{silent, halfway} {
		if err := c.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, bufio.NewReader(c)); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Error("a connection stays open after the end")
		}
	}
}
