package score_test

import (
	"reflect"
	"testing"

	"ditchline/referee"
	"ditchline/score"
)

func TestStatistics(t *testing.T) {
	tab := newTable(t, referee.Two, "NED", nil, "DiscsPerPlayer2=4")
	tab.shoot(referee.InHole, 0) // S: open, twenty
	tab.shoot(referee.InHole, 0) // N: open, twenty
	tab.shoot(referee.InHole, 0) // S: open, twenty
	tab.shoot(referee.Flat, 60)  // N: open, none
	tab.miss()                   // S: foul
	tab.shoot(referee.Flat, 200) // N: open again, short
	tab.shoot(referee.Flat, 60)  // S: contact with N's disc
	tab.shoot(referee.Flat, 60)  // N: contact
	tab.do(score.Event{Kind: score.KindRound})
	stats := tab.State().Statistics()
	south, north := stats.Players[0], stats.Players[1]
	if south.Shots != 4 || south.Twenties != 2 || south.OpenShots != (score.Share{N: 2, Of: 2}) || south.Contacts != (score.Share{N: 1, Of: 2}) || south.Best20s != 2 || south.BestValid != 2 {
		t.Errorf("south: %+v", south)
	}
	if !reflect.DeepEqual(south.Fouls, map[referee.Reason]int{referee.FNoContact: 1}) || !reflect.DeepEqual(north.Fouls, map[referee.Reason]int{referee.FOpenShort: 1}) {
		t.Errorf("fouls: %v, %v", south.Fouls, north.Fouls)
	}
	if north.OpenShots != (score.Share{N: 1, Of: 3}) || north.Contacts != (score.Share{N: 1, Of: 1}) || north.Best20s != 1 {
		t.Errorf("north: %+v", north)
	}
	// 2 twenties and a disc at 60 each... south 55, north 20 + 15 + 15.
	a, b := stats.Sides[0], stats.Sides[1]
	if a.RoundPoints != 55 || b.RoundPoints != 50 || a.PerRound != 55 || a.Twenties != 2 {
		t.Errorf("round points %d and %d, %+v", a.RoundPoints, b.RoundPoints, a)
	}
	if a.AgainstIt != (score.Record{Won: 1}) || b.WithHammer != (score.Record{Lost: 1}) || a.WithHammer != (score.Record{}) {
		t.Errorf("hammer: %+v, %+v", a, b)
	}
	tab.write(10, 10)
	tab.write(30, 10)
	tab.write(30, 10)
	stats = tab.State().Statistics()
	if a := stats.Sides[0]; a.Won != 3 || a.Tied != 1 || a.LongestWins != 2 || a.Rounds != 4 || a.PerRound != 125.0/4 {
		t.Errorf("after four rounds: %+v", a)
	}
}

func TestStatisticsOfReshootsStartsAndTurns(t *testing.T) {
	tab := newTable(t, referee.Two, "CH+n", nil)
	tab.do(score.Event{Kind: score.KindShot, Shot: &score.Shot{
		Seat: referee.South, Disc: "a", After: []referee.Rest{{ID: "a", State: referee.Flat, At: referee.Polar{D: 60}}},
		Start: &referee.Start{Seat: referee.South, At: referee.Polar{D: 200, Theta: 270}, Flat: true},
	}})
	tab.miss()
	tab.shootAs(referee.South, referee.Flat, 60, true)
	stats := tab.State().Statistics()
	if p := stats.Players[0]; p.BadStarts != 1 || p.WrongTurn != 1 || p.Shots != 1 {
		t.Errorf("south: %+v", p)
	}
	if p := stats.Players[1]; p.Reshoots != 1 || p.Shots != 0 {
		t.Errorf("north: %+v", p)
	}
}
