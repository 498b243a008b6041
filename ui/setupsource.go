package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ditchline/capture"
	"ditchline/score/session/venue"

	"github.com/gin-gonic/gin"
)

// cameraChoice is a camera of this machine.
type cameraChoice struct {
	Source string         `json:"source"` // its URI
	Name   string         `json:"name"`   // what its maker calls it
	Path   string         `json:"path"`
	Sizes  []capture.Mode `json:"sizes"`             // the largest first; none where it does not tell
	Fault  string         `json:"fault,omitempty"`   // why it gives no pictures
	UsedBy string         `json:"used_by,omitempty"` // name of the board that watches it
}

// videoChoice is a video that may be played.
type videoChoice struct {
	Source string `json:"source"`
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
}

// videoKinds are the endings of files that are offered as videos.
var videoKinds = []string{".mp4", ".mov", ".mkv", ".webm", ".avi", ".m4v", ".mpg", ".mpeg", ".ts"}

// mostVideos bounds a list.
const mostVideos = 500

// setupSources are what can be watched.
func (s *Server) setupSources(c *gin.Context) {
	using := s.watchedDevices()
	cameras := []cameraChoice{}
	for _, d := range s.setup.Cameras(func(path string) bool { return using[path] != "" }) {
		choice := cameraChoice{Source: "camera:" + d.Path, Name: d.Name, Path: d.Path, Sizes: d.Modes, UsedBy: using[d.Path]}
		if d.Err != nil && choice.UsedBy == "" {
			choice.Fault = d.Err.Error()
		}
		if choice.Sizes == nil {
			choice.Sizes = []capture.Mode{}
		}
		cameras = append(cameras, choice)
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{
		"cameras": cameras, "videos": s.videoChoices(), "folder": s.setup.Videos, "phone": s.setup.Phone, "simulator": "sim:",
	})
}

// watchedDevices are the cameras that boards watch, each with the board's name.
func (s *Server) watchedDevices() map[string]string {
	using := map[string]string{}
	for _, b := range s.setup.Venue.Boards() {
		if path := devicePath(b.Plan().Source); path != "" {
			using[path] = b.Name()
		}
	}
	return using
}

// devicePath is the device of a source that is a camera, links followed; else
// empty.
func devicePath(source string) string {
	spec, err := capture.ParseURI(source)
	if err != nil || spec.Kind != capture.KindCamera {
		return ""
	}
	if path, err := filepath.EvalSymlinks(spec.Path); err == nil {
		return path
	}
	return spec.Path
}

// videoChoices are the videos in the folder, by name.
func (s *Server) videoChoices() []videoChoice {
	out := []videoChoice{}
	if s.setup.Videos == "" {
		return out
	}
	root, err := os.OpenRoot(s.setup.Videos)
	if err != nil {
		return out // the folder is made by who puts a video into it
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case len(out) >= mostVideos:
			return fs.SkipAll
		case strings.HasPrefix(d.Name(), ".") && name != ".":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !slices.Contains(videoKinds, strings.ToLower(filepath.Ext(name))):
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil // gone meanwhile
		}
		out = append(out, videoChoice{Source: "file:" + filepath.Join(s.setup.Videos, name), Name: name, Bytes: info.Size()})
		return nil
	})
	if err != nil {
		s.log.Warn("the folder of videos cannot be read", "folder", s.setup.Videos, "error", err)
	}
	return out
}

// vetSource says why a page may not have a source watched at a board: another
// board has that camera, or it is a file that lies elsewhere than in the folder
// of videos, and is not what the board watches already.
func (s *Server) vetSource(source, board, current string) error {
	if other := s.watchedDevices()[devicePath(source)]; other != "" && other != board {
		return venue.Problems{"source": fmt.Sprintf("board %s watches that camera: choose another, or set that board up anew first", other)}
	}
	spec, err := capture.ParseURI(source)
	if err != nil || source == current {
		return nil // said, or allowed, elsewhere
	}
	if spec.Kind != capture.KindFile && spec.Kind != capture.KindFolder {
		return nil
	}
	if err := within(s.setup.Videos, spec.Path); err != nil {
		return venue.Problems{"source": err.Error()}
	}
	return nil
}

// within says why a path is not one of a folder's own, links followed.
func within(folder, path string) error {
	outside := fmt.Errorf("%s is not in the folder of videos, %s: put it there", filepath.Base(path), folder)
	if folder == "" {
		return errors.New("no folder of videos is set: files are watched by the command line only")
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return outside
	}
	if path, err = filepath.Abs(path); err != nil {
		return outside
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return outside
	}
	if root, err = filepath.Abs(root); err != nil {
		return outside
	}
	rel, err := filepath.Rel(root, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return outside
	}
	return nil
}

// lookTimeout is how long a source may take for its first picture.
const lookTimeout = 12 * time.Second

// setupLook takes one picture of a source, which lies ready for handles then.
// Of one that a board watches it is that board's newest: nothing is opened.
func (s *Server) setupLook(c *gin.Context) {
	var o struct {
		Source string `json:"source"`
	}
	if !isJSON(c) {
		return
	}
	if err := readJSON(c, &o); err != nil {
		refuse(c, http.StatusBadRequest, "bad_order", err.Error())
		return
	}
	if s.disputes == nil {
		refuse(c, http.StatusNotFound, "not_here", "this server takes no pictures")
		return
	}
	f, watched, err := s.pictureOf(c.Request.Context(), o.Source)
	if err != nil {
		refuseSetup(c, err)
		return
	}
	jpeg, err := s.first().pictures.encode(f, 95)
	if err != nil {
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	p := pictureOf(s.disputes.tray.put(o.Source, jpeg), f)
	c.JSON(http.StatusCreated, struct {
		photoPicture
		Board string `json:"board,omitempty"` // that watches the source
	}{p, watched})
}

// pictureOf a source; watched is the board that watches it.
func (s *Server) pictureOf(ctx context.Context, source string) (f capture.Frame, watched string, err error) {
	for _, b := range s.setup.Venue.Boards() {
		same := b.Plan().Source == source
		if path := devicePath(source); path != "" {
			same = path == devicePath(b.Plan().Source)
		}
		if !same {
			continue
		}
		if f, ok := b.Frame(); ok {
			return f, b.Name(), nil
		}
		return f, b.Name(), venue.Problems{"source": fmt.Sprintf("board %s watches it, and has had no picture yet: %s", b.Name(), b.Snapshot().Text)}
	}
	spec, err := capture.ParseURI(source)
	if err != nil {
		return f, "", venue.Problems{"source": err.Error()}
	}
	if problems := s.vetSource(source, "", ""); problems != nil {
		return f, "", problems
	}
	ctx, stop := context.WithTimeout(ctx, lookTimeout)
	defer stop()
	select {
	case s.looking <- struct{}{}: // one at a time: two looks at one camera would disturb each other
	case <-ctx.Done():
		return f, "", venue.Problems{"source": "others are being looked at: try again in a moment"}
	}
	defer func() { <-s.looking }()
	if f, err = s.setup.Look(ctx, source); err != nil {
		return f, "", venue.Problems{"source": fmt.Sprintf("%s gives no picture: %v", spec.Name(), err)}
	}
	return f, "", nil
}
