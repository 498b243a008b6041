package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"ditchline/capture"
	"ditchline/capture/cvcam"
	"ditchline/capture/cvcodec"
)

// openSource makes the source that a user named. Nothing is opened before
// its Run; lost is told when a live source gives no pictures for now, and
// why.
func openSource(uri string, log *slog.Logger, lost func(error)) (capture.Source, error) {
	spec, err := capture.ParseURI(uri)
	if err != nil {
		return nil, err
	}
	if spec.Kind == capture.KindFile || spec.Kind == capture.KindFolder {
		return recorded(spec, log)
	}
	note := func(text string) { log.Warn(text) }
	open := func(context.Context) (capture.Source, error) { return cvcam.Open(spec, note) }
	return capture.Supervise(spec.Name(), open, capture.Supervision{Status: func(s capture.Status) {
		switch s.State {
		case capture.Lost, capture.Frozen, capture.Silent:
			log.Warn(s.Text)
			lost(s.Err)
		case capture.Live:
			log.Info(s.Text)
		}
	}}), nil
}

// recorded is a file or a folder, played in real time unless the user wants
// it fast.
func recorded(spec capture.Spec, log *slog.Logger) (capture.Source, error) {
	info, err := os.Stat(spec.Path)
	if err != nil {
		return nil, fmt.Errorf("source: %w", err)
	}
	stills := capture.Stills{
		Name:  spec.Name(),
		Every: spec.Every,
		Read:  cvcodec.ReadFile,
		Bad:   func(err error) { log.Error(err.Error()) },
	}
	var source capture.Source
	if info.IsDir() {
		if stills.Paths, err = capture.Pictures(spec.Path); err != nil {
			return nil, fmt.Errorf("source: %w", err)
		}
		source = stills
	} else if format, err := capture.SniffFile(spec.Path); err != nil {
		return nil, fmt.Errorf("source: %w", err)
	} else if format != capture.UnknownFormat {
		stills.Paths = []string{spec.Path}
		source = stills
	} else if source, err = cvcam.Open(spec, nil); err != nil {
		return nil, err
	}
	if spec.Loop {
		source = capture.Looped(source, spec.Every)
	}
	if !spec.Fast {
		source = capture.Paced(source)
	}
	return source, nil
}
