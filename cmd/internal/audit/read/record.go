package read

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// maxLine is the longest line that is read, in bytes. Those of this program have at
// most audit.MaxLine; other programs may write longer ones into the same file.
const maxLine = 1 << 20

// Record is one line of a log. Members that a line does not have are empty.
type Record struct {
	Time        time.Time `json:"timestamp"`
	ID          string    `json:"id,omitempty"`
	Event       string    `json:"event_type"`
	Class       string    `json:"classification,omitempty"`
	Decision    string    `json:"decision,omitempty"`
	Grant       bool      `json:"grant,omitempty"`
	Command     string    `json:"command,omitempty"`
	CommandHash string    `json:"command_sha256,omitempty"`
	Truncated   bool      `json:"truncated,omitempty"`
	Reason      string    `json:"reason,omitempty"`
	Rules       []string  `json:"rules,omitempty"`
	Profile     string    `json:"profile,omitempty"`
	Agent       string    `json:"agent,omitempty"`
	Session     string    `json:"session,omitempty"`
	Call        string    `json:"tool_use_id,omitempty"`
	Dir         string    `json:"cwd,omitempty"`
	Mode        string    `json:"mode,omitempty"`
	Type        string    `json:"type,omitempty"`
	URL         string    `json:"url,omitempty"`
	Old         string    `json:"old,omitempty"`
	New         string    `json:"new,omitempty"`

	// Line is the line's number, from one, and Raw the line as it stands in the file.
	Line int    `json:"-"`
	Raw  []byte `json:"-"`
}

// SavesPrompt reports whether a person would have been asked without the guards.
func (r Record) SavesPrompt() bool {
	return r.Decision == "allow" || r.Decision == "rewrite" && r.Grant
}

// Tally is what was found in a log.
type Tally struct {
	// Good counts the records.
	Good int
	// Torn are the numbers of the lines that are no records, from one.
	Torn []int
	// Lines counts all lines, blank ones too.
	Lines int
}

// Each calls do with every record, in order, until do fails or the log ends. It fails
// where do or the reading does.
func Each(r io.Reader, do func(Record) error) (Tally, error) {
	var t Tally
	lines := bufio.NewReaderSize(r, 64<<10)
	for {
		line, whole, err := nextLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return t, fmt.Errorf("read line %d of the audit log: %w", t.Lines+1, err)
		}
		ended := err != nil
		if ended && len(line) == 0 {
			return t, nil
		}
		t.Lines++
		line = bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(line)) > 0 {
			record, ok := parse(line)
			if !whole || !ok {
				t.Torn = append(t.Torn, t.Lines)
			} else {
				t.Good++
				record.Line = t.Lines
				if err := do(record); err != nil {
					return t, err
				}
			}
		}
		if ended {
			return t, nil
		}
	}
}

// nextLine returns the next line, which is whole where it has no more than maxLine
// bytes; else its beginning.
func nextLine(r *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) <= maxLine {
			line = append(line, part...)
		} else {
			whole = false
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

// parse reads one line. A record has a time and an event type.
func parse(line []byte) (Record, bool) {
	var r Record
	if err := json.Unmarshal(line, &r); err != nil || r.Time.IsZero() || r.Event == "" {
		return Record{}, false
	}
	r.Raw = bytes.Clone(line)
	return r, true
}
