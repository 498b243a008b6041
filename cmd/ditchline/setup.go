package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"ditchline/capture"
	"ditchline/ui"
)

// knownPlayers is how many names the page Start is offered.
const knownPlayers = 200

// setupOptions are what the pages need for setting boards up.
func (w *watching) setupOptions() *ui.SetupOptions {
	a := w.app
	videos := a.config.Videos
	if videos == "" {
		videos = filepath.Join(a.dataFolder(), "videos")
	}
	return &ui.SetupOptions{
		Venue: w.venue, Makes: a.boards, Rulesets: a.rulesets, Cameras: a.parts.cameras, Look: a.look, Videos: videos,
		Phone:   true,
		Players: func(ctx context.Context) ([]string, error) { return w.house.store.PlayerNames(ctx, knownPlayers) },
	}
}

// settled is how long a camera is looked at before its picture is taken: its
// first ones are too dark or too bright.
const settled = 700 * time.Millisecond

// look takes one picture of a source and gives the source up again.
func (a *app) look(ctx context.Context, uri string) (picture capture.Frame, err error) {
	spec, err := capture.ParseURI(uri)
	if err != nil {
		return picture, err
	}
	source, err := a.parts.openSource(uri, slog.New(slog.DiscardHandler), func(error) {})
	if err != nil {
		return picture, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var first time.Time
	err = source.Run(ctx, func(f capture.Frame) {
		if first.IsZero() {
			first = time.Now()
		}
		if picture = f; !spec.Live() || time.Since(first) >= settled {
			stop()
		}
	})
	switch {
	case picture.Pix != nil:
		return picture, nil
	case err != nil:
		return picture, err
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return picture, errors.New("it has given none in the time that it was waited for")
	}
	return picture, fmt.Errorf("%s has none", source)
}
