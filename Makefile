# make run [SOURCE=camera:0] [ARGS='--board nca-26']   build what is missing, and start
# make test                                            everything that CI runs
.DEFAULT_GOAL := help
.PHONY: help run build setup test test-setup web lint soak measure notice

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## start the live page; SOURCE=camera:0 (or a video, folder, stream), ARGS='--listen 0.0.0.0:8080'
	@./ditchline run $(if $(SOURCE),--source '$(SOURCE)') $(ARGS)

build: setup ## build ./ditchline
	@scripts/build

setup:
	@scripts/setup run

test-setup:
	@scripts/setup test

test: test-setup ## run every check and test, as CI does
	@scripts/test

web: test-setup ## build the page into ui/web/dist
	@PATH="$(CURDIR)/.cache/node/node_modules/node/bin:$$PATH" npm --prefix ui/web ci --no-audit --no-fund
	@PATH="$(CURDIR)/.cache/node/node_modules/node/bin:$$PATH" npm --prefix ui/web run build

lint: ## gofmt, vet, staticcheck, shellcheck
	@scripts/test lint

soak: build ## hundreds of simulated shots, 20 boards of carrom and 100,000 frames through replay, killed writers, servers and links (hours)
	@DITCHLINE_SOAK=1 go test -run Killed -timeout 1h -v ./score/store
	@SOAK_FRAMES=10000 go test -tags matprofile -run TestMatsAndHeapStayFlat -timeout 6h -v ./cmd/ditchline
	@DITCHLINE_SOAK=1 go test -run 'NothingIsLost|Cluster|TheProgram' -timeout 2h -v ./score/hall/hub
	@DITCHLINE_SOAK=1 go test -run Crowd -timeout 5m -v ./ui
	@scripts/soak ./ditchline --shots 600 --frames 100000

measure: build ## hold vision against its floors on ../shared
	@scripts/measure ./ditchline

notice: ## list the licenses of what is built in, into NOTICE-THIRD-PARTY.txt
	@python3 scripts/notice.py
