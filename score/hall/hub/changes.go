package hub

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Limits of a stream of changes.
const (
	changesWriteLimit = 10 * time.Second
	mostReaders       = 10000 // of one hub
	mostFrames        = 8     // that a reader may be behind and still be told each
	mostAsked         = 64    // tables that a reader may name
)

// changes is a stream of server-sent events: `table` with a table's line
// whenever its board has told something (all tables at the beginning), and
// `tournament` when pairings, results or standings are worth asking for anew.
// With `?table=7`, once or several times, only those tables' lines. A reader
// that is behind is told the newest line of each table; one that does not
// read for ten seconds is dropped; with ten thousand, the next is sent away.
func (h *Hub) changes(w http.ResponseWriter, r *http.Request) {
	if n := h.readers.Add(1); n > mostReaders {
		h.readers.Add(-1)
		reply(w, http.StatusServiceUnavailable, problem{problemText{"full", "too many pages are open at this hub: use another one"}}, nil)
		return
	}
	defer h.readers.Add(-1)
	asked := r.URL.Query()["table"]
	if len(asked) > mostAsked {
		reply(w, http.StatusUnprocessableEntity, nil, fmt.Errorf("%d tables are named: name at most %d, or none for all", len(asked), mostAsked))
		return
	}
	head := w.Header()
	head.Set("Content-Type", "text/event-stream")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("X-Accel-Buffering", "no") // nginx: hand on at once
	head.Set("Vary", "Accept-Encoding")
	rd := reader{w: w, control: http.NewResponseController(w), asked: asked, now: h.o.Now}
	if rd.packs = len(asked) == 0 && acceptsGzip(r.Header); rd.packs {
		head.Set("Content-Encoding", "gzip")
	}
	h.caster.mu.Lock()
	at := h.caster.newest
	h.caster.mu.Unlock()
	err := rd.begin(at)
	for err == nil {
		select {
		case <-r.Context().Done():
			return
		case <-at.ready:
		}
		behind := []*frame{at.next}
		for at = at.next; isReady(at); at = at.next {
			behind = append(behind, at.next)
		}
		err = rd.tell(behind)
	}
}

func isReady(f *frame) bool {
	select {
	case <-f.ready:
		return true
	default:
		return false
	}
}

// reader is one page that reads the changes.
type reader struct {
	w       http.ResponseWriter
	control *http.ResponseController
	asked   []string // empty: all tables
	packs   bool
	now     func() time.Time
}

// begin tells all that there is.
func (r *reader) begin(at *frame) error {
	if len(r.asked) > 0 {
		return r.write(r.only(at.all, true))
	}
	plain, packed := at.whole()
	if r.packs {
		return r.write([]byte(gzipHead), packed)
	}
	return r.write(plain)
}

// tell hands on frames; of many, the newest line of each table once.
func (r *reader) tell(frames []*frame) error {
	last := frames[len(frames)-1]
	if len(frames) > mostFrames || len(r.asked) > 0 {
		lines, tournament := newestOf(frames)
		text := r.only(lines, tournament)
		if len(text) == 0 && len(last.lines) == 0 {
			text = last.text // that it is still here
		}
		if len(text) == 0 {
			return nil
		}
		if r.packs {
			text = pack(text)
		}
		return r.write(text)
	}
	pieces := make([][]byte, len(frames))
	for i, f := range frames {
		if pieces[i] = f.text; r.packs {
			pieces[i] = f.packed()
		}
	}
	return r.write(pieces...)
}

// newestOf is the newest line of each table that frames name, in the order
// of the tables.
func newestOf(frames []*frame) (lines []tableText, tournament bool) {
	seen := map[string]bool{}
	for _, f := range slices.Backward(frames) {
		tournament = tournament || f.tournament
		for _, l := range f.lines {
			if !seen[l.table] {
				seen[l.table] = true
				lines = append(lines, l)
			}
		}
	}
	slices.SortFunc(lines, func(a, b tableText) int { return byNumber(a.table, b.table) })
	return lines, tournament
}

// only is the text of the lines that the reader asked for.
func (r *reader) only(lines []tableText, tournament bool) []byte {
	var text []byte
	for _, l := range lines {
		if len(r.asked) == 0 || slices.Contains(r.asked, l.table) {
			text = append(text, l.text...)
		}
	}
	if tournament {
		text = append(text, tournamentText...)
	}
	return text
}

func (r *reader) write(pieces ...[]byte) error {
	// A server without deadlines (a test's recorder) has none to set.
	_ = r.control.SetWriteDeadline(r.now().Add(changesWriteLimit))
	var problem error
	for _, piece := range pieces {
		_, err := r.w.Write(piece)
		problem = cmp.Or(problem, err)
	}
	return cmp.Or(problem, r.control.Flush())
}
