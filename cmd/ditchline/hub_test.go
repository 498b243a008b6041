package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestListsOfTables(t *testing.T) {
	for list, want := range map[string][]string{
		"":            nil,
		"1-4":         {"1", "2", "3", "4"},
		"7, stage,9 ": {"7", "stage", "9"},
		"main-hall":   {"main-hall"},
		"3-3":         {"3"},
	} {
		if got, err := readTables(list); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v, want %v", list, got, err, want)
		}
	}
	for _, list := range []string{"4-1", "1-1000000"} {
		if got, err := readTables(list); err == nil {
			t.Errorf("%q: %v", list, got)
		}
	}
}

func TestHubSaysWhatIsWrong(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for name, c := range map[string]struct {
		args   []string
		status int
		stderr string
	}{
		"an unknown preset":          {[]string{"hub", "--preset", "olympics"}, 2, "nca-singles"},
		"a bad list of tables":       {[]string{"hub", "--tables", "9-1"}, 2, "lower number first"},
		"a bad address for tables":   {[]string{"hub", "--nats-listen", "here"}, 2, "--nats-listen"},
		"entries without a preset":   {[]string{"hub", "--entries", "x.csv"}, 2, "--preset"},
		"an entry list not there":    {[]string{"hub", "--preset", "swiss", "--entries", "missing.csv"}, 1, "missing.csv"},
		"a taken port for tables":    {[]string{"hub", "--listen", "127.0.0.1:0", "--nats-listen", taken.Addr().String()}, 1, "choose another address with --nats-listen"},
		"an event of two words":      {[]string{"hub", "--listen", "127.0.0.1:0", "--event", "my cup"}, 1, `"my cup"`},
		"a cluster that's not there": {[]string{"hub", "--listen", "127.0.0.1:0", "--nats", "bad url:x"}, 1, "hub"},
	} {
		t.Run(name, func(t *testing.T) {
			got := call(t, fakeParts(), c.args...)
			if got.status != c.status || !strings.Contains(got.stderr, c.stderr) {
				t.Errorf("exit status %d, want %d with %q:\n%s", got.status, c.status, c.stderr, got.stderr)
			}
		})
	}
}

// The whole command, from its announcement to Ctrl-C.
func TestHubServesATournament(t *testing.T) {
	data := t.TempDir()
	entries := filepath.Join(data, "entries.csv")
	if err := os.WriteFile(entries, []byte("name\nAnn\nBob\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	read, write := io.Pipe()
	var stderr bytes.Buffer
	a := newApp(fakeParts(), write, &stderr, []string{"HOME=" + data})
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	var status int
	group.Go(func() {
		status = a.execute(ctx, []string{
			"hub", "--json", "--data", data, "--listen", "127.0.0.1:0", "--nats-listen", "127.0.0.1:0",
			"--event", "cup", "--preset", "swiss", "--tables", "1-3", "--entries", entries,
		})
		write.Close()
	})
	var said hubAnnouncement
	if err := json.NewDecoder(read).Decode(&said); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	if said.Type != "listening" || said.Event != "cup" || len(said.Servers) != 1 {
		t.Errorf("it says %+v", said)
	}
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for n := 0; ; n++ {
		<-tick.C
		if text := get(t, said.URL+"api/v1/event"); strings.Contains(text, `"entrants":2`) {
			break
		} else if n > 1000 {
			t.Fatalf("nobody is entered: %s", text)
		}
	}
	if text := get(t, said.URL+"healthz"); !strings.Contains(text, `"ok":true`) {
		t.Errorf("health: %s", text)
	}
	if text := get(t, said.URL+"metrics"); !strings.Contains(text, "ditchline_hall_connected 1") {
		t.Errorf("metrics: %s", text)
	}
	for _, table := range []string{"1", "2", "3"} {
		if _, err := os.Stat(filepath.Join(data, "hall", "cup-table-"+table+".json")); err != nil {
			t.Error(err)
		}
	}
	if text := get(t, said.URL); !strings.Contains(text, `<meta name="ditchline" content="hall">`) || !strings.Contains(text, `id="app"`) {
		t.Errorf("the hall's wall: %.300s", text)
	}
	// A page that is open does not hold the program up.
	open, err := http.Get(said.URL + "api/v1/changes")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Body.Close()
	if _, err := open.Body.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	stop()
	group.Wait()
	if took := time.Since(start); took > hubShutdown {
		t.Errorf("it took %v to end", took)
	}
	if status != statusDone {
		t.Errorf("exit status %d\n%s", status, &stderr)
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
