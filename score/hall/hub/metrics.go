package hub

import (
	"errors"
	"runtime"

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
