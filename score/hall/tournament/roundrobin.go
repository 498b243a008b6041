package tournament

// berger is round r (from 1) of the Berger table for n players (n even), as
// FIDE's handbook prints it (C.05 annex 1): pairs of numbers from 1, the
// first begins. Each of n-1 rounds pairs everybody, and all rounds together
// pair each with each.
//
// The last number meets k, and the others meet so that their numbers add up
// to 2k modulo n-1, where k runs 1, n/2+1, 2, n/2+2, ...
func berger(n, r int) [][2]int {
	m := n - 1
	k := (r + 1) / 2
	if r%2 == 0 {
		k = n/2 + r/2
	}
	pairs := make([][2]int, 0, n/2)
	if r%2 == 1 {
		pairs = append(pairs, [2]int{k, n})
	} else {
		pairs = append(pairs, [2]int{n, k})
	}
	at := func(i int) int { return (i-1+2*m)%m + 1 }
	for i := 1; i < n/2; i++ {
		pairs = append(pairs, [2]int{at(k + i), at(k - i)})
	}
	return pairs
}

// drawRoundRobin is the next round of a pool: by its Berger table while the
// pool is as it began. Once somebody has joined late, the pairs that are left
// are matched so that those with most left are paired first; every pair of
// those who stay meets in the end, whoever joins or leaves. Nothing is left
// when it is empty. Cycles after the first turn round who begins.
func (s *State) drawRoundRobin(st *StageState, g int) []Pair {
	group := &st.Groups[g]
	members := group.Members
	n := len(members) + len(members)%2
	round := len(st.Rounds) + 1
	if group.Late == 0 && !s.anyReturned(st, g) && n >= 2 && round <= (n-1)*st.Stage.Rounds {
		cycle, r := (round-1)/(n-1), (round-1)%(n-1)+1
		met := st.meetings(g)
		var pairs []Pair
		for _, p := range berger(n, r) {
			if cycle%2 == 1 {
				p[0], p[1] = p[1], p[0]
			}
			if p[0] > len(members) || p[1] > len(members) {
				continue
			}
			a, b := members[p[0]-1], members[p[1]-1]
			if s.Active(a) && s.Active(b) && met[[2]EntrantID{a, b}] <= cycle {
				pairs = append(pairs, Pair{Group: g, A: a, B: b})
			}
		}
		if len(pairs) > 0 {
			return pairs
		}
	}
	return s.drawUnmet(st, g)
}

// anyReturned says whether an active member has missed a meeting that the
// Berger table had for a round drawn already.
func (s *State) anyReturned(st *StageState, g int) bool {
	members := st.Groups[g].Members
	n := len(members) + len(members)%2
	met := st.meetings(g)
	want := map[[2]EntrantID]int{}
	for round := 1; round <= len(st.Rounds) && round <= (n-1)*st.Stage.Rounds; round++ {
		for _, p := range berger(n, (round-1)%(n-1)+1) {
			if p[0] <= len(members) && p[1] <= len(members) {
				want[[2]EntrantID{members[p[0]-1], members[p[1]-1]}]++
				want[[2]EntrantID{members[p[1]-1], members[p[0]-1]}]++
			}
		}
	}
	for pair, times := range want {
		if met[pair] < times && s.Active(pair[0]) && s.Active(pair[1]) {
			return true
		}
	}
	return false
}

// drawUnmet matches as many as can be of the pairs that still have to meet.
func (s *State) drawUnmet(st *StageState, g int) []Pair {
	var ids []EntrantID
	for _, id := range st.Groups[g].Members {
		if s.Active(id) {
			ids = append(ids, id)
		}
	}
	met := st.meetings(g)
	left := make([]int64, len(ids))
	for i := range ids {
		for j := range ids {
			if i != j {
				left[i] += int64(max(0, st.Stage.Rounds-met[[2]EntrantID{ids[i], ids[j]}]))
			}
		}
	}
	const onePair = int64(1) << 32 // more pairs go before whose they are
	mate := maxWeightMatching(len(ids), func(i, j int) int64 {
		if met[[2]EntrantID{ids[i], ids[j]}] >= st.Stage.Rounds {
			return 0
		}
		return onePair + left[i]*left[i] + left[j]*left[j]
	})
	var pairs []Pair
	for i, j := range mate {
		if i < j {
			a, b := s.begins(ids[i], ids[j])
			pairs = append(pairs, Pair{Group: g, A: a, B: b})
		}
	}
	return pairs
}
