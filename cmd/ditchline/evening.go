package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/detect/watch"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/score/session/desk"
	"ditchline/score/session/venue"
)

// goesOn is how long after its last event an unfinished match is taken up
// again at the start of the program.
const goesOn = 12 * time.Hour

// evening is a session with everything that works beside it.
type evening struct {
	*session.Session
	source   capture.Source
	ring     *film.Ring
	recorder *film.Recorder // nil where nothing is recorded
	finder   *helped        // of the board, with a person's help where there is some
	log      func(format string, args ...any)
	warn     func(format string, args ...any)
}

// openEvening puts a session together: what it watches, and the match that
// goes on.
func (h *house) openEvening(ctx context.Context, o venue.Opening) (venue.Evening, error) {
	a := h.app
	log := a.log
	if o.Board != venue.FirstName {
		log = log.With("board", o.Board)
	}
	e := &evening{
		finder: &helped{Finder: a.remember(a.parts.finder(), o.Source)},
		log:    func(format string, args ...any) { log.Error(fmt.Sprintf(format, args...)) },
		warn:   func(format string, args ...any) { log.Warn(fmt.Sprintf(format, args...)) },
	}
	for _, note := range o.Notes {
		log.Warn(note)
	}
	var err error
	e.source, err = a.parts.openSource(o.Source, log, func(why error) { e.CameraLost(why) })
	if err != nil {
		return nil, err
	}
	d, err := h.openDesk(ctx, o)
	if err != nil {
		return nil, err
	}
	if e.ring, err = h.newRing(); err != nil {
		return nil, err
	}
	if e.recorder, err = h.takeRecorder(); err != nil {
		return nil, err
	}
	taps := []func(capture.Frame){e.ring.Put}
	if e.recorder != nil {
		taps = append(taps, e.recorder.Put)
	}
	e.Session, err = session.New(session.Options{
		Source: e.source,
		Eyes: func() session.Eyes {
			return watch.New(watch.Options{Finder: e.finder, Detector: a.parts.detector(), Boards: o.Boards, Surface: o.Surface})
		},
		Desk: d, Journal: h.hall.journal(h.store), Program: h.program, Log: log, Now: time.Now,
		Taps: taps, Evidence: h.evidence, Ring: e.ring, Outlet: o.Outlet, Hall: o.Hall.Shown(),
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Run watches until ctx ends. ended hears once, when the source has come to
// its end or fails.
func (e *evening) Run(ctx context.Context, ended func(error)) {
	var group sync.WaitGroup
	group.Go(func() { e.ring.Run(ctx) })
	if e.recorder != nil {
		group.Go(func() { e.record(ctx) })
	}
	ended(e.Session.Run(ctx))
	group.Wait()
}

func (e *evening) record(ctx context.Context) {
	if err := e.recorder.Run(ctx); err != nil {
		e.log("the recording has ended; the match goes on: %v", err)
	}
	if n := e.recorder.Status(); n.Dropped > 0 {
		e.warn("the recording lacks %d frames, which this machine was too busy for, and has %d", n.Dropped, n.Frames)
	}
}

// Close has nothing to give back: what an evening opens ends with its Run.
func (e *evening) Close() error { return nil }

// openDesk is a desk for a new match, or for the one that goes on.
func (h *house) openDesk(ctx context.Context, o venue.Opening) (*desk.Desk, error) {
	now := time.Now()
	id, err := h.newMatch(ctx, now)
	if err != nil {
		return nil, err
	}
	d, err := desk.New(desk.Options{
		Match: id, Ruleset: o.Ruleset, Carrom: o.Carrom, Form: o.Players, Event: o.Event, Table: o.Table, Zero: now,
		Teams: o.Teams, Starter: o.Starter, Games: o.Games, BoardName: o.Board,
	})
	if err != nil {
		return nil, usageError{err}
	}
	events, err := h.unfinished(ctx, o, now)
	if err != nil {
		h.app.log.Warn(fmt.Sprintf("the last match cannot be read; a new one begins: %v", err))
		events = nil
	}
	if len(events) > 0 {
		if err := d.Resume(events); err != nil {
			return nil, err
		}
		h.app.log.Info(fmt.Sprintf("match %s goes on after %d events", d.Match().Setup().ID, len(events)))
	}
	if o.Hall != nil {
		d.Call(o.Hall.Call) // without a board nothing begins yet
	}
	return d, nil
}

// unfinished is the log of the board's last match, if it can go on: by the
// same rules and players, not over, not from another day, and not left for
// another. What a hall gave goes on by its own rules.
func (h *house) unfinished(ctx context.Context, o venue.Opening, now time.Time) ([]score.Event, error) {
	id, err := h.lastMatch(ctx, o.Names)
	if err != nil || id == "" || id == o.Left {
		return nil, err
	}
	m, err := h.store.Match(ctx, id)
	if err != nil {
		return nil, err
	}
	events, setup := m.Events(), m.Setup()
	last := events[len(events)-1].At
	other := !o.Hall.Gave(setup) && (setup.Ruleset.ID != o.Ruleset.ID && (o.Carrom == nil || setup.Ruleset.ID != o.Carrom.ID) || setup.Form != o.Players)
	if m.State().Phase == score.Over || other || now.Sub(last) > goesOn {
		return nil, nil
	}
	return events, nil
}
