package ui

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"ditchline/models"

	"github.com/gin-gonic/gin"
	"github.com/swaggest/jsonschema-go"
)

// operation describes one route of the API. Schemas are read from the Go types
// that handlers write, so that the description cannot differ from them.
type operation struct {
	method, path string // as in OpenAPI: /matches/{match}
	board        bool   // there is one for the first board, and one for each by name
	tag          string
	summary      string
	about        string // more of it, where that is needed
	operator     bool   // for the operator
	query        []apiParam
	body         any   // nil for none; a string is a media type
	answer       any   // of status; nil for none; a string is a media type
	status       int   // 0 is 200
	refusals     []int // beside what every route may answer
	event        any   // what each event of a stream holds
}

// apiParam is a parameter in the query.
type apiParam struct {
	name  string
	about string
	kind  string // string, integer, number, boolean
}

// apiTags group the operations.
var apiTags = [][2]string{
	{"boards", "The boards of this process, and how each stands now."},
	{"match", "The match in hand at a board, and what people enter into it."},
	{"pictures", "What the cameras see."},
	{"setup", "How a board is watched and played."},
	{"matches", "Matches that were played: rounds, shots, exports."},
	{"players", "People who gave a name, and how they play."},
	{"rules", "The rulesets in English, French and Dutch."},
	{"evidence", "Clips, pictures and records of shots."},
	{"disputes", "Line calls on photographs and on the live board."},
	{"data", "Back up, restore, delete."},
	{"webhooks", "Addresses that are told of what happens."},
	{"access", "Who may operate, and phones as cameras."},
	{"server", "The server itself."},
}

const apiAbout = `Ditchline watches crokinole and carrom boards, referees every shot and keeps the score. Everything that its pages do is done by this API. ` +
	`Lengths are mm in the board's frame, angles degrees, times ISO 8601 in UTC. Routes without a board's name mean the first board. ` +
	`Errors are {"error":{"code","message"}}: the code is for programs, the message for people. ` +
	`On the machine itself everything is allowed; from the network an operator signs in with the key and sends the cookie.`

// describe makes the document.
func describe(version string) ([]byte, error) {
	d := describer{schemas: map[string]any{}}
	paths := map[string]map[string]any{}
	for _, o := range apiOperations {
		bases := []string{o.path}
		if o.board {
			bases = []string{api + o.path, api + "/boards/{name}" + o.path}
		} else if !strings.HasPrefix(o.path, "/api/") && !o.atRoot() {
			bases = []string{api + o.path}
		}
		for i, path := range bases {
			item, err := d.operation(o, path, i > 0)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", o.method, path, err)
			}
			if paths[path] == nil {
				paths[path] = map[string]any{}
			}
			paths[path][strings.ToLower(o.method)] = item
		}
	}
	if _, err := d.schema(problem{}); err != nil {
		return nil, err
	}
	tags := make([]map[string]string, len(apiTags))
	for i, t := range apiTags {
		tags[i] = map[string]string{"name": t[0], "description": t[1]}
	}
	if version == "" {
		version = "unknown"
	}
	return json.Marshal(map[string]any{
		"openapi": "3.1.0",
		"info": map[string]any{
			"title": "Ditchline", "version": version, "description": apiAbout,
			"license": map[string]string{"name": "see LICENSE in the repository", "identifier": "LicenseRef-Ditchline"},
		},
		"servers": []map[string]string{{"url": "/", "description": "this server"}},
		"tags":    tags, "paths": paths,
		"components": map[string]any{
			"schemas": d.schemas,
			"securitySchemes": map[string]any{"operator": map[string]string{
				"type": "apiKey", "in": "cookie", "name": "ditchline", "description": "The cookie that POST /api/v1/access/sign-in sets. Not needed on the machine itself.",
			}},
		},
	})
}

// atRoot says whether a path stands outside the API's own.
func (o *operation) atRoot() bool {
	switch o.path {
	case "/healthz", "/metrics", "/stream.mjpg", "/snapshot.jpg":
		return true
	}
	return false
}

type describer struct{ schemas map[string]any }

var pathParam = regexp.MustCompile(`\{([a-z]+)\}`)

// paramAbout explains the parameters of paths.
var paramAbout = map[string]string{
	"name": "Name of the board.", "match": "Id of the match.", "format": "json, csv, cmn, pdf or png.", "player": "Name of the player, in any case of letters.",
	"ruleset": "Id of the ruleset with its overlays: CH+a+c.", "shot": "Number of the shot's event in the match.", "file": "Name of the file.", "id": "Its id.", "device": "Id of the device.",
}

func (d *describer) operation(o operation, path string, named bool) (map[string]any, error) {
	var params []map[string]any
	for _, m := range pathParam.FindAllStringSubmatch(path, -1) {
		params = append(params, map[string]any{"name": m[1], "in": "path", "required": true, "description": paramAbout[m[1]], "schema": map[string]string{"type": "string"}})
	}
	for _, q := range o.query {
		params = append(params, map[string]any{"name": q.name, "in": "query", "description": q.about, "schema": map[string]string{"type": q.kind}})
	}
	out := map[string]any{"operationId": operationID(o, path), "tags": []string{o.tag}, "summary": o.summary}
	if o.about != "" {
		out["description"] = o.about
	}
	if named {
		out["summary"] = o.summary + " (of the board of that name)"
	}
	if len(params) > 0 {
		out["parameters"] = params
	}
	out["security"] = []any{}
	if o.operator {
		out["security"] = []any{map[string]any{"operator": []string{}}}
	}
	if o.body != nil {
		content, err := d.content(o.body)
		if err != nil {
			return nil, err
		}
		out["requestBody"] = map[string]any{"required": true, "content": content}
	}
	responses := map[string]any{}
	status := o.status
	if status == 0 {
		status = http.StatusOK
		if o.answer == nil {
			status = http.StatusNoContent
		}
	}
	done := map[string]any{"description": http.StatusText(status)}
	if o.answer != nil {
		content, err := d.content(o.answer)
		if err != nil {
			return nil, err
		}
		done["content"] = content
	}
	if o.event != nil {
		of, err := d.schema(o.event)
		if err != nil {
			return nil, err
		}
		done["description"] = "A stream of events, each with an id; the data of each is JSON of this schema."
		done["content"] = map[string]any{fmt.Sprint(o.answer): map[string]any{"schema": map[string]any{"type": "string", "contentMediaType": "application/json", "contentSchema": of}}}
	}
	responses[strconv.Itoa(status)] = done
	refusal := func() map[string]any {
		return map[string]any{"application/json": map[string]any{"schema": map[string]string{"$ref": "#/components/schemas/Problem"}}}
	}
	for _, code := range o.refused(path) {
		responses[strconv.Itoa(code)] = map[string]any{"description": http.StatusText(code), "content": refusal()}
	}
	responses["default"] = map[string]any{"description": "Any other refusal", "content": refusal()}
	out["responses"] = responses
	return out, nil
}

// refused are the statuses with which the route may refuse.
func (o *operation) refused(path string) []int {
	codes := append([]int{}, o.refusals...)
	add := func(code int) {
		for _, c := range codes {
			if c == code {
				return
			}
		}
		codes = append(codes, code)
	}
	if strings.Contains(path, "{") {
		add(http.StatusNotFound)
	}
	if o.operator {
		add(http.StatusUnauthorized)
		add(http.StatusForbidden)
	}
	if o.body != nil {
		add(http.StatusBadRequest)
	}
	return codes
}

// operationID is a route in a word: getMatchesMatch.
func operationID(o operation, path string) string {
	id := strings.ToLower(o.method)
	for _, part := range strings.FieldsFunc(strings.TrimPrefix(path, api), func(r rune) bool { return r == '/' || r == '{' || r == '}' || r == '.' || r == '-' }) {
		id += strings.ToUpper(part[:1]) + part[1:]
	}
	if strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, api+"/") {
		id += "AsAtFirst"
	}
	if o.atRoot() && !strings.HasPrefix(path, api) {
		id += "OfServer"
	}
	return id
}

// content of a body: JSON by a Go type, or a media type by itself.
func (d *describer) content(v any) (map[string]any, error) {
	if kind, ok := v.(string); ok {
		schema := map[string]any{"type": "string"}
		if !strings.HasPrefix(kind, "text/") {
			schema = map[string]any{}
		}
		return map[string]any{kind: map[string]any{"schema": schema}}, nil
	}
	schema, err := d.schema(v)
	if err != nil {
		return nil, err
	}
	return map[string]any{"application/json": map[string]any{"schema": schema}}, nil
}

// schema of a Go type as its JSON is; its named types become components.
func (d *describer) schema(v any) (any, error) {
	r := jsonschema.Reflector{}
	r.AddTypeMapping(json.RawMessage{}, anyValue{})
	r.AddTypeMapping(models.Ruleset{}, rulesetJSON{})
	var nested []error
	s, err := r.Reflect(v,
		jsonschema.DefinitionsPrefix("#/components/schemas/"),
		jsonschema.RootRef,
		jsonschema.InterceptDefName(definitionName),
		jsonschema.InterceptProp(requireWhatIsAlwaysThere),
		jsonschema.CollectDefinitions(func(name string, schema jsonschema.Schema) {
			plain, err := plainOf(schema)
			if err != nil {
				nested = append(nested, err)
				return
			}
			d.schemas[name] = plain
		}))
	if err := errors.Join(append(nested, err)...); err != nil {
		return nil, err
	}
	return plainOf(s)
}

func plainOf(s jsonschema.Schema) (any, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	var out any
	return out, errors.Join(json.Unmarshal(text, &out))
}

// anyValue stands for JSON of any form.
type anyValue struct{}

// JSONSchema says so.
func (anyValue) JSONSchema() (jsonschema.Schema, error) { return jsonschema.Schema{}, nil }

// rulesetJSON is a ruleset as models.Ruleset writes itself.
type rulesetJSON struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Game       string `json:"game"`
	Document   string `json:"document"`
	Language   string `json:"language"`
	Parameters map[string]struct {
		Value  any    `json:"value"`
		Source string `json:"source"`
	} `json:"parameters"`
}

// definitionName is a type's name, with its package's for those of others that
// would clash with ours.
func definitionName(t reflect.Type, otherwise string) string {
	name := strings.NewReplacer("Ui", "", "UI", "").Replace(otherwise)
	if t.Name() == "" {
		return otherwise
	}
	short := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	if strings.HasSuffix(t.PkgPath(), "/ui") {
		return short
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// requireWhatIsAlwaysThere: a field without omitempty is always written, a
// pointer to nothing as null.
func requireWhatIsAlwaysThere(p jsonschema.InterceptPropParams) error {
	if !p.Processed || p.ParentSchema == nil {
		return nil
	}
	tag := p.Field.Tag.Get("json")
	if mayBeAbsent(p.ParentSchema.ReflectType, p.Field.Name) {
		return nil
	}
	if strings.Contains(tag, ",omitempty") || strings.Contains(tag, ",omitzero") {
		return nil
	}
	if at := p.PropertySchema; p.Field.Type.Kind() == reflect.Pointer && at != nil && at.Ref != nil {
		either := jsonschema.Schema{}
		null := jsonschema.Schema{}
		null.AddType(jsonschema.Null)
		either.Ref, at.Ref = at.Ref, nil
		at.AnyOf = []jsonschema.SchemaOrBool{either.ToSchemaOrBool(), null.ToSchemaOrBool()}
	}
	for _, have := range p.ParentSchema.Required {
		if have == p.Name {
			return nil
		}
	}
	p.ParentSchema.Required = append(p.ParentSchema.Required, p.Name)
	return nil
}

// mayBeAbsent says whether a field comes from an embedded pointer, which may
// be nil: its fields are missing then.
func mayBeAbsent(t reflect.Type, field string) bool {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return false
	}
	f, ok := t.FieldByName(field)
	if !ok {
		return false
	}
	for _, i := range f.Index[:len(f.Index)-1] {
		step := t.Field(i).Type
		if step.Kind() == reflect.Pointer {
			return true
		}
		t = step
	}
	return false
}

// openAPI answers with the description of this API.
func (s *Server) openAPI(c *gin.Context) {
	text, err := s.described()
	if err != nil {
		s.log.Error("the API cannot be described", "error", err)
		refuse(c, http.StatusInternalServerError, "internal", "the API cannot be described; the log says more")
		return
	}
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "application/json; charset=utf-8", text)
}

// describedOnce makes the document when it is first asked for.
func describedOnce(version string) func() ([]byte, error) {
	return sync.OnceValues(func() ([]byte, error) { return describe(version) })
}
