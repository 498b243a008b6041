package main

import (
	"encoding/json"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ditchline/ui/access"
)

// listening is what a run on the network says first.
func listening(t *testing.T, args ...string) announcement {
	t.Helper()
	got := call(t, fakeParts(), append([]string{"run", "--json", "--exit-at-end"}, args...)...)
	if got.status != 0 {
		t.Fatalf("status %d: %s", got.status, got.stderr)
	}
	var n announcement
	if err := json.NewDecoder(strings.NewReader(got.stdout)).Decode(&n); err != nil {
		t.Fatalf("%s: %v", got.stdout, err)
	}
	return n
}

func TestTheFirstRunOnANetworkMakesAKeyAndShowsItOnce(t *testing.T) {
	dir := t.TempDir()
	if n := listening(t, "--data", dir, "--listen", "127.0.0.1:0"); n.Operate != "" || n.Network != "" || n.Fingerprint != "" {
		t.Errorf("on this machine alone: %+v", n)
	}
	first := listening(t, "--data", dir, "--listen", "0.0.0.0:0", "--tls")
	page, key, shown := strings.Cut(first.Operate, "/operate#key=")
	if !shown || !strings.HasPrefix(page, "https://") || !strings.HasPrefix(first.URL, "https://localhost:") || len(first.Fingerprint) != 95 {
		t.Fatalf("%+v", first)
	}
	keeper, err := access.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keeper.SignIn(key, clientOf(t), "x"); err != nil {
		t.Errorf("the key that was shown: %v", err)
	}
	second := listening(t, "--data", dir, "--listen", "0.0.0.0:0", "--tls")
	if strings.Contains(second.Operate, "#") || second.Fingerprint != first.Fingerprint {
		t.Errorf("a second start: %+v", second)
	}
	text, err := os.ReadFile(filepath.Join(dir, access.FileName))
	if err != nil || strings.Contains(string(text), key) {
		t.Errorf("%s, %v", text, err)
	}

	made := call(t, fakeParts(), "key", "--json", "--data", dir, "--listen", "0.0.0.0:8080", "--tls")
	var k keyMade
	if err := json.Unmarshal([]byte(made.stdout), &k); err != nil || k.Key == key || !strings.HasSuffix(k.Operate, ":8080/operate#key="+k.Key) || !strings.HasPrefix(k.Operate, "https://") {
		t.Errorf("%d %s %v", made.status, made.stdout, err)
	}
	if keeper, err = access.Open(dir, time.Now); err != nil || len(keeper.Devices()) != 0 {
		t.Errorf("%d devices are signed in after a new key, %v", len(keeper.Devices()), err)
	}
	if _, err := keeper.SignIn(k.Key, clientOf(t), "x"); err != nil {
		t.Error(err)
	}
}

func TestPeopleReadTheKeyAndACodeForIt(t *testing.T) {
	got := call(t, fakeParts(), "run", "--exit-at-end", "--data", t.TempDir(), "--listen", "0.0.0.0:0", "--tls")
	for _, want := range []string{"Open https://localhost:", "SHA-256", "iPhone", "operator's key", "▄", "/operate#key=", "ditchline key"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("nothing of %q in:\n%s", want, got.stdout)
		}
	}
	if strings.Contains(got.stdout, "\x1b") {
		t.Error("colours where there is no terminal")
	}
	got = call(t, fakeParts(), "key", "--data", t.TempDir())
	if !strings.Contains(got.stdout, "Operator's key: ") || strings.Contains(got.stdout, "http") {
		t.Errorf("a key that no network asks for: %s", got.stdout)
	}
}

func TestDoorsThatCannotBeMeant(t *testing.T) {
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"watching by nobody":        {[]string{"run", "--watch", "friends"}, 2, "link"},
		"a certificate alone":       {[]string{"run", "--tls-cert", "c.pem"}, 2, "tls_key"},
		"a certificate of no file":  {[]string{"run", "--listen", "127.0.0.1:0", "--tls-cert", "no.pem", "--tls-key", "no.key"}, 1, "no.pem"},
		"a phone with a name":       {[]string{"run", "--source", "phone:mine", "--listen", "127.0.0.1:0"}, 2, "mine"},
		"a key for somebody":        {[]string{"key", "anna"}, 2, "anna"},
		"tls that is neither nor":   {[]string{"run", "--tls=perhaps"}, 2, "perhaps"},
		"a key in a damaged folder": {[]string{"key", "--data", "/dev/null/x"}, 1, "/dev/null"},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), c.args...)
			if got.status != c.status || !strings.Contains(got.stderr, c.says) {
				t.Errorf("status %d, want %d naming %q:\n%s", got.status, c.status, c.says, got.stderr)
			}
		})
	}
}

func clientOf(t *testing.T) netip.Addr {
	t.Helper()
	return netip.MustParseAddr("192.168.1.30")
}
