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
# of START_ORDER, so that it touches few pages: each function has a section of its own, which the linker can move.
ARCHIVES := .build/static-libraries
START_ORDER := Fixtures/start/order.txt
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now \
  -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xlinker --symbol-ordering-file=$(CURDIR)/$(START_ORDER) -Xlinker --no-warn-symbol-ordering
BUILD_RELEASE := PKG_CONFIG_PATH="$(CURDIR)/$(ARCHIVES)" swift build $(RELEASE)
BINARY := .build/release/paint
BENCH := .build/release/paint-bench

# Tests run optimised only, ten times as fast, and with the program as its users have it. Overflows and indices out of
# range trap in this build, too. It has a directory of its own, because its flags differ from those of the release build.
TESTABLE := -c release -Xswiftc -enable-testing
OPTIMISED := $(TESTABLE) --scratch-path .build/optimised
# make test runs samples of these suites, make test-faults all of their cases.
FAULT_SUITES := ^PaintHistoryTests\.(CallFault|PowerCut|Flip|FileKind)Tests
THOROUGH_SUITES := ^PaintHistoryTests\.(WriteBehind|DocumentRepair|DocumentCheck|ForgettingFailure|Slices|RowChecksum|UnconfirmedPacks)Tests|^PaintTextTests\.BidiConformanceTests|^PaintFormatsTests\.([A-Za-z]*Damage|Mutation)Tests
DEATH_SUITES := ^PaintCLITests\.(VerbFault|Kill|Leftover|RandomKill|Crowd|FullDisk)Tests
# Only make test-faults runs this suite: a sample of its calls would differ from run to run.
LONG_SUITES := ^PaintCLITests\.ReadFaultTests

# Each sanitizer needs a separate build, which is optimised: otherwise the fault suites are too slow. It runs all tests
# but those of the command line, which run the program as its users have it. The thread sanitizer leaves out suites that
# take very long with it and whose cases run on one thread each.
UNSANITIZED_MODULES := PaintCLITests
ONE_THREAD_SUITES := $(FAULT_SUITES)|^PaintRasterTests\.BlendModeTests
TOLD := 'Sanitizer|SUMMARY|✘|error:|Test run with'

# All fuzzed code, including C, is instrumented for libFuzzer. Targets with C or unsafe memory also use the address
# sanitizer. The others trap on errors anyway, and run three times as fast without it.
SECONDS ?= 60
FUZZ_WITH_ADDRESS := png pixmap slot pack drawing
FUZZ_ALONE := word path outlines record script rebuild
FUZZ_TARGETS ?= $(FUZZ_WITH_ADDRESS) $(FUZZ_ALONE)
FUZZ_BUILD := PAINT_FUZZ=1 swift build -c release --quiet --product paint-fuzz -Xswiftc -enable-testing -Xswiftc -use-ld=lld
ADDRESS_FLAGS := -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address
ALONE_FLAGS := -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link
# Swift's crash reports are disabled, so that libFuzzer reports the crash and saves the input.
FUZZ_SETTINGS := SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:malloc_context_size=8:quarantine_size_mb=16

DOCUMENTED := PaintRaster PaintFilters PaintText PaintPNG PaintFormats PaintHistory PaintEditing PaintCLI

# The libraries' names in pkg-config and their Debian packages. Of those after the first line only the headers are needed
# to build: `paint text`, and commands that open a picture of the format, load these libraries, and the packages depend on
# them.
LIBRARIES := libpng:libpng-dev zlib:zlib1g-dev sqlite3:libsqlite3-dev \
  freetype2:libfreetype-dev harfbuzz:libharfbuzz-dev fontconfig:libfontconfig-dev \
  libjpeg:libjpeg-dev libwebp:libwebp-dev libtiff-4:libtiff-dev libgif:libgif-dev libavif:libavif-dev \
  libheif:libheif-dev
# A font for `paint text`, and the checker of the manual pages; only their tests need them, and are skipped without.
TEXT_FONT := /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf:fonts-dejavu-core
MANUAL_CHECKER := /usr/bin/mandoc:mandoc
# The shells in which completion is tested; bash is always there.
TEST_SHELLS := /usr/bin/zsh:zsh /usr/bin/fish:fish
SWIFT_AT_LEAST := 6.2

.PHONY: help setup demo demo-picture build man test test-loaded test-memory test-faults test-sanitized test-cluster fuzz session exact lint format bench docs install uninstall deb dist test-package clean
.PHONY: archives pages tree start-order

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: ## Install the Debian packages that are missing and check for Swift
	@missing=(); \
	for tool in git pkg-config; do command -v $$tool >/dev/null || missing+=($$tool); done; \
	for library in $(LIBRARIES); do \
	  pkg-config --exists $${library%:*} 2>/dev/null || missing+=($${library#*:}); \
	done; \
	(( $${#missing[@]} )) || exit 0; \
	root=(sudo); [[ $$(id -u) != 0 ]] || root=(); \
	give_up() { \
	  echo "make setup: $$1; run this$${root[*]- as root}, then try again:" >&2; \
	  echo "  $${root[*]:+sudo }apt-get update && $${root[*]:+sudo }apt-get install -y $${missing[*]}" >&2; \
	  exit 1; \
	}; \
	command -v apt-get >/dev/null || { \
	  echo "make setup: there is no apt-get; install the contents of these Debian packages: $${missing[*]}" >&2; exit 1; }; \
	if (( $${#root[@]} )); then \
	  command -v sudo >/dev/null || { root=(); give_up "only root can install packages, and there is no sudo"; }; \
	  [[ -t 0 ]] || root+=(-n); \
	fi; \
	echo "make setup: installing $${missing[*]}"; \
	as_root() { "$${root[@]}" env DEBIAN_FRONTEND=noninteractive "$$@" </dev/null >/dev/null; }; \
	install=(apt-get install -qq -y --no-install-recommends "$${missing[@]}"); \
	as_root "$${install[@]}" 2>/dev/null || { as_root apt-get update -qq && as_root "$${install[@]}"; } || \
	  give_up "apt-get failed"; \
	for library in $(LIBRARIES); do \
	  pkg-config --exists $${library%:*} || give_up "pkg-config still does not find $${library%:*}"; \
	done
	@wanted=(); \
	for file in $(TEXT_FONT) $(MANUAL_CHECKER) $(TEST_SHELLS); do [[ -e $${file%:*} ]] || wanted+=($${file#*:}); done; \
	(( $${#wanted[@]} )) || exit 0; \
	root=(sudo -n); [[ $$(id -u) != 0 ]] || root=(); \
	install=("$${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$${wanted[@]}"); \
	echo "make setup: installing $${wanted[*]} for paint text and for tests"; \
	{ "$${install[@]}" || { "$${root[@]}" apt-get update -qq && "$${install[@]}"; }; } </dev/null >/dev/null 2>&1 || \
	  echo "make setup: that failed; other commands work without them, and tests that need them are skipped" >&2
	@version=$$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p') || true; \
	if [[ -z $$version ]]; then \
	  echo "make setup: no swift on the PATH; get Swift $(SWIFT_AT_LEAST) or later from https://swift.org/install" >&2; \
	  exit 1; \
	fi; \
	if ! printf '%s\n' $(SWIFT_AT_LEAST) "$$version" | sort -C -V; then \
	  echo "make setup: this is Swift $$version; get $(SWIFT_AT_LEAST) or later from https://swift.org/install" >&2; \
	  exit 1; \
	fi

# libgcc_s has no archive of its name: its parts are in libgcc, which is always linked, and in libgcc_eh.
archives:
	@rm -rf $(ARCHIVES) && mkdir -p $(ARCHIVES)
	@clang=$$(dirname "$$(readlink -f "$$(command -v swift)")")/clang; \
	link() { \
	  from=$$("$$clang" -print-file-name=$$1); \
	  [[ $$from == /* ]] || { echo "make build: clang does not find $$1" >&2; exit 1; }; \
	  ln -s "$$from" $(ARCHIVES)/$${2:-$$1}; \
	}; \
	for archive in libsqlite3.a libpng16.a libz.a libstdc++.a; do link $$archive; done; \
	link libgcc_eh.a libgcc_s.a
	@for name in libpng sqlite3; do \
	  sed 's|^libdir=.*|libdir=$(CURDIR)/$(ARCHIVES)|' "$$(pkg-config --variable=pcfiledir $$name)/$$name.pc" \
	    >$(ARCHIVES)/$$name.pc; \
	done

build: setup archives ## Build the program: .build/release/paint, and paint-bench next to it
	@$(BUILD_RELEASE) --quiet --product paint
	@! nm $(BINARY) | grep 17_StringProcessing >/dev/null || { \
	  echo "make build: Swift's library for regular expressions delays every start; String.has(_:) finds texts" >&2; exit 1; }
	@$(BUILD_RELEASE) --quiet --product paint-bench
	@echo "built $(BINARY)"

start-order: build ## List anew what a start of the program uses, in the order of use; needs valgrind and takes minutes
	@Fixtures/start/order.py $(BINARY) >.build/order.txt
	@mv .build/order.txt $(START_ORDER)
	@echo "wrote $$(wc -l <$(START_ORDER)) names to $(START_ORDER); make build uses them"

pages: setup archives
	@$(BUILD_RELEASE) --quiet --product paint-pages

man: pages ## Write the manual pages to .build/man; man -l .build/man/man1/paint.1 shows one
	@rm -rf .build/man && .build/release/paint-pages man .build/man
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
	@mkdir -p .build
	@# Suites run in parallel, so the lines of a failure are far above the last line: they are printed again at the end.
	@swift test --disable-xctest $(OPTIMISED) --skip '$(LONG_SUITES)' 2>&1 | tee .build/test.log || { \
	  echo "make test: the failures; the whole log is .build/test.log:" >&2; \
	  grep -E -A 4 '✘|error:|[Ff]atal|Crash' .build/test.log | tail -n 200 >&2; \
	  exit 1; }

test-loaded: setup ## Run all tests COUNT (10) times in a row next to LOOPS (4) busy loops; each has to pass
	@mkdir -p .build
	@loops=(); trap 'kill "$${loops[@]}" 2>/dev/null || true' EXIT; \
	for ((loop = 0; loop < $${LOOPS:-4}; loop++)); do while :; do :; done & loops+=($$!); done; \
	failed=0; \
	for ((run = 1; run <= $${COUNT:-10}; run++)); do \
	  log=.build/test-loaded-$$run.log; SECONDS=0; \
	  if $(MAKE) test >$$log 2>&1; then result=passed; else result="failed, see $$log"; failed=$$((failed + 1)); fi; \
	  echo "run $$run: $$result ($$SECONDS s)"; \
	done; \
	echo "make test-loaded: $$failed of $${COUNT:-10} runs failed"; \
	(( ! failed ))

test-faults: setup ## Test failing calls, power cuts, kills, flipped bits, full disks (40 min); PAINT_FAULTS_SEED=N repeats a run
	@mkdir -p .build
	@PAINT_THOROUGH=1 swift test --disable-xctest $(OPTIMISED) \
	  --filter '$(FAULT_SUITES)|$(DEATH_SUITES)|$(THOROUGH_SUITES)|$(LONG_SUITES)' >.build/test-faults.log 2>&1 && code=0 || code=$$?; \
	grep -E '^faults:|✘ (Test|Suite)|error:|[Ff]atal|crashed' .build/test-faults.log | cut -c 1-600 || true; \
	grep -o 'Test run with .*' .build/test-faults.log | tail -n 1 || true; \
	(( ! code )) || { echo "make test-faults: the whole log is .build/test-faults.log" >&2; exit $$code; }

test-sanitized: setup ## Run all suites but those of the command line under the address and the thread sanitizer
	@mkdir -p .build
	@PAINT_WITHOUT='$(UNSANITIZED_MODULES)' ASAN_OPTIONS=detect_leaks=0 \
	  swift test --disable-xctest $(TESTABLE) --sanitize address --scratch-path .build/address \
	  2>&1 | tee .build/address.log | { grep --line-buffered -E $(TOLD) || true; }
	@PAINT_WITHOUT='$(UNSANITIZED_MODULES)' TSAN_OPTIONS=suppressions=$(CURDIR)/Fixtures/sanitizers/thread.txt \
	  swift test --disable-xctest $(TESTABLE) --sanitize thread --scratch-path .build/thread \
	  --skip '$(ONE_THREAD_SUITES)' 2>&1 | tee .build/thread.log | \
	  { grep --line-buffered -E $(TOLD) || true; }
	@! grep -lE 'ERROR: AddressSanitizer|WARNING: ThreadSanitizer' .build/address.log .build/thread.log

test-cluster: build ## Run a job on a local Spark cluster, kill a worker, compare all files; COUNT=N pictures (500)
	@command -v python3 >/dev/null || { echo "make test-cluster: there is no python3" >&2; exit 1; }
	@python3 Fixtures/cluster/test.py $(BINARY) $${COUNT:-500}

fuzz: setup ## Run libFuzzer on each target for SECONDS (60); FUZZ_TARGETS="png script" selects targets
	@$(if $(filter $(FUZZ_WITH_ADDRESS),$(FUZZ_TARGETS)),$(FUZZ_BUILD) --scratch-path .build/fuzz $(ADDRESS_FLAGS))
	@$(if $(filter $(FUZZ_ALONE),$(FUZZ_TARGETS)),$(FUZZ_BUILD) --scratch-path .build/fuzz-alone $(ALONE_FLAGS))
	@mkdir -p .build/fuzz-logs; status=0; table=; \
	for target in $(FUZZ_TARGETS); do \
	  program=.build/fuzz-alone/release/paint-fuzz; \
	  [[ " $(FUZZ_WITH_ADDRESS) " != *" $$target "* ]] || program=.build/fuzz/release/paint-fuzz; \
	  corpus=$(CURDIR)/.build/fuzz-corpus/$$target; found=$(CURDIR)/.build/fuzz-found/$$target; \
	  log=.build/fuzz-logs/$$target.log; \
	  rm -rf "$$found"; mkdir -p "$$corpus" "$$found"; \
	  echo "make fuzz: $$target for $(SECONDS) s" >&2; \
	  $(FUZZ_SETTINGS) $$program $$target -max_total_time=$(SECONDS) -timeout=60 -rss_limit_mb=3072 \
	    -print_final_stats=1 -artifact_prefix="$$found/" "$$corpus" "$(CURDIR)/Fixtures/fuzz/$$target" \
	    >$$log 2>&1 || status=1; \
	  runs=$$(sed -n 's/^stat::number_of_executed_units: *//p' $$log | tail -n 1); \
	  table+=$$(printf '%-10s%14s%10s' $$target "$${runs:-none}" "$$(ls "$$found" | wc -l)")$$'\n'; \
	done; \
	printf '%-10s%14s%10s\n%s' target runs findings "$$table"; \
	(( ! status )) || { \
	  echo "make fuzz: the findings are in .build/fuzz-found, the logs in .build/fuzz-logs" >&2; exit 1; }

session: setup ## Compare 5,000 random operations of the program with a simple model; PAINT_SESSION_SEED=N repeats a run
	@PAINT_SESSION_STEPS=$${PAINT_SESSION_STEPS:-5000} swift test --disable-xctest $(OPTIMISED) \
	  --filter '^PaintCLITests\.RandomSessionTests' 2>&1 | grep --line-buffered -vE '◇|↳|Suite|Planning'

test-memory: setup ## Run edits of the largest pictures, texts and strokes with 256 MiB of memory each
	@PAINT_MEMORY=full swift test --disable-xctest $(OPTIMISED) --filter '^PaintCLITests\.BoundedMemoryTests' 2>&1 | \
	  grep --line-buffered -E '✔|✘|error:|skipped|Test run'

exact: setup ## Compare coverage with the true area of random shapes, 1,200 (PAINT_EXACT_SHAPES) of each brush
	@printf '       %-24s%8s%10s%9s%9s%9s%9s\n' brush shapes pixels simple overlap mean outline
	@PAINT_EXACT_SHAPES=$${PAINT_EXACT_SHAPES:-1200} swift test --disable-xctest $(OPTIMISED) \
	  --filter '^PaintRasterTests\.ExactnessTests' 2>&1 | tee .build/exact.log | \
	  { grep --line-buffered -E '^exact:|✘|error:' || true; }

# In these modules unsafe code is only allowed in directories named Unsafe; the compiler requires a mark on each use.
FENCED := $(addprefix Sources/,PaintRaster PaintFilters PaintText PaintPNG PaintFormats PaintHistory PaintEditing PaintCLI)

lint: ## Check the format, imports, unsafe code and the files at the top level
	@swift format lint --strict --recursive Sources Tests Package.swift
	@! grep -rnE '^[^/]*import +(struct |func |class )?Foundation( |\.|$$)' Sources || { \
	  echo "make lint: Foundation delays every start of the program by several milliseconds" >&2; exit 1; }
	@! find $(FENCED) -name '*.swift' -not -path '*/Unsafe/*' -print0 | \
	  xargs -0 grep -nE '^[^/]*(\<unsafe\>|Unsafe[A-Z])' || { \
	  echo "make lint: unsafe code belongs in a directory named Unsafe" >&2; exit 1; }
	@for file in $$(find $(FENCED) -path '*/Unsafe/*.swift'); do \
	  grep -q '^// Unsafe: ' $$file || { echo "make lint: $$file has no line '// Unsafe: ' with the reason" >&2; exit 1; }; \
	done
	@for name in *; do \
	  case $$name in \
	  Package.swift | Sources | Tests | Fixtures | Makefile | README.md) ;; \
	  Package.resolved) ! git ls-files --error-unmatch $$name >/dev/null 2>&1 ;; \
	  *.paint) [[ -d $$name ]] ;; \
	  *) false ;; \
	  esac || { echo "make lint: $$name does not belong at the top level" >&2; exit 1; }; \
	done
	@echo "lint: clean"

format: ## Format the sources
	swift format --in-place --recursive Sources Tests Package.swift

docs: build pages ## Write the guide with its pictures, the articles and interfaces of all modules as web pages to .build/docs
	@rm -rf .build/docs .build/symbols .build/catalogues && mkdir -p .build/docs .build/catalogues
	@cp -r Sources/*/*.docc .build/catalogues
	@.build/release/paint-pages reference .build/catalogues/PaintCLI.docc/Reference
	@Fixtures/guide/pictures.sh $(BINARY) .build/catalogues/PaintCLI.docc
	@swift package dump-symbol-graph --minimum-access-level public --skip-synthesized-members \
	  >.build/docs.log 2>&1 || { cat .build/docs.log >&2; exit 1; }
	@docc=$$(dirname "$$(readlink -f "$$(command -v swift)")")/docc; \
	for module in $(DOCUMENTED); do \
	  mkdir -p .build/symbols/$$module; \
	  cp .build/*/symbolgraph/$$module.symbols.json .build/symbols/$$module; \
	  catalog=(.build/catalogues/$$module.docc); [[ -d $${catalog[0]} ]] || catalog=(); \
	  "$$docc" convert "$${catalog[@]}" --diagnostic-level error --fallback-display-name $$module \
	    --fallback-bundle-identifier paint.$$module --additional-symbol-graph-dir .build/symbols/$$module \
	    --output-path .build/docs/$$module >/dev/null; \
	done
	@for module in $(DOCUMENTED); do \
	  echo "python3 -m http.server -d .build/docs/$$module    # http://localhost:8000/documentation/$${module,,}"; \
	done

# All files of an installation, as they are below PREFIX.
TREE := .build/tree
tree: build pages
	@Fixtures/package/tree.sh $(BINARY) .build/release/paint-pages $(TREE)

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
