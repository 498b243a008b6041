package models

// The choices of the carrom parameters that the referee decides by
// (RULES.md 3.2).
const (
	CircleNever     = "never"
	CircleFullCover = "full_cover"

	OneOutTurnLost       = "one_out_turn_lost"
	TurnLostOnly         = "turn_lost"
	BackOneOutContinue   = "back_one_out_continue"
	BackOneOutTurnLost   = "back_one_out_turn_lost"
	BackTurnLost         = "back_turn_lost"
	BackContinue         = "back_continue"
	CountsTurnLost       = "counts_turn_lost"
	CountsContinue       = "counts_continue"
	CoveredUnlessFirst   = "covered_unless_first"
	AlwaysPending        = "always_pending"
	LiteralWin           = "literal_win"
	ICFLoss              = "icf_loss"
	LastOpponentLiteral  = "literal"
	LastOpponentICF      = "icf"
	IllegalStrikerIgnore = "none"

	RightHand = "right" // counter-clockwise: S, E, N, W
	LeftHand  = "left"
)

// CarromRules are the parameters of a carrom ruleset, in the order of
// RULES.md 3.2, with the tags of Rules. Lengths are mm.
type CarromRules struct {
	SurfaceMM               float64 `doc:"Side of the playing surface in mm." range:"300,1500"`
	FrameHeightMM           float64 `doc:"Height of the frame over the surface in mm." range:"5,60"`
	FrameBreadthMM          float64 `doc:"Breadth of the frame in mm." range:"10,200"`
	PocketDiameterMM        float64 `doc:"Diameter of a pocket in mm." range:"20,100"`
	BaseLineLengthMM        float64 `doc:"Length of the base lines in mm, their circles included." range:"100,1400"`
	LowerLineFromFrameMM    float64 `doc:"Distance of the lower base line from the frame in mm." range:"20,400"`
	LineGapMM               float64 `doc:"Distance between the two base lines in mm." range:"10,80"`
	BaseCircleMM            float64 `doc:"Diameter of a base circle in mm." range:"10,80"`
	CentreCircleMM          float64 `doc:"Diameter of the centre circle in mm." range:"10,100"`
	OuterCircleMM           float64 `doc:"Diameter of the outer circle in mm." range:"50,400"`
	PieceDiameterMM         float64 `doc:"Diameter of a piece in mm." range:"10,60"`
	PieceThicknessMM        float64 `doc:"Thickness of a piece in mm." range:"2,20"`
	StrikerDiameterMM       float64 `doc:"Diameter of the striker in mm." range:"15,80"`
	Players                 []int   `doc:"How many people can play." enum:"2,4"`
	Pieces                  int     `doc:"Pieces of each colour." range:"1,19"`
	BreakerColour           string  `doc:"Colour of the side that breaks." enum:"white,black"`
	BreakAlternates         bool    `doc:"The break passes to the other side with every board."`
	FirstBreaker            string  `doc:"How the first breaker is found." enum:"toss,choose"`
	FailedBreakTries        int     `doc:"Further tries when the break touches no piece." range:"0,10"`
	StrikerTouchBothLines   bool    `doc:"The striker must touch both base lines before the stroke."`
	StrikerOnCircle         string  `doc:"Whether the striker may lie on a base circle: never, or covering it fully." enum:"never,full_cover"`
	BackShots               bool    `doc:"Pieces behind the base line may be struck directly."`
	ContinueOnOwn           bool    `doc:"Who pockets an own piece plays on."`
	ContinueOnQueen         bool    `doc:"Who rightly pockets the queen plays on."`
	OpponentPiece           string  `doc:"An opponent's piece counts for the opponent; whether the turn is lost with it when no own piece fell." enum:"counts_turn_lost,counts_continue"`
	StrikerAlone            string  `doc:"What follows the striker alone in a pocket." enum:"one_out_turn_lost,turn_lost"`
	StrikerWithOwn          string  `doc:"What follows the striker and own pieces in pockets." enum:"back_one_out_continue,back_one_out_turn_lost"`
	StrikerWithOpponent     string  `doc:"What follows the striker and opponent's pieces in pockets." enum:"one_out_turn_lost,turn_lost"`
	StrikerWithBoth         string  `doc:"What follows the striker and pieces of both colours in pockets." enum:"back_one_out_continue,back_one_out_turn_lost"`
	QueenNeedsOwnPocketed   bool    `doc:"The queen may be pocketed only after an own piece."`
	QueenEarly              string  `doc:"What follows the queen pocketed before any own piece." enum:"back_turn_lost,back_continue"`
	QueenWithOwnSameStroke  string  `doc:"Queen and own piece in one stroke: confirmed at once (when nothing was pocketed before: with two), or always still to be confirmed." enum:"covered_unless_first,always_pending"`
	QueenUnconfirmed        string  `doc:"Where the queen goes when she is not confirmed." enum:"centre"`
	QueenWithStriker        string  `doc:"What follows queen and striker in pockets." enum:"back_one_out_continue,back_one_out_turn_lost"`
	CoverStriker            string  `doc:"What follows the striker alone in a pocket when the queen is to be confirmed." enum:"back_one_out_turn_lost,back_one_out_continue"`
	QueenValue              int     `doc:"Points of the confirmed queen." range:"0,25"`
	QueenCap                int     `doc:"Score from which the queen gives no points any more; 0 is none." range:"0,1000"`
	QueenForLoser           string  `doc:"Who gets the queen's points when the board is won by the other side." enum:"nobody"`
	LastOwnWithQueenOnBoard string  `doc:"The last own piece falls with the queen on the board: won without her, or lost by her value." enum:"literal_win,icf_loss"`
	LastOpponentPiece       string  `doc:"The opponent's last piece is pocketed: the opponent wins by the pieces left, or also by the queen on the board." enum:"literal,icf"`
	BoardMax                int     `doc:"Most points of one board." range:"1,60"`
	Target                  int     `doc:"Points that win the game." range:"1,1000"`
	MaxBoards               int     `doc:"Boards after which the leader wins; 0 is no limit." range:"0,100"`
	Placing                 string  `doc:"Who places pieces that come back." enum:"opponent"`
	JumpedPiece             string  `doc:"Where a piece goes that jumped off the board." enum:"centre"`
	StandingOrOverlapping   string  `doc:"What happens to pieces that stand on edge or overlap." enum:"as_is"`
	FourPlayerOrder         string  `doc:"To which neighbour the turn goes when four play." enum:"right,left"`
	FourPlayerColours       string  `doc:"Whose colour partners play." enum:"partners_share"`
	StrokeSeconds           int     `doc:"Seconds for a stroke; 0 is no limit." range:"0,600"`
	IllegalStriker          string  `doc:"What follows a stroke from a wrong place." enum:"back_one_out_turn_lost,none"`
	OutOfTurn               string  `doc:"What follows a stroke out of turn." enum:"alarm"`
}
