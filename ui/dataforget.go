package ui

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"ditchline/score"
	"ditchline/score/store"

	"github.com/gin-gonic/gin"
)

// Forgotten says what was deleted.
type Forgotten struct {
	Matches []string `json:"matches"` // deleted, or in which the name stood
	Bytes   int64    `json:"bytes"`   // of evidence
}

// matchDelete deletes a match for good: log and evidence.
func (s *Server) matchDelete(c *gin.Context) {
	id := c.Param("match")
	s.alone(c, func() {
		if slices.Contains(s.playing(), id) {
			refuse(c, http.StatusConflict, "match_is_played", "the match is being played: end it, or begin another, and delete it then")
			return
		}
		err := s.records.Store.Forget(c.Request.Context(), id)
		if errors.Is(err, store.ErrUnknown) {
			refuse(c, http.StatusNotFound, "no_such_match", noSuchMatch(id))
			return
		}
		gone := Forgotten{Matches: []string{id}}
		if err == nil {
			gone.Bytes, err = s.forgetEvidence(id)
		}
		s.records.digests.clear()
		if err != nil {
			s.log.Error("a match was not deleted wholly", "match", id, "error", err)
			refuse(c, http.StatusInternalServerError, "internal", fmt.Sprintf("the match was not deleted wholly: %v", err))
			return
		}
		s.log.Info("a match was deleted", "match", id)
		reply(c, gone)
	})
}

// forgetEvidence removes clips, stills and records of a match.
func (s *Server) forgetEvidence(match string) (bytes int64, err error) {
	if s.records.Evidence == nil {
		return 0, nil
	}
	for _, shot := range s.records.Evidence.Shots(match) {
		bytes += shot.Bytes
	}
	return bytes, s.records.Evidence.Forget(match)
}

// playerDelete takes a person's name out of everything that is kept. The
// clips of the matches go as a whole: whoever sat at the table is in them.
func (s *Server) playerDelete(c *gin.Context) {
	key := score.PlayerKey(c.Param("player"))
	s.alone(c, func() {
		if id := s.playsNow(key); id != "" {
			refuse(c, http.StatusConflict, "player_is_playing", fmt.Sprintf("the player is in match %s, which is being played: end it, or begin another, and delete the player then", id))
			return
		}
		ctx := c.Request.Context()
		all, ok := s.digestsAll(c)
		if !ok {
			return
		}
		if _, known := career(all, key); !known {
			refuse(c, http.StatusNotFound, "no_such_player", noSuchPlayer(c.Param("player")))
			return
		}
		matches, err := s.records.Store.ForgetPlayer(ctx, key)
		gone := Forgotten{Matches: matches}
		var problems []error
		problems = append(problems, err)
		for _, id := range matches {
			n, err := s.forgetEvidence(id)
			gone.Bytes += n
			problems = append(problems, err)
		}
		for _, keeper := range s.records.People {
			problems = append(problems, keeper.ForgetPlayer(ctx, key))
		}
		s.records.digests.clear()
		if err := errors.Join(problems...); err != nil {
			s.log.Error("a player was not deleted wholly", "error", err)
			refuse(c, http.StatusInternalServerError, "internal", fmt.Sprintf("the player was not deleted wholly: %v", err))
			return
		}
		s.log.Info("a player was deleted", "matches", len(matches))
		reply(c, gone)
	})
}
