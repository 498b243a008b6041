package ui

import (
	"fmt"
	"net/http"
	"os"
	"path"
	"strconv"
	"time"

	"ditchline/score/session"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
)

// Evidence is what is kept of each shot: clip, stills and record. Its methods
// may be called from any goroutine.
type Evidence interface {
	Matches() []session.EvidenceMatch
	Shots(match string) []session.EvidenceShot
	// Open gives a file of a shot's evidence; an error where there is none.
	Open(match string, shot int, file string) (*os.File, error)
	Counts() session.EvidenceCounts
}

// evidenceKinds are the media types of evidence.
var evidenceKinds = map[string]string{".mp4": "video/mp4", ".jpg": "image/jpeg", ".json": "application/json; charset=utf-8"}

// clipTimeout is what a client gets for one answer with evidence: a clip of
// some MB over a poor Wi-Fi.
const clipTimeout = 2 * time.Minute

// evidenceRoutes: lists, and the files with ranges, which browsers ask for
// when they show a video.
func (s *Server) evidenceRoutes(get func(path string, h gin.HandlerFunc)) {
	get(api+"/evidence", s.evidenceMatches)
	get(api+"/evidence/:match", s.evidenceShots)
	get(api+"/evidence/:match/:shot/:file", s.evidenceFile)
}

// keeping says whether evidence is kept at all, or refuses.
func (s *Server) keeping(c *gin.Context) bool {
	if s.evidence == nil {
		refuse(c, http.StatusNotFound, "no_evidence", "no evidence is kept of what this server shows")
	}
	return s.evidence != nil
}

func (s *Server) evidenceMatches(c *gin.Context) {
	c.Header("Cache-Control", "no-store")
	if s.evidence == nil { // a page asks whether there is any
		c.JSON(http.StatusOK, gin.H{"matches": []session.EvidenceMatch{}, "bytes": 0, "limit_bytes": 0})
		return
	}
	n := s.evidence.Counts()
	c.JSON(http.StatusOK, gin.H{"matches": s.evidence.Matches(), "bytes": n.Bytes, "limit_bytes": n.Limit})
}

func (s *Server) evidenceShots(c *gin.Context) {
	if !s.keeping(c) {
		return
	}
	match := c.Param("match")
	shots := s.evidence.Shots(match)
	if len(shots) == 0 {
		refuse(c, http.StatusNotFound, "no_such_match", fmt.Sprintf("there is no evidence of a match %q: /api/v1/evidence lists them", match))
		return
	}
	c.Header("Cache-Control", "no-store")
	c.JSON(http.StatusOK, gin.H{"match": match, "shots": shots})
}

func (s *Server) evidenceFile(c *gin.Context) {
	if !s.keeping(c) {
		return
	}
	match, name := c.Param("match"), c.Param("file")
	shot, err := strconv.Atoi(c.Param("shot"))
	var file *os.File
	if err == nil {
		file, err = s.evidence.Open(match, shot, name)
	}
	if err != nil {
		refuse(c, http.StatusNotFound, "no_such_evidence", fmt.Sprintf("there is no %q of shot %q of match %q: /api/v1/evidence/MATCH lists what there is", name, c.Param("shot"), match))
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		refuse(c, http.StatusNotFound, "no_such_evidence", fmt.Sprintf("%q of shot %d of match %q is no file", name, shot, match))
		return
	}
	if err := http.NewResponseController(c.Writer).SetWriteDeadline(time.Now().Add(clipTimeout)); err != nil {
		s.log.Debug("an answer with evidence has the usual time only", "error", err)
	}
	h := c.Writer.Header()
	h.Set("Content-Type", evidenceKinds[path.Ext(name)])
	h.Set("Cache-Control", "no-cache") // a record is revised, and a clip comes later
	h.Set("ETag", fmt.Sprintf(`"%x-%x"`, info.ModTime().UnixNano(), info.Size()))
	http.ServeContent(c.Writer, c.Request, name, info.ModTime(), file)
}

// evidenceCollector reads the evidence's counts when metrics are asked for.
type evidenceCollector struct {
	evidence                                        Evidence
	bytes, limit, shots, waiting, clips, gone, work *prometheus.Desc
}

func newEvidenceCollector(e Evidence) evidenceCollector {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("ditchline_evidence_"+name, help, labels, nil)
	}
	return evidenceCollector{
		evidence: e,
		bytes:    desc("bytes", "What the evidence of shots takes on the disk."),
		limit:    desc("limit_bytes", "What the evidence of shots may take on the disk."),
		shots:    desc("shots", "Shots of which there is evidence, disputed or not.", "disputed"),
		waiting:  desc("waiting_shots", "Shots whose evidence is still to be written."),
		clips:    desc("clips_total", "Clips made, dropped because shots came too fast, and failed.", "result"),
		gone:     desc("removed_shots_total", "Shots whose evidence was removed to make room."),
		work:     desc("encode_cpu_seconds_total", "Processor time that the making of clips took."),
	}
}

// Describe implements prometheus.Collector.
func (e evidenceCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{e.bytes, e.limit, e.shots, e.waiting, e.clips, e.gone, e.work} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (e evidenceCollector) Collect(ch chan<- prometheus.Metric) {
	n := e.evidence.Counts()
	put := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, kind, v, labels...)
	}
	put(e.bytes, prometheus.GaugeValue, float64(n.Bytes))
	put(e.limit, prometheus.GaugeValue, float64(n.Limit))
	put(e.shots, prometheus.GaugeValue, float64(n.Disputed), "true")
	put(e.shots, prometheus.GaugeValue, float64(n.Shots-n.Disputed), "false")
	put(e.waiting, prometheus.GaugeValue, float64(n.Waiting))
	put(e.clips, prometheus.CounterValue, float64(n.Clips), "made")
	put(e.clips, prometheus.CounterValue, float64(n.Dropped), "dropped")
	put(e.clips, prometheus.CounterValue, float64(n.Failed), "failed")
	put(e.gone, prometheus.CounterValue, float64(n.Removed))
	put(e.work, prometheus.CounterValue, n.EncodeSeconds)
}
