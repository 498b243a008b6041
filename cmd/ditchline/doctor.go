package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"

	"ditchline/capture"
	"ditchline/capture/film"
	"ditchline/cmd/ditchline/config"

	"github.com/spf13/cobra"
)

// finding is one line of `doctor`.
type finding struct {
	Check  string `json:"check"`
	Status string `json:"status"` // ok, warn, fail
	Found  string `json:"found"`
	Do     string `json:"do,omitempty"` // what to do about it
}

// The statuses of a finding.
const (
	fine    = "ok"
	warning = "warn" // works, but not everything, or not well
	broken  = "fail"
)

func newDoctorCommand(a *app) *cobra.Command {
	d := config.Defaults()
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check cameras, OpenCV, folders, the page's port, and a camera's picture",
		Long: `Check what Ditchline needs of this machine, and say what to do about what is
missing. With --source also a camera's picture: whether the board is found, and
for which kinds of decision it is too slow, too dark, too small or too oblique,
with the measured value, the needed one and the remedy (docs/limits.md). Leave
the board in peace for the few seconds that it takes. The exit status is 1 when
a check fails; a warning is no failure.`,
		Example: `  ditchline doctor
  ditchline doctor --source camera:0 --board nca-26`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			findings := a.examine(cmd.Context())
			if cmd.Flags().Changed("source") {
				seen, err := a.examineSource(cmd.Context())
				if err != nil {
					return err
				}
				findings = append(findings, seen...)
			}
			if err := a.printFindings(findings); err != nil {
				return err
			}
			for _, f := range findings {
				if f.Status == broken {
					return errSomeFailed
				}
			}
			return nil
		},
	}
	addBoardFlags(cmd)
	cmd.Flags().String("source", d.Source, "also look at the picture of `SOURCE`: "+capture.Forms)
	return cmd
}

func (a *app) examine(ctx context.Context) []finding {
	v := a.parts.machine.visionVersions()
	findings := []finding{
		checkMachine(runtime.NumCPU(), readText("/proc/meminfo")),
		checkOpenCV(v),
		checkBackends(v.Backends),
		checkFFmpeg(film.Find(ctx)),
	}
	findings = append(findings, checkCameras(a.parts.machine.cameras())...)
	return append(findings, checkBoards(a.boards()), checkData(a.dataFolder()), checkPort(ctx, a.config.Listen))
}

func (a *app) printFindings(findings []finding) error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		if a.json {
			if err := a.emit(f); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.Status, f.Check, f.Found)
		if f.Do != "" {
			fmt.Fprintf(w, "\t\t-> %s\n", f.Do)
		}
	}
	return w.Flush()
}

// The least that a live 1080p board needs.
const (
	enoughCores = 2
	enoughMB    = 1500
)

// checkMachine looks at cores and at what /proc/meminfo says is free.
func checkMachine(cores int, meminfo string) finding {
	f := finding{Check: "machine", Status: fine, Found: fmt.Sprintf("%d cores", cores)}
	if mb, ok := availableMB(meminfo); ok {
		f.Found += fmt.Sprintf(", %d MB of memory free", mb)
		if mb < enoughMB {
			f.Status, f.Do = warning, fmt.Sprintf("end other programs: a live board takes up to %d MB", enoughMB)
		}
	}
	if cores < enoughCores {
		f.Status, f.Do = warning, "on one core the picture will be measured less often: use 1280x720, as camera:0?size=1280x720"
	}
	return f
}

func availableMB(meminfo string) (mb int, ok bool) {
	for line := range strings.Lines(meminfo) {
		if rest, found := strings.CutPrefix(line, "MemAvailable:"); found {
			kb, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")))
			return kb / 1024, err == nil
		}
	}
	return 0, false
}

func checkOpenCV(v visionVersions) finding {
	f := finding{Check: "OpenCV", Status: fine, Found: fmt.Sprintf("%s, gocv %s", v.OpenCV, v.GoCV)}
	if !strings.HasPrefix(v.OpenCV, "4.") {
		f.Status, f.Do = broken, "gocv "+v.GoCV+" is for OpenCV 4: install libopencv-dev of Debian 12 or Ubuntu 24.04 and build again with 'make build'"
	}
	return f
}

// checkBackends looks for what opens webcams and what opens videos.
func checkBackends(backends []string) finding {
	f := finding{Check: "video input", Status: fine, Found: strings.Join(backends, ", ")}
	for _, need := range []string{"FFMPEG", "V4L2"} {
		found := false
		for _, b := range backends {
			found = found || strings.HasPrefix(b, need)
		}
		if !found {
			f.Status = broken
			f.Do = "this OpenCV was built without " + need + ": videos need FFMPEG, webcams V4L2; install libopencv-dev from the distribution"
		}
	}
	if len(backends) == 0 {
		f.Found = "none"
	}
	return f
}

// checkFFmpeg looks for the program that makes clips and recordings.
func checkFFmpeg(e *film.Encoder, err error) finding {
	if err != nil {
		return finding{"ffmpeg", warning, err.Error(), "live boards and photographs work without it; clips of shots, --record and --annotate need it: sudo apt install ffmpeg"}
	}
	return finding{"ffmpeg", fine, e.String(), ""}
}

// checkCameras: one that cannot be used is a failure only where something can
// be done about it; many cameras have a second device that gives no pictures.
func checkCameras(cameras []cameraState) []finding {
	if len(cameras) == 0 {
		return []finding{{"camera", warning, "none", "plug one in for a live board; photographs, videos and streams work without it. In a container, pass it in with --device /dev/video0"}}
	}
	var findings []finding
	for _, c := range cameras {
		f := finding{Check: "camera", Status: fine, Found: strings.TrimSpace(c.Path + " " + c.Name)}
		switch {
		case c.Fault == nil:
		case errors.Is(c.Fault, fs.ErrPermission):
			f.Status, f.Found = broken, f.Found+": may not be opened by this user"
			f.Do = "sudo usermod -aG video $USER, then log in again"
		case errors.Is(c.Fault, syscall.EBUSY):
			f.Status, f.Found = broken, f.Found+": in use by another program"
			f.Do = "end that program; fuser -v " + c.Path + " names it"
		default:
			f.Status, f.Found = warning, f.Found+": cannot be used"
			f.Do = c.Fault.Error()
		}
		findings = append(findings, f)
	}
	return findings
}

func checkBoards[B any](_ B, err error) finding {
	if err != nil {
		return finding{"boards", broken, err.Error(), "mend or remove the files named there"}
	}
	return finding{"boards", fine, "those that ship and your own can be read", ""}
}

// checkData proves that the data folder can be written to by doing so.
func checkData(dir string) finding {
	f := finding{Check: "data folder", Status: fine, Found: dir}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(dir, ".doctor-*"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err != nil {
		f.Status, f.Found, f.Do = broken, err.Error(), "choose a folder that you may write to with --data FOLDER"
	}
	return f
}

func checkPort(ctx context.Context, address string) finding {
	f := finding{Check: "page", Status: fine, Found: address + " is free"}
	listener, err := listen(ctx, address)
	if err == nil {
		err = listener.Close()
	}
	if err != nil {
		f.Status, f.Found, f.Do = broken, err.Error(), "end the other program, or choose another address with --listen HOST:PORT when you call 'ditchline run'"
	}
	return f
}

// readText is a file's content, or nothing: not every system has it.
func readText(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}
