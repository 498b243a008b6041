package storybook

import (
	"math"
	"math/rand/v2"

	"ditchline/referee"
	"ditchline/score"
)

// strike is a carrom stroke of the seat that is next, with how it leaves the
// board: mostly an own piece or two fall, now and then the striker, the queen or
// one of the other side's, or it was placed wrongly.
func strike(st *score.State, r *rand.Rand, skill float64) *score.Stroke {
	b := st.Carrom.Board
	own, opp := b.On.Of(b.Turn), b.On.Of(b.Turn.Other())
	k := referee.Stroke{}
	if r.Float64() < 0.25+skill {
		k.Own = min(own, 1+r.IntN(2))
	}
	k.Striker = r.Float64() < 0.06
	if opp > 1 && r.Float64() < 0.08 {
		k.Opp = 1
	}
	k.Queen = b.Queen == referee.QueenOnBoard && own < 7 && own > 2 && r.Float64() < 0.3
	if r.Float64() < 0.04 {
		k.Foul = referee.FStrikerLines
	}
	left := referee.Pair{}
	for i, c := range []referee.Colour{referee.White, referee.Black} {
		left[i] = b.On.Of(c) - k.Opp
		if c == b.Turn {
			left[i] = b.On.Of(c) - k.Own
		}
	}
	s := &score.Stroke{Seat: st.Next, Stroke: k}
	put := func(kind string, n int) {
		for range n {
			d, a := 330*math.Sqrt(r.Float64()), 2*math.Pi*r.Float64()
			s.Lies = append(s.Lies, score.Lying{Kind: kind, X: math.Round(d * math.Cos(a)), Y: math.Round(d * math.Sin(a))})
		}
	}
	put(score.WhitePiece, left[0])
	put(score.BlackPiece, left[1])
	if b.Queen == referee.QueenOnBoard && !k.Queen {
		put(score.QueenPiece, 1)
	}
	return s
}
