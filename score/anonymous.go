package score

import (
	"regexp"
	"slices"
	"strings"
)

// WithoutPlayer is the event without a person's name: the player of that
// PlayerKey has none, nor a register's number; a team named after the person
// has none; who entered the event is not said; and where notes and titles name
// the person, "…" stands. changed says whether anything had to be done.
func (e Event) WithoutPlayer(player string) (out Event, changed bool) {
	key := PlayerKey(player)
	if key == "" {
		return e, false
	}
	words := regexp.MustCompile(`(?i)(^|[^\pL\pN])` + strings.ReplaceAll(regexp.QuoteMeta(key), " ", `\s+`) + `($|[^\pL\pN])`)
	blank := func(text *string, with string) {
		for range 2 { // two names in a row share the space between them
			if words.MatchString(*text) {
				*text, changed = words.ReplaceAllString(*text, "${1}"+with+"${2}"), true
			}
		}
	}
	if PlayerKey(e.By) == key {
		e.By, changed = "", true
	}
	blank(&e.By, "…")
	blank(&e.Note, "…")
	if e.Setup == nil {
		return e, changed
	}
	setup := *e.Setup
	setup.Teams = slices.Clone(setup.Teams)
	for i := range setup.Teams {
		t := &setup.Teams[i]
		t.Players = slices.Clone(t.Players)
		for k := range t.Players {
			if PlayerKey(t.Players[k].Name) == key {
				t.Players[k].Name, t.Players[k].CID, changed = "", "", true
			}
		}
		if words.MatchString(t.Name) {
			t.Name, changed = "", true
		}
	}
	for _, title := range []*string{&setup.Event, &setup.Stage, &setup.Table} {
		blank(title, "…")
	}
	e.Setup = &setup
	return e, changed
}
