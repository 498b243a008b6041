package session

import (
	"fmt"
	"strings"

	"ditchline/detect"
	"ditchline/referee"
	"ditchline/score"
	"ditchline/score/session/desk"
)

// MatchView is the match as a screen shows it.
type MatchView struct {
	ID      string        `json:"id"`
	Ruleset string        `json:"ruleset"`
	Players referee.Form  `json:"players"`
	Event   string        `json:"event,omitempty"` // what the match belongs to
	Stage   string        `json:"stage,omitempty"`
	Table   string        `json:"table,omitempty"`
	Target  int           `json:"target,omitempty"` // points that win a game; 0: the rounds are counted
	Games   int           `json:"games"`            // games at the most
	Begun   bool          `json:"begun"`            // a shot was seen in it
	Phase   score.Phase   `json:"phase"`
	Game    int           `json:"game"`
	Round   int           `json:"round"`
	Starter *score.Seated `json:"starter"`
	Hammer  *score.Seated `json:"hammer"` // has the last shot of the round
	Next    *score.Seated `json:"next"`   // null when nobody is to shoot

	Sides     []SideView        `json:"sides"`
	Shots     []ShotView        `json:"shots"` // of this round, else of the last one; the newest last
	Reviews   []ReviewView      `json:"reviews"`
	Anomalies []AnomalyLine     `json:"anomalies"` // the last ones, the newest last
	Rounds    []RoundView       `json:"rounds"`
	Resumed   string            `json:"resumed,omitempty"`    // how the board lay when the match went on from its log
	TakenBack bool              `json:"taken_back,omitempty"` // by the hall: it does not count any more
	Check     string            `json:"check,omitempty"`      // what a person must answer or put right
	Undo      *StepView         `json:"undo"`                 // what an undo takes back; null for nothing
	Redo      *StepView         `json:"redo"`                 // what a redo brings back; null for nothing
	Chooser   referee.Side      `json:"chooser,omitempty"`    // decides who starts the next round
	Winners   []referee.Side    `json:"winners,omitempty"`    // of a match that is over; none: a draw
	Standing  string            `json:"standing"`             // the match in a sentence
	Carrom    *score.CarromView `json:"carrom,omitempty"`     // of a carrom match

	names   map[detect.ID]desk.Who
	colours map[string]referee.Side
	due     []desk.Due
	ghosts  []desk.Ghost
	words   map[detect.ID]desk.Word // of people, about discs that are seen
	extras  []desk.Extra
	sides   []Side
}

// SideView is one side of the match.
type SideView struct {
	Team     referee.Side `json:"team"`
	Name     string       `json:"name"`
	Unplayed int          `json:"unplayed"`
	Board    int          `json:"board"`    // points of its discs on the surface
	Twenties int          `json:"twenties"` // discs in the bowl
	Points   int          `json:"points"`   // if the round ended now
	Total    int          `json:"total"`    // of the game, as the rules count
	Games    int          `json:"games"`    // won
	Color    string       `json:"color,omitempty"`
	Players  []SeatView   `json:"players"`
	Dealt    int          `json:"dealt"` // discs that it has for a round
	Figures  SideFigures  `json:"figures"`
}

// ShotView is a shot in the log.
type ShotView struct {
	Seq        int                  `json:"seq"`
	N          int                  `json:"n"` // in the round
	Team       referee.Side         `json:"team"`
	Player     string               `json:"player"`
	Disc       string               `json:"disc"`
	Verdict    referee.Outcome      `json:"verdict"`
	Likely     referee.Outcome      `json:"likely,omitempty"`
	Reason     referee.Reason       `json:"reason"`
	Text       string               `json:"text"`
	StartValid bool                 `json:"start_valid"`
	Removed    []referee.Removal    `json:"removed"`
	Twenties   map[referee.Side]int `json:"twenties"`
	Speed      float64              `json:"speed_mps,omitempty"` // of the disc at first; missing when it was not measured
	VerdictView
	*StrokeView // in carrom
}

// VerdictView is what else there is to say of a verdict, for a page that says
// it in its own language.
type VerdictView struct {
	Because      []string         `json:"because"` // ids of the statements that decided, the weightiest first
	StartReasons []referee.Reason `json:"start_reasons,omitempty"`
	Restored     []string         `json:"restored,omitempty"` // discs that go back to their places
	Next         referee.Seat     `json:"next,omitempty"`
	Confidence   float64          `json:"confidence"`
	Contact      bool             `json:"contact"`            // an opposing disc was rightly touched
	Open         bool             `json:"open"`               // there was none in play
	Answered     bool             `json:"answered,omitempty"` // people have had a word about it
}

func verdictView(v *referee.Verdict) VerdictView {
	out := VerdictView{
		Because: v.Because, StartReasons: v.StartReasons, Next: v.Next, Confidence: rounded(v.Confidence, 3), Contact: v.Contact, Open: v.Open,
	}
	if out.Because == nil {
		out.Because = []string{}
	}
	for _, r := range v.Restored {
		out.Restored = append(out.Restored, r.ID)
	}
	return out
}

// AnswerView is what follows from an answer.
type AnswerView struct {
	Verdict  referee.Outcome      `json:"verdict"`
	Reason   referee.Reason       `json:"reason"`
	Removed  []referee.Removal    `json:"removed"`
	Twenties map[referee.Side]int `json:"twenties"`
	VerdictView
}

func answerView(v *referee.Verdict) *AnswerView {
	out := &AnswerView{Verdict: v.Likely, Reason: v.Reason, Removed: v.Removed, Twenties: v.Twenties, VerdictView: verdictView(v)}
	if out.Removed == nil {
		out.Removed = []referee.Removal{}
	}
	if out.Twenties == nil {
		out.Twenties = map[referee.Side]int{}
	}
	return out
}

// ReviewView is a question that a person must answer with yes or no.
type ReviewView struct {
	Of   int     `json:"of"` // Seq of the shot
	N    int     `json:"n"`  // of the shot in its round
	Key  string  `json:"key"`
	Text string  `json:"text"`
	P    float64 `json:"p"`   // probability of yes
	Yes  string  `json:"yes"` // what follows from the answer
	No   string  `json:"no"`

	Kind  referee.QuestionKind `json:"kind"`
	Discs []string             `json:"discs"`
	IfYes *AnswerView          `json:"if_yes,omitempty"`
	IfNo  *AnswerView          `json:"if_no,omitempty"`
}

// RoundView is a round that was written.
type RoundView struct {
	Round   int                          `json:"round"`
	Partial bool                         `json:"partial,omitempty"`
	Counts  map[referee.Side]score.Count `json:"counts"`
	Totals  map[referee.Side]int         `json:"totals"` // of the game, after it
	Winner  referee.Side                 `json:"winner,omitempty"`
}

// open counts what waits for a person's word: questions, and in carrom the
// strokes of this board whose count is in doubt.
func (m *MatchView) open() int {
	n := len(m.Reviews)
	for i := range m.Shots {
		if s := &m.Shots[i]; s.StrokeView != nil && s.Verdict == referee.Review {
			n++
		}
	}
	return n
}

// orNil is the view, or nil before the match began.
func (m *MatchView) orNil() *MatchView {
	if m.ID == "" {
		return nil
	}
	return m
}

// shotViews are the shots of this round, or, before its first, of the last.
func shotViews(setup *score.Setup, s *score.State) []ShotView {
	out := []ShotView{}
	if len(s.Shots) == 0 {
		return out
	}
	round := s.Shots[len(s.Shots)-1].Round
	for i := range s.Shots {
		if r := &s.Shots[i]; r.Round == round {
			out = append(out, shotView(setup, r))
		}
	}
	return out
}

func shotView(setup *score.Setup, r *score.ShotRecord) ShotView {
	v := ShotView{
		Seq: r.Seq, N: r.N, Team: r.Side, Player: setup.Player(r.Seat), Disc: r.Disc, Verdict: r.Verdict.Outcome, Reason: r.Verdict.Reason,
		Text:       referee.Sentence(&referee.Situation{Ruleset: &setup.Ruleset}, &r.Verdict, referee.English),
		StartValid: r.Verdict.StartValid, Removed: r.Verdict.Removed, Twenties: r.Verdict.Twenties, VerdictView: verdictView(&r.Verdict),
	}
	if r.Verdict.Outcome == referee.Review {
		v.Likely = r.Verdict.Likely
	}
	if v.Removed == nil {
		v.Removed = []referee.Removal{}
	}
	if v.Twenties == nil {
		v.Twenties = map[referee.Side]int{}
	}
	return v
}

// reviewView is an open question with what each answer leads to.
func reviewView(setup *score.Setup, s *score.State, q score.OpenQuestion) ReviewView {
	v := ReviewView{Of: q.Seq, Key: q.Question.Key, Text: referee.QuestionText(&q.Question, referee.English), P: rounded(q.Question.P, 3), Kind: q.Question.Kind, Discs: append([]string{}, q.Question.Discs...)}
	for i := range s.Shots {
		r := &s.Shots[i]
		if r.Seq != q.Seq {
			continue
		}
		v.N = r.N
		likely := r.Verdict
		likely.Outcome = likely.Likely
		say := func(x *referee.Verdict) string {
			return referee.Sentence(&referee.Situation{Ruleset: &setup.Ruleset}, x, referee.English)
		}
		v.Yes, v.No = say(&likely), ""
		v.IfYes = answerView(&likely)
		if r.Verdict.Alternative != nil {
			v.No, v.IfNo = say(r.Verdict.Alternative), answerView(r.Verdict.Alternative)
		}
		if q.Question.P < 0.5 {
			v.Yes, v.No, v.IfYes, v.IfNo = v.No, v.Yes, v.IfNo, v.IfYes
		}
	}
	return v
}

// check is what a person must answer or put right; empty for nothing.
func check(v *MatchView) string {
	var parts []string
	if len(v.Reviews) > 0 {
		parts = append(parts, v.Reviews[0].Text)
	}
	if len(v.ghosts) > 0 {
		names := make([]string, len(v.ghosts))
		for i, g := range v.ghosts {
			names[i] = g.Name
		}
		parts = append(parts, fmt.Sprintf("Put back on its place: %s.", listed(names)))
	}
	return strings.Join(parts, " ")
}

// standing is the match in a sentence.
func standing(setup *score.Setup, s *score.State) string {
	switch s.Phase {
	case score.Over:
		var names []string
		for _, side := range s.Winners {
			names = append(names, setup.TeamName(side))
		}
		if len(names) == 0 {
			return "The match is over: a draw."
		}
		return fmt.Sprintf("The match is over: won by %s.", strings.Join(names, ", "))
	case score.Frozen:
		return "All discs are played: the round is counted when the board is cleared."
	case score.Choosing:
		return fmt.Sprintf("%s chooses who starts the next round.", setup.TeamName(s.Chooser))
	default:
		return fmt.Sprintf("Round %d.", s.Round)
	}
}
