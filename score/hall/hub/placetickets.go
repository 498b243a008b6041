package hub

import (
	"slices"

	"ditchline/score/hall/link"
)

// placeTickets are the tickets that a place keeps.
type placeTickets Place

// Tables are those that have a ticket.
func (t *placeTickets) Tables() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.SortedFunc(slices.Values(t.tables), byNumber)
}

// Servers are where tables reach the hall.
func (t *placeTickets) Servers() []string { return t.urls }

// Ticket is a table's.
func (t *placeTickets) Ticket(table string) (link.Ticket, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.tables, table) {
		return link.Ticket{}, errNoSuch{"table " + table}
	}
	return link.ReadTicket(link.TicketFile(t.o.Data, t.o.Event, table))
}

// Revoke makes a table's key worthless at once: whoever uses it is cut off.
// The table gets another ticket.
func (t *placeTickets) Revoke(table string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.tables, table) {
		return errNoSuch{"table " + table}
	}
	if err := t.keys.Revoke(table); err != nil {
		return err
	}
	return (*Place)(t).admit()
}
