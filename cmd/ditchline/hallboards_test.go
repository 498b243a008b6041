package main

import (
	"testing"

	"ditchline/score/session"
)

// Two boards of one program sit at two tables, in the order of the list.
func TestTheBoardsOfOneProgramSitAtTheirTables(t *testing.T) {
	c := openCup(t)
	data := t.TempDir()
	c.giveTicket(t, data, "1")
	c.giveTicket(t, data, "2")
	p, _ := start(t, 0, "run", "--data", data, "--listen", "127.0.0.1:0", "--source", "x", "--board", "nca-26", "--hub", c.servers, "--event", "cup", "--table", "1,2")
	c.draw()
	p.until("the first board's match", p.plays("Ann", "Cleo"))
	plan := map[string]any{"board": "nca-26", "surface": 0, "rules": "NED", "set": []string{}, "players": "2", "teams": []any{}, "starter": "", "games": 1, "event": "", "table": ""}
	for _, name := range []string{"second", "third"} {
		plan["source"] = map[string]string{"second": "camera:1", "third": "camera:2"}[name]
		p.post("/api/v1/boards", "", map[string]any{"name": name, "plan": plan})
	}
	at := func(name string) (n session.Snapshot) { p.read("/api/v1/boards/"+name+"/state", &n); return n }
	p.until("the second board's match", func() bool {
		m := at("second").Match
		return m != nil && m.Table == "2" && m.Sides[0].Name == "Bob" && m.Sides[1].Name == "Dan"
	})
	if n := at("third"); n.Hall != nil {
		t.Errorf("a board without a table has joined %+v", n.Hall)
	}
	p.rounds(4)
	c.until("the result of the first", func() bool { return c.points()["Ann"] == 8 && c.points()["Bob"] == 0 })
}
