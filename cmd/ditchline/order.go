package main

import (
	"context"
	"sync"
)

// inOrder works on the items, up to `workers` of them at a time, and hands
// the results on in the items' order. A result holds its place among the
// workers until it was handed on, so that no more than that many are in
// memory. When ctx ends, no further item is begun; the number of results
// handed on is returned.
func inOrder[T, R any](ctx context.Context, items []T, workers int, work func(T) R, handOn func(R) error) (done int, err error) {
	places := make(chan struct{}, workers)
	pending := make(chan chan R, len(items))
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wg.Go(func() {
		defer close(pending)
		for _, item := range items {
			select {
			case places <- struct{}{}:
			case <-ctx.Done():
			}
			if ctx.Err() != nil {
				return
			}
			result := make(chan R, 1)
			pending <- result
			wg.Go(func() { result <- work(item) })
		}
	})
	for result := range pending {
		if err := handOn(<-result); err != nil {
			return done, err
		}
		done++
		<-places
	}
	return done, nil
}
