package venue

import (
	"slices"
	"testing"

	"ditchline/models"
)

// Where nobody named rules or board, the picture says which game is played.
func TestABoardOfEitherGameMayBeFound(t *testing.T) {
	c := Catalogue{
		Makes:    func() (models.Boards, error) { return models.ShippedBoards(), nil },
		Rulesets: func() (models.Rulesets, error) { return models.ShippedRulesets(), nil },
	}
	plan := Plan{Source: "camera:0", Make: "auto", Rules: "NED", Players: "2", Either: true}
	games := func(r Ready) (round, square bool) {
		of := func(g models.Game) bool {
			return slices.ContainsFunc(r.Boards, func(b models.Board) bool { return b.Game == g })
		}
		return of(models.Crokinole), of(models.Carrom)
	}
	r, err := c.Resolve(plan)
	if err != nil {
		t.Fatal(err)
	}
	if round, square := games(r); !round || !square || r.Carrom == nil || r.Carrom.ID != CarromRules || r.Boards[0].Game != models.Crokinole {
		t.Errorf("either game: %v %v, carrom by %v", round, square, r.Carrom)
	}
	plan.Either = false
	if r, err = c.Resolve(plan); err != nil {
		t.Fatal(err)
	}
	if _, square := games(r); square || r.Carrom != nil {
		t.Error("rules of crokinole were named, yet a carrom board may be found")
	}
	plan.Either, plan.Players = true, "3"
	if r, err = c.Resolve(plan); err != nil {
		t.Fatal(err)
	}
	if _, square := games(r); square || r.Carrom != nil {
		t.Error("three play crokinole only")
	}
}
