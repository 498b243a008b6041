package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ditchline/capture"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
	"ditchline/score/session/venue"
)

// sitting is an evening at which nothing happens.
type sitting struct {
	opening venue.Opening
	setup   score.Setup
}

func (s *sitting) Run(ctx context.Context, ended func(error))         { <-ctx.Done(); ended(nil) }
func (s *sitting) Close() error                                       { return nil }
func (s *sitting) Order(context.Context, score.Event) error           { return nil }
func (s *sitting) Correct(context.Context, []desk.Said, string) error { return nil }
func (s *sitting) Call(context.Context, desk.Call)                    {}
func (s *sitting) TakeNext(context.Context) error                     { return nil }
func (s *sitting) SetHall(*session.HallView)                          {}
func (s *sitting) SetBoardName(string)                                {}
func (s *sitting) MatchLog() []score.Event {
	m, err := score.Begin(score.Event{At: time.Unix(0, 0), Kind: score.KindStart, Setup: &s.setup})
	if err != nil {
		return nil
	}
	return m.Events()
}

// settingUp is a server whose boards can be set up.
type settingUp struct {
	base   string
	venue  *venue.Venue
	server *Server
	looked []string
	frame  capture.Frame
	videos string
}

func setUp(t *testing.T) *settingUp {
	t.Helper()
	u := &settingUp{videos: filepath.Join(t.TempDir(), "videos"), frame: picture(1, "camera")}
	opened := 0
	makes := func() (models.Boards, error) { return models.ShippedBoards(), nil }
	rulesets := func() (models.Rulesets, error) { return models.ShippedRulesets(), nil }
	var err error
	u.venue, err = venue.Open(t.Context(), venue.Options{
		File: filepath.Join(t.TempDir(), venue.FileName), First: venue.Plan{Source: "camera:/dev/video7", Make: "auto", Rules: "NED", Players: referee.Two},
		Catalogue: venue.Catalogue{Makes: makes, Rulesets: rulesets},
		Open: func(_ context.Context, o venue.Opening) (venue.Evening, error) {
			if strings.Contains(o.Source, "broken") {
				return nil, errors.New("there is no such stream")
			}
			opened++
			setup := score.NewSetup(fmt.Sprintf("m%d", opened), o.Ruleset, models.ShippedBoards()["nca-26"], o.Players)
			o.Outlet.Show(session.Snapshot{Program: setup.ID, Source: o.Source, Phase: session.Ready})
			return &sitting{o, setup}, nil
		},
		Last:  func(context.Context, []string) (string, error) { return "", nil },
		Ended: func(*venue.Board, error, bool) {},
		Changed: func(boards []*venue.Board) {
			if err := u.server.SetBoards(venueBoards(boards)); err != nil {
				t.Error(err)
			}
		},
		Program: "p", Log: quiet(),
	})
	if err != nil {
		t.Fatal(err)
	}
	u.server, _ = newServer(t, func(o *Options) {
		o.Boards = venueBoards(u.venue.Boards())
		o.Disputes = &DisputeOptions{Dir: t.TempDir(), Makes: func() []models.Board { return nil }}
		o.Setup = &SetupOptions{
			Venue: u.venue, Makes: makes, Rulesets: rulesets, Videos: u.videos,
			Players: func(context.Context) ([]string, error) { return []string{"Anna"}, nil },
			Cameras: func(used func(string) bool) []capture.Device {
				busy := errors.New("in use")
				if used("/dev/video7") {
					busy = nil
				}
				return []capture.Device{
					{Path: "/dev/video7", Name: "One", Err: busy, Modes: []capture.Mode{{Width: 1920, Height: 1080, FPS: 30}}},
					{Path: "/dev/video9", Name: "Two", Err: errors.New("may not be opened")},
				}
			},
			Look: func(_ context.Context, source string) (capture.Frame, error) {
				u.looked = append(u.looked, source)
				if source == "camera:/dev/video9" {
					return capture.Frame{}, errors.New("may not be opened")
				}
				return u.frame, nil
			},
		}
	})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { u.venue.Run(ctx); close(done) }()
	t.Cleanup(func() { stop(); <-done })
	u.base, _ = listen(t, u.server)
	return u
}

func venueBoards(boards []*venue.Board) []NamedBoard {
	var out []NamedBoard
	for _, b := range boards {
		out = append(out, NamedBoard{b.Name(), b})
	}
	return out
}

// ask sends JSON and reads the answer into out.
func (u *settingUp) ask(t *testing.T, method, path, body string, out any) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, u.base+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	if out != nil && len(text) > 0 {
		if err := json.Unmarshal(text, out); err != nil {
			t.Fatalf("%s %s: %v in %.300s", method, path, err, text)
		}
	}
	return a.StatusCode
}

// refused is an answer that says what is wrong.
type refused struct {
	Error struct {
		Code, Message string
		Fields        map[string]string
	}
}

func TestABoardIsSetUpThroughTheAPI(t *testing.T) {
	u := setUp(t)
	var now boardSetup
	if status := u.ask(t, "GET", "/api/v1/setup", "", &now); status != 200 || now.Plan.Source != "camera:/dev/video7" || len(now.Plan.Teams) != 2 || now.Match == nil || now.Match.ID != "m1" {
		t.Fatalf("%d %+v", status, now)
	}
	order := func(match, change string) string {
		plan := map[string]any{"source": "sim:", "board": "auto", "rules": "NED", "players": "2"}
		if err := json.Unmarshal([]byte(change), &plan); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(map[string]any{"plan": plan, "match": match})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if status := u.ask(t, "POST", "/api/v1/setup", order("new", `{"rules":"ch+a","starter":"N"}`), &now); status != 200 || now.Plan.Starter != "N" || now.Match.ID != "m2" {
		t.Errorf("%d %+v", status, now)
	}
	if status := u.ask(t, "POST", "/api/v1/boards/board/setup", order("new", `{"players":"3"}`), &now); status != 200 || len(now.Notes) == 0 {
		t.Errorf("three players: %d %+v", status, now)
	}
	for _, c := range []struct {
		body   string
		status int
		field  string
	}{
		{order("new", `{"rules":"XYZ"}`), 422, "rules"},
		{order("new", `{"source":"rtsp://broken/1"}`), 422, "source"},
		{order("new", `{"source":"/etc/passwd"}`), 422, "source"},
		{order("new", `{"source":"file:`+u.videos+`/../x.mp4"}`), 422, "source"},
		{order("go_on", `{"rules":"MAY"}`), 422, "match"},
		{order("again", `{}`), 400, ""},
		{`{"plan":{"sauce":"sim:"},"match":"new"}`, 400, ""},
		{`{`, 400, ""},
	} {
		var no refused
		if status := u.ask(t, "POST", "/api/v1/setup", c.body, &no); status != c.status || no.Error.Message == "" || c.field != "" && no.Error.Fields[c.field] == "" {
			t.Errorf("%s: %d %+v", c.body, status, no)
		}
	}
	if status := u.ask(t, "GET", "/api/v1/setup", "", &now); status != 200 || now.Plan.Players != "3" || now.Fault != "" {
		t.Errorf("what is refused has changed the board: %+v", now)
	}
}

func TestBoardsAreAddedRenamedAndRemovedThroughTheAPI(t *testing.T) {
	u := setUp(t)
	names := func() (out []string) {
		var list struct{ Boards []boardSummary }
		u.ask(t, "GET", "/api/v1/boards", "", &list)
		for _, b := range list.Boards {
			out = append(out, b.Name)
		}
		return out
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		want               []string
	}{
		{"POST", "/api/v1/boards", `{"name":"stage"}`, 201, []string{"board", "stage"}},
		{"POST", "/api/v1/boards", `{"name":"stage"}`, 422, []string{"board", "stage"}},
		{"POST", "/api/v1/boards", `{"name":"../x"}`, 422, []string{"board", "stage"}},
		{"POST", "/api/v1/boards", `{"name":"two","plan":{"source":"sim:","board":"auto","rules":"NED","players":"2"}}`, 201, []string{"board", "stage", "two"}},
		{"POST", "/api/v1/boards", `{"name":"three","plan":{"source":"camera:7","board":"auto","rules":"NED","players":"2"}}`, 422, []string{"board", "stage", "two"}}, // board watches it
		{"PATCH", "/api/v1/boards/stage", `{"name":"final"}`, 200, []string{"board", "final", "two"}},
		{"PATCH", "/api/v1/boards/stage", `{"name":"x"}`, 404, []string{"board", "final", "two"}},
		{"DELETE", "/api/v1/boards/board", "", 204, []string{"final", "two"}},
		{"DELETE", "/api/v1/boards/final", "", 204, []string{"two"}},
		{"DELETE", "/api/v1/boards/two", "", 422, []string{"two"}},
	} {
		if status := u.ask(t, c.method, c.path, c.body, nil); status != c.status || !slices.Equal(names(), c.want) {
			t.Errorf("%s %s %s: %d, then %v; want %d, %v", c.method, c.path, c.body, status, names(), c.status, c.want)
		}
	}
	if status := u.ask(t, "GET", "/b/two/start", "", nil); status != 200 {
		t.Errorf("the page of a board: %d", status)
	}
}

func TestWhatCanBeChosenIsListed(t *testing.T) {
	u := setUp(t)
	var choices struct {
		Makes    []makeChoice
		Rulesets []rulesetChoice
		Forms    []formChoice
		Players  []string
	}
	if status := u.ask(t, "GET", "/api/v1/setup/choices", "", &choices); status != 200 || len(choices.Makes) < 5 || len(choices.Rulesets) < 8 || len(choices.Forms) != 4 || !slices.Equal(choices.Players, []string{"Anna"}) {
		t.Errorf("%d %+v", status, choices)
	}
	if i := slices.IndexFunc(choices.Rulesets, func(r rulesetChoice) bool { return r.ID == "CH" }); i < 0 || len(choices.Rulesets[i].Overlays) < 3 || choices.Rulesets[i].Overlays[0].Name != "a" {
		t.Errorf("overlays of CH: %+v", choices.Rulesets)
	}
	var rules struct {
		ID              string
		Parameters, Own []models.Parameter
		Suited          []string
	}
	if status := u.ask(t, "GET", "/api/v1/setup/rules?rules=ned&players=3&set=Target=50", "", &rules); status != 200 || rules.ID != "NED" || len(rules.Suited) == 0 {
		t.Errorf("%d %+v", status, rules)
	}
	for _, p := range rules.Parameters {
		if p.Doc == "" || p.Kind == "" || p.Kind == models.Choice && len(p.Choices) < 1 {
			t.Errorf("parameter %+v", p)
		}
	}
	var french struct {
		Parameters []models.Parameter
		Words      map[string]string
	}
	u.ask(t, "GET", "/api/v1/setup/rules?rules=NED&lang=fr", "", &french)
	if french.Words["shot_disc"] != "le disque tiré" || french.Parameters[0].Doc == rules.Parameters[0].Doc {
		t.Errorf("in French: %q, %q", french.Words["shot_disc"], french.Parameters[0].Doc)
	}
	for path, want := range map[string]int{"?rules=XYZ": 404, "?rules=NED&set=Target": 422, "?rules=NED&players=7": 422} {
		if status := u.ask(t, "GET", "/api/v1/setup/rules"+path, "", nil); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
}

func TestSourcesAreListedAndLookedAtWithoutDisturbingABoard(t *testing.T) {
	u := setUp(t)
	if err := os.MkdirAll(filepath.Join(u.videos, "final"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"game.mp4", "final/last.MOV", "notes.txt", ".hidden.mp4"} {
		if err := os.WriteFile(filepath.Join(u.videos, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(u.videos, "link.mp4")); err != nil {
		t.Fatal(err)
	}
	var list struct {
		Cameras []cameraChoice
		Videos  []videoChoice
	}
	if status := u.ask(t, "GET", "/api/v1/setup/sources", "", &list); status != 200 || len(list.Cameras) != 2 || len(list.Videos) != 2 {
		t.Fatalf("%d %+v", status, list)
	}
	if c := list.Cameras[0]; c.UsedBy != "board" || c.Fault != "" || c.Sizes[0].Width != 1920 || list.Cameras[1].Fault == "" {
		t.Errorf("%+v", list.Cameras)
	}
	look := func(source string) (status int, seen struct {
		refused
		Photo, Board string
	}) {
		text, err := json.Marshal(map[string]string{"source": source})
		if err != nil {
			t.Fatal(err)
		}
		return u.ask(t, "POST", "/api/v1/setup/look", string(text), &seen), seen
	}
	if status, seen := look("camera:7"); status != 422 || seen.Error.Fields["source"] == "" {
		t.Errorf("a camera that a board watches, before its first picture: %d %+v", status, seen)
	}
	if status, seen := look(list.Videos[0].Source); status != 201 || seen.Photo == "" || seen.Board != "" {
		t.Errorf("a video: %d %+v", status, seen)
	}
	for _, bad := range []string{"camera:/dev/video9", "/etc/passwd", "file:" + filepath.Join(u.videos, "link.mp4"), "file:" + u.videos + "/../videos2/x.mp4", "nothing://"} {
		if status, seen := look(bad); status != 422 || seen.Error.Fields["source"] == "" {
			t.Errorf("%s: %d %+v", bad, status, seen)
		}
	}
	if want := []string{list.Videos[0].Source, "camera:/dev/video9"}; !slices.Equal(u.looked, want) {
		t.Errorf("opened %q, want %q: what a board watches is left alone", u.looked, want)
	}
}
