package tournament

// maxWeightMatching pairs the vertices 0 to n-1 of a graph so that the sum of
// the weights of the pairs is greatest. weight(i, j) for i < j is positive
// for an edge and 0 where there is none; at most 2^60/n. mate[i] is i's
// partner, -1 for none. It is exact: Edmonds' blossom algorithm in its primal-
// dual form with O(n^3) steps (J. Edmonds, "Maximum matching and a polyhedron
// with 0,1-vertices", 1965; H. Gabow 1976; Z. Galil, "Efficient algorithms for
// finding maximum matching in graphs", ACM Computing Surveys 18, 1986).
func maxWeightMatching(n int, weight func(i, j int) int64) (mate []int) {
	b := newBlossoms(n, weight)
	for b.phase() {
	}
	mate = make([]int, n)
	for i := range mate {
		mate[i] = b.mate[i+1] - 1
	}
	return mate
}

// edge is the best edge between two (shrunken) vertices: its real ends, and
// its weight; 0 where there is none.
type edge struct {
	u, v int
	w    int64
}

// blossoms is the state of the algorithm. Vertices count from 1; those above
// n are blossoms: odd cycles shrunken into one vertex. 0 is none.
type blossoms struct {
	n, top  int
	edges   [][]edge
	label   []int64 // dual values
	mate    []int   // the real vertex that the vertex is matched to
	slack   []int   // for a vertex: the one on the tree with the least slack to it
	root    []int   // the outermost blossom that holds a vertex
	parent  []int
	within  [][]int // within[b][x]: which part of blossom b holds x
	parts   [][]int // the parts of a blossom, around its cycle, from its base
	side    []int8  // -1 free, 0 outer, 1 inner
	visited []int
	time    int
	queue   []int
}

func newBlossoms(n int, weight func(i, j int) int64) *blossoms {
	size := 2*n + 2
	b := &blossoms{
		n: n, top: n, label: make([]int64, size), mate: make([]int, size), slack: make([]int, size), root: make([]int, size),
		parent: make([]int, size), parts: make([][]int, size), side: make([]int8, size), visited: make([]int, size),
		edges: make([][]edge, size), within: make([][]int, size),
	}
	most := int64(0)
	for u := range size {
		b.edges[u], b.within[u] = make([]edge, size), make([]int, n+1)
	}
	for u := 1; u <= n; u++ {
		b.root[u], b.within[u][u] = u, u
		for v := 1; v <= n; v++ {
			b.edges[u][v] = edge{u: u, v: v}
			if u != v {
				b.edges[u][v].w = weight(min(u, v)-1, max(u, v)-1)
				most = max(most, b.edges[u][v].w)
			}
		}
	}
	for u := 1; u <= n; u++ {
		b.label[u] = most
	}
	return b
}

// gap is the slack of an edge: 0 when it is tight.
func (b *blossoms) gap(e edge) int64 {
	return b.label[e.u] + b.label[e.v] - 2*b.edges[e.u][e.v].w
}

func (b *blossoms) tightenWith(u, x int) {
	if b.slack[x] == 0 || b.gap(b.edges[u][x]) < b.gap(b.edges[b.slack[x]][x]) {
		b.slack[x] = u
	}
}

func (b *blossoms) findSlack(x int) {
	b.slack[x] = 0
	for u := 1; u <= b.n; u++ {
		if b.edges[u][x].w > 0 && b.root[u] != x && b.side[b.root[u]] == 0 {
			b.tightenWith(u, x)
		}
	}
}

func (b *blossoms) push(x int) {
	if x <= b.n {
		b.queue = append(b.queue, x)
		return
	}
	for _, p := range b.parts[x] {
		b.push(p)
	}
}

func (b *blossoms) setRoot(x, r int) {
	b.root[x] = r
	if x > b.n {
		for _, p := range b.parts[x] {
			b.setRoot(p, r)
		}
	}
}

// placeOf is where part x stands around blossom c, the cycle turned so that
// the way to it from the base is even.
func (b *blossoms) placeOf(c, x int) int {
	parts := b.parts[c]
	at := 0
	for parts[at] != x {
		at++
	}
	if at%2 == 0 {
		return at
	}
	for i, j := 1, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return len(parts) - at
}

func (b *blossoms) setMate(u, v int) {
	e := b.edges[u][v]
	b.mate[u] = e.v
	if u <= b.n {
		return
	}
	inner := b.within[u][e.u]
	at := b.placeOf(u, inner)
	for i := range at {
		b.setMate(b.parts[u][i], b.parts[u][i^1])
	}
	b.setMate(inner, v)
	turned := append([]int{}, b.parts[u][at:]...)
	b.parts[u] = append(turned, b.parts[u][:at]...)
}

func (b *blossoms) augment(u, v int) {
	for {
		next := b.root[b.mate[u]]
		b.setMate(u, v)
		if next == 0 {
			return
		}
		b.setMate(next, b.root[b.parent[next]])
		u, v = b.root[b.parent[next]], next
	}
}

// meet is where the ways from u and v to their trees' roots meet; 0 when the
// trees are two.
func (b *blossoms) meet(u, v int) int {
	b.time++
	for u != 0 || v != 0 {
		if u != 0 {
			if b.visited[u] == b.time {
				return u
			}
			b.visited[u] = b.time
			if u = b.root[b.mate[u]]; u != 0 {
				u = b.root[b.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes the odd cycle through u, v and their meeting place one vertex.
func (b *blossoms) shrink(u, base, v int) {
	c := b.n + 1
	for c <= b.top && b.root[c] != 0 {
		c++
	}
	b.top = max(b.top, c)
	b.label[c], b.side[c], b.mate[c] = 0, 0, b.mate[base]
	parts := []int{base}
	for x := u; x != base; {
		y := b.root[b.mate[x]]
		parts = append(parts, x, y)
		b.push(y)
		x = b.root[b.parent[y]]
	}
	for i, j := 1, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	for x := v; x != base; {
		y := b.root[b.mate[x]]
		parts = append(parts, x, y)
		b.push(y)
		x = b.root[b.parent[y]]
	}
	b.parts[c] = parts
	b.setRoot(c, c)
	for x := 1; x <= b.top; x++ {
		b.edges[c][x].w, b.edges[x][c].w = 0, 0
	}
	for x := 1; x <= b.n; x++ {
		b.within[c][x] = 0
	}
	for _, p := range parts {
		for x := 1; x <= b.top; x++ {
			if b.edges[c][x].w == 0 || b.gap(b.edges[p][x]) < b.gap(b.edges[c][x]) {
				b.edges[c][x], b.edges[x][c] = b.edges[p][x], b.edges[x][p]
			}
		}
		for x := 1; x <= b.n; x++ {
			if b.within[p][x] != 0 {
				b.within[c][x] = p
			}
		}
	}
	b.findSlack(c)
}

// expand undoes the shrinking of an inner blossom whose dual value is 0.
func (b *blossoms) expand(c int) {
	for _, p := range b.parts[c] {
		b.setRoot(p, p)
	}
	entry := b.within[c][b.edges[c][b.parent[c]].u]
	at := b.placeOf(c, entry)
	for i := 0; i < at; i += 2 {
		inner, outer := b.parts[c][i], b.parts[c][i+1]
		b.parent[inner] = b.edges[outer][inner].u
		b.side[inner], b.side[outer] = 1, 0
		b.slack[inner] = 0
		b.findSlack(outer)
		b.push(outer)
	}
	b.side[entry], b.parent[entry] = 1, b.parent[c]
	for i := at + 1; i < len(b.parts[c]); i++ {
		p := b.parts[c][i]
		b.side[p] = -1
		b.findSlack(p)
	}
	b.root[c] = 0
}

// reach follows a tight edge; true when it has made the matching larger.
func (b *blossoms) reach(e edge) bool {
	u, v := b.root[e.u], b.root[e.v]
	switch b.side[v] {
	case -1:
		b.parent[v], b.side[v] = e.u, 1
		next := b.root[b.mate[v]]
		b.slack[v], b.slack[next], b.side[next] = 0, 0, 0
		b.push(next)
	case 0:
		base := b.meet(u, v)
		if base == 0 {
			b.augment(u, v)
			b.augment(v, u)
			return true
		}
		b.shrink(u, base, v)
	}
	return false
}

// phase makes the matching larger by one pair; false when it is the best.
func (b *blossoms) phase() bool {
	b.queue = b.queue[:0]
	for x := 1; x <= b.top; x++ {
		b.side[x], b.slack[x] = -1, 0
		if b.root[x] == x && b.mate[x] == 0 {
			b.parent[x], b.side[x] = 0, 0
			b.push(x)
		}
	}
	if len(b.queue) == 0 {
		return false
	}
	for {
		if b.grow() {
			return true
		}
		if !b.adjust() {
			return false
		}
		for x := 1; x <= b.top; x++ {
			if b.root[x] == x && b.slack[x] != 0 && b.root[b.slack[x]] != x && b.gap(b.edges[b.slack[x]][x]) == 0 && b.reach(b.edges[b.slack[x]][x]) {
				return true
			}
		}
		for x := b.n + 1; x <= b.top; x++ {
			if b.root[x] == x && b.side[x] == 1 && b.label[x] == 0 {
				b.expand(x)
			}
		}
	}
}

// grow extends the trees along tight edges.
func (b *blossoms) grow() bool {
	for len(b.queue) > 0 {
		u := b.queue[0]
		b.queue = b.queue[1:]
		if b.side[b.root[u]] == 1 {
			continue
		}
		for v := 1; v <= b.n; v++ {
			if b.edges[u][v].w == 0 || b.root[u] == b.root[v] {
				continue
			}
			if b.gap(b.edges[u][v]) != 0 {
				b.tightenWith(u, b.root[v])
			} else if b.reach(b.edges[u][v]) {
				return true
			}
		}
	}
	return false
}

// adjust changes the dual values as far as it goes; false when a free vertex
// has come to 0: no pair more is worth it.
func (b *blossoms) adjust() bool {
	const far = int64(1) << 62
	d := far
	for x := b.n + 1; x <= b.top; x++ {
		if b.root[x] == x && b.side[x] == 1 {
			d = min(d, b.label[x]/2)
		}
	}
	for x := 1; x <= b.top; x++ {
		if b.root[x] == x && b.slack[x] != 0 {
			switch g := b.gap(b.edges[b.slack[x]][x]); b.side[x] {
			case -1:
				d = min(d, g)
			case 0:
				d = min(d, g/2)
			}
		}
	}
	for u := 1; u <= b.n; u++ {
		switch b.side[b.root[u]] {
		case 0:
			if b.label[u] <= d {
				return false
			}
			b.label[u] -= d
		case 1:
			b.label[u] += d
		}
	}
	for x := b.n + 1; x <= b.top; x++ {
		if b.root[x] == x {
			switch b.side[x] {
			case 0:
				b.label[x] += 2 * d
			case 1:
				b.label[x] -= 2 * d
			}
		}
	}
	b.queue = b.queue[:0]
	return true
}
