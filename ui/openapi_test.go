package ui

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ditchline/score/session"
	"ditchline/ui/storybook"

	"github.com/gin-gonic/gin"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

type openDocument struct {
	Paths      map[string]map[string]openOperation
	Components struct{ Schemas map[string]any }
	Tags       []struct{ Name, Description string }
}

type openOperation struct {
	OperationID string
	Summary     string
	Tags        []string
	Parameters  []struct{ Name, In, Description string }
	Responses   map[string]any
}

func document(t *testing.T) (text []byte, d openDocument) {
	t.Helper()
	text, err := describe("v1")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return text, d
}

var ginParam = regexp.MustCompile(`:([a-z]+)`)

// Every route is described, and every description is a route.
func TestTheDescriptionIsOfTheRoutesThereAre(t *testing.T) {
	s, _ := newServer(t, func(o *Options) {
		o.Setup, o.Disputes = &SetupOptions{}, &DisputeOptions{Dir: t.TempDir()}
	})
	e := gin.New()
	s.routes(e)
	var routes []string
	for _, r := range e.Routes() {
		ours := strings.HasPrefix(r.Path, "/api/") || slices.Contains([]string{"/healthz", "/metrics", "/stream.mjpg", "/snapshot.jpg"}, r.Path)
		if r.Method != http.MethodHead && ours {
			routes = append(routes, r.Method+" "+ginParam.ReplaceAllString(r.Path, "{$1}"))
		}
	}
	_, d := document(t)
	var described []string
	for path, item := range d.Paths {
		for method := range item {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	for _, r := range routes {
		if !slices.Contains(described, r) {
			t.Errorf("%s is not described: add it to ui/openapiops.go", r)
		}
	}
	for _, r := range described {
		if !slices.Contains(routes, r) {
			t.Errorf("%s is described, and there is no such route", r)
		}
	}
}

// What a linter would say: names that are unique, every parameter and every
// answer explained, tags that exist, nothing that nobody uses.
func TestTheDescriptionIsSound(t *testing.T) {
	text, d := document(t)
	ids := map[string]bool{}
	for path, item := range d.Paths {
		for method, o := range item {
			where := method + " " + path
			if o.OperationID == "" || ids[o.OperationID] {
				t.Errorf("%s: operationId %q is empty or used twice", where, o.OperationID)
			}
			ids[o.OperationID] = true
			if o.Summary == "" || strings.HasSuffix(o.Summary, ".") {
				t.Errorf("%s: summary %q", where, o.Summary)
			}
			if len(o.Tags) != 1 || !slices.ContainsFunc(d.Tags, func(tag struct{ Name, Description string }) bool {
				return tag.Name == o.Tags[0] && tag.Description != ""
			}) {
				t.Errorf("%s: tags %v", where, o.Tags)
			}
			for _, m := range regexp.MustCompile(`\{([^}]+)\}`).FindAllStringSubmatch(path, -1) {
				if !slices.ContainsFunc(o.Parameters, func(p struct{ Name, In, Description string }) bool { return p.Name == m[1] && p.In == "path" }) {
					t.Errorf("%s: %s is not described", where, m[1])
				}
			}
			for _, p := range o.Parameters {
				if p.Description == "" {
					t.Errorf("%s: parameter %s has no description", where, p.Name)
				}
			}
			if len(o.Responses) < 2 {
				t.Errorf("%s: answers %v", where, o.Responses)
			}
		}
	}
	for name := range d.Components.Schemas {
		if strings.Contains(name, "Struct") || strings.ContainsAny(name, " []*.") {
			t.Errorf("a schema is called %q", name)
		}
		if !bytes.Contains(text, []byte(`"#/components/schemas/`+name+`"`)) && name != "Problem" {
			t.Errorf("nobody uses the schema %s", name)
		}
	}
	for _, m := range regexp.MustCompile(`"#/components/schemas/([^"]+)"`).FindAllSubmatch(text, -1) {
		if _, ok := d.Components.Schemas[string(m[1])]; !ok {
			t.Errorf("there is no schema %s", m[1])
		}
	}
}

// answersOf asks for a path and proves the answer to be of its schema.
func answersOf(t *testing.T, c *jsonschema.Compiler, base, method, path, described string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	status := fmt.Sprint(res.StatusCode)
	pointer := strings.NewReplacer("~", "~0", "/", "~1").Replace(described)
	schema, err := c.Compile("api.json#/paths/" + pointer + "/" + strings.ToLower(method) + "/responses/" + status + "/content/application~1json/schema")
	if err != nil {
		t.Errorf("%s %s answers %s, which is not described: %v", method, path, status, err)
		return
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return
	}
	if err := schema.Validate(v); err != nil {
		t.Errorf("%s %s: %v\n%.400s", method, path, err, body)
	}
}

func compiler(t *testing.T) *jsonschema.Compiler {
	t.Helper()
	text, _ := document(t)
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("api.json", v); err != nil {
		t.Fatal(err)
	}
	return c
}

// Real answers are of the schemas that the description gives.
func TestAnswersAreAsDescribed(t *testing.T) {
	c := compiler(t)
	h := newHouse(t)
	h.board.play(h.logs[5])
	story, err := storybook.Tell("removal")
	if err != nil {
		t.Fatal(err)
	}
	h.board.Publish(story.State)
	id := h.id(0)
	for described, path := range map[string]string{
		"/api/state":                  "/api/state",
		"/api/v1/state":               "/api/v1/state",
		"/api/v1/boards":              "/api/v1/boards",
		"/api/v1/boards/{name}":       "/api/v1/boards/main",
		"/api/v1/boards/{name}/state": "/api/v1/boards/main/state",
		"/api/v1/match":               "/api/v1/match",
		"/api/v1/match/log":           "/api/v1/match/log",
		"/api/v1/match/flags":         "/api/v1/match/flags",
		"/api/v1/matches":             "/api/v1/matches?limit=3",
		"/api/v1/matches/{match}":     "/api/v1/matches/" + id + "?lang=fr",
		"/api/v1/players":             "/api/v1/players",
		"/api/v1/players/{player}":    "/api/v1/players/ann%20smit",
		"/api/v1/rules":               "/api/v1/rules?lang=nl",
		"/api/v1/rules/{ruleset}":     "/api/v1/rules/CH?match=" + id,
		"/api/v1/evidence":            "/api/v1/evidence",
		"/api/v1/evidence/{match}":    "/api/v1/evidence/" + id,
		"/api/v1/data":                "/api/v1/data",
		"/api/v1/webhooks":            "/api/v1/webhooks",
		"/api/v1/access":              "/api/v1/access",
		"/api/v1/phone":               "/api/v1/phone",
		"/healthz":                    "/healthz",
	} {
		answersOf(t, c, h.base, "GET", path, described)
	}
	// Refusals are described too.
	answersOf(t, c, h.base, "GET", "/api/v1/matches/none", "/api/v1/matches/{match}")
	answersOf(t, c, h.base, "GET", "/api/v1/matches?limit=-1", "/api/v1/matches")
	answersOf(t, c, h.base, "DELETE", "/api/v1/players/nobody", "/api/v1/players/{player}")
	answersOf(t, c, h.base, "DELETE", "/api/v1/matches/"+h.id(1), "/api/v1/matches/{match}")
	answersOf(t, c, h.base, "DELETE", "/api/v1/matches/"+h.id(5), "/api/v1/matches/{match}")
	h.board.Publish(session.Snapshot{Phase: session.Lost, Text: "gone"})
	answersOf(t, c, h.base, "GET", "/api/v1/state", "/api/v1/state")

	// A carrom match, with its strokes.
	for _, name := range storybook.Names() {
		story, err := storybook.Tell(name)
		if err != nil {
			t.Fatal(err)
		}
		h.board.Publish(story.State)
		answersOf(t, c, h.base, "GET", "/api/v1/state", "/api/v1/state")
	}
}

// DITCHLINE_API names a file that the description is written to, for the
// linter (scripts/test lint).
func TestWriteTheDescription(t *testing.T) {
	file := os.Getenv("DITCHLINE_API")
	if file == "" {
		t.Skip("DITCHLINE_API is not set")
	}
	text, _ := document(t)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
