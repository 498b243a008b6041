package desk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// Suit is a ruleset with what it lacks for a form of play: how many play, how
// three play, a count that fits them. changed are the parameters set; none for
// a ruleset that has that form itself.
func Suit(rs models.Ruleset, form referee.Form) (out models.Ruleset, changed []string, err error) {
	if rs.Game == models.Carrom {
		if form != referee.Two && form != referee.Four {
			return rs, nil, fmt.Errorf("players is %q: carrom is played by 2 or 4", form)
		}
		return rs, nil, nil
	}
	people := map[referee.Form]int{referee.Two: 2, referee.Three: 3, referee.TwoVOne: 3, referee.Four: 4}[form]
	if people == 0 {
		return rs, nil, fmt.Errorf("players is %q: want 2, 3, 2v1 or 4", form)
	}
	r := &rs.Rules
	if !slices.Contains(r.Players, people) {
		changed = append(changed, "Players="+join(append(slices.Clone(r.Players), people)))
	}
	mode := map[referee.Form]models.ThreeMode{referee.Three: models.AllAgainstAll, referee.TwoVOne: models.TwoAgainstOne}[form]
	if mode != "" && !slices.Contains(r.ThreeModes, mode) {
		changed = append(changed, "ThreeModes="+join(append(slices.Clone(r.ThreeModes), mode)))
	}
	if setup := score.NewSetup("m", rs, models.Board{}, form).Completed(); setup.Mode == "" {
		changed = append(changed, "ScoringModes="+join(append(slices.Clone(r.ScoringModes), models.Simple)))
	}
	if len(changed) == 0 {
		return rs, nil, nil
	}
	out, err = rs.With(changed...)
	return out, changed, err
}

func join[T any](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ",")
}

// setup is a match by the options.
func (o Options) setup(id string, b models.Board) score.Setup {
	s := score.NewSetup(id, o.Ruleset, b, o.Form)
	s.Event, s.Table, s.Stage, s.BoardName, s.Games = o.Event, o.Table, o.Stage, o.BoardName, o.Games
	if o.Starter != "" {
		s.Starter = o.Starter
	}
	if len(o.Teams) > 0 {
		s.Teams = o.Teams // never written to
	}
	return s
}

// rulebookBoard is the board of the rules' own figures.
func (o Options) rulebookBoard() models.Board {
	if o.Ruleset.Game == models.Carrom {
		return models.ShippedBoards()["carrom-icf"]
	}
	return o.Ruleset.RulebookBoard()
}

// Validate reports what cannot be played, on the ruleset's own board.
func (o Options) Validate() error {
	if o.Match == "" {
		return errors.New("desk: the match has no id")
	}
	if err := o.setup(o.Match, o.rulebookBoard()).Completed().Validate(); err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	return nil
}
