package models

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed rules/*.yaml
var shippedRules embed.FS

// Rulesets is what can be played by, each with its overlays, by upper-case
// name.
type Rulesets map[string]rulesetEntry

type rulesetEntry struct {
	Ruleset
	overlays map[string]overlay
}

type overlay struct {
	title  string
	values map[string]setting
}

// setting is one value as written: its words and the statement it is from.
type setting struct {
	words  []string
	source string
}

type rulesetFile struct {
	ID         string                 `yaml:"id"`
	Base       string                 `yaml:"base"` // a ruleset (with overlays) whose values hold where this file names none
	Title      string                 `yaml:"title"`
	Game       Game                   `yaml:"game"`
	Document   string                 `yaml:"document"`
	Language   string                 `yaml:"language"`
	Parameters map[string]any         `yaml:"parameters"`
	Overlays   map[string]overlayFile `yaml:"overlays"`
}

type overlayFile struct {
	Title      string         `yaml:"title"`
	Parameters map[string]any `yaml:"parameters"`
}

// ShippedRulesets are those that come with the program. The map is shared:
// add to a clone.
var ShippedRulesets = sync.OnceValue(func() Rulesets {
	r := Rulesets{}
	if err := r.read(shippedRules, "rules"); err != nil {
		panic(err) // the embedded files are proven good by a test
	}
	return r
})

// LoadRulesets are the shipped rulesets and a house's own, *.yaml files in the
// folder dir. A missing folder is no error; every bad file is reported at once.
func LoadRulesets(dir string) (Rulesets, error) {
	r := maps.Clone(ShippedRulesets())
	if _, err := os.Stat(dir); dir == "" || errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	return r, r.read(os.DirFS(dir), ".")
}

func (r Rulesets) read(fsys fs.FS, dir string) error {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	var problems []error
	waiting := map[string][]byte{}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".yaml" {
			continue
		}
		text, err := fs.ReadFile(fsys, strings.TrimPrefix(dir+"/"+e.Name(), "./"))
		if err != nil {
			problems = append(problems, fmt.Errorf("rules file %s: %w", e.Name(), err))
			continue
		}
		waiting[e.Name()] = text
	}
	return errors.Join(append(problems, r.addAll(waiting))...)
}

// addAll adds files that may be based on one another, in whatever order they
// need. Those that fail are reported at once, by name.
func (r Rulesets) addAll(waiting map[string][]byte) error {
	for {
		var problems []error
		before := len(waiting)
		for _, name := range sortedKeys(waiting) {
			if err := r.Add(waiting[name]); err != nil {
				problems = append(problems, fmt.Errorf("rules file %s: %w", name, err))
				continue
			}
			delete(waiting, name)
		}
		if len(waiting) == 0 || len(waiting) == before {
			return errors.Join(problems...)
		}
	}
}

// rulesetName bounds the names, so that "+" can part the overlays.
var rulesetName = regexp.MustCompile(`^[A-Z][A-Z0-9_-]{0,31}$`)

// Add reads one ruleset from YAML and adds it. A file with base is a house's
// own: it takes over what it does not name. Every problem is reported at once.
func (r Rulesets) Add(text []byte) error {
	var f rulesetFile
	if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
		return fmt.Errorf("%s", yaml.FormatError(err, false, true))
	}
	id := strings.ToUpper(strings.TrimSpace(f.ID))
	e := rulesetEntry{overlays: map[string]overlay{}}
	e.sources = map[string]string{}
	var problems []error
	if !rulesetName.MatchString(id) {
		problems = append(problems, fmt.Errorf("id %q: want a letter, then up to 31 letters, digits, - or _", f.ID))
	}
	house := f.Base != ""
	if house {
		base, err := r.Get(f.Base)
		if err != nil {
			problems = append(problems, fmt.Errorf("base: %w", err))
			return errors.Join(problems...)
		}
		e.Ruleset = base
		e.sources = maps.Clone(base.sources)
		name, _, _ := strings.Cut(strings.ToUpper(f.Base), "+")
		e.overlays = maps.Clone(r[strings.TrimSpace(name)].overlays)
		if f.Game != "" && f.Game != base.Game {
			problems = append(problems, fmt.Errorf("game is %q, but %s is %s", f.Game, f.Base, base.Game))
		}
	} else {
		e.Game = f.Game
		if f.Game != Crokinole && f.Game != Carrom {
			problems = append(problems, fmt.Errorf("game is %q: want crokinole or carrom", f.Game))
			return errors.Join(problems...)
		}
	}
	e.ID = id
	e.Title, e.Document, e.Language = first(f.Title, e.Title), first(f.Document, e.Document), first(f.Language, e.Language)
	values, errs := settingsOf(f.Parameters, house)
	problems = append(problems, errs...)
	problems = append(problems, e.apply(values)...)
	if !house {
		for _, p := range e.Parameters() {
			if p.Source == "" {
				problems = append(problems, fmt.Errorf("%s: no value given; or name a base", p.Field))
			}
		}
	}
	for name, o := range f.Overlays {
		values, errs := settingsOf(o.Parameters, house)
		problems = append(problems, errs...)
		e.overlays[strings.ToLower(name)] = overlay{title: o.Title, values: values}
	}
	problems = append(problems, e.Validate(), e.checkOverlays())
	if err := errors.Join(problems...); err != nil {
		return err
	}
	r[id] = e
	return nil
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// settingsOf reads parameters written as a plain value (a house's) or as
// {value, source}.
func settingsOf(params map[string]any, house bool) (map[string]setting, []error) {
	out := map[string]setting{}
	var problems []error
	for _, field := range sortedKeys(params) {
		m, ok := params[field].(map[string]any)
		if !ok {
			if !house {
				problems = append(problems, fmt.Errorf("%s: want {value, source}", field))
			}
			out[field] = setting{words: texts(params[field]), source: HouseSource}
			continue
		}
		v, has := m["value"]
		src, _ := m["source"].(string)
		if src == "" && house {
			src = HouseSource
		}
		if !has || src == "" {
			problems = append(problems, fmt.Errorf("%s: want both value and source", field))
		}
		for _, k := range sortedKeys(m) {
			if k != "value" && k != "source" {
				problems = append(problems, fmt.Errorf("%s: unknown key %q beside value and source", field, k))
			}
		}
		out[field] = setting{words: texts(v), source: src}
	}
	return out, problems
}

// apply sets values; sources must be the ruleset's own map.
func (r *Ruleset) apply(values map[string]setting) []error {
	var problems []error
	for _, field := range sortedKeys(values) {
		name, err := r.assign(field, values[field].words)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		r.sources[name] = values[field].source
	}
	return problems
}

// checkOverlays proves that each overlay alone gives a sound ruleset.
func (e rulesetEntry) checkOverlays() error {
	var problems []error
	for _, name := range sortedKeys(e.overlays) {
		if _, err := e.with([]string{name}); err != nil {
			problems = append(problems, fmt.Errorf("overlay %s: %w", name, err))
		}
	}
	return errors.Join(problems...)
}

// with lays the named overlays over the ruleset, in alphabetical order
// whatever the order they are named in: CH+c+a is CH+a+c.
func (e rulesetEntry) with(names []string) (Ruleset, error) {
	r := e.Ruleset
	r.sources = maps.Clone(e.sources)
	slices.Sort(names)
	var problems []error
	for i, name := range names {
		o, ok := e.overlays[name]
		switch {
		case !ok:
			problems = append(problems, fmt.Errorf("ruleset %s has no overlay %q: it has %s", e.ID, name, first(strings.Join(sortedKeys(e.overlays), ", "), "none")))
			continue
		case i > 0 && names[i-1] == name:
			problems = append(problems, fmt.Errorf("overlay %q is named twice", name))
			continue
		}
		problems = append(problems, r.apply(o.values)...)
		r.ID += "+" + name
	}
	problems = append(problems, r.Validate())
	return r, errors.Join(problems...)
}

// Names are the rulesets' names in alphabetical order.
func (r Rulesets) Names() []string { return sortedKeys(r) }

// Overlays are the overlays of a ruleset, name -> title.
func (r Rulesets) Overlays(id string) map[string]string {
	out := map[string]string{}
	for name, o := range r[id].overlays {
		out[name] = o.title
	}
	return out
}

// Get is the ruleset of that name with its overlays, "CH+a+c", case ignored,
// and with parameters set by the house ("FIELD=VALUE").
func (r Rulesets) Get(name string, sets ...string) (Ruleset, error) {
	parts := strings.Split(strings.TrimSpace(name), "+")
	id := strings.ToUpper(strings.TrimSpace(parts[0]))
	e, ok := r[id]
	if !ok {
		return Ruleset{}, fmt.Errorf("no ruleset named %q: there are %s, with overlays as in CH+a+c", name, strings.Join(r.Names(), ", "))
	}
	overlays := make([]string, 0, len(parts)-1)
	for _, p := range parts[1:] {
		overlays = append(overlays, strings.ToLower(strings.TrimSpace(p)))
	}
	rs, err := e.with(overlays)
	if err != nil {
		return Ruleset{}, err
	}
	return rs.With(sets...)
}
