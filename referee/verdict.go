package referee

// Outcome is what a shot was.
type Outcome string

// The outcomes.
const (
	Valid   Outcome = "valid"
	Foul    Outcome = "foul"
	Reshoot Outcome = "reshoot" // the board as before, the disc back in hand, the same player again
	Review  Outcome = "review"  // a person must answer a question
)

// Reason is the code of what decided (RULES.md section 6).
type Reason string

// The reasons.
const (
	OKOpen      Reason = "OK_OPEN"
	OKOpen20    Reason = "OK_OPEN_20"
	OKContact   Reason = "OK_CONTACT"
	OKDamage    Reason = "OK_DAMAGE"
	FOpenShort  Reason = "F_OPEN_SHORT"
	FNoContact  Reason = "F_NO_CONTACT"
	FStartLine  Reason = "F_START_LINE"
	FStartQuad  Reason = "F_START_QUAD"
	FStartBack  Reason = "F_START_RADIAL"
	FStartFlat  Reason = "F_START_FLAT"
	FTurn       Reason = "F_TURN"
	ReshootCode Reason = "RESHOOT"
	FSeat       Reason = "F_SEAT"
	FHand       Reason = "F_HAND"
	FBoard      Reason = "F_BOARD"
	FPush       Reason = "F_PUSH"
	FEarly      Reason = "F_EARLY"
)

// Why is the reason for which a disc leaves the board.
type Why string

// The reasons for a removal.
const (
	Twenty   Why = "R_20"     // to the bowl
	Ditch    Why = "R_DITCH"  // it lies there already
	OnLine   Why = "R_LINE"   // touches the shooting line or lies beyond it
	Returned Why = "R_RETURN" // left and came back
	ByFoul   Why = "R_FOUL"
)

// Removal is a disc that leaves the board by this shot.
type Removal struct {
	ID    string `json:"id"`
	Owner Side   `json:"owner"`
	Why   Why    `json:"why"`
}

// Restored is a disc that goes back to where a returned disc moved it from.
type Restored struct {
	ID string `json:"id"`
	To Polar  `json:"to"`
}

// Question is what a person must answer: yes or no to Kind about the discs.
// Answers are given back in Situation.Answers under Key.
type Question struct {
	Key   string       `json:"key"`
	Kind  QuestionKind `json:"kind"`
	Discs []string     `json:"discs,omitempty"`
	P     float64      `json:"p"` // probability of yes
}

// QuestionKind names a question.
type QuestionKind string

// The kinds of question, as yes or no.
const (
	AskContact QuestionKind = "contact" // was an opposing disc touched?
	AskTouch   QuestionKind = "touch"   // did the first disc touch the second?
	AskLine5   QuestionKind = "line5"   // does the disc touch the shooting line, or lie beyond it?
	AskLine15  QuestionKind = "line15"  // does the disc lie within the 15 as the open shot asks?
	AskFlat    QuestionKind = "flat"    // does the disc lie flat in the hole?
	AskState   QuestionKind = "state"   // does the disc lie as it was seen?
	AskReturn  QuestionKind = "return"  // did the disc leave and come back?
	AskMoved   QuestionKind = "moved"   // was the disc moved by the shot?
	AskStart   QuestionKind = "start"   // was the disc placed rightly before the shot?
	AskTurn    QuestionKind = "turn"    // is the shot out of turn accepted?
	AskRestore QuestionKind = "restore" // are the discs back where they were?
	AskFrozen  QuestionKind = "frozen"  // was the resting neighbour touched with a closing motion?
	AskStacked QuestionKind = "stacked" // is the upper disc set down leaning?
	AskWhose   QuestionKind = "whose"   // is the disc the side's that it is taken for?
	AskThere   QuestionKind = "there"   // did the disc lie on the board before the shot?
	AskVerdict QuestionKind = "verdict" // is the shot valid? (never asked, but can be answered)
)

// Verdict is what the referee says of a shot. Under Review Likely and the
// fields beside it follow the likelier outcome; Alternative is the other.
type Verdict struct {
	Outcome  Outcome      `json:"outcome"`
	Likely   Outcome      `json:"likely"` // the outcome itself unless it is Review
	Reason   Reason       `json:"reason"`
	Removed  []Removal    `json:"removed,omitempty"`
	Twenties map[Side]int `json:"twenties,omitempty"`
	Restored []Restored   `json:"restored,omitempty"`
	Next     Seat         `json:"next"`
	Board    []Disc       `json:"board,omitempty"` // what must lie on the board once people have done their part

	Open         bool     `json:"open"`                    // no opposing disc was in play
	Contact      bool     `json:"contact"`                 // an opposing disc was rightly touched
	StartValid   bool     `json:"start_valid"`             // also when the start was not seen
	StartReasons []Reason `json:"start_reasons,omitempty"` // every fault of the start
	Because      []string `json:"because"`                 // statement ids that decided, first the weightiest
	Confidence   float64  `json:"confidence"`              // probability of the likely outcome

	Question    *Question  `json:"question,omitempty"`
	Alternative *Verdict   `json:"alternative,omitempty"`
	Confirm     []Question `json:"confirm,omitempty"` // asked beside the game: the verdict stands meanwhile
}

// Lost says whether the disc leaves the board by this verdict, and why.
func (v *Verdict) Lost(id string) (Why, bool) {
	for _, r := range v.Removed {
		if r.ID == id {
			return r.Why, true
		}
	}
	return "", false
}
