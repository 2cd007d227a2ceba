# The only commands to know.  Each runs in the environment of `make setup`, or in the one that is active.
PYTHON ?= python3
VENV ?= .venv
RUN := $(if $(VIRTUAL_ENV),$(VIRTUAL_ENV)/bin,$(VENV)/bin)

.PHONY: help setup check fmt lint types layers test cases reports fresh bench bench-groups bench-needs torture

help:  ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

setup:  ## Make .venv and install k3license with all that checks it
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check uv
	VIRTUAL_ENV=$(abspath $(VENV)) $(VENV)/bin/uv pip install --quiet --compile-bytecode -e . --group dev

check: lint types layers fresh test  ## All that CI checks

fmt:  ## Format the code
	$(RUN)/ruff format src tests tools bench
	$(RUN)/ruff check --fix src tests tools bench

lint:
	$(RUN)/ruff format --check src tests tools bench
	$(RUN)/ruff check src tests tools bench

types:
	$(RUN)/mypy

layers:  ## Check that imports only point down
	$(RUN)/lint-imports

test:  ## Run the tests on both cores
	$(RUN)/python -m pytest -q -n 2

cases:  ## Run the cases beside the rules and the cases from practice
	$(RUN)/python -m pytest -q tests/test_rule_cases.py tests/test_practice.py

reports:  ## Write the memos of the examples and the pages that are made from the rules
	$(RUN)/python -m tools.generated

fresh:  ## Check that none of them is stale
	$(RUN)/python -m tools.generated --check

bench: bench-needs  ## Measure start-up, verdicts, and groups in registers of up to a million companies
	$(RUN)/python -m bench
	$(RUN)/python -m bench.groups

bench-groups: bench-needs  ## Measure the groups in registers alone, beside DuckDB
	$(RUN)/python -m bench.groups

bench-needs:
	$(RUN)/python -m uv pip install --quiet --python $(RUN)/python --group bench

torture:  ## Search much longer than CI does (K3LICENSE_SEARCH multiplies the number of examples)
	K3LICENSE_SEARCH=50 $(RUN)/python -m pytest -q -n 2 tests/properties tests/test_against_reference.py
