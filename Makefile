# The commands of a checkout. They need Python 3.11 or later (with venv), make, and nothing else.
# Another Python: make PYTHON=python3.13 test

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Stamps: what pyproject.toml asks for is installed. A second run does not install again.
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev

.PHONY: site test bench fuzz golden grammars modules pictures clean

site: $(INSTALLED)  ## publishes the bundled editions into public/
	$(BIN)/vfdoc build --out public

test: $(INSTALLED_DEV)  ## holds the whole program to its checks
	$(BIN)/ruff check
	$(BIN)/mypy --strict vfdoc
	$(BIN)/python -m pytest

bench: $(INSTALLED_DEV)  ## prints the benchmark, as ratios to a floor measured in the same run
	$(BIN)/python tests/bench.py

fuzz: $(INSTALLED_DEV)  ## reads a million generated and mutated texts: some ten minutes
	$(BIN)/python tests/fuzz.py
	$(BIN)/python tests/fuzz.py --commands --inputs 5000

golden: $(INSTALLED_DEV)  ## records the golden files anew: read their diff before you commit it
	$(BIN)/python -m pytest tests/test_golden.py --record

grammars: $(INSTALLED)  ## makes the tables of the grammars anew, after a change to grammar/*.lark
	$(BIN)/python -m vfdoc.parsers

modules:  ## prints every room and module of vfdoc in a line each
	@$(PYTHON) tests/modules.py

pictures: $(INSTALLED_DEV)  ## makes the pictures of the README anew; needs Chromium
	$(BIN)/python tests/pictures.py

clean:  ## removes what these commands made
	rm -rf $(VENV) public build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# bin/pip and not bin/python: where Debian's python3-venv is missing, a half-made venv has only the latter.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "vfdoc needs Python 3.11 or later; try: make PYTHON=python3.13")'
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml | $(BIN)/pip
	$(PIP) install --quiet --editable .
	@touch $@

$(INSTALLED_DEV): pyproject.toml | $(BIN)/pip
	$(PIP) install --quiet --editable '.[dev]'
	@touch $(INSTALLED) $@
