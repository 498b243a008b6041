package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"ditchline/capture"
	"ditchline/detect"
	"ditchline/models"
	"ditchline/score/session"

	"github.com/gin-gonic/gin"
	"gonum.org/v1/gonum/spatial/r2"
)

// disputeTimeout is what one line call may take over a phone's slow line, with
// others before it.
const disputeTimeout = 3 * time.Minute

// disputeRoutes: line calls on photographs and on live boards, and calibrating
// by hand.
func (s *Server) disputeRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	if s.disputes == nil {
		return
	}
	get(api+"/makes", s.makes)
	e.POST(api+"/dispute", s.anyCamera, s.dispute)
	e.POST(api+"/dispute/live", s.operator, s.disputeLive)
	e.POST(api+"/boards/:name/dispute", s.operator, s.disputeLive)
	get(api+"/disputes", s.disputesKept)
	get(api+"/disputes/:id", s.disputeKept)
	get(api+"/disputes/:id/:file", s.disputeFile)
	e.DELETE(api+"/disputes/:id", s.operator, s.disputeRemove)
	s.calibrateRoutes(e, get)
}

// makes lists the boards that a photograph may be said to show.
func (s *Server) makes(c *gin.Context) {
	type named struct {
		Name    string      `json:"name"`
		Title   string      `json:"title"`
		Game    models.Game `json:"game"`
		Surface float64     `json:"surface_mm"`
	}
	list := []named{}
	for _, b := range s.disputes.Makes() {
		list = append(list, named{b.Name, b.Title, b.Game, surfaceMM(b)})
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"makes": list})
}

// surfaceMM is the size across a board's playing surface: the diameter, or a
// carrom board's side.
func surfaceMM(b models.Board) float64 {
	if b.Carrom != nil {
		return b.Carrom.Side
	}
	return 2 * b.SurfaceRadius
}

// disputeOrder is what a page asks in JSON, of photographs that were sent
// before.
type disputeOrder struct {
	Asked
	Line   string   `json:"line"`
	Photos []string `json:"photos"`
}

// dispute answers for photographs: sent along as multipart/form-data, with the
// fields line, board and surface, or as JSON that names some sent before.
func (s *Server) dispute(c *gin.Context) {
	if !s.patient(c) {
		return
	}
	q := question{source: "photos"}
	var ok bool
	switch kind, _, _ := mime.ParseMediaType(c.GetHeader("Content-Type")); kind {
	case "multipart/form-data":
		q, ok = s.readUpload(c)
	case "application/json":
		var o disputeOrder
		if !bodyJSON(c, &o) {
			return
		}
		q.asked = o.Asked
		if q.lines, ok = linesOf(c, o.Line); !ok {
			return
		}
		for _, id := range o.Photos {
			p, kept := s.disputes.tray.get(id)
			if !kept {
				refuse(c, http.StatusGone, "photo_gone", "that photograph is no longer here: send it again")
				return
			}
			q.photos = append(q.photos, s.disputes.photo(p))
		}
	default:
		refuse(c, http.StatusUnsupportedMediaType, "no_form", "send photographs as multipart/form-data in the field photo")
		return
	}
	if !ok || !s.goodQuestion(c, q) {
		return
	}
	s.reply(c, q)
}

func (d *disputes) photo(p sentPhoto) shotPhoto {
	return shotPhoto{p, func() (capture.Frame, error) { return d.Decode(p.name, p.data) }}
}

// goodQuestion refuses what cannot be answered.
func (s *Server) goodQuestion(c *gin.Context, q question) bool {
	switch {
	case len(q.photos) == 0:
		refuse(c, http.StatusBadRequest, "no_photo", "no photograph was sent: put one or more in the field photo")
	case len(q.photos) > maxPhotos:
		refuse(c, http.StatusRequestEntityTooLarge, "too_many_photos", fmt.Sprintf("%d photographs were sent: at most %d are answered together", len(q.photos), maxPhotos))
	default:
		return s.goodAsked(c, q.asked)
	}
	return false
}

func (s *Server) goodAsked(c *gin.Context, a Asked) bool {
	if a.Surface != 0 && !(a.Surface >= 100 && a.Surface <= 2000) {
		refuse(c, http.StatusBadRequest, "bad_surface", fmt.Sprintf("a playing surface of %g mm: want 100 to 2000, or 0 where it is not known", a.Surface))
		return false
	}
	if !a.named() {
		return true
	}
	for _, b := range s.disputes.Makes() {
		if strings.EqualFold(b.Name, a.Board) {
			return true
		}
	}
	refuse(c, http.StatusBadRequest, "no_such_make", fmt.Sprintf("no make of board is called %q: /api/v1/makes lists them", a.Board))
	return false
}

// linesOf reads the name of a line; empty means all, and is nil.
func linesOf(c *gin.Context, name string) ([]models.Line, bool) {
	lines, ok := models.LinesNear(name)
	if !ok {
		refuse(c, http.StatusBadRequest, "no_such_line", fmt.Sprintf("there is no line %q: want %s, or nothing for all", name, models.NearNames))
	}
	return lines, ok
}

// readUpload reads a form: photographs into the tray, and what is asked.
func (s *Server) readUpload(c *gin.Context) (q question, ok bool) {
	q.source = "photos"
	done, ok := s.uploadTurn(c)
	if !ok {
		return q, false
	}
	defer done()
	r, err := c.Request.MultipartReader()
	if err != nil {
		refuse(c, http.StatusBadRequest, "bad_form", "the form cannot be read: "+err.Error())
		return q, false
	}
	fields := map[string]string{}
	for {
		part, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.badUpload(c, err)
			return q, false
		}
		if part.FileName() == "" {
			text, err := io.ReadAll(io.LimitReader(part, 200))
			if err != nil {
				s.badUpload(c, err)
				return q, false
			}
			fields[part.FormName()] = string(text)
			continue
		}
		if len(q.photos) == maxPhotos {
			refuse(c, http.StatusRequestEntityTooLarge, "too_many_photos", fmt.Sprintf("more than %d photographs were sent", maxPhotos))
			return q, false
		}
		p, ok := s.readPhoto(c, part)
		if !ok {
			return q, false
		}
		q.photos = append(q.photos, s.disputes.photo(p))
	}
	q.asked.Board = fields["board"]
	if v := fields["surface"]; v != "" {
		if q.asked.Surface, err = strconv.ParseFloat(v, 64); err != nil {
			refuse(c, http.StatusBadRequest, "bad_surface", fmt.Sprintf("surface %q is no number of mm", v))
			return q, false
		}
	}
	q.lines, ok = linesOf(c, fields["line"])
	return q, ok
}

// readPhoto reads one file of a form into the tray.
func (s *Server) readPhoto(c *gin.Context, part *multipart.Part) (p sentPhoto, ok bool) {
	name := path.Base(strings.ReplaceAll(part.FileName(), `\`, "/"))
	data, err := io.ReadAll(io.LimitReader(part, maxPhotoBytes+1))
	if err != nil {
		s.badUpload(c, err)
		return p, false
	}
	if len(data) > maxPhotoBytes {
		refuse(c, http.StatusRequestEntityTooLarge, "photo_too_large", fmt.Sprintf("%s has more than %d MB, which is the most", name, maxPhotoBytes>>20))
		return p, false
	}
	format := capture.Sniff(data)
	if format == capture.UnknownFormat {
		refuse(c, http.StatusUnsupportedMediaType, "not_a_picture", fmt.Sprintf("%s is not a picture that is read (%s): it is %s", name, capture.FormatsRead, capture.Describe(data)))
		return p, false
	}
	if err := capture.CheckStated(format, data); err != nil {
		refuse(c, http.StatusUnsupportedMediaType, "not_a_picture", fmt.Sprintf("%s: %v", name, err))
		return p, false
	}
	return s.disputes.tray.put(name, data), true
}

// badUpload tells why a form broke off.
func (s *Server) badUpload(c *gin.Context, err error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		refuse(c, http.StatusRequestEntityTooLarge, "body_too_large", fmt.Sprintf("more than %d MB were sent", large.Limit>>20))
		return
	}
	refuse(c, http.StatusBadRequest, "bad_form", "the form broke off: "+err.Error())
}

// reply answers a question when its turn has come.
func (s *Server) reply(c *gin.Context, q question) {
	var record DisputeRecord
	err := s.disputes.inTurn(c.Request.Context(), func() (err error) {
		record, err = s.disputes.answer(c.Request.Context(), q)
		return err
	})
	var fault *session.Fault
	switch {
	case err == nil:
		c.Header("Cache-Control", "no-store")
		c.JSON(http.StatusCreated, record)
	case errors.Is(err, errBusy):
		c.Header("Retry-After", "5")
		refuse(c, http.StatusServiceUnavailable, "busy", err.Error())
	case errors.Is(err, errNothingMeasured):
		first := record.Failed[0]
		c.Header("Cache-Control", "no-store")
		c.AbortWithStatusJSON(http.StatusUnprocessableEntity, gin.H{
			"error": problemText{first.Code, first.Error}, "failed": record.Failed,
		})
	case errors.Is(err, errDiscGone):
		refuse(c, http.StatusConflict, "disc_gone", err.Error())
	case errors.Is(err, context.Canceled):
		c.Abort() // nobody is there to read an answer
	case errors.As(err, &fault):
		s.log.Error("a line call failed unexpectedly", "error", err, "stack", string(fault.Stack))
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
	default:
		s.log.Error("a line call could not be kept", "error", err)
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
	}
}

// liveFrames is how many pictures of a live board a line call looks at, and
// liveWait how long it waits for them: their noise averages out.
const (
	liveFrames = 3
	liveWait   = 2 * time.Second
)

// disputeLive answers for a live board: for the disc of the query's number in
// the newest state, or for those near a line.
func (s *Server) disputeLive(c *gin.Context) {
	w := s.board(c)
	if w == nil || !s.patient(c) {
		return
	}
	state := w.board.Snapshot()
	if state.Board == nil {
		refuse(c, http.StatusConflict, "no_board", "the board was not found yet: "+state.Text)
		return
	}
	q := question{source: w.name}
	var ok bool
	if q.lines, ok = linesOf(c, c.Query("line")); !ok {
		return
	}
	q.asked.Board = state.Board.Name
	if text := c.Query("disc"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n >= len(state.Discs) {
			refuse(c, http.StatusBadRequest, "no_such_disc", fmt.Sprintf("there is no disc %q: there are %d, numbered from 0", text, len(state.Discs)))
			return
		}
		at := middle(state.Discs[n].Footprint)
		q.only = func(o detect.Observation) (detect.Disc, bool) { return atPixel(o, at) }
	}
	for i, f := range liveSight(c.Request.Context(), w.board) {
		name := fmt.Sprintf("%s, %.2f s", state.Source, f.Media.Seconds())
		if i > 0 {
			name = fmt.Sprintf("%.2f s", f.Media.Seconds())
		}
		q.photos = append(q.photos, shotPhoto{sentPhoto{name: name}, func() (capture.Frame, error) { return f, nil }})
	}
	if len(q.photos) == 0 {
		refuse(c, http.StatusConflict, "no_picture", "the source has given no picture yet")
		return
	}
	s.reply(c, q)
}

// liveSight is the newest picture of a board and the next ones, as far as they
// come in time.
func liveSight(ctx context.Context, b Board) []capture.Frame {
	ctx, stop := context.WithTimeout(ctx, liveWait)
	defer stop()
	next := b.Frames(ctx)
	var frames []capture.Frame
	if f, ok := b.Frame(); ok {
		frames = append(frames, f)
	}
	for len(frames) > 0 && len(frames) < liveFrames {
		f, ok := <-next
		if !ok {
			break
		}
		if last := frames[len(frames)-1]; f.Seq != last.Seq || !f.CapturedAt.Equal(last.CapturedAt) {
			frames = append(frames, f)
		}
	}
	return frames
}

// middle of an outline, pixels.
func middle(outline [][2]float64) r2.Vec {
	var m r2.Vec
	for _, p := range outline {
		m = r2.Add(m, r2.Scale(1/float64(len(outline)), r2.Vec{X: p[0], Y: p[1]}))
	}
	return m
}

// disputesKept lists what is kept, the newest first.
func (s *Server) disputesKept(c *gin.Context) {
	ids, err := s.disputes.shelf.ids()
	if err != nil {
		s.log.Error("disputes cannot be listed", "error", err)
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return
	}
	type line struct {
		ID      string    `json:"id"`
		Created time.Time `json:"created"`
		Source  string    `json:"source"`
		URL     string    `json:"url"`
		Answer  string    `json:"answer"`
		Text    string    `json:"text"`
		Picture string    `json:"picture"`
	}
	const most = 200
	list := []line{}
	for _, id := range ids[:min(most, len(ids))] {
		r, err := s.disputes.shelf.record(id)
		if err != nil || len(r.Answers) == 0 {
			continue // removed meanwhile, or somebody else's file
		}
		l := line{ID: r.ID, Created: r.Created, Source: r.Source, URL: r.URL, Answer: r.Answers[0].Answer, Text: r.Answers[0].Text}
		if d := r.Answers[0].Disputes; len(d) > 0 {
			l.Picture = d[0].Picture
		}
		list = append(list, l)
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"disputes": list})
}

func (s *Server) disputeKept(c *gin.Context) {
	s.giveKept(c, c.Param("id"), recordFile)
}

func (s *Server) disputeFile(c *gin.Context) {
	s.giveKept(c, c.Param("id"), c.Param("file"))
}

// giveKept gives a file out; with the query download it is to be saved.
func (s *Server) giveKept(c *gin.Context, id, file string) {
	data, err := s.disputes.shelf.file(id, file)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.log.Error("a dispute cannot be read", "id", id, "error", err)
		}
		refuse(c, http.StatusNotFound, "not_found", fmt.Sprintf("there is no %s of a dispute %s here", file, id))
		return
	}
	kind := "image/png"
	if path.Ext(file) == ".json" {
		kind = "application/json; charset=utf-8"
	}
	if c.Query("download") != "" {
		c.Header("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "ditchline-"+id+"-"+file))
	}
	c.Header("Cache-Control", "private, max-age=86400")
	c.Data(http.StatusOK, kind, data)
}

func (s *Server) disputeRemove(c *gin.Context) {
	if err := s.disputes.shelf.remove(c.Param("id")); err != nil {
		refuse(c, http.StatusNotFound, "not_found", fmt.Sprintf("there is no dispute %s here", c.Param("id")))
		return
	}
	c.Status(http.StatusNoContent)
}

// bodyJSON reads a request's JSON, all of whose fields are known, or refuses. A
// browser cannot be made to send JSON across sites unasked.
func bodyJSON(c *gin.Context, v any) bool {
	if kind, _, err := mime.ParseMediaType(c.GetHeader("Content-Type")); err != nil || kind != "application/json" {
		refuse(c, http.StatusUnsupportedMediaType, "not_json", "send JSON with Content-Type: application/json")
		return false
	}
	in := json.NewDecoder(c.Request.Body)
	in.DisallowUnknownFields()
	if err := in.Decode(v); err != nil {
		refuse(c, http.StatusBadRequest, "bad_request", "the request cannot be read: "+err.Error())
		return false
	}
	return true
}

// patient gives a request the time that photographs need over a slow line.
func (s *Server) patient(c *gin.Context) bool {
	rc := newPart(c.Writer).rc
	until := time.Now().Add(disputeTimeout)
	if err := errors.Join(rc.SetReadDeadline(until), rc.SetWriteDeadline(until)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		refuse(c, http.StatusInternalServerError, "internal", err.Error())
		return false
	}
	return true
}
