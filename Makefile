# Two commands for newcomers: `make run` and `make test`.

SWIFT ?= swift
PREFIX ?= /usr/local
RESULTS ?= results
# The time and the receiver the sample captures were made for.
SAMPLE_OPTIONS = --now 2026-01-15T12:00:00Z --audience https://saml.sp.auth.adobe.com \
	--require uid,uniqueId --trust Samples/metadata/all-idps.xml
SAMLKIT = .build/release/samlkit
# The sample run needs no trait; built apart, it never replaces the whole program of `make build`.
RUN_SAMLKIT = .build/run/release/samlkit

.PHONY: all run build lint test check check-all install release wheel image clean

all: build

# Processes the sample captures into records and a report. Some of them are broken on purpose, so that
# samlkit's exit status is 1; only a worse one fails.
run:
	@Scripts/setup.sh
	SWIFT=$(SWIFT) Scripts/plan.sh --lenient build -c release --product samlkit --scratch-path .build/run
	@mkdir -p $(RESULTS)
	@echo "processing Samples/captures; some of them are broken on purpose"
	@$(RUN_SAMLKIT) batch Samples/captures $(SAMPLE_OPTIONS) --output $(RESULTS)/samples.ndjson \
		--report $(RESULTS)/samples.html || [ $$? -eq 1 ]
	@echo "the report: $(RESULTS)/samples.html"
	@echo "look at one: $(RUN_SAMLKIT) inspect Samples/captures/01-*.xml $(SAMPLE_OPTIONS)"
	@echo "your own:    $(RUN_SAMLKIT) batch YOUR.har --output $(RESULTS)/mine.ndjson --report $(RESULTS)/mine.html"

build:
	@Scripts/setup.sh --traits
	$(SWIFT) build -c release --enable-all-traits --product samlkit

test:
	@Scripts/setup.sh --test
	SWIFT=$(SWIFT) Scripts/checked.sh build --build-tests
	Scripts/test.py

# What needs no build: formats, rules of the house, imports, snippets, workflows.
lint:
	@Scripts/setup.sh --check
	Scripts/check.sh --first

# The short tier for every change: lint, imports, linkage, records, damages, kernels, sanitizers, fuzzing for seconds,
# documentation. CONTRIBUTING.md tells what each step uses.
check:
	@Scripts/setup.sh --check
	Scripts/check.sh

# Everything whole, before a release: all tests under both sanitizers, each trait alone, the packages in Samples,
# endurance, Spark, fuzzing for minutes.
check-all:
	@Scripts/setup.sh --check-all
	Scripts/check.sh --all

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(SAMLKIT) $(DESTDIR)$(PREFIX)/bin/samlkit
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d \
		$(DESTDIR)$(PREFIX)/share/man/man1
	Scripts/manual.py $(SAMLKIT) $(DESTDIR)$(PREFIX)/share/man/man1/samlkit.1
	$(SAMLKIT) --generate-completion-script bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/samlkit
	$(SAMLKIT) --generate-completion-script zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_samlkit
	$(SAMLKIT) --generate-completion-script fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/samlkit.fish

# A program for any Linux with glibc, checked and packed into dist: archive, Python wheel, Debian package, SBOM,
# checksums.
release:
	@Scripts/setup.sh --release
	Scripts/release.sh

# The Python wheel, which is one of the files of a release.
wheel: release

# A container image of the release in dist, built and run without a daemon.
image:
	Scripts/image.sh

clean:
	$(SWIFT) package clean
	rm -rf $(RESULTS) dist
