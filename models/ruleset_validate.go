package models

import (
	"errors"
	"fmt"
	"slices"
)

// Validate reports every contradiction between the parameters at once.
func (r Ruleset) Validate() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	switch r.Game {
	case Crokinole:
		r.Rules.check(bad)
	case Carrom:
		r.Carrom.check(bad)
	default:
		bad("game is %q: want crokinole or carrom", r.Game)
	}
	return errors.Join(problems...)
}

func (r *Rules) check(bad func(string, ...any)) {
	r.checkPlayers(bad)
	r.checkShot(bad)
	if r.FreeChair && r.OneCheek {
		bad("FreeChair=true lets the chair move, OneCheek=true keeps the player on it: choose one")
	}
}

func (r *Rules) checkPlayers(bad func(string, ...any)) {
	if len(r.Players) == 0 {
		bad("Players is empty: want 2, 3 or 4")
	}
	if three := slices.Contains(r.Players, 3); three != (len(r.ThreeModes) > 0) {
		bad("Players=%v and ThreeModes=%v: three can play only if a way is named, and the other way round", r.Players, r.ThreeModes)
	}
	if len(r.Discs2v1) != 2 {
		bad("Discs2v1 has %d values: want two, the single's and a partner's", len(r.Discs2v1))
	} else if slices.Contains(r.ThreeModes, TwoAgainstOne) && r.Discs2v1[0] != 2*r.Discs2v1[1] {
		bad("Discs2v1=%v: the single shoots every other turn and needs as many discs as both partners", r.Discs2v1)
	}
	if len(r.ScoringModes) == 0 {
		bad("ScoringModes is empty: a round must be counted somehow")
	}
	ffa := slices.Contains(r.ThreeModes, AllAgainstAll)
	if slices.Contains(r.ScoringModes, Match3) && !ffa {
		bad("ScoringModes has match3, which counts three players, but ThreeModes has no ffa")
	}
	if ffa && !slices.Contains(r.ScoringModes, Simple) && !slices.Contains(r.ScoringModes, Match3) {
		bad("ThreeModes has ffa, which the counts %v cannot score: add simple or match3", r.ScoringModes)
	}
	if len(r.Target) == 0 {
		bad("Target is empty: want the points that win")
	}
}

func (r *Rules) checkShot(bad func(string, ...any)) {
	if r.OpenRule == OpenFree && !r.OpenTouchCounts {
		bad("OpenRule=none asks nothing of an open shot, OpenTouchCounts=false narrows it: choose one")
	}
	if !r.ContactRequired {
		if r.NoviceReshoot != 0 {
			bad("NoviceReshoot=%d needs ContactRequired=true: without a contact owed nothing is shot again", r.NoviceReshoot)
		}
		if r.DamageSuspendsFoul {
			bad("DamageSuspendsFoul=true needs ContactRequired=true: there is no contact to suspend")
		}
	}
	if r.DamageSuspendsFoul && r.Damage == DamageRestore {
		bad("DamageSuspendsFoul=true leaves the damage be, Damage=restore undoes it: choose one")
	}
	if !r.TwentyFlat && r.LeanStays {
		bad("TwentyFlat=false makes a leaning disc a twenty, LeanStays=true leaves it lying: choose one")
	}
	if !r.StartTouchLine && r.StartRadial != RadialTouch {
		bad("StartRadial=%s measures from the shooting line, which StartTouchLine=false does not ask for", r.StartRadial)
	}
}

func (r *CarromRules) check(bad func(string, ...any)) {
	if len(r.Players) == 0 {
		bad("Players is empty: want 2 or 4")
	}
	if r.BaseLineLengthMM >= r.SurfaceMM {
		bad("BaseLineLengthMM=%v does not fit SurfaceMM=%v", r.BaseLineLengthMM, r.SurfaceMM)
	}
	if r.LowerLineFromFrameMM+r.PieceDiameterMM >= r.SurfaceMM/2 {
		bad("LowerLineFromFrameMM=%v lies beyond the middle of SurfaceMM=%v", r.LowerLineFromFrameMM, r.SurfaceMM)
	}
	if r.StrikerTouchBothLines && r.StrikerDiameterMM < r.LineGapMM {
		bad("StrikerDiameterMM=%v cannot touch both of two lines LineGapMM=%v apart", r.StrikerDiameterMM, r.LineGapMM)
	}
	if r.PieceDiameterMM >= r.PocketDiameterMM || r.StrikerDiameterMM >= r.PocketDiameterMM {
		bad("PocketDiameterMM=%v is too small for pieces of %v and a striker of %v", r.PocketDiameterMM, r.PieceDiameterMM, r.StrikerDiameterMM)
	}
	if r.QueenValue > r.BoardMax {
		bad("QueenValue=%d is more than BoardMax=%d", r.QueenValue, r.BoardMax)
	}
}
