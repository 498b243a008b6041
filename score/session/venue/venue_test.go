package venue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ditchline/capture"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
)

// act is an evening of nobody: its source lasts until it is told to end.
type act struct {
	Opening
	end    chan error
	events []score.Event
	closed bool
	name   string
	called []desk.Call
	hall   *session.HallView
}

func (a *act) Run(ctx context.Context, ended func(error)) {
	select {
	case err := <-a.end:
		ended(err)
		<-ctx.Done()
	case <-ctx.Done():
		ended(nil)
	}
}
func (a *act) Close() error                                       { a.closed = true; return nil }
func (a *act) Correct(context.Context, []desk.Said, string) error { return nil }

func (a *act) Order(_ context.Context, e score.Event) error {
	a.events = append(a.events, e)
	return nil
}
func (a *act) MatchLog() []score.Event  { return a.events }
func (a *act) SetBoardName(name string) { a.name = name }

func (a *act) Call(_ context.Context, c desk.Call) { a.called = append(a.called, c) }
func (a *act) TakeNext(context.Context) error      { return nil }
func (a *act) SetHall(v *session.HallView)         { a.hall = v }

// theatre opens evenings and remembers them.
type theatre struct {
	mu    sync.Mutex
	acts  []*act
	fails map[string]bool // sources that cannot be opened
	ended []string
}

func (th *theatre) open(_ context.Context, o Opening) (Evening, error) {
	th.mu.Lock()
	defer th.mu.Unlock()
	if th.fails[o.Source] {
		return nil, fmt.Errorf("source %s: there is none", o.Source)
	}
	setup := score.NewSetup(fmt.Sprintf("m%d", len(th.acts)+1), o.Ruleset, models.ShippedBoards()["nca-26"], o.Players)
	a := &act{Opening: o, end: make(chan error, 1), name: o.Board, events: []score.Event{{Seq: 1, Kind: score.KindStart, Setup: &setup}}}
	th.acts = append(th.acts, a)
	o.Outlet.Show(session.Snapshot{Program: setup.ID, Source: o.Source})
	return a, nil
}

func (th *theatre) last() *act {
	th.mu.Lock()
	defer th.mu.Unlock()
	return th.acts[len(th.acts)-1]
}

func (th *theatre) options(file string) Options {
	return Options{
		File: file, First: Plan{Source: "sim:", Make: "auto", Rules: "NED", Players: referee.Two},
		Catalogue: Catalogue{
			Makes:    func() (models.Boards, error) { return models.ShippedBoards(), nil },
			Rulesets: func() (models.Rulesets, error) { return models.ShippedRulesets(), nil },
		},
		Open: th.open,
		Last: func(_ context.Context, names []string) (string, error) {
			th.mu.Lock()
			defer th.mu.Unlock()
			for _, a := range slices.Backward(th.acts) {
				if slices.Contains(names, a.Board) {
					return a.events[0].Setup.ID, nil
				}
			}
			return "", nil
		},
		Ended: func(b *Board, err error, begun bool) {
			th.mu.Lock()
			defer th.mu.Unlock()
			th.ended = append(th.ended, fmt.Sprint(b.Name(), " ", err, " ", begun))
		},
		Program: "p", Log: slog.New(slog.DiscardHandler),
	}
}

// play runs a venue within a bubble.
func play(t *testing.T, o Options, work func(ctx context.Context, v *Venue)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		v, err := Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { v.Run(ctx); close(done) }()
		synctest.Wait()
		work(ctx, v)
		stop()
		<-done
		if err := v.Add(t.Context(), "too-late", o.First); !errors.Is(err, ErrEnding) {
			t.Errorf("a board added after the end: %v", err)
		}
	})
}

func TestABoardIsSetUpAnewWithoutTheProgramsEnd(t *testing.T) {
	th := &theatre{}
	file := filepath.Join(t.TempDir(), FileName)
	play(t, th.options(file), func(ctx context.Context, v *Venue) {
		b := v.Board(FirstName)
		states, before := b.Subscribe(ctx), b.Snapshot()
		first := th.last()
		next := b.Plan()
		next.Source, next.Rules, next.Starter = "sim:?seed=2", "MAY", referee.North
		if err := v.Apply(ctx, FirstName, next, true); err != nil {
			t.Fatal(err)
		}
		if a := th.last(); a == first || !first.closed || a.Source != "sim:?seed=2" || a.Ruleset.ID != "MAY" || a.Starter != referee.North || a.Left != "m1" {
			t.Errorf("the new evening: %+v", a.Opening.Plan)
		}
		if n := <-states; n.Program != "m2" || n.Version <= before.Version || n.Source != "sim:?seed=2" {
			t.Errorf("a screen that stayed is shown %s of %s", n.Source, n.Program)
		}
		if b.MatchLog()[0].Setup.ID != "m2" {
			t.Error("the match is the old one")
		}
		// The same match goes on by another camera, not by other rules.
		next.Source = "sim:?seed=3"
		if err := v.Apply(ctx, FirstName, next, false); err != nil {
			t.Fatal(err)
		}
		if a := th.last(); a.Left != "m1" || a.Source != next.Source {
			t.Errorf("going on, match %q was left", a.Left)
		}
		next.Rules = "NED"
		var problems Problems
		if err := v.Apply(ctx, FirstName, next, false); !errors.As(err, &problems) || problems["match"] == "" {
			t.Errorf("a match that goes on by other rules: %v", err)
		}
	})
	again := th.options(file)
	v, err := Open(t.Context(), again)
	if err != nil {
		t.Fatal(err)
	}
	if p := v.Boards()[0].Plan(); p.Source != "sim:?seed=3" || p.Rules != "MAY" {
		t.Errorf("remembered: %+v", p)
	}
	again.Told = true
	if v, err = Open(t.Context(), again); err != nil || v.Boards()[0].Plan().Source != "sim:" {
		t.Errorf("settings do not go before what is remembered: %v", err)
	}
}

func TestWhatCannotBeOpenedLeavesTheBoardAsItWas(t *testing.T) {
	th := &theatre{fails: map[string]bool{"camera:9": true}}
	play(t, th.options(filepath.Join(t.TempDir(), FileName)), func(ctx context.Context, v *Venue) {
		p := v.Board(FirstName).Plan()
		p.Source = "camera:9"
		var problems Problems
		if err := v.Apply(ctx, FirstName, p, true); !errors.As(err, &problems) || !strings.Contains(problems["source"], "there is none") {
			t.Errorf("a source that is none: %v", err)
		}
		if b := v.Board(FirstName); b.Plan().Source != "sim:" || b.Evening() == nil || th.last().Left != "" {
			t.Errorf("the board is left with %+v, fault %q", b.Plan(), b.Fault())
		}
		p.Source, p.Rules, p.Games = "nothing://x", "XYZ", 200
		if err := v.Apply(ctx, FirstName, p, true); !errors.As(err, &problems) || problems["source"] == "" || problems["rules"] == "" || problems["games"] == "" {
			t.Errorf("not every problem is told: %v", err)
		}
		if err := v.Apply(ctx, "nobody", p, true); !errors.Is(err, ErrUnknown) {
			t.Errorf("a board that is none: %v", err)
		}
	})
}

func TestBoardsAreAddedRenamedAndRemoved(t *testing.T) {
	th := &theatre{}
	file := filepath.Join(t.TempDir(), FileName)
	o := th.options(file)
	var shown []string
	o.Changed = func(boards []*Board) {
		shown = nil
		for _, b := range boards {
			shown = append(shown, b.Name())
		}
	}
	play(t, o, func(ctx context.Context, v *Venue) {
		plan := o.First
		plan.Source = "sim:?seed=5"
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(v.Add(ctx, "stage", plan))
		stage := th.last()
		for _, name := range []string{"stage", "Stage", "a b", "", strings.Repeat("x", 33), "../up"} {
			if err := v.Add(ctx, name, plan); err == nil {
				t.Errorf("a second board %q is taken", name)
			}
		}
		must(v.Rename("stage", "final"))
		if stage.name != "final" || v.Board("stage") != nil || v.Board("final") == nil || !slices.Equal(shown, []string{FirstName, "final"}) {
			t.Errorf("renamed: %v, the session says %q", shown, stage.name)
		}
		if err := v.Rename("final", FirstName); err == nil {
			t.Error("two boards of one name")
		}
		// The old name is free; who takes it does not take its matches.
		must(v.Add(ctx, "stage", plan))
		if a := th.last(); a.Left != stage.events[0].Setup.ID {
			t.Errorf("the new board goes on with the match of the old: left %q", a.Left)
		}
		must(v.Apply(ctx, "final", plan, false))
		if a := th.last(); !slices.Equal(a.Names, []string{"final"}) {
			t.Errorf("the renamed board claims matches of %v", a.Names)
		}
		final := th.last()
		must(v.Remove(ctx, "final"))
		if !final.closed || len(v.Boards()) != 2 {
			t.Error("a removed board's session goes on")
		}
		must(v.Remove(ctx, FirstName))
		if err := v.Remove(ctx, "stage"); err == nil || v.Remove(ctx, "nobody") == nil {
			t.Error("the last board, or none, is removed")
		}
	})
	v, err := Open(t.Context(), th.options(file))
	if err != nil || len(v.Boards()) != 1 || v.Boards()[0].Name() != "stage" || v.Boards()[0].Plan().Source != "sim:?seed=5" {
		t.Fatalf("remembered: %v %v", v.Boards(), err)
	}
}

func TestABoardThatIsNotSetUpYetWaits(t *testing.T) {
	th := &theatre{}
	file := filepath.Join(t.TempDir(), FileName)
	play(t, th.options(file), func(ctx context.Context, v *Venue) {
		if err := v.Add(ctx, "stage", v.Blank()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		b := v.Board("stage")
		if n := b.Snapshot(); n.Phase != session.Starting || !strings.Contains(n.Text, "Start") || b.Evening() != nil || len(th.acts) != 1 {
			t.Errorf("%+v, %d evenings", n, len(th.acts))
		}
		var problems Problems
		if err := v.Apply(ctx, "stage", b.Plan(), true); !errors.As(err, &problems) || problems["source"] == "" {
			t.Errorf("set up with nothing to watch: %v", err)
		}
		p := b.Plan()
		p.Source = "sim:?seed=9"
		if err := v.Apply(ctx, "stage", p, true); err != nil || b.Evening() == nil || b.Fault() != "" {
			t.Errorf("set up: %v", err)
		}
	})
}

func TestASourceThatNeverGaveAPictureIsTriedAgain(t *testing.T) {
	th := &theatre{}
	o := th.options(filepath.Join(t.TempDir(), FileName))
	o.Retry = 10 * time.Second
	play(t, o, func(ctx context.Context, v *Venue) {
		first := th.last()
		first.end <- errors.New("unplugged")
		time.Sleep(9 * time.Second)
		if th.last() != first {
			t.Error("tried again too soon")
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		second := th.last()
		if second == first || !first.closed || second.Left != "" {
			t.Error("not tried again")
		}
		second.Outlet.Clear()
		second.end <- nil
		time.Sleep(time.Minute)
		if th.last() != second {
			t.Error("a film that has come to its end begins anew")
		}
		if want := []string{"board unplugged false", "board <nil> false"}; !slices.Equal(th.ended, want) {
			t.Errorf("told %q, want %q", th.ended, want)
		}
	})
}

func TestAnotherBoardThatCannotBeOpenedIsShownWithItsFault(t *testing.T) {
	th := &theatre{fails: map[string]bool{"gone.mp4": true}}
	file := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(file, []byte(`{"boards":[{"name":"board"},{"name":"two","plan":{"source":"gone.mp4","board":"auto","rules":"NED","players":"2"}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	play(t, th.options(file), func(ctx context.Context, v *Venue) {
		b := v.Board("two")
		if n := b.Snapshot(); n.Phase != session.Lost || !strings.Contains(n.Text, "there is none") || b.Fault() == "" || b.MatchLog() != nil {
			t.Errorf("%+v", n)
		}
		if err := b.Order(ctx, score.Event{}); err == nil {
			t.Error("an order to nobody")
		}
		th.mu.Lock()
		th.fails = nil
		th.mu.Unlock()
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if b.Evening() == nil || b.Fault() != "" {
			t.Error("a source that came back is not taken")
		}
	})
	for _, bad := range []string{`{`, `{"boards":[{"name":"a b"}]}`, `{"boards":[{"name":"x"},{"name":"x"}]}`} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), th.options(file)); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestADeletedPlayersNameIsForgotten(t *testing.T) {
	th := &theatre{}
	file := filepath.Join(t.TempDir(), FileName)
	play(t, th.options(file), func(ctx context.Context, v *Venue) {
		p := v.Board(FirstName).Plan()
		p.Teams = []score.Team{
			{Side: "A", Players: []score.Player{{Name: "Anna ", Seat: referee.South}}}, {Side: "B", Players: []score.Player{{Name: "Bram", Seat: referee.North}}},
		}
		if err := v.Apply(ctx, FirstName, p, true); err != nil {
			t.Fatal(err)
		}
		if err := v.ForgetPlayer(ctx, "anna"); err != nil {
			t.Fatal(err)
		}
		if p.Teams[0].Players[0].Name != "Anna " {
			t.Error("somebody else's plan was changed")
		}
	})
	text, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(text), "Anna") || !strings.Contains(string(text), "Bram") {
		t.Errorf("kept: %s %v", text, err)
	}
}

func TestAPlansProblemsAreToldByField(t *testing.T) {
	th := &theatre{}
	c := th.options("").Catalogue
	good := Plan{Source: "sim:", Make: "auto", Rules: "NED", Players: referee.Two, Teams: []score.Team{
		{Side: "A", Colour: "#111111", Players: []score.Player{{Name: "Anna", Seat: "S"}}}, {Side: "B", Colour: "#eeeeee", Players: []score.Player{{Name: "Bram", Seat: "N"}}},
	}}
	if _, err := c.Resolve(good); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		field  string
		change func(*Plan)
	}{
		{"source", func(p *Plan) { p.Source = "" }},
		{"board", func(p *Plan) { p.Make = "no-such-board" }},
		{"board", func(p *Plan) { p.Make = "carrom-icf" }},
		{"surface", func(p *Plan) { p.Surface = 50 }},
		{"rules", func(p *Plan) { p.Rules = "XYZ" }},
		{"set", func(p *Plan) { p.Set = []string{"Target=much"} }},
		{"players", func(p *Plan) { p.Players = "7" }},
		{"teams", func(p *Plan) { p.Players = referee.Four }},
		{"starter", func(p *Plan) { p.Starter = referee.East }},
		{"games", func(p *Plan) { p.Games = -1 }},
		{"event", func(p *Plan) { p.Event = strings.Repeat("e", 61) }},
		{"table", func(p *Plan) { p.Table = "a\x00b" }},
		{"name.N", func(p *Plan) { p.Teams[1].Players[0].Name = " anna" }},
		{"name.S", func(p *Plan) { p.Teams[0].Players[0].Name = "\u202e\x1b[31m" }},
		{"colour.A", func(p *Plan) { p.Teams[0].Colour = "red" }},
		{"colour.B", func(p *Plan) { p.Teams[1].Colour = "#151413" }},
	} {
		p := good
		p.Teams = []score.Team{good.Teams[0], good.Teams[1]}
		for i := range p.Teams {
			p.Teams[i].Players = slices.Clone(p.Teams[i].Players)
		}
		tc.change(&p)
		_, err := c.Resolve(p)
		var problems Problems
		if !errors.As(err, &problems) || problems[tc.field] == "" || len(problems) != 1 {
			t.Errorf("%s: %v", tc.field, err)
		}
	}
	three := good
	three.Players, three.Teams = referee.Three, nil
	if r, err := c.Resolve(three); err != nil || len(r.Notes) == 0 {
		t.Errorf("three players by rules for two: %v, notes %q", err, r.Notes)
	}
	if _, err := capture.ParseURI(good.Source); err != nil {
		t.Error(err)
	}
}
