# Two commands for a newcomer: `make demo` and `make test`. The others are for those who change things.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check format gate test-all bench-solver bench-load bench-engines clean

demo: $(VENV)/.installed
	@$(BIN)/mixlid identify demo/sentences.txt

test: $(VENV)/.installed-check
	@command -v java > /dev/null || echo 'There is no Java, so the tests of Spark are skipped (Debian: apt-get install default-jre-headless).'
	$(BIN)/python -m pytest

# Also what needs PyTorch and uroman (training our own model, romanisation), and Ray.
test-all: $(VENV)/.installed-check
	$(BIN)/pip install --quiet --editable '.[check,ray,train]'
	$(BIN)/python -m pytest

check: $(VENV)/.installed-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.installed-check
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The accuracy gate: needs the development data (DATA), and fails if the packed model is worse than recorded by 0.01.
DATA ?= ../shared/eval/dev
gate: $(VENV)/.installed
	$(BIN)/mixlid evaluate -q --data $(DATA) --one-label --gate models/litelid.json

bench-solver: $(VENV)/.installed-check
	$(BIN)/python benchmarks/solvers.py

bench-load: $(VENV)/.installed
	$(BIN)/python benchmarks/load.py

# Needs Java for Spark; engines that are not installed are left out.
bench-engines: $(VENV)/.installed-check
	$(BIN)/pip install --quiet --editable '.[check,ray]'
	$(BIN)/python benchmarks/engines.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-check: pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable '.[check]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
