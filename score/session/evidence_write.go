package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"
)

// recordHeader is what a shot's record says of the evidence itself.
type recordHeader struct {
	Match    string      `json:"match"`
	Shot     int         `json:"shot"`
	Revision int         `json:"revision"`
	At       time.Time   `json:"recorded_at"`
	Flick    float64     `json:"t_start"`   // s from the source's first frame
	Settled  float64     `json:"t_settled"` // likewise
	Clip     *clipHeader `json:"clip"`      // null where there is none
	NoClip   string      `json:"no_clip,omitempty"`
}

// clipHeader says what a clip shows.
type clipHeader struct {
	Pictures int     `json:"pictures"`
	Seconds  float64 `json:"seconds"`
	Flick    float64 `json:"flick_s"` // when in the clip the flick is
}

// recordFile is a record as it lies on the disk. The header stands first:
// scanning reads no further.
type recordFile struct {
	recordHeader
	Record json.RawMessage `json:"record"`
}

// beingMade stands in a record while its clip is made; after a crash it is
// still there.
const beingMade = "the clip is being made"

// Run writes what is handed over until ctx ends. What waits then is written
// without a clip, which takes no time to speak of.
func (e *Evidence) Run(ctx context.Context) {
	for {
		j := e.next(ctx)
		if j == nil {
			return
		}
		e.write(ctx, j)
		e.finish(j)
	}
}

// next is the job to do; nil when ctx has ended and nothing waits.
func (e *Evidence) next(ctx context.Context) *job {
	for {
		e.mu.Lock()
		if len(e.queue) > 0 {
			j := e.queue[0]
			e.queue[0] = nil
			e.queue = e.queue[1:]
			e.busy = j
			e.mu.Unlock()
			return j
		}
		e.mu.Unlock()
		select {
		case <-e.wake:
		case <-ctx.Done():
			if e.Counts().Waiting == 0 {
				return nil
			}
		}
	}
}

func (e *Evidence) finish(j *job) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.busy = nil
	if j.forgotten {
		e.drop(j.key)
		if err := e.root.RemoveAll(j.key.match); err != nil {
			e.options.Log.Error("the evidence of a deleted match could not be removed", "match", j.key.match, "error", err)
		}
	}
	e.rest()
}

// write a shot's evidence: stills and record first, which take no time, then
// the clip, then the record again.
func (e *Evidence) write(ctx context.Context, j *job) {
	log := e.options.Log.With("match", j.key.match, "shot", j.key.shot)
	header := e.headerOf(j)
	clip := j.hasClip()
	size := int64(len(j.record))
	for _, still := range j.stills {
		size += int64(len(still))
	}
	switch {
	case !clip:
	case ctx.Err() != nil:
		clip, header.NoClip = false, "the program ended before it was made"
	default:
		if why := e.makeRoom(j.key, size+clipBytes(j)); why != "" {
			clip, header.NoClip = false, why
			e.count(func(c *EvidenceCounts) { c.Failed++ })
			log.Warn("a shot gets no clip: " + why)
		}
	}
	if clip {
		header.NoClip = beingMade
	}
	if err := e.save(j, header); err != nil {
		e.count(func(c *EvidenceCounts) { c.Failed++ })
		log.Error("the evidence of a shot could not be written", "error", err)
		return
	}
	if clip {
		e.film(ctx, j, &header)
		j.stills = nil // they are written
		if err := e.save(j, header); err != nil {
			log.Error("the record of a shot could not be written", "error", err)
		}
	}
	if why := e.makeRoom(j.key, 0); why != "" {
		log.Warn("evidence takes more than it may: " + why)
	}
}

// clipBytes is about what a clip takes: an eighth of its JPEGs, since little
// moves. (Measured on the simulator and on filmed games: 1/25 to 1/10.)
func clipBytes(j *job) int64 {
	var n int64
	for _, p := range j.pictures {
		n += int64(len(p.JPEG))
	}
	return n / 8
}

// headerOf a shot's record; of a later revision the clip stays.
func (e *Evidence) headerOf(j *job) recordHeader {
	h := recordHeader{
		Match: j.key.match, Shot: j.key.shot, Revision: j.revision, At: e.options.Now().UTC().Round(time.Millisecond),
		Flick: rounded(j.flick.Seconds(), 3), Settled: rounded(j.settled.Seconds(), 3), NoClip: j.why,
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if k := e.shots[j.key]; k != nil && j.revision > 1 {
		h.At, h.Clip, h.NoClip = k.header.At, k.header.Clip, k.header.NoClip
	}
	return h
}

// film makes the clip and says in the header what became of it.
func (e *Evidence) film(ctx context.Context, j *job, h *recordHeader) {
	cpu, err := e.options.Clip(ctx, filepath.Join(e.options.Dir, filepath.FromSlash(j.key.folder()), ClipFile), j.pictures)
	e.count(func(c *EvidenceCounts) {
		c.EncodeSeconds += cpu.Seconds()
		if err == nil {
			c.Clips++
		} else if ctx.Err() == nil {
			c.Failed++
		}
	})
	switch {
	case err == nil:
		first, last := j.pictures[0].At, j.pictures[len(j.pictures)-1].At
		h.NoClip = ""
		h.Clip = &clipHeader{len(j.pictures), rounded((last - first).Seconds(), 3), rounded((j.flick - first).Seconds(), 3)}
	case ctx.Err() != nil:
		h.NoClip = "the program ended while it was made"
	default:
		h.NoClip = err.Error()
		e.options.Log.Error("the clip of a shot could not be made", "match", j.key.match, "shot", j.key.shot, "error", err)
	}
}

// save stills and record, and count what the shot's folder takes.
func (e *Evidence) save(j *job, h recordHeader) error {
	folder := j.key.folder()
	if err := e.root.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	body, err := json.Marshal(recordFile{h, j.record})
	if err != nil {
		return fmt.Errorf("record as JSON: %w", err)
	}
	var problems []error
	for name, still := range j.stills {
		problems = append(problems, e.put(folder+"/"+name, still))
	}
	problems = append(problems, e.put(folder+"/"+RecordFile, body))
	bytes, files, _ := e.look(folder)
	e.mu.Lock()
	defer e.mu.Unlock()
	k := e.shots[j.key]
	if k == nil {
		k = &kept{}
		e.shots[j.key] = k
	}
	e.bytes += bytes - k.bytes
	k.header, k.bytes, k.files = h, bytes, files
	return errors.Join(problems...)
}

// put a file into its place at once: whoever reads finds the old one or the
// new one, whole.
func (e *Evidence) put(name string, data []byte) error {
	part := path.Dir(name) + "/." + path.Base(name) + ".part"
	f, err := e.root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = e.root.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, e.root.Remove(part))
	}
	return nil
}

func (e *Evidence) count(edit func(c *EvidenceCounts)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	edit(&e.counts)
}
