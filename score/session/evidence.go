package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"ditchline/capture/film"
)

// Proof is what a shot leaves as evidence. Times are those of the frames,
// from the source's first.
type Proof struct {
	Match    string        // the match's id: letters, digits, dash, underscore
	Shot     int           // the shot's number in the match, from 1, which it keeps
	Revision int           // 1 when it is first said; of a higher one only the record is rewritten
	Flick    time.Duration // the clip begins ClipBefore before it
	Settled  time.Duration // the clip ends ClipAfter after it
	Before   film.Picture  // the settled board before the shot; without a JPEG: the clip's first picture
	After    film.Picture  // the settled board after it; without a JPEG: the clip's last picture
	Record   any           // shot, track and verdict: what the record holds, as JSON
	Pictures Pictures      // of this shot's board; nil: the evidence's own
}

// The stretch of a clip around flick and rest.
const (
	ClipBefore = 2 * time.Second
	ClipAfter  = 500 * time.Millisecond
)

// Pictures are the last seconds as the camera saw them: a film.Ring.
type Pictures interface {
	Between(from, to time.Duration) []film.Picture
}

// EvidenceOptions say where evidence is kept, and how much. The zero value of
// a bound is its default.
type EvidenceOptions struct {
	Dir      string   // holds a folder for each match, and in it one for each shot
	Pictures Pictures // of a shot whose proof brings none; nil: it has none
	// Clip makes the film: an Encoder's Clip. nil: clips are not made, because of NoClips.
	Clip    func(ctx context.Context, path string, pictures []film.Picture) (cpu time.Duration, err error)
	NoClips string                           // why there is no Clip, for people
	Limit   int64                            // that all evidence may take, bytes; 0 = 4 GB, about 4,000 shots
	Reserve int64                            // room that is left on the disk, bytes; 0 = 1 GB
	Queue   int                              // shots whose clip may wait to be made; 0 = 8
	Free    func(path string) (int64, error) // nil = film.Free
	Log     *slog.Logger
	Now     func() time.Time // stamps the records
}

// The defaults of EvidenceOptions.
const (
	defaultEvidenceLimit   = 4 << 30
	defaultEvidenceReserve = 1 << 30
	defaultEvidenceQueue   = 8
)

// queueBackstop bounds the shots that wait without a clip, in queues of
// clips: their stills and records are small.
const queueBackstop = 8

// The files of a shot's evidence.
const (
	ClipFile    = "clip.mp4"
	BeforeFile  = "before.jpg"
	AfterFile   = "after.jpg"
	RecordFile  = "shot.json"
	disputeFile = "disputed" // its being there says that the shot is disputed
)

// Evidence keeps what proves each shot: a clip, a still from before and one
// from after, and a record. One goroutine, Run, makes and writes; everything
// else may be called from any goroutine and never waits for it. Where the
// limit is reached the oldest shots' evidence goes first, that of a disputed
// shot never. What is kept is what lies in the folder: it is read again at the
// start.
type Evidence struct {
	options EvidenceOptions
	root    *os.Root
	wake    chan struct{} // holds one token while there may be work

	mu     sync.Mutex
	queue  []*job
	busy   *job // under way
	idle   chan struct{}
	shots  map[shotKey]*kept
	bytes  int64 // of all shots
	counts EvidenceCounts
}

// shotKey names a shot.
type shotKey struct {
	match string
	shot  int
}

// job is one shot's evidence to be written.
type job struct {
	key      shotKey
	revision int
	flick    time.Duration
	settled  time.Duration
	pictures []film.Picture // of the clip
	stills   map[string][]byte
	why      string // there is no clip
	record   json.RawMessage

	forgotten bool // its match was deleted while it was written; guarded by Evidence.mu
}

// EvidenceCounts say what the evidence takes and what became of clips.
type EvidenceCounts struct {
	Shots         int     // kept
	Disputed      int     // of them
	Bytes         int64   // that they take
	Limit         int64   // that they may take
	Waiting       int     // shots whose evidence is still to be written
	Clips         uint64  // made since the start
	Dropped       uint64  // clips given up since the worker was behind
	Failed        uint64  // clips that could not be made
	Removed       uint64  // shots whose evidence was removed to make room
	EncodeSeconds float64 // processor time that the clips took
}

var goodMatch = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`)

// folder of a shot, from the evidence's own.
func (k shotKey) folder() string { return k.match + "/" + strconv.Itoa(k.shot) }

func (k shotKey) validate() error {
	if !goodMatch.MatchString(k.match) {
		return fmt.Errorf("evidence: match %q: want letters, digits, dash and underscore", k.match)
	}
	if k.shot < 1 {
		return fmt.Errorf("evidence: shot %d: want 1 or more", k.shot)
	}
	return nil
}

// OpenEvidence reads what the folder holds, which it makes where there is
// none, and cleans up what a crash left behind. Run works for it.
func OpenEvidence(o EvidenceOptions) (*Evidence, error) {
	if o.Limit == 0 {
		o.Limit = defaultEvidenceLimit
	}
	if o.Reserve == 0 {
		o.Reserve = defaultEvidenceReserve
	}
	if o.Queue == 0 {
		o.Queue = defaultEvidenceQueue
	}
	if o.Free == nil {
		o.Free = film.Free
	}
	if o.Log == nil || o.Now == nil || o.Clip == nil && o.NoClips == "" || o.Limit < 0 || o.Reserve < 0 || o.Queue < 0 {
		return nil, fmt.Errorf("evidence %s: want a log, a clock, a maker of clips or why there is none, and bounds above 0", o.Dir)
	}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, fmt.Errorf("evidence: %w", err)
	}
	root, err := os.OpenRoot(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("evidence: %w", err)
	}
	e := &Evidence{
		options: o, root: root, wake: make(chan struct{}, 1), idle: make(chan struct{}),
		shots: map[shotKey]*kept{}, counts: EvidenceCounts{Limit: o.Limit},
	}
	close(e.idle)
	if err := e.scan(); err != nil {
		return nil, errors.Join(fmt.Errorf("evidence %s: %w", o.Dir, err), root.Close())
	}
	return e, nil
}

// Close gives the folder back. Run must have ended.
func (e *Evidence) Close() error { return e.root.Close() }

// Keep hands a shot's evidence over; its pictures are taken from the ring
// now. It never waits. Where the worker is behind, the oldest shot that waits
// loses its clip, not its record. The error says what is wrong with the proof.
func (e *Evidence) Keep(p Proof) error {
	j := &job{key: shotKey{p.Match, p.Shot}, revision: max(1, p.Revision), flick: p.Flick, settled: p.Settled, stills: map[string][]byte{}}
	if err := j.key.validate(); err != nil {
		return err
	}
	var err error
	if j.record, err = json.Marshal(p.Record); err != nil {
		return fmt.Errorf("evidence of shot %d: %w", p.Shot, err)
	}
	if j.revision == 1 {
		if p.Pictures == nil {
			p.Pictures = e.options.Pictures
		}
		if p.Pictures != nil {
			j.pictures = p.Pictures.Between(p.Flick-ClipBefore, p.Settled+ClipAfter)
		}
		j.why = e.options.NoClips
		if len(j.pictures) == 0 {
			j.why = "no pictures of it were kept"
		} else {
			j.stills[BeforeFile], j.stills[AfterFile] = j.pictures[0].JPEG, j.pictures[len(j.pictures)-1].JPEG
		}
	}
	for name, still := range map[string]film.Picture{BeforeFile: p.Before, AfterFile: p.After} {
		if len(still.JPEG) > 0 {
			j.stills[name] = still.JPEG
		}
	}
	e.enqueue(j)
	return nil
}

// has says whether anything of a shot is kept, or waits to be.
func (e *Evidence) has(key shotKey) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, kept := e.shots[key]
	return kept || e.busy != nil && e.busy.key == key || slices.ContainsFunc(e.queue, func(j *job) bool { return j.key == key })
}

// enqueue a job. One that waits for the same shot becomes this one.
func (e *Evidence) enqueue(j *job) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy == nil && len(e.queue) == 0 {
		e.idle = make(chan struct{})
	}
	if i := slices.IndexFunc(e.queue, func(w *job) bool { return w.key == j.key }); i >= 0 {
		e.queue[i].renew(j)
		return
	}
	if len(e.queue) >= queueBackstop*e.options.Queue {
		lost := e.queue[0]
		e.queue = slices.Delete(e.queue, 0, 1)
		e.counts.Dropped++
		e.options.Log.Error("the evidence of a shot is lost: the disk is too slow", "match", lost.key.match, "shot", lost.key.shot)
	}
	e.queue = append(e.queue, j)
	e.thin()
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// thin takes the clip of the oldest shot that waits with one, where more wait
// than may.
func (e *Evidence) thin() {
	clips := 0
	var oldest *job
	for _, w := range e.queue {
		if !w.hasClip() {
			continue
		}
		if clips++; oldest == nil {
			oldest = w
		}
	}
	if clips <= e.options.Queue {
		return
	}
	oldest.pictures, oldest.why = nil, "shots came faster than this machine makes clips"
	e.counts.Dropped++
	e.options.Log.Warn("a shot gets no clip: "+oldest.why, "match", oldest.key.match, "shot", oldest.key.shot, "waiting", clips)
}

func (j *job) hasClip() bool { return j.why == "" && len(j.pictures) > 0 }

// renew a job that waits by a later revision of the same shot.
func (j *job) renew(by *job) {
	j.revision, j.settled, j.record = by.revision, by.settled, by.record
	if len(by.pictures) > 0 {
		j.pictures, j.why = by.pictures, by.why
	}
	maps.Copy(j.stills, by.stills)
}

// Wait until everything that was handed over is written, or ctx ends.
func (e *Evidence) Wait(ctx context.Context) error {
	e.mu.Lock()
	idle := e.idle
	e.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Dispute says that a shot is disputed, so that its evidence is never removed
// to make room, or that it is not any more. The error wraps fs.ErrNotExist
// where there is no evidence of the shot.
func (e *Evidence) Dispute(match string, shot int, disputed bool) error {
	key := shotKey{match, shot}
	if err := key.validate(); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	k, known := e.shots[key]
	if !known && !e.waits(key) {
		return fmt.Errorf("evidence of shot %d of match %s: %w", shot, match, fs.ErrNotExist)
	}
	name := key.folder() + "/" + disputeFile
	if disputed {
		if err := e.root.MkdirAll(key.folder(), 0o755); err != nil {
			return fmt.Errorf("evidence: %w", err)
		}
		if err := e.root.WriteFile(name, nil, 0o644); err != nil {
			return fmt.Errorf("evidence: %w", err)
		}
	} else if err := e.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("evidence: %w", err)
	}
	if !known {
		k = &kept{header: recordHeader{Match: match, Shot: shot, At: e.options.Now(), NoClip: beingMade}}
		e.shots[key] = k
	}
	k.disputed = disputed
	return nil
}

// rest says that there is nothing to do, if there is.
func (e *Evidence) rest() {
	if e.busy != nil || len(e.queue) > 0 {
		return
	}
	select {
	case <-e.idle: // said already
	default:
		close(e.idle)
	}
}

// waits says whether a shot is still to be written.
func (e *Evidence) waits(key shotKey) bool {
	same := func(j *job) bool { return j.key == key }
	return e.busy != nil && same(e.busy) || slices.ContainsFunc(e.queue, same)
}

// Forget removes the evidence of a whole match, disputed or not: people had
// the match deleted. What still waits of it is dropped; a shot that is being
// written at this moment is removed by the writer.
func (e *Evidence) Forget(match string) error {
	if err := (shotKey{match, 1}).validate(); err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queue = slices.DeleteFunc(e.queue, func(j *job) bool { return j.key.match == match })
	if e.busy != nil && e.busy.key.match == match {
		e.busy.forgotten = true
	}
	e.rest()
	for key := range e.shots {
		if key.match == match {
			e.drop(key)
		}
	}
	if err := e.root.RemoveAll(match); err != nil {
		return fmt.Errorf("evidence of match %s: %w", match, err)
	}
	return nil
}

// Counts say what the evidence takes.
func (e *Evidence) Counts() EvidenceCounts {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.counts
	c.Shots, c.Waiting, c.Bytes = len(e.shots), len(e.queue), e.bytes
	if e.busy != nil {
		c.Waiting++
	}
	for _, k := range e.shots {
		if k.disputed {
			c.Disputed++
		}
	}
	return c
}
