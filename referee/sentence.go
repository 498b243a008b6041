package referee

import (
	"fmt"
	"sort"
	"strings"

	"ditchline/models"
)

// Language is one of the sources' languages.
type Language string

// The languages.
const (
	English Language = "en"
	French  Language = "fr"
	Dutch   Language = "nl"
)

// Languages are all of them.
var Languages = []Language{English, French, Dutch}

// phrases are one language's words. Every map holds every key: a test proves
// it.
type phrases struct {
	reasons   map[Reason]string
	whys      map[Why]string // with %s for the discs
	questions map[QuestionKind]string
	twenties  string // side, count
	restored  string // discs
	reshoot   string
	next      string // seat
	byRules   string // ids
	review    string // question, likely headline, percent, alternative headline
	atOnce    string
	afterTurn string
	startOK   string
	seats     map[Seat]string
}

func words(l Language) *phrases {
	switch l {
	case French:
		return &frenchWords
	case Dutch:
		return &dutchWords
	default:
		return &englishWords
	}
}

// Sentence explains a verdict in words, with the ids of the statements that
// decided.
func Sentence(s *Situation, v *Verdict, l Language) string {
	w := words(l)
	if v.Outcome == Review {
		text := fmt.Sprintf(w.review, QuestionText(v.Question, l), w.reasons[v.Reason], 100*v.Confidence)
		if v.Alternative != nil {
			text += " " + w.reasons[v.Alternative.Reason]
		}
		return text + rulesSaid(w, v.Because)
	}
	parts := []string{w.reasons[v.Reason]}
	if v.Outcome == Reshoot {
		parts = append(parts, w.reshoot)
	}
	for _, why := range []Why{Twenty, ByFoul, OnLine, Returned, Ditch} {
		if discs := removedBy(v, why); discs != "" {
			part := fmt.Sprintf(w.whys[why], discs)
			if why == Twenty {
				part += w.when(s.Ruleset.Rules.TwentyRemoval)
			}
			parts = append(parts, part+".")
		}
	}
	for _, side := range sidesOf(v.Twenties) {
		parts = append(parts, fmt.Sprintf(w.twenties, side, v.Twenties[side]))
	}
	if len(v.Restored) > 0 {
		ids := make([]string, len(v.Restored))
		for i, r := range v.Restored {
			ids[i] = r.ID
		}
		parts = append(parts, fmt.Sprintf(w.restored, strings.Join(ids, ", ")))
	}
	parts = append(parts, fmt.Sprintf(w.next, w.seats[v.Next]))
	return strings.Join(parts, " ") + rulesSaid(w, v.Because)
}

func (w *phrases) when(t models.TwentyRemoval) string {
	if t == models.AfterTurn {
		return w.afterTurn
	}
	return w.atOnce
}

func rulesSaid(w *phrases, ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return fmt.Sprintf(w.byRules, strings.Join(ids, ", "))
}

func removedBy(v *Verdict, why Why) string {
	var ids []string
	for _, r := range v.Removed {
		if r.Why == why {
			ids = append(ids, r.ID)
		}
	}
	return strings.Join(ids, ", ")
}

func sidesOf(m map[Side]int) []Side {
	sides := make([]Side, 0, len(m))
	for s := range m {
		sides = append(sides, s)
	}
	sort.Slice(sides, func(i, k int) bool { return sides[i] < sides[k] })
	return sides
}

// QuestionText is a question in words.
func QuestionText(q *Question, l Language) string {
	first, second := "", ""
	if len(q.Discs) > 0 {
		first = q.Discs[0]
	}
	if len(q.Discs) > 1 {
		second = q.Discs[1]
	}
	return strings.NewReplacer("{1}", first, "{2}", second).Replace(words(l).questions[q.Kind])
}

// StartSentence explains the faults of a placed disc; none is right.
func StartSentence(rs *models.Ruleset, faults []Reason, l Language) string {
	w := words(l)
	if len(faults) == 0 {
		return w.startOK
	}
	fields := map[Reason]string{FStartLine: "StartTouchLine", FStartQuad: "StartQuadrant", FStartBack: "StartRadial", FStartFlat: "StartFlat"}
	parts, ids := []string{}, []string{}
	for _, f := range faults {
		parts = append(parts, w.reasons[f])
		ids = append(ids, rs.Source(fields[f]))
	}
	return strings.Join(parts, " ") + rulesSaid(w, ids)
}
