package models

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Every statement, title, parameter and choice is told in every language.
func TestTheRulebookIsWholeInEveryLanguage(t *testing.T) {
	english := RulebookIn("en")
	if len(english.Statements) < 200 {
		t.Fatalf("only %d statements", len(english.Statements))
	}
	var fields, values []string
	for _, of := range []reflect.Type{reflect.TypeFor[Rules](), reflect.TypeFor[CarromRules]()} {
		for i := range of.NumField() {
			f := of.Field(i)
			fields = append(fields, f.Name)
			if f.Type.Kind() == reflect.Int || f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Int {
				continue
			}
			if choices := f.Tag.Get("enum"); choices != "" {
				values = append(values, strings.Split(choices, ",")...)
			}
		}
	}
	for _, language := range RulebookLanguages {
		b := RulebookIn(language)
		var ids []string
		for i, s := range b.Statements {
			ids = append(ids, s.ID)
			if s.Text == "" || s.Marks == "" || i > 0 && s.ID == b.Statements[i-1].ID {
				t.Errorf("%s: %+v", language, s)
			}
			if e, _ := english.Statement(s.ID); language != "en" && s.Text == e.Text && len(s.Text) > 40 {
				t.Errorf("%s: %s is English", language, s.ID)
			}
		}
		if len(ids) != len(english.Statements) {
			t.Errorf("%s: %d statements, English has %d", language, len(ids), len(english.Statements))
		}
		for _, s := range english.Statements {
			if !slices.Contains(ids, s.ID) {
				t.Errorf("%s lacks %s", language, s.ID)
			}
		}
		for _, v := range values {
			if strings.Trim(v, "0123456789") != "" && b.Value(v) == v && !slices.Contains([]string{"clockwise", "moved", "simple", "none", "white", "black", "never", "nobody"}, v) {
				t.Errorf("%s has no words for the choice %q", language, v)
			}
		}
		if language == "en" {
			continue
		}
		for _, f := range fields {
			if b.Doc(f, "") == "" {
				t.Errorf("%s has no sentence for %s", language, f)
			}
		}
		for id := range ShippedRulesets() {
			if b.Title(id, "") == "" {
				t.Errorf("%s has no title for %s", language, id)
			}
			for overlay := range ShippedRulesets().Overlays(id) {
				if b.Title(id+"+"+overlay, "") == "" {
					t.Errorf("%s has no title for %s+%s", language, id, overlay)
				}
			}
		}
	}
}
