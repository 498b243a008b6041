package hub

import (
	"encoding/json"
	"sync"
	"time"

	"ditchline/score/hall/tournament"
)

// answers keeps what the pages ask for again and again: when a result comes,
// thousands ask for the same standings.
type answers struct {
	mu  sync.Mutex
	all map[string]answer
}

type answer struct {
	version int // events of the tournament's log
	at      time.Time
	text    json.RawMessage
}

// freshAnswer is how old an answer may be that also depends on the clock and
// on what the boards tell.
const freshAnswer = time.Second

// answered is the answer to a path: the one kept, while the tournament's log
// has not grown and (where age is not 0) it is not older; else made anew, by
// one reader while the others wait.
func (h *Hub) answered(path string, age time.Duration, make func() (any, error)) (json.RawMessage, error) {
	version := 0
	h.desk.Look(func(cup *tournament.Tournament) {
		if cup != nil {
			version = len(cup.Events())
		}
	})
	h.answers.mu.Lock()
	defer h.answers.mu.Unlock()
	now := h.o.Now()
	if kept, ok := h.answers.all[path]; ok && kept.version == version && (age == 0 || now.Sub(kept.at) < age) {
		return kept.text, nil
	}
	v, err := make()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	if h.answers.all == nil {
		h.answers.all = map[string]answer{}
	}
	h.answers.all[path] = answer{version: version, at: now, text: text}
	return text, nil
}
