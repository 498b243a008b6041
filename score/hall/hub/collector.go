package hub

import (
	"ditchline/score/hall/tournament"

	"github.com/prometheus/client_golang/prometheus"
)

// hallCollector reads the models when metrics are asked for, so that nothing
// keeps a second copy.
type hallCollector struct {
	h *Hub

	connected, ready, readers, pending, games, aside, strangers *prometheus.Desc
	last, skew, tableEvents, behind, playing, line, waiting     *prometheus.Desc
	led, replicas, consumers, messages, bytes                   *prometheus.Desc
}

func newHallCollector(h *Hub) hallCollector {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("ditchline_hall_"+name, help, labels, nil)
	}
	return hallCollector{
		h:           h,
		connected:   desc("connected", "1 while this hub has a line to a server."),
		ready:       desc("ready", "1 while this hub's models are built."),
		readers:     desc("stream_clients", "Pages that hold a stream of changes open."),
		pending:     desc("stream_pending_messages", "Messages of a stream that this hub has not taken yet.", "stream"),
		games:       desc("matches", "Matches of the tournament that are drawn, by whether they have a result.", "state"),
		aside:       desc("set_aside_total", "Messages that did not fit, by cause.", "cause"),
		strangers:   desc("stranger_matches", "Matches that a table claims and that are another's to play."),
		last:        desc("table_last_event_timestamp_seconds", "When a table's newest event came, by the server's clock.", "table"),
		skew:        desc("table_clock_skew_seconds", "A table's clock minus the server's at its newest event.", "table"),
		tableEvents: desc("table_events_total", "Messages of a table.", "table"),
		behind:      desc("table_behind_events", "Events that still waited at a table when its newest event was sent.", "table"),
		playing:     desc("table_playing", "1 while a table has begun the match that it is to play, and not ended it.", "table"),
		line:        desc("table_connected", "1 while a table's board is heard; missing for one that never was.", "table"),
		waiting:     desc("table_waiting_events", "Events that a table's board still has to send, as it said last.", "table"),
		led:         desc("stream_led", "1 while a majority of a stream's servers stands: else nothing can be stored.", "stream"),
		replicas:    desc("stream_replicas", "Servers that keep a stream, by how they stand.", "stream", "state"),
		consumers:   desc("stream_consumers", "Consumers of a stream: one for each hub and reader.", "stream"),
		messages:    desc("stream_stored_messages", "Messages in a stream.", "stream"),
		bytes:       desc("stream_stored_bytes", "Size of a stream on the disk of one server.", "stream"),
	}
}

// Describe implements prometheus.Collector.
func (c hallCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		c.connected, c.ready, c.readers, c.pending, c.games, c.aside, c.strangers,
		c.last, c.skew, c.tableEvents, c.behind, c.playing, c.line, c.waiting,
		c.led, c.replicas, c.consumers, c.messages, c.bytes,
	} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c hallCollector) Collect(ch chan<- prometheus.Metric) {
	out := gauges{ch}
	out.gauge(c.connected, truth(c.h.conn.IsConnected()))
	out.gauge(c.ready, truth(c.h.Ready()))
	out.gauge(c.readers, float64(c.h.readers.Load()))
	out.gauge(c.pending, float64(c.h.pending[ofDesk].Load()), "log")
	out.gauge(c.pending, float64(c.h.pending[ofBoards].Load()), "tables")
	c.h.desk.Look(func(cup *tournament.Tournament) {
		c.h.mu.RLock()
		defer c.h.mu.RUnlock()
		c.tables(out)
		if cup != nil {
			c.tournament(out, cup.State())
		}
	})
	if streams := c.h.streams.Load(); streams != nil {
		for i := range streams {
			c.stream(out, &streams[i])
		}
	}
}

// tables tells of each table's line; the model is held.
func (c hallCollector) tables(out gauges) {
	for _, cause := range causes { // also those that have not been: an alert sees the first
		out.counter(c.aside, float64(c.h.boards.asides[cause]), cause)
	}
	for _, t := range c.h.boards.tables {
		out.gauge(c.last, float64(t.Last.UnixMilli())/1000, t.Table)
		out.gauge(c.skew, t.Skew.Seconds(), t.Table)
		out.gauge(c.behind, float64(t.Behind), t.Table)
		out.counter(c.tableEvents, float64(t.Events), t.Table)
	}
	for table, p := range c.h.here {
		out.gauge(c.line, truth(!p.gone), table)
		out.gauge(c.waiting, float64(p.waiting), table)
	}
}

// tournament tells of the matches; both models are held.
func (c hallCollector) tournament(out gauges, s *tournament.State) {
	open, done := 0, 0
	for m := range matchesOf(s) {
		if m.Open() {
			open++
		} else {
			done++
		}
	}
	out.gauge(c.games, float64(open), "open")
	out.gauge(c.games, float64(done), "done")
	out.gauge(c.strangers, float64(len(strangers(s, c.h.boards))))
	for _, table := range s.Tables {
		playing := false
		if m := s.AtTable(table); m != nil {
			bm := c.h.boards.Match(table, boardMatch(s.Setup.ID, m))
			playing = bm != nil && !bm.Over
		}
		out.gauge(c.playing, truth(playing), table)
	}
}

func (c hallCollector) stream(out gauges, s *streamHealth) {
	out.gauge(c.led, truth(s.led), s.label)
	out.gauge(c.replicas, float64(s.current), s.label, "current")
	out.gauge(c.replicas, float64(len(s.behind)), s.label, "behind")
	out.gauge(c.replicas, float64(len(s.away)), s.label, "away")
	out.gauge(c.consumers, float64(s.consumers), s.label)
	out.gauge(c.messages, float64(s.messages), s.label)
	out.gauge(c.bytes, float64(s.bytes), s.label)
}

// gauges is where metrics go.
type gauges struct{ ch chan<- prometheus.Metric }

func (g gauges) gauge(d *prometheus.Desc, v float64, labels ...string) {
	g.ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
}

func (g gauges) counter(d *prometheus.Desc, v float64, labels ...string) {
	g.ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
}

func truth(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
