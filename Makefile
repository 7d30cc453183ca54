# Plain "make" lists the targets. Every target runs without the internet once the
# modules are downloaded.
GO      ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME ?= 10m
LDFLAGS  = -s -w -X main.version=$(VERSION)
# The hook ends before anything is collected, and the collector of Go before 1.26 lays out
# the memory in fewer pages, which saves a fiftieth of the hook's time. A Go without it
# builds with the one that it has.
COLLECTOR = $(shell GOEXPERIMENT=nogreenteagc $(GO) version >/dev/null 2>&1 && echo nogreenteagc)

export CGO_ENABLED = 0

.DEFAULT_GOAL := help
.PHONY: help build test check demo oracle e2e-clients bench fuzz docs dist plugin clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:[^#]*## /\t/' | expand -t 13

build: ## make bin/sandbox-enforcer and bin/sandbox-enforcer-hook, static
	@# The programs are copied into place: a file written in one go is mapped in larger
	@# pieces than one that the linker wrote, which saves a tenth of the hook's time.
	GOEXPERIMENT=$(COLLECTOR) $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o bin/linked/ ./cmd/sandbox-enforcer ./cmd/sandbox-enforcer-hook
	@cp -f bin/linked/* bin/ && rm -r bin/linked

test: ## run all tests; says which are skipped for want of a program
	$(GO) test ./...
	@for program in bash dash zsh git curl wget bwrap; do \
		command -v $$program >/dev/null || echo "skipped for want of $$program: the tests that hold the project against it; install it to run them"; \
	done

check: ## gofmt, vet, staticcheck, tidy, and that generated documents are up to date
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'not formatted: run gofmt -w on these' >&2; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GO) mod tidy -diff
	$(GO) run ./cmd/internal/docs -check

demo: build ## show the main job on real commands, without the internet
	@$(GO) run ./cmd/internal/demo

oracle: ## hold the project against real shells, git, curl and wget, all of it
	SANDBOX_ENFORCER_ORACLE=full $(GO) test -v -count=1 -timeout 60m ./cmd/internal/oracle

e2e-clients: build ## run real coding agents from npm, without a network, and see what each obeys
	@$(GO) run ./cmd/internal/clients -install

bench: build ## whole-process time against Go hello and /bin/true, analysis against bare parsing
	@$(GO) run ./cmd/internal/bench

fuzz: ## run each fuzz target for FUZZTIME (10m)
	@# At the end of its time go test may fail with "context deadline exceeded" and no
	@# input (golang/go#75804): such a run says nothing, and is done once more.
	@log=$$(mktemp) && trap 'rm -f "$$log"' EXIT; \
	run() { $(GO) test -run '^$$' -fuzz "^$$2\$$" -fuzztime $(FUZZTIME) $$1 2>&1 | tee "$$log"; grep -q '^ok' "$$log"; }; \
	cut_off() { grep -q '^    context deadline exceeded$$' "$$log" && ! grep -q 'Failing input' "$$log"; }; \
	for pkg in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; \
			run $$pkg $$target || { cut_off && run $$pkg $$target; } || exit 1; \
		done; \
	done

docs: ## write the generated parts of README.md again
	$(GO) run ./cmd/internal/docs

dist: ## make archives for linux and darwin, their checksums and an install script, in dist/
	GOEXPERIMENT=$(COLLECTOR) $(GO) run ./cmd/internal/dist -version '$(VERSION)'

plugin: ## make the folder of a plugin of Claude Code for this machine, in dist/plugin/
	GOEXPERIMENT=$(COLLECTOR) $(GO) run ./cmd/internal/dist -version '$(VERSION)' -plugin

clean: ## remove what build, dist and plugin made
	rm -rf bin dist
