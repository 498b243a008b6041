package ui

// PhonePage is the page by which one phone becomes the camera of a board. What
// follows # stays in the browser.
func PhonePage(board, code string) string { return "/b/" + board + "/phone#code=" + code }
