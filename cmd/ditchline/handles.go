package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"
	"ditchline/score/session/venue"
	"ditchline/ui"
)

// disputesKept bounds the line calls that are kept, bytes.
const disputesKept = 500 << 20

// disputeOptions are what the page needs for line calls and for calibrating
// by hand.
func (a *app) disputeOptions(v *venue.Venue) *ui.DisputeOptions {
	return &ui.DisputeOptions{
		Dir:       filepath.Join(a.dataFolder(), "disputes"),
		Limit:     disputesKept,
		Makes:     a.makes,
		Decode:    a.parts.decode,
		Measure:   a.measureAsked,
		Calibrate: a.calibrateAsked,
		UseHandles: func(board string, h *ui.Handles, width, height int) {
			if b := v.Board(board); b != nil {
				if e, ok := b.Evening().(*evening); ok {
					e.finder.help(h, width, height)
				}
			}
		},
		SaveBoard: a.saveMeasured,
		Quiet: func() {
			// Of the calling thread alone; where it may not be, it runs on.
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), 15)
		},
	}
}

// makes are the boards that a picture may be said to show.
func (a *app) makes() []models.Board {
	boards, err := a.boards()
	if err != nil {
		a.log.Warn("the boards cannot be read", "error", err)
		return nil
	}
	return allBoards(boards)
}

// finding are the finder and its options for what is known of a picture.
func (a *app) finding(k ui.Asked) (calibrate.Finder, calibrate.Options, error) {
	o := calibrate.Options{Boards: a.makes(), Surface: k.Surface}
	if name := strings.ToLower(k.Board); name != "" && name != "auto" {
		boards, err := a.boards()
		if err != nil {
			return nil, o, err
		}
		b, err := boards.Get(name)
		if err != nil {
			return nil, o, err
		}
		o.Boards = []models.Board{b}
	}
	if len(o.Boards) == 0 {
		return nil, o, errors.New("no make of board is known: see the log")
	}
	f := a.parts.finder()
	if k.Handles != nil {
		f = k.Handles
	}
	return f, o, nil
}

func (a *app) measureAsked(f capture.Frame, k ui.Asked) (detect.Observation, session.Elapsed, error) {
	finder, o, err := a.finding(k)
	if err != nil {
		return detect.Observation{}, nil, err
	}
	return session.Vision{Finder: finder, Detector: a.parts.detector(), Options: o, Now: time.Now}.Measure(f)
}

func (a *app) calibrateAsked(f capture.Frame, k ui.Asked) (calibrate.Calibration, error) {
	finder, o, err := a.finding(k)
	if err != nil {
		return calibrate.Calibration{}, err
	}
	o.FocalPx = f.FocalPx
	return finder.Find(f, o)
}

// saveMeasured keeps a board as a picture shows it, as one of the user's own.
func (a *app) saveMeasured(f capture.Frame, c calibrate.Calibration, name, title string) (models.Board, error) {
	b, err := calibrate.MeasuredBoard(f, c, name, title)
	if err != nil {
		return b, err
	}
	_, err = models.SaveBoard(filepath.Join(a.dataFolder(), "boards"), b, false)
	return b, err
}

// helped is a finder that a person may help. The handles hold for pictures of
// one size, and only where they fit: else the board is looked for.
type helped struct {
	calibrate.Finder
	mu            sync.Mutex
	handles       *ui.Handles
	width, height int
}

func (h *helped) help(handles *ui.Handles, width, height int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handles, h.width, h.height = handles, width, height
}

func (h *helped) Find(f capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	h.mu.Lock()
	handles, fits := h.handles, h.width == f.Width && h.height == f.Height
	h.mu.Unlock()
	var refused error
	if handles != nil && fits {
		c, err := handles.Find(f, o)
		if err == nil {
			return c, nil
		}
		refused = fmt.Errorf("the handles set by hand: %w", err)
	}
	c, err := h.Finder.Find(f, o)
	return c, errors.Join(err, onlyWith(err, refused))
}

// onlyWith is more where there is an error, else none.
func onlyWith(err, more error) error {
	if err == nil {
		return nil
	}
	return more
}
