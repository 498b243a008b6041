package ui

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"ditchline/capture/film"
	"ditchline/models"
	"ditchline/score/session"
	"ditchline/score/store"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
)

// DataOptions are what the pages of history and data need.
type DataOptions struct {
	Folder   string                          // the data folder
	Store    *store.Store                    // of match logs
	Evidence *session.Evidence               // of shots; nil where none is kept
	People   []PeopleKeeper                  // others who remember people's names
	Rulesets func() (models.Rulesets, error) // by which can be played; nil: the shipped ones
}

// PeopleKeeper remembers people's names beside the match log.
type PeopleKeeper interface {
	// ForgetPlayer takes out the name of the player of that score.PlayerKey.
	ForgetPlayer(ctx context.Context, player string) error
}

// records is what a server keeps of matches and their players.
type records struct {
	DataOptions
	digests  digests
	changing sync.Mutex // held while a backup, a restore or a deletion is under way
}

func newRecords(o DataOptions, reg prometheus.Registerer) (*records, error) {
	if o.Store == nil || o.Folder == "" {
		return nil, errors.New("data: want the data folder and the match store")
	}
	if err := watchLog(o.Store, reg); err != nil {
		return nil, fmt.Errorf("register metrics: %w", err)
	}
	return &records{DataOptions: o}, nil
}

// watchLog measures what it takes to store events.
func watchLog(s *store.Store, reg prometheus.Registerer) error {
	seconds := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "ditchline_log_write_duration_seconds",
		Help:    "Time that storing events of a match took, until they were on the disk.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5},
	})
	written := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "ditchline_log_writes_total", Help: "Events of matches that were stored, and those that could not be.",
	}, []string{"result"})
	stored, failed := written.WithLabelValues("stored"), written.WithLabelValues("failed")
	s.Watch(func(events int, took time.Duration, err error) {
		seconds.Observe(took.Seconds())
		if err != nil {
			failed.Add(float64(events))
			return
		}
		stored.Add(float64(events))
	})
	return errors.Join(reg.Register(seconds), reg.Register(written))
}

// dataRoutes are those of everything that is kept.
func (s *Server) dataRoutes(e *gin.Engine, get func(string, gin.HandlerFunc)) {
	get(api+"/matches", s.kept(s.matchList))
	get(api+"/matches/:match", s.kept(s.matchPage))
	get(api+"/matches/:match/export/:format", s.kept(s.matchExport))
	e.DELETE(api+"/matches/:match", s.operator, s.kept(s.matchDelete))
	get(api+"/players", s.kept(s.playerList))
	get(api+"/players/:player", s.kept(s.playerPage))
	e.DELETE(api+"/players/:player", s.operator, s.kept(s.playerDelete))
	e.GET(api+"/data", s.operator, s.kept(s.dataPage))
	e.GET(api+"/data/backup", s.operator, s.kept(s.dataBackup))
	e.POST(api+"/data/restore", s.operator, s.kept(s.dataRestore))
	s.rulebookRoutes(get)
	s.happeningRoutes(e)
	get(api+"/openapi.json", s.openAPI)
}

// kept refuses where nothing is kept.
func (s *Server) kept(handler gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if s.records == nil {
			refuse(c, http.StatusNotFound, "nothing_kept", "this server keeps no matches")
			return
		}
		handler(c)
	}
}

// playing are the matches in hand at the boards.
func (s *Server) playing() []string {
	var ids []string
	for _, w := range s.all() {
		if events := w.board.MatchLog(); len(events) > 0 && events[0].Setup != nil && !slices.Contains(ids, events[0].Setup.ID) {
			ids = append(ids, events[0].Setup.ID)
		}
	}
	return ids
}

// alone runs work while no other backup, restore or deletion is under way, or
// refuses.
func (s *Server) alone(c *gin.Context, work func()) {
	if !s.records.changing.TryLock() {
		c.Header("Retry-After", "5")
		refuse(c, http.StatusConflict, "busy", "a backup, a restore or a deletion is under way: try again when it has ended")
		return
	}
	defer s.records.changing.Unlock()
	work()
}

// free is the room on the disk of the data folder, bytes.
func (k *records) free() (int64, error) { return film.Free(k.Folder) }
