package referee_test

import (
	"strings"
	"testing"

	"ditchline/referee"
)

const anyRuleset = "CH CQG NED ENC MAY KEL NCA WCC"

// The statements about an open shot: what it owes, and what leaves when it
// fails.
func TestOpenShotStatements(t *testing.T) {
	for _, l := range []shotLine{
		{rules: "CH-14 CQG-05 NED-10 MAY-09 KEL-10 ENC-09 NCA-06 CH-15 CQG-06 NCA-08", ruleset: anyRuleset, after: "B1 hole", want: "VALID OK_OPEN_20 B1:R_20 +B"},
		{rules: "CH-14 own discs only is an open shot too; CQG-05", ruleset: "CH CQG NED ENC MAY", before: "B1 150@90", after: "B2 60@0", want: "VALID OK_OPEN"},
		{rules: "CH-16 AMB-03 CQG-07 NED-11 ENC-09 MAY-09 NCA-06 inside the 15", ruleset: anyRuleset, after: "B1 84@0", want: "VALID OK_OPEN"},
		{rules: "CH-31 CQG-07 ENC-09 MAY-09 AMB-13 CON-02 touching the 15 line is enough", ruleset: anyRuleset, after: "B1 118.26875@0", want: "VALID OK_OPEN"},
		{rules: "CH-16 CQG-07 NED-12 ENC-09 MAY-10 NCA-06 AMB-11 clear outside the 15", ruleset: "CH CQG NED ENC MAY NCA WCC", after: "B1 118.27@0", want: "FOUL F_OPEN_SHORT B1:R_FOUL"},
		{rules: "NED-12 in the 5 zone", ruleset: "NED", after: "B1 250@0", want: "FOUL F_OPEN_SHORT B1:R_FOUL"},
		{rules: "KEL-11 CON-01 no 15 is asked for, the disc stays", ruleset: "KEL", after: "B1 250@0", want: "VALID OK_OPEN"},
		{rules: "KEL-11 KEL-16 but not on the shooting line", ruleset: "KEL", after: "B1 288.2@0", want: "VALID OK_OPEN B1:R_LINE"},
		{rules: "KEL-11 nor in the ditch", ruleset: "KEL", after: "B1 ditch", want: "VALID OK_OPEN B1:R_DITCH"},
		{rules: "AMB-30 MAY-04 a weak flick is a shot", ruleset: "MAY CH NED", after: "B1 304@270", want: "FOUL F_OPEN_SHORT B1:R_LINE"},
		{rules: "CON-03 AMB-04 CH-31 MAY-09 NCA-06 WCC-05 any disc of the shot", ruleset: "CH MAY NCA WCC", before: "B1 160@270", contacts: "B2-B1", after: "B2 140@272, B1 60@270", want: "VALID OK_OPEN"},
		{rules: "CON-03 CH-47 AMB-04 the shot disc itself; advanced b removes all that were hit", ruleset: "CH+b", before: "B1 160@270", contacts: "B2-B1", after: "B2 140@272, B1 60@270", want: "FOUL F_OPEN_SHORT B2:R_FOUL B1:R_FOUL"},
		{rules: "CON-03 CON-04 CQG-07 NED-12 ENC-09 the shot disc itself", ruleset: "CQG NED ENC", before: "B1 160@270", contacts: "B2-B1", after: "B2 140@272, B1 60@270", want: "FOUL F_OPEN_SHORT B2:R_FOUL"},
		{rules: "CH-47 touching the 15 line is enough for b", ruleset: "CH+b", before: "B1 160@270", contacts: "B2-B1", after: "B2 118@272, B1 160@250", want: "VALID OK_OPEN"},
		{rules: "CH-47 falling in is enough for b", ruleset: "CH+b", before: "B1 60@270", contacts: "B2-B1", after: "B2 hole, B1 160@250", want: "VALID OK_OPEN_20 B2:R_20 +B"},
		{rules: "CH-48 CON-02 wholly inside", ruleset: "CH+c", after: "B1 84.9@0", want: "VALID OK_OPEN"},
		{rules: "CH-48 CON-02 on the line", ruleset: "CH+c", after: "B1 84.94@0", want: "FOUL F_OPEN_SHORT B1:R_FOUL"},
		{rules: "CH-48 or falls in", ruleset: "CH+c", after: "B1 hole", want: "VALID OK_OPEN_20 B1:R_20 +B"},
		{rules: "AMB-31 only the shot disc is removed", ruleset: "CH+c", before: "B1 100@270", contacts: "B2-B1", after: "B2 100@240, B1 95@280", want: "FOUL F_OPEN_SHORT B2:R_FOUL"},
		{rules: "CH-32 MAY-10 NCA-07 CON-04 AMB-05 all contacted leave, also through a chain", ruleset: "CH MAY NCA WCC", before: "B1 160@270, B2 130@270, B3 130@90", contacts: "B4-B1 B1-B2", after: "B4 170@272, B1 150@250, B2 120@250", want: "FOUL F_OPEN_SHORT B4:R_FOUL B1:R_FOUL B2:R_FOUL"},
		{rules: "CH-32 including a disc in the hole would have made it valid", ruleset: "CH MAY NCA", before: "B1 60@270", contacts: "B2-B1", after: "B2 170@272, B1 hole", want: "VALID OK_OPEN_20 B1:R_20 +B"},
		{rules: "AMB-12 a twenty made on a failed open shot is void", ruleset: "NED ENC CQG", before: "B1 60@270", contacts: "B2-B1", after: "B2 170@272, B1 hole", want: "FOUL F_OPEN_SHORT B2:R_FOUL B1:R_FOUL"},
		{rules: "CH-33 leaning counts as inside the 15", ruleset: anyRuleset + " CH+b CH+c", after: "B1 lean", want: "VALID OK_OPEN"},
		{rules: "CH-34 in and out again is no twenty", ruleset: "CH", after: "B1 130@90", want: "FOUL F_OPEN_SHORT B1:R_FOUL"},
		{rules: "NED-16 balancing on the rim is no twenty", ruleset: "NED", after: "B1 lean", want: "VALID OK_OPEN"},
		{rules: "CH-44 no reshoot on an open shot", ruleset: "CH+n MAY+n", after: "B1 150@0", want: "FOUL F_OPEN_SHORT B1:R_FOUL"},
		{rules: "AMB-25 a third colour in play is an opposing disc", ruleset: "CH MAY", before: "B1 60@0", after: "R1 60@90", want: "FOUL F_NO_CONTACT R1:R_FOUL"},
		{rules: "AMB-20 an opposing disc leaning in the hole is in play", ruleset: anyRuleset, before: "W1 lean", after: "B1 60@90", want: "FOUL F_NO_CONTACT B1:R_FOUL"},
		{rules: "AMB-20 contact with it counts", ruleset: anyRuleset, before: "W1 lean", contacts: "B1-W1", after: "B1 60@90, W1 hole", want: "VALID OK_CONTACT W1:R_20 +W"},
		{rules: "MAY-14 a shot disc that left and came back into the 15 has not reached it", ruleset: "MAY CH NED NCA", after: "B1 60@90", returned: "B1 surface", want: "FOUL F_OPEN_SHORT B1:R_RETURN"},
	} {
		l.run(t)
	}
}

// The statements about the contact owed while opposing discs are in play.
func TestContactStatements(t *testing.T) {
	for _, l := range []shotLine{
		{rules: "CH-17 CQG-09 NED-13 ENC-07 MAY-11 KEL-11 NCA-05 a direct touch", ruleset: anyRuleset, before: "W1 60@200", contacts: "B1-W1", after: "B1 150@190, W1 150@210", want: "VALID OK_CONTACT"},
		{rules: "AMB-21 an opposing disc touched and moved by 0.2 mm is touched", ruleset: anyRuleset, before: "W1 60@200", contacts: "B1-W1", after: "B1 150@190, W1 60.2@200", want: "VALID OK_CONTACT"},
		{rules: "CQG-10 it need not be thrown out", ruleset: "CQG", before: "W1 60@200", contacts: "B1-W1", after: "B1 250@190", want: "VALID OK_CONTACT"},
		{rules: "CQG-09 throwing it out", ruleset: "CQG", before: "W1 60@200", contacts: "B1-W1", after: "B1 250@190, W1 ditch", want: "VALID OK_CONTACT W1:R_DITCH"},
		{rules: "CH-18 CQG-10 NED-14 ENC-08 MAY-12 KEL-12 NCA-07 a miss", ruleset: anyRuleset, before: "W1 60@200", after: "B1 40@20", want: "FOUL F_NO_CONTACT B1:R_FOUL"},
		{rules: "CH-19 CH-30 CQG-11 NED-13 ENC-07 MAY-11 KEL-13 NCA-05 through an own disc", ruleset: anyRuleset, before: "B1 150@270, W1 60@270", contacts: "B2-B1 B1-W1", after: "B2 160@270, B1 80@270, W1 150@90", want: "VALID OK_CONTACT"},
		{rules: "CH-19 KEL-13 after a bumper", ruleset: anyRuleset, before: "W1 60@200", contacts: "B1-peg5 B1-W1", after: "B1 150@190, W1 70@200", want: "VALID OK_CONTACT"},
		{rules: "CH-30 CH-32 a carom that fails takes all involved", ruleset: "CH CQG NED KEL ENC NCA WCC", before: "B1 150@270, B2 100@270, W1 60@90", contacts: "B3-B1 B1-B2", after: "B3 180@272, B1 120@268, B2 70@275", want: "FOUL F_NO_CONTACT B3:R_FOUL B1:R_FOUL B2:R_FOUL"},
		{rules: "CQG-12 KEL-14 NED-14 ENC-08 CON-05 AMB-05 the same", ruleset: "CQG KEL NED ENC", before: "B1 150@270, W1 60@90", contacts: "B3-B1", after: "B3 180@272, B1 120@268", want: "FOUL F_NO_CONTACT B3:R_FOUL B1:R_FOUL"},
		{rules: "MAY-12 AMB-07 CON-05 only those that the shot disc touched", ruleset: "MAY", before: "B1 150@270, B2 100@270, W1 60@90", contacts: "B3-B1 B1-B2", after: "B3 180@272, B1 120@268, B2 70@275", want: "FOUL F_NO_CONTACT B3:R_FOUL B1:R_FOUL"},
		{rules: "KEL-14 ENC-08 CON-05 AMB-15 touched but not moved stays", ruleset: "KEL ENC", before: "B1 122.2375@292.5, W1 60@90", contacts: "B2-B1", after: "B2 200@285", want: "FOUL F_NO_CONTACT B2:R_FOUL"},
		{rules: "AMB-15 moved by less than the threshold stays", ruleset: "KEL ENC", before: "B1 120@292.5, W1 60@90", contacts: "B2-B1", after: "B2 200@285, B1 120.5@292.5", want: "FOUL F_NO_CONTACT B2:R_FOUL"},
		{rules: "AMB-15 moved by more goes", ruleset: "KEL ENC", before: "B1 120@292.5, W1 60@90", contacts: "B2-B1", after: "B2 200@285, B1 120.51@292.5", want: "FOUL F_NO_CONTACT B2:R_FOUL B1:R_FOUL"},
		{rules: "CON-05 CH-18 NED-14 CQG-12 MAY-12 touched but not moved goes", ruleset: "CH NED CQG MAY NCA WCC", before: "B1 122.2375@292.5, W1 60@90", contacts: "B2-B1", after: "B2 200@285", want: "FOUL F_NO_CONTACT B2:R_FOUL B1:R_FOUL"},
		{rules: "CH-18 MAY-23 AMB-12 CON-06 NCA-07 own twenty on a foul", ruleset: anyRuleset, before: "B1 60@270, W1 150@90", contacts: "B2-B1", after: "B2 70@280, B1 hole", want: "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL"},
		{rules: "MAY-23 AMB-12 the shot disc itself in the hole", ruleset: anyRuleset, before: "W1 150@90", after: "B2 hole", want: "FOUL F_NO_CONTACT B2:R_FOUL"},
		{rules: "MAY-23 a twenty by the third of a chain is void too", ruleset: "MAY", before: "B1 150@270, B2 60@270, W1 150@90", contacts: "B3-B1 B1-B2", after: "B3 170@270, B1 120@270, B2 hole", want: "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL B3:R_FOUL"},
		{rules: "CH-35 NED-18 ENC-10 MAY-13 MAY-24 NCA-08 an opposing disc in the hole is its owner's", ruleset: anyRuleset, before: "W1 50@250", contacts: "B1-W1", after: "B1 70@260, W1 hole", want: "VALID OK_CONTACT W1:R_20 +W"},
		{rules: "ENC-10 MAY-13 NED-18 any disc on any shot", ruleset: anyRuleset, before: "B1 lean, W1 60@120", contacts: "B2-B1 B2-W1", after: "B2 40@200, B1 hole, W1 150@120", want: "VALID OK_CONTACT B1:R_20 +B"},
		{rules: "CH-33 CON-18 half tipped in: stays, later pushed in by an opponent it is a twenty", ruleset: "CH", before: "W1 lean", contacts: "B1-W1", after: "B1 100@0, W1 hole", want: "VALID OK_CONTACT W1:R_20 +W"},
		{rules: "CH-20 CH-26 CQG-13 AMB-24 NED-15 MAY-26 KEL-16 NCA-09 WCC-02 on the shooting line after the shot", ruleset: anyRuleset, before: "W1 200@90", contacts: "B1-W1", after: "B1 300@120, W1 288.13125@95", want: "VALID OK_CONTACT W1:R_LINE B1:R_LINE"},
		{rules: "CH-20 MAY-03 AMB-23 on the lip without touching", ruleset: anyRuleset, before: "W1 200@90", contacts: "B1-W1", after: "B1 100@120, W1 325@95", want: "VALID OK_CONTACT W1:R_LINE"},
		{rules: "AMB-24 the 10/5 line takes no disc off", ruleset: "CQG", before: "W1 150@90", contacts: "B1-W1", after: "B1 100@120, W1 203.2@95", want: "VALID OK_CONTACT"},
		{rules: "MAY-14 WCC-02 NCA-09 in the ditch", ruleset: anyRuleset, before: "W1 200@90", contacts: "B1-W1", after: "B1 ditch, W1 ditch", want: "VALID OK_CONTACT W1:R_DITCH B1:R_DITCH"},
		{rules: "AMB-14 any of several opposing discs", ruleset: "KEL", before: "W1 60@90, W2 60@270", contacts: "B1-W1", after: "B1 150@90, W1 70@90", want: "VALID OK_CONTACT"},
		{rules: "AMB-19 resting contact alone is none", ruleset: anyRuleset, before: "B1 150@270, W1 118.25@270", contacts: "B2-B1", after: "B2 180@265, B1 150@290", want: "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL"},
		{rules: "CH-44 AMB-29 no disc hit: again", ruleset: "CH+n MAY+n", before: "W1 60@90", contacts: "B1-peg5", after: "B1 150@225", want: "RESHOOT RESHOOT"},
		{rules: "CH-44 flies off: again", ruleset: "CH+n", before: "W1 60@90", after: "B1 ditch", want: "RESHOOT RESHOOT"},
		{rules: "CH-44 hit only own discs: they go", ruleset: "CH+n", before: "W1 60@90, B1 150@270", contacts: "B2-B1", after: "B2 150@225, B1 140@270", want: "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL"},
		{rules: "AMB-32 half in the hole is leaning", ruleset: anyRuleset, before: "W1 60@200", contacts: "B1-W1", after: "B1 lean, W1 150@200", want: "VALID OK_CONTACT"},
		{rules: "AMB-22 a disc tilted on one in the hole counts as leaning", ruleset: anyRuleset, before: "B1 75@255, W1 35@250", contacts: "B2-B1 B1-W1", after: "B2 120@265, W1 hole, B1 lean", want: "VALID OK_CONTACT W1:R_20 +W"},
	} {
		l.run(t)
	}
}

// The statements about discs that leave and come back.
func TestReturnStatements(t *testing.T) {
	const (
		before   = "W1 60@200, B1 150@100"
		contacts = "B2-W1 W1-B1!"
		after    = "B2 70@200, W1 205@112, B1 170@98"
	)
	for _, l := range []shotLine{
		{rules: "CH-36 NED-17 KEL-15 CON-07 NCA-11 WCC-05 damage stays", ruleset: "CH NED KEL CQG ENC NCA WCC", before: before, contacts: contacts, after: after, returned: "W1 surface", damage: "B1 150@100", want: "VALID OK_CONTACT W1:R_RETURN"},
		{rules: "MAY-15 CON-07 AMB-08 damage is undone", ruleset: "MAY", before: before, contacts: contacts, after: after, returned: "W1 surface", damage: "B1 150@100", want: "VALID OK_CONTACT W1:R_RETURN B1=150@100"},
		{rules: "AMB-08 a fall into the ditch by the return is undone", ruleset: "MAY", before: before, contacts: contacts, after: "B2 70@200, W1 205@112, B1 ditch", returned: "W1 surface", damage: "B1 150@100", want: "VALID OK_CONTACT W1:R_RETURN B1=150@100"},
		{rules: "AMB-08 so is a twenty by the return", ruleset: "MAY", before: before, contacts: contacts, after: "B2 70@200, W1 205@112, B1 hole", returned: "W1 surface", damage: "B1 150@100", want: "VALID OK_CONTACT W1:R_RETURN B1=150@100"},
		{rules: "CH-36 NCA-11 a twenty by the return stands where damage stays", ruleset: "CH KEL NED NCA", before: before, contacts: contacts, after: "B2 70@200, W1 205@112, B1 hole", returned: "W1 surface", damage: "B1 150@100", want: "VALID OK_CONTACT W1:R_RETURN B1:R_20 +B"},
		{rules: "AMB-08 the place just before the return, not that before the shot", ruleset: "MAY", before: "W1 60@200, B1 120@180", contacts: "B2-B1 B2-W1 W1-B1!", after: "B2 70@200, W1 200@180, B1 160@180", returned: "W1 surface", damage: "B1 130@180", want: "VALID OK_CONTACT W1:R_RETURN B1=130@180"},
		{rules: "AMB-18 contact after the return is none", ruleset: "CH NED KEL CQG ENC", before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 surface", damage: "W1 200@200", want: "FOUL F_NO_CONTACT B1:R_RETURN"},
		{rules: "AMB-18 MAY-15 the same, damage undone", ruleset: "MAY", before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 surface", damage: "W1 200@200", want: "FOUL F_NO_CONTACT B1:R_RETURN W1=200@200"},
		{rules: "NCA-11 AMB-18 damage suspends the contact owed", ruleset: "NCA WCC", before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 surface", damage: "W1 200@200", want: "VALID OK_DAMAGE B1:R_RETURN"},
		{rules: "NCA-11 a return without damage suspends nothing", ruleset: "NCA WCC", before: "W1 200@200", after: "B1 250@195", returned: "B1 surface", want: "FOUL F_NO_CONTACT B1:R_RETURN"},
		{rules: "NCA-11 nor does it suspend what an open shot owes", ruleset: "NCA WCC", before: "B1 200@200", contacts: "B2-B1!", after: "B2 250@195, B1 230@205", returned: "B2 surface", damage: "B1 200@200", want: "FOUL F_OPEN_SHORT B2:R_RETURN"},
		{rules: "NCA-10 CON-08 MAY-14 only over the line: still in play", ruleset: "MAY KEL NED NCA WCC CQG ENC", before: "W1 250@60", contacts: "B1-W1", after: "B1 200@60, W1 260@40", returned: "W1 line", want: "VALID OK_CONTACT"},
		{rules: "CH-05 CH-36 CON-08 the line is the edge of play", ruleset: "CH", before: "W1 250@60", contacts: "B1-W1", after: "B1 200@60, W1 260@40", returned: "W1 line", want: "VALID OK_CONTACT W1:R_RETURN"},
		{rules: "CON-08 a touch after crossing only the line counts where that is no leaving", ruleset: "MAY KEL NED NCA", before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 line", want: "VALID OK_CONTACT"},
		{rules: "CON-08 and not where it is", ruleset: "CH", before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 line", damage: "W1 200@200", want: "FOUL F_NO_CONTACT B1:R_RETURN"},
		{rules: "CON-08 MAY-15 what a disc does that never left is not damage", ruleset: "MAY", before: "W1 60@200, B1 150@100", contacts: "B2-W1 W1-B1!", after: "B2 70@200, W1 205@112, B1 170@98", returned: "W1 line", damage: "B1 150@100", want: "VALID OK_CONTACT"},
		{rules: "KEL-15 own disc moved only by the return stays on a foul", ruleset: "KEL CH NED ENC", before: "W1 60@90, B1 200@200", contacts: "B2-B1!", after: "B2 250@195, B1 230@205", returned: "B2 surface", damage: "B1 200@200", want: "FOUL F_NO_CONTACT B2:R_RETURN"},
		{rules: "KEL-15 NED-17 a returned disc in the hole is no twenty", ruleset: anyRuleset, before: "W1 60@200", contacts: "B1-W1", after: "B1 70@200, W1 hole", returned: "W1 surface", want: "VALID OK_CONTACT W1:R_RETURN"},
		{rules: "CH-21 MAY-14 the first reason is kept: returned before line", ruleset: anyRuleset, before: "W1 60@200", contacts: "B1-W1", after: "B1 70@200, W1 300@0", returned: "W1 surface", want: "VALID OK_CONTACT W1:R_RETURN"},
	} {
		l.run(t)
	}
}

// AMB-15: a disc that was seen to move and came back to where it lay has
// moved.
func TestMovedMeanwhile(t *testing.T) {
	l := shotLine{before: "B1 120@292.5, W1 60@90", contacts: "B2-B1", after: "B2 200@285, B1 120@292.5"}
	for _, name := range []string{"KEL", "ENC"} {
		s := l.situation(t, ruleset(t, name))
		s.After[1].MovedMeanwhile = true
		if v := referee.Judge(&s); words(&v) != "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL" {
			t.Errorf("AMB-15 %s: %s", name, words(&v))
		}
	}
}

// Every parameter that a house can set does what its sentence says.
func TestHouseOptions(t *testing.T) {
	miss := shotLine{before: "W1 60@90", after: "B1 150@0"}
	for _, c := range []struct {
		base string
		sets string
		line shotLine
		want string
	}{
		{"NED", "ContactRequired=false", miss, "VALID OK_OPEN"},
		{"NED", "ContactIndirect=false", shotLine{before: "B1 150@270, W1 60@270", contacts: "B2-B1 B1-W1", after: "B2 160@270, B1 80@270, W1 150@90"}, "FOUL F_NO_CONTACT B1:R_FOUL B2:R_FOUL"},
		{"NED", "ContactIndirect=false", shotLine{before: "B1 150@270, W1 60@270", contacts: "B2-B1 B1-W1 B2-W1", after: "B2 160@270"}, "VALID OK_CONTACT"},
		{"NED", "OpenRule=none", shotLine{after: "B1 250@0"}, "VALID OK_OPEN"},
		{"NED", "OpenTouchCounts=false", shotLine{after: "B1 100@0"}, "FOUL F_OPEN_SHORT B1:R_FOUL"},
		{"NED", "OpenFailRemoves=contacted_own", shotLine{before: "B1 160@0", contacts: "B2-B1", after: "B2 150@0"}, "FOUL F_OPEN_SHORT B1:R_FOUL B2:R_FOUL"},
		{"NED", "FoulRemovesOwn=touched_by_shot_disc", shotLine{before: "B1 150@270, B2 100@270, W1 60@90", contacts: "B3-B1 B1-B2", after: "B3 180@272, B1 120@268, B2 70@275"}, "FOUL F_NO_CONTACT B1:R_FOUL B3:R_FOUL"},
		{"NED", "FoulVoids20=false", shotLine{before: "B1 60@270, W1 150@90", contacts: "B2-B1", after: "B2 70@280, B1 hole"}, "FOUL F_NO_CONTACT B1:R_20 B2:R_FOUL +B"},
		{"NED", "TwentyFlat=false LeanStays=false", shotLine{after: "B1 lean"}, "VALID OK_OPEN_20 B1:R_20 +B"},
		{"NED", "LeanStays=false", shotLine{before: "W1 60@90", contacts: "B1-W1", after: "B1 lean"}, "VALID OK_CONTACT B1:R_DITCH"},
		{"NED", "OpponentTwentyCounts=false", shotLine{before: "W1 60@90", contacts: "B1-W1", after: "B1 60@0, W1 hole"}, "VALID OK_CONTACT W1:R_DITCH"},
		{"NED", "OutBoundary=start_line", shotLine{before: "W1 250@60", contacts: "B1-W1", after: "B1 200@60, W1 260@40", returned: "W1 line"}, "VALID OK_CONTACT W1:R_RETURN"},
		{"NED", "Damage=restore", shotLine{before: "W1 60@200, B1 150@100", contacts: "B2-W1 W1-B1!", after: "B2 70@200, W1 205@112, B1 170@98", returned: "W1 surface", damage: "B1 150@100"}, "VALID OK_CONTACT W1:R_RETURN B1=150@100"},
		{"NED", "DamageSuspendsFoul=true", shotLine{before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 surface", damage: "W1 200@200"}, "VALID OK_DAMAGE B1:R_RETURN"},
		{"NED", "ContactByReturnedCounts=true", shotLine{before: "W1 200@200", contacts: "B1-W1!", after: "B1 250@195, W1 230@205", returned: "B1 surface", damage: "W1 200@200"}, "VALID OK_CONTACT B1:R_RETURN"},
		{"NED", "LipScores=5", shotLine{before: "W1 60@90", contacts: "B1-W1", after: "B1 325@0"}, "VALID OK_CONTACT"},
		{"NED", "NoviceReshoot=2", miss, "RESHOOT RESHOOT"},
		{"KEL", "MoveThresholdMM=5", shotLine{before: "B1 120@270, W1 60@90", contacts: "B2-B1", after: "B2 200@285, B1 124@270"}, "FOUL F_NO_CONTACT B2:R_FOUL"},
	} {
		s := c.line.situation(t, ruleset(t, c.base, strings.Fields(c.sets)...))
		if v := referee.Judge(&s); words(&v) != sortedWords(c.want) {
			t.Errorf("%s with %s: %s, want %s", c.base, c.sets, words(&v), sortedWords(c.want))
		}
	}
	s := shotLine{after: "B1 60@0"}.situation(t, ruleset(t, "NED", "BounceOutIs20=true"))
	s.After[0].BouncedOut = true
	if v := referee.Judge(&s); words(&v) != "VALID OK_OPEN_20 B1:R_20 +B" {
		t.Errorf("BounceOutIs20: %s", words(&v))
	}
	s.Ruleset = ruleset(t, "NED") // CH-34
	if v := referee.Judge(&s); words(&v) != "VALID OK_OPEN" {
		t.Errorf("without: %s", words(&v))
	}
	s.Ruleset = ruleset(t, "NCA") // TwentyRemoval
	s.After[0].State = referee.InHole
	v := referee.Judge(&s)
	if text := referee.Sentence(&s, &v, referee.English); !strings.Contains(text, "after the turn") {
		t.Errorf("TwentyRemoval: %q", text)
	}
}
