package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/score/session"
	"ditchline/score/session/venue"
	"ditchline/score/store"
)

// house is what the boards of one program share: the store of matches, the
// evidence, the encoder of films. One store holds all boards' matches, so that
// a player's history is one, and a match's id means one match.
type house struct {
	app      *app
	store    *store.Store
	evidence *session.Evidence
	encoder  *film.Encoder
	missing  error  // why there is no encoder
	hall     *hall  // that the boards have joined; nil: none
	program  string // names this start of the program

	mu     sync.Mutex
	record string    // file of the recording that the first evening makes; empty once it was begun
	begun  time.Time // stands in the id of the newest match
}

// openHouse opens the data folder's store and evidence.
func (a *app) openHouse(ctx context.Context, record string) (h *house, err error) {
	h = &house{app: a, record: record, program: fmt.Sprintf("%x", time.Now().UnixNano())}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
			h = nil
		}
	}()
	if err := os.MkdirAll(a.dataFolder(), 0o755); err != nil {
		return h, fmt.Errorf("data folder: %w", err)
	}
	if h.store, err = store.Open(ctx, filepath.Join(a.dataFolder(), store.FileName)); err != nil {
		return h, err
	}
	o := session.EvidenceOptions{Dir: filepath.Join(a.dataFolder(), "evidence"), Log: a.log, Now: time.Now}
	if h.encoder, h.missing = film.Find(ctx); h.missing != nil {
		o.NoClips = h.missing.Error()
	} else {
		o.Clip = h.encoder.Clip
	}
	if h.evidence, err = session.OpenEvidence(o); err != nil {
		return h, err
	}
	if record != "" && h.missing != nil {
		return h, fmt.Errorf("--record: %w", h.missing)
	}
	return h, nil
}

// close what was opened, once everything has ended.
func (h *house) close() error {
	var problems []error
	if h.evidence != nil {
		problems = append(problems, h.evidence.Close())
	}
	if h.store != nil {
		problems = append(problems, h.store.Close())
	}
	return errors.Join(problems...)
}

// newRing keeps a session's last seconds.
func (h *house) newRing() (*film.Ring, error) {
	return film.NewRing(film.RingOptions{
		Encode: func(f capture.Frame) ([]byte, error) {
			width, height := film.Fit(f.Width, f.Height)
			return h.app.parts.encodeFit(f, width, height, 80)
		},
		Failure: func(err error) { h.app.log.Warn(fmt.Sprintf("a picture is missing from the evidence: %v", err)) },
	})
}

// takeRecorder is the recording of the whole session where one is asked for:
// that of the first evening at the first board.
func (h *house) takeRecorder() (*film.Recorder, error) {
	h.mu.Lock()
	path := h.record
	h.record = ""
	h.mu.Unlock()
	if path == "" {
		return nil, nil
	}
	return film.NewRecorder(film.RecorderOptions{
		Encoder: h.encoder, Path: path,
		Begun: func(path string) { h.app.log.Info("recording to " + path) },
	})
}

// newMatch is an id that no other match has: its time, seconds later where
// several begin in one.
func (h *house) newMatch(ctx context.Context, now time.Time) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now = now.UTC().Truncate(time.Second)
	if !now.After(h.begun) {
		now = h.begun.Add(time.Second)
	}
	for {
		id := "m" + now.Format("20060102-150405")
		_, err := h.store.Events(ctx, id)
		if errors.Is(err, store.ErrUnknown) {
			h.begun = now
			return id, nil
		}
		if err != nil {
			return "", err
		}
		now = now.Add(time.Second)
	}
}

// lastMatch is the id of the match that began last at boards of these names.
// The first board's matches of older versions have no name.
func (h *house) lastMatch(ctx context.Context, names []string) (string, error) {
	if slices.Contains(names, venue.FirstName) {
		names = append(slices.Clone(names), "")
	}
	return h.store.LastOf(ctx, names...)
}
