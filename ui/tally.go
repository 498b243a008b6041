package ui

import (
	"ditchline/score/session"

	"github.com/prometheus/client_golang/prometheus"
)

// tallyDescs describe what was judged.
type tallyDescs struct {
	shots, reasons, anomalies, delay, reviews, unsaved *prometheus.Desc
}

func newTallyDescs() tallyDescs {
	return tallyDescs{
		shots:     prometheus.NewDesc("ditchline_shots_total", "Shots that were judged, by verdict as first said.", []string{"board", "verdict"}, nil),
		reasons:   prometheus.NewDesc("ditchline_shot_reasons_total", "Shots that were judged, by the reason's code.", []string{"board", "reason"}, nil),
		anomalies: prometheus.NewDesc("ditchline_anomalies_total", "Anomalies that were raised, by kind.", []string{"board", "kind"}, nil),
		delay:     prometheus.NewDesc("ditchline_verdict_delay_seconds", "Time from the rest of the last disc to the frame with which the verdict was said.", []string{"board"}, nil),
		reviews:   prometheus.NewDesc("ditchline_reviews_open", "Questions that wait for a person's answer.", []string{"board"}, nil),
		unsaved:   prometheus.NewDesc("ditchline_events_unsaved", "Events of the match that could not be stored yet.", []string{"board"}, nil),
	}
}

func (d tallyDescs) describe(ch chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{d.shots, d.reasons, d.anomalies, d.delay, d.reviews, d.unsaved} {
		ch <- desc
	}
}

func (d tallyDescs) collect(ch chan<- prometheus.Metric, board string, t session.Tally) {
	for desc, m := range map[*prometheus.Desc]map[string]uint64{d.shots: t.Shots, d.reasons: t.Reasons, d.anomalies: t.Anomalies} {
		for key, n := range m {
			ch <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, float64(n), board, key)
		}
	}
	buckets := map[float64]uint64{}
	for i, bound := range t.Delays.Bounds {
		buckets[bound] = t.Delays.Counts[i]
	}
	ch <- prometheus.MustNewConstHistogram(d.delay, t.Delays.N, t.Delays.Sum, buckets, board)
	ch <- prometheus.MustNewConstMetric(d.reviews, prometheus.GaugeValue, float64(t.Open), board)
	ch <- prometheus.MustNewConstMetric(d.unsaved, prometheus.GaugeValue, float64(t.Unsaved), board)
}
