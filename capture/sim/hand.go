package sim

import "math"

// Pose is how the fingers of a hand are held.
type Pose int

// The poses of a game. The fingertip in the names is the origin of a hand.
const (
	Pinch   Pose = iota // thumb and two fingers hold a disc
	Cocked              // the middle finger is held back behind the disc by the thumb
	Flicked             // the middle finger has shot forward
	Flat                // spread on the board
)

// Hand is a hand over the board: its fingertip in the board frame, mm, the
// direction in which it points, and how its fingers are held.
type Hand struct {
	X, Y, Z  float64
	DirDeg   float64
	From, To Pose
	Mix      float64 // 0 = From, 1 = To
	Left     bool    // a left hand: the mirror image
}

// joint is the middle and radius of a limb's end, mm, in the hand's frame: x
// along the hand to the fingertips, y to the left of it, z up.
type joint struct{ x, y, z, r float64 }

// limb is a tapered capsule between two joints.
type limb struct {
	a, b   joint
	sleeve bool
	nail   bool // b is a fingertip with its nail up
}

// fingers by pose: index, middle, ring, little, thumb; four joints each.
var fingers = map[Pose][5][4]joint{
	Pinch: {
		{{-88, 24, 44, 10.5}, {-48, 25, 50, 9.2}, {-20, 17, 34, 8.2}, {-9, 12, 16, 6.8}},
		{{-86, 4, 47, 10.5}, {-42, 4, 53, 9.4}, {-14, 0, 36, 8.4}, {-2, -4, 16, 7}},
		{{-88, -15, 44, 10}, {-50, -18, 47, 8.8}, {-28, -20, 34, 8}, {-20, -21, 22, 6.6}},
		{{-94, -32, 39, 9}, {-64, -38, 40, 7.8}, {-45, -40, 32, 7}, {-37, -40, 26, 6}},
		{{-142, 28, 34, 15}, {-98, 44, 33, 12}, {-58, 37, 27, 10}, {-30, 21, 17, 8}},
	},
	Cocked: {
		{{-92, 24, 36, 10.5}, {-52, 34, 38, 9.2}, {-28, 38, 26, 8.2}, {-16, 38, 14, 6.8}},
		{{-92, 4, 40, 10.5}, {-50, 8, 45, 9.4}, {-30, 9, 27, 8.6}, {-26, 9, 12, 7.2}},
		{{-95, -15, 37, 10}, {-56, -15, 41, 8.8}, {-40, -14, 26, 8}, {-44, -13, 13, 6.8}},
		{{-100, -32, 33, 9}, {-68, -35, 35, 7.8}, {-55, -34, 22, 7}, {-60, -32, 12, 6}},
		{{-144, 30, 30, 15}, {-100, 46, 26, 12}, {-62, 34, 18, 10}, {-36, 20, 12, 8}},
	},
	Flicked: {
		{{-92, 24, 36, 10.5}, {-52, 34, 38, 9.2}, {-27, 38, 28, 8.2}, {-12, 38, 18, 6.8}},
		{{-92, 4, 40, 10.5}, {-46, 6, 38, 9.4}, {-18, 6, 24, 8.4}, {2, 5, 13, 7}},
		{{-95, -15, 37, 10}, {-55, -17, 39, 8.8}, {-33, -18, 27, 8}, {-25, -18, 15, 6.8}},
		{{-100, -32, 33, 9}, {-67, -37, 34, 7.8}, {-50, -38, 24, 7}, {-44, -37, 14, 6}},
		{{-144, 30, 30, 15}, {-102, 50, 26, 12}, {-66, 46, 19, 10}, {-40, 38, 13, 8}},
	},
	Flat: {
		{{-92, 25, 24, 10.5}, {-48, 33, 19, 9.2}, {-24, 37, 14, 8.2}, {-5, 40, 9, 7}},
		{{-90, 4, 26, 10.5}, {-44, 6, 20, 9.4}, {-16, 7, 14, 8.4}, {4, 8, 9, 7.2}},
		{{-93, -15, 24, 10}, {-50, -19, 18, 8.8}, {-24, -22, 13, 8}, {-6, -24, 9, 6.8}},
		{{-99, -33, 21, 9}, {-66, -43, 16, 7.8}, {-45, -49, 12, 7}, {-31, -53, 8, 6}},
		{{-146, 32, 22, 15}, {-106, 58, 19, 12}, {-78, 68, 14, 10}, {-55, 73, 9, 8}},
	},
}

// skeleton are the hand's limbs in its own frame.
func (h *Hand) skeleton() []limb {
	from, to := fingers[h.From], fingers[h.To]
	list := make([]limb, 0, 28)
	var roots [5]joint
	for f := range from {
		var chain [4]joint
		for k := range chain {
			chain[k] = from[f][k].toward(to[f][k], h.Mix)
		}
		roots[f] = chain[0]
		for k := range 3 {
			list = append(list, limb{a: chain[k], b: chain[k+1], nail: k == 2})
		}
	}
	lift := roots[1].z - 3
	wrist := joint{-172, 2, lift, 23}
	for f, r := range roots[:4] {
		r.r += 3.5
		r.z -= 2
		list = append(list, limb{a: joint{-160, 9 - 6*float64(f), lift, 20}, b: r})
	}
	list = append(list,
		limb{a: joint{-160, 10, lift - 4, 20}, b: joint{roots[4].x, roots[4].y - 4, roots[4].z, 16}},
		limb{a: joint{-155, 0, lift, 22}, b: wrist},
		limb{a: wrist, b: joint{-285, 0, lift + 20, 30}},
		limb{a: joint{-270, 0, lift + 17, 38}, b: joint{-480, -12, lift + 50, 48}, sleeve: true},
		limb{a: joint{-480, -12, lift + 50, 48}, b: joint{-1300, -60, lift + 190, 66}, sleeve: true},
	)
	if h.Left {
		for i := range list {
			list[i].a.y, list[i].b.y = -list[i].a.y, -list[i].b.y
		}
	}
	return list
}

func (j joint) toward(k joint, t float64) joint {
	return joint{j.x + (k.x-j.x)*t, j.y + (k.y-j.y)*t, j.z + (k.z-j.z)*t, j.r + (k.r-j.r)*t}
}

// inBoard moves a limb from the hand's frame to the board's.
func (h *Hand) inBoard(l limb) limb {
	s, c := math.Sincos(h.DirDeg * math.Pi / 180)
	move := func(j joint) joint {
		return joint{h.X + j.x*c - j.y*s, h.Y + j.x*s + j.y*c, h.Z + j.z, j.r}
	}
	l.a, l.b = move(l.a), move(l.b)
	return l
}

// limbs of a hand in the board frame.
func (h *Hand) limbs() []limb {
	list := h.skeleton()
	for i := range list {
		list[i] = h.inBoard(list[i])
	}
	return list
}

// hides says whether the hand is between the eye and a place, both in the
// board frame.
func hides(list []limb, eye, p [3]float64) bool {
	for i := range list {
		l := &list[i]
		// The sight line's nearest approach to the limb, by samples of the
		// limb's axis: limbs are short compared with their width.
		n := 4
		if l.sleeve {
			n = 24
		}
		for k := range n + 1 {
			t := float64(k) / float64(n)
			j := l.a.toward(l.b, t)
			dx, dy, dz := p[0]-eye[0], p[1]-eye[1], p[2]-eye[2]
			ex, ey, ez := j.x-eye[0], j.y-eye[1], j.z-eye[2]
			s := (dx*ex + dy*ey + dz*ez) / (dx*dx + dy*dy + dz*dz)
			if s >= 1 {
				continue
			}
			ex, ey, ez = ex-s*dx, ey-s*dy, ez-s*dz
			if ex*ex+ey*ey+ez*ez < j.r*j.r {
				return true
			}
		}
	}
	return false
}
