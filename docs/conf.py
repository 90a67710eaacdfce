"""Settings of Sphinx: ``python -m sphinx -W docs docs/_build``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import zerosum

project = "zerosum"
author = "The zerosum developers"
copyright = f"2026, {author}"
version = release = zerosum.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"zerosum {release}"

myst_enable_extensions = ["dollarmath"]
napoleon_google_docstring = False
autodoc_member_order = "bysource"
autodoc_typehints = "description"
