package ui

import (
	"github.com/gin-gonic/gin"
)

// boardPages are the pages of one board, below / for the first board and
// below /b/NAME for each.
var boardPages = []string{"/", "/start", "/overlay", "/overlay/board", "/watch", "/dispute", "/calibrate", "/phone"}

// processPages are those of the whole process.
var processPages = []string{
	"/wall", "/history", "/history/:match", "/players", "/players/:player", "/rules", "/rules/:ruleset", "/data", "/api", "/overlay/builder",
}

// pageRoutes answer every page with the same file, which chooses by its path
// what it shows.
func (s *Server) pageRoutes(get func(string, gin.HandlerFunc)) {
	for _, page := range boardPages {
		get(page, s.pageFor)
		get("/b/:name"+page, s.boardPage)
	}
	get("/b/:name", s.boardPage)
	for _, page := range processPages {
		get(page, s.pageFor)
	}
}

// boardPage is a page of the board that the path names.
func (s *Server) boardPage(c *gin.Context) {
	if s.board(c) != nil {
		s.pageFor(c)
	}
}

// pageFor is the page for those who may open it; others are sent to enter the
// operator's key.
func (s *Server) pageFor(c *gin.Context) {
	if s.forOperators(c); !c.IsAborted() {
		s.assets.index(c)
	}
}
