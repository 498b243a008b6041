// Command evenings fills a data folder with matches as if a club had played
// for weeks, for looking at the pages of history: ditchline run --data FOLDER.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ditchline/score/store"
	"ditchline/ui/storybook"
)

func main() {
	n := flag.Int("n", 12, "how many matches")
	rules := flag.String("rules", "", "rulesets that are played in turn, like CAR,NCA; empty: four of crokinole")
	seed := flag.Uint64("seed", 1, "another one gives other matches")
	flag.Parse()
	if err := fill(context.Background(), flag.Arg(0), *seed, *n, strings.FieldsFunc(*rules, func(r rune) bool { return r == ',' })...); err != nil {
		fmt.Fprintln(os.Stderr, "evenings:", err)
		os.Exit(1)
	}
}

func fill(ctx context.Context, folder string, seed uint64, n int, rules ...string) error {
	if folder == "" {
		return fmt.Errorf("want the data folder as argument")
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	s, err := store.Open(ctx, filepath.Join(folder, store.FileName))
	if err != nil {
		return err
	}
	defer s.Close()
	logs, err := storybook.Evenings(seed, n, rules...)
	if err != nil {
		return err
	}
	for _, log := range logs {
		if err := s.Append(ctx, log[0].Setup.ID, log...); err != nil {
			return err
		}
	}
	return nil
}
