package ui

import (
	"errors"
	"os"
	"runtime"
	"sync"

	"ditchline/score/session"

	"github.com/prometheus/client_golang/prometheus"
)

// The kinds of stream that clients hold open.
const (
	eventClients   = "events"
	pictureClients = "pictures"
	phoneClients   = "phones"
)

// metrics are what /metrics shows of the boards and their clients.
type metrics struct {
	stageSeconds *prometheus.HistogramVec
	jpegSeconds  prometheus.Histogram
	clients      *prometheus.GaugeVec
	dropped      *prometheus.CounterVec

	mu   sync.Mutex
	open map[string]int // kind of stream -> clients
}

// newMetrics registers everything; of a board's counters and gauges a
// collector reads the newest snapshot, so nothing keeps a second copy.
func newMetrics(reg prometheus.Registerer, version string, boards func() []*watched) (*metrics, error) {
	m := &metrics{
		stageSeconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "ditchline_stage_duration_seconds",
			Help:    "Time that a stage of vision took for one frame.",
			Buckets: []float64{.001, .0025, .005, .01, .02, .03, .05, .075, .1, .2, .35, .5, 1, 2, 5},
		}, []string{"board", "stage"}),
		jpegSeconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "ditchline_jpeg_duration_seconds",
			Help:    "Time that resizing and encoding one picture for the screens took.",
			Buckets: []float64{.001, .0025, .005, .01, .02, .05, .1, .25, .5, 1},
		}),
		clients: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "ditchline_stream_clients",
			Help: "Clients that hold a stream open, by kind.",
		}, []string{"stream"}),
		dropped: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ditchline_stream_clients_dropped_total",
			Help: "Clients that were dropped because they took too long to read, by kind of stream.",
		}, []string{"stream"}),
		open: map[string]int{},
	}
	for _, kind := range []string{eventClients, pictureClients, phoneClients, happeningClients, socketClients} {
		m.clients.WithLabelValues(kind)
		m.dropped.WithLabelValues(kind)
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "ditchline_build_info",
		Help:        "Version of the program; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
	var problems []error
	for _, c := range []prometheus.Collector{m.stageSeconds, m.jpegSeconds, m.clients, m.dropped, build, newBoardCollector(boards), newFitCollector(boards)} {
		problems = append(problems, reg.Register(c))
	}
	return m, errors.Join(problems...)
}

// observeStages counts one frame's stages, given in ms.
func (m *metrics) observeStages(board string, stages map[string]float64) {
	for stage, ms := range stages {
		m.stageSeconds.WithLabelValues(board, stage).Observe(ms / 1000)
	}
}

// enter counts a client in; ok is false where limit clients are in already.
func (m *metrics) enter(kind string, limit int) (leave func(), ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.open[kind] >= limit {
		return nil, false
	}
	m.open[kind]++
	m.clients.WithLabelValues(kind).Inc()
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.open[kind]--
		m.clients.WithLabelValues(kind).Dec()
	}, true
}

// left counts a client whose stream ended with err as dropped, if it was too
// slow; one that went away was not.
func (m *metrics) left(kind string, err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		m.dropped.WithLabelValues(kind).Inc()
	}
}

// boardCollector reads the boards' newest snapshots when metrics are asked for.
type boardCollector struct {
	boards                                    func() []*watched
	captured, dropped, latency, state, discNo *prometheus.Desc
	tally                                     tallyDescs
}

func newBoardCollector(boards func() []*watched) boardCollector {
	return boardCollector{
		boards:   boards,
		captured: prometheus.NewDesc("ditchline_frames_captured_total", "Frames that the source gave.", []string{"board"}, nil),
		dropped:  prometheus.NewDesc("ditchline_frames_dropped_total", "Frames that were not worked on because a newer one was there.", []string{"board"}, nil),
		latency:  prometheus.NewDesc("ditchline_frame_latency_seconds", "Time from the capture of the newest frame to its result.", []string{"board"}, nil),
		state:    prometheus.NewDesc("ditchline_source_state", "1 for the state that the source is in, 0 for the others.", []string{"board", "state"}, nil),
		tally:    newTallyDescs(),
		discNo:   prometheus.NewDesc("ditchline_discs", "Discs that were measured in the newest frame, by team and by where they lie.", []string{"board", "team", "state"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (b boardCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{b.captured, b.dropped, b.latency, b.state, b.discNo} {
		ch <- d
	}
	b.tally.describe(ch)
}

// Collect implements prometheus.Collector.
func (b boardCollector) Collect(ch chan<- prometheus.Metric) {
	for _, w := range b.boards() {
		v := w.board.Snapshot()
		ch <- prometheus.MustNewConstMetric(b.captured, prometheus.CounterValue, float64(v.Rates.Captured), w.name)
		ch <- prometheus.MustNewConstMetric(b.dropped, prometheus.CounterValue, float64(v.Rates.Dropped), w.name)
		ch <- prometheus.MustNewConstMetric(b.latency, prometheus.GaugeValue, v.Rates.LatencyMS/1000, w.name)
		for _, p := range session.Phases {
			in := 0.0
			if p == v.Phase {
				in = 1
			}
			ch <- prometheus.MustNewConstMetric(b.state, prometheus.GaugeValue, in, w.name, string(p))
		}
		b.tally.collect(ch, w.name, v.Tally)
		discs := map[[2]string]float64{}
		for _, d := range v.Discs {
			discs[[2]string{d.Team, d.State}]++
		}
		for k, n := range discs {
			ch <- prometheus.MustNewConstMetric(b.discNo, prometheus.GaugeValue, n, w.name, k[0], k[1])
		}
	}
}
