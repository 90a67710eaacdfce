"""A server of the page, and a real browser that opens it.

    python -m tests.browser OUT RUN [RUN ...]

makes the screenshots of the documentation: each page at two widths, light and dark.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

CHROMIUM = which("chromium") or which("chromium-browser") or which("google-chrome")
WIDTHS = {1600: 1000, 375: 812}
SCHEMES = ("light", "dark")
_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

UNCOMPILED = """
from zerosum.kernels import compile
compile.try_compile, compile.warn_once = lambda *_, **__: "", lambda _: None
from blood.serve import main
main()
"""
"""A server that runs kernels of games as they are written: the page is the same."""


@contextmanager
def serving(
    folder: Path, *runs: Path, program: tuple[str, str] = ("-m", "blood.serve")
) -> Iterator[str]:
    """Serve the page in a folder; yield its address."""
    command = [sys.executable, *program, *map(str, runs), "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            found = re.search(r"http://\S+", server.stderr.readline())
            assert found is not None
            yield found[0]
        finally:
            server.terminate()


@contextmanager
def opened(**options: Any) -> Iterator[Any]:
    """Start a browser; yield a function that opens a window of a width and a scheme."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)

        def window(width: int = 1600, scheme: str = "light") -> Any:
            view = {"width": width, "height": WIDTHS[width]}
            context = browser.new_context(viewport=view, color_scheme=scheme, **options)
            return context.new_page()

        yield window
        browser.close()


def main() -> None:
    """Make the screenshots."""
    out, *runs = (Path(word).resolve() for word in sys.argv[1:])
    out.mkdir(parents=True, exist_ok=True)
    with serving(Path.cwd(), *runs) as address, opened() as window:
        pages = {"runs": "", "play": "#/play", "train": "#/train"}
        for run in runs:
            pages[run.name] = f"#/run/{run.name}"
            pages[f"{run.name}-study"] = f"#/study/{run.name}"
        for width in WIDTHS:
            for scheme in SCHEMES:
                page = window(width, scheme)
                for name, path in pages.items():
                    page.goto("about:blank")
                    page.goto(address + path)
                    page.wait_for_load_state("networkidle")
                    page.screenshot(path=out / f"{name}-{width}-{scheme}.png", full_page=True)


if __name__ == "__main__":
    main()
