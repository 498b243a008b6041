package ui

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"ditchline/capture"
	"ditchline/models"
	"ditchline/score/session"
	"ditchline/ui/topdown"

	"github.com/gin-gonic/gin"
	"gonum.org/v1/gonum/spatial/r3"
)

// above is how a picture shows the board from straight above, or what it says
// while it cannot; its zero value is the camera's own picture. Two that are
// equal show the same.
type above struct {
	lang string // of what it says
	turn int    // quarter turns clockwise

	view   topdown.View
	camera models.Camera
	wait   string // why there is nothing to be seen; empty when there is
}

// aboveWidth is the width of the picture where none is asked for.
const aboveWidth = 960

// aboveMargin is what is shown of the rail beyond the ditch, as a share of the
// board.
const aboveMargin = 1.04

// readAbove is what a query asks for: view=top, with rotate and lang.
func readAbove(c *gin.Context) (above, error) {
	var problems []error
	a := above{lang: "en"}
	switch view := c.Query("view"); view {
	case "top":
	case "", "camera":
		return above{}, nil
	default:
		problems = append(problems, fmt.Errorf("view is %q: want camera or top", view))
	}
	if lang := c.Query("lang"); aboveWords[lang] != nil {
		a.lang = lang
	} else if lang != "" {
		problems = append(problems, fmt.Errorf("lang is %q: want en, fr or nl", lang))
	}
	if text := c.DefaultQuery("rotate", "0"); slices.Contains([]string{"0", "90", "180", "270"}, text) {
		degrees, _ := strconv.Atoi(text)
		a.turn = degrees / 90
	} else {
		problems = append(problems, fmt.Errorf("rotate is %q: want 0, 90, 180 or 270 degrees clockwise", text))
	}
	return a, errors.Join(problems...)
}

// aboveWords are what a waiting picture says: title and advice, by the phase.
var aboveWords = map[string]map[session.Phase][2]string{
	"en": {
		session.Starting: {"Waiting for the camera", "The picture comes as soon as the camera gives one."},
		session.Looking:  {"Looking for the board", "Show the whole playing surface to the camera."},
		session.Lost:     {"Camera lost", "It is opened again by itself as soon as it answers."},
	},
	"fr": {
		session.Starting: {"En attente de la caméra", "L’image vient dès que la caméra en donne une."},
		session.Looking:  {"Recherche de la planche", "Montrez toute la surface de jeu à la caméra."},
		session.Lost:     {"Caméra perdue", "Elle est rouverte d’elle-même dès qu’elle répond."},
	},
	"nl": {
		session.Starting: {"Wachten op de camera", "Het beeld komt zodra de camera er een geeft."},
		session.Looking:  {"Op zoek naar het bord", "Toon het hele speelvlak aan de camera."},
		session.Lost:     {"Camera kwijt", "Ze wordt vanzelf heropend zodra ze antwoordt."},
	},
}

// of the wish, what there is to show of a picture at the width, and the frame
// to show it of: none where it only says something.
func (a above) of(p session.Picture, width int) (above, capture.Frame) {
	if width == 0 {
		width = aboveWidth
	}
	v := p.State
	a.view = topdown.View{Side: width, Turn: a.turn}
	switch {
	case v.Phase == session.Lost:
		a.wait = string(session.Lost)
	case v.Phase == session.Starting, p.Frame.Width == 0:
		a.wait = string(session.Starting)
	case v.Board == nil, v.Width == 0:
		a.wait = string(session.Looking)
	default:
		a.view.Reach = aboveMargin * reachOf(v.Board)
		a.camera = cameraOf(v)
		return a, p.Frame
	}
	return a, capture.Frame{}
}

// reachOf a board is how far it goes from its middle, mm, with its ditch or
// frame.
func reachOf(b *session.Board) float64 {
	if k := b.Geometry.Carrom; k != nil {
		return k.Side/2 + k.FrameWidth
	}
	return b.Geometry.SurfaceRadius + b.Geometry.DitchWidth
}

// cameraOf a state with a board.
func cameraOf(v session.Snapshot) models.Camera {
	c := v.Board.Calibration
	return models.Camera{
		Width: v.Width, Height: v.Height, Fx: c.K[0], Fy: c.K[1], Cx: c.K[2], Cy: c.K[3],
		Dist: models.Distortion{K1: c.Dist[0], K2: c.Dist[1], P1: c.Dist[2], P2: c.Dist[3], K3: c.Dist[4]},
		R:    models.Rodrigues(r3.Vec{X: c.Rvec[0], Y: c.Rvec[1], Z: c.Rvec[2]}),
		T:    r3.Vec{X: c.Tvec[0], Y: c.Tvec[1], Z: c.Tvec[2]},
	}
}

// sendAbove sends the pictures that were looked at, as seen from above, until
// the client has gone, is too slow, or the server ends. It speaks also while
// there is no picture.
func (s *Server) sendAbove(c *gin.Context, w *watched, size pictureSize, fps int) error {
	ctx, stop := w.within(c.Request.Context())
	defer stop()
	seen := w.board.Pictures(ctx)
	out, err := openMotion(c)
	if err != nil {
		return err
	}
	wish := size.above
	var said time.Time // when the last waiting picture went
	send := func(p session.Picture) error {
		now, f := wish.of(p, size.width)
		if now.wait != "" && now == size.above && time.Since(said) < waitAgain {
			return nil
		}
		size.above = now
		jpeg, err := s.jpeg(w, f, size)
		if err != nil {
			s.log.Error("a frame cannot be shown", "board", w.name, "error", err)
			return nil // the next one may be better
		}
		said = time.Now()
		return out.send(jpeg)
	}
	newest := func() error {
		f, _ := w.board.Frame()
		return send(session.Picture{Frame: f, State: w.board.Snapshot()})
	}
	if err := newest(); err != nil {
		return err
	}
	return relay(ctx, seen, time.Second/time.Duration(fps), repeatAfter, send, newest)
}

// waitAgain is how often a picture that waits is sent again while frames come.
const waitAgain = time.Second

// keptTables is how many tables a board keeps: those of the sizes that are
// shown, under the newest calibration.
const keptTables = 4

// tables are those of a board's views from above, the newest last. Its zero
// value is ready; its methods may be called from any goroutine.
type tables struct {
	mu   sync.Mutex
	kept []keptTable
}

type keptTable struct {
	camera models.Camera
	view   topdown.View
	table  *topdown.Table
}

// lay is the frame as the view shows it, or what is said in its place.
func (t *tables) lay(f capture.Frame, a above) (capture.Frame, error) {
	if a.wait != "" {
		words := aboveWords[a.lang][session.Phase(a.wait)]
		return topdown.Waiting(a.view.Side, words[0], words[1])
	}
	if f.Width != a.camera.Width {
		a.camera = a.camera.Scaled(float64(f.Width) / float64(a.camera.Width)) // the camera changed its size since it was looked at
	}
	table, err := t.of(a.camera, a.view)
	if err != nil {
		return capture.Frame{}, err
	}
	return table.Lay(f)
}

func (t *tables) of(camera models.Camera, view topdown.View) (*topdown.Table, error) {
	if math.IsNaN(camera.Fx) { // would never be found again
		return nil, errors.New("the camera's focal length is no number")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.IndexFunc(t.kept, func(k keptTable) bool { return k.camera == camera && k.view == view }); i >= 0 {
		return t.kept[i].table, nil
	}
	table, err := topdown.NewTable(camera, view)
	if err != nil {
		return nil, err
	}
	if len(t.kept) == keptTables {
		t.kept = slices.Delete(t.kept, 0, 1)
	}
	t.kept = append(t.kept, keptTable{camera, view, table})
	return table, nil
}
