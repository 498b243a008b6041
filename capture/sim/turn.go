package sim

import (
	"math"
	"sort"
)

// key is where the hand is at one time of a turn.
type key struct {
	t, x, y, z, dir float64
	pose            Pose
	away            bool // out of the picture
}

// carry is a disc in the hand from one time to another; then it lies at
// (x, y, z).
type carry struct {
	disc     int
	from, to float64
	x, y, z  float64
	where    Where
	hidden   bool // closed in the palm
	placing  bool // for the shot: the motion has it from the flick on
	push     bool // it slides straight to its place under the fingers
}

// Turn is one player's shot with all that goes with it, or the clearing of
// the board after a round. Its times are in s from the game's start.
type Turn struct {
	Start, End   float64
	Round, N     int
	Clearing     bool
	Team         int
	Player       string
	SeatDeg      float64
	Disc         int
	Shot         Shot
	StartValid   bool
	HandIn       float64
	Placed       float64 // the disc lies on the shooting line
	FlickAt      float64
	SettledAt    float64
	HandOut      float64
	RemovalStart float64 // 0 where nothing is taken off
	Before       []Puck
	Overdue      []Removal // what should have been taken off in earlier turns
	Motion       Motion
	Judgement    Judgement
	Stroke       *Stroke // in carrom
	ByHand       []Handed
	Left         []Puck // what lies on the board and in the ditch at the end
	Anomalies    []Anomaly

	all     []Puck // every disc of the set at the turn's start
	keys    []key
	carries []carry
	air     []airing
	knock   *knock
}

// due are the discs that should have been taken off before the turn.
func (tn *Turn) due() map[int]bool {
	list := map[int]bool{}
	for _, r := range tn.Overdue {
		list[r.Disc] = true
	}
	return list
}

// seat is a player's side of the table.
type seat struct {
	deg    float64
	sx, sy float64 // unit vector outward
	rim    float64 // mm from the middle to the outside of the rail
}

func newSeat(deg, rim float64) seat {
	s, c := math.Sincos(deg * math.Pi / 180)
	return seat{deg, c, s, rim}
}

// slot is where the k-th disc of a set lies on the table beside the seat.
func (s seat) slot(k int, disc float64) (x, y float64) {
	out := s.rim + 55 + float64(k%3)*(2*disc+5)
	across := 105 + float64(k/3)*(2*disc+6)
	return out*s.sx - across*s.sy, out*s.sy + across*s.sx
}

// dirTo is the direction of a hand whose fingertip is at (x, y): from an
// elbow outside the rail.
func (s seat) dirTo(x, y float64) float64 {
	ex, ey := s.sx*(s.rim+520), s.sy*(s.rim+520)
	return math.Atan2(y-ey, x-ex) * 180 / math.Pi
}

// outside is how far beyond the rail nothing is in the picture, mm.
const outside = 1100

// away is the hand out of the picture.
func (s seat) away(t float64) key {
	x, y := s.sx*(s.rim+outside), s.sy*(s.rim+outside)
	return key{t: t, x: x, y: y, z: 90, dir: s.deg + 180, pose: Pinch, away: true}
}

// The middle of a pinched disc in the hand's frame, mm.
const heldX, heldY = -15, 7

// over is the hand that pinches a disc at (x, y) whose underside is at z.
func (s seat) over(t, x, y, z float64) key {
	dir := s.dirTo(x, y)
	sn, cs := math.Sincos(dir * math.Pi / 180)
	return key{t: t, x: x - heldX*cs + heldY*sn, y: y - heldX*sn - heldY*cs, z: z, dir: dir, pose: Pinch}
}

// handAt is the hand at a time; nil while it is out of the picture.
func (tn *Turn) handAt(t float64) *Hand {
	i := sort.Search(len(tn.keys), func(i int) bool { return tn.keys[i].t > t })
	if i == 0 || i == len(tn.keys) {
		return nil
	}
	a, b := tn.keys[i-1], tn.keys[i]
	if a.away && b.away {
		return nil
	}
	u := smooth(a.t, b.t, t)
	turn := math.Remainder(b.dir-a.dir, 360)
	h := &Hand{
		X: a.x + (b.x-a.x)*u, Y: a.y + (b.y-a.y)*u, Z: a.z + (b.z-a.z)*u,
		DirDeg: a.dir + turn*u, From: a.pose, To: b.pose, Mix: u,
	}
	if a.pose == b.pose {
		h.Mix = 0
	}
	return h
}

// held is the disc in a hand.
func (h *Hand) held(sp spot) spot {
	s, c := math.Sincos(h.DirDeg * math.Pi / 180)
	sp.x, sp.y, sp.z = h.X+heldX*c-heldY*s, h.Y+heldX*s+heldY*c, h.Z
	sp.where, sp.tilt = InHand, 0
	return sp
}

// place is one disc at one time.
type place struct {
	id, team int
	spot
	hidden bool
}

// at is where every disc is at a time of the turn.
func (tn *Turn) at(t float64) []place {
	list := make([]place, len(tn.all))
	for i := range tn.all {
		list[i] = tn.placeOf(&tn.all[i], t)
	}
	return list
}

func (tn *Turn) placeOf(p *Puck, t float64) place {
	pl := place{id: p.ID, team: p.Team, spot: p.spot()}
	if !tn.Clearing && t >= tn.FlickAt {
		if sp, moved := tn.Motion.at(p.ID, t-tn.FlickAt); moved {
			pl.spot = sp
		}
	}
	for i := range tn.carries {
		c := &tn.carries[i]
		switch {
		case c.disc != p.ID || t < c.from || c.placing && t >= tn.FlickAt:
		case t >= c.to:
			pl.x, pl.y, pl.z, pl.where, pl.tilt, pl.hidden = c.x, c.y, c.z, c.where, 0, false
		case c.push:
			u := smooth(c.from, c.to, t)
			pl.x, pl.y = pl.x+(c.x-pl.x)*u, pl.y+(c.y-pl.y)*u
		default:
			if h := tn.handAt(t); h != nil {
				pl.spot = h.held(pl.spot)
			}
			pl.hidden = c.hidden
		}
	}
	return pl
}
