package session

import "time"

// meter measures a rate of frames over the last of them, in the frames' time.
type meter struct {
	times [32]time.Duration
	n     int
}

// tick counts a frame; time that runs backwards begins anew.
func (m *meter) tick(t time.Duration) {
	if m.n > 0 && t < m.times[(m.n-1)%len(m.times)] {
		m.n = 0
	}
	m.times[m.n%len(m.times)] = t
	m.n++
}

// perSecond is 0 until two frames are known.
func (m *meter) perSecond() float64 {
	k := min(m.n, len(m.times))
	if k < 2 {
		return 0
	}
	first, last := m.times[(m.n-k)%len(m.times)], m.times[(m.n-1)%len(m.times)]
	if last <= first {
		return 0
	}
	return float64(k-1) / (last - first).Seconds()
}
