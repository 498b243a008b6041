package phone

import "time"

// clockSamples is how many exchanges a Clock goes by. At one in two seconds
// they are half a minute, in which two quartzes 100 ppm apart drift by 3 ms.
const clockSamples = 16

// exchange is one question for the time and its answer.
type exchange struct {
	round  time.Duration // from question to answer
	offset time.Duration // of the phone's clock, from epoch
}

// Clock maps a phone's own clock to this machine's. Of the last exchanges it
// goes by the fastest: the answer was given somewhere between question and
// reception, so the middle of a short one errs by half its length at most
// (Cristian 1989; NTP's clock filter, RFC 5905 section 10).
type Clock struct {
	epoch  time.Time // of the first exchange
	recent []exchange
}

// Exchange notes that the phone, asked at sent, answered that its clock showed
// phone; the answer came in at received.
func (c *Clock) Exchange(sent, received time.Time, phone time.Duration) {
	round := received.Sub(sent)
	if round < 0 {
		return
	}
	if c.epoch.IsZero() {
		c.epoch = sent
	}
	if len(c.recent) == clockSamples {
		c.recent = c.recent[1:]
	}
	c.recent = append(c.recent, exchange{round, sent.Add(round/2).Sub(c.epoch) - phone})
}

// best is the fastest of the last exchanges.
func (c *Clock) best() (b exchange, ok bool) {
	for i, e := range c.recent {
		if i == 0 || e.round < b.round {
			b = e
		}
	}
	return b, len(c.recent) > 0
}

// At is the time of this machine at which the phone's clock showed phone, with
// the bound of its error; ok is false before the first exchange.
func (c *Clock) At(phone time.Duration) (at time.Time, within time.Duration, ok bool) {
	b, ok := c.best()
	if !ok {
		return time.Time{}, 0, false
	}
	return c.epoch.Add(phone + b.offset), b.round / 2, true
}
