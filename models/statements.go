package models

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed statements/*.tsv
var shippedStatements embed.FS

// Statement is one numbered statement of the sources, told in our own words:
// a fact of a document (CH-31), a contradiction settled (CON-05), an ambiguity
// decided (AMB-18).
type Statement struct {
	ID    string `json:"id"`
	Marks string `json:"marks"` // V, T: seen by the camera (still, video); H: only people can say; cfg: a setting; decision
	Text  string `json:"text"`
}

// Rulebook is what the rules say in one language.
type Rulebook struct {
	Statements []Statement // in the order of RULES.md
	byID       map[string]int
	words      map[[2]string]string
}

// RulebookLanguages are those that the rules are told in.
var RulebookLanguages = []string{"en", "fr", "nl"}

// RulebookIn is the rulebook of a language, English for one that there is not.
func RulebookIn(language string) *Rulebook {
	all := rulebooks()
	if b := all[language]; b != nil {
		return b
	}
	return all["en"]
}

var rulebooks = sync.OnceValue(func() map[string]*Rulebook {
	out := map[string]*Rulebook{}
	for _, language := range RulebookLanguages {
		b, err := readRulebook(language, out["en"])
		if err != nil {
			panic(fmt.Errorf("the shipped rulebook %s: %w", language, err)) // embedded: a test reads it
		}
		out[language] = b
	}
	return out
})

// readRulebook reads the statements and the words of a language; marks, which
// need no translation, are those of the English one.
func readRulebook(language string, english *Rulebook) (*Rulebook, error) {
	b := &Rulebook{byID: map[string]int{}, words: map[[2]string]string{}}
	lines, err := tabbed("statements/" + language + ".tsv")
	if err != nil {
		return nil, err
	}
	for _, cells := range lines {
		s := Statement{ID: cells[0], Text: cells[len(cells)-1]}
		if english == nil {
			s.Marks = cells[1]
		} else if known, ok := english.Statement(s.ID); ok {
			s.Marks = known.Marks
		}
		b.byID[s.ID] = len(b.Statements)
		b.Statements = append(b.Statements, s)
	}
	lines, err = tabbed("statements/words_" + language + ".tsv")
	if err != nil {
		return nil, err
	}
	for _, cells := range lines {
		if len(cells) != 3 {
			return nil, fmt.Errorf("words: %q has %d cells, want 3", cells[0], len(cells))
		}
		b.words[[2]string{cells[0], cells[1]}] = cells[2]
	}
	return b, nil
}

func tabbed(name string) ([][]string, error) {
	text, err := shippedStatements.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var out [][]string
	for _, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		out = append(out, strings.Split(line, "\t"))
	}
	return out, nil
}

// Statement is the one of that id.
func (b *Rulebook) Statement(id string) (Statement, bool) {
	i, ok := b.byID[id]
	if !ok {
		return Statement{}, false
	}
	return b.Statements[i], true
}

// Title of a ruleset ("CH") or an overlay ("CH+a"), or the one given.
func (b *Rulebook) Title(id, otherwise string) string { return b.word("title", id, otherwise) }

// Doc is the sentence that explains a parameter, or the one given.
func (b *Rulebook) Doc(field, otherwise string) string { return b.word("field", field, otherwise) }

// Value is a parameter's choice in words, or the word itself.
func (b *Rulebook) Value(value string) string { return b.word("value", value, value) }

func (b *Rulebook) word(kind, key, otherwise string) string {
	if text, ok := b.words[[2]string{kind, key}]; ok {
		return text
	}
	return otherwise
}
