"""The page in a real browser: at both widths, by keyboard, and for readers with any sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import CHROMIUM, UNCOMPILED, opened, serving
from tests.runs import holdem_run, inside, run_folder
from zerosum.kuhn import Kuhn

pytest.importorskip("playwright", reason="the extra browser is not installed")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")

FLOP = "#/run/small/f/c/x/AhKh2c"
PAGES = (
    "",
    "#/run/kuhn/p",
    FLOP,
    "#/run/small/f/c/x",
    "#/play/small",
    "#/train",
    "#/study/kuhn",
    "#/compare/kuhn/pair",
)
# What a page has loaded, and by how much it moved since.
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 20);
})"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
LOADED = """() => performance.getEntriesByType('resource')
  .filter((each) => each.name.includes('/static/'))
  .reduce((sum, each) => sum + each.decodedBodySize, 0)"""
READY = "main:not([aria-busy]) h1"
WIDER = "() => document.documentElement.scrollWidth - document.body.offsetWidth"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with inside(tmp_path_factory.mktemp("browser")) as folder:
        holdem_run(folder / "runs/small", "browsed_holdem")
        run_folder(folder / "runs/kuhn", "blood.kuhn", Kuhn(), 20)
        run_folder(folder / "runs/pair", "blood.kuhn", Kuhn(), 300)
        with serving(folder, program=("-c", UNCOMPILED)) as found:
            yield found


@pytest.fixture(scope="module")
def window() -> Iterator[Any]:
    with opened() as found:
        yield found


def look(page: Any, address: str, path: str) -> list[str]:
    """Open a page anew; return what its console says."""
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.goto("about:blank")
    page.goto(address + path)
    page.wait_for_selector(READY)
    return said


@pytest.mark.parametrize(
    ("width", "scheme", "pages"),
    [
        (1600, "light", ("", FLOP, "#/train", "#/study/kuhn")),
        (375, "dark", (FLOP,)),
        *(
            pytest.param(width, scheme, PAGES, marks=pytest.mark.slow)
            for width in (1600, 375)
            for scheme in ("light", "dark")
        ),
    ],
)
def test_pages(address, window, width, scheme, pages):
    """No error, nothing wider than the window, and nothing serious that axe finds."""
    page = window(width, scheme)
    for path in pages:
        assert look(page, address, path) == [], path
        assert page.evaluate(WIDER) <= 0, path
        assert page.evaluate(SHIFTS) <= 0.02, path
        assert page.evaluate(LOADED) < 300_000
        check_axe(page, path)


def check_axe(page: Any, path: str) -> None:
    """Check that axe finds nothing serious."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    wrong = [each for each in found if each["impact"] in {"serious", "critical"}]
    assert not wrong, f"{path}: {[(each['id'], each['nodes'][0]['html']) for each in wrong]}"


@pytest.mark.slow
def test_first_paint(address, window):
    """On a machine with nothing else to do, within a second."""
    page = window()
    for path in PAGES:
        look(page, address, path)
        assert page.evaluate(PAINTED) < 1_000


def test_by_keyboard(address, window):
    """A line is played by keys, the grid is read by arrows, and the address says where one is."""
    page = window()
    assert look(page, address, "#/run/small") == []
    for key in ("1", "2", "1"):  # fold, call, check
        page.keyboard.press(key)
        page.wait_for_timeout(50)
        page.wait_for_selector(READY)
    assert page.url.endswith("#/run/small/f/c/x")
    page.keyboard.press("Backspace")
    page.wait_for_selector("text=check")
    assert page.url.endswith("#/run/small/f/c")
    page.locator(".cell").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("h2:has-text('AKs')")
    page.keyboard.press("Enter")
    assert page.locator(".cell.kept").get_attribute("data-hand") == "AKs"
    page.keyboard.press("End")
    page.wait_for_selector("h2:has-text('A2s')")
    page.reload()
    page.wait_for_selector(".grid")
    assert page.url.endswith("#/run/small/f/c")


def test_by_mouse(address, window):
    """Cards of the board are chosen, a class is kept, and what its actions win is asked for."""
    page = window()
    assert look(page, address, "#/run/small/f/c/x") == []
    for card in ("A of hearts", "K of hearts", "2 of clubs"):
        page.get_by_role("button", name=card).click()
    page.wait_for_selector(".grid")
    assert page.url.endswith("/AhKh2c")
    page.locator("[data-hand=QJs]").click()
    page.get_by_role("button", name="Q of hearts J of hearts").click()
    page.wait_for_selector("text=net chips of the whole hand")
    page.get_by_label("made").select_option("two pair")
    page.wait_for_selector("text=hands that pass the filters")
    assert page.locator("[data-hand=AKs].none").count() == 0
    assert page.locator("[data-hand=QJs].none").count() == 1
    # The buttons of a menu are in the colours of pictures, which another test simulates.
    colours = page.locator(".choice").evaluate_all(
        "all => all.map((b) => b.style.getPropertyValue('--colour'))"
    )
    assert len(set(colours)) == len(colours) == 3


def test_training(address, window):
    """A run is started from the form, seen until it ends, and then looked into."""
    page = window()
    assert look(page, address, "#/train?experiment=blood.kuhn") == []
    page.get_by_label("iterations").fill("60")
    page.get_by_role("button", name="Train").click()
    page.wait_for_selector("text=60 iterations, 12 infosets")
    page.wait_for_selector(".live:has-text('ended')")
    page.get_by_role("link", name="Look into its strategy").click()
    page.get_by_role("region", name="The strategy with each hand").wait_for()
    assert page.url.endswith("#/run/blood.kuhn")


TURN, END = ".whose.yours", ".act:has-text('Next ')"
MENU = ".acts[aria-label='Your actions'] button"
SAID = ".log p"
KEYS = "all => all.map((each) => each.getAttribute('aria-keyshortcuts')).filter(Boolean)"


def sit(page: Any, address: str, run: str) -> list[str]:
    """Sit down at a table by the keyboard; return what the console says."""
    said = look(page, address, f"#/play/{run}")
    page.get_by_role("button", name="Sit down").press("Enter")
    page.wait_for_selector(f"{TURN}, {END}", timeout=200_000)
    assert page.evaluate(WIDER) <= 0
    return said


def acted(page: Any, act: Callable[[], object]) -> None:
    """Act once, and wait until the others have acted."""
    known = page.locator(SAID).count()
    act()
    page.locator(SAID).nth(known).wait_for()
    page.wait_for_selector(".actions:not([aria-busy])")


def played_by_mouse(page: Any) -> None:
    """Play a hand to its end, and begin the next one, by doubled clicks."""
    sent = list[str]()
    page.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    while page.locator(TURN).count():
        sent.clear()
        acted(page, page.locator(MENU).last.dblclick)
        assert sent.count("act") == 1
    page.locator(END).dblclick()
    page.wait_for_selector("h1:has-text(' 2: ')")


def played_by_keys(page: Any) -> None:
    """Play a hand to its end, and begin the next one, by keys only."""
    while page.locator(TURN).count():
        *_, key = page.locator(MENU).evaluate_all(KEYS)
        acted(page, lambda pressed=key: page.keyboard.press(pressed))
    page.keyboard.press("n")
    page.wait_for_selector("h1:has-text(' 2: ')")


def test_table_by_mouse(address, window):
    """Hands are played by clicks; a doubled one counts once."""
    page = window(375, "dark")
    said = sit(page, address, "kuhn")
    check_axe(page, "kuhn")
    played_by_mouse(page)
    assert page.locator("text=Score:").count()
    assert said == []


def test_table_by_keyboard(address, window):
    """A bet is slid to, and typed; a reload goes on with the hand."""
    page = window()
    slider, bet, said = page.locator("[type=range]"), page.locator(".bets .main"), []
    for _ in range(20):  # others may have bet all chips, after which nobody can bet
        said += sit(page, address, "small")
        if slider.count():
            break
    check_axe(page, "small")
    least, most = slider.get_attribute("min"), slider.get_attribute("max")
    slider.press("End")
    assert f"to {most}" in bet.inner_text()
    slider.press("PageDown")
    assert f"to {most}" not in bet.inner_text()
    page.keyboard.press("r")
    page.keyboard.type(least)
    acted(page, lambda: page.keyboard.press("Enter"))
    lines = page.locator(SAID).all_inner_texts()
    assert any(line.startswith(f"You raise to {least}") for line in lines), lines
    page.reload()
    page.wait_for_selector(f"{TURN}, {END}")
    assert page.locator(SAID).all_inner_texts() == lines
    played_by_keys(page)
    assert said == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["leduc", "bluff", "blackjack", "setback", "quick"])
def test_each_game(address, window, game):
    """A run is trained in the page, and a hand is played at each width."""
    page = window()
    look(page, address, f"#/train?experiment=blood.{game}")
    page.get_by_label("iterations").fill("20")
    page.get_by_role("button", name="Train").click()
    page.wait_for_selector(".live:has-text('ended')", timeout=400_000)
    for width, scheme, play in ((1600, "dark", played_by_keys), (375, "light", played_by_mouse)):
        page = window(width, scheme)
        page.set_default_timeout(100_000)
        said = sit(page, address, f"blood.{game}")
        play(page)
        assert said == []
