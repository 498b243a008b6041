package session

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session/desk"
	"ditchline/score/store"
)

// The player process of TestAKilledSessionGoesOnWhereItWas is this test
// binary with the store's file here.
const playerFile = "DITCHLINE_TEST_PLAYER_FILE"

func TestMain(m *testing.M) {
	if file := os.Getenv(playerFile); file != "" {
		if err := playUntilKilled(os.Stdout, file); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// playUntilKilled plays shots at a board, and says on stdout how many are
// shown on the screens.
func playUntilKilled(out io.Writer, file string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, file)
	if err != nil {
		return err
	}
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		return err
	}
	d, err := desk.New(desk.Options{Match: "m", Ruleset: rs, Form: referee.Two, Zero: time.Unix(0, 0).UTC()})
	if err != nil {
		return err
	}
	if matches, err := s.Matches(ctx); err != nil {
		return err
	} else if len(matches) > 0 {
		events, err := s.Events(ctx, matches[0].ID)
		if err != nil {
			return err
		}
		if err := d.Resume(events); err != nil {
			return err
		}
	}
	cam := overhead(0, 0, 0)
	e := &eyes{finder: found(cam), detector: discs(), happen: map[uint64][]detect.Happening{}}
	teams, sides := []string{"A", "B"}, []float64{-1, 1}
	begun := 0
	if m := d.Match(); m != nil {
		begun = len(m.State().Shots)
	}
	for n := begun; n < 24; n++ {
		e.happen[uint64(2*(n-begun)+1)] = []detect.Happening{flick(n+1, teams[n%2], sides[n%2], true, time.Duration(n)*time.Second)}
	}
	var session *Session
	session, err = New(Options{
		Source: stepped(&session, picture(cam), 60, func(int) {
			if m := session.Snapshot().Match; m != nil {
				fmt.Fprintln(out, len(session.MatchLog()), len(m.Shots))
			}
		}),
		Eyes: func() Eyes { return e }, Desk: d, Journal: s, Program: "player", Log: discard, Now: time.Now,
	})
	if err != nil {
		return err
	}
	return session.Run(ctx)
}

// kills is how often the player is killed; `make soak` asks for more.
func kills() int {
	if os.Getenv("DITCHLINE_SOAK") != "" {
		return 60
	}
	return 6
}

// A process that plays is killed again and again: what a screen had shown is
// in the store, and the next process goes on from there.
func TestAKilledSessionGoesOnWhereItWas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	file := filepath.Join(t.TempDir(), store.FileName)
	shown := 0
	for range kills() {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), playerFile+"="+file)
		cmd.Stderr = os.Stderr
		lines, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(lines)
		for n := 1 + rng.IntN(12); n > 0 && in.Scan(); n-- {
			var events, shots int
			if _, err := fmt.Sscan(in.Text(), &events, &shots); err != nil {
				t.Fatalf("the player said %s", strconv.Quote(in.Text()))
			}
			shown = max(shown, events)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed, or at its end
		s, err := store.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := s.Match(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		if got := len(m.Events()); got < shown {
			t.Errorf("a screen had shown %d events, the store has %d", shown, got)
		}
		state := m.State()
		if n := len(state.Shots); n > 0 && (state.Sides[0].Twenties != (n+1)/2 || state.Sides[1].Twenties != n/2) {
			t.Errorf("%d shots, %d and %d twenties: a shot was lost or counted twice", n, state.Sides[0].Twenties, state.Sides[1].Twenties)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if shown < 4 {
		t.Errorf("only %d events were ever shown", shown)
	}
}
