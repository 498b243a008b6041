package film

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ditchline/capture"
)

// recorded runs a recorder over frames, one after the other, to its end.
func recorded(t *testing.T, o RecorderOptions, frames ...capture.Frame) (Recording, error) {
	t.Helper()
	r, err := NewRecorder(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	for _, f := range frames {
		select {
		case r.queue <- f: // as Put, but waiting: none shall be dropped
		case err := <-done:
			stop()
			return r.Status(), err
		}
	}
	stop()
	return r.Status(), <-done
}

func film30(width, height, n int, from time.Duration) []capture.Frame {
	frames := make([]capture.Frame, n)
	for i := range frames {
		frames[i] = picture(width, height, i, from+time.Duration(i)*time.Second/30)
	}
	return frames
}

func TestARecordingKeepsEveryFrameAndNoOlderFileIsLost(t *testing.T) {
	e := encoder(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "game.mp4")
	if err := os.WriteFile(path, []byte("yesterday"), 0o644); err != nil {
		t.Fatal(err)
	}
	// The size changes, then time begins anew.
	frames := append(film30(320, 180, 45, 0), film30(160, 90, 30, 2*time.Second)...)
	frames = append(frames, film30(160, 90, 20, 0)...)
	var begun []string
	if _, err := recorded(t, RecorderOptions{Encoder: e, Path: path, Begun: func(p string) { begun = append(begun, filepath.Base(p)) }}, frames...); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(begun); got != "[game-2.mp4 game-3.mp4 game-4.mp4]" {
		t.Errorf("files %v", got)
	}
	for i, want := range []int{45, 30, 20} {
		if got := len(probe(t, filepath.Join(dir, begun[i])).Packets); got != want {
			t.Errorf("%s has %d frames, want %d", begun[i], got, want)
		}
	}
	if old, err := os.ReadFile(path); err != nil || string(old) != "yesterday" {
		t.Errorf("the older file holds %q, %v", old, err)
	}
}

func TestARecordingEndsBeforeTheDiskIsFull(t *testing.T) {
	e := encoder(t)
	path := filepath.Join(t.TempDir(), "game.mp4")
	free := int64(2 << 30)
	o := RecorderOptions{Encoder: e, Path: path, Free: func(string) (int64, error) { free -= 300 << 20; return free, nil }}
	status, err := recorded(t, o, film30(160, 90, 1000, 0)...)
	if !errors.Is(err, ErrDiskFull) || !strings.Contains(err.Error(), "another disk") || status.Path != path {
		t.Errorf("got %v, %+v", err, status)
	}
	if got := len(probe(t, path).Packets); got < 100 || got == 1000 {
		t.Errorf("%d frames are in the file", got)
	}
	o.Free = func(string) (int64, error) { return 0, nil }
	o.Path = filepath.Join(t.TempDir(), "game.mp4")
	if _, err := recorded(t, o, film30(160, 90, 1, 0)...); !errors.Is(err, ErrDiskFull) {
		t.Errorf("on a full disk: %v", err)
	}
	if got := leftovers(t, filepath.Dir(o.Path)); len(got) != 0 {
		t.Errorf("a full disk has got %v", got)
	}
}

func TestARecordingSaysWhyItEnded(t *testing.T) {
	e := script(t, "head -c 200000 >/dev/null; echo boom >&2; exit 1\n")
	status, err := recorded(t, RecorderOptions{Encoder: e, Path: filepath.Join(t.TempDir(), "a.mp4")}, film30(160, 90, 100, 0)...)
	if err == nil || strings.Count(err.Error(), "boom") != 1 || status.Err == nil {
		t.Errorf("got %v, %v", err, status.Err)
	}
	if _, err := NewRecorder(RecorderOptions{Encoder: e, Path: filepath.Join(t.TempDir(), "no", "a.mp4")}); err == nil {
		t.Error("a folder that is not there was taken")
	}
	if _, err := NewRecorder(RecorderOptions{Path: "a.mp4"}); err == nil {
		t.Error("no encoder was taken")
	}
}

func TestARecorderNeverHoldsTheSourceUp(t *testing.T) {
	r, err := NewRecorder(RecorderOptions{Encoder: script(t, "exit 0\n"), Path: filepath.Join(t.TempDir(), "a.mp4")})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range film30(160, 90, 20, 0) { // nobody reads
		r.Put(f)
	}
	if got := r.Status().Dropped; got != 20-recordQueue {
		t.Errorf("%d dropped, want %d", got, 20-recordQueue)
	}
}

// recordForKill names the file that this test's program records to when it
// was started to be killed.
const recordForKill = "DITCHLINE_TEST_RECORD"

// TestRecordUntilKilled is not a test but the program that
// TestAKilledRecordingIsPlayable kills.
func TestRecordUntilKilled(t *testing.T) {
	path := os.Getenv(recordForKill)
	if path == "" {
		t.Skip("runs as the program that another test kills")
	}
	r, err := NewRecorder(RecorderOptions{Encoder: encoder(t), Path: path})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		if err := r.Run(t.Context()); err != nil {
			fmt.Println(err)
		}
	}()
	for n := 0; ; n++ {
		r.queue <- picture(320, 180, n, time.Duration(n)*time.Second/30)
		if n%30 == 0 {
			fmt.Println("frame", n)
		}
	}
}

func TestAKilledRecordingIsPlayable(t *testing.T) {
	encoder(t)
	for name, both := range map[string]bool{"the program is killed": false, "ffmpeg is killed with it, as by a power cut": true} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "game.mp4")
			cmd := exec.Command(os.Args[0], "-test.run", "^TestRecordUntilKilled$")
			cmd.Env = append(os.Environ(), recordForKill+"="+path)
			out, err := cmd.StdoutPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			const enough = 300
			lines := bufio.NewScanner(out)
			for lines.Scan() {
				var n int
				if _, err := fmt.Sscanf(lines.Text(), "frame %d", &n); err == nil && n >= enough {
					break
				}
			}
			children := childrenOf(t, cmd.Process.Pid)
			if len(children) != 1 {
				t.Fatalf("it has the children %v, want one ffmpeg", children)
			}
			if both {
				err = syscall.Kill(children[0], syscall.SIGKILL)
			}
			if err := errors.Join(err, cmd.Process.Kill()); err != nil {
				t.Fatal(err)
			}
			if cmd.Wait() == nil {
				t.Fatal("it ended by itself")
			}
			if !both {
				waitForEnd(t, children[0])
			}
			// What is lost is what was in the pipe and in the encoder, and the
			// fragment under way: about a second.
			if got := len(probe(t, path).Packets); got < enough-60 {
				t.Errorf("%d frames of at least %d can be played", got, enough)
			}
		})
	}
}

// childrenOf a process, by /proc.
func childrenOf(t *testing.T, pid int) []int {
	t.Helper()
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil || len(tasks) == 0 {
		t.Skip("needs /proc")
	}
	var children []int
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			continue // a thread that has ended
		}
		for _, field := range strings.Fields(string(text)) {
			child, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			children = append(children, child)
		}
	}
	return children
}

// waitForEnd of a process that is nobody's child any more.
func waitForEnd(t *testing.T, pid int) {
	t.Helper()
	fd, err := openProcess(pid)
	if errors.Is(err, syscall.ESRCH) {
		return
	}
	if err != nil {
		t.Skip("needs pidfd: ", err)
	}
	defer syscall.Close(fd)
	if ended, err := processEnds(fd, 20*time.Second); err != nil || !ended {
		t.Fatalf("ffmpeg has not ended after its input did: %v", err)
	}
}
