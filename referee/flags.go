package referee

import (
	"slices"

	"ditchline/models"
)

// FlagCode names a manual flag: what only people can say (RULES.md section 7).
type FlagCode string

// The flags.
const (
	FlagSeat     FlagCode = "seat"     // left the seat, cheek lifted, chair moved
	FlagHand     FlagCode = "hand"     // another hand or person touched board or table
	FlagBoard    FlagCode = "board"    // board moved or tapped
	FlagPush     FlagCode = "push"     // pushed, cue, finger guard
	FlagHeld     FlagCode = "held"     // discs held in the hand
	FlagEarly    FlagCode = "early"    // disc placed too early, shot before standstill
	FlagLine     FlagCode = "line"     // lifted the disc and looked
	FlagFlat     FlagCode = "flat"     // lies flat, or leans
	FlagContact  FlagCode = "contact"  // contact yes or no
	FlagRestore  FlagCode = "restore"  // restored places agreed
	FlagDistract FlagCode = "distract" // distraction, coaching
	FlagUndo     FlagCode = "undo"     // undo the last shot, edit the discs
	FlagConcede  FlagCode = "concede"  // concede, stop on time
)

// Action is what follows a flag.
type Action string

// The actions.
const (
	ActNote        Action = "note"
	ActWarning     Action = "warning"      // note and warning
	ActFoul        Action = "foul"         // the shot is a foul
	ActReplay      Action = "replay"       // the picture before the shot is restored, the shot taken again
	ActReplayRound Action = "replay_round" // the round begins anew
	ActRecalibrate Action = "recalibrate"  // measure the board anew and ask to restore
	ActOverwrite   Action = "overwrite"    // the answer replaces what was seen
	ActConfirm     Action = "confirm"
	ActEdit        Action = "edit"
	ActUndo        Action = "undo"
	ActEnd         Action = "end"
)

// Flag is one button: its default action and the others.
type Flag struct {
	Code    FlagCode `json:"code"`
	Rules   []string `json:"rules"` // statements
	Default Action   `json:"default"`
	Others  []Action `json:"others,omitempty"`
	Foul    Reason   `json:"foul,omitempty"` // the reason when a person calls it a foul
}

// Allows says whether the action belongs to the flag.
func (f Flag) Allows(a Action) bool { return a == f.Default || slices.Contains(f.Others, a) }

var flags = []Flag{
	{Code: FlagSeat, Rules: []string{"CH-39", "CH-49", "CQG-02", "NED-07", "ENC-06", "MAY-08", "KEL-06", "WCC-03"}, Default: ActWarning, Others: []Action{ActFoul, ActReplay}, Foul: FSeat},
	{Code: FlagHand, Rules: []string{"CH-49", "MAY-07", "NED-07", "KEL-07", "NCA-12"}, Default: ActWarning, Others: []Action{ActReplay, ActFoul}, Foul: FHand},
	{Code: FlagBoard, Rules: []string{"CH-07", "CQG-02", "KEL-06", "NCA-12"}, Default: ActRecalibrate, Others: []Action{ActReplayRound, ActFoul}, Foul: FBoard},
	{Code: FlagPush, Rules: []string{"NED-09", "ENC-04", "WCC-03"}, Default: ActWarning, Others: []Action{ActReplay, ActFoul}, Foul: FPush},
	{Code: FlagHeld, Rules: []string{"MAY-05"}, Default: ActNote},
	{Code: FlagEarly, Rules: []string{"MAY-07", "NCA-12"}, Default: ActNote, Others: []Action{ActReplay, ActFoul}, Foul: FEarly},
	{Code: FlagLine, Rules: []string{"CH-37"}, Default: ActOverwrite},
	{Code: FlagFlat, Rules: []string{"CH-33", "NED-16"}, Default: ActOverwrite},
	{Code: FlagContact, Rules: []string{"CH-17", "CQG-10", "NED-13", "ENC-07", "MAY-11", "KEL-12", "NCA-05"}, Default: ActOverwrite},
	{Code: FlagRestore, Rules: []string{"MAY-15"}, Default: ActConfirm, Others: []Action{ActEdit}},
	{Code: FlagDistract, Rules: []string{"NCA-12"}, Default: ActNote},
	{Code: FlagUndo, Default: ActUndo, Others: []Action{ActEdit}},
	{Code: FlagConcede, Rules: []string{"NCA-15"}, Default: ActEnd},
}

// FlagOf is the flag of that code.
func FlagOf(code FlagCode) (Flag, bool) {
	i := slices.IndexFunc(flags, func(f Flag) bool { return f.Code == code })
	if i < 0 {
		return Flag{}, false
	}
	return flags[i], true
}

// Flags are the buttons that a ruleset needs: what its rules allow is not
// offered.
func Flags(rules *models.Rules) []Flag {
	return slices.DeleteFunc(slices.Clone(flags), func(f Flag) bool {
		switch f.Code {
		case FlagSeat:
			return rules.FreeChair && !rules.OneCheek
		case FlagHand:
			return !rules.ShootingHandOnly
		case FlagHeld:
			return rules.DiscsInHandAllowed
		case FlagRestore:
			return rules.Damage != models.DamageRestore
		}
		return false
	})
}
