# The commands of Pincite. Each sets up what it needs first and is quick the second time.
# Where there is no make: python packaging/setup_env.py run, or test.

# The first Python that fits; choose another with `make run PYTHON=python3.12`.
PYTHON ?= $(shell for name in python3 python3.11 python3.12 python3.13; do \
	if $$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	2>/dev/null; then echo $$name; exit; fi; done; echo python3)

# What goes on to the window or to pytest: make test ARGS="-k citations"
ARGS ?=

SETUP = $(PYTHON) packaging/setup_env.py
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --no-header $(UPGRADE)
LOCKS = packaging/locks

.DEFAULT_GOAL := help
.PHONY: help run test check-models lint lock licences clean

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

run:  ## Set everything up and open the window
	@$(SETUP) run $(ARGS)

test:  ## Set up what the tests need, check the code and run the tests
	@$(SETUP) test $(ARGS)

check-models:  ## Run the tests that need the starter language model
	@$(SETUP) check-models $(ARGS)

lint:  ## Check the code without running tests
	@$(SETUP) lint

lock:  ## Pin the dependencies anew (needs uv; UPGRADE=--upgrade takes newer versions)
	$(COMPILE) --no-emit-package llama-cpp-python pyproject.toml -o $(LOCKS)/run.lock
	$(COMPILE) $(LOCKS)/build.in -o $(LOCKS)/build.lock
	$(COMPILE) $(LOCKS)/dev.in -o $(LOCKS)/dev.lock
	$(COMPILE) --no-deps $(LOCKS)/llama.in -o $(LOCKS)/llama.lock

licences:  ## List the licences of what the program is built on anew
	.venv/bin/python packaging/third_party.py

clean:  ## Remove the environment and what tools left in the checkout
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
