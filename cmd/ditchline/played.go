package main

import (
	"fmt"
	"slices"
	"strings"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score/session/desk"
	"ditchline/score/session/venue"
)

// playable is what may be seen and judged: one game, or, where neither the rules
// nor the board were named, the one that the board is for.
type playable struct {
	boards []models.Board
	rules  models.Ruleset
	carrom *models.Ruleset // when the board is found to be for carrom; nil: it must not be
}

const carromRules = venue.CarromRules

// whatIsPlayed goes by the rules and the board that were named.
func (a *app) whatIsPlayed(sets []string) (playable, error) {
	boards, err := a.anyBoard()
	if err != nil {
		return playable{}, err
	}
	name := a.config.Rules
	if !a.rulesNamed && boards[0].Game == models.Carrom {
		name = carromRules
	}
	rs, err := a.ruleset(name, sets)
	if err != nil {
		return playable{}, err
	}
	p := playable{rules: rs, boards: slices.DeleteFunc(slices.Clone(boards), func(b models.Board) bool { return b.Game != rs.Game })}
	if len(p.boards) == 0 {
		return p, usageError{fmt.Errorf("--rules %s: rules of %s, but the board %s is for %s", rs.ID, rs.Game, boards[0].Name, boards[0].Game)}
	}
	if a.rulesNamed || a.config.Board != "auto" {
		return p, nil
	}
	if carrom, err := a.ruleset(carromRules, sets); err == nil {
		p.boards, p.carrom = boards, &carrom
	}
	return p, nil
}

// ruleset is the one to judge by, fit for the number of players.
func (a *app) ruleset(name string, sets []string) (models.Ruleset, error) {
	rulesets, err := a.rulesets()
	if err != nil {
		return models.Ruleset{}, err
	}
	rs, err := rulesets.Get(name, sets...)
	if err != nil {
		return models.Ruleset{}, usageError{err}
	}
	rs, changed, err := desk.Suit(rs, referee.Form(a.config.Players))
	if err != nil {
		return models.Ruleset{}, usageError{err}
	}
	if len(changed) > 0 {
		a.log.Warn(fmt.Sprintf("ruleset %s says nothing of %s players: taken with %s", rs.ID, a.config.Players, strings.Join(changed, " ")))
	}
	return rs, nil
}
