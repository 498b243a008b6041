package main

import (
	"path/filepath"
	"strings"

	"ditchline/ui"
)

// webhookOptions are the webhooks that the settings name, and where those are
// kept that are set on the page.
func (a *app) webhookOptions() ui.WebhookOptions {
	o := ui.WebhookOptions{File: filepath.Join(a.dataFolder(), "webhooks.json")}
	for _, address := range strings.Split(a.config.Webhooks, ",") {
		if address = strings.TrimSpace(address); address != "" {
			o.Fixed = append(o.Fixed, ui.Webhook{URL: address, Secret: a.config.WebhookSecret})
		}
	}
	return o
}
