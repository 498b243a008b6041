package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ditchline/capture/film"
)

// clipsOf makes clips of a size without ffmpeg, and writes down which.
type clipsOf struct {
	mu    sync.Mutex
	bytes int
	fail  error
	hold  chan struct{} // each clip waits for a token, unless nil
	begun chan struct{} // told when a clip is begun, unless nil
	made  []string
}

func (c *clipsOf) clip(ctx context.Context, path string, pictures []film.Picture) (time.Duration, error) {
	if c.begun != nil {
		c.begun <- struct{}{}
	}
	if c.hold != nil {
		select {
		case <-c.hold:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail != nil {
		return time.Second, c.fail
	}
	c.made = append(c.made, fmt.Sprintf("%s:%d", filepath.Base(filepath.Dir(path)), len(pictures)))
	return 250 * time.Millisecond, os.WriteFile(path, make([]byte, c.bytes), 0o644)
}

// reel gives pictures of 30 a second from 0 to 100 s.
type reel struct{}

func (reel) Between(from, to time.Duration) []film.Picture {
	var list []film.Picture
	for n := range 3000 {
		if at := time.Duration(n) * time.Second / 30; at >= from && at <= to {
			list = append(list, film.Picture{At: at, JPEG: fmt.Appendf(nil, "jpeg %d", n)})
		}
	}
	return list
}

// kitchen is a store of evidence with everything around it in a test's hand.
type kitchen struct {
	*Evidence
	clips *clipsOf
	log   *bytes.Buffer
	stop  func() // ends Run and waits for it
}

func newKitchen(t *testing.T, o EvidenceOptions, clips *clipsOf) *kitchen {
	t.Helper()
	k := &kitchen{clips: clips, log: &bytes.Buffer{}}
	if o.Dir == "" {
		o.Dir = filepath.Join(t.TempDir(), "evidence")
	}
	clock := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	o.Pictures, o.Log = reel{}, slog.New(slog.NewTextHandler(&lockedWriter{w: k.log}, nil))
	o.Now = func() time.Time { mu.Lock(); defer mu.Unlock(); clock = clock.Add(time.Second); return clock }
	if o.NoClips == "" {
		o.Clip = clips.clip
	}
	if o.Free == nil {
		o.Free = func(string) (int64, error) { return math.MaxInt64, nil }
	}
	var err error
	if k.Evidence, err = OpenEvidence(o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { k.Run(ctx); close(done) }()
	k.stop = func() { cancel(); <-done }
	t.Cleanup(func() {
		k.stop()
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return k
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// keep shots one after the other, each written before the next.
func (k *kitchen) keep(t *testing.T, proofs ...Proof) {
	t.Helper()
	for _, p := range proofs {
		if err := k.Keep(p); err != nil {
			t.Fatal(err)
		}
		if err := k.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func proof(shot int) Proof {
	flick := time.Duration(shot) * 5 * time.Second
	return Proof{Match: "m1", Shot: shot, Revision: 1, Flick: flick, Settled: flick + time.Second, Record: map[string]int{"n": shot}}
}

// has lists the shots of which there is evidence, by the list and by the disk.
func (k *kitchen) has(t *testing.T, match string) string {
	t.Helper()
	var listed []int
	for _, s := range k.Shots(match) {
		listed = append(listed, s.Shot)
		if _, err := os.Stat(filepath.Join(k.options.Dir, match, fmt.Sprint(s.Shot), RecordFile)); err != nil {
			t.Errorf("shot %d is listed: %v", s.Shot, err)
		}
	}
	entries, err := os.ReadDir(filepath.Join(k.options.Dir, match))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if len(entries) != len(listed) {
		t.Errorf("%d folders for the shots %v", len(entries), listed)
	}
	return fmt.Sprint(listed)
}

func (k *kitchen) read(t *testing.T, shot int, file string) string {
	t.Helper()
	f, err := k.Open("m1", shot, file)
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAShotLeavesClipStillsAndRecord(t *testing.T) {
	k := newKitchen(t, EvidenceOptions{}, &clipsOf{bytes: 1000})
	p := proof(2) // flick at 10 s, rest at 11 s: from 8 to 11.5 s
	p.After = film.Picture{At: 12 * time.Second, JPEG: []byte("settled")}
	k.keep(t, p)
	if got := fmt.Sprint(k.clips.made); got != "[2:106]" {
		t.Errorf("clips %v", got)
	}
	for file, want := range map[string]string{BeforeFile: "jpeg 240", AfterFile: "settled", ClipFile: string(make([]byte, 1000))} {
		if got := k.read(t, 2, file); got != want {
			t.Errorf("%s holds %.40q, want %.40q", file, got, want)
		}
	}
	var record recordFile
	if err := json.Unmarshal([]byte(k.read(t, 2, RecordFile)), &record); err != nil {
		t.Fatal(err)
	}
	if record.Clip == nil || *record.Clip != (clipHeader{106, 3.5, 2}) || record.Flick != 10 || record.Settled != 11 || string(record.Record) != `{"n":2}` || record.NoClip != "" {
		t.Errorf("record %+v", record)
	}
	shots := k.Shots("m1")
	c := k.Counts()
	if len(shots) != 1 || len(shots[0].Files) != 4 || shots[0].Bytes != c.Bytes || c.Clips != 1 || c.EncodeSeconds != 0.25 || c.Shots != 1 || c.Waiting != 0 {
		t.Errorf("list %+v, counts %+v", shots, c)
	}

	// A later revision is in the record; the clip stays.
	p.Revision, p.Record = 2, map[string]int{"n": 22}
	k.keep(t, p)
	if err := json.Unmarshal([]byte(k.read(t, 2, RecordFile)), &record); err != nil {
		t.Fatal(err)
	}
	if record.Revision != 2 || string(record.Record) != `{"n":22}` || record.Clip == nil || len(k.clips.made) != 1 || len(k.Shots("m1")) != 1 {
		t.Errorf("revised record %+v, clips %v", record, k.clips.made)
	}
}

func TestTheOldestGoesFirstAndADisputedShotNever(t *testing.T) {
	k := newKitchen(t, EvidenceOptions{Limit: 5500}, &clipsOf{bytes: 1000})
	k.keep(t, proof(1), proof(2))
	if err := k.Dispute("m1", 1, true); err != nil {
		t.Fatal(err)
	}
	k.keep(t, proof(3), proof(4), proof(5), proof(6))
	if got := k.has(t, "m1"); got != "[1 4 5 6]" {
		t.Errorf("kept %s, want the disputed 1 and the newest three", got)
	}
	if c := k.Counts(); c.Bytes > 5500 || c.Removed != 2 || c.Disputed != 1 {
		t.Errorf("counts %+v", c)
	}
	if err := k.Dispute("m1", 1, false); err != nil {
		t.Fatal(err)
	}
	k.keep(t, proof(7))
	if got := k.has(t, "m1"); got != "[4 5 6 7]" {
		t.Errorf("kept %s, want 1 gone first once it was not disputed any more", got)
	}
	k.keep(t, proof(8))
	for shot := range 9 {
		_ = k.Dispute("m1", shot, true) // those that are not there cannot be
	}
	k.options.Limit = 4000 // it was lowered between two evenings
	k.keep(t, proof(9))
	if got := k.has(t, "m1"); got != "[5 6 7 8 9]" {
		t.Errorf("kept %s, want all the disputed ones and the new record", got)
	}
	if shots := k.Shots("m1"); shots[4].Clip != nil || !strings.Contains(shots[4].NoClip, "disputed") || strings.Contains(k.read(t, 9, ClipFile), "\x00") {
		t.Errorf("with nothing to remove the new shot has %+v", shots[4])
	}
	if err := k.Dispute("m1", 99, true); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a shot that is not there was disputed: %v", err)
	}
}

func TestAFullDiskCostsNoMoreThanTheNewClip(t *testing.T) {
	free := int64(math.MaxInt64)
	k := newKitchen(t, EvidenceOptions{Free: func(string) (int64, error) { return free, nil }}, &clipsOf{bytes: 1000})
	k.keep(t, proof(1), proof(2), proof(3), proof(4))
	free = defaultEvidenceReserve - 1 // others have filled it; removing helps nothing
	k.keep(t, proof(5))
	if got := k.has(t, "m1"); got != "[2 3 4 5]" {
		t.Errorf("kept %s", got)
	}
	if s := k.Shots("m1")[3]; s.Clip != nil || !strings.Contains(s.NoClip, "the disk has 1023 MB left") {
		t.Errorf("on a full disk: %+v", s)
	}
	if !strings.Contains(k.log.String(), "gets no clip") {
		t.Errorf("the log says nothing of it: %s", k.log)
	}
}

func TestWhatIsKeptSurvivesARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "evidence")
	k := newKitchen(t, EvidenceOptions{Dir: dir}, &clipsOf{bytes: 1000})
	k.keep(t, proof(1), proof(2), proof(3))
	if err := k.Dispute("m1", 2, true); err != nil {
		t.Fatal(err)
	}
	k.stop()
	before := k.Shots("m1")

	// As kill -9 leaves it: a clip half made, a folder without anything whole.
	for name, text := range map[string]string{
		"m1/3/.clip.mp4.123.part": "half", "m1/4/.shot.json.part": "{", "m1/notes.txt": "mine", "x y/1/shot.json": "{}", "m1/007/shot.json": "{}",
		"m1/5/shot.json": `{"match":"m1","shot":5,"recorded_at":"2026-11-20T20:30:00Z","clip":null,"no_clip":"the clip is being made","record":{}}`,
		"m1/6/clip.mp4":  "a clip whose record is gone",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	again := newKitchen(t, EvidenceOptions{Dir: dir}, &clipsOf{bytes: 1000})
	shots := again.Shots("m1")
	if len(shots) != 5 {
		t.Fatalf("%d shots after the restart: %+v", len(shots), shots)
	}
	for i, want := range before {
		if got := shots[i]; fmt.Sprint(got) != fmt.Sprint(want) && fmt.Sprintf("%+v", *got.Clip) != fmt.Sprintf("%+v", *want.Clip) || got.Bytes == 0 || got.Disputed != (i == 1) {
			t.Errorf("shot %d is %+v, was %+v", i+1, got, want)
		}
	}
	if shots[3].NoClip != "the program ended while it was made" || shots[4].NoClip == "" || len(shots[4].Files) != 1 {
		t.Errorf("half made: %+v", shots[3:])
	}
	for _, gone := range []string{"m1/3/.clip.mp4.123.part", "m1/4"} {
		if _, err := os.Stat(filepath.Join(dir, gone)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there", gone)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "m1/notes.txt")); err != nil {
		t.Error("what is none of ours was removed")
	}
	if err := again.Forget("m1"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "m1")); !errors.Is(err, fs.ErrNotExist) || len(again.Matches()) != 0 || again.Counts().Bytes != 0 {
		t.Errorf("a forgotten match left %v, %+v", again.Matches(), again.Counts())
	}
}

func TestShotsThatComeTooFastKeepTheirRecords(t *testing.T) {
	k := newKitchen(t, EvidenceOptions{Queue: 2}, &clipsOf{bytes: 10, hold: make(chan struct{}, 100), begun: make(chan struct{}, 100)})
	if err := k.Keep(proof(1)); err != nil {
		t.Fatal(err)
	}
	<-k.clips.begun // 1 is under way, those that follow wait
	for n := 2; n <= 5; n++ {
		if err := k.Keep(proof(n)); err != nil {
			t.Fatal(err)
		}
	}
	revised := proof(5)
	revised.Revision, revised.Record = 2, "refined"
	if err := errors.Join(k.Keep(revised), k.Dispute("m1", 5, true)); err != nil {
		t.Fatal(err)
	}
	if c := k.Counts(); c.Waiting != 5 || c.Dropped != 2 {
		t.Errorf("counts %+v", c)
	}
	for range 5 {
		k.clips.hold <- struct{}{}
	}
	if err := k.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(k.clips.made); got != "[1:106 4:106 5:106]" {
		t.Errorf("clips %s, want the oldest that waited to have none", got)
	}
	if got := k.has(t, "m1"); got != "[1 2 3 4 5]" {
		t.Errorf("kept %s", got)
	}
	shots := k.Shots("m1")
	if !strings.Contains(shots[1].NoClip, "faster") || shots[4].Revision != 2 || shots[4].Clip == nil || !shots[4].Disputed || !strings.Contains(k.read(t, 5, RecordFile), "refined") {
		t.Errorf("got %+v", shots)
	}
	if !strings.Contains(k.log.String(), "shot=2") {
		t.Errorf("the log does not name the shot: %s", k.log)
	}
}

func TestTheEndOfTheProgramKeepsTheRecords(t *testing.T) {
	k := newKitchen(t, EvidenceOptions{}, &clipsOf{bytes: 10, hold: make(chan struct{}), begun: make(chan struct{}, 100)})
	for n := 1; n <= 3; n++ {
		if err := k.Keep(proof(n)); err != nil {
			t.Fatal(err)
		}
	}
	<-k.clips.begun
	k.stop()
	if got := k.has(t, "m1"); got != "[1 2 3]" {
		t.Errorf("kept %s", got)
	}
	for _, s := range k.Shots("m1") {
		if !strings.Contains(s.NoClip, "ended") || len(s.Files) != 3 {
			t.Errorf("shot %d: %+v", s.Shot, s)
		}
	}
	if c := k.Counts(); c.Failed != 0 {
		t.Errorf("an end in order was counted as a failure: %+v", c)
	}
}

func TestWithoutAClipThereAreStillsAndAReason(t *testing.T) {
	for name, c := range map[string]struct {
		options EvidenceOptions
		clips   *clipsOf
		proof   func(*Proof)
		why     string
		files   int
	}{
		"no ffmpeg":                {EvidenceOptions{NoClips: "there is no ffmpeg"}, &clipsOf{}, func(*Proof) {}, "there is no ffmpeg", 3},
		"ffmpeg fails":             {EvidenceOptions{}, &clipsOf{fail: errors.New("ffmpeg: boom")}, func(*Proof) {}, "ffmpeg: boom", 3},
		"no pictures":              {EvidenceOptions{}, &clipsOf{}, func(p *Proof) { p.Flick, p.Settled = time.Hour, time.Hour }, "no pictures", 1},
		"a revision of an unknown": {EvidenceOptions{}, &clipsOf{}, func(p *Proof) { p.Revision = 2 }, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			k := newKitchen(t, c.options, c.clips)
			p := proof(1)
			c.proof(&p)
			k.keep(t, p)
			s := k.Shots("m1")
			if len(s) != 1 || s[0].Clip != nil || !strings.Contains(s[0].NoClip, c.why) || len(s[0].Files) != c.files {
				t.Errorf("got %+v", s)
			}
		})
	}
}

func TestAFolderThatCannotBeWrittenIsSaid(t *testing.T) {
	o := EvidenceOptions{Dir: "/dev/null/evidence", Pictures: reel{}, NoClips: "none", Log: slog.New(slog.DiscardHandler), Now: time.Now}
	if _, err := OpenEvidence(o); err == nil || !strings.Contains(err.Error(), "/dev/null") {
		t.Errorf("got %v", err)
	}
	k := newKitchen(t, EvidenceOptions{}, &clipsOf{bytes: 10})
	// A file where the shot's folder belongs: also root cannot write there.
	if err := os.WriteFile(filepath.Join(k.options.Dir, "m1"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	k.keep(t, proof(1))
	if c := k.Counts(); c.Failed != 1 || c.Shots != 0 || !strings.Contains(k.log.String(), "could not be written") {
		t.Errorf("counts %+v, log %s", c, k.log)
	}
}

func TestNobodyLeavesTheFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shot.json"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	k := newKitchen(t, EvidenceOptions{Dir: filepath.Join(dir, "a", "evidence")}, &clipsOf{bytes: 10})
	k.keep(t, proof(1))
	if err := os.Symlink(dir, filepath.Join(k.options.Dir, "m1", "2")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		match string
		shot  int
		file  string
	}{
		{"..", 1, RecordFile}, {"../..", 1, RecordFile}, {"m1/..", 1, RecordFile}, {"", 1, RecordFile}, {"m1", 1, "../1/shot.json"}, {"m1", 1, "disputed"},
		{"m1", 1, ""}, {"m1", 0, RecordFile}, {"m1", -1, RecordFile}, {"m1", 2, RecordFile}, {"/etc", 1, "passwd"}, {"m1\x00", 1, RecordFile}, {"m1", 1, "shot.json\x00"},
	} {
		f, err := k.Open(c.match, c.shot, c.file)
		if err == nil {
			f.Close()
			t.Errorf("%q %d %q was opened", c.match, c.shot, c.file)
		}
		if k.Keep(Proof{Match: c.match, Shot: c.shot}) == nil && (!goodMatch.MatchString(c.match) || c.shot < 1) {
			t.Errorf("a proof of match %q shot %d was taken", c.match, c.shot)
		}
		if !goodMatch.MatchString(c.match) && k.Forget(c.match) == nil {
			t.Errorf("match %q was removed", c.match)
		}
	}
	if err := k.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "shot.json")); err != nil || string(text) != "secret" {
		t.Errorf("what lies outside is %q, %v", text, err)
	}
}
