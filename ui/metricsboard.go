package ui

import (
	"github.com/prometheus/client_golang/prometheus"
)

// fitCollector reads how well the boards' calibrations fit when metrics are
// asked for.
type fitCollector struct {
	boards                  func() []*watched
	metres, pixels, matches *prometheus.Desc
}

func newFitCollector(boards func() []*watched) fitCollector {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("ditchline_"+name, help, []string{"board"}, nil)
	}
	return fitCollector{
		boards:  boards,
		metres:  desc("calibration_error_meters", "Root mean square distance of the board's lines as seen from where the calibration has them, on the surface."),
		pixels:  desc("calibration_error_pixels", "The same in the picture."),
		matches: desc("match_events", "Events of the match in hand."),
	}
}

// Describe implements prometheus.Collector.
func (f fitCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{f.metres, f.pixels, f.matches} {
		ch <- d
	}
}

// Collect implements prometheus.Collector. A board that was not found has no
// error.
func (f fitCollector) Collect(ch chan<- prometheus.Metric) {
	for _, w := range f.boards() {
		ch <- prometheus.MustNewConstMetric(f.matches, prometheus.GaugeValue, float64(len(w.board.MatchLog())), w.name)
		b := w.board.Snapshot().Board
		if b == nil {
			continue
		}
		ch <- prometheus.MustNewConstMetric(f.metres, prometheus.GaugeValue, b.Calibration.RMSMM/1000, w.name)
		ch <- prometheus.MustNewConstMetric(f.pixels, prometheus.GaugeValue, b.Calibration.RMSPx, w.name)
	}
}
