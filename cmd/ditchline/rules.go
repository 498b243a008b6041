package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"ditchline/models"

	"github.com/spf13/cobra"
)

// rulesets are those that ship and the house's own, rules/*.yaml in the data
// folder.
func (a *app) rulesets() (models.Rulesets, error) {
	dir := filepath.Join(a.dataFolder(), "rules")
	rulesets, err := models.LoadRulesets(dir)
	if err != nil {
		return nil, usageError{fmt.Errorf("rules of your own in %s: %w", dir, err)}
	}
	return rulesets, nil
}

func newRulesCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rulesets that are known",
		Long: `List the rulesets: those that ship, each with its overlays, and your own from
rules/*.yaml in the data folder. A ruleset of your own names a base and what
differs from it:

  id: CLUB
  base: MAY
  title: Our club
  parameters:
    Damage: stays`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			rulesets, err := a.rulesets()
			if err != nil {
				return err
			}
			return a.listRules(rulesets)
		},
	}
	var sets []string
	show := &cobra.Command{
		Use:     "show NAME",
		Short:   "Print every parameter of a ruleset: value, meaning and source",
		Example: "  ditchline rules show CH+a+c\n  ditchline rules show ned --set Target=50",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d rulesets were named: name one that 'ditchline rules' lists", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			rulesets, err := a.rulesets()
			if err != nil {
				return err
			}
			rs, err := rulesets.Get(args[0], sets...)
			if err != nil {
				return usageError{err}
			}
			return a.showRules(rs)
		},
	}
	show.Flags().StringArrayVar(&sets, "set", nil, "house rule `FIELD=VALUE`; may be repeated")
	cmd.AddCommand(show)
	return cmd
}

// rulesLine is one ruleset of the list, as JSON.
type rulesLine struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Game     models.Game       `json:"game"`
	Document string            `json:"document"`
	Language string            `json:"language"`
	Overlays map[string]string `json:"overlays"`
}

func (a *app) listRules(rulesets models.Rulesets) error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tGAME\tOVERLAYS\tTITLE\tDOCUMENT")
	for _, id := range rulesets.Names() {
		rs, err := rulesets.Get(id)
		if err != nil {
			return err
		}
		overlays := rulesets.Overlays(id)
		if a.json {
			if err := a.emit(rulesLine{rs.ID, rs.Title, rs.Game, rs.Document, rs.Language, overlays}); err != nil {
				return err
			}
			continue
		}
		names := make([]string, 0, len(overlays))
		for name := range overlays {
			names = append(names, "+"+name)
		}
		slices.Sort(names)
		if len(names) == 0 {
			names = []string{"-"}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", rs.ID, rs.Game, strings.Join(names, " "), rs.Title, rs.Document)
	}
	if a.json {
		return nil
	}
	return w.Flush()
}

// rulesDetail is one ruleset with its parameters, as JSON.
type rulesDetail struct {
	rulesLine
	Parameters []models.Parameter `json:"parameters"`
}

func (a *app) showRules(rs models.Ruleset) error {
	if a.json {
		return a.emit(rulesDetail{rulesLine{ID: rs.ID, Title: rs.Title, Game: rs.Game, Document: rs.Document, Language: rs.Language, Overlays: map[string]string{}}, rs.Parameters()})
	}
	fmt.Fprintf(a.stdout, "%s: %s (%s)\nSources M-n and ICF-n: the document is silent, a default holds.\n\n", rs.ID, rs.Title, rs.Document)
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FIELD\tVALUE\tSOURCE\tMEANING")
	for _, p := range rs.Parameters() {
		value := strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Value), " ", ", "), "[]")
		if value == "" {
			value = "none"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", p.Field, value, p.Source, p.Doc)
	}
	return w.Flush()
}
