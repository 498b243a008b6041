package casebook_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/referee/casebook"
)

func newReader() *casebook.Reader {
	return &casebook.Reader{Rulesets: models.ShippedRulesets(), Language: referee.English}
}

// answers are the lines for an input, decoded, and how many failed.
func answers(t testing.TB, input string) (lines []map[string]any, failed int) {
	t.Helper()
	err := newReader().Each(strings.NewReader(input), func(a casebook.Answer) error {
		text, err := json.Marshal(a.Line)
		if err != nil {
			return err
		}
		var line map[string]any
		if err := json.Unmarshal(text, &line); err != nil {
			return err
		}
		_, has := line["error"]
		if has != (a.Err != nil) {
			t.Errorf("line %s, but error %v", text, a.Err)
		}
		if a.Err != nil {
			failed++
		}
		if a.Text() == "" {
			t.Errorf("line %s has no text", text)
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, failed
}

type scenarios struct {
	Shots, Starts, Lines, Carrom, Striker []map[string]any
}

func load(t testing.TB) scenarios {
	t.Helper()
	text, err := os.ReadFile("../testdata/scenarios.json")
	if err != nil {
		t.Fatal(err)
	}
	var s scenarios
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// ask puts one case of the scenarios under a ruleset.
func ask(t *testing.T, c map[string]any, ruleset string, more map[string]any) map[string]any {
	t.Helper()
	in := map[string]any{"ruleset": ruleset}
	for k, v := range c {
		switch k {
		case "rulesets", "expect", "title", "value", "results", "final", "source", "icf":
		default:
			in[k] = v
		}
	}
	for k, v := range more {
		in[k] = v
	}
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	lines, failed := answers(t, string(text))
	if len(lines) != 1 || failed > 0 {
		t.Fatalf("%v: %d lines, %v", c["id"], len(lines), lines)
	}
	return lines[0]
}

// same says whether every key of want is the same in got; an empty object
// counts as missing.
func same(got, want map[string]any) bool {
	norm := func(v any) any {
		if m, ok := v.(map[string]any); ok && len(m) == 0 {
			return nil
		}
		return v
	}
	for k, v := range want {
		if !reflect.DeepEqual(norm(got[k]), norm(v)) {
			return false
		}
	}
	return true
}

func rulesetsOf(c map[string]any) []string {
	var out []string
	for _, r := range c["rulesets"].([]any) {
		out = append(out, r.(string))
	}
	return out
}

func TestEveryScenario(t *testing.T) {
	s := load(t)
	if len(s.Shots) < 50 || len(s.Starts) < 9 || len(s.Lines) < 11 || len(s.Carrom) < 19 || len(s.Striker) < 7 {
		t.Fatal("scenarios are missing")
	}
	for _, c := range s.Shots {
		for _, name := range rulesetsOf(c) {
			if got := ask(t, c, name, nil); !same(got, c["expect"].(map[string]any)) {
				t.Errorf("%v/%s: got %v, want %v", c["id"], name, got, c["expect"])
			}
		}
	}
	for _, c := range s.Starts {
		for _, name := range rulesetsOf(c) {
			if got := ask(t, c, name, nil); got["code"] != c["expect"] {
				t.Errorf("%v/%s: got %v, want %v", c["id"], name, got, c["expect"])
			}
		}
	}
	for _, c := range s.Lines {
		if got := ask(t, c, "KEL", map[string]any{"value": true}); got["value"] != c["value"] {
			t.Errorf("%v: got %v, want %v", c["id"], got, c["value"])
		}
	}
	for _, c := range s.Carrom {
		got := ask(t, c, "CAR", nil)
		if !reflect.DeepEqual(got["results"], c["results"]) || !same(got["final"].(map[string]any), c["final"].(map[string]any)) {
			t.Errorf("%v: got %v %v, want %v %v", c["id"], got["results"], got["final"], c["results"], c["final"])
		}
	}
	for _, c := range s.Striker {
		if got := ask(t, c, "CAR", nil); got["code"] != c["source"] || got["icf"] != c["icf"] {
			t.Errorf("%v: got %v, want %v, %v", c["id"], got, c["source"], c["icf"])
		}
	}
}

const goodCase = `{"ruleset":"kel","d":84.9,"theta":0,"value":true}`

func TestInputsOfEveryShape(t *testing.T) {
	for name, c := range map[string]struct {
		input         string
		lines, failed int
	}{
		"one object":                    {goodCase, 1, 0},
		"one object over several lines": {strings.ReplaceAll(goodCase, ",", ",\n"), 1, 0},
		"lines":                         {goodCase + "\n" + goodCase, 2, 0},
		"objects without a break":       {goodCase + goodCase, 2, 0},
		"an array":                      {"[" + goodCase + ",\n" + goodCase + "]", 2, 0},
		"an empty array":                {"[]", 0, 0},
		"a byte order mark":             {"\ufeff" + goodCase, 1, 0},
		"nothing":                       {"", 1, 1},
		"a bad line between good ones":  {goodCase + "\n{\"ruleset\":\n" + goodCase, 3, 1},
		"words":                         {"hello\n" + goodCase, 2, 1},
		"a bad case in an array":        {"[" + goodCase + `,{"ruleset":"XXX"},7,null,` + goodCase + "]", 5, 3},
		"an array without an end":       {"[" + goodCase, 2, 1},
		"something after the array":     {"[" + goodCase + "] x", 2, 1},
	} {
		lines, failed := answers(t, c.input)
		if len(lines) != c.lines || failed != c.failed {
			t.Errorf("%s: %d lines, %d failed (%v), want %d, %d", name, len(lines), failed, lines, c.lines, c.failed)
		}
	}
}

func TestCasesThatCannotBeRead(t *testing.T) {
	const shot = `"side":"B","seat":"S","disc":"B1","after":{"B1":{"state":"hole"}}`
	for input, want := range map[string]string{
		`{"d":1,"theta":0,"value":true}`:                                                           "ruleset is missing",
		`{"ruleset":"XYZ","d":1,"theta":0,"value":true}`:                                           "no ruleset named",
		`{"ruleset":"CH+z","d":1,"theta":0,"value":true}`:                                          "no overlay",
		`{"ruleset":"CAR","d":1,"theta":0,"value":true}`:                                           "one of carrom",
		`{"ruleset":"CH","strokes":[]}`:                                                            "one of crokinole",
		`{"ruleset":"CH","d":1}`:                                                                   "d and theta",
		`{"ruleset":"CH","d":-1,"theta":0,"seat":"S"}`:                                             "d is -1",
		`{"ruleset":"CH","d":1,"theta":0,"seat":"Q"}`:                                              "seat is",
		`{"ruleset":"CH","after":{}}`:                                                              "seat is|side is missing|disc is missing",
		`{"ruleset":"CH",` + shot + `,"players":"5"}`:                                              "players is",
		`{"ruleset":"CH",` + shot + `,"contacts":[["B1"]]}`:                                        "contact 1",
		`{"ruleset":"CH",` + shot + `,"contacts":[["B1","W9"]]}`:                                   "W9",
		`{"ruleset":"CH",` + shot + `,"contacts":[["B1","peg9"]]}`:                                 "peg9",
		`{"ruleset":"CH",` + shot + `,"before":{"W1":{"state":"flat","d":1,"theta":1}}}`:           "owner is missing",
		`{"ruleset":"CH",` + shot + `,"before":{"W1":{"owner":"W","state":"flat"}}}`:               "needs d and theta",
		`{"ruleset":"CH",` + shot + `,"before":{"W1":{"owner":"W","state":"up","d":1,"theta":1}}}`: "state is",
		`{"ruleset":"CH",` + shot + `,"before":{"B1":{"owner":"B","state":"lean"}}}`:               "before its own shot",
		`{"ruleset":"CH",` + shot + `,"returned":{"B1":"moon"}}`:                                   "want surface or line",
		`{"ruleset":"CH",` + shot + `,"damage":{"Z":[1,2]}}`:                                       "damage names",
		`{"ruleset":"CH",` + shot + `,"start":{"d":1}}`:                                            "start: want d and theta",
		`{"ruleset":"CAR","strokes":[{"own":10}]}`:                                                 "stroke 1: own is 10",
		`{"ruleset":"CAR","init":{"W":0},"strokes":[]}`:                                            "init W is 0",
		`{"ruleset":"CAR","init":{"queen":"lost"},"strokes":[]}`:                                   "queen is",
		`{"ruleset":"CAR","init":{"queen":"pending","owner":"X"},"strokes":[]}`:                    "owner is",
		`{"ruleset":"CAR","init":{"due":{"W":-1}},"strokes":[]}`:                                   "due is",
		`{"ruleset":"CAR","init":{"W":1},"strokes":[{"own":1},{}]}`:                                "stroke 2: the board is over",
		`{"ruleset":"CAR","strokes":[{"last_piece_rule":"mine"}]}`:                                 "last_piece_rule",
		`{"ruleset":"CAR","x":1,"y":null}`:                                                         "x and y",
	} {
		lines, failed := answers(t, input)
		if failed != 1 {
			t.Errorf("%s: was read: %v", input, lines)
			continue
		}
		for _, part := range strings.Split(want, "|") {
			if text := lines[0]["error"].(string); !strings.Contains(text, part) {
				t.Errorf("%s: %q does not say %q", input, text, part)
			}
		}
	}
}

// A shot may bring its start, and the answer then says whether it was right.
func TestAShotWithItsStart(t *testing.T) {
	lines, _ := answers(t, `{"ruleset":"NED","side":"B","seat":"S","disc":"B1","after":{"B1":{"state":"hole"}},"start":{"d":280,"theta":270}}`)
	if start, ok := lines[0]["start"].(map[string]any); !ok || start["code"] != "F_START_LINE" || lines[0]["verdict"] != "VALID" {
		t.Errorf("%v", lines[0])
	}
}

// The house's own parameters reach the cases.
func TestHouseRulesOverCases(t *testing.T) {
	r := newReader()
	r.Sets = []string{"OpenRule=none"}
	a := r.Answer([]byte(`{"ruleset":"NED","side":"B","seat":"S","disc":"B1","after":{"B1":{"state":"flat","d":240,"theta":0}}}`))
	if text, _ := json.Marshal(a.Line); a.Err != nil || !bytes.Contains(text, []byte("house:OpenRule")) || !bytes.Contains(text, []byte("VALID")) {
		t.Errorf("%s %v", text, a.Err)
	}
}

func TestTheCallersErrorEndsTheReading(t *testing.T) {
	stop := errors.New("stop")
	for _, input := range []string{goodCase + goodCase, "[" + goodCase + "," + goodCase + "]"} {
		n := 0
		err := newReader().Each(strings.NewReader(input), func(casebook.Answer) error { n++; return stop })
		if !errors.Is(err, stop) || n != 1 {
			t.Errorf("%v after %d cases", err, n)
		}
	}
}

func FuzzCases(f *testing.F) {
	for _, c := range load(f).Shots {
		c["ruleset"] = rulesetsOf(c)[0]
		text, _ := json.Marshal(c)
		f.Add(text)
	}
	for _, c := range load(f).Carrom {
		c["ruleset"] = "CAR"
		text, _ := json.Marshal(c)
		f.Add(text)
	}
	f.Add([]byte(goodCase))
	f.Add([]byte(`[{"ruleset":"CH+aq","d":305.3,"theta":270,"flat":true,"seat":"S"},{"ruleset":"CAR","x":0,"y":-252.6}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		err := newReader().Each(bytes.NewReader(text), func(a casebook.Answer) error {
			line, err := json.Marshal(a.Line)
			if err != nil {
				t.Errorf("%v cannot be written: %v", a.Line, err)
			}
			if bytes.ContainsAny(line, "\n") {
				t.Errorf("an answer of several lines: %s", line)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
