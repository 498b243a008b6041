package models

// The choices of the crokinole parameters (RULES.md section 2).
const (
	TwoAgainstOne ThreeMode = "2v1" // a pair against one
	AllAgainstAll ThreeMode = "ffa" // everyone alone, three colours

	Clockwise        TurnOrder = "clockwise" // to the left-hand neighbour
	CounterClockwise TurnOrder = "counter_clockwise"

	LeftOfPrevious NextStarter = "left_of_previous"
	LoserChooses   NextStarter = "loser_chooses" // after a tied round: left of the previous

	RotateOn       GameStarter = "rotate"    // goes on as if the games were one
	AlternateGames GameStarter = "alternate" // two players take turns to start a game

	QuadrantTouch    QuadrantRule = "touch_line"
	QuadrantHalfOver QuadrantRule = "half_over"

	RadialTouch     RadialRule = "touch"
	RadialHalfOver  RadialRule = "half_over"
	RadialNotBehind RadialRule = "not_behind"

	StartWarn   StartViolation = "warn"
	StartReplay StartViolation = "replay"
	StartFoul   StartViolation = "foul"

	OpenFree         OpenRule = "none"
	OpenShotDisc     OpenRule = "shot_disc"
	OpenAnyContacted OpenRule = "any_contacted"

	FailShotDisc     OpenFail = "shot_disc"
	FailContactedOwn OpenFail = "contacted_own"

	FoulChain   FoulOwn = "chain"
	FoulTouched FoulOwn = "touched_by_shot_disc"
	FoulMoved   FoulOwn = "moved"

	AtOnce    TwentyRemoval = "at_once"
	AfterTurn TwentyRemoval = "after_turn"

	EdgeIsStartLine OutBoundary = "start_line"
	EdgeOfSurface   OutBoundary = "surface_edge"

	DamageStays   Damage = "stays"
	DamageRestore Damage = "restore"

	Differential ScoringMode = "differential"
	Simple       ScoringMode = "simple"
	Match2       ScoringMode = "match2"
	Match3       ScoringMode = "match3"
	Rounds4      ScoringMode = "rounds4"

	HigherThenShared TargetTie = "higher_then_shared"
	DecidingRound    TargetTie = "deciding_round"
	TieStands        TargetTie = "none"
)

// The types of the choices above.
type (
	ThreeMode      string
	TurnOrder      string
	NextStarter    string
	GameStarter    string
	QuadrantRule   string
	RadialRule     string
	StartViolation string
	OpenRule       string
	OpenFail       string
	FoulOwn        string
	TwentyRemoval  string
	OutBoundary    string
	Damage         string
	ScoringMode    string
	TargetTie      string
)

// Rules are the parameters of a crokinole ruleset, in the order of RULES.md's
// matrix. The tag doc is the sentence that users read; enum and range bound
// the value.
type Rules struct {
	SurfaceDiameterMM       float64        `doc:"Diameter of the playing surface in mm; set by a house, it scales the board that is played on." range:"200,2000"`
	LineWidthMM             float64        `doc:"Width of the printed lines in mm; set by a house, it replaces the board's own." range:"0.1,10"`
	Players                 []int          `doc:"How many people can play." enum:"2,3,4"`
	DiscsPerPlayer2         int            `doc:"Discs of each player when two play." range:"1,60"`
	DiscsPerPlayer4         int            `doc:"Discs of each player when four play." range:"1,60"`
	ThreeModes              []ThreeMode    `doc:"Ways for three to play: two against one, all against all." enum:"2v1,ffa"`
	Discs3FFA               int            `doc:"Discs of each player when three play all against all." range:"1,60"`
	Discs2v1                []int          `doc:"Discs of the single and of each partner when two play against one." range:"1,60"`
	SingleShootsFrom        string         `doc:"From where the single shoots when two play against one." enum:"own_quadrant"`
	TurnOrder               TurnOrder      `doc:"The way round in which turns go." enum:"clockwise,counter_clockwise"`
	FirstStarter            string         `doc:"How the very first starter is found." enum:"lot,hidden_colour,choose"`
	NextStarter             NextStarter    `doc:"Who starts the next round." enum:"left_of_previous,loser_chooses"`
	StartTouchLine          bool           `doc:"The disc must touch the shooting line before it is shot."`
	StartFlat               bool           `doc:"The disc must lie flat before it is shot."`
	StartQuadrant           QuadrantRule   `doc:"How far a disc may lie over its quadrant line before the shot." enum:"touch_line,half_over"`
	StartRadial             RadialRule     `doc:"How far a disc may lie behind the shooting line before the shot." enum:"touch,half_over,not_behind"`
	StartViolation          StartViolation `doc:"What follows a shot from a wrong place: a mark in the log, the shot again, or a foul." enum:"warn,replay,foul"`
	OpenRule                OpenRule       `doc:"Which disc must reach the 15 on an open shot." enum:"none,shot_disc,any_contacted"`
	OpenTouchCounts         bool           `doc:"On an open shot touching the 15 line is enough; otherwise the disc must lie wholly within it."`
	OpenFailRemoves         OpenFail       `doc:"What leaves the board when an open shot fails." enum:"shot_disc,contacted_own"`
	ContactRequired         bool           `doc:"With opposing discs in play one of them must be touched."`
	ContactIndirect         bool           `doc:"Touching an opposing disc through an own one counts."`
	FoulRemovesOwn          FoulOwn        `doc:"Which own discs leave with the shot disc when no opposing disc was touched." enum:"chain,touched_by_shot_disc,moved"`
	FoulVoids20             bool           `doc:"A twenty of the shooter's made on a foul is worth nothing."`
	TwentyFlat              bool           `doc:"A twenty must lie flat in the hole; otherwise leaning in it is enough."`
	LeanStays               bool           `doc:"A disc that leans in the hole stays there; otherwise it is taken off."`
	LeanValue               int            `doc:"Points of a leaning disc in the count." enum:"0,5,10,15,20"`
	BounceOutIs20           bool           `doc:"A disc that drops into the hole and hops out again is a twenty."`
	OpponentTwentyCounts    bool           `doc:"An opposing disc pushed into the hole is a twenty for its owner."`
	TwentyRemoval           TwentyRemoval  `doc:"When a twenty is taken off the board." enum:"at_once,after_turn"`
	RestOnStartLine         string         `doc:"What happens to a disc that rests touching the shooting line." enum:"remove"`
	OutBoundary             OutBoundary    `doc:"What a disc must cross to have left the game." enum:"start_line,surface_edge"`
	ReturnedDisc            string         `doc:"What happens to a disc that left and came back." enum:"remove"`
	Damage                  Damage         `doc:"Discs moved by one that came back stay where they are, or are put back." enum:"stays,restore"`
	DamageSuspendsFoul      bool           `doc:"When a disc came back and touched others, no contact is owed on that shot."`
	ContactByReturnedCounts bool           `doc:"A touch by a disc that left and came back fulfils the contact that is owed."`
	LineLower               bool           `doc:"A disc on a line counts for its lower side; otherwise for its higher."`
	LipScores               int            `doc:"Points of a disc on the lip beyond the shooting line; 0 takes it off." enum:"0,5"`
	ScoringModes            []ScoringMode  `doc:"Ways to count a round; the first that fits the number of players is the default." enum:"differential,simple,match2,match3,rounds4"`
	Target                  []int          `doc:"Points that win the match under the differential and the simple count; the first is the default." range:"1,100000"`
	RoundTie                int            `doc:"Points of each side for a tied round under the match-play counts." range:"0,2"`
	TargetTie               TargetTie      `doc:"What follows when the leaders are level at the end." enum:"higher_then_shared,deciding_round,none"`
	NoviceReshoot           int            `doc:"How often a player may shoot again after hitting no disc, in a round; 0 is never, -1 always." range:"-1,60"`
	FreeChair               bool           `doc:"The shooter may move the chair."`
	OneCheek                bool           `doc:"Part of the posterior stays on the chair during a shot."`
	ShootingHandOnly        bool           `doc:"Only the shooter's shooting hand may touch the board during a shot."`
	DiscsInHandAllowed      bool           `doc:"Discs to come may be held in the hand."`
	CueAllowed              bool           `doc:"Discs may be shot with a small cue."`
	FreezeBoardUntilScored  bool           `doc:"After the last shot nothing moves until the round is written; otherwise the next round's first shot writes it."`
	MoveThresholdMM         float64        `doc:"Displacement in mm beyond which a disc has moved." range:"0,20"`
	MatchTarget             int            `doc:"Points that win the match under the match-play counts match2 and match3." range:"1,1000"`
	RoundsPerGame           int            `doc:"Rounds of a game under the count rounds4." range:"1,99"`
	GameStarter             GameStarter    `doc:"Who starts the next game of a match of several games." enum:"rotate,alternate"`
	TimeExtraShot           bool           `doc:"When time ends a round, the side with fewer shots may take one more."`
}
