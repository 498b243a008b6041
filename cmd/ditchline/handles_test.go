package main

import (
	"errors"
	"strings"
	"testing"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/ui"
)

// namedFinder finds one board, or nothing, whatever the picture shows.
type namedFinder struct {
	make string
	err  error
}

func (n namedFinder) Find(capture.Frame, calibrate.Options) (calibrate.Calibration, error) {
	return calibrate.Calibration{Make: n.make}, n.err
}

func TestHandlesThatFitNothingLeaveTheSearchAsItWas(t *testing.T) {
	grey := capture.Frame{Width: 64, Height: 48, Pix: make([]byte, 3*64*48)}
	h := &helped{Finder: namedFinder{make: "club-55"}}
	h.help(&ui.Handles{Hole: [2]float64{32, 24}, Line: [4][2]float64{{10, 10}, {50, 10}, {50, 40}, {10, 40}}}, 64, 48)
	if c, err := h.Find(grey, calibrate.Options{}); err != nil || c.Make != "club-55" {
		t.Errorf("got %q, %v: want what the search finds", c.Make, err)
	}
	h.Finder = namedFinder{err: calibrate.ErrNoBoard}
	if _, err := h.Find(grey, calibrate.Options{}); !errors.Is(err, calibrate.ErrNoBoard) || !strings.Contains(err.Error(), "set by hand") {
		t.Errorf("got %v: want that nothing was found, and what became of the handles", err)
	}
	h.help(nil, 0, 0)
	if _, err := h.Find(grey, calibrate.Options{}); !errors.Is(err, calibrate.ErrNoBoard) || strings.Contains(err.Error(), "set by hand") {
		t.Errorf("got %v without handles", err)
	}
}
