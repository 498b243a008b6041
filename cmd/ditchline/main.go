// Command ditchline watches a crokinole board through a camera, or in
// photographs, and keeps its score.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long the program may take to end after a signal: a picture
// that is being looked at cannot be broken off.
const grace = 5 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // the first signal asks everything to end in order; a second one ends at once
		time.AfterFunc(grace, func() {
			fmt.Fprintf(os.Stderr, "ditchline: a picture was still being looked at %v after the signal: ended without it\n", grace)
			os.Exit(statusFailed)
		})
	})
	a := newApp(realParts(), os.Stdout, os.Stderr, os.Environ())
	status := a.execute(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}
