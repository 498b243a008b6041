package ui

import (
	"errors"
	"net/http"

	"ditchline/detect"
	"ditchline/score/session"

	"github.com/gin-gonic/gin"
)

// shownDisc is a disc that lies on the board to show a side's colour.
type shownDisc struct {
	Colour    string       `json:"color"`
	X         float64      `json:"x_mm"`
	Y         float64      `json:"y_mm"`
	Radius    float64      `json:"radius_mm"`
	Footprint [][2]float64 `json:"footprint_px"`
}

// setupDiscs are the discs in a picture that was looked at, for the colours of
// the sides.
func (s *Server) setupDiscs(c *gin.Context) {
	var o calibrateOrder
	if s.disputes == nil || s.disputes.Measure == nil {
		refuse(c, http.StatusNotFound, "not_here", "this server measures no pictures")
		return
	}
	if !s.patient(c) || !bodyJSON(c, &o) {
		return
	}
	p, kept := s.disputes.tray.get(o.Photo)
	if !kept {
		refuse(c, http.StatusGone, "photo_gone", "that photograph is no longer here: send it again")
		return
	}
	if !s.goodAsked(c, o.Asked) {
		return
	}
	var seen detect.Observation
	err := s.disputes.inTurn(c.Request.Context(), func() error {
		f, err := s.disputes.Decode(p.name, p.data)
		if err != nil {
			return errNoPicture{err}
		}
		seen, _, err = s.disputes.Measure(f, o.Asked)
		seen.Frame.Pix = nil
		return err
	})
	switch {
	case errors.Is(err, errBusy):
		c.Header("Retry-After", "5")
		refuse(c, http.StatusServiceUnavailable, "busy", err.Error())
		return
	case err != nil:
		refuse(c, http.StatusUnprocessableEntity, faultCode(err), err.Error())
		return
	}
	n := session.NewSnapshot(p.name, seen)
	discs := []shownDisc{}
	for _, d := range n.Discs {
		if d.State == string(detect.Flat) || d.State == string(detect.Leaning) || d.State == string(detect.InHole) {
			discs = append(discs, shownDisc{d.Color, d.X, d.Y, d.Radius, d.Footprint})
		}
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"discs": discs})
}
