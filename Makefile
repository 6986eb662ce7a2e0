# All tasks of the project are targets here; `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PREFIX ?= /usr/local
DESTDIR ?=
# The version is in one place.
VERSION = $(shell sed -n 's/.*static let version = "\(.*\)".*/\1/p' Sources/PaintCLI/PaintCommand.swift)

# The program needs no libraries but libc and libm. Swift's library is linked statically, and so are those to which
# ARCHIVES has links: the data for pkg-config there make it the first folder in which the linker looks. So the program
# runs where the libraries are missing, and its start resolves few names. It stays position-independent, because it reads
# untrusted pictures; its relocations are packed. It exports no symbols, because nothing loads it. Without the local rpath
# the start does not look for libc and libm in the program's folder. What a start uses is next to each other, in the order
# of START_ORDER, so that it touches few pages: each function has a section of its own, which the linker can move. Metadata
# of generic types are made with the conformances that the compiler knows, not from mangled names, for which Swift's library
# would search all conformances of the program.
ARCHIVES := .build/static-libraries
START_ORDER := Fixtures/start/order.txt
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xlinker --symbol-ordering-file=$(CURDIR)/$(START_ORDER) -Xlinker --no-warn-symbol-ordering
BUILD_RELEASE := PKG_CONFIG_PATH="$(CURDIR)/$(ARCHIVES)" swift build $(RELEASE)
BINARY := .build/release/paint
BENCH := .build/release/paint-bench
PAGES := .build/release/paint-pages

.PHONY: help setup demo demo-picture build man test test-loaded test-memory test-faults test-times test-sanitized test-cluster mutants fuzz session exact lint format bench docs install uninstall deb dist test-package clean
.PHONY: archives pages tree start-order

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## Install the Debian packages that are missing and check for Swift
	@Fixtures/make/setup.sh

archives:
	@Fixtures/make/archives.sh $(ARCHIVES)

build: setup archives ## Build the program: .build/release/paint, and paint-bench next to it
	@$(BUILD_RELEASE) --quiet --product paint
	@$(BUILD_RELEASE) --quiet --product paint-bench
	@echo "built $(BINARY)"

start-order: build ## List anew what a start of the program uses, in the order of use; needs valgrind and takes minutes
	@Fixtures/start/order.py $(BINARY) >.build/order.txt
	@mv .build/order.txt $(START_ORDER)
	@echo "wrote $$(wc -l <$(START_ORDER)) names to $(START_ORDER); make build uses them"

pages: setup archives
	@$(BUILD_RELEASE) --quiet --product paint-pages

man: pages ## Write the manual pages to .build/man; man -l .build/man/man1/paint.1 shows one
	@rm -rf .build/man && $(PAGES) man .build/man
	@command -v mandoc >/dev/null || { echo "make man: not checked, because mandoc is not installed" >&2; exit 0; }; \
	mandoc -Tlint -Wstyle .build/man/man?/*
	@echo "wrote $$(ls .build/man/man?/* | wc -l) pages to .build/man"

bench: build ## Measure the drawing alone, and strokes, moves, a batch and export from the shell
	@rm -rf .build/bench && mkdir .build/bench
	@$(BENCH) library .build/bench
	@$(BENCH) program $(BINARY) Fixtures/photos .build/bench
	@rm -rf .build/bench

demo: build ## Draw on a photograph with all five brushes; the picture is in .build/demo
	@Fixtures/demo/demo.sh $(BINARY) .build/demo

demo-picture: build ## Draw the demo and copy its picture to the README's
	@Fixtures/demo/demo.sh $(BINARY) .build/demo
	@cp .build/demo/cat.png Fixtures/demo/demo.png

test: setup ## Run all tests
	@Fixtures/make/test.sh all

test-loaded: setup ## Run all tests COUNT (10) times in a row next to LOOPS (4) busy loops; each has to pass
	@Fixtures/make/test-loaded.sh $${COUNT:-10} $${LOOPS:-4}

test-faults: setup ## Test failing calls, power cuts, kills, flipped bits, full disks (40 min); PAINT_FAULTS_SEED=N repeats a run
	@Fixtures/make/test.sh faults

test-times: setup ## Run one suite after the other and print those that take more than 10 s (LIMIT)
	@Fixtures/make/test.sh times $${LIMIT:-10}

test-sanitized: setup ## Run all suites but those of the command line under the address and the thread sanitizer
	@Fixtures/make/test-sanitized.sh

test-cluster: build ## Run a job on a local Spark cluster, kill a worker, compare all files; COUNT=N pictures (500)
	@command -v python3 >/dev/null || { echo "make test-cluster: there is no python3" >&2; exit 1; }
	@python3 Fixtures/cluster/test.py $(BINARY) $${COUNT:-500}

mutants: setup ## Check that each of the faults in Fixtures/mutants/mutants.tsv is caught; MUTANTS="3 17" selects some
	@Fixtures/mutants/mutants.py --flags "-c release -Xswiftc -enable-testing" $(MUTANTS)

fuzz: setup ## Run libFuzzer on each target for SECONDS (60); FUZZ_TARGETS="png script" selects targets
	@Fixtures/make/fuzz.sh $(or $(SECONDS),60) $(FUZZ_TARGETS)

session: setup ## Compare 5,000 random operations of the program with a simple model; PAINT_SESSION_SEED=N repeats a run
	@PAINT_SESSION_STEPS=$${PAINT_SESSION_STEPS:-5000} Fixtures/make/test.sh some '^PaintCLITests\.RandomSessionTests' \
	  '^[^◇↳]*$$'

histories: setup ## Change 1,000 random histories by amend and rebase, and 1,000 by revert, and draw them anew
	@PAINT_HISTORIES=$${PAINT_HISTORIES:-1000} Fixtures/make/test.sh some '^PaintCLITests\.(Amend|Revert)Tests/randomLines' \
	  '✔|✘|error:|Test run'

test-memory: setup ## Run edits of the largest pictures, texts and strokes with 256 MiB of memory each
	@PAINT_MEMORY=full Fixtures/make/test.sh some '^PaintCLITests\.BoundedMemoryTests' '✔|✘|error:|skipped|Test run'

exact: setup ## Compare coverage with the true area of random shapes, 1,200 (PAINT_EXACT_SHAPES) of each brush
	@printf '       %-24s%8s%10s%9s%9s%9s%9s\n' brush shapes pixels simple overlap mean outline
	@PAINT_EXACT_SHAPES=$${PAINT_EXACT_SHAPES:-1200} Fixtures/make/test.sh some '^PaintRasterTests\.ExactnessTests' \
	  '^exact:|✘|error:'

lint: ## Check the format, imports, unsafe code and the files at the top level
	@Fixtures/make/lint.sh

format: ## Format the sources
	swift format --in-place --recursive Sources Tests Package.swift

docs: build pages ## Write the guide with its pictures, the articles and interfaces of all modules as web pages to .build/docs
	@Fixtures/make/docs.sh $(BINARY) $(PAGES)

# All files of an installation, as they are below PREFIX.
TREE := .build/tree
tree: build pages
	@Fixtures/package/tree.sh $(BINARY) $(PAGES) $(TREE)

install: tree ## Install program, man pages, completions and documentation to PREFIX (/usr/local), below DESTDIR
	@Fixtures/package/install.sh $(TREE) "$(DESTDIR)$(PREFIX)"

uninstall: ## Remove the files that make install has installed to PREFIX, below DESTDIR
	@Fixtures/package/uninstall.sh "$(DESTDIR)$(PREFIX)"

deb: tree ## Build the Debian package .build/paint_VERSION_ARCHITECTURE.deb
	@Fixtures/package/deb.sh $(TREE) $(VERSION) .build

dist: ## Write the sources of the last commit to .build/paint-VERSION.tar.gz
	@mkdir -p .build
	@git archive --prefix=paint-$(VERSION)/ --output=.build/paint-$(VERSION).tar.gz HEAD
	@echo "wrote .build/paint-$(VERSION).tar.gz"

test-package: deb dist ## Install the package in a bare Debian 12 and use it there; compare what install and uninstall do
	@Fixtures/package/test.sh $(TREE) $(VERSION) .build

clean: ## Remove everything that was built
	rm -rf .build
