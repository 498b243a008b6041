package hub

import (
	"fmt"
	"net"
	"regexp"
)

var (
	refusedKey     = regexp.MustCompile(`(?:nkey:|Nkey ")(U[A-Z2-7]{55})`)
	refusedSubject = regexp.MustCompile(`(Publish|Subscription) Violation - (?:Subject|Reply) "([^"]*)"`)
	refusedFrom    = regexp.MustCompile(`(?:^|\s)(\S+:\d+) - cid:`)
)

// refusalText is a nats-server's refusal in words for people. tableOf names
// whose key it is; empty: nobody's here. What cannot be read is told as it is.
func refusalText(text string, tableOf func(key string) string) string {
	from := "an unknown place"
	if m := refusedFrom.FindStringSubmatch(text); m != nil {
		if host, _, err := net.SplitHostPort(m[1]); err == nil {
			from = host
		}
	}
	table, key := "", ""
	if m := refusedKey.FindStringSubmatch(text); m != nil {
		key = m[1]
		table = tableOf(key)
	}
	what := refusedSubject.FindStringSubmatch(text)
	switch {
	case table != "" && what != nil:
		did := "publish to"
		if what[1] == "Subscription" {
			did = "listen to"
		}
		return fmt.Sprintf("the key of table %s, used from %s, tried to %s %s, which is not its own: it was refused; revoke the key if a stranger has it", table, from, did, what[2])
	case key != "" && what == nil:
		return fmt.Sprintf("somebody at %s came with a key that is nobody's here (%s), or no longer: they were not let in", from, key)
	}
	return "the server refused a use of somebody else's subject, or an unknown key: " + text
}
