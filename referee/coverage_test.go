package referee_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ditchline/models"
)

// -update writes the table anew: go test ./referee -run Coverage -update
var update = flag.Bool("update", false, "write docs/rules-coverage.md anew")

const coveragePage = "../docs/rules-coverage.md"

var statementID = regexp.MustCompile(`\b(CH|CQG|NED|ENC|MAY|KEL|NCA|WCC|CAR|AMB|CON)-\d\d\b`)

// elsewhere are decisions that are not the referee's: where they are kept.
var elsewhere = map[string]string{
	"CON-20": "shot detection: the first motion of the disc",
}

type statement struct{ id, marks, text string }

func statements(t *testing.T) []statement {
	t.Helper()
	text, err := os.ReadFile("../models/statements/en.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out []statement
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.SplitN(line, "\t", 3)
		if len(parts) != 3 {
			t.Fatalf("statement %q", line)
		}
		out = append(out, statement{parts[0], parts[1], parts[2]})
	}
	return out
}

// needsTest says whether a statement is something to decide: not a mere
// setting (cfg), nor a human matter (H), nor without effect.
func (s statement) needsTest() bool {
	return s.marks == "decision" || strings.ContainsAny(s.marks, "VT")
}

// testsByStatement reads the test files of the rooms that keep rules: which
// test functions name which statements, in their words or their comment.
func testsByStatement(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for _, dir := range []string{"../models", ".", "casebook", "../score", "../score/export", "../score/store"} {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || !strings.HasPrefix(f.Name.Name, "Test") || f.Name.Name == "TestStatementCoverage" || f.Name.Name == "TestHumanStatementsHaveAFlag" {
					continue
				}
				where := fmt.Sprintf("%s.%s", strings.TrimPrefix(filepath.ToSlash(filepath.Clean(filepath.Join("referee", dir))), "./"), f.Name.Name)
				for _, id := range idsIn(f) {
					if !slices.Contains(out[id], where) {
						out[id] = append(out[id], where)
					}
				}
			}
		}
	}
	return out
}

func idsIn(f *ast.FuncDecl) []string {
	ids := statementID.FindAllString(f.Doc.Text(), -1)
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			ids = append(ids, statementID.FindAllString(lit.Value, -1)...)
		}
		return true
	})
	return ids
}

// fieldsByStatement says which parameters take their value from a statement.
func fieldsByStatement(t *testing.T) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	all := models.ShippedRulesets()
	for _, name := range all.Names() {
		names := []string{name}
		for overlay := range all.Overlays(name) {
			names = append(names, name+"+"+overlay)
		}
		slices.Sort(names)
		for _, n := range names {
			rs, err := all.Get(n)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range rs.Parameters() {
				if !slices.Contains(out[p.Source], p.Field) {
					out[p.Source] = append(out[p.Source], p.Field)
				}
			}
		}
	}
	return out
}

// TestStatementCoverage proves that no statement to decide is left without a
// test, and that the page says what is so.
func TestStatementCoverage(t *testing.T) {
	tests, fields := testsByStatement(t), fieldsByStatement(t)
	var page strings.Builder
	page.WriteString(`# The rules and their tests

Every numbered statement of RULES.md: what it says, the parameter that holds it, the tests that name it.
Marks: V and T are seen by the camera (still, video), H only people can say, cfg is a setting, decision settles a contradiction or an ambiguity.
Made by ` + "`go test ./referee -run StatementCoverage -update`" + `; a test keeps it true.

| statement | marks | says | field | test |
|---|---|---|---|---|
`)
	known := map[string]bool{}
	missing := 0
	for _, s := range statements(t) {
		known[s.id] = true
		where := strings.Join(tests[s.id], "<br>")
		switch {
		case where != "":
		case elsewhere[s.id] != "":
			where = "(" + elsewhere[s.id] + ")"
		case s.needsTest():
			t.Errorf("%s (%s) is in no test: %s", s.id, s.marks, s.text)
			missing++
		default:
			where = "(" + map[bool]string{true: "human matter", false: "setting"}[strings.Contains(s.marks, "H")] + ")"
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s | %s |\n", s.id, s.marks, strings.ReplaceAll(s.text, "|", "/"), strings.Join(fields[s.id], ", "), where)
	}
	for id := range tests {
		if !known[id] {
			t.Errorf("%s is named by %v, but RULES.md has no such statement", id, tests[id])
		}
	}
	for id := range elsewhere {
		if len(tests[id]) > 0 {
			t.Errorf("%s has tests now: %v", id, tests[id])
		}
	}
	if *update && missing == 0 {
		if err := os.WriteFile(coveragePage, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(coveragePage)
	if err != nil || string(have) != page.String() {
		t.Errorf("%s is out of date (%v): run go test ./referee -run StatementCoverage -update", coveragePage, err)
	}
}
