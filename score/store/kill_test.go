package store

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The writer process of TestKilledWriters is this test binary with these set.
const (
	writerFile  = "DITCHLINE_TEST_WRITER_FILE"
	writerMatch = "DITCHLINE_TEST_WRITER_MATCH"
)

// soak asks for hundreds of kills in place of a few dozens: `make soak` sets
// it.
func soak() bool { return os.Getenv("DITCHLINE_SOAK") != "" }

func TestMain(m *testing.M) {
	if file := os.Getenv(writerFile); file != "" {
		if err := writeUntilKilled(file, os.Getenv(writerMatch)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeUntilKilled stores events, one a transaction or several, and says on
// stdout which are acknowledged.
func writeUntilKilled(file, match string) error {
	ctx := context.Background()
	s, err := Open(ctx, file)
	if err != nil {
		return err
	}
	events := log(nopTB{}, match, 400)
	for n := 0; n < len(events); {
		some := min(1+n%3, len(events)-n)
		if err := s.Append(ctx, match, events[n:n+some]...); err != nil {
			return err
		}
		n += some
		fmt.Println(n)
	}
	return nil
}

// nopTB lets log run outside a test: it panics where a test would end.
type nopTB struct{ testing.TB }

func (nopTB) Helper()           {}
func (nopTB) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// TestKilledWriters kills a writing process at random moments, with SIGKILL,
// and looks at the file each time: nothing acknowledged is lost, nothing half
// written is seen, and the next process goes on in the same file.
func TestKilledWriters(t *testing.T) {
	kills := 30
	if soak() {
		kills = 400
	}
	random := rand.New(rand.NewPCG(7, 11))
	file := filepath.Join(t.TempDir(), FileName)
	lost, inTransit := 0, 0
	for i := range kills {
		match := fmt.Sprint("match", i)
		acknowledged := killWriter(t, file, match, 1+random.IntN(60), time.Duration(random.IntN(3000))*time.Microsecond)
		s, err := Open(context.Background(), file)
		if err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
		m, err := s.Match(context.Background(), match)
		stored := 0
		if err == nil {
			stored = len(m.Events())
		} else if acknowledged > 0 {
			t.Fatalf("kill %d: %d events acknowledged, and then: %v", i, acknowledged, err)
		}
		switch {
		case stored < acknowledged:
			lost++
			t.Errorf("kill %d: %d events acknowledged, %d stored", i, acknowledged, stored)
		case stored > acknowledged:
			inTransit++
		}
		if !wholeTransactions(stored) {
			t.Errorf("kill %d: %d events stored: a transaction is half there", i, stored)
		}
		if err := s.Check(context.Background()); err != nil {
			t.Errorf("kill %d: %v", i, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d kills: %d lost, %d caught between the disk and the acknowledgement", kills, lost, inTransit)
}

// wholeTransactions says whether n events are a number of whole transactions
// of the writer.
func wholeTransactions(n int) bool {
	at := 0
	for at < n {
		at += 1 + at%3
	}
	return at == n
}

// killWriter runs a writer, waits until it has acknowledged some events and a
// moment longer, kills it, and tells how many it had acknowledged.
func killWriter(t *testing.T, file, match string, after int, moment time.Duration) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), writerFile+"="+file, writerMatch+"="+match)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var diagnostics strings.Builder
	cmd.Stderr = &diagnostics
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acknowledged := 0
	lines := bufio.NewScanner(out)
	killed := make(chan struct{})
	for lines.Scan() {
		n, err := strconv.Atoi(lines.Text())
		if err != nil {
			t.Errorf("the writer says %q", lines.Text())
			break
		}
		if acknowledged = n; n >= after {
			after = 1 << 30
			// The moment is part of the test: it spreads the kills over a write.
			time.AfterFunc(moment, func() {
				defer close(killed)
				if err := cmd.Process.Kill(); err != nil {
					t.Errorf("kill: %v", err)
				}
			})
		}
	}
	if after != 1<<30 {
		t.Fatalf("the writer ended by itself after %d events: %s", acknowledged, &diagnostics)
	}
	<-killed
	if err := cmd.Wait(); err == nil {
		t.Log("the writer had ended before the kill")
	}
	return acknowledged
}
