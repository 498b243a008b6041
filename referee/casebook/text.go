package casebook

import (
	"fmt"
	"strings"
)

// Text is the answer as a line for people.
func (a Answer) Text() string {
	switch l := a.Line.(type) {
	case shotAnswer:
		return strings.Join(append([]string{l.Text}, l.Ask...), " ")
	case startAnswer:
		return l.Text
	case valueAnswer:
		return fmt.Sprintf("%d points", l.Value)
	case strikerAnswer:
		return "striker: " + right(l.Code) + "; by the ICF rule: " + right(l.ICF)
	case carromAnswer:
		text := strings.Join(l.Results, " ")
		if l.Final.Winner != "" {
			text += fmt.Sprintf("; %s wins the board by %d", l.Final.Winner, *l.Final.Points)
		}
		return fmt.Sprintf("%s; on the board: white %d, black %d; queen %s", text, l.Final.On.W, l.Final.On.B, l.Final.Queen)
	case failed:
		return "error: " + l.Error
	default:
		return fmt.Sprint(a.Line)
	}
}

func right(code *string) string {
	if code == nil {
		return "right"
	}
	return *code
}
