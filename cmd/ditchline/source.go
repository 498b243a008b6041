package main

import (
	"log/slog"
	"time"

	"ditchline/capture"
	"ditchline/capture/cvcam"
	"ditchline/capture/cvcodec"
	"ditchline/capture/phone"
	"ditchline/capture/sim"
)

// openSource makes the source that a user named. Devices, streams and videos
// are opened when it is run; lost is told when a live source gives no
// pictures for now, and why.
func openSource(uri string, log *slog.Logger, lost func(error)) (capture.Source, error) {
	spec, err := capture.ParseURI(uri)
	if err != nil {
		return nil, usageError{err}
	}
	return capture.Openers{
		Picture: cvcodec.ReadFile,
		Video: func(s capture.Spec) (capture.Source, error) {
			return cvcam.Open(s, func(text string) { log.Warn(text) })
		},
		Sim: func(s capture.Spec) (capture.Source, error) {
			options, err := sim.ParseOptions(s.Params)
			if err != nil {
				return nil, usageError{err}
			}
			return sim.New(options)
		},
		Phone: func(capture.Spec) (capture.Source, error) {
			return phone.New(phone.Options{Decode: cvcodec.Decode, Lost: lost, Now: time.Now}), nil
		},
		Bad: func(err error) { log.Error(err.Error()) },
		Live: capture.Supervision{Status: func(s capture.Status) {
			switch s.State {
			case capture.Lost, capture.Frozen, capture.Silent:
				log.Warn(s.Text)
				lost(s.Err)
			case capture.Live:
				log.Info(s.Text)
			}
		}},
	}.Open(spec)
}

// openFilm is a video file, every frame of it in order, as fast as it goes.
func openFilm(path string) (capture.Source, error) {
	return cvcam.Open(capture.Spec{URI: path, Kind: capture.KindFile, Path: path, Fast: true}, nil)
}
