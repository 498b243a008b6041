package cert

import (
	"crypto/ecdsa"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// place is a machine in a test.
type place struct {
	dir   string
	t     time.Time
	hosts Hosts
	told  []string
}

func newPlace(t *testing.T) *place {
	return &place{dir: t.TempDir(), t: time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC), hosts: Hosts{
		Addrs: []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("192.168.1.20"), netip.MustParseAddr("fd00::7")}, Names: []string{"localhost", "board.local"},
	}}
}

func (p *place) open(t *testing.T) *Keeper {
	t.Helper()
	k, err := Open(p.dir, func() Hosts { return p.hosts }, func() time.Time { return p.t }, func(s string) { p.told = append(p.told, s) })
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func leaf(t *testing.T, k *Keeper) *x509.Certificate {
	t.Helper()
	c, err := k.get(nil)
	if err != nil {
		t.Fatal(err)
	}
	return c.Leaf
}

func TestTheCertificateNamesEveryAddressAndIsKept(t *testing.T) {
	p := newPlace(t)
	k := p.open(t)
	c := leaf(t, k)
	roots := x509.NewCertPool()
	roots.AddCert(c)
	for _, name := range []string{"localhost", "board.local", "127.0.0.1", "192.168.1.20", "fd00::7"} {
		if _, err := c.Verify(x509.VerifyOptions{DNSName: name, Roots: roots, CurrentTime: p.t}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, ok := c.PublicKey.(*ecdsa.PublicKey); !ok || c.NotAfter.Sub(c.NotBefore) > 398*24*time.Hour {
		t.Errorf("%T, from %v to %v", c.PublicKey, c.NotBefore, c.NotAfter)
	}
	if again := p.open(t); again.Fingerprint() != k.Fingerprint() || len(p.told) != 0 {
		t.Errorf("a second start made another one: %v", p.told)
	}
	if info, err := os.Stat(filepath.Join(p.dir, "tls", "key.pem")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("key: %v %v", info.Mode(), err)
	}
	if f := k.Fingerprint(); len(f) != 95 || strings.Count(f, ":") != 31 {
		t.Errorf("fingerprint %s", f)
	}
}

func TestAnotherNetworkOrTheEndOfItsTimeMakesANewOne(t *testing.T) {
	p := newPlace(t)
	k := p.open(t)
	first := k.Fingerprint()
	p.hosts.Addrs = []netip.Addr{netip.MustParseAddr("10.1.1.1")}
	if leaf(t, k); k.Fingerprint() != first {
		t.Error("looked again at once")
	}
	p.t = p.t.Add(lookEvery)
	c := leaf(t, k)
	if k.Fingerprint() == first || len(p.told) != 1 {
		t.Errorf("told %v", p.told)
	}
	for _, name := range []string{"10.1.1.1", "192.168.1.20"} {
		if err := c.VerifyHostname(name); err != nil {
			t.Error(err)
		}
	}
	second := k.Fingerprint()
	p.hosts.Addrs = p.hosts.Addrs[:0]
	p.t = p.t.Add(holds - renewAhead - 2*time.Hour)
	if leaf(t, k); k.Fingerprint() != second {
		t.Error("a new one although the old one names more and holds a while")
	}
	p.t = p.t.Add(3 * time.Hour)
	if c := leaf(t, k); k.Fingerprint() == second || !c.NotAfter.Equal(p.t.Add(holds)) {
		t.Errorf("it ends %v, now is %v", c.NotAfter, p.t)
	}
}

func TestADamagedCertificateIsMadeAnew(t *testing.T) {
	p := newPlace(t)
	k := p.open(t)
	if err := os.WriteFile(filepath.Join(p.dir, "tls", "cert.pem"), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := p.open(t); again.Fingerprint() == k.Fingerprint() {
		t.Error("the damaged one is used")
	}
}

func TestAUsersOwnCertificateIsReadAgainWhenItChanges(t *testing.T) {
	p, other := newPlace(t), newPlace(t)
	made, next := p.open(t), other.open(t)
	certFile, keyFile := filepath.Join(p.dir, "tls", "cert.pem"), filepath.Join(p.dir, "tls", "key.pem")
	k, err := Own(certFile, keyFile, func() time.Time { return p.t }, func(s string) { p.told = append(p.told, s) })
	if err != nil {
		t.Fatal(err)
	}
	if k.Fingerprint() != made.Fingerprint() || k.SelfSigned() {
		t.Error("not the one in the file")
	}
	for _, name := range []string{"cert.pem", "key.pem"} {
		data, err := os.ReadFile(filepath.Join(other.dir, "tls", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.dir, "tls", name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(p.dir, "tls", name), p.t, p.t.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	p.t = p.t.Add(lookEvery)
	if leaf(t, k); k.Fingerprint() != next.Fingerprint() {
		t.Errorf("the old one; told %v", p.told)
	}
	if err := os.Remove(certFile); err != nil {
		t.Fatal(err)
	}
	p.t = p.t.Add(lookEvery)
	if leaf(t, k); k.Fingerprint() != next.Fingerprint() || len(p.told) != 1 || !strings.Contains(p.told[0], "cert.pem") {
		t.Errorf("the file is gone: told %v", p.told)
	}
	if _, err := Own(certFile, keyFile, time.Now, func(string) {}); err == nil || !strings.Contains(err.Error(), certFile) {
		t.Errorf("no file: %v", err)
	}
	p.t = p.t.Add(2 * holds)
	if leaf(t, k); len(p.told) != 2 {
		t.Errorf("told %v", p.told)
	}
}

func TestABrowserThatTrustsItConnects(t *testing.T) {
	p := newPlace(t)
	p.t = time.Now()
	k := p.open(t)
	here, there := net.Pipe()
	shaken := make(chan error, 1)
	go func() { shaken <- tls.Server(there, k.Config()).Handshake() }()
	roots := x509.NewCertPool()
	roots.AddCert(leaf(t, k))
	c := tls.Client(here, &tls.Config{RootCAs: roots, ServerName: "192.168.1.20"})
	if err := c.HandshakeContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := c.ConnectionState().Version; v != tls.VersionTLS13 {
		t.Errorf("version %x", v)
	}
	here.Close() // without TLS's farewell, which would wait for a reader
	if err := <-shaken; err != nil {
		t.Error(err)
	}
}
