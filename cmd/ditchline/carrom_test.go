package main

import (
	"strings"
	"testing"
)

const crokinolePicture = "../../calibrate/cvboard/testdata/crok_012.jpg"

// What does not go together in carrom is refused in words, before anything runs.
func TestWhatDoesNotGoTogetherInCarromIsRefusedInWords(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"replay --board carrom-icf --rules NED a.mp4", "rules of crokinole, but the board carrom-icf is for carrom"},
		{"replay --board nca-26 --rules CAR a.mp4", "rules of carrom, but the board nca-26 is for crokinole"},
		{"replay --board carrom-icf --players 3 a.mp4", "carrom is played by 2 or 4"},
		{"replay --board carrom-icf --set Nonsense=3 a.mp4", "Nonsense: no such parameter"},
		{"run --board carrom-icf --rules NED", "board carrom-icf is for carrom, ruleset NED for crokinole"},
		{"run --board carrom-icf --players 2v1", "carrom is for 2 or 4 players"},
		{"run --source sim:board=carrom-icf", "options stand after a question mark"},
		{"simulate --game carrom --board nca-26 --out a.mp4", "a board for crokinole, but the game is carrom"},
		{"simulate --game carrom --rules NED --out a.mp4", "rules of crokinole, but the game is carrom"},
		{"simulate --game chess --out a.mp4", "want crokinole or carrom"},
		{"dispute --near corner a.jpg", "corner"},
	} {
		parts := fakeParts()
		if strings.Contains(c.args, "--source") {
			parts.openSource = openSource
		}
		got := call(t, parts, strings.Fields(c.args)...)
		if got.status != statusUsage || !strings.Contains(got.stderr, c.want) {
			t.Errorf("%s: status %d, %q: want %q", c.args, got.status, got.stderr, c.want)
		}
	}
}

// A picture of one game, said to be of the other, is no board; without --board
// it tells the game by itself.
func TestAPictureOfTheOtherGameIsSaidToBeNone(t *testing.T) {
	carrom := carromStills[0].picture
	for _, c := range []struct{ command, board, picture, game string }{
		{"photo", "carrom-icf", crokinolePicture, "carrom"},
		{"dispute", "nca-26", carrom, "crokinole"},
	} {
		got := call(t, realParts(), c.command, "--json", "--board", c.board, c.picture)
		want := "only the " + c.game + " board " + c.board + " was looked for"
		if got.status != statusFailed || !strings.Contains(got.stdout, want) || !strings.Contains(got.stdout, "no board found") {
			t.Errorf("%s --board %s: %+v", c.command, c.board, got)
		}
	}
	if got := call(t, realParts(), "dispute", carrom); got.status != statusDone || !strings.Contains(got.stdout, "the striker touches both base lines") {
		t.Errorf("dispute by the picture alone: %+v", got)
	}
}

func TestACarromBoardIsShownInItsOwnFrame(t *testing.T) {
	got := call(t, fakeParts(), "boards", "show", "carrom-icf")
	if got.status != statusDone || strings.Contains(got.stdout, "middle of the hole") || !strings.Contains(got.stdout, "base_outer_from_frame: 101.5") {
		t.Errorf("%+v", got)
	}
}
