"""``python -m blood.bot RUN --acpc HOST:PORT``: a match over the loopback, and mistakes."""

from __future__ import annotations

import socket
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from blood.bot import main
from tests.acpc_dealer import Dealer, Function, Remote, Stakes, anything, defined
from tests.runs import invoked, refused, run_folder
from zerosum.abstraction import Abstracted
from zerosum.kuhn import Kuhn
from zerosum.pkr import LimitHoldem
from zerosum.pkr.holdem.abstraction import actions, player, street

HOLDEM = """
from zerosum.abstraction import Abstracted
from zerosum.pkr import LimitHoldem
from zerosum.pkr.holdem.abstraction import actions, player, street
base = LimitHoldem(blinds=(5, 10), bets=(10, 10, 20, 20), raises=(3, 4, 4, 4), rules="acpc")
TrainingAbstraction = Abstracted(base, player * street * actions)
"""
BASE = LimitHoldem(blinds=(5, 10), bets=(10, 10, 20, 20), raises=(3, 4, 4, 4), rules="acpc")
STAKES = Stakes((10, 5), BASE.stacks, (1, 0, 0, 0), BASE.bets, BASE.raises)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run of Kuhn, one of limit hold'em, and games of the dealer."""
    place = tmp_path_factory.mktemp("acpc")
    (place / "limited.py").write_text(HOLDEM)
    run_folder(place / "kuhn", "blood.kuhn", Kuhn(), 5)
    run_folder(place / "run", "limited.py", Abstracted(BASE, player * street * actions), 1)
    text = str(defined(STAKES))
    (place / "its.game").write_text(text)
    (place / "eleven.game").write_text(text.replace("numPlayers = 2", "numPlayers = 11"))
    (place / "other.game").write_text(text.replace("10 5", "100 50"))
    return place


@pytest.fixture
def here(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made)


run = partial(invoked, main)


def dealt(server: socket.socket, hands: int, dealers: list[Dealer]) -> None:
    """Deal a match to whoever connects."""
    server.settimeout(60)
    connection, _ = server.accept()
    with connection:
        seat, rng = Remote(connection), Random(2)
        assert seat.version == "VERSION:2.0.0\r\n"
        dealers.append(Dealer(STAKES, [seat, Function(anything(rng))], rng))
        dealers[0].match(hands)
        seat.close()


@pytest.mark.slow
@pytest.mark.usefixtures("here")
def test_a_match() -> None:
    dealers: list[Dealer] = []
    with socket.create_server(("localhost", 0)) as server:
        thread = Thread(target=dealt, args=(server, 30, dealers))
        thread.start()
        port = server.getsockname()[1]
        result = run(f"run --acpc localhost:{port} --gamedef its.game --seed 5")
        thread.join()
    assert result.exit_code == 0, result.output
    assert dealers[0].invalid[0] == []
    assert result.stdout.startswith(f"30 hands, {float(dealers[0].totals[0]):+g} chips; ")
    assert "0 fall-backs, 0 actions replaced and 0 results disputed." in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("run 9000 --acpc localhost:9000", "Give one of PORT, --pack, --build and --acpc."),
        ("run 9000 --gamedef its.game", "Give --gamedef together with --acpc."),
        ("run --acpc localhost", "HOST:PORT, such as localhost:18791; got 'localhost'."),
        ("run --acpc localhost:0", "HOST:PORT, such as localhost:18791; got 'localhost:0'."),
        ("run --acpc :9000", "HOST:PORT, such as localhost:18791; got ':9000'."),
        ("nothing --acpc localhost:9000", "The folder nothing must be a run folder"),
        ("kuhn --acpc localhost:9000", "must play hold'em; blood.kuhn plays Kuhn: train a run"),
        ("run 9000", "must play River of Blood through a translation; limited.py does not"),
        ("run --acpc localhost:9000 --gamedef none.game", "must be a readable text file"),
        ("run --acpc localhost:9000 --gamedef eleven.game", "Line 3 of eleven.game must be num"),
        ("run --acpc localhost:9000 --gamedef other.game", "it has blind 100 50 and not 10 5"),
    ],
)
@pytest.mark.usefixtures("here")
def test_mistakes(words: str, message: str) -> None:
    assert message in refused(main, words)
