// Command ditchline watches a crokinole board through a camera, or in
// photographs, and keeps its score.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks everything to end in order; a second one ends at once.
	context.AfterFunc(ctx, stop)
	a := newApp(realParts(), os.Stdout, os.Stderr, os.Environ())
	status := a.execute(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}
