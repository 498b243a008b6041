package ui

import (
	"net/http"
	"slices"
	"time"

	"ditchline/models"
	"ditchline/score"
	"ditchline/score/session"
	"ditchline/ui/access"
)

var (
	langParam = apiParam{"lang", "Language of the words: en, fr or nl.", "string"}
	lastID    = apiParam{"last_event_id", "Id of the last event heard, as the header Last-Event-ID: what was missed since comes first.", "string"}
	fpsParam  = apiParam{"fps", "Pictures a second, at most.", "integer"}
	sizeParam = apiParam{"width", "Width of the pictures in pixels.", "integer"}
)

// apiOperations are all routes of the API. A test holds them to the server's.
var apiOperations = slices.Concat([]operation{
	{method: "GET", path: "/healthz", tag: "server", summary: "Whether every board is watched", answer: struct {
		OK     bool          `json:"ok"`
		Boards []boardHealth `json:"boards"`
	}{}, refusals: []int{http.StatusServiceUnavailable}},
	{method: "GET", path: "/metrics", tag: "server", summary: "Metrics in the text form of Prometheus", answer: "text/plain"},
	{method: "GET", path: "/openapi.json", tag: "server", summary: "This description", answer: map[string]any{}},

	{method: "GET", path: "/api/state", tag: "boards", summary: "How the first board stands now", answer: session.Snapshot{}},
	{method: "GET", path: "/api/events", tag: "boards", summary: "The first board's state as server-sent events", query: []apiParam{beatParam}, answer: "text/event-stream", event: session.Snapshot{}, refusals: busyCodes},
	{method: "GET", path: "/boards", tag: "boards", summary: "List the boards", answer: struct {
		Boards []boardSummary `json:"boards"`
	}{}},
	{method: "POST", path: "/boards", tag: "setup", operator: true, summary: "Add a board", body: newBoard{}, answer: boardSetup{}, status: http.StatusCreated, refusals: setupCodes},
	{method: "GET", path: "/boards/{name}", tag: "boards", summary: "How a board stands now", answer: session.Snapshot{}},
	{method: "PATCH", path: "/boards/{name}", tag: "setup", operator: true, summary: "Rename a board", body: newBoard{}, answer: boardSetup{}, refusals: setupCodes},
	{method: "DELETE", path: "/boards/{name}", tag: "setup", operator: true, summary: "Remove a board", refusals: setupCodes},
	{method: "GET", path: "/state", board: true, tag: "boards", summary: "How the board stands now", answer: session.Snapshot{}},
	{method: "GET", path: "/events", board: true, tag: "boards", summary: "The state as server-sent events", about: "Each event is the whole state, with an id; who comes back is sent the newest at once, so that nothing must be asked for again.", query: []apiParam{beatParam}, answer: "text/event-stream", event: session.Snapshot{}, refusals: busyCodes},
	{method: "GET", path: "/wall/events", tag: "boards", summary: "All boards in short, as server-sent events", answer: "text/event-stream", event: map[string]any{}, refusals: busyCodes},
	{method: "GET", path: "/happenings", board: true, tag: "match", summary: "Shots, verdicts, rounds and matches as server-sent events", query: []apiParam{lastID}, answer: "text/event-stream", event: Happening{}, refusals: busyCodes},
	{method: "GET", path: "/ws", board: true, tag: "boards", summary: "A WebSocket with the events and the happenings", about: `Each message is {"id","event","data"}: event is state, shot, verdict, round or match. The client sends nothing.`, query: []apiParam{lastID}, status: http.StatusSwitchingProtocols, refusals: append([]int{http.StatusForbidden, http.StatusUpgradeRequired}, busyCodes...)},
	{method: "GET", path: "/pictures", board: true, tag: "pictures", summary: "Each picture that was looked at, after the state seen in it", query: []apiParam{fpsParam, sizeParam}, answer: "multipart/mixed", refusals: busyCodes},
	{method: "GET", path: "/stream.mjpg", board: true, tag: "pictures", summary: "The picture as MJPEG", query: []apiParam{fpsParam, sizeParam, goodParam, viewParam, turnParam, langParam}, answer: "multipart/x-mixed-replace", refusals: busyCodes},
	{method: "GET", path: "/snapshot.jpg", board: true, tag: "pictures", summary: "The newest picture", query: []apiParam{sizeParam, goodParam, viewParam, turnParam, langParam}, answer: "image/jpeg", refusals: []int{http.StatusServiceUnavailable}},
	{method: "GET", path: "/stream.mjpg", tag: "pictures", summary: "The first board's picture as MJPEG", query: []apiParam{fpsParam, sizeParam, goodParam, viewParam, turnParam, langParam}, answer: "multipart/x-mixed-replace", refusals: busyCodes},
	{method: "GET", path: "/snapshot.jpg", tag: "pictures", summary: "The first board's newest picture", query: []apiParam{sizeParam, goodParam, viewParam, turnParam, langParam}, answer: "image/jpeg", refusals: []int{http.StatusServiceUnavailable}},

	{method: "GET", path: "/match", board: true, tag: "match", summary: "The match in hand", answer: session.MatchView{}, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/match/log", board: true, tag: "match", summary: "The events of the match in hand", answer: struct {
		Events []score.Event `json:"events"`
	}{}, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/match/flags", board: true, tag: "match", summary: "The manual flags that the rules know", answer: struct {
		Flags []anyValue `json:"flags"`
	}{}, refusals: []int{http.StatusNotFound}},
	{method: "POST", path: "/match/orders", board: true, tag: "match", operator: true, summary: "Enter an event into the match", body: order{}, answer: session.MatchView{}, refusals: []int{http.StatusConflict, http.StatusUnsupportedMediaType}},
	{method: "POST", path: "/match/next", board: true, tag: "match", operator: true, summary: "Begin the hall's next match now", about: "It begins by itself when the match in hand is over and the board was cleared.", answer: session.MatchView{}, refusals: []int{http.StatusConflict}},
	{method: "POST", path: "/match/corrections", board: true, tag: "match", operator: true, summary: "Correct what was seen", body: correction{}, answer: session.MatchView{}, refusals: []int{http.StatusConflict, http.StatusUnsupportedMediaType}},
}, apiRecords, apiPeripherals)

var (
	beatParam  = apiParam{"beat", "Seconds between heartbeats when nothing happens.", "integer"}
	viewParam  = apiParam{"view", "camera, or top: laid flat as seen from above.", "string"}
	turnParam  = apiParam{"rotate", "Of the view from above: 0, 90, 180 or 270 degrees clockwise.", "integer"}
	goodParam  = apiParam{"quality", "Of the JPEG, 10 to 95.", "integer"}
	busyCodes  = []int{http.StatusBadRequest, http.StatusServiceUnavailable}
	setupCodes = []int{http.StatusConflict, http.StatusUnprocessableEntity, http.StatusUnsupportedMediaType}
)

// apiRecords are the routes of what is kept.
var apiRecords = []operation{
	{method: "GET", path: "/matches", tag: "matches", summary: "List the matches, the newest first", query: []apiParam{
		{"q", "Words that must stand in it: names, event, rules, date.", "string"}, {"offset", "How many to pass over.", "integer"}, {"limit", "How many to give, at most 500.", "integer"},
	}, answer: MatchList{}, refusals: []int{http.StatusBadRequest, http.StatusNotFound}},
	{method: "GET", path: "/matches/{match}", tag: "matches", summary: "A match with its rounds and shots", query: []apiParam{langParam}, answer: MatchPage{}},
	{method: "GET", path: "/matches/{match}/export/{format}", tag: "matches", summary: "A match as a file", about: "json: state, statistics and events; csv: a row for each shot; cmn: Crokinole Match Notation; pdf and png: the score sheet.", query: []apiParam{langParam}, answer: "application/octet-stream", refusals: []int{http.StatusConflict}},
	{method: "DELETE", path: "/matches/{match}", tag: "matches", operator: true, summary: "Delete a match for good", answer: Forgotten{}, refusals: []int{http.StatusConflict}},
	{method: "GET", path: "/players", tag: "players", summary: "List the players, who has played last first", answer: PlayerList{}, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/players/{player}", tag: "players", summary: "A player's career", answer: PlayerPage{}},
	{method: "DELETE", path: "/players/{player}", tag: "players", operator: true, summary: "Delete a player for good", about: "The name goes out of every match and of the settings; clips of these matches are removed.", answer: Forgotten{}, refusals: []int{http.StatusConflict}},
	{method: "GET", path: "/rules", tag: "rules", summary: "List the rulesets", query: []apiParam{langParam}, answer: RulesetList{}},
	{method: "GET", path: "/rules/{ruleset}", tag: "rules", summary: "A ruleset to be read", query: []apiParam{langParam, {"match", "As it is played in this match, with what the house set.", "string"}}, answer: RulesetPage{}},
	{method: "GET", path: "/evidence", tag: "evidence", summary: "List the matches of which there is evidence", answer: struct {
		Matches []session.EvidenceMatch `json:"matches"`
		Bytes   int64                   `json:"bytes"`
		Limit   int64                   `json:"limit_bytes"`
	}{}, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/evidence/{match}", tag: "evidence", summary: "List the shots of a match of which there is evidence", answer: struct {
		Match string                 `json:"match"`
		Shots []session.EvidenceShot `json:"shots"`
	}{}},
	{method: "GET", path: "/evidence/{match}/{shot}/{file}", tag: "evidence", summary: "clip.mp4, before.jpg, after.jpg or shot.json of a shot", answer: "application/octet-stream"},
	{method: "GET", path: "/data", tag: "data", operator: true, summary: "What is kept, where, and how big it is", answer: DataPage{}, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/data/backup", tag: "data", operator: true, summary: "A backup of everything that is kept", answer: "application/zip", refusals: []int{http.StatusConflict, http.StatusNotFound}},
	{method: "POST", path: "/data/restore", tag: "data", operator: true, summary: "Put a backup in place of what is kept", body: "application/zip", answer: Restored{}, refusals: []int{http.StatusConflict, http.StatusNotFound, http.StatusRequestEntityTooLarge}},
	{method: "GET", path: "/webhooks", tag: "webhooks", operator: true, summary: "List the webhooks and their last deliveries", answer: WebhookList{}},
	{method: "POST", path: "/webhooks", tag: "webhooks", operator: true, summary: "Add a webhook", about: "Its secret is given out in this answer only.", body: Webhook{}, answer: Webhook{}, refusals: []int{http.StatusConflict}},
	{method: "PUT", path: "/webhooks/{id}", tag: "webhooks", operator: true, summary: "Change a webhook", body: Webhook{}, answer: WebhookList{}, refusals: []int{http.StatusConflict}},
	{method: "DELETE", path: "/webhooks/{id}", tag: "webhooks", operator: true, summary: "Remove a webhook", answer: WebhookList{}, refusals: []int{http.StatusConflict}},
	{method: "POST", path: "/webhooks/{id}/test", tag: "webhooks", operator: true, summary: "Send a made-up verdict to a webhook", answer: WebhookList{}},
}

// apiPeripherals are the routes of setup, access, phones and line calls.
var apiPeripherals = []operation{
	{method: "GET", path: "/setup", board: true, tag: "setup", operator: true, summary: "How the board is set up", answer: boardSetup{}},
	{method: "POST", path: "/setup", board: true, tag: "setup", operator: true, summary: "Set the board up anew", body: setupOrder{}, answer: boardSetup{}, refusals: setupCodes},
	{method: "GET", path: "/setup/choices", tag: "setup", summary: "Boards, rulesets, forms and players to choose from", answer: map[string]any{}},
	{method: "GET", path: "/setup/rules", tag: "setup", summary: "The parameters of a ruleset", query: []apiParam{{"rules", "The ruleset with its overlays.", "string"}, {"set", "FIELD=VALUE, may be repeated.", "string"}, {"players", "2, 3, 2v1 or 4.", "string"}}, answer: struct {
		ID         string             `json:"id"`
		Title      string             `json:"title"`
		Game       models.Game        `json:"game"`
		Document   string             `json:"document"`
		Language   string             `json:"language"`
		Parameters []models.Parameter `json:"parameters"`
		Own        []models.Parameter `json:"own"`    // as the ruleset itself has them
		Suited     []string           `json:"suited"` // what was set so that so many can play
	}{}, refusals: []int{http.StatusNotFound, http.StatusUnprocessableEntity}},
	{method: "GET", path: "/setup/sources", tag: "setup", operator: true, summary: "Cameras and videos of this machine", answer: struct {
		Cameras   []cameraChoice `json:"cameras"`
		Videos    []videoChoice  `json:"videos"`
		Folder    string         `json:"folder"`
		Phone     bool           `json:"phone"`
		Simulator string         `json:"simulator"`
	}{}},
	{method: "POST", path: "/setup/look", tag: "setup", operator: true, summary: "Take one picture of a source", body: struct {
		Source string `json:"source"`
	}{}, answer: struct {
		photoPicture
		Board string `json:"board,omitempty"`
	}{}, status: http.StatusCreated, refusals: setupCodes},
	{method: "POST", path: "/setup/discs", tag: "setup", operator: true, summary: "The discs on a picture, for learning colours", body: map[string]any{}, answer: struct {
		Discs []shownDisc `json:"discs"`
	}{}, refusals: setupCodes},

	{method: "GET", path: "/makes", tag: "disputes", summary: "Makes of board that are known", answer: struct {
		Makes []struct {
			Name    string  `json:"name"`
			Title   string  `json:"title"`
			Surface float64 `json:"surface_mm"`
		} `json:"makes"`
	}{}},
	{method: "POST", path: "/dispute", tag: "disputes", operator: true, summary: "A line call on photographs", body: "multipart/form-data", answer: DisputeRecord{}, status: http.StatusCreated, refusals: disputeCodes},
	{method: "POST", path: "/dispute/live", tag: "disputes", operator: true, summary: "A line call on the first board as it lies", body: map[string]any{}, answer: DisputeRecord{}, status: http.StatusCreated, refusals: disputeCodes},
	{method: "POST", path: "/boards/{name}/dispute", tag: "disputes", operator: true, summary: "A line call on a board as it lies", body: map[string]any{}, answer: DisputeRecord{}, status: http.StatusCreated, refusals: disputeCodes},
	{method: "GET", path: "/disputes", tag: "disputes", summary: "List the line calls, the newest first", answer: struct {
		Disputes []struct {
			ID      string    `json:"id"`
			Created time.Time `json:"created"`
			Source  string    `json:"source"`
			URL     string    `json:"url"`
			Answer  string    `json:"answer"`
			Text    string    `json:"text"`
			Picture string    `json:"picture"`
		} `json:"disputes"`
	}{}},
	{method: "GET", path: "/disputes/{id}", tag: "disputes", summary: "A line call", answer: DisputeRecord{}},
	{method: "GET", path: "/disputes/{id}/{file}", tag: "disputes", summary: "A picture of a line call", answer: "image/png"},
	{method: "DELETE", path: "/disputes/{id}", tag: "disputes", operator: true, summary: "Remove a line call"},
	{method: "POST", path: "/photos", tag: "disputes", operator: true, summary: "Send a photograph for calibrating by hand", body: "multipart/form-data", answer: photoPicture{}, status: http.StatusCreated, refusals: disputeCodes},
	{method: "GET", path: "/photos/{id}", tag: "disputes", summary: "A photograph that was sent", answer: "image/jpeg"},
	{method: "POST", path: "/calibrate", tag: "disputes", operator: true, summary: "Fit the board where a person shows it", body: calibrateOrder{}, answer: calibrated{}, refusals: disputeCodes},
	{method: "POST", path: "/calibrate/use", tag: "disputes", operator: true, summary: "Watch the board where it was shown", body: calibrateOrder{}, refusals: disputeCodes},
	{method: "POST", path: "/calibrate/board", tag: "disputes", operator: true, summary: "Keep a measured board as a make of its own", body: map[string]any{}, answer: struct {
		Name    string       `json:"name"`
		Title   string       `json:"title"`
		Rings   models.Rings `json:"rings_mm"`
		Surface float64      `json:"surface_mm"`
	}{}, status: http.StatusCreated, refusals: disputeCodes},

	{method: "GET", path: "/access", tag: "access", summary: "Who asks, and what may be done", answer: accessView{}},
	{method: "POST", path: "/access/sign-in", tag: "access", summary: "Sign in as the operator", body: struct {
		Key string `json:"key"`
	}{}, refusals: []int{http.StatusForbidden, http.StatusConflict, http.StatusNotFound, http.StatusTooManyRequests}},
	{method: "POST", path: "/access/sign-out", tag: "access", summary: "Sign out"},
	{method: "GET", path: "/access/devices", tag: "access", operator: true, summary: "Devices that are signed in", answer: struct {
		Devices []access.Device `json:"devices"`
		This    string          `json:"this"`
	}{}, refusals: []int{http.StatusNotFound}},
	{method: "DELETE", path: "/access/devices/{device}", tag: "access", operator: true, summary: "Sign a device out"},
	{method: "GET", path: "/access/key", tag: "access", operator: true, summary: "The operator's key, where it can still be shown; at the machine only", answer: keyShown{}, refusals: []int{http.StatusConflict, http.StatusNotFound}},
	{method: "POST", path: "/access/key", tag: "access", operator: true, summary: "Make a new key; at the machine only", answer: keyShown{}, status: http.StatusCreated, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/access/link", tag: "access", operator: true, summary: "The link by which others watch", answer: linkShown{}, refusals: []int{http.StatusNotFound}},
	{method: "POST", path: "/access/link", tag: "access", operator: true, summary: "Make a new link to watch by", answer: linkShown{}, refusals: []int{http.StatusNotFound}},
	{method: "GET", path: "/qr.svg", tag: "access", summary: "A link to this server as a QR code", query: []apiParam{{"text", "The link.", "string"}}, answer: "image/svg+xml", refusals: []int{http.StatusBadRequest}},
	{method: "GET", path: "/phone", board: true, tag: "access", summary: "The phone that is the board's camera", answer: phoneView{}},
	{method: "POST", path: "/phone/invite", board: true, tag: "access", operator: true, summary: "A code with which a phone becomes the board's camera", answer: struct {
		URL       string    `json:"url"`
		Until     time.Time `json:"until"`
		Secure    bool      `json:"secure"`
		Reachable bool      `json:"reachable"`
	}{}, status: http.StatusCreated, refusals: []int{http.StatusConflict, http.StatusNotFound}},
	{method: "GET", path: "/phone/socket", board: true, tag: "access", operator: true, summary: "The WebSocket on which a phone sends its pictures", status: http.StatusSwitchingProtocols},
	{method: "POST", path: "/phone/join", tag: "access", summary: "Become the camera that a code was made for", body: struct {
		Code string `json:"code"`
	}{}, answer: struct {
		Board string `json:"board"`
	}{}, refusals: []int{http.StatusGone, http.StatusNotFound, http.StatusTooManyRequests}},
}

// keyShown and linkShown are what the operator shares.
type keyShown struct {
	Key string `json:"key"`
	URL string `json:"url"`
}

type linkShown struct {
	URL   string `json:"url"`
	Watch Watch  `json:"watch"`
}

var disputeCodes = []int{http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusServiceUnavailable}
