// Package link joins a board to a hall over NATS JetStream: what the board's
// match log says goes to the hall's stream, in order and once; what the board
// is to play next comes back. The board needs the link for nothing else: its
// log is the truth, and what could not be sent is sent later.
package link

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Schema is the version of the events' form that this program writes.
const Schema = 1

// The headers of an event's message.
const (
	HeaderSchema = "Ditchline-Schema" // version of the event's form
	HeaderSeq    = "Ditchline-Seq"    // number of the event in its match
	HeaderSent   = "Ditchline-Sent"   // the board's clock when it was sent
	HeaderBehind = "Ditchline-Behind" // events of the board's log that still wait behind it (as far as it looked)
)

// EventSubject is where the events of a match at a table go.
func EventSubject(event, table, match string) string {
	return "ditchline." + event + "." + table + "." + match
}

// EventSubjects are those of all tables of an event.
func EventSubjects(event string) string { return "ditchline." + event + ".*.*" }

// ParseEventSubject is what an event's subject says.
func ParseEventSubject(subject string) (event, table, match string, ok bool) {
	parts := strings.Split(subject, ".")
	if len(parts) != 4 || parts[0] != "ditchline" {
		return "", "", "", false
	}
	return parts[1], parts[2], parts[3], true
}

// TableSubject is where a table is told what to play.
func TableSubject(event, table string) string { return "hall." + event + ".table." + table }

// LogSubject is where the tournament's own events go.
func LogSubject(event string) string { return "hall." + event + ".log" }

// The streams of an event.
func EventStream(event string) string { return "ditchline-" + event }          // the tables' events
func LogStream(event string) string   { return "ditchline-" + event + "-log" } // the tournament's own
func TableStream(event string) string { return "ditchline-" + event + "-tables" }

// InboxPrefix is where answers to a table come: nobody else may listen there.
func InboxPrefix(event, table string) string { return "_INBOX." + event + "." + table }

// Rights are the subjects that a user may use, and no other.
type Rights struct {
	Publish   []string
	Subscribe []string
}

// TableRights let a table publish the events of its own matches and say that
// it is there, see the last of those events, and hear what it is to play. It can neither write nor read
// anything of another table.
func TableRights(event, table string) Rights {
	return Rights{
		Publish: []string{
			EventSubject(event, table, "*"),
			HereSubject(event, table),
			"$JS.API.DIRECT.GET." + EventStream(event) + "." + EventSubject(event, table, "*"),
			"$JS.API.DIRECT.GET." + TableStream(event) + "." + TableSubject(event, table),
		},
		Subscribe: []string{InboxPrefix(event, table) + ".>", TableSubject(event, table)},
	}
}

// token says whether a name can be part of a subject and of a stream's name.
func token(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
		default:
			return false
		}
	}
	return true
}

// CheckName is an error when an event, a table or a match cannot be called
// so in a hall.
func CheckName(what, name string) error {
	if !token(name) {
		return fmt.Errorf("%s is called %q: in a hall use letters, digits, dash and underscore, 64 at most", what, name)
	}
	return nil
}

// sentNow are the headers' texts of an event sent at a time.
func sentNow(seq, behind int, now time.Time) map[string]string {
	return map[string]string{
		HeaderSchema: strconv.Itoa(Schema),
		HeaderSeq:    strconv.Itoa(seq),
		HeaderSent:   now.UTC().Format(time.RFC3339Nano),
		HeaderBehind: strconv.Itoa(behind),
	}
}
