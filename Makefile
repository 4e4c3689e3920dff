PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check fuzz bench maps clean

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]"
	touch $@

play: $(VENV)/.ready
	$(BIN)/sandtable

check: $(VENV)/.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check
	$(BIN)/pytest

fuzz: $(VENV)/.ready
	$(BIN)/python -m tools.fuzz

bench: $(VENV)/.ready
	$(BIN)/sandtable bench

maps: $(VENV)/.ready
	$(BIN)/python -m tools.maps

clean:
	rm -rf $(VENV) build dist
