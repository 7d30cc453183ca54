package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// glance is how often the screen is looked at, and thought how long a person takes before
// the key: a dialog that has just been drawn does not listen yet.
const (
	glance  = 50 * time.Millisecond
	thought = 700 * time.Millisecond
)

// talk plays the scenario on a terminal, with a person who says yes to every dialog, and
// judges by how many there were and by how often the command ran.
func (st *stage) talk() (row, error) {
	cmd := st.command(st.program, st.filled(st.client.Talk)...)
	person, err := onTerminal(cmd)
	if err != nil {
		return row{}, err
	}
	defer person.Close()
	seen := watch(person)
	dialogs := st.answer(person, seen)
	end(cmd)
	_ = cmd.Wait() // it was killed
	data, err := os.ReadFile(filepath.Join(st.project, "ran"))
	if err != nil && !os.IsNotExist(err) {
		return row{}, fmt.Errorf("see how often the command ran: %w", err)
	}
	o := unheard
	switch times := strings.Count(string(data), "\n"); {
	case dialogs == 1 && times == 2:
		o = consented
	case dialogs == 2 && times == 2:
		o = askedAgain
	case dialogs == 0 && times > 0:
		o = ran
	}
	return row{st.client, st.scenario, o, st.trace(plain(seen.since(0)))}, nil
}

// answer says yes to each dialog until the model has heard of every call, or patience ends,
// and returns how many dialogs there were.
func (st *stage) answer(person *os.File, seen *screen) (dialogs int) {
	answered, from := -1, 0 // the number of results at the last yes, and what was shown by then
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(glance) {
		results := st.model.Results()
		if results == len(st.script()) {
			return dialogs
		}
		if results == answered || !strings.Contains(plain(seen.since(from)), st.client.Dialog) {
			if results == answered {
				from = seen.length() // the same dialog may be drawn once more
			}
			continue
		}
		time.Sleep(thought)
		if _, err := person.WriteString("\r"); err != nil {
			return dialogs
		}
		dialogs++
		answered, from = results, seen.length()
	}
	return dialogs
}

// screen is all that a terminal was sent. Its methods may be called from several
// goroutines.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

// watch keeps what the terminal is sent until it is closed.
func watch(person *os.File) *screen {
	s := new(screen)
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := person.Read(buffer)
			s.mu.Lock()
			s.text.Write(buffer[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return s
}

func (s *screen) length() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Len()
}

func (s *screen) since(from int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()[from:]
}

// plain takes the controls of a terminal out of text, and all blanks with them: programs
// move the cursor instead of writing a blank.
func plain(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == 0x1b && i+1 < len(text) && text[i+1] == '[':
			for i += 2; i < len(text) && (text[i] < '@' || text[i] > '~'); i++ {
			}
		case c == 0x1b && i+1 < len(text) && text[i+1] == ']':
			for i += 2; i < len(text) && text[i] != 0x07 && text[i] != 0x1b; i++ {
			}
		case c > ' ':
			b.WriteByte(c)
		}
	}
	return b.String()
}
