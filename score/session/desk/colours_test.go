package desk

import (
	"testing"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// teamsOf are two named sides with the colours that were shown.
func teamsOf(a, b string) []score.Team {
	return []score.Team{
		{Side: "A", Colour: a, Players: []score.Player{{Name: "Anna", Seat: referee.South}}},
		{Side: "B", Colour: b, Players: []score.Player{{Name: "Bram", Seat: referee.North}}},
	}
}

func deskFor(t *testing.T, o Options) *Desk {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NED")
	if err != nil {
		t.Fatal(err)
	}
	o.Match, o.Ruleset, o.Form = "m", rs, referee.Two
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAColourThatWasShownIsItsOwnersWhoeverShootsFirst(t *testing.T) {
	dark, light := detect.RGB{R: 44, G: 38, B: 40}, detect.RGB{R: 200, G: 185, B: 150}
	for _, c := range []struct {
		name   string
		a, b   string
		colour detect.RGB
		want   referee.Side
	}{
		{"both shown, A's", "#282828", "#d2be8c", dark, "A"},
		{"both shown, B's", "#282828", "#d2be8c", light, "B"},
		{"shown the other way round", "#d2be8c", "#282828", dark, "B"},
		{"only B's shown, seen", "", "#282828", dark, "B"},
		{"only B's shown, the other seen", "", "#282828", light, "A"},
		{"none shown: the starter's", "", "", light, "B"},
		{"no colour known: the first that was not shown", "", "#282828", detect.RGB{}, "A"},
	} {
		d := deskFor(t, Options{Teams: teamsOf(c.a, c.b), Starter: referee.North})
		newStage(t, d)
		if got := d.seats.sideOf("some team", c.colour, d.likelySides("")); got != c.want {
			t.Errorf("%s: side %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAMatchIsSetUpAsPeopleSaid(t *testing.T) {
	d := deskFor(t, Options{Teams: teamsOf("#282828", "#d2be8c"), Starter: referee.North, Games: 3, BoardName: "stage"})
	newStage(t, d)
	setup := d.Match().Setup()
	if setup.Starter != referee.North || setup.Games != 3 || setup.BoardName != "stage" || setup.TeamName("B") != "Bram" || d.Match().State().Next != referee.North {
		t.Errorf("setup %+v", setup)
	}
	again := deskFor(t, Options{})
	if err := again.Resume(d.Match().Events()); err != nil {
		t.Fatal(err)
	}
	if again.o.Teams[1].Name != "" || again.o.Teams[1].Players[0].Name != "Bram" || again.seats.shown["B"] != (detect.RGB{R: 0xd2, G: 0xbe, B: 0x8c}) {
		t.Errorf("a match that goes on has forgotten its players: %+v", again.o.Teams)
	}
	for _, o := range []Options{{Starter: referee.West}, {Teams: teamsOf("", "")[:1]}, {Games: 100}} {
		rs := again.o.Ruleset
		o.Match, o.Ruleset, o.Form = "m", rs, referee.Two
		if _, err := New(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}
