package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
	"ditchline/score/store"
)

// goesOn is how long after its last event an unfinished match is taken up
// again at the start of the program.
const goesOn = 12 * time.Hour

// evening is a session with everything that works beside it.
type evening struct {
	*session.Session
	store    *store.Store
	evidence *session.Evidence
	ring     *film.Ring
	recorder *film.Recorder // nil where nothing is recorded
	finder   *helped        // of the board, with a person's help where there is some
}

// openEvening puts a session together: what it watches, where it keeps the
// match and the evidence, and the match that goes on.
func (a *app) openEvening(ctx context.Context, boards []models.Board, rs models.Ruleset, record string) (e *evening, err error) {
	e = &evening{finder: &helped{Finder: a.remember(a.parts.finder())}}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
			e = nil
		}
	}()
	source, err := a.parts.openSource(a.config.Source, a.log, func(why error) { e.CameraLost(why) })
	if err != nil {
		return e, err
	}
	if err := os.MkdirAll(a.dataFolder(), 0o755); err != nil {
		return e, fmt.Errorf("data folder: %w", err)
	}
	if e.store, err = store.Open(ctx, filepath.Join(a.dataFolder(), store.FileName)); err != nil {
		return e, err
	}
	d, err := a.openDesk(ctx, e.store, rs)
	if err != nil {
		return e, err
	}
	if err := a.openEvidence(ctx, e, record); err != nil {
		return e, err
	}
	taps := []func(capture.Frame){e.ring.Put}
	if e.recorder != nil {
		taps = append(taps, e.recorder.Put)
	}
	e.Session, err = session.New(session.Options{
		Source: source,
		Eyes: func() session.Eyes {
			return detect.NewWatcher(detect.WatchOptions{Finder: e.finder, Detector: a.parts.detector(), Boards: boards, Surface: a.config.Surface})
		},
		Desk: d, Journal: e.store, Program: fmt.Sprintf("%x", time.Now().UnixNano()), Log: a.log, Now: time.Now,
		Taps: taps, Evidence: e.evidence, Ring: e.ring,
	})
	return e, err
}

// openDesk is a desk for a new match, or for the one that goes on.
func (a *app) openDesk(ctx context.Context, s *store.Store, rs models.Ruleset) (*desk.Desk, error) {
	now := time.Now()
	d, err := desk.New(desk.Options{
		Match: "m" + now.UTC().Format("20060102-150405"), Ruleset: rs, Form: referee.Form(a.config.Players),
		Event: a.config.Event, Table: a.config.Table, Zero: now,
	})
	if err != nil {
		return nil, usageError{err}
	}
	events, err := unfinished(ctx, s, rs.ID, referee.Form(a.config.Players), now)
	if err != nil {
		a.log.Warn(fmt.Sprintf("the last match cannot be read; a new one begins: %v", err))
		return d, nil
	}
	if len(events) > 0 {
		if err := d.Resume(events); err != nil {
			return nil, err
		}
		a.log.Info(fmt.Sprintf("match %s goes on after %d events", d.Match().Setup().ID, len(events)))
	}
	return d, nil
}

// unfinished is the log of the last match, if it can go on: by the same rules
// and players, not over, and not from another day.
func unfinished(ctx context.Context, s *store.Store, rules string, form referee.Form, now time.Time) ([]score.Event, error) {
	matches, err := s.Matches(ctx)
	if err != nil || len(matches) == 0 {
		return nil, err
	}
	m, err := s.Match(ctx, matches[len(matches)-1].ID)
	if err != nil {
		return nil, err
	}
	events, setup := m.Events(), m.Setup()
	last := events[len(events)-1].At
	if m.State().Phase == score.Over || setup.Ruleset.ID != rules || setup.Form != form || now.Sub(last) > goesOn {
		return nil, nil
	}
	return events, nil
}

// openEvidence opens the folder of clips and stills, and the recording of the
// whole session where one is asked for.
func (a *app) openEvidence(ctx context.Context, e *evening, record string) (err error) {
	e.ring, err = film.NewRing(film.RingOptions{
		Encode: func(f capture.Frame) ([]byte, error) {
			width, height := film.Fit(f.Width, f.Height)
			return a.parts.encodeFit(f, width, height, 80)
		},
		Failure: func(err error) { a.log.Warn(fmt.Sprintf("a picture is missing from the evidence: %v", err)) },
	})
	if err != nil {
		return err
	}
	o := session.EvidenceOptions{Dir: filepath.Join(a.dataFolder(), "evidence"), Pictures: e.ring, Log: a.log, Now: time.Now}
	encoder, missing := film.Find(ctx)
	if missing != nil {
		o.NoClips = missing.Error()
	} else {
		o.Clip = encoder.Clip
	}
	if e.evidence, err = session.OpenEvidence(o); err != nil {
		return err
	}
	if record == "" {
		return nil
	}
	if missing != nil {
		return fmt.Errorf("--record: %w", missing)
	}
	e.recorder, err = film.NewRecorder(film.RecorderOptions{
		Encoder: encoder, Path: record,
		Begun: func(path string) { a.log.Info("recording to " + path) },
	})
	return err
}

// helpers start what works beside the session until ctx ends; the group
// waits for them.
func (a *app) helpers(ctx context.Context, e *evening, group *sync.WaitGroup) {
	group.Go(func() { e.ring.Run(ctx) })
	group.Go(func() { e.evidence.Run(ctx) })
	if e.recorder == nil {
		return
	}
	group.Go(func() {
		if err := e.recorder.Run(ctx); err != nil {
			a.log.Error(fmt.Sprintf("the recording has ended; the match goes on: %v", err))
		}
		if n := e.recorder.Status(); n.Dropped > 0 {
			a.log.Warn(fmt.Sprintf("the recording lacks %d frames, which this machine was too busy for, and has %d", n.Dropped, n.Frames))
		}
	})
}

// close what was opened, once everything has ended.
func (e *evening) close() error {
	var problems []error
	if e.evidence != nil {
		problems = append(problems, e.evidence.Close())
	}
	if e.store != nil {
		problems = append(problems, e.store.Close())
	}
	return errors.Join(problems...)
}
