package ui

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"ditchline/capture/film"
	"ditchline/score/session"
	"ditchline/score/store"

	"github.com/gin-gonic/gin"
)

// DataOptions are what the pages of history and data need.
type DataOptions struct {
	Folder   string            // the data folder
	Store    *store.Store      // of match logs
	Evidence *session.Evidence // of shots; nil where none is kept
	People   []PeopleKeeper    // others who remember people's names
	Webhooks string            // file that the webhooks are kept in; empty: they last until the end
}

// PeopleKeeper remembers people's names beside the match log.
type PeopleKeeper interface {
	// ForgetPlayer takes out the name of the player of that score.PlayerKey.
	ForgetPlayer(ctx context.Context, player string) error
}

// keeping is what a server keeps of matches and their players.
type keeping struct {
	DataOptions
	digests  digests
	changing sync.Mutex // held while a backup, a restore or a deletion is under way
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
}

// kept refuses where nothing is kept.
func (s *Server) kept(answer gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		if s.keeping == nil {
			refuse(c, http.StatusNotFound, "nothing_kept", "this server keeps no matches")
			return
		}
		answer(c)
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
	if !s.keeping.changing.TryLock() {
		c.Header("Retry-After", "5")
		refuse(c, http.StatusConflict, "busy", "a backup, a restore or a deletion is under way: try again when it has ended")
		return
	}
	defer s.keeping.changing.Unlock()
	work()
}

// free is the room on the disk of the data folder, bytes.
func (k *keeping) free() (int64, error) { return film.Free(k.Folder) }
