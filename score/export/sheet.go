package export

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ditchline/referee"
	"ditchline/score"
)

// The page of a score sheet is A4, mm, origin at the top left.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 16.0
	rowHeight  = 6.4
)

// align says which end of a text its x is.
type align int

const (
	left align = iota
	middle
	right
)

// ink is one thing drawn on a page: a text, or a line or a filled box.
type ink struct {
	x, y   float64 // of a text: its baseline
	text   string
	size   float64 // pt
	bold   bool
	grey   bool
	align  align
	w, h   float64 // of a box; with h 0 a hairline
	fill   bool    // a light tint
	colour string  // of a round spot, "#rrggbb", w its diameter
}

// sheet is a score sheet under way.
type sheet struct {
	pages [][]ink
	y     float64
	say   sheetWords
	fonts measure
}

// measure tells how wide a text is, mm.
type measure interface {
	width(text string, size float64, bold bool) float64
}

// drawSheet lays a match out on pages: what it is, who plays, the rounds as
// they were written, how each player shot, and room to sign.
func drawSheet(m *score.Match, lang referee.Language, fonts measure) [][]ink {
	s := &sheet{say: sheetWordsOf(lang), fonts: fonts}
	s.newPage()
	s.head(m)
	s.standing(m)
	if m.State().Carrom != nil {
		s.carromBoards(m)
	} else {
		s.rounds(m)
	}
	s.players(m)
	s.signatures(m)
	s.numberPages(m.Setup().ID)
	return s.pages
}

func (s *sheet) newPage() {
	s.pages = append(s.pages, nil)
	s.y = margin
}

func (s *sheet) add(m ink) {
	last := len(s.pages) - 1
	s.pages[last] = append(s.pages[last], m)
}

// room begins a new page where less than h mm are left.
func (s *sheet) room(h float64) bool {
	if s.y+h <= pageHeight-margin-8 {
		return false
	}
	s.newPage()
	return true
}

// fit shortens a text to a width, mm.
func (s *sheet) fit(text string, width, size float64, bold bool) string {
	if s.fonts.width(text, size, bold) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && s.fonts.width(string(letters)+"…", size, bold) > width {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimRight(string(letters), " ") + "…"
}

func (s *sheet) head(m *score.Match) {
	setup := m.Setup()
	title := setup.Event
	if title == "" {
		title = s.say.title
	}
	s.add(ink{x: margin, y: s.y + 7, text: s.fit(title, pageWidth-2*margin, 22, true), size: 22, bold: true})
	s.y += 13
	parts := []string{s.say.date(m.Events()[0].At), setup.Ruleset.ID + " · " + setup.Ruleset.Title}
	for _, p := range [][2]string{{s.say.stage, setup.Stage}, {s.say.table, setup.Table}} {
		if p[1] != "" {
			parts = append(parts, p[0]+" "+p[1])
		}
	}
	s.add(ink{x: margin, y: s.y + 3, text: s.fit(strings.Join(parts, "   "), pageWidth-2*margin, 10, false), size: 10, grey: true})
	s.y += 13
}

func (s *sheet) standing(m *score.Match) {
	setup, st := m.Setup(), m.State()
	for _, t := range setup.Teams {
		s.add(ink{x: margin, y: s.y - 5.2, w: pageWidth - 2*margin, h: 11, fill: true})
		if t.Colour != "" && strings.HasPrefix(t.Colour, "#") {
			s.add(ink{x: margin + 6, y: s.y + 0.3, w: 6, colour: t.Colour})
		}
		s.add(ink{x: margin + 12, y: s.y + 2, text: s.fit(setup.TeamName(t.Side), 120, 15, true), size: 15, bold: true})
		for _, side := range st.Sides {
			if side.Side != t.Side {
				continue
			}
			text := fmt.Sprint(side.Total)
			if setup.Games > 1 {
				text = fmt.Sprintf("%d   (%s %d)", side.Total, s.say.games, side.Games)
			}
			s.add(ink{x: pageWidth - margin - 4, y: s.y + 2, text: text, size: 16, bold: true, align: right})
		}
		s.y += 12.5
	}
	s.add(ink{x: margin, y: s.y + 1, text: s.say.outcome(st), size: 11, bold: true})
	s.y += 10
}

// column of a table: how wide it is and on which side its figures stand.
type column struct {
	title string
	width float64
	align align
}

// table draws a table with its head, again on every new page.
func (s *sheet) table(title string, columns []column, rows [][]string) {
	if len(rows) == 0 {
		return
	}
	head := func() {
		s.add(ink{x: margin, y: s.y + 4, text: title, size: 12, bold: true})
		s.y += 7
		s.row(columns, nil)
	}
	s.room(7 + 3*rowHeight)
	head()
	for i, row := range rows {
		if s.room(rowHeight) {
			head()
		}
		if i%2 == 1 {
			s.add(ink{x: margin, y: s.y, w: pageWidth - 2*margin, h: rowHeight, fill: true})
		}
		s.row(columns, row)
	}
	s.add(ink{x: margin, y: s.y + 0.3, w: pageWidth - 2*margin})
	s.y += 8
}

// row writes one row of a table, or its head when cells is nil.
func (s *sheet) row(columns []column, cells []string) {
	x, head := margin, cells == nil
	for i, c := range columns {
		text, size := c.title, 8.0
		if !head {
			text, size = cells[i], 10
		}
		at := x + 1.5
		if c.align == right {
			at = x + c.width - 1.5
		}
		s.add(ink{x: at, y: s.y + 4.5, text: s.fit(text, c.width-2, size, false), size: size, grey: head, align: c.align})
		x += c.width
	}
	s.y += rowHeight
	if head {
		s.add(ink{x: margin, y: s.y, w: pageWidth - 2*margin})
	}
}

func (s *sheet) rounds(m *score.Match) {
	setup, st := m.Setup(), m.State()
	columns := []column{{s.say.round, 14, left}, {s.say.starter, 25, left}, {s.say.hammer, 25, left}}
	each := (pageWidth - 2*margin - 64) / float64(len(setup.Teams))
	for _, t := range setup.Teams {
		name := s.fit(setup.TeamName(t.Side), each*0.34, 8, false)
		columns = append(columns, column{name, each * 0.36, right}, column{s.say.twenties, each * 0.18, right}, column{s.say.written, each * 0.22, right}, column{s.say.total, each * 0.24, right})
	}
	var rows [][]string
	for _, r := range st.Rounds {
		number := fmt.Sprint(r.Round)
		if r.Partial {
			number += "*"
		}
		row := []string{number, setup.Player(r.Starter), setup.Player(r.Hammer)}
		for _, t := range setup.Teams {
			c := r.Counts[t.Side]
			row = append(row, fmt.Sprint(c.Total()), fmt.Sprint(c.Twenties), fmt.Sprintf("+%d", r.Added[t.Side]), fmt.Sprint(r.Totals[t.Side]))
		}
		rows = append(rows, row)
	}
	s.table(s.say.rounds, columns, rows)
	if slices.ContainsFunc(st.Rounds, func(r score.RoundResult) bool { return r.Partial }) {
		s.add(ink{x: margin, y: s.y - 3.5, text: s.say.partial, size: 8, grey: true})
		s.y += 3
	}
}

func (s *sheet) carromBoards(m *score.Match) {
	setup, st := m.Setup(), m.State()
	columns := []column{{s.say.board, 20, left}, {s.say.winner, 60, left}, {s.say.points, 22, right}}
	each := (pageWidth - 2*margin - 102) / float64(len(setup.Teams))
	for _, t := range setup.Teams {
		columns = append(columns, column{setup.TeamName(t.Side), each, right})
	}
	var rows [][]string
	for _, b := range st.Carrom.Boards {
		row := []string{fmt.Sprint(b.Board), setup.TeamName(b.Winner), fmt.Sprint(b.Points)}
		for _, t := range setup.Teams {
			row = append(row, fmt.Sprint(b.Totals[t.Side]))
		}
		rows = append(rows, row)
	}
	s.table(s.say.boards, columns, rows)
}

func (s *sheet) players(m *score.Match) {
	stats := m.State().Statistics()
	share := func(p score.Share) string { return fmt.Sprintf("%d / %d", p.N, p.Of) }
	var rows [][]string
	if m.State().Carrom != nil {
		for _, p := range stats.Carrom {
			rows = append(rows, []string{p.Player, fmt.Sprint(p.Strokes), share(p.Pocketed), fmt.Sprint(p.Pieces), fmt.Sprint(p.Queens), fmt.Sprint(p.Fouls)})
		}
		s.table(s.say.players, []column{{"", 58, left}, {s.say.strokes, 24, right}, {s.say.pocketed, 32, right}, {s.say.pieces, 22, right}, {s.say.queens, 21, right}, {s.say.fouls, 21, right}}, rows)
		return
	}
	for _, p := range stats.Players {
		fouls := 0
		for _, n := range p.Fouls {
			fouls += n
		}
		rows = append(rows, []string{p.Player, fmt.Sprint(p.Shots), fmt.Sprint(p.Twenties), share(p.OpenShots), share(p.Contacts), fmt.Sprint(fouls)})
	}
	s.table(s.say.players, []column{{"", 58, left}, {s.say.shots, 21, right}, {s.say.twenties, 17, right}, {s.say.open, 32, right}, {s.say.contacts, 32, right}, {s.say.fouls, 18, right}}, rows)
}

func (s *sheet) signatures(m *score.Match) {
	s.room(26)
	s.y += 14
	width := (pageWidth - 2*margin) / float64(len(m.Setup().Teams))
	for i, t := range m.Setup().Teams {
		x := margin + float64(i)*width
		s.add(ink{x: x, y: s.y, w: width - 8})
		s.add(ink{x: x, y: s.y + 4, text: s.fit(m.Setup().TeamName(t.Side), width-8, 9, false), size: 9, grey: true})
	}
	s.y += 10
}

func (s *sheet) numberPages(id string) {
	for i := range s.pages {
		s.pages[i] = append(s.pages[i],
			ink{x: margin, y: pageHeight - margin + 4, text: "Ditchline  " + id, size: 8, grey: true},
			ink{x: pageWidth - margin, y: pageHeight - margin + 4, text: fmt.Sprintf("%d / %d", i+1, len(s.pages)), size: 8, grey: true, align: right})
	}
}

// sheetWords are a score sheet's in one language.
type sheetWords struct {
	title, stage, table, games                               string
	rounds, round, starter, hammer, twenties, written, total string
	boards, board, winner, points                            string
	players, shots, open, contacts, fouls                    string
	strokes, pocketed, pieces, queens                        string
	partial, won, shared, drawn, running, conceded           string
	months                                                   [12]string
	day                                                      string // with day, month, year, time
}

func (w *sheetWords) date(t time.Time) string {
	t = t.UTC()
	return fmt.Sprintf(w.day, t.Day(), w.months[t.Month()-1], t.Year(), t.Format("15:04"))
}

// outcome says in a sentence how the match ended or stands.
func (w *sheetWords) outcome(s *score.State) string {
	var names []string
	for _, side := range s.Winners {
		names = append(names, s.Setup.TeamName(side))
	}
	switch {
	case s.Phase != score.Over:
		return fmt.Sprintf(w.running, s.Round)
	case len(names) == 0:
		return w.drawn
	case len(names) > 1:
		return fmt.Sprintf(w.shared, strings.Join(names, ", "))
	case s.Conceded != "":
		return fmt.Sprintf(w.won, names[0]) + " " + fmt.Sprintf(w.conceded, s.Setup.TeamName(s.Conceded))
	}
	return fmt.Sprintf(w.won, names[0])
}

func sheetWordsOf(l referee.Language) sheetWords {
	switch l {
	case referee.French:
		return sheetWords{
			title: "Feuille de score", stage: "Phase :", table: "Table", games: "parties",
			rounds: "Tours", round: "TOUR", starter: "PREMIER TIR", hammer: "DERNIER TIR", twenties: "20", written: "+", total: "TOTAL",
			boards: "Manches", board: "MANCHE", winner: "GAGNÉE PAR", points: "POINTS",
			players: "Joueurs", shots: "TIRS", open: "20 EN COUP LIBRE", contacts: "CONTACTS / DUS", fouls: "FAUTES",
			strokes: "COUPS", pocketed: "COUPS RÉUSSIS", pieces: "PIONS", queens: "REINES",
			partial: "* inscrit avant que tous les disques aient été joués", won: "Gagné par %s.", shared: "Victoire partagée : %s.", drawn: "Match nul.", running: "En cours, tour %d.", conceded: "%s a abandonné.",
			months: [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}, day: "%d %s %d, %s UTC",
		}
	case referee.Dutch:
		return sheetWords{
			title: "Scoreblad", stage: "Fase:", table: "Tafel", games: "spellen",
			rounds: "Ronden", round: "RONDE", starter: "EERSTE SCHOT", hammer: "LAATSTE SCHOT", twenties: "20", written: "+", total: "TOTAAL",
			boards: "Borden", board: "BORD", winner: "GEWONNEN DOOR", points: "PUNTEN",
			players: "Spelers", shots: "SCHOTEN", open: "20 BIJ VRIJ SCHOT", contacts: "GERAAKT / VEREIST", fouls: "FOUTEN",
			strokes: "STOTEN", pocketed: "RAKE STOTEN", pieces: "STENEN", queens: "KONINGINNEN",
			partial: "* genoteerd voordat alle schijven gespeeld waren", won: "Gewonnen door %s.", shared: "Gedeelde winst: %s.", drawn: "Gelijkspel.", running: "Bezig, ronde %d.", conceded: "%s heeft opgegeven.",
			months: [12]string{"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"}, day: "%d %s %d, %s UTC",
		}
	}
	return sheetWords{
		title: "Score sheet", stage: "Stage:", table: "Table", games: "games",
		rounds: "Rounds", round: "ROUND", starter: "FIRST SHOT", hammer: "HAMMER", twenties: "20s", written: "+", total: "TOTAL",
		boards: "Boards", board: "BOARD", winner: "WON BY", points: "POINTS",
		players: "Players", shots: "SHOTS", open: "20s ON OPEN SHOTS", contacts: "CONTACTS / OWED", fouls: "FOULS",
		strokes: "STROKES", pocketed: "STROKES THAT POCKETED", pieces: "PIECES", queens: "QUEENS",
		partial: "* written before all discs were played", won: "Won by %s.", shared: "Shared win: %s.", drawn: "A draw.", running: "Under way, round %d.", conceded: "%s conceded.",
		months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}, day: "%d %s %d, %s UTC",
	}
}
