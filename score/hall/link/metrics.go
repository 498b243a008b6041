package link

import (
	"github.com/prometheus/client_golang/prometheus"
)

// collector reads how a link stands when metrics are asked for.
type collector struct {
	link                                                              *Link
	connected, waiting, lag, sent, resent, reconnects, refused, acked *prometheus.Desc
}

// Collector is the link's metrics, by table.
func (l *Link) Collector() prometheus.Collector {
	labels := prometheus.Labels{"table": l.o.Ticket.Table}
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("ditchline_link_"+name, help, nil, labels)
	}
	return collector{
		link:       l,
		connected:  desc("connected", "Whether the board has a line to its hall."),
		waiting:    desc("waiting_events", "Events of the board's log that the hall has not acknowledged, as far as the link has looked."),
		lag:        desc("lag_seconds", "For how long events have waited for the hall without a break; 0 when none do."),
		sent:       desc("sent_events_total", "Events that the hall has acknowledged."),
		resent:     desc("resent_events_total", "Sends that were made again."),
		reconnects: desc("reconnects_total", "Times that the line came back."),
		refused:    desc("refused_events_total", "Events that the hall can never take."),
		acked:      desc("last_ack_timestamp_seconds", "When the hall acknowledged the last event; 0 before the first."),
	}
}

// Describe implements prometheus.Collector.
func (c collector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.connected, c.waiting, c.lag, c.sent, c.resent, c.reconnects, c.refused, c.acked} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c collector) Collect(ch chan<- prometheus.Metric) {
	s := c.link.Status()
	gauge := func(d *prometheus.Desc, v float64) { ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v) }
	counter := func(d *prometheus.Desc, v uint64) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(v))
	}
	connected, lag, acked := 0.0, 0.0, 0.0
	if s.Connected {
		connected = 1
	}
	if !s.Late.IsZero() {
		lag = max(0, c.link.o.Now().Sub(s.Late).Seconds())
	}
	if !s.LastAck.IsZero() {
		acked = float64(s.LastAck.UnixMilli()) / 1000
	}
	gauge(c.connected, connected)
	gauge(c.waiting, float64(s.Waiting))
	gauge(c.lag, lag)
	counter(c.sent, s.Sent)
	counter(c.resent, s.Resent)
	counter(c.reconnects, s.Reconnect)
	counter(c.refused, s.SetAside)
	gauge(c.acked, acked)
}
