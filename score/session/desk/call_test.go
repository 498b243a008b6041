package desk

import (
	"slices"
	"testing"
	"time"

	"ditchline/detect"
	"ditchline/models"
	"ditchline/referee"
	"ditchline/score"
)

// fixture is a match of the hall "cup" for table 7 between two players.
func fixture(t *testing.T, id, a, b string, form referee.Form) *Fixture {
	t.Helper()
	rs, err := models.ShippedRulesets().Get("NCA")
	if err != nil {
		t.Fatal(err)
	}
	s := score.NewSetup(id, rs, models.Board{}, form)
	s.Event, s.Table, s.Stage = "cup", "7", "Pool A, round 1"
	s.Teams[0].Players[0].Name, s.Teams[1].Players[0].Name = a, b
	return &Fixture{Setup: s.Completed()}
}

func (s *stage) call(f *Fixture) {
	s.t.Helper()
	s.keep(s.desk.Call(Call{Event: "cup", Table: "7", Known: true, Next: f}))
}

// keep what came of something that people or a hall said.
func (s *stage) keep(o Outcome) { s.notes = append(s.notes, o.Notes...) }

func (s *stage) inHand(id string) {
	s.t.Helper()
	if got := s.desk.Match().Setup().ID; got != id {
		s.t.Fatalf("match %s is in hand, want %s", got, id)
	}
}

// stopped ends the match in hand, whatever was played.
func (s *stage) stopped() {
	s.t.Helper()
	o, err := s.desk.Order(score.Event{Kind: score.KindConcede, Side: "B"})
	if err != nil {
		s.t.Fatal(err)
	}
	s.keep(o)
	if s.desk.Match().State().Phase != score.Over {
		s.t.Fatal("the match is not over")
	}
}

func TestAMatchOfTheHallTakesThePlaceOfOneThatHasNotBegun(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.inHand("m")
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.inHand("cup-1")
	setup := s.desk.Match().Setup()
	if setup.Ruleset.ID != "NCA" || setup.Player(referee.South) != "Ann" || setup.Event != "cup" || setup.Table != "7" || setup.Stage != "Pool A, round 1" || setup.Board.Name != "nca-26" {
		t.Errorf("set up as %s, %s, %s %s %s on %s", setup.Ruleset.ID, setup.Player(referee.South), setup.Event, setup.Table, setup.Stage, setup.Board.Name)
	}
	s.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Four)) // another one, before the first shot
	s.inHand("cup-2")
	if got := s.desk.Match().Setup().Form; got != referee.Four {
		t.Errorf("players %s", got)
	}
	s.call(nil) // taken back
	s.inHand("m-2")
	if setup := s.desk.Match().Setup(); setup.Event != "" || setup.Table != "" || setup.Form != referee.Two || setup.Player(referee.South) != "A1" {
		t.Errorf("what is played beside the hall: %s %s, %s", setup.Event, setup.Table, setup.Player(referee.South))
	}
	s.wait(time.Minute)
	s.inHand("m-2")
}

func TestTheHallsMatchIsTheFirstWhereItWasCalledBeforeTheBoardWasFound(t *testing.T) {
	d := newDesk(t, referee.Two)
	if o := d.Call(Call{Event: "cup", Table: "7", Known: true, Next: fixture(t, "cup-1", "Ann", "Bob", referee.Two)}); len(o.Events) > 0 {
		t.Errorf("begun without a board: %v", o.Events)
	}
	s := newStage(t, d)
	s.inHand("cup-1")
}

func TestTheNextMatchBeginsWhenTheLastIsOverAndTheBoardLiesClear(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Two))
	if !s.desk.TakenBack() {
		t.Error("a match that the hall does not have at this table any more counts")
	}
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two)) // it was a slip
	s.stopped()
	s.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Two))
	if s.desk.TakenBack() {
		t.Error("a match that is over was taken back")
	}
	s.wait(time.Minute) // its discs still lie there
	s.inHand("cup-1")
	s.hands([]detect.ID{s.next - 1}, nil)
	s.wait(clearFor - time.Second)
	s.inHand("cup-1")
	if _, err := s.desk.Order(score.Event{Kind: score.KindNote, Note: "well played"}); err != nil {
		t.Errorf("nothing can be put right in a match that is over: %v", err)
	}
	s.wait(2 * time.Second)
	s.inHand("cup-2")
	s.wants()
	s.shoot("light", 90, at(60, 100), detect.Flat) // the other colour begins, on the other side
	setup, state := s.desk.Match().Setup(), s.desk.Match().State()
	if r := state.Shots[0]; setup.Player(r.Seat) != "Cleo" || r.Side != "A" {
		t.Errorf("the first shot is %s's, side %s", setup.Player(r.Seat), r.Side)
	}
}

func TestAShotFromAClearBoardIsTheNextMatchsFirst(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.stopped()
	s.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Two))
	s.hands([]detect.ID{s.next - 1}, nil)
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.inHand("cup-2")
	if n := len(s.desk.Match().State().Shots); n != 1 {
		t.Errorf("%d shots", n)
	}
}

func TestAShotAmongTheDiscsOfAMatchThatIsOverIsNobodys(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.shoot("light", 90, at(150, 45), detect.Flat, effect{id: s.next - 1, to: at(70, 100), state: detect.Flat, p: 1})
	s.stopped()
	s.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Two))
	before := len(s.desk.Match().Events())
	s.shoot("dark", 270, at(160, 200), detect.Flat)
	s.inHand("cup-1")
	if n := len(s.desk.Match().Events()); n != before {
		t.Errorf("%d events more", n-before)
	}
	s.hands([]detect.ID{s.next - 1, s.next - 2, s.next - 3}, nil)
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.inHand("cup-2")
	s.wants()
}

func TestAMatchInHandIsNotLeftForTheNext(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	// Heard of nothing new, and the program's own clock goes on.
	s.hands([]detect.ID{s.next - 1}, nil)
	s.wait(5 * time.Minute)
	s.inHand("cup-1")
	// The hall has not spoken since the program began: nothing was taken back.
	s.keep(s.desk.Call(Call{Event: "cup", Table: "7"}))
	if s.desk.TakenBack() {
		t.Error("taken back by silence")
	}
	s.wait(5 * time.Minute)
	s.inHand("cup-1")
}

func TestAMatchThatWasTakenBackIsLeftOnAClearBoard(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.call(nil)
	if !s.desk.TakenBack() {
		t.Fatal("not seen as taken back")
	}
	s.wait(time.Minute)
	s.inHand("cup-1")
	s.shoot("light", 90, at(150, 45), detect.Flat, effect{id: s.next - 1, to: at(70, 100), state: detect.Flat, p: 1})
	s.hands([]detect.ID{s.next - 1, s.next - 2}, nil)
	s.wait(clearFor + time.Second)
	s.inHand("m-2")
}

func TestWarmingUpIsLeftForTheHallsMatch(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.inHand("m")
	s.shoot("dark", 270, at(150, 45), detect.Flat)
	s.inHand("m")
	s.hands([]detect.ID{s.next - 1, s.next - 2}, nil)
	s.wait(clearFor + time.Second)
	s.inHand("cup-1")
}

func TestAMatchOfPeopleWithNamesIsPlayedToItsEnd(t *testing.T) {
	d := newDesk(t, referee.Two)
	d.home.Teams = score.NewSetup("", models.Ruleset{}, models.Board{}, referee.Two).Teams
	d.home.Teams[0].Players[0].Name = "Eve"
	d.o.Teams = d.home.Teams
	s := newStage(t, d)
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.hands([]detect.ID{s.next - 1}, nil)
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.wait(5 * time.Minute)
	s.inHand("m")
	o, err := s.desk.TakeNext() // until they say so
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Events) != 1 || o.Events[0].Setup.ID != "cup-1" {
		t.Errorf("events %v", o.Events)
	}
	s.inHand("cup-1")
	if _, err := s.desk.TakeNext(); err == nil {
		t.Error("it was begun twice")
	}
}

func TestAMatchIsNotBegunTwice(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.stopped()
	s.hands([]detect.ID{s.next - 1}, nil)
	s.shoot("dark", 270, at(60, 100), detect.Flat) // the hall is out of reach: it does not know that it is over
	s.inHand("m-2")
	s.hands([]detect.ID{s.next - 1}, nil)
	s.wait(5 * time.Minute)
	s.inHand("m-2")
}

func TestAMatchThatWasGivenAwayAndBackGoesOn(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.shoot("light", 90, at(150, 45), detect.Flat, effect{id: s.next - 1, to: at(70, 100), state: detect.Flat, p: 1})
	s.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Two))
	s.hands([]detect.ID{s.next - 1, s.next - 2}, nil)
	s.wait(clearFor + time.Second)
	s.inHand("cup-2")
	back := fixture(t, "cup-1", "Ann", "Bob", referee.Two)
	back.Played = slices.Clone(s.played(t, "cup-1"))
	o := s.desk.Call(Call{Event: "cup", Table: "7", Known: true, Next: back})
	s.inHand("cup-1")
	if o.Resumed != "cup-1" || o.From != len(o.Events) {
		t.Errorf("taken up from its log: %q, from %d of %d events", o.Resumed, o.From, len(o.Events))
	}
	if state := s.desk.Match().State(); len(state.Shots) != 2 || state.Round != 2 {
		t.Errorf("%d shots, round %d", len(state.Shots), state.Round)
	}
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	if n := len(s.desk.Match().State().Shots); n != 3 {
		t.Errorf("%d shots", n)
	}
}

// played is a match of two shots and a round, as the board's log has it.
func (s *stage) played(t *testing.T, id string) []score.Event {
	t.Helper()
	other := newStage(t, newDesk(t, referee.Two))
	other.call(fixture(t, id, "Ann", "Bob", referee.Two))
	other.shoot("dark", 270, at(60, 100), detect.Flat)
	other.shoot("light", 90, at(150, 45), detect.Flat, effect{id: other.next - 1, to: at(70, 100), state: detect.Flat, p: 1})
	other.hands([]detect.ID{other.next - 1, other.next - 2}, nil)
	return other.desk.Match().Events()
}

func TestAMisspeltNameIsPutRightInTheMatchInHand(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	s.call(fixture(t, "cup-1", "Anne", "Bob", referee.Two))
	s.shoot("dark", 270, at(60, 100), detect.Flat)
	s.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	s.inHand("cup-1")
	if got := s.desk.Naming().Player(referee.South); got != "Ann" {
		t.Errorf("called %s", got)
	}
	if got := s.desk.Match().Setup().Player(referee.South); got != "Anne" {
		t.Errorf("the log was changed: %s", got)
	}
}

func TestAMatchForAnotherGameIsLeftAlone(t *testing.T) {
	rs, err := models.ShippedRulesets().Get("CAR")
	if err != nil {
		t.Fatal(err)
	}
	f := &Fixture{Setup: score.NewSetup("cup-1", rs, models.Board{}, referee.Two)}
	s := newStage(t, newDesk(t, referee.Two))
	s.call(f)
	s.inHand("m")
	if _, err := s.desk.TakeNext(); err == nil {
		t.Error("carrom is played on a crokinole board")
	}
}

func TestAMatchOfTheHallIsResumed(t *testing.T) {
	s := newStage(t, newDesk(t, referee.Two))
	events := s.played(t, "cup-1")
	d := newDesk(t, referee.Two)
	if err := d.Resume(events); err != nil {
		t.Fatal(err)
	}
	d.Call(Call{Event: "cup", Table: "7"})
	again := newStage(t, d)
	again.inHand("cup-1")
	again.call(fixture(t, "cup-1", "Ann", "Bob", referee.Two))
	again.shoot("dark", 270, at(60, 100), detect.Flat)
	again.inHand("cup-1")
	if state := d.Match().State(); len(state.Shots) != 3 || d.o.Ruleset.ID != "NCA" {
		t.Errorf("%d shots by %s", len(state.Shots), d.o.Ruleset.ID)
	}
	again.stopped()
	again.hands([]detect.ID{again.next - 1}, nil)
	again.wait(5 * time.Minute)
	again.inHand("cup-1")
	again.call(fixture(t, "cup-2", "Cleo", "Dan", referee.Two))
	again.inHand("cup-2")
}
