package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// roster are the boards of a server, in their order. Boards come and go while
// it serves, so what it gives out is a copy.
type roster struct {
	mu     sync.RWMutex
	boards []*watched
}

// all are the boards in their order.
func (s *Server) all() []*watched { return s.roster.all() }

// first is the board that paths without a name mean.
func (s *Server) first() *watched {
	s.roster.mu.RLock()
	defer s.roster.mu.RUnlock()
	return s.roster.boards[0]
}

// named is the board of a name; ok is false where there is none.
func (s *Server) named(name string) (w *watched, ok bool) {
	s.roster.mu.RLock()
	defer s.roster.mu.RUnlock()
	i := s.roster.index(name)
	if i < 0 {
		return nil, false
	}
	return s.roster.boards[i], true
}

func (r *roster) all() []*watched {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.boards)
}

// index of a name, -1 where there is none; the lock is held.
func (r *roster) index(name string) int {
	return slices.IndexFunc(r.boards, func(w *watched) bool { return w.name == name })
}

// SetBoards has the server show these boards from now on, in this order. A
// board that it shows already under that name stays as it is, with its
// clients; streams of a board that is gone end.
func (s *Server) SetBoards(boards []NamedBoard) error {
	if err := checkBoards(boards); err != nil {
		return fmt.Errorf("ui: %w", err)
	}
	s.roster.mu.Lock()
	defer s.roster.mu.Unlock()
	next := make([]*watched, 0, len(boards))
	for _, b := range boards {
		if i := s.roster.index(b.Name); i >= 0 && s.roster.boards[i].board == b.Board {
			next = append(next, s.roster.boards[i])
			continue
		}
		next = append(next, watch(b, s.encode, s.resize, s.now))
	}
	for _, w := range s.roster.boards {
		if !slices.Contains(next, w) {
			w.end()
		}
	}
	for _, w := range next {
		if !slices.Contains(s.roster.boards, w) && s.watching != nil {
			s.watching(w)
		}
	}
	s.roster.boards = next
	return nil
}

// watchAll listens to every board, those that come later too, until ctx ends;
// wait returns when nobody listens any more.
func (s *Server) watchAll(ctx context.Context) (wait func()) {
	var watchers sync.WaitGroup
	s.hooks.post.open(ctx)
	s.roster.mu.Lock()
	defer s.roster.mu.Unlock()
	s.watching = func(w *watched) {
		watchers.Go(func() { w.run(ctx, s.metrics, s.hooks.tell) })
	}
	for _, w := range s.roster.boards {
		s.watching(w)
	}
	return func() {
		s.roster.mu.Lock()
		s.watching = nil
		s.roster.mu.Unlock()
		watchers.Wait()
		s.hooks.post.close()
	}
}

// checkBoards reports every problem with a list of boards at once.
func checkBoards(boards []NamedBoard) error {
	var problems []error
	if len(boards) == 0 {
		problems = append(problems, errors.New("no boards: at least one is needed"))
	}
	seen := map[string]bool{}
	for i, b := range boards {
		if !goodName(b.Name) {
			problems = append(problems, fmt.Errorf("board %d: name %q: want letters, digits, dash and underscore", i, b.Name))
		}
		if seen[b.Name] {
			problems = append(problems, fmt.Errorf("board %d: name %q is taken", i, b.Name))
		}
		seen[b.Name] = true
		if b.Board == nil {
			problems = append(problems, fmt.Errorf("board %d: %q is nil", i, b.Name))
		}
	}
	return errors.Join(problems...)
}
