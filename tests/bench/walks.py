"""The files of three walks through the house: ``python -m tests.bench.walks [CHECKOUT]``.

A file counts if one of its functions runs while the data goes from one end to the other,
interpreted and after all imports. Not counted are files that only check, that say what a class or a
function means, that compile, or that serve every room, such as Ctrl-C and errors: ``BESIDE`` and
``ASIDE`` list them, under the names of this checkout and of older ones. ``CHECKOUT`` is another
state of the project.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType

# These only check, or say what something means: they do not count, nor what they call.
BESIDE = re.compile(
    r"zerosum/(laws/.*|native/facts|abstraction/(anatomy|identity|source)"
    r"|(support/)?(blame|hints|stamp))\.py"
)
BESIDE_FUNCTIONS = re.compile(r"_?check_\w+|__meaning__")
# These compile, or serve every room: they do not count, but what they call does.
ASIDE = re.compile(
    r"zerosum/(errors|game|hooks|jit|workshop|native/.*|experiment/progress"
    r"|kernels/(compile|failures|breaches|limits|lanes)|evaluation/bounds/declared"
    r"|abstraction/(declared|fitting|values)"
    r"|(support/)?(interrupts|lazy|moved|options|progress|rendering))\.py"
)

# Each is run to the mark, which is not counted, and then to its end.
MARK = "# the walk begins\n"
WALK = "<walk>"
QUIET = """
import sys, zerosum.laws.playouts as laws, zerosum.kernels.compile as compiling
known = laws.check_playouts
for module in [each for name, each in sys.modules.items() if name.startswith("zerosum")]:
    for name in [name for name, value in vars(module).items() if value is known]:
        setattr(module, name, lambda *_, **__: None)
compiling.try_compile = lambda *_, **__: ""
compiling.warn_once = lambda _: None
"""
ROW = f"""
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import betting, board_rank, rank
ExternalSampling(Abstracted(Leduc(), rank * betting), native=False).run(1)  # all imports
{QUIET}{MARK}
ExternalSampling(Abstracted(Leduc(), rank * board_rank * betting), native=False).run(2)
"""
MATCH = f"""
import blood.match, zerosum.evaluation, zerosum.experiment.agents, zerosum.play.match
from blood.train import main
try:
    main("blood.leduc --algorithm cfr --iterations 9".split())
except SystemExit:  # how a command ends
    pass
{QUIET}{MARK}
blood.match.main("runs/blood.leduc call --hands 4 --workers 1".split())
"""
BUCKETS = f"""
from blood.basic import equities
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.holdem import Deck, NoLimitHoldem
from zerosum.pkr.holdem.abstraction.buckets import hole, rank_vectors
from zerosum.rng import Random
def infosets(game):
    rng, found = Random(3), []
    while not game.terminal:
        if game.chance:
            game = game.apply(game.sample(rng))
        else:
            found.append(game.infoset(game.active))
            game = game.apply(found[-1].actions()[len(found) < 3])
    return found
deck, board = Deck(6, 2), (1, 1)
river = infosets(RiverOfBlood())
holdem = infosets(NoLimitHoldem(deck=deck, board=board, stacks=(12,), sizes=(100,)))
{QUIET}{MARK}"""
RIVER = """
cards = equities((4,) * 8, dimension=10, maxiter=6, opponents=5, samples=300)
print([cards(infoset) for infoset in river])
"""
HOLDEM = """
cards = hole(deck=deck, board=board), rank_vectors(4, deck=deck, board=board)
print([[factor(infoset) for factor in cards] for infoset in holdem])
"""
WALKS = {
    "a game with its abstraction to a row": ROW,
    "a run's folder to a match": MATCH,
    "a deal to a bucket, River of Blood": BUCKETS + RIVER,
    "a deal to a bucket, hold'em": BUCKETS + HOLDEM,
    "a deal to a bucket, both": BUCKETS + RIVER + HOLDEM,
}


def walked(root: Path, walk: str) -> list[str]:
    """Return the files of a walk in this process, in the order in which they are met."""
    found: dict[str, None] = {}
    hidden = 0  # how deep the walk is in imports, or beside the way

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal hidden
        if event not in {"call", "return"}:
            return
        code = frame.f_code
        name = code.co_filename.removeprefix(f"{root}/")
        beside = BESIDE.fullmatch(name) or BESIDE_FUNCTIONS.fullmatch(code.co_name)
        if hidden or beside or (code.co_name == "<module>" and name != WALK):
            hidden += 1 if event == "call" else -1
        elif name.startswith(("zerosum/", "blood/")) and not ASIDE.fullmatch(name):
            found.setdefault(name)

    before, after = walk.split(MARK)
    names: dict[str, object] = {}
    exec(before, names)
    code = compile(after, WALK, "exec")
    sys.setprofile(look)
    try:
        exec(code, names)
    except SystemExit:  # how a command ends
        pass
    finally:
        sys.setprofile(None)
    return list(found)


def main(checkout: str = ".") -> None:
    """Print the number of files of each walk, and the files."""
    root = Path(checkout).resolve()
    for name in WALKS:
        with tempfile.TemporaryDirectory() as folder:
            env = os.environ | {"PYTHONPATH": str(root), "ZEROSUM_CACHE": f"{folder}/cache"}
            words = [sys.executable, "-P", __file__, str(root), name]
            done = subprocess.run(
                words, env=env, cwd=folder, capture_output=True, text=True, check=True
            )
        files = done.stdout.splitlines()[-1].split()
        print(f"{name}: {len(files)} files\n    {' '.join(files)}")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        print(" ".join(walked(Path(sys.argv[1]), WALKS[sys.argv[2]])))
    else:
        main(*sys.argv[1:])
