"""Settings of Sphinx: ``python -m sphinx -W -n docs docs/_build/html``."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path
from pydoc import locate
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import zerosum

project = "zerosum"
author = "The zerosum developers"
copyright = f"2026, {author}"
version = release = zerosum.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"zerosum {release}"

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
# Notebooks run while the pages are built, and an error in one is an error of the build.
nb_execution_in_temp = True
nb_execution_show_tb = True
nb_execution_timeout = 600  # seconds for a cell, on a busy machine
nb_merge_streams = True
napoleon_google_docstring = False
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "description"
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

# Other packages are not linked, so that the pages build without a network.
# Nor is the mark of a field, which is spelled as if its module defined it.
nitpick_ignore_regex = [("py:.*", r"(?!zerosum).*|zerosum\..*\.Annotated")]


def imported_from() -> dict[str, str]:
    """Return the path from which users import each object, by the path where it is defined."""
    paths: dict[str, str] = {}
    for module in pkgutil.walk_packages(zerosum.__path__, "zerosum."):
        if not module.ispkg:
            continue
        room = importlib.import_module(module.name)
        for name in getattr(room, "__all__", ()):
            thing = getattr(room, name)
            defined = f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', '')}"
            paths.setdefault(defined, f"{module.name}.{name}")
    return paths


def as_imported(app: Any, env: Any, node: Any, contnode: Any) -> Any:
    """Resolve a reference to where an object is defined by where it is documented.

    What exists but is not for users is printed without a link; what does not exist is a warning.
    """
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    path, member = target, ""
    while path and path not in PATHS:
        path, _, last = path.rpartition(".")
        member = f".{last}{member}"
    if not path:
        return contnode if locate(target) is not None else None
    domain, public = env.get_domain("py"), PATHS[path] + member
    kind, page = node["reftype"], node["refdoc"]
    return domain.resolve_xref(env, page, app.builder, kind, public, node, contnode)


PATHS = imported_from()


def setup(app: Any) -> None:
    """Connect the resolution of references."""
    app.connect("missing-reference", as_imported)
