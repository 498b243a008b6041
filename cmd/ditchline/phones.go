package main

import (
	"ditchline/capture"
	"ditchline/capture/phone"
)

// phone is the camera of a board whose source is a phone; nil where it is
// another.
func (w *watching) phone(board string) *phone.Camera {
	b := w.venue.Board(board)
	if b == nil {
		return nil
	}
	e, ok := b.Evening().(*evening)
	if !ok {
		return nil
	}
	p, _ := e.source.(*phone.Camera)
	return p
}

// phones are the boards that wait for their phone.
func (w *watching) phones() []string {
	var names []string
	for _, b := range w.venue.Boards() {
		if s, err := capture.ParseURI(b.Plan().Source); err == nil && s.Kind == capture.KindPhone {
			names = append(names, b.Name())
		}
	}
	return names
}
