package casebook

import (
	"encoding/json"
	"errors"
	"fmt"

	"ditchline/models"
	"ditchline/referee"
)

type pairJSON struct {
	W int `json:"W"`
	B int `json:"B"`
}

type carromCase struct {
	Init struct {
		W     *int     `json:"W"`
		B     *int     `json:"B"`
		Queen string   `json:"queen"`
		Owner string   `json:"owner"`
		Due   pairJSON `json:"due"`
	} `json:"init"`
	Strokes []strokeCase `json:"strokes"`
}

type strokeCase struct {
	Own          int    `json:"own"`
	Opp          int    `json:"opp"`
	Queen        bool   `json:"queen"`
	Striker      bool   `json:"striker"`
	Foul         string `json:"foul"`
	LastPieceICF string `json:"last_piece_rule"`
}

type carromAnswer struct {
	Results []string    `json:"results"`
	Final   carromFinal `json:"final"`
	Events  [][]string  `json:"events"`
	Because [][]string  `json:"because"`
}

type carromFinal struct {
	On     pairJSON `json:"on"`
	Due    pairJSON `json:"due"`
	Queen  string   `json:"queen"`
	Turn   string   `json:"turn"`
	Winner string   `json:"winner,omitempty"`
	Points *int     `json:"points,omitempty"`
}

func (c *carromCase) board(rules *models.CarromRules) (referee.CarromBoard, error) {
	b := referee.NewCarromBoard(rules, referee.White)
	b.Broken = true
	var bad problems
	set := func(name string, v *int, into *int) {
		if v == nil {
			return
		}
		if *into = *v; *v < 1 || *v > rules.Pieces {
			bad.add("init %s is %d: want 1 to %d pieces on the board", name, *v, rules.Pieces)
		}
	}
	set("W", c.Init.W, &b.On[0])
	set("B", c.Init.B, &b.On[1])
	b.Due = referee.Pair{c.Init.Due.W, c.Init.Due.B}
	if b.Due[0] < 0 || b.Due[1] < 0 {
		bad.add("init due is %v: want 0 or more", b.Due)
	}
	switch q := referee.Queen(c.Init.Queen); q {
	case "", referee.QueenOnBoard:
	case referee.QueenPending, referee.QueenCovered:
		b.Queen, b.Owner = q, referee.Colour(c.Init.Owner)
		if c.Init.Owner == "" {
			b.Owner = referee.White
		}
		if b.Owner != referee.White && b.Owner != referee.Black {
			bad.add("init owner is %q: want W or B", c.Init.Owner)
		}
	default:
		bad.add("init queen is %q: want board, pending or covered", c.Init.Queen)
	}
	return b, errors.Join(bad...)
}

func (r *Reader) carrom(rs *models.Ruleset, raw []byte) (any, error) {
	var c carromCase
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	b, err := c.board(&rs.Carrom)
	if err != nil {
		return nil, err
	}
	a := carromAnswer{Results: []string{}, Events: [][]string{}, Because: [][]string{}}
	for i, s := range c.Strokes {
		stroke := referee.Stroke{Own: s.Own, Opp: s.Opp, Queen: s.Queen, Striker: s.Striker, Foul: referee.Reason(s.Foul)}
		ruled := *rs
		switch s.LastPieceICF {
		case "", "literal", "source":
		case "icf":
			ruled.Carrom.LastOwnWithQueenOnBoard, ruled.Carrom.LastOpponentPiece = models.ICFLoss, models.LastOpponentICF
		default:
			return nil, fmt.Errorf("stroke %d: last_piece_rule is %q: want icf or nothing", i+1, s.LastPieceICF)
		}
		next, v, err := referee.PlayStroke(&ruled, b, stroke)
		if err != nil {
			return nil, fmt.Errorf("stroke %d: %w", i+1, err)
		}
		b = next
		a.Results = append(a.Results, string(v.Result))
		a.Events = append(a.Events, v.Events)
		a.Because = append(a.Because, v.Because)
	}
	a.Final = carromFinal{
		On: pairJSON{b.On[0], b.On[1]}, Due: pairJSON{b.Due[0], b.Due[1]}, Queen: string(b.Queen), Turn: string(b.Turn), Winner: string(b.Winner),
	}
	if b.Winner != "" {
		a.Final.Points = &b.Points
	}
	return a, nil
}

type strikerAnswer struct {
	Code *string `json:"code"` // by the ruleset
	ICF  *string `json:"icf"`  // by the ICF rule
}

func (r *Reader) striker(rs *models.Ruleset, raw []byte) (any, error) {
	var c struct {
		X *float64 `json:"x"`
		Y *float64 `json:"y"`
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return nil, err
	}
	if c.X == nil || c.Y == nil {
		return nil, errors.New("want x and y in mm")
	}
	icf := rs.Carrom
	icf.StrikerOnCircle = models.CircleFullCover
	return strikerAnswer{
		Code: word(referee.CheckStriker(&rs.Carrom, *c.X, *c.Y)),
		ICF:  word(referee.CheckStriker(&icf, *c.X, *c.Y)),
	}, nil
}

func word(r referee.Reason) *string {
	if r == "" {
		return nil
	}
	s := string(r)
	return &s
}
