PYTHON ?= python3
BIN := .venv/bin
SET_UP := $(PYTHON) tools/set_up.py
NPM := $(SET_UP) npm
PLAYABLE := .venv/.playable
READY := .venv/.ready
MODULES := web/node_modules/.ready
PAGE := src/sandtable/server/static/index.html
SITE := build/site/play/sw.js
SOURCE := $(shell find src/sandtable -type f -not -name '*.pyc' -not -path '*/static/*' 2>/dev/null)
CLIENT := $(shell find web/src web/public web/*.json web/*.ts web/*.js web/*.mjs web/*.html -type f 2>/dev/null)

MANUAL := $(BIN)/python -m mkdocs build --quiet --strict

.PHONY: play test check check-python check-client test-client test-alone test-covered fuzz records mutants bench lab maps docs wheel clean browser postgres evening hooks coverage test-pythons release
.PHONY: manual manual-pdf pictures screens

# Set the table up and open it in the browser.
play: $(PLAYABLE) $(PAGE)
	$(BIN)/sandtable

# Everything: lint, types, client, all tests, a browser. What needs one core runs two at a time; three workers for the tests, as those of the browser often wait.
test: browser postgres $(READY) $(MODULES) $(PAGE)
	$(MAKE) -j2 --output-sync=target check test-client $(SITE)
	$(BIN)/pytest -n 3 --dist worksteal -m "not alone"
	$(MAKE) -j2 --output-sync=target test-alone test-covered

# The fast part: formatting, lint, types.
check: check-python check-client

check-python: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-client: $(MODULES)
	$(NPM) run check

test-client: $(MODULES)
	$(NPM) test

# Ray starts a cluster in this process.
test-alone: $(READY)
	$(BIN)/pytest -m alone

# The engine and one game once more, with the lines their tests reach.
test-covered: $(READY)
	$(BIN)/coverage run -m pytest tests/engine tests/games/bravery
	$(BIN)/coverage report --include="src/sandtable/engine/*,src/sandtable/games/bravery/*" --skip-covered --sort=cover

# The formatters before every commit.
hooks: $(READY) $(MODULES)
	$(BIN)/pre-commit install

# Which lines of engine, games and agents their tests reach: slower than the tests alone, so not part of `make test`.
coverage: $(READY)
	$(BIN)/coverage run -m pytest tests/engine tests/games tests/ai tests/lab
	$(BIN)/coverage report --skip-covered --sort=cover

# The rules and the engine on every Python of 3.11 to 3.13 that is installed, each in an environment of its own.
test-pythons:
	@for version in 3.11 3.12 3.13; do \
		command -v python$$version >/dev/null || { echo "python$$version: not installed, left out"; continue; }; \
		python$$version -m venv build/python$$version && \
		build/python$$version/bin/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev]" && \
		build/python$$version/bin/pytest tests/engine tests/games tests/test_layers.py || exit 1; \
	done

# Set the version and date the changes: make release VERSION=0.2.0. The commit and the tag are yours.
release:
	@$(PYTHON) -m tools.release $(VERSION)

# Random play over all games, scenarios and options, every position checked: hours on one core, goes on where it was stopped. make fuzz GAME=rommel GAMES=500
GAMES ?= 10000
fuzz: $(READY)
	$(BIN)/python -m tools.fuzz $(GAME) -n $(GAMES) --write

# Two servers on one PostgreSQL, 1,000 tables, kills, database restarts and a rude client: half an hour, report in docs/lab/soak.md.
TABLES ?= 1000
MINUTES ?= 30
soak: $(READY) postgres
	$(BIN)/python -m tools.soak --tables $(TABLES) --minutes $(MINUTES)

# The whole games and the playthroughs that the tests replay, after a change of rules or of words.
records: $(READY)
	$(BIN)/python -m tools.full_games $(GAME)
	$(BIN)/python -m tools.playthrough $(GAME)

# Break the rules of a game one clause at a time and see whether its tests notice: make mutants GAME=bravery N=300
N ?= 300
mutants: $(READY)
	$(BIN)/python -m tools.mutants $(GAME) -n $(N) --write

# A person's evening: two whole games by mouse at a person's speed, with one who looks on; pictures of what he finds in build/evening.
evening: $(READY) $(PAGE) browser
	SANDTABLE_EVENING=build/evening $(BIN)/pytest tests/browser/test_evening.py -k whole -s

# Pictures of every screen at five sizes, light and dark, in build/pictures.
screens: $(READY) $(PAGE) browser
	$(BIN)/python -m tools.pictures build/pictures

# The performance table.
bench: $(READY)
	$(BIN)/sandtable bench

# The tables and reports under docs/lab, made anew: hours, and goes on where it was stopped.
lab: $(READY)
	$(BIN)/python -m tools.lab --keep build/lab

# A wheel with the built page in dist/, tried in a fresh environment without Node.
wheel: $(READY) $(PAGE)
	$(BIN)/python -m tools.wheel dist

# All maps from the geography; must leave no diff.
maps: $(READY)
	$(BIN)/python -m tools.maps

# The table as static files that are played without a server, in build/site/play, and the manual around it.
site: $(READY) $(MODULES)
	$(BIN)/sandtable site build/site

# The same without the manual, for the tests.
$(SITE): $(CLIENT) $(SOURCE) | $(READY) $(MODULES)
	$(BIN)/sandtable site build/site --no-manual

# Size, starts and speed of the table in the page, into docs/lab/anywhere.md.
anywhere: site
	$(BIN)/python -m tools.anywhere build/site --write

# The manual as a static site in build/site; the table that runs in the browser goes beside it, under play/.
manual: $(READY)
	NO_MKDOCS_2_WARNING=1 $(MANUAL)

# The pictures of the manual, taken from the real page by the tests that work it.
pictures: $(READY) $(PAGE) browser
	SANDTABLE_PICTURES=1 $(BIN)/pytest tests/browser/test_manual_pictures.py

# The games' chapters and their sheets as PDF in build/manual.
manual-pdf: $(READY)
	$(BIN)/python -m tools.manual.pdf

# docs/rules from the rules' homes and tests, docs/actions from the orders, the client's types from the view.
docs: $(READY)
	$(BIN)/python -m tools.rule_index
	$(BIN)/python -m tools.action_reference
	$(BIN)/python -m tools.view_types
	$(BIN)/python -m tools.observation_reference

# Players wait for the table's own packages only; the tools of the trade come with the first test.
$(PLAYABLE): pyproject.toml constraints.txt
	$(SET_UP) table

$(READY): $(PLAYABLE)
	$(SET_UP) tools

# tools/set_up.py checks the versions of Python and Node first, and takes Node from PyPI where it must.
$(MODULES): web/package.json web/package-lock.json | $(PLAYABLE)
	$(SET_UP) modules

$(PAGE): $(MODULES) $(CLIENT)
	$(SET_UP) page

# A Chromium drives the browser tests; SANDTABLE_CHROMIUM names another one than the one on the PATH.
browser:
	@command -v $${SANDTABLE_CHROMIUM:-chromium} >/dev/null || \
	  { [ -z "$$SANDTABLE_CHROMIUM" ] && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && \
	    apt-get update -qq && apt-get install -y -qq chromium; } || \
	  { echo "There is no Chromium for the browser tests: install it, or set SANDTABLE_CHROMIUM to one." >&2; exit 1; }

# Debian's PostgreSQL, for the tests of several servers; they start a cluster of their own.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { apt-get update -qq && apt-get install -y -qq postgresql; }

clean:
	rm -rf .venv web/node_modules src/sandtable/server/static build dist
