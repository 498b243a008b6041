package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/score/session"
)

// How much of a source doctor looks at: enough frames that one in twenty is
// several, at 10 a second and a slow start too.
const (
	examinedFrames = 90
	examinedTime   = 20 * time.Second
)

// boardTries is how many frames doctor looks for the board in, spread over
// those that it takes: a hand may be over it in one.
const boardTries = 3

// examineSource looks at a source's picture. The error is of a wrong usage;
// a source that gives nothing is a finding.
func (a *app) examineSource(ctx context.Context) ([]finding, error) {
	boards, err := a.anyBoard()
	if err != nil {
		return nil, err
	}
	var lost error
	source, err := a.parts.openSource(a.config.Source, a.log, func(why error) { lost = why })
	if err != nil {
		return nil, err
	}
	var gauge session.Gauge
	kept, err := watchBriefly(ctx, source, &gauge)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(kept) == 0 {
		return []finding{{"source", broken, fmt.Sprintf("%s gives no picture: %v", source, errors.Join(err, lost, noPicture(err, lost))), "look after its cable, or name another with --source; 'ditchline doctor' lists the cameras"}}, nil
	}
	cal, why := a.findBoard(kept, calibrate.Options{Boards: boards, Surface: a.config.Surface})
	board, text := boards[0], ""
	if why == nil {
		last := kept[len(kept)-1]
		gauge.Picture(last, cal)
		board, text = cal.Board, fmt.Sprintf(", board %s found", cal.Make)
	} else {
		gauge.Dim(kept[len(kept)-1])
	}
	return describeSource(source.String()+text, why, gauge.Facts(), session.Limits(gauge.Facts(), board)), nil
}

func noPicture(causes ...error) error {
	if errors.Join(causes...) == nil {
		return errors.New("nothing came of it")
	}
	return nil
}

// watchBriefly runs a source for a while, gauges its frames and keeps some of
// them.
func watchBriefly(ctx context.Context, source capture.Source, gauge *session.Gauge) ([]capture.Frame, error) {
	ctx, stop := context.WithTimeout(ctx, examinedTime)
	defer stop()
	var kept []capture.Frame
	var last capture.Frame
	frames := 0
	err := source.Run(ctx, func(f capture.Frame) {
		if frames >= examinedFrames {
			return
		}
		gauge.Frame(f)
		if frames%(examinedFrames/boardTries) == 0 {
			kept = append(kept, f)
		}
		last = f
		if frames++; frames == examinedFrames {
			stop()
		}
	})
	if frames > 1 {
		kept = append(kept, last)
	}
	return kept, err
}

// findBoard in the newest frame that shows it.
func (a *app) findBoard(frames []capture.Frame, o calibrate.Options) (cal calibrate.Calibration, err error) {
	finder := a.parts.finder()
	for _, f := range slices.Backward(frames) {
		o.FocalPx = f.FocalPx
		if cal, err = finder.Find(f, o); err == nil {
			return cal, nil
		}
	}
	return cal, err
}

// describeSource puts what was measured of a source into findings.
func describeSource(name string, noBoard error, c session.CameraFacts, limits []session.Limit) []finding {
	f := finding{Check: "source", Status: fine, Found: fmt.Sprintf("%s: %d x %d pixels", name, c.Width, c.Height)}
	if c.FPS > 0 {
		f.Found += fmt.Sprintf(", %.1f frames a second", c.FPS)
	}
	if c.Board {
		f.Found += fmt.Sprintf(", %.2f px/mm, seen %.0f° from above, light level %.0f, noise %.1f, lines of %.0f levels", c.PxPerMM, c.Oblique, c.Bright, c.Noise, c.Contrast)
	}
	findings := []finding{f}
	if noBoard != nil {
		findings = append(findings, finding{"board", warning, noBoard.Error(), "show the whole playing surface, sharp and lit evenly; name its make with --board"})
	}
	for _, l := range limits {
		findings = append(findings, finding{causeWords[l.Cause], warning, l.Decision + ": " + l.Measure, l.Remedy})
	}
	return findings
}

var causeWords = map[session.Cause]string{
	session.TooSlow: "too slow", session.TooDark: "too dark", session.TooSmall: "too small", session.TooOblique: "too oblique",
}
