// Package casebook reads cases in the form of RULES.md 4.1 and lets the
// referee answer them: what `ditchline judge` does.
package casebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ditchline/models"
	"ditchline/referee"
)

// Reader answers cases.
type Reader struct {
	Rulesets models.Rulesets
	Sets     []string         // FIELD=VALUE, set by the house over every case's ruleset
	Language referee.Language // of the sentences

	known map[string]models.Ruleset
}

// Answer is what came of one case: Line is to be printed, as JSON; Err says
// why the case could not be read.
type Answer struct {
	Line any
	Err  error
}

// failed is the line of a case that could not be read.
type failed struct {
	Error string `json:"error"`
}

// Each reads a JSON object, an array of them or a sequence of them from in and
// hands on one answer for each, in order. A case that cannot be read does not
// stop the others; the error is in's or handOn's own.
func (r *Reader) Each(in io.Reader, handOn func(Answer) error) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read cases: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(text)) == 0 {
		return handOn(bad(errors.New("no case: the input is empty")))
	}
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		return r.array(text, handOn)
	}
	return r.sequence(text, handOn)
}

func bad(err error) Answer {
	return Answer{Line: failed{Error: strings.ReplaceAll(err.Error(), "\n", "; ")}, Err: err}
}

func (r *Reader) array(text []byte, handOn func(Answer) error) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		return handOn(bad(fmt.Errorf("not JSON: %w", err)))
	}
	for n := 1; dec.More(); n++ {
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return handOn(bad(fmt.Errorf("case %d is not JSON: %w", n, err)))
		}
		if err := handOn(r.Answer(raw)); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return handOn(bad(fmt.Errorf("the array has no end: %w", err)))
	}
	if rest := bytes.TrimSpace(text[dec.InputOffset():]); len(rest) > 0 {
		return handOn(bad(errors.New("something follows the array")))
	}
	return nil
}

// sequence reads objects one after the other; after one that is not JSON it
// goes on with the next line.
func (r *Reader) sequence(text []byte, handOn func(Answer) error) error {
	for {
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			return nil
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		var raw json.RawMessage
		var a Answer
		if err := dec.Decode(&raw); err != nil {
			a = bad(fmt.Errorf("not JSON: %w", err))
			_, text, _ = bytes.Cut(text, []byte("\n"))
		} else {
			a = r.Answer(raw)
			text = text[dec.InputOffset():]
		}
		if err := handOn(a); err != nil {
			return err
		}
	}
}

// Answer judges one case. Its kind is told by its keys.
func (r *Reader) Answer(raw []byte) Answer {
	line, err := r.answer(raw)
	if err != nil {
		return bad(err)
	}
	return Answer{Line: line}
}

func (r *Reader) answer(raw []byte) (any, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(raw, &keys); err != nil {
		return nil, errors.New("not a JSON object")
	}
	if keys == nil {
		return nil, errors.New("not a JSON object, but null")
	}
	var name string
	if err := json.Unmarshal(keys["ruleset"], &name); err != nil {
		return nil, errors.New("ruleset is missing: want a name such as \"NED\" or \"CH+a+c\"")
	}
	rs, err := r.ruleset(name)
	if err != nil {
		return nil, err
	}
	has := func(key string) bool { _, ok := keys[key]; return ok }
	kind, game := r.start, models.Crokinole
	switch {
	case has("strokes"):
		kind, game = r.carrom, models.Carrom
	case has("x") && has("y"):
		kind, game = r.striker, models.Carrom
	case has("after"):
		kind = r.shot
	case has("value"):
		kind = r.value
	}
	if rs.Game != game {
		return nil, fmt.Errorf("ruleset %s is one of %s, the case one of %s", rs.ID, rs.Game, game)
	}
	return kind(rs, raw)
}

func (r *Reader) ruleset(name string) (*models.Ruleset, error) {
	if rs, ok := r.known[name]; ok {
		return &rs, nil
	}
	rs, err := r.Rulesets.Get(name, r.Sets...)
	if err != nil {
		return nil, err
	}
	if r.known == nil {
		r.known = map[string]models.Ruleset{}
	}
	r.known[name] = rs
	return &rs, nil
}
