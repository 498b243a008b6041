package capture

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kind is where a source's frames come from.
type Kind string

// The kinds of sources.
const (
	KindSim    Kind = "sim"    // the simulator
	KindCamera Kind = "camera" // a V4L2 device
	KindFile   Kind = "file"   // a video or a picture; a path may turn out to be a folder
	KindFolder Kind = "folder" // the pictures in a folder
	KindStream Kind = "stream" // RTSP, RTMP, HTTP
	KindPhone  Kind = "phone"  // a phone's browser, on its page
)

// What a camera is asked for, and how long a picture of a folder is shown,
// where the user doesn't say.
const (
	DefaultWidth  = 1920
	DefaultHeight = 1080
	DefaultFPS    = 30
	DefaultEvery  = 2 * time.Second
)

// Spec is a source as the user named it, taken apart.
type Spec struct {
	URI    string
	Kind   Kind
	Path   string        // file, folder, device as a path, or the stream's whole URL
	Width  int           // asked of a camera, pixels
	Height int           // asked of a camera, pixels
	FPS    float64       // asked of a camera, frames a second
	Every  time.Duration // a still's time on the screen
	Loop   bool          // a file or folder begins again at its end
	Fast   bool          // a file or folder is read as fast as it goes, every frame in order, instead of in real time
	Params url.Values    // all options, for the simulator to read its own
}

// Name is the source for messages: as the user named it, without a password.
func (s Spec) Name() string {
	return withoutPassword(s.URI)
}

// withoutPassword hides the password of an address, also of one that is too
// broken for url.Parse.
func withoutPassword(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	user, host, has := cutLast(rest, "@")
	if name, _, secret := strings.Cut(user, ":"); found && has && secret && !strings.Contains(name, "/") {
		return scheme + "://" + name + ":xxxxx@" + host
	}
	return address
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// Live says whether the source's frames must be taken when they come.
func (s Spec) Live() bool {
	return s.Kind == KindCamera || s.Kind == KindStream || s.Kind == KindPhone
}

// streamSchemes are what the FFmpeg behind OpenCV opens over the network.
var streamSchemes = []string{"rtsp", "rtsps", "rtmp", "rtmps", "http", "https"}

// Forms lists what a source may look like, for messages.
const Forms = "sim, camera:0, camera:/dev/video0?size=1920x1080&fps=30, phone:, a video or picture file, a folder of pictures, " +
	"file:clip.mp4?loop=true, rtsp://... or http://..."

// ParseURI takes a source apart. It doesn't look at the disk or the network:
// a path is KindFile, or KindFolder where it ends in a slash or says folder:.
// Every problem is reported at once.
func ParseURI(text string) (Spec, error) {
	s, err := parseURI(text)
	if err != nil {
		return Spec{}, fmt.Errorf("source %q: %w", withoutPassword(text), err)
	}
	return s, nil
}

func parseURI(text string) (Spec, error) {
	s := Spec{URI: text, Width: DefaultWidth, Height: DefaultHeight, FPS: DefaultFPS, Every: DefaultEvery}
	if strings.TrimSpace(text) == "" {
		return s, fmt.Errorf("it is empty: want %s", Forms)
	}
	if strings.ContainsRune(text, 0) {
		return s, errors.New("it has a zero byte in it")
	}
	scheme, rest, found := strings.Cut(text, ":")
	switch scheme = strings.ToLower(scheme); {
	case !found && text == "sim", found && scheme == "sim":
		s.Kind = KindSim
		s, err := s.withOptions(rest, nil)
		if s.Path != "" {
			err = errors.Join(err, fmt.Errorf("%q follows sim: its options stand after a question mark, as sim:?seed=7&board=carrom-icf", s.Path))
		}
		return s, err
	case found && scheme == "phone":
		s.Kind = KindPhone
		if rest != "" {
			return s, fmt.Errorf("%q follows phone: any phone that is invited is the camera", rest)
		}
		return s, nil
	case found && scheme == "camera":
		s.Kind = KindCamera
		s, err := s.withOptions(rest, []string{"size", "fps"})
		s.Path = strings.TrimPrefix(s.Path, "//")
		device, bad := devicePath(s.Path)
		s.Path = device
		return s, errors.Join(err, bad)
	case found && (scheme == "file" || scheme == "folder"):
		s.Kind = Kind(scheme)
		s, err := s.withOptions(rest, []string{"loop", "pace", "every"})
		if after, ok := strings.CutPrefix(s.Path, "//"); ok {
			s.Path = after // file:///abs/path, file://relative/path
		}
		if s.Path == "" {
			err = errors.Join(err, errors.New("it names no path"))
		}
		if strings.HasSuffix(s.Path, "/") {
			s.Kind = KindFolder
		}
		return s, err
	case found && slices.Contains(streamSchemes, scheme) && strings.HasPrefix(rest, "//"):
		s.Kind, s.Path = KindStream, text
		u, err := url.Parse(text)
		var bad *url.Error
		if errors.As(err, &bad) {
			return s, fmt.Errorf("not a good address: %w", bad.Err) // the rest repeats it, password and all
		}
		if u.Hostname() == "" {
			return s, errors.New("it names no host")
		}
		return s, nil
	case found && strings.HasPrefix(rest, "//"):
		return s, fmt.Errorf("nothing here opens %q: want %s", scheme+"://", Forms)
	}
	s.Kind, s.Path = KindFile, text
	if strings.HasSuffix(text, "/") {
		s.Kind = KindFolder
	}
	return s, nil
}

// withOptions parts rest at the last "?" into path and options. Only the
// known options are allowed; nil allows any.
func (s Spec) withOptions(rest string, known []string) (Spec, error) {
	s.Path = rest
	i := strings.LastIndexByte(rest, '?')
	if i < 0 {
		return s, nil
	}
	s.Path = rest[:i]
	var problems []error
	var err error
	if s.Params, err = url.ParseQuery(rest[i+1:]); err != nil {
		problems = append(problems, fmt.Errorf("options %q: %w", rest[i+1:], err))
	}
	if known == nil {
		return s, errors.Join(problems...)
	}
	for name, values := range s.Params {
		if !slices.Contains(known, name) {
			problems = append(problems, fmt.Errorf("no option %q for a %s: there are %s", name, s.Kind, strings.Join(known, ", ")))
			continue
		}
		problems = append(problems, s.set(name, values[len(values)-1]))
	}
	return s, errors.Join(problems...)
}

func (s *Spec) set(name, value string) (err error) {
	switch name {
	case "size":
		w, h, _ := strings.Cut(value, "x")
		var bad error
		s.Width, err = strconv.Atoi(w)
		s.Height, bad = strconv.Atoi(h)
		if err != nil || bad != nil || s.Width < MinSide || s.Height < MinSide || s.Width > 16384 || s.Height > 16384 {
			return fmt.Errorf("size is %q: want pixels, as 1920x1080", value)
		}
	case "fps":
		if s.FPS, err = strconv.ParseFloat(value, 64); err != nil || !(s.FPS > 0 && s.FPS <= 1000) {
			return fmt.Errorf("fps is %q: want frames a second, as 30", value)
		}
	case "loop":
		if s.Loop, err = strconv.ParseBool(value); err != nil {
			return fmt.Errorf("loop is %q: want true or false", value)
		}
	case "pace":
		if value != "live" && value != "fast" {
			return fmt.Errorf("pace is %q: want live or fast", value)
		}
		s.Fast = value == "fast"
	case "every":
		if s.Every, err = time.ParseDuration(value); err != nil || s.Every < time.Millisecond || s.Every > time.Hour {
			return fmt.Errorf("every is %q: want a time, as 2s", value)
		}
	}
	return nil
}

// devicePath is the device of "0" or "/dev/video0".
func devicePath(name string) (string, error) {
	if n, err := strconv.ParseUint(name, 10, 16); err == nil {
		return fmt.Sprintf("/dev/video%d", n), nil
	}
	if strings.HasPrefix(name, "/dev/") && !strings.Contains(name, "..") {
		return name, nil
	}
	return "", fmt.Errorf("camera %q: want a number, as camera:0, or a device, as camera:/dev/video0", name)
}
