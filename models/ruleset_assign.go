package models

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// listOf parts a --set value at its commas.
func listOf(text string) []string {
	text = strings.Trim(strings.TrimSpace(text), "[]")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// texts is a decoded YAML or JSON value as words; a list gives one a member.
func texts(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return []string{scalar(v)}
	}
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = scalar(m)
	}
	return out
}

func scalar(v any) string {
	if f, ok := v.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// assign sets the named field (case ignored) from words and says how the
// field is written. The value is checked against the field's own bounds.
func (r *Ruleset) assign(field string, words []string) (string, error) {
	v := r.values()
	t := v.Type()
	for i := range t.NumField() {
		f := t.Field(i)
		if !strings.EqualFold(f.Name, strings.TrimSpace(field)) {
			continue
		}
		if err := setField(v.Field(i), f, words); err != nil {
			return f.Name, fmt.Errorf("%s: %w", f.Name, err)
		}
		return f.Name, nil
	}
	return "", fmt.Errorf("%s: no such parameter; the command `rules show %s` lists them", strings.TrimSpace(field), r.ID)
}

func setField(v reflect.Value, f reflect.StructField, words []string) error {
	if v.Kind() == reflect.Slice {
		list := reflect.MakeSlice(v.Type(), 0, len(words))
		var problems []error
		for _, w := range words {
			m := reflect.New(v.Type().Elem()).Elem()
			if err := setScalar(m, f, w); err != nil {
				problems = append(problems, err)
				continue
			}
			if f.Tag.Get("enum") != "" && containsValue(list, m) {
				problems = append(problems, fmt.Errorf("%v twice", m))
				continue
			}
			list = reflect.Append(list, m)
		}
		if len(problems) > 0 {
			return errors.Join(problems...)
		}
		v.Set(list)
		return nil
	}
	if len(words) != 1 {
		return fmt.Errorf("want one value, got %d", len(words))
	}
	return setScalar(v, f, words[0])
}

func containsValue(list, m reflect.Value) bool {
	for i := range list.Len() {
		if list.Index(i).Interface() == m.Interface() {
			return true
		}
	}
	return false
}

func setScalar(v reflect.Value, f reflect.StructField, word string) error {
	if enum := f.Tag.Get("enum"); enum != "" && !slices.Contains(strings.Split(enum, ","), word) {
		return fmt.Errorf("%q is not one of %s", word, strings.ReplaceAll(enum, ",", ", "))
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(word)
	case reflect.Bool:
		switch word {
		case "true":
			v.SetBool(true)
		case "false":
			v.SetBool(false)
		default:
			return fmt.Errorf("%q is not true or false", word)
		}
	case reflect.Int:
		n, err := strconv.Atoi(word)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", word)
		}
		if err := inRange(f, float64(n)); err != nil {
			return err
		}
		v.SetInt(int64(n))
	case reflect.Float64:
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) {
			return fmt.Errorf("%q is not a number", word)
		}
		if err := inRange(f, x); err != nil {
			return err
		}
		v.SetFloat(x)
	}
	return nil
}

func inRange(f reflect.StructField, x float64) error {
	lo, hi, ok := strings.Cut(f.Tag.Get("range"), ",")
	if !ok {
		return nil
	}
	low, _ := strconv.ParseFloat(lo, 64) // the tags are proven good by a test
	high, _ := strconv.ParseFloat(hi, 64)
	if x < low || x > high {
		return fmt.Errorf("%v is out of range: want %s to %s", x, lo, hi)
	}
	return nil
}
