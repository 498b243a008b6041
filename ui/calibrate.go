package ui

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"ditchline/calibrate"
	"ditchline/capture"
	"ditchline/models"
	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// calibrateRoutes: photographs to set handles on, what comes of the handles,
// and what is done with it.
func (s *Server) calibrateRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	e.POST(api+"/photos", s.operator, s.photoSent)
	get(api+"/photos/:id", s.photoShown)
	e.POST(api+"/calibrate", s.operator, s.calibrate)
	e.POST(api+"/calibrate/use", s.operator, s.calibrateUse)
	e.POST(api+"/calibrate/board", s.operator, s.calibrateBoard)
}

// photoPicture is a photograph that lies ready for handles.
type photoPicture struct {
	Photo  string `json:"photo"`
	File   string `json:"file"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	URL    string `json:"url"`
}

func pictureOf(p sentPhoto, f capture.Frame) photoPicture {
	return photoPicture{p.id, p.name, f.Width, f.Height, api + "/photos/" + p.id}
}

// photoSent takes one photograph in, or with the query board the newest
// picture of that live board.
func (s *Server) photoSent(c *gin.Context) {
	if !s.patient(c) {
		return
	}
	if name := c.Query("board"); name != "" {
		s.photoTaken(c, name)
		return
	}
	q, ok := s.readUpload(c)
	if !ok {
		return
	}
	if len(q.photos) != 1 {
		refuse(c, http.StatusBadRequest, "one_photo", fmt.Sprintf("%d photographs were sent: send one", len(q.photos)))
		return
	}
	f, err := q.photos[0].frame()
	if err != nil {
		refuse(c, http.StatusUnsupportedMediaType, "not_a_picture", err.Error())
		return
	}
	c.JSON(http.StatusCreated, pictureOf(q.photos[0].sentPhoto, f))
}

// photoTaken holds a live board's newest picture still.
func (s *Server) photoTaken(c *gin.Context, name string) {
	w, ok := s.named(name)
	if !ok {
		refuse(c, http.StatusNotFound, "no_such_board", fmt.Sprintf("there is no board named %q: /api/v1/boards lists them", name))
		return
	}
	f, ok := w.board.Frame()
	if !ok {
		refuse(c, http.StatusConflict, "no_picture", "the source has given no picture yet")
		return
	}
	jpeg, err := w.pictures.encode(f, 95)
	if err != nil {
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	c.JSON(http.StatusCreated, pictureOf(s.disputes.tray.put(w.board.Snapshot().Source, jpeg), f))
}

// photoShown is a photograph as an upright JPEG that every browser shows, at
// most 2000 pixels wide.
func (s *Server) photoShown(c *gin.Context) {
	p, ok := s.disputes.tray.get(c.Param("id"))
	if !ok {
		refuse(c, http.StatusNotFound, "photo_gone", "that photograph is no longer here: send it again")
		return
	}
	f, err := s.disputes.Decode(p.name, p.data)
	if err != nil {
		refuse(c, http.StatusUnsupportedMediaType, "not_a_picture", err.Error())
		return
	}
	const widest = 2000
	width := 0
	if f.Width > widest {
		width = widest
	}
	jpeg, err := s.first().pictures.make(f, pictureSize{width: width, quality: 88})
	if err != nil {
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	c.Header("X-Picture-Size", fmt.Sprintf("%dx%d", f.Width, f.Height))
	c.Header("Cache-Control", "private, max-age=3600")
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// calibrateOrder names a photograph and where its board is.
type calibrateOrder struct {
	Asked
	Photo string `json:"photo"`
	Live  string `json:"live"`  // name of the live board for which it is
	Name  string `json:"name"`  // of a board of one's own
	Title string `json:"title"` // of it
}

// calibrated is what handles come to.
type calibrated struct {
	session.CalibrationReport
	Board    session.BoardReport `json:"board"`
	Outlines []session.Outline   `json:"outlines"`
	Rings    []ringSeen          `json:"rings"`
	Warnings []string            `json:"warnings"`
	Width    int                 `json:"width"`
	Height   int                 `json:"height"`
}

type ringSeen struct {
	Line     string  `json:"line"` // 15, 10, 5; in carrom centre_circle, base_inner, base_outer
	RadiusMM float64 `json:"radius_mm"`
	RMSMM    float64 `json:"rms_mm"`
	Seen     float64 `json:"seen"` // share of the circle that was seen, 0 to 1
}

// fitted reads an order and calibrates by it; ok is false after it refused.
func (s *Server) fitted(c *gin.Context) (o calibrateOrder, cal calibrate.Calibration, f capture.Frame, ok bool) {
	if !s.patient(c) || !bodyJSON(c, &o) {
		return o, cal, f, false
	}
	p, kept := s.disputes.tray.get(o.Photo)
	if !kept {
		refuse(c, http.StatusGone, "photo_gone", "that photograph is no longer here: send it again")
		return o, cal, f, false
	}
	if !s.goodAsked(c, o.Asked) {
		return o, cal, f, false
	}
	err := s.disputes.inTurn(c.Request.Context(), func() (err error) {
		if f, err = s.disputes.Decode(p.name, p.data); err != nil {
			return errNoPicture{err}
		}
		cal, err = s.disputes.Calibrate(f, o.Asked)
		return err
	})
	switch {
	case err == nil:
		return o, cal, f, true
	case errors.Is(err, errBusy):
		c.Header("Retry-After", "5")
		refuse(c, http.StatusServiceUnavailable, "busy", err.Error())
	case faultCode(err) == "not_a_picture":
		refuse(c, http.StatusUnsupportedMediaType, "not_a_picture", err.Error())
	default:
		refuse(c, http.StatusUnprocessableEntity, "no_board", err.Error())
	}
	return o, cal, f, false
}

// calibrate tries handles, or with none looks for the board.
func (s *Server) calibrate(c *gin.Context) {
	_, cal, f, ok := s.fitted(c)
	if !ok {
		return
	}
	seen := session.DescribeCalibration(cal)
	out := calibrated{
		CalibrationReport: seen.Calibration, Board: seen.BoardReport, Outlines: seen.Outlines,
		Rings: []ringSeen{}, Warnings: append([]string{}, cal.Warnings...), Width: f.Width, Height: f.Height,
	}
	for _, r := range cal.Rings {
		out.Rings = append(out.Rings, ringSeen{printed(cal.Board, r.Line), r.RadiusMM, r.RMSMM, r.Seen})
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, out)
}

// printed is the name of a line that a board was fitted to: a carrom board's
// three parts stand where crokinole has its circles.
func printed(b models.Board, l models.Line) string {
	if b.Game == models.Carrom {
		return map[models.Line]string{models.Line15: "centre_circle", models.Line10: "base_inner", models.Line5: "base_outer"}[l]
	}
	return l.String()
}

// calibrateUse has a live board found with these handles from now on.
func (s *Server) calibrateUse(c *gin.Context) {
	o, _, f, ok := s.fitted(c)
	if !ok {
		return
	}
	if _, known := s.named(o.Live); !known || s.disputes.UseHandles == nil {
		refuse(c, http.StatusNotFound, "no_such_board", fmt.Sprintf("there is no live board named %q: /api/v1/boards lists them", o.Live))
		return
	}
	s.disputes.UseHandles(o.Live, o.Handles, f.Width, f.Height)
	c.Status(http.StatusNoContent)
}

// calibrateBoard keeps the board as measured as one of the user's own.
func (s *Server) calibrateBoard(c *gin.Context) {
	o, cal, f, ok := s.fitted(c)
	if !ok {
		return
	}
	name := strings.ToLower(strings.TrimSpace(o.Name))
	if !goodName(name) || len(name) > 40 {
		refuse(c, http.StatusBadRequest, "bad_name", fmt.Sprintf("%q is no name for a board: want letters, digits and dashes", o.Name))
		return
	}
	for _, b := range s.disputes.Makes() {
		if b.Name == name {
			refuse(c, http.StatusConflict, "name_taken", fmt.Sprintf("a board %s is known already: choose another name", name))
			return
		}
	}
	b, err := s.disputes.SaveBoard(f, cal, name, strings.TrimSpace(o.Title))
	if err != nil {
		s.log.Error("a board cannot be kept", "name", name, "error", err)
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	c.JSON(http.StatusCreated, gin.H{"name": b.Name, "title": b.Title, "rings_mm": b.Rings, "surface_mm": surfaceMM(b)})
}
