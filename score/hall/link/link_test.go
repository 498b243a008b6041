package link_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/hall/link"

	"github.com/nats-io/nkeys"
)

func TestSubjectsComeBack(t *testing.T) {
	event, table, match, ok := link.ParseEventSubject(link.EventSubject("wcc", "7", "wcc-1A-1-1"))
	if !ok || event != "wcc" || table != "7" || match != "wcc-1A-1-1" {
		t.Error(event, table, match, ok)
	}
	for _, bad := range []string{"", "ditchline.a.b", "hall.a.b.c", "ditchline.a.b.c.d"} {
		if _, _, _, ok := link.ParseEventSubject(bad); ok {
			t.Errorf("%q was read", bad)
		}
	}
	for _, bad := range []string{"", "a b", "a.b", "*", ">", strings.Repeat("x", 65)} {
		if link.CheckName("the event", bad) == nil {
			t.Errorf("%q is let through", bad)
		}
	}
}

func TestTheCursorComesBack(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sub", "cursor.json")
	c := link.FileCursor(file)
	if n, err := c.Load(); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if err := c.Save(42); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Load(); n != 42 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	for _, torn := range []string{"", `{"n":`, `{"n":-3}`} {
		if err := os.WriteFile(file, []byte(torn), 0o600); err != nil {
			t.Fatal(err)
		}
		if n, err := c.Load(); n != 0 || err != nil {
			t.Errorf("%q: %d, %v: want a beginning anew", torn, n, err)
		}
	}
}

func TestATicketSaysAllThatIsWrong(t *testing.T) {
	dir := t.TempDir()
	if _, err := link.ReadTicket(link.TicketFile(dir, "wcc", "7")); err == nil || !strings.Contains(err.Error(), "wcc-table-7.json") || !strings.Contains(err.Error(), "copy it") {
		t.Errorf("a missing ticket: %v", err)
	}
	err := link.Ticket{Event: "w c", Key: "SUX", CA: "none"}.Validate()
	for _, want := range []string{`"w c"`, "the table", "key:", "ca:"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	good := link.Ticket{Event: "wcc", Table: "7", Key: string(seed)}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
	if _, err := link.New(link.Options{Ticket: good}); err == nil || !strings.Contains(err.Error(), "--hub") {
		t.Errorf("without a server: %v", err)
	}
}

func TestATicketIsForItsOwnTable(t *testing.T) {
	dir := t.TempDir()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	write := func(file, table string) {
		text := `{"event":"wcc","table":"` + table + `","servers":["nats://h:4222"],"key":"` + string(seed) + `"}`
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(link.TicketFile(dir, "wcc", "7"), "7")
	write(link.TicketFile(dir, "wcc", "8"), "7")
	o, err := link.ForTable(dir, "wcc", "7", nil, nil)
	if err != nil || o.Ticket.Table != "7" || o.Cursor == nil {
		t.Errorf("%+v, %v", o, err)
	}
	for _, bad := range [][2]string{{"wcc", "8"}, {"wcc", "9"}, {"w c", "7"}} {
		if _, err := link.ForTable(dir, bad[0], bad[1], nil, nil); err == nil {
			t.Errorf("%v was let in", bad)
		}
	}
}

func TestAnAssignmentIsAMatchOfTheBoard(t *testing.T) {
	board := models.ShippedBoards()["nca-26"]
	a := link.Assignment{
		Event: "wcc", Table: "7", Match: "wcc-1A-3-2", Stage: "Pool A, round 3", Form: referee.Four, Rules: "NCA", Games: 3,
		Teams: []link.Team{
			{Name: "The Pegs", Players: []score.Player{{Name: "Ann", CID: "CRK-1"}, {Name: "Bob"}}},
			{Players: []score.Player{{Name: "Cy"}, {Name: "Di"}}},
		},
	}
	s, err := a.Setup(board)
	if err != nil {
		t.Fatal(err)
	}
	if s.ID != a.Match || s.Event != "wcc" || s.Table != "7" || s.Games != 3 || s.TeamName("A") != "The Pegs" || s.TeamName("B") != "Cy & Di" {
		t.Errorf("%+v", s)
	}
	if p := s.Player(referee.North); p != "Bob" {
		t.Errorf("%s sits in the north", p)
	}
	if s.Teams[0].Players[0].CID != "CRK-1" {
		t.Error("the player's id is lost")
	}
	a.Rules = "XYZ"
	if _, err := a.Setup(board); err == nil {
		t.Error("rules that do not exist were taken")
	}
}
