package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker for a release (-X main.version=v1.2.3).
var version string

// versions is what `version` says.
type versions struct {
	Program  string `json:"program"`
	Revision string `json:"revision,omitempty"` // of the source, with "+" when it was changed since
	Go       string `json:"go"`
	Platform string `json:"platform"`
	visionVersions
}

func newVersionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of program, Go, gocv and OpenCV",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := a.versions()
			if a.json {
				return a.emit(v)
			}
			revision := ""
			if v.Revision != "" {
				revision = " (" + v.Revision + ")"
			}
			_, err := fmt.Fprintf(a.stdout, "ditchline %s%s\n%s %s, gocv %s, OpenCV %s\n", v.Program, revision, v.Go, v.Platform, v.GoCV, v.OpenCV)
			return err
		},
	}
}

func (a *app) versions() versions {
	v := versions{
		Program:        version,
		Go:             runtime.Version(),
		Platform:       runtime.GOOS + "/" + runtime.GOARCH,
		visionVersions: a.parts.machine.visionVersions(),
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if v.Program == "" {
		v.Program = info.Main.Version
	}
	changed := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = "+"
			}
		}
	}
	if v.Revision != "" {
		v.Revision += changed
	}
	return v
}
