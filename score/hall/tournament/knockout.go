package tournament

import "errors"

// bracket is the order in which seeds 1 to size (a power of 2) stand in a
// bracket from top to bottom: neighbours meet, and were the better always to
// win, 1 and 2 would meet in the final, 1 and 4, 2 and 3 before it, and so on.
func bracket(size int) []int {
	order := []int{1}
	for len(order) < size {
		next := make([]int, 0, 2*len(order))
		for i, seed := range order {
			other := 2*len(order) + 1 - seed
			if i%2 == 1 { // keeps 2 at the bottom
				seed, other = other, seed
			}
			next = append(next, seed, other)
		}
		order = next
	}
	return order
}

// drawKnockout is the next round of a bracket: the best seeds have a bye
// where the number of members is no power of 2. One who left after winning
// leaves his next opponent a bye.
func (s *State) drawKnockout(st *StageState, g int) ([]Pair, error) {
	alive, losers, err := s.bracketNow(st, g)
	if err != nil || len(alive) < 2 {
		return nil, err
	}
	var pairs []Pair
	for i := 0; i+1 < len(alive); i += 2 {
		a, b := alive[i], alive[i+1]
		if a == "" {
			a, b = b, a
		}
		switch {
		case a == "":
		case b == "":
			pairs = append(pairs, Pair{Group: g, A: a})
		default:
			a, b = s.begins(a, b)
			pairs = append(pairs, Pair{Group: g, A: a, B: b})
		}
	}
	if st.Third && len(alive) == 2 && len(losers) == 2 && s.Active(losers[0]) && s.Active(losers[1]) {
		a, b := s.begins(losers[0], losers[1])
		pairs = append(pairs, Pair{Group: g, A: a, B: b, For: thirdPlace})
	}
	return pairs, nil
}

// thirdPlace marks the match of the losers of the semi-finals.
const thirdPlace = "third place"

// bracketNow is who stands where before the next round: "" for nobody. One
// place is left when the bracket has a winner. losers are those who lost in
// the last round.
func (s *State) bracketNow(st *StageState, g int) (alive, losers []EntrantID, err error) {
	members := st.Groups[g].Members
	size := 1
	for size < len(members) {
		size *= 2
	}
	for _, seed := range bracket(size) {
		id := EntrantID("")
		if seed <= len(members) {
			id = members[seed-1]
		}
		alive = append(alive, id)
	}
	for i := range st.Rounds {
		if len(alive) < 2 {
			break
		}
		var next []EntrantID
		losers = nil
		for k := 0; k < len(alive); k += 2 {
			won, lost := st.Rounds[i].outcome(g, alive[k], alive[k+1])
			if won == "" && (s.Active(alive[k]) || s.Active(alive[k+1])) {
				return nil, nil, errors.New("the bracket does not follow from the round before: a result was corrected: take the round back, or pair by hand")
			}
			next = append(next, won)
			if lost != "" {
				losers = append(losers, lost)
			}
		}
		alive = next
	}
	for i, id := range alive {
		if id != "" && !s.Active(id) && len(alive) > 1 {
			alive[i] = ""
		}
	}
	return alive, losers, nil
}

// outcome is who of two neighbours in the bracket went on and who did not.
func (r *Round) outcome(g int, a, b EntrantID) (won, lost EntrantID) {
	for _, m := range r.Matches {
		if m.Group != g || m.For == thirdPlace {
			continue
		}
		if (a != "" && m.Has(a)) || (b != "" && m.Has(b)) {
			return m.Winner(), m.Loser()
		}
	}
	return "", ""
}
