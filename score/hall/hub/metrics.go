package hub

import (
	"errors"
	"runtime"

	"ditchline/score/hall/tournament"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are what /metrics shows of a hub.
type metrics struct {
	events      *prometheus.CounterVec
	redelivered prometheus.Counter
	projection  prometheus.Histogram
}

func newMetrics(reg prometheus.Registerer, h *Hub) (*metrics, error) {
	m := &metrics{
		events: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "ditchline_hall_events_total", Help: "Events of the tables that came from the stream, by what became of them.",
		}, []string{"outcome"}),
		redelivered: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "ditchline_hall_redelivered_total", Help: "Messages that the server delivered more than once.",
		}),
		projection: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "ditchline_hall_projection_duration_seconds", Help: "Time to take one event into the read model.",
			Buckets: []float64{1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 5e-3, 2.5e-2, .1, .5},
		}),
	}
	for _, name := range outcomeNames {
		m.events.WithLabelValues(name)
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "ditchline_build_info", Help: "Version of the program; always 1.",
		ConstLabels: prometheus.Labels{"version": h.o.Version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
	var problems []error
	for _, c := range []prometheus.Collector{m.events, m.redelivered, m.projection, build, newHallCollector(h)} {
		problems = append(problems, reg.Register(c))
	}
	return m, errors.Join(problems...)
}

// hallCollector reads the models when metrics are asked for, so that nothing
// keeps a second copy.
type hallCollector struct {
	h                                                                          *Hub
	aside, pending, connected, last, skew, tableEvents, games, readers, behind *prometheus.Desc
}

func newHallCollector(h *Hub) hallCollector {
	return hallCollector{
		h:           h,
		aside:       prometheus.NewDesc("ditchline_hall_set_aside_total", "Messages that did not fit, by cause.", []string{"cause"}, nil),
		pending:     prometheus.NewDesc("ditchline_hall_stream_pending_messages", "Messages of a stream that this hub has not taken yet.", []string{"stream"}, nil),
		connected:   prometheus.NewDesc("ditchline_hall_connected", "1 while this hub has a line to a server.", nil, nil),
		last:        prometheus.NewDesc("ditchline_hall_table_last_event_timestamp_seconds", "When a table's newest event came, by the server's clock.", []string{"table"}, nil),
		skew:        prometheus.NewDesc("ditchline_hall_table_clock_skew_seconds", "A table's clock minus the server's at its newest event.", []string{"table"}, nil),
		tableEvents: prometheus.NewDesc("ditchline_hall_table_events_total", "Messages of a table.", []string{"table"}, nil),
		readers:     prometheus.NewDesc("ditchline_hall_stream_clients", "Pages that hold a stream of changes open.", nil, nil),
		behind:      prometheus.NewDesc("ditchline_hall_table_behind_events", "Events that still waited at a table when its newest event was sent.", []string{"table"}, nil),
		games:       prometheus.NewDesc("ditchline_hall_matches", "Matches of the tournament that are drawn, by whether they have a result.", []string{"state"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c hallCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.aside, c.pending, c.connected, c.last, c.skew, c.tableEvents, c.games, c.readers, c.behind} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c hallCollector) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	connected := 0.0
	if c.h.conn.IsConnected() {
		connected = 1
	}
	gauge(c.connected, connected)
	gauge(c.readers, float64(c.h.readers.Load()))
	gauge(c.pending, float64(c.h.pending[ofDesk].Load()), "log")
	gauge(c.pending, float64(c.h.pending[ofBoards].Load()), "tables")
	c.h.mu.RLock()
	for cause, n := range c.h.boards.asides {
		ch <- prometheus.MustNewConstMetric(c.aside, prometheus.CounterValue, float64(n), cause)
	}
	for _, t := range c.h.boards.tables {
		gauge(c.last, float64(t.Last.UnixMilli())/1000, t.Table)
		gauge(c.skew, t.Skew.Seconds(), t.Table)
		gauge(c.behind, float64(t.Behind), t.Table)
		ch <- prometheus.MustNewConstMetric(c.tableEvents, prometheus.CounterValue, float64(t.Events), t.Table)
	}
	c.h.mu.RUnlock()
	open, done := 0, 0
	_ = c.h.desk.State(func(s *tournament.State) { // none is open: 0 of each
		for m := range matchesOf(s) {
			if m.Open() {
				open++
			} else {
				done++
			}
		}
	})
	gauge(c.games, float64(open), "open")
	gauge(c.games, float64(done), "done")
}
