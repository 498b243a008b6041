package score

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// longestLine bounds one event of a log file, bytes.
const longestLine = 1 << 20

// WriteLog writes events as JSON, one a line: the exchange form of a log.
func WriteLog(w io.Writer, events []Event) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range events {
		if err := enc.Encode(&events[i]); err != nil {
			return fmt.Errorf("write event %d: %w", events[i].Seq, err)
		}
	}
	return nil
}

// ReadLogs reads what WriteLog writes, one match after the other: a start
// event begins the next. Every bad line is reported at once.
func ReadLogs(r io.Reader) ([][]Event, error) {
	var logs [][]Event
	var problems []error
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	n := 0
	for lines.Scan() {
		n++
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		var e Event
		if err := json.Unmarshal(text, &e); err != nil {
			problems = append(problems, fmt.Errorf("line %d: %w", n, err))
			continue
		}
		if e.Kind == KindStart {
			logs = append(logs, nil)
		}
		if len(logs) == 0 {
			problems = append(problems, fmt.Errorf("line %d: a match's log begins with its start, not with a %q", n, e.Kind))
			continue
		}
		logs[len(logs)-1] = append(logs[len(logs)-1], e)
	}
	if err := lines.Err(); err != nil {
		problems = append(problems, fmt.Errorf("line %d: %w", n+1, err))
	}
	if len(logs) == 0 && len(problems) == 0 {
		problems = append(problems, errors.New("no match: the log is empty"))
	}
	return logs, errors.Join(problems...)
}
