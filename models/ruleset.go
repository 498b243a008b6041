package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// Ruleset is one way to play: named parameters, each with the statement that
// gives its value. Rules holds them for crokinole, Carrom for carrom; which of
// the two counts is told by Game.
type Ruleset struct {
	ID       string // "CH", or with overlays "CH+a+c"
	Title    string
	Game     Game
	Document string // where it is written
	Language string // of the document: fr, nl, en
	Rules    Rules
	Carrom   CarromRules

	sources map[string]string // field -> statement id
}

// HouseSource is the source of a value that was set by the house.
const HouseSource = "house"

// Source is the id of the statement that gives a field's value: one of a
// source document (MAY-12), a decision (AMB-18), a row of RULES.md's matrix
// where the document is silent (M-27), an ICF law, or HouseSource.
func (r *Ruleset) Source(field string) string { return r.sources[field] }

// Parameter is one field of a ruleset as users see it.
type Parameter struct {
	Field  string `json:"field"`
	Value  any    `json:"value"`
	Doc    string `json:"doc"`
	Source string `json:"source"`
	Silent bool   `json:"silent"` // the document says nothing: the value is a default

	Kind    ParameterKind `json:"kind"`
	Choices []string      `json:"choices,omitempty"` // the values, where there are only some
	Min     *float64      `json:"min,omitempty"`
	Max     *float64      `json:"max,omitempty"`
}

// ParameterKind is what a parameter's value looks like.
type ParameterKind string

// The kinds of parameter.
const (
	YesNo   ParameterKind = "yes_no"
	Number  ParameterKind = "number"
	Numbers ParameterKind = "numbers"
	Choice  ParameterKind = "choice"  // one of Choices
	Several ParameterKind = "several" // some of Choices, in an order
)

// kindOf a field, with its choices and its bounds.
func (p *Parameter) kindOf(f reflect.StructField) {
	list := f.Type.Kind() == reflect.Slice
	if enum := f.Tag.Get("enum"); enum != "" {
		p.Choices = strings.Split(enum, ",")
	}
	switch {
	case f.Type.Kind() == reflect.Bool:
		p.Kind = YesNo
	case p.Choices != nil && list:
		p.Kind = Several
	case p.Choices != nil:
		p.Kind = Choice
	case list:
		p.Kind = Numbers
	default:
		p.Kind = Number
	}
	if lo, hi, ok := strings.Cut(f.Tag.Get("range"), ","); ok {
		low, _ := strconv.ParseFloat(lo, 64) // the tags are proven good by a test
		high, _ := strconv.ParseFloat(hi, 64)
		p.Min, p.Max = &low, &high
	}
}

// Parameters are all fields in their order.
func (r Ruleset) Parameters() []Parameter {
	v := r.values()
	out := make([]Parameter, 0, v.NumField())
	for i := range v.NumField() {
		f := v.Type().Field(i)
		src := r.sources[f.Name]
		p := Parameter{
			Field: f.Name, Value: v.Field(i).Interface(), Doc: f.Tag.Get("doc"), Source: src,
			Silent: src == "silent" || strings.HasPrefix(src, "M-") || strings.HasPrefix(src, "ICF-"),
		}
		p.kindOf(f)
		out = append(out, p)
	}
	return out
}

// values is the struct of the game's parameters.
func (r *Ruleset) values() reflect.Value {
	if r.Game == Carrom {
		return reflect.ValueOf(&r.Carrom).Elem()
	}
	return reflect.ValueOf(&r.Rules).Elem()
}

// With is the ruleset with parameters set by the house, each "FIELD=VALUE"
// (lists by commas). Every unknown field, bad value and contradiction is
// reported at once.
func (r Ruleset) With(sets ...string) (Ruleset, error) {
	if len(sets) == 0 {
		return r, nil
	}
	r.sources = maps.Clone(r.sources)
	var problems []error
	seen := map[string]bool{}
	for _, set := range sets {
		field, text, ok := strings.Cut(set, "=")
		if !ok {
			problems = append(problems, fmt.Errorf("%q: want FIELD=VALUE", set))
			continue
		}
		name, err := r.assign(field, listOf(text))
		if err == nil && seen[name] {
			err = fmt.Errorf("%s: set twice", name)
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		seen[name] = true
		r.sources[name] = HouseSource
	}
	if err := r.Validate(); err != nil {
		problems = append(problems, err)
	}
	if len(problems) > 0 {
		return Ruleset{}, fmt.Errorf("ruleset %s: %w", r.ID, errors.Join(problems...))
	}
	return r, nil
}

// Geometry is the board as this ruleset plays on it: lengths that the house
// set (SurfaceDiameterMM, LineWidthMM) replace the board's own.
func (r *Ruleset) Geometry(b Board) Board {
	if r.sources["SurfaceDiameterMM"] == HouseSource && b.SurfaceRadius > 0 {
		b = b.Scaled(r.Rules.SurfaceDiameterMM / 2 / b.SurfaceRadius)
	}
	if r.sources["LineWidthMM"] == HouseSource {
		b.LineWidth = r.Rules.LineWidthMM
	}
	return b
}

// RulebookBoard is the board NCA26 of RULES.md 0.3, on which its cases are
// judged: exact inches, lines of the ruleset's width.
func (r *Ruleset) RulebookBoard() Board {
	return Board{
		Name: "rulebook", Title: "NCA26 of RULES.md 0.3", Game: Crokinole, Source: "RULES.md 0.3",
		SurfaceRadius: 330.2, Rings: Rings{R15: 101.6, R10: 203.2, R5: 304.8}, LineWidth: r.Rules.LineWidthMM,
		Hole:      Hole{Radius: 17.4625, Depth: 6},
		Pegs:      Pegs{Count: 8, Circle: 101.6, StartDeg: 22.5, Diameter: 9.525, Height: 19},
		Quadrants: Quadrants{StartDeg: 45, From: 203.2, To: 304.8},
		Ditch:     Ditch{Width: 50.8, Depth: 12.7},
		Disc:      Disc{Radius: 15.875, Thickness: 9.525},
	}
}

// rulesetJSON is the wire form of a resolved ruleset: what a match log keeps.
type rulesetJSON struct {
	ID         string                   `json:"id"`
	Title      string                   `json:"title"`
	Game       Game                     `json:"game"`
	Document   string                   `json:"document"`
	Language   string                   `json:"language"`
	Parameters map[string]parameterJSON `json:"parameters"`
}

type parameterJSON struct {
	Value  any    `json:"value"`
	Source string `json:"source"`
}

// MarshalJSON writes the ruleset with every parameter, so that a log replays
// the same when the shipped rules have changed.
func (r Ruleset) MarshalJSON() ([]byte, error) {
	j := rulesetJSON{ID: r.ID, Title: r.Title, Game: r.Game, Document: r.Document, Language: r.Language, Parameters: map[string]parameterJSON{}}
	for _, p := range r.Parameters() {
		j.Parameters[p.Field] = parameterJSON{Value: p.Value, Source: p.Source}
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON writes. A parameter that is missing
// takes its value from the shipped ruleset of the same name, if there is one:
// logs of an older version have fewer.
// A ruleset is never changed in place, so those read lately are kept: all
// matches of an event begin with the same text.
func (r *Ruleset) UnmarshalJSON(text []byte) error {
	if kept, ok := rulesetsRead.get(text); ok {
		*r = kept
		return nil
	}
	if err := r.read(text); err != nil {
		return err
	}
	rulesetsRead.put(text, *r)
	return nil
}

// rulesetsRead are the rulesets read lately, by their text.
var rulesetsRead readRulesets

type readRulesets struct {
	mu  sync.Mutex
	all map[string]Ruleset
}

// mostRulesetsRead bounds them; beyond, they are forgotten.
const mostRulesetsRead = 16

func (k *readRulesets) get(text []byte) (Ruleset, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r, ok := k.all[string(text)]
	return r, ok
}

func (k *readRulesets) put(text []byte, r Ruleset) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.all == nil || len(k.all) >= mostRulesetsRead {
		k.all = map[string]Ruleset{}
	}
	k.all[string(text)] = r
}

func (r *Ruleset) read(text []byte) error {
	var j rulesetJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	base, err := ShippedRulesets().Get(j.ID)
	if err != nil {
		base, err = ShippedRulesets().Get(defaultOf(j.Game))
	}
	if err != nil {
		return err
	}
	out := Ruleset{ID: j.ID, Title: j.Title, Game: j.Game, Document: j.Document, Language: j.Language, Rules: base.Rules, Carrom: base.Carrom, sources: maps.Clone(base.sources)}
	var problems []error
	for _, field := range sortedKeys(j.Parameters) {
		p := j.Parameters[field]
		name, err := out.assign(field, texts(p.Value))
		if err != nil {
			problems = append(problems, err)
			continue
		}
		out.sources[name] = p.Source
	}
	problems = append(problems, out.Validate())
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("ruleset %s: %w", j.ID, err)
	}
	*r = out
	return nil
}

func defaultOf(g Game) string {
	if g == Carrom {
		return "CAR"
	}
	return "NED"
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
