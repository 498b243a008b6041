package referee

import (
	"errors"
	"fmt"

	"ditchline/models"
)

// Colour is a side of a carrom board.
type Colour string

// The colours.
const (
	White Colour = "W"
	Black Colour = "B"
)

// Other is the opposing colour.
func (c Colour) Other() Colour {
	if c == White {
		return Black
	}
	return White
}

// index of a colour in Pair.
func (c Colour) index() int {
	if c == Black {
		return 1
	}
	return 0
}

// Pair is a number for each colour: white, black.
type Pair [2]int

// Of is the colour's number.
func (p Pair) Of(c Colour) int { return p[c.index()] }

// With is the pair with n for the colour.
func (p Pair) With(c Colour, n int) Pair {
	p[c.index()] = n
	return p
}

// Queen says where the queen is.
type Queen string

// The queen's places.
const (
	QueenOnBoard Queen = "board"
	QueenPending Queen = "pending" // pocketed, to be confirmed by the next stroke
	QueenCovered Queen = "covered" // confirmed
)

// CarromBoard is the state of one carrom board between strokes.
type CarromBoard struct {
	On     Pair   `json:"on"`  // pieces on the board
	Due    Pair   `json:"due"` // pieces owed that could not come back yet
	Queen  Queen  `json:"queen"`
	Owner  Colour `json:"owner,omitempty"` // who pocketed the queen, while she is pending or covered
	Turn   Colour `json:"turn"`
	Broken bool   `json:"broken"`          // the break was made
	Tries  int    `json:"tries,omitempty"` // failed tries at the break
	Score  Pair   `json:"score"`           // totals before this board: they matter to QueenCap
	Winner Colour `json:"winner,omitempty"`
	Points int    `json:"points,omitempty"`
}

// NewCarromBoard is the board before the break.
func NewCarromBoard(rules *models.CarromRules, breaker Colour) CarromBoard {
	return CarromBoard{On: Pair{rules.Pieces, rules.Pieces}, Queen: QueenOnBoard, Turn: breaker}
}

// Stroke is what fell in one stroke, seen by who played it.
type Stroke struct {
	Own         int    `json:"own,omitempty"`
	Opp         int    `json:"opp,omitempty"`
	Queen       bool   `json:"queen,omitempty"`
	Striker     bool   `json:"striker,omitempty"`
	Foul        Reason `json:"foul,omitempty"`         // an illegal striker position
	NoneTouched bool   `json:"none_touched,omitempty"` // the striker touched no piece (matters at the break)
}

// CarromResult is what a stroke led to.
type CarromResult string

// The results.
const (
	Continue CarromResult = "CONTINUE"
	Pass     CarromResult = "PASS"
	End      CarromResult = "END"
)

// CarromVerdict is what the referee says of a stroke.
type CarromVerdict struct {
	Result  CarromResult `json:"result"`
	Events  []string     `json:"events,omitempty"` // codes of section 6: Q_PENDING, OUT 1, DUE 1 ...
	Because []string     `json:"because"`
}

// ErrBoardOver says that a stroke was played after the end of its board.
var ErrBoardOver = errors.New("the board is over")

// CheckStroke reports everything that cannot have happened on the board.
func CheckStroke(b *CarromBoard, s Stroke) error {
	if b.Winner != "" {
		return ErrBoardOver
	}
	var problems []error
	if s.Own < 0 || s.Own > b.On.Of(b.Turn) {
		problems = append(problems, fmt.Errorf("own is %d: %d pieces of that colour are on the board", s.Own, b.On.Of(b.Turn)))
	}
	if opp := b.On.Of(b.Turn.Other()); s.Opp < 0 || s.Opp > opp {
		problems = append(problems, fmt.Errorf("opp is %d: %d pieces of that colour are on the board", s.Opp, opp))
	}
	if s.Queen && b.Queen != QueenOnBoard {
		problems = append(problems, fmt.Errorf("the queen cannot be pocketed: she is %s", b.Queen))
	}
	if s.NoneTouched && (s.Own > 0 || s.Opp > 0 || s.Queen) {
		problems = append(problems, errors.New("no piece was touched, yet some were pocketed"))
	}
	return errors.Join(problems...)
}

// carromStroke is one stroke being judged.
type carromStroke struct {
	rs    *models.Ruleset
	rules *models.CarromRules
	b     *CarromBoard
	s     Stroke
	me    int // index of the player's colour
	v     CarromVerdict
	had   bool // an own piece had been pocketed before the stroke
}

// PlayStroke judges a stroke and gives the board after it (RULES.md 3). The
// ruleset must be one of carrom.
func PlayStroke(rs *models.Ruleset, before CarromBoard, s Stroke) (CarromBoard, CarromVerdict, error) {
	if err := CheckStroke(&before, s); err != nil {
		return before, CarromVerdict{}, err
	}
	after := before
	c := carromStroke{rs: rs, rules: &rs.Carrom, b: &after, s: s, me: before.Turn.index()}
	c.had = before.On[c.me] < c.rules.Pieces
	c.play()
	return after, c.v, nil
}

func (c *carromStroke) because(field string) {
	id := c.rs.Source(field)
	if id == models.HouseSource {
		id = models.HouseSource + ":" + field
	}
	for _, known := range c.v.Because {
		if known == id {
			return
		}
	}
	c.v.Because = append(c.v.Because, id)
}

func (c *carromStroke) event(format string, args ...any) {
	c.v.Events = append(c.v.Events, fmt.Sprintf(format, args...))
}

func (c *carromStroke) play() {
	if c.breakFailed() {
		return
	}
	c.b.Broken = true
	c.b.On[c.me] -= c.s.Own
	c.b.On[1-c.me] -= c.s.Opp
	if c.s.Opp > 0 {
		c.event("OPP_POCKETED %d", c.s.Opp)
		c.because("OpponentPiece")
	}
	var goesOn bool
	switch {
	case c.s.Foul != "" && c.rules.IllegalStriker != models.IllegalStrikerIgnore:
		goesOn = c.illegal()
	case c.s.Striker:
		goesOn = c.withStriker()
	default:
		goesOn = c.plain()
	}
	c.payDue(c.me)
	c.payDue(1 - c.me)
	if c.ended() {
		return
	}
	c.v.Result = Continue
	if !goesOn {
		c.v.Result = Pass
		c.b.Turn = c.b.Turn.Other()
	}
}

// breakFailed handles a break that touched nothing: more tries, then the turn
// passes and nothing is set up again (ICF 45).
func (c *carromStroke) breakFailed() bool {
	if c.b.Broken || !c.s.NoneTouched || c.s.Foul != "" || c.s.Striker {
		return false
	}
	c.because("FailedBreakTries")
	c.b.Tries++
	c.v.Result = Continue
	if c.b.Tries > c.rules.FailedBreakTries {
		c.v.Result = Pass
		c.b.Broken = true
		c.b.Turn = c.b.Turn.Other()
	}
	return true
}

// illegal is a stroke from a wrong place: own pieces and queen of the stroke
// come back and one more, the turn is lost; the opponent keeps what fell.
func (c *carromStroke) illegal() bool {
	c.because("IllegalStriker")
	c.event("%s", c.s.Foul)
	c.bringBack()
	c.queenBack()
	c.out(1)
	return false
}

func (c *carromStroke) withStriker() bool {
	if c.s.Queen || c.pending() {
		return c.queenAndStriker()
	}
	field, choice := "StrikerAlone", c.rules.StrikerAlone
	switch {
	case c.s.Own > 0 && c.s.Opp > 0:
		field, choice = "StrikerWithBoth", c.rules.StrikerWithBoth
	case c.s.Own > 0:
		field, choice = "StrikerWithOwn", c.rules.StrikerWithOwn
	case c.s.Opp > 0:
		field, choice = "StrikerWithOpponent", c.rules.StrikerWithOpponent
	}
	c.because(field)
	return c.penalty(choice)
}

// penalty brings pieces of the stroke back and takes one more out, as the
// choice says, and tells whether the player goes on.
func (c *carromStroke) penalty(choice string) bool {
	if choice == models.BackOneOutContinue || choice == models.BackOneOutTurnLost {
		c.bringBack()
	}
	if choice != models.TurnLostOnly {
		c.out(1)
	}
	return choice == models.BackOneOutContinue
}

// queenAndStriker is the striker in a pocket with the queen, or while she is
// to be confirmed.
func (c *carromStroke) queenAndStriker() bool {
	switch {
	case c.s.Queen && c.rules.QueenNeedsOwnPocketed && !c.had:
		c.because("QueenEarly") // ICF 95d: back, one due, turn lost
		c.bringBack()
		c.queenBack()
		c.out(1)
		return false
	case c.s.Queen:
		c.because("QueenWithStriker")
		c.bringBack()
		c.queenBack()
		c.out(1)
		return c.rules.QueenWithStriker == models.BackOneOutContinue
	case c.s.Own > 0: // still to be confirmed, if the turn goes on
		field, choice := "StrikerWithOwn", c.rules.StrikerWithOwn
		if c.s.Opp > 0 {
			field, choice = "StrikerWithBoth", c.rules.StrikerWithBoth
		}
		c.because(field)
		goesOn := c.penalty(choice)
		if !goesOn {
			c.queenBack()
		}
		return goesOn
	default:
		c.because("CoverStriker")
		c.queenBack()
		c.out(1)
		return c.rules.CoverStriker == models.BackOneOutContinue
	}
}

// plain is a stroke without the striker in a pocket.
func (c *carromStroke) plain() bool {
	goesOn := c.s.Own > 0 && c.rules.ContinueOnOwn
	if c.s.Own > 0 {
		c.because("ContinueOnOwn")
	}
	if c.s.Opp > 0 && c.s.Own == 0 {
		goesOn = c.rules.OpponentPiece == models.CountsContinue
	}
	switch {
	case c.s.Queen:
		return c.plainQueen(goesOn)
	case c.pending():
		c.because("QueenUnconfirmed")
		if c.s.Own > 0 {
			c.cover()
		} else {
			c.queenBack()
		}
	}
	return goesOn
}

func (c *carromStroke) plainQueen(goesOn bool) bool {
	needs := c.rules.QueenNeedsOwnPocketed && !c.had
	if needs && c.s.Own == 0 {
		c.because("QueenEarly")
		c.queenBack()
		return c.rules.QueenEarly == models.BackContinue
	}
	lostByOpponent := c.s.Opp > 0 && c.s.Own == 0 && c.rules.OpponentPiece == models.CountsTurnLost
	if lostByOpponent {
		c.because("QueenUnconfirmed")
		c.queenBack()
		return false
	}
	c.b.Queen, c.b.Owner = QueenPending, c.b.Turn
	if c.s.Own > 0 {
		c.because("QueenWithOwnSameStroke")
	}
	confirmed := c.s.Own > 0 && (c.had || c.s.Own > 1 || !c.rules.QueenNeedsOwnPocketed)
	if confirmed && c.rules.QueenWithOwnSameStroke == models.CoveredUnlessFirst {
		c.cover()
		return goesOn
	}
	c.because("ContinueOnQueen")
	goesOn = goesOn || c.rules.ContinueOnQueen
	if !goesOn {
		c.queenBack()
		return false
	}
	c.event("Q_PENDING")
	return true
}

// pending says whether the player owes the queen's confirmation.
func (c *carromStroke) pending() bool {
	return c.b.Queen == QueenPending && c.b.Owner.index() == c.me
}

func (c *carromStroke) cover() {
	c.b.Queen, c.b.Owner = QueenCovered, c.b.Turn
	c.event("Q_COVERED")
}

// queenBack puts a queen of this stroke, or one that is to be confirmed, back.
func (c *carromStroke) queenBack() {
	if c.s.Queen || c.pending() {
		c.b.Queen, c.b.Owner = QueenOnBoard, ""
		c.event("Q_BACK")
	}
}

// bringBack puts the own pieces of this stroke back.
func (c *carromStroke) bringBack() {
	if c.s.Own > 0 {
		c.b.On[c.me] += c.s.Own
		c.event("OUT %d (this stroke)", c.s.Own)
	}
}

// out takes n own pieces out of the pocketed ones; what is not there is due.
func (c *carromStroke) out(n int) {
	have := min(n, c.rules.Pieces-c.b.On[c.me])
	if have > 0 {
		c.b.On[c.me] += have
		c.event("OUT %d", have)
	}
	if have < n {
		c.b.Due[c.me] += n - have
		c.event("DUE %d", n-have)
	}
}

// payDue brings owed pieces back as soon as there are any.
func (c *carromStroke) payDue(side int) {
	paid := min(c.b.Due[side], c.rules.Pieces-c.b.On[side])
	if paid > 0 {
		c.b.Due[side] -= paid
		c.b.On[side] += paid
		c.event("DUE_PAID %d", paid)
	}
}

// ended says whether a side has no piece left, and writes the board's points.
func (c *carromStroke) ended() bool {
	mine, theirs := c.b.On[c.me] == 0, c.b.On[1-c.me] == 0
	me := c.b.Turn
	queenOpen := c.b.Queen != QueenCovered
	switch {
	case mine:
		c.because("LastOwnWithQueenOnBoard")
		if queenOpen && c.rules.LastOwnWithQueenOnBoard == models.ICFLoss {
			c.win(me.Other(), c.uncapped(me.Other(), c.rules.QueenValue, 1))
		} else {
			c.win(me, c.b.On[1-c.me]+c.queenFor(me))
		}
	case theirs:
		c.because("LastOpponentPiece")
		points := c.b.On[c.me] + c.queenFor(me.Other())
		if queenOpen && c.rules.LastOpponentPiece == models.LastOpponentICF {
			points += c.uncapped(me.Other(), c.rules.QueenValue, 0)
		}
		c.win(me.Other(), points)
	default:
		return false
	}
	return true
}

// queenFor is the queen's worth for the winner of the board.
func (c *carromStroke) queenFor(winner Colour) int {
	if c.b.Queen == QueenCovered && c.b.Owner == winner {
		c.because("QueenValue")
		return c.uncapped(winner, c.rules.QueenValue, 0)
	}
	return 0
}

// uncapped is points, or instead for a side whose score has reached the
// queen's cap.
func (c *carromStroke) uncapped(side Colour, points, instead int) int {
	if c.rules.QueenCap > 0 && c.b.Score.Of(side) >= c.rules.QueenCap {
		c.because("QueenCap")
		return instead
	}
	return points
}

func (c *carromStroke) win(side Colour, points int) {
	c.b.Winner, c.b.Points = side, min(points, c.rules.BoardMax)
	c.v.Result = End
	c.event("END %s +%d", side, c.b.Points)
}
