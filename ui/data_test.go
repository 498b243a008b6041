package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"math"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/store"
	"ditchline/ui/storybook"
)

// playedBoard is a board whose match in hand is given.
type playedBoard struct {
	*storybook.Board
	log atomic.Pointer[[]score.Event]
}

func (b *playedBoard) MatchLog() []score.Event {
	if log := b.log.Load(); log != nil {
		return *log
	}
	return nil
}

func (b *playedBoard) play(log []score.Event) { b.log.Store(&log) }

// house is a server with a data folder of a few evenings.
type house struct {
	base   string
	folder string
	store  *store.Store
	logs   [][]score.Event
	board  *playedBoard
	people *forgetting
}

type forgetting struct{ names []string }

func (f *forgetting) ForgetPlayer(_ context.Context, player string) error {
	f.names = append(f.names, player)
	return nil
}

func newHouse(t *testing.T, rulesets ...string) *house {
	t.Helper()
	h := &house{folder: t.TempDir(), people: &forgetting{}}
	var err error
	if h.store, err = store.Open(t.Context(), filepath.Join(h.folder, store.FileName)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.store.Close() })
	if h.logs, err = storybook.Evenings(1, 6, rulesets...); err != nil {
		t.Fatal(err)
	}
	for _, log := range h.logs {
		if err := h.store.Append(t.Context(), log[0].Setup.ID, log...); err != nil {
			t.Fatal(err)
		}
	}
	evidence, err := session.OpenEvidence(session.EvidenceOptions{
		Dir: filepath.Join(h.folder, "evidence"), Pictures: stills{}, Log: quiet(), Now: time.Now, NoClips: "none here",
		Free: func(string) (int64, error) { return math.MaxInt64, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { evidence.Run(ctx); close(done) }()
	t.Cleanup(func() { stop(); <-done; evidence.Close() })
	for _, log := range h.logs[:2] {
		player := log[0].Setup.Teams[0].Players[0].Name
		if err := evidence.Keep(session.Proof{Match: log[0].Setup.ID, Shot: 2, Revision: 1, Flick: time.Second, Settled: 2 * time.Second, Record: map[string]string{"player": player}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := evidence.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"boards/ours.yaml": "name: ours", "operator.json": "a hash", "settings.json": "{}"} {
		file := filepath.Join(h.folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := newServer(t, func(o *Options) {
		h.board = &playedBoard{Board: o.Boards[0].Board.(*storybook.Board)}
		o.Boards[0].Board = h.board
		o.Evidence = evidence
		o.Data = &DataOptions{Folder: h.folder, Store: h.store, Evidence: evidence, People: []PeopleKeeper{h.people}}
	})
	h.base, _ = listen(t, s)
	return h
}

// do asks and reads the answer into v, unless that is nil.
func (h *house) do(t *testing.T, method, path string, body io.Reader, v any) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, h.base+path, body)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if v != nil && res.StatusCode == http.StatusOK {
		if err := json.Unmarshal(got, v); err != nil {
			t.Fatalf("%s %s: %v: %.200s", method, path, err, got)
		}
	}
	return res.StatusCode, string(got)
}

func (h *house) id(i int) string { return h.logs[i][0].Setup.ID }

// holders are the files of the data folder in which the word stands.
func (h *house) holders(t *testing.T, word string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(h.folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if bytes.Contains(text, []byte(word)) {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMatchesAreListedTheNewestFirst(t *testing.T) {
	h := newHouse(t)
	h.board.play(h.logs[3])
	var list MatchList
	h.do(t, "GET", "/api/v1/matches", nil, &list)
	if list.Total != 6 || len(list.Matches) != 6 || list.Matches[0].ID != h.id(5) || list.Matches[0].Rounds == 0 || list.Matches[0].Shots == 0 {
		t.Fatalf("%+v", list)
	}
	for _, m := range list.Matches {
		if m.Live != (m.ID == h.id(3)) {
			t.Errorf("%s live %t", m.ID, m.Live)
		}
	}
	h.do(t, "GET", "/api/v1/matches?limit=2&offset=1", nil, &list)
	if list.Total != 6 || len(list.Matches) != 2 || list.Matches[0].ID != h.id(4) {
		t.Errorf("%+v", list)
	}
	h.do(t, "GET", "/api/v1/matches?q=NCA+zo%C3%AB", nil, &list)
	for _, m := range list.Matches {
		if m.Ruleset != "NCA" {
			t.Errorf("%+v", m)
		}
	}
	if status, _ := h.do(t, "GET", "/api/v1/matches?limit=-1", nil, nil); status != 400 {
		t.Errorf("a limit below 0: %d", status)
	}
}

func TestAMatchHasItsRoundsAndShots(t *testing.T) {
	h := newHouse(t)
	for lang, word := range map[string]string{"en": "shot", "fr": "Tir", "nl": "schot"} {
		var m MatchPage
		h.do(t, "GET", "/api/v1/matches/"+h.id(0)+"?lang="+lang, nil, &m)
		if len(m.ShotList) == 0 || len(m.RoundList) == 0 || m.Geometry.SurfaceRadius < 300 || len(m.Statistics.Players) != 2 {
			t.Fatalf("%+v", m.MatchLine)
		}
		said := false
		for _, shot := range m.ShotList {
			if len(shot.Because) == 0 || shot.Text == "" {
				t.Errorf("shot %d says nothing of why", shot.Seq)
			}
			said = said || strings.Contains(shot.Text, word)
			if (shot.Seq == 2) != (len(shot.Files) > 0) {
				t.Errorf("shot %d has the evidence %v", shot.Seq, shot.Files)
			}
		}
		if !said {
			t.Errorf("no verdict in %s", lang)
		}
	}
	if status, text := h.do(t, "GET", "/api/v1/matches/nobody", nil, nil); status != 404 || !strings.Contains(text, "no_such_match") {
		t.Errorf("%d %s", status, text)
	}
}

func TestExports(t *testing.T) {
	h := newHouse(t)
	for format, begins := range map[string]string{"json": `{"match"`, "csv": "match,ruleset", "cmn": "{", "pdf": "%PDF-", "png": "\x89PNG"} {
		r, err := http.Get(h.base + "/api/v1/matches/" + h.id(0) + "/export/" + format + "?lang=fr")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != 200 || !strings.HasPrefix(string(body), begins) {
			t.Errorf("%s: %d %.80q %v", format, r.StatusCode, body, err)
		}
		if _, p, err := mime.ParseMediaType(r.Header.Get("Content-Disposition")); err != nil || !strings.HasPrefix(p["filename"], "ditchline-"+h.id(0)) {
			t.Errorf("%s: %v", format, r.Header)
		}
	}
	if status, _ := h.do(t, "GET", "/api/v1/matches/"+h.id(0)+"/export/docx", nil, nil); status != 404 {
		t.Errorf("docx: %d", status)
	}
}

func TestPlayersHaveCareers(t *testing.T) {
	h := newHouse(t)
	var list PlayerList
	h.do(t, "GET", "/api/v1/players", nil, &list)
	if len(list.Players) != 4 {
		t.Fatalf("%+v", list)
	}
	var p PlayerPage
	h.do(t, "GET", "/api/v1/players/zo%C3%AB%20gr%C3%BCnwald", nil, &p)
	if p.Player != "Zoë Grünwald" || p.Matches == 0 || len(p.Form) != p.Matches || len(p.Heat) == 0 || p.Shots == 0 || p.Twenties.N == 0 || p.Geometry.R15 == 0 {
		t.Errorf("%+v", p.Career)
	}
	if status, _ := h.do(t, "GET", "/api/v1/players/nobody", nil, nil); status != 404 {
		t.Errorf("nobody: %d", status)
	}
}

// What was deleted is in no file: not in the log, its write-ahead log or its
// free pages, nor in the evidence.
func TestADeletedPlayerIsInNoFile(t *testing.T) {
	h := newHouse(t)
	name := h.logs[0][0].Setup.Teams[0].Players[0].Name
	if len(h.holders(t, name)) < 2 {
		t.Fatalf("%s stands only in %v before", name, h.holders(t, name))
	}
	h.board.play(h.logs[0])
	if status, text := h.do(t, "DELETE", "/api/v1/players/"+urlPath(name), nil, nil); status != 409 || !strings.Contains(text, "player_is_playing") {
		t.Errorf("while playing: %d %s", status, text)
	}
	h.board.play(nil)
	var gone Forgotten
	if status, text := h.do(t, "DELETE", "/api/v1/players/"+urlPath(name), nil, &gone); status != 200 || len(gone.Matches) == 0 {
		t.Fatalf("%d %s", status, text)
	}
	if left := h.holders(t, name); len(left) > 0 {
		t.Errorf("%s still stands in %v", name, left)
	}
	if len(h.people.names) != 1 {
		t.Errorf("others were told of %v", h.people.names)
	}
	var list PlayerList
	h.do(t, "GET", "/api/v1/players", nil, &list)
	if len(list.Players) != 3 {
		t.Errorf("%+v", list)
	}
}

func TestADeletedMatchIsInNoFile(t *testing.T) {
	h := newHouse(t)
	h.board.play(h.logs[1])
	if status, _ := h.do(t, "DELETE", "/api/v1/matches/"+h.id(1), nil, nil); status != 409 {
		t.Errorf("the match in hand: %d", status)
	}
	var gone Forgotten
	if status, text := h.do(t, "DELETE", "/api/v1/matches/"+h.id(0), nil, &gone); status != 200 || gone.Bytes == 0 {
		t.Fatalf("%d %s", status, text)
	}
	if left := h.holders(t, h.id(0)); len(left) > 0 {
		t.Errorf("%s still stands in %v", h.id(0), left)
	}
	if _, err := os.Stat(filepath.Join(h.folder, "evidence", h.id(0))); err == nil {
		t.Error("its evidence is there")
	}
	if status, _ := h.do(t, "DELETE", "/api/v1/matches/"+h.id(0), nil, nil); status != 404 {
		t.Errorf("again: %d", status)
	}
}

func TestBackupAndRestore(t *testing.T) {
	h := newHouse(t)
	status, zip := h.do(t, "GET", "/api/v1/data/backup", nil, nil)
	if status != 200 || !strings.HasPrefix(zip, "PK") {
		t.Fatalf("%d %.60q", status, zip)
	}
	if strings.Contains(zip, "a hash") {
		t.Error("the operator's key is in the backup")
	}
	h.board.play(h.logs[5])
	for _, i := range []int{0, 2} {
		h.do(t, "DELETE", "/api/v1/matches/"+h.id(i), nil, nil)
	}
	if err := os.WriteFile(filepath.Join(h.folder, "boards", "ours.yaml"), []byte("name: changed"), 0o644); err != nil {
		t.Fatal(err)
	}
	var back Restored
	if status, text := h.do(t, "POST", "/api/v1/data/restore", strings.NewReader(zip), &back); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if back.Matches != 6 || !slices.Equal(back.Kept, []string{h.id(5)}) || !back.Restart {
		t.Errorf("%+v", back)
	}
	var list MatchList
	h.do(t, "GET", "/api/v1/matches", nil, &list)
	if list.Total != 6 {
		t.Errorf("%d matches", list.Total)
	}
	var m MatchPage
	h.do(t, "GET", "/api/v1/matches/"+h.id(0), nil, &m)
	if len(m.ShotList) == 0 || len(m.ShotList[0].Files) == 0 {
		t.Errorf("its evidence is not back: %+v", m.ShotList[:1])
	}
	if text, _ := os.ReadFile(filepath.Join(h.folder, "boards", "ours.yaml")); string(text) != "name: ours" {
		t.Errorf("settings: %s", text)
	}
	if text, _ := os.ReadFile(filepath.Join(h.folder, "operator.json")); string(text) != "a hash" {
		t.Error("the operator's key is gone")
	}
	if left, _ := filepath.Glob(filepath.Join(h.folder, ".restore-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestWhatIsNoBackupIsRefusedInWords(t *testing.T) {
	h := newHouse(t)
	before := len(h.holders(t, h.id(0)))
	_, zip := h.do(t, "GET", "/api/v1/data/backup", nil, nil)
	for name, body := range map[string]string{"nothing": "", "words": "these are words", "cut short": zip[:len(zip)/2]} {
		status, text := h.do(t, "POST", "/api/v1/data/restore", strings.NewReader(body), nil)
		if status != 400 || !strings.Contains(text, "no_backup") {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	var list MatchList
	if h.do(t, "GET", "/api/v1/matches", nil, &list); list.Total != 6 || len(h.holders(t, h.id(0))) != before {
		t.Errorf("what was there is harmed: %d matches", list.Total)
	}
}

func TestTheDataPageSaysWhatThereIs(t *testing.T) {
	h := newHouse(t)
	var p DataPage
	h.do(t, "GET", "/api/v1/data", nil, &p)
	if p.Folder != h.folder || p.Matches != 6 || p.Players != 4 || p.Shots != 2 || p.FreeBytes == 0 {
		t.Errorf("%+v", p)
	}
	sum := map[string]int64{}
	for _, part := range p.Parts {
		sum[part.Name] = part.Bytes
	}
	if sum["log"] == 0 || sum["evidence"] == 0 || sum["boards"] == 0 || sum["settings"] == 0 || sum["other"] != int64(len("a hash")) {
		t.Errorf("%+v", p.Parts)
	}
}

func TestWithoutDataNothingIsKept(t *testing.T) {
	s, _ := newServer(t, nil)
	base, _ := listen(t, s)
	for _, path := range []string{"/api/v1/matches", "/api/v1/players", "/api/v1/data"} {
		if status, _, body := fetch(t, base+path); status != 404 || !strings.Contains(body, "nothing_kept") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

func urlPath(name string) string { return strings.ReplaceAll(name, " ", "%20") }
