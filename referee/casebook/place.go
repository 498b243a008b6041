package casebook

import (
	"encoding/json"
	"errors"
	"fmt"

	"ditchline/models"
	"ditchline/referee"
)

type startCase struct {
	D     *float64 `json:"d"`
	Theta *float64 `json:"theta"`
	Flat  *bool    `json:"flat"`
	Seat  string   `json:"seat"`
	Value bool     `json:"value"`
}

// startAnswer is the line of a start: code is null when it is right.
type startAnswer struct {
	Code  *string  `json:"code"`
	Codes []string `json:"codes,omitempty"` // every fault
	Text  string   `json:"text,omitempty"`
}

type valueAnswer struct {
	Value int `json:"value"`
}

func (c *startCase) place() (referee.Polar, error) {
	if c.D == nil || c.Theta == nil {
		return referee.Polar{}, errors.New("want d and theta")
	}
	if *c.D < 0 {
		return referee.Polar{}, fmt.Errorf("d is %v: want a distance of 0 mm or more", *c.D)
	}
	return referee.Polar{D: *c.D, Theta: *c.Theta}, nil
}

// start is the placed disc; one that says nothing of flat is taken for flat.
func (c *startCase) start(seat referee.Seat) (referee.Start, error) {
	at, err := c.place()
	if c.Seat != "" {
		seat = referee.Seat(c.Seat)
	}
	if !seat.Valid() {
		err = errors.Join(err, fmt.Errorf("seat is %q: want S, W, N or E", c.Seat))
	}
	return referee.Start{Seat: seat, At: at, Flat: c.Flat == nil || *c.Flat}, err
}

func (r *Reader) start(rs *models.Ruleset, raw []byte) (any, error) {
	var c startCase
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	start, err := c.start("")
	if err != nil {
		return nil, err
	}
	faults, _ := referee.CheckStart(rs, rs.RulebookBoard(), start)
	a := startAnswer{Codes: reasonWords(faults), Text: referee.StartSentence(rs, faults, r.Language)}
	if len(a.Codes) > 0 {
		a.Code = &a.Codes[0]
	}
	return a, nil
}

func (r *Reader) value(rs *models.Ruleset, raw []byte) (any, error) {
	var c startCase
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	at, err := c.place()
	if err != nil {
		return nil, err
	}
	return valueAnswer{Value: referee.Points(rs, rs.RulebookBoard(), referee.Flat, at.D)}, nil
}
