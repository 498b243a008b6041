package main

import (
	"fmt"
	"log/slog"
	"path/filepath"

	"ditchline/calibrate"
	"ditchline/capture"
)

// remembering is a finder that tries what is stored of the camera first, and
// stores what it finds.
type remembering struct {
	calibrate.Finder
	profiles calibrate.Profiles
	source   string
	log      *slog.Logger
}

// remember a source's lens and pose in the data folder.
func (a *app) remember(f calibrate.Finder, source string) calibrate.Finder {
	return remembering{f, calibrate.OpenProfiles(filepath.Join(a.dataFolder(), "cameras")), source, a.log}
}

// Find the board where the camera saw it last, or else anywhere, by the lens
// that is known of it.
func (r remembering) Find(f capture.Frame, o calibrate.Options) (calibrate.Calibration, error) {
	if stored, err := r.profiles.Load(r.source, f.Width, f.Height); err == nil {
		if c, err := calibrate.Resume(f, stored, o); err == nil {
			return c, nil
		}
		o = o.With(stored)
	}
	c, err := r.Finder.Find(f, o)
	if err != nil {
		return c, err
	}
	if err := r.profiles.Save(r.source, c); err != nil {
		r.log.Debug(fmt.Sprintf("the camera's profile is not kept: %v", err))
	}
	return c, nil
}
