"""Hands at a terminal: input, output, and what must stay hidden."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from blood.basic import basic
from tests.games.drawn import Drawn
from tests.games.pennies import Pennies
from tests.games.raked import Raked
from tests.games.tricks import Tricks
from tests.terminal import GAMES, Three, opponent, shown, table
from zerosum.abstraction import Abstracted, algebraic
from zerosum.blackjack import Blackjack
from zerosum.bluff import Bluff
from zerosum.cards import Cards, card
from zerosum.cards import name as card_name
from zerosum.errors import GameError
from zerosum.game import Hooks
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as ByRank
from zerosum.native.primitives import draw
from zerosum.pkr import Allin, Bet, Call, Check, Deal, Fold, RaisePot, RiverOfBlood, evaluate
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.hands.values import best_five
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem
from zerosum.pkr.shows.terminal import RiverTerms
from zerosum.play import Uniform
from zerosum.play import hand as hands
from zerosum.play.explore.public import state_of
from zerosum.play.explore.seats import seats_of
from zerosum.play.explore.worlds import Observer
from zerosum.play.sitting import Score
from zerosum.play.terminal.session import play_session, typed
from zerosum.play.terminal.table import play_hand
from zerosum.rng import Random
from zerosum.terms import Moment, Terms, terms_of

MENUS = Abstracted(RiverOfBlood(), None, capped_bets(basic, 3))


def moment(game, *steps) -> Moment:
    at = Moment(game)
    for step in steps:
        at = at.apply(step)
    return at


def dealt(cards: str, *steps, game=None) -> Moment:
    """Return a hand of poker after hole cards and steps; a text among them is cards."""
    at = Moment(RiverOfBlood() if game is None else game)
    for step in (cards, *steps):
        if not isinstance(step, str):
            at = at.apply(step)
            continue
        for start in range(0, len(step), 2):
            at = at.apply(Deal(card(step[start : start + 2])))
    return at


OPENING = dealt("AhKd7c2s")
LIMPED = dealt("AhKd7c2s", Call())
FLOP = dealt("AhKd7c2s", Bet(9), Call(), "5c6d8s", Check())


@pytest.mark.parametrize(
    ("at", "words", "action"),
    [
        (OPENING, "f", Fold()),
        (OPENING, "r4", Bet(3)),
        (OPENING, "r 100 %", Bet(3)),
        (OPENING, "all-in", Bet(399)),
        (LIMPED, "x", Check()),
        (LIMPED, "r 6", Bet(4)),
        (FLOP, "bet 75%", Bet(15)),
        (dealt("AhKd7c2s", game=MENUS), "r100%", RaisePot()),
        (dealt("AhKd7c2s", game=MENUS), "a", Allin()),
    ],
)
def test_words_of_poker(at: Moment, words: str, action) -> None:
    assert RiverTerms().read(at, words) == action
    at.apply(action)


MISTYPED = ["k", "r50%", "to 3", "r401"]


@pytest.mark.parametrize(
    ("at", "words", "legal"),
    [
        *((OPENING, words, "SB owes 1, and the menu has f, c, r4 to r400") for words in MISTYPED),
        (LIMPED, "f", "BB owes 0, and the menu has x, r4 to r400"),
        (dealt("AhKd7c2s", Bet(399)), "x", "BB owes 398, and the menu has f, c"),
        (dealt("AhKd7c2s", game=MENUS), "r7", "SB owes 1, and the menu has f, c, r100%, a"),
    ],
)
def test_mistyped_words_of_poker(at: Moment, words: str, legal: str) -> None:
    sentence = f"The word {words.replace(' ', '').lower()!r} must be on the menu; {legal}."
    with pytest.raises(GameError, match=re.escape(sentence)):
        RiverTerms().read(at, words)


@pytest.mark.parametrize("words", ["12", "b" + "9" * 5000, "c c", ""])
def test_what_is_no_word_of_poker(words: str) -> None:
    with pytest.raises(GameError, match=r"must be (f, x, c, a, a bet|the word of one action)"):
        RiverTerms().read(OPENING, words)


@pytest.mark.parametrize(
    ("at", "action", "told"),
    [
        (OPENING, Call(), "call 1"),
        (OPENING, Bet(9), "raise to 10"),
        (LIMPED, Bet(4), "raise to 6"),
        (FLOP, Bet(7), "bet 7"),
        (FLOP, Bet(390), "bet 390 (all-in)"),
        (FLOP.apply(Bet(7)), Bet(390), "raise to 390 (all-in)"),
    ],
)
def test_actions_of_poker_are_told_in_chips(at: Moment, action, told: str) -> None:
    assert "".join(RiverTerms().told(at, action)) == told


def test_the_run_is_told() -> None:
    checks = Check(), Check()
    turn = replace_board("5c6d8s", *checks, "9h")
    river = replace_board("5c6d8s", *checks, "9h", *checks, "Th")
    last = replace_board("5c6d8s", *checks, "9h", *checks, "Th", *checks, "Jc")
    told = [
        RiverTerms().dealt(replace_board("5c6d8s", *checks), turn),
        RiverTerms().dealt(turn, river),
        RiverTerms().dealt(river, last),
        RiverTerms().dealt(turn, turn),
    ]
    assert [str(one) for one in told] == [
        "The turn: 5c6d8s 9h",
        "The river: 5c6d8s 9h Th (red: the run goes on)",
        "Card 6: 5c6d8s 9h Th Jc (black: the last street)",
        "",
    ]


def replace_board(*steps) -> Moment:
    return dealt("AhKd7c2s", Call(), Check(), *steps)


@given(st.sampled_from((Kuhn(), ByRank(), Leduc(), Bluff(), Pennies(), MENUS)), st.integers(0))
def test_every_action_has_a_key_and_a_number(game, seed: int) -> None:
    rng, at = Random(seed), Moment(game)
    while not at.base.terminal:
        if at.base.chance:
            at = at.apply(draw(at.base, rng))
            continue
        terms = terms_of(at.base)
        keys = [choice.word for choice in terms.choices(at)]
        assert [terms.read(at, key.upper()) for key in keys] == list(at.menu)
        assert not {"l", "q", "?", "??", ""} & set(keys)
        if not isinstance(terms, RiverTerms):
            assert [terms.read(at, str(n + 1)) for n in range(len(at.menu))] == list(at.menu)
        at = at.apply(at.menu[rng.integer(len(at.menu))])


@given(
    st.sampled_from(
        (RiverOfBlood(stacks=(30, 30)), NoLimitHoldem(players=3, stacks=(9, 20, 14)), LimitHoldem())
    ),
    st.integers(0),
)
def test_menus_that_are_not_written_down(game, seed: int) -> None:
    rng, at = Random(seed), Moment(game)
    while not at.base.terminal:
        if at.base.chance:
            at = at.apply(draw(at.base, rng))
            continue
        assert tuple(at.menu) == at.infoset.actions()
        at = at.apply(at.menu[rng.integer(len(at.menu))])


@pytest.mark.parametrize(
    ("game", "steps", "words", "action"),
    [
        (Kuhn(), (0, 2), "check", 0),
        (Kuhn(), (0, 2, 1), "c", 1),
        (Leduc(), (0, 2), "k", 1),
        (Leduc(), (0, 2, 2), "call", 1),
        (Bluff(), (3, 3), "2-*", 11),
        (Pennies(), (), "tails", 1),
    ],
)
def test_words_of_small_games(game, steps, words: str, action) -> None:
    at = moment(game, *steps)
    assert terms_of(game).read(at, words) == action


def test_what_is_no_word_of_a_small_game() -> None:
    moves = terms_of(Leduc())
    with pytest.raises(GameError, match=r"The word 'f' must be an action: legal here are c, r\."):
        moves.read(moment(Leduc(), 0, 2), "f")
    bluff = terms_of(Bluff())
    with pytest.raises(GameError, match=r"legal here are 2-5, 2-\*, call\."):
        bluff.read(moment(Bluff(), 3, 3, 9), "choose")
    with pytest.raises(GameError, match="The word 'bid' must be an action"):
        bluff.read(moment(Bluff(), 3, 3), "bid")  # a verb of many actions is none of them


@given(st.permutations(range(52)), st.permutations(range(52)), st.integers(5, 9))
def test_hands_that_tie_read_alike(first, second, cards: int) -> None:
    one, other = (Cards(sum(1 << c for c in deck[:cards])) for deck in (first, second))
    tie = evaluate(one.mask) == evaluate(other.mask)
    assert (best_five(one) == best_five(other)) == tie


class Caller:
    """Checks and calls, and can be asked."""

    name = "caller"

    def __init__(self) -> None:
        self.answers = opponent("river").answers
        self.play = opponent("river").play

    def begin(self, game, rng=None):
        return self.play

    def act(self, hand, rng):
        return Call() if hand.real.infoset(hand.active).cost else Check()


@pytest.mark.parametrize(("seat", "question"), [(0, "?"), (1, "??")])
def test_what_is_seen_before_a_showdown_tells_nothing_of_the_other_hand(
    seat: int, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that differ only in the hidden cards look the same, all questions included."""

    def seen(hidden: str) -> list[str]:
        hole = ("AhKd", hidden) if seat == 0 else (hidden, "AhKd")
        cards = "".join(hole) + "5c6d8s9hTc"
        deck = iter([Deal(card(cards[at : at + 2])) for at in range(0, len(cards), 2)])
        monkeypatch.setattr(hands, "draw", lambda game, rng: next(deck))
        words = ["r6", "k", "l", "z", question, "k", "k", "k", "k"]
        at = table(RiverOfBlood(), Caller(), words)
        assert play_hand(at, seat, Random(1), Random(2)) is not None
        before, showdown, after = shown(at).partition("Showdown")
        assert showdown
        assert hidden in after
        return [before, after]

    one, other = seen("QsQh"), seen("7d2c")
    assert one[0] == other[0]
    assert one[1] != other[1]


def test_a_showdown_where_neither_has_folded() -> None:
    assert RiverTerms().shown(dealt("AhKd7c2s", Bet(9), Fold())) is False
    assert terms_of(Kuhn()).shown(moment(Kuhn(), 0, 2, 0, 1, 0)) is False
    assert terms_of(Leduc()).shown(moment(Leduc(), 0, 2, 2, 0)) is False
    assert terms_of(Kuhn()).shown(moment(Kuhn(), 0, 2, 0, 1, 1)) is True
    assert terms_of(Leduc()).shown(moment(Leduc(), 0, 2, 1, 1, 4, 1, 1)) is True


@pytest.mark.parametrize("words", [[], ["QUIT", "b"], ["b", "q"]])
def test_leaving_ends_with_the_score(words: list[str]) -> None:
    at = table(Kuhn(), opponent("kuhn"), words)
    score = play_session(at, 7)
    assert shown(at).endswith(f"\nThe session is over: {score}.\n")
    assert score.hands == words.count("b") * (words[:1] == ["b"])


def test_ctrl_c_and_the_end_of_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted():
        yield "b"
        raise KeyboardInterrupt

    at = table(Kuhn(), opponent("kuhn"), interrupted())
    assert play_session(at, 7) == Score(1, 2.0)
    assert shown(at).endswith("\n> \n\nThe session is over: +2 chips in 1 hand, +2.00 a hand.\n")
    lines = iter(["b", ""])

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    assert list(typed()) == ["b", ""]


def test_seats_change_or_stay() -> None:
    def seats(seat: int | None) -> list[str]:
        at = table(Kuhn(), opponent("kuhn"), "b" * 9)
        assert play_session(at, 7, hands=4, seat=seat).hands == 4
        return re.findall(r"you are player (\d)", shown(at))

    assert seats(None) == ["0", "1", "0", "1"]
    assert seats(0) == ["0"] * 4
    assert seats(1) == ["1"] * 4
    at = table(KuhnThree(), Uniform(), ["1"] * 9)
    assert play_session(at, 5, hands=3).hands == 3
    assert re.findall(r"you are player (\d)", shown(at)) == ["0", "1", "2"]
    seats = re.findall(r"uniform \(player (\d)\) choos", shown(at))
    assert set(seats) == {"0", "1", "2"}


def test_equal_seeds_and_words_make_equal_sessions() -> None:
    def session(seed: int, words: list[str]) -> str:
        at = table(RiverOfBlood(), opponent("river"), words)
        play_session(at, seed, hands=4)
        return shown(at)

    def hands(text: str) -> list[str]:
        found = (re.search(r"You have (\w+)", hand) for hand in text.split("\nHand ")[1:])
        return [each[1] for each in found if each]

    words = ["c", "k"] * 40
    assert session(7, words) == session(7, words)
    assert session(7, words) != session(8, words)
    folded = hands(session(7, ["f", "k", "c"] * 40))
    assert len(folded) == 4
    assert folded == hands(session(7, words)), "the cards of a hand depend on the seed alone"


def test_where_one_action_is_legal_nobody_is_asked() -> None:
    words = ["a"] + ["c"] * 3
    at = table(RiverOfBlood(), Caller(), words)
    assert abs(play_hand(at, 0, Random(8), Random(1))) == 400
    assert shown(at).count("> ") == 1
    assert "checks" not in shown(at)


def test_says_what_the_agent_could_not_play_and_what_training_did_not_visit() -> None:
    agent = opponent("kuhn")
    agent.unknown, agent.clipped = 1, 1
    at = table(Kuhn(), agent, ["b"])
    play_session(at, 7, hands=1)
    assert shown(at).splitlines()[-2:] == [
        "toy made 1 of its 1 decisions at unvisited infosets.",
        "toy had to move 1 of its bets to what was legal.",
    ]
    know = agent.answers.strength

    def strength(infoset):
        agent.answers.unknown += infoset.card == 0
        return know(infoset)

    agent.answers.strength = strength
    at = table(Kuhn(), agent, ["?", "q"])
    play_session(at, 7, hands=1)
    words = "Training did not visit 1 of these infosets; all actions are equally likely there."
    assert words in " ".join(shown(at).split())


class RakedTerms(Terms):
    """Numbers for cards; the house shows its card at the end."""

    def seat(self, player: int) -> str:
        return "the house" if player == 0 else f"player {player}"

    def private(self, moment: Moment, player: int) -> int:
        return moment.base.private(player)

    def dealt(self, before: Moment, after: Moment) -> Text:
        return Text("The house draws." if after.base.drawn >= 0 else "")

    def shown(self, moment: Moment) -> bool:
        return True


@pytest.fixture
def raked(monkeypatch: pytest.MonkeyPatch) -> Raked:
    """Return a game at the table of a house, which never acts."""
    monkeypatch.setattr(Raked, "hooks", Hooks(terms=RakedTerms), raising=False)
    return Raked()


def test_seats_that_never_act(raked: Raked, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (seats_of(raked), seats_of(KuhnThree()), seats_of(Kuhn())) == ((1, 2), (0, 1, 2), (0, 1))
    assert seats_of(Blackjack(max_hits=0)) == ()  # standing is no choice
    at = table(raked, Uniform(), ["1"] * 9)
    assert play_session(at, 7, hands=4).hands == 4
    assert re.findall(r"you are player (\d)", shown(at)) == ["1", "2", "1", "2"]
    hands = shown(at).split("\nHand ")[1:]
    assert all(hand.count("The house draws.\n") == 1 for hand in hands)
    for hand in hands:
        names = re.findall(r"^  (You|The house|uniform) +[0-3]$", hand, re.MULTILINE)
        assert names == ["You", "The house", "uniform"]
    with pytest.raises(GameError, match="player who decides; got 0: there are 1, 2"):
        play_session(at, 7, seat=0)

    def hand(terms: Terms, moment: Moment, player: int) -> Text:
        return Text(str(moment.base.private(player)) if player else "")

    monkeypatch.setattr(RakedTerms, "hand", hand)
    at = table(raked, Uniform(), ["1"] * 3)
    play_session(at, 7, hands=1)
    assert "The house " not in shown(at).replace("The house draws", "")
    assert re.search(r"^  You      [0-3]\n  uniform  [0-3]\n", shown(at), re.MULTILINE)


@pytest.mark.parametrize("unknown", [False, True])
def test_where_hands_are_too_many_only_the_own_one_is_asked_for(
    unknown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = opponent("kuhn")
    asked = []

    def strength(infoset) -> float:
        asked.append(infoset.card)
        agent.answers.unknown += unknown
        return 0.75

    monkeypatch.setattr("zerosum.play.explore.worlds.MAX_WORLDS", 0)
    agent.answers.strength = strength
    at = table(Kuhn(), agent, ["?", "q"])
    play_session(at, 7, seat=0)
    assert asked == [2]
    text = shown(at)
    note = "Training did not visit this infoset; all actions are equally likely there.\n" * unknown
    row = "           K\ncheck  25.0%\nbet 1  75.0%\n"
    assert f"Not every hand can be asked for here; with yours:\n{row}{note}> q" in text
    at = table(Kuhn(), opponent("kuhn"), ["??", "q"])
    play_session(at, 7, seat=1)  # the last hand of the agent stays hidden
    assert "> ??\nNot every hand can be asked for here.\n> q" in shown(at)


def test_a_strategy_of_other_actions_has_no_table_of_hands() -> None:
    agent = opponent("kuhn")
    agent.answers.look = lambda game: Abstracted(game, None, algebraic(lambda infoset: (7,)))
    at = table(Kuhn(), agent, ["?", "q"])
    play_session(at, 7, seat=0)
    assert "Not every hand can be asked for here; with yours:" in shown(at)


def test_a_series_of_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats change from hand to hand, and sides from series to series."""
    game = Abstracted(Kuhn(), None)
    monkeypatch.setattr(Kuhn, "hooks", Hooks(series=Three))
    hands, whole = (table(game, opponent("kuhn"), "b" * 9) for _ in range(2))
    chips = play_session(hands, 7, hands=3).chips
    score = play_session(whole, 7, hands=2, series=True)
    assert re.findall(r"^Match (\d)", shown(whole), re.MULTILINE) == ["1", "2"]
    assert re.findall(r"you are player (\d)", shown(whole)) == [*"010", *"101"]
    result = f"You {'win' if chips > 0 else 'lose'} the match. Score: {chips:+g} matches in 1 match"
    assert chips
    assert result in shown(whole)
    assert score.hands == 2
    left = table(game, opponent("kuhn"), "bb")
    assert play_session(left, 7, series=True).hands == 0
    assert "Hand 3: you are player 0." in shown(left)


@pytest.mark.parametrize("game", [Raked(), KuhnThree()])
def test_hands_asked_for_of_three_players(game) -> None:
    """Every card may be held, and nothing depends on the card that is; the draw is known."""
    at = moment(game, 0, 1, 3)
    worlds = state_of(Observer(game), at.steps).worlds
    held = {world.moment.base.cards[at.base.active] for world in worlds}
    assert held == {0, 1, 2, 3}
    assert len(worlds) == 24


def test_only_histories_with_the_same_public_numbers_are_looked_at() -> None:
    """A million others differ in what all players see, which is too many to list."""
    at = moment(Drawn(), 0, 1, 1, 7, 1, 8, 1, 9)
    worlds = state_of(Observer(Drawn()), at.steps).worlds
    held = dict.fromkeys(world.moment.base.cards for world in worlds)
    assert list(held) == list(permutations(range(3), 2))


@pytest.mark.parametrize(
    ("named", "words"),
    [("missing_words:Words", "No module named 'missing_words'"), (int, "got <class .int")],
)
def test_terms_must_be_a_class_of_terms(named, words: str) -> None:
    class Toss:
        hooks = Hooks(terms=named)

    with pytest.raises(GameError, match=f"hook terms of Toss must be .*{words}"):
        terms_of(Toss())


@settings(max_examples=10)
@given(st.sampled_from(sorted(GAMES)), st.lists(st.text(max_size=6)), st.integers(0, 1 << 30))
def test_no_word_breaks_a_session(game: str, words: list[str], seed: int) -> None:
    at = table(GAMES[game], opponent(game), [*words, "1", "c", "k", "a", "f"])
    score = play_session(at, seed, hands=2)
    assert f"The session is over: {score}." in shown(at)


def test_cards_are_coloured_by_what_ends_the_run() -> None:
    hand = RiverTerms().hand(OPENING, 1)
    assert [(hand.plain[span.start : span.end], span.style) for span in hand.spans] == [
        ("7c", "bold"),
        ("2s", "bold"),
    ]
    red = RiverTerms().hand(OPENING, 0)
    assert {span.style for span in red.spans} == {"bold red"}
    assert card_name(card("Ah")) in red.plain


class Trusting(Terms):
    """Takes any number for an action."""

    def read(self, moment: Moment, words: str) -> int:
        return int(words)


def test_what_terms_read_is_checked_and_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tricks, "hooks", Hooks(terms=Trusting), raising=False)
    deck = iter([0, 1, 3, 4, 5])
    monkeypatch.setattr(hands, "draw", lambda game, rng: next(deck))
    at = table(Tricks(), Uniform(), ["4", "77", "1", "0", "q"])
    assert play_hand(at, 0, Random(1), Random(2)) is not None
    refused = "must be a legal action; Trusting reads it as {}: legal here are 1, 2."
    for word in 4, 77:
        assert f"> {word}\nThe word '{word}' {refused.format(word)}\n> " in shown(at)


def test_what_does_the_same_as_a_legal_action_is_read_as_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The menu has an all-in, and the word names its chips."""

    class Chips(RiverTerms):
        def read(self, moment: Moment, words: str) -> Bet:
            return Bet(int(words))

    monkeypatch.setattr(hands, "terms_of", lambda game: Chips())
    lineup = hands.Lineup(MENUS, (opponent("river"),))
    (hand,) = hands.Hand.begin(lineup, Random(1)).advance(Random, Random)
    assert hand.act(hand.read("399")).now.base.pips[0] == 400
    refused = "The word '7' must be a legal action; Chips reads it as Bet.quantity=7."
    with pytest.raises(GameError, match=refused):
        hand.read("7")


def test_a_forced_card_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two cards, each player has one left for the last trick."""
    deck = iter([0, 1, 3, 4, 5])
    monkeypatch.setattr(hands, "draw", lambda game, rng: next(deck))
    at = table(Tricks(), Uniform(), ["2"])
    play_hand(at, 0, Random(1), Random(2))
    assert re.search(r"^You choose 0\.$", shown(at), re.MULTILINE)
    assert len(re.findall(r"^uniform chooses [34]\.$", shown(at), re.MULTILINE)) == 2


def test_lines_are_wrapped_at_spaces_on_a_terminal_and_not_in_a_file() -> None:
    seats = NoLimitHoldem(players=3, stacks=(10_000,), blinds=(50, 100))
    at = replace(table(seats, Uniform(), ()), lines=iter("q"))
    terminal = Console(width=30, file=io.StringIO(), force_terminal=True, color_system=None)
    narrow = replace(at, lines=iter("q"), console=terminal)
    for each in at, narrow:
        play_session(each, 1, seat=2)
    assert "blinds: seat 1 50, seat 2 100. All begin with 10,000 chips.\n" in shown(at)
    assert "pot 150, 100 to call, 10,000 left." in shown(at)
    assert max(map(len, shown(narrow).splitlines())) <= 30
    assert shown(narrow).split() == shown(at).split()


def test_typed_chips_may_have_commas() -> None:
    deep = Moment(NoLimitHoldem(stacks=(10_000,), blinds=(50, 100)))
    while deep.base.chance:
        deep = deep.apply(draw(deep.base, Random(1)))
    terms = terms_of(deep.base)
    assert terms.read(deep, "to 1,000") == terms.read(deep, "r1000") == Bet(950)
    assert terms.told(deep, Bet(950)) == ("raise", " to 1,000")
    assert terms.choices(deep)[-1].word == "r200 to r10000"
