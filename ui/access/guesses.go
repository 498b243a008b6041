package access

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// How often secrets may be tried: an address a few times at once, then now and
// then; all addresses together so often that a hall's helpers can sign in, and
// a thousand machines still guess nothing.
const (
	guessesAtOnce    = 5
	guessEvery       = 20 * time.Second
	allGuessesAtOnce = 40
	allGuessEvery    = time.Second
	mostGuessers     = 4096
)

// guesses counts who tried to sign in. It is used under the keeper's lock.
type guesses struct {
	all  *rate.Limiter
	from map[netip.Prefix]*rate.Limiter
}

func newGuesses() guesses {
	return guesses{
		all:  rate.NewLimiter(rate.Every(allGuessEvery), allGuessesAtOnce),
		from: map[netip.Prefix]*rate.Limiter{},
	}
}

// guesser is whom an address stands for: with IPv6 a household has 2^64 of
// them.
func guesser(a netip.Addr) netip.Prefix {
	a = a.Unmap().WithZone("")
	bits := a.BitLen()
	if a.Is6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // never fails: bits fit the address
	return p
}

// wait is how long an address must wait before its next guess; 0 counts one
// that is made now.
func (g *guesses) wait(a netip.Addr, now time.Time) time.Duration {
	who := guesser(a)
	l := g.from[who]
	if l == nil {
		if len(g.from) >= mostGuessers {
			g.forget(now)
		}
		l = rate.NewLimiter(rate.Every(guessEvery), guessesAtOnce)
		g.from[who] = l
	}
	mine := l.ReserveN(now, 1)
	if d := mine.DelayFrom(now); d > 0 {
		mine.CancelAt(now)
		return d
	}
	everyones := g.all.ReserveN(now, 1)
	if d := everyones.DelayFrom(now); d > 0 {
		everyones.CancelAt(now)
		mine.CancelAt(now)
		return d
	}
	return 0
}

// right gives an address its guesses back: it knew the secret.
func (g *guesses) right(a netip.Addr) { delete(g.from, guesser(a)) }

// forget those who have all their guesses again, or everyone where none has:
// then the limit of all together still holds.
func (g *guesses) forget(now time.Time) {
	for who, l := range g.from {
		if l.TokensAt(now) >= guessesAtOnce {
			delete(g.from, who)
		}
	}
	if len(g.from) >= mostGuessers {
		clear(g.from)
	}
}
