"""Hand histories for a reader: the seats, each street with its pot and actions, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise

from rich.text import Text

from zerosum.cards import card, suit
from zerosum.pkr.hands.values import best_five
from zerosum.pkr.holdem import FULL
from zerosum.pkr.phh.amounts import read_amount, shown
from zerosum.pkr.phh.ask import Answer
from zerosum.pkr.phh.fields import VARIANTS
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.replay import STREETS, Game
from zerosum.support.rendering import Parts, TextTable, table, within


def picture(hand: Hand, answers: Iterable[Answer] = ()) -> Parts:
    """Return a hand as text for a rich console.

    Parameters
    ----------
    hand
        The history.
    answers
        What a strategy does at its decisions, printed beside them.

    Raises
    ------
    GameError
        If an action is not legal.

    Examples
    --------
    >>> from rich.console import Console
    >>> from zerosum.pkr.phh import parse
    >>> (hand,) = parse('''
    ... variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AcQh', 'd dh p2 ????', 'p2 cbr 6', 'p1 f']
    ... ''')
    >>> Console(width=60).print(picture(hand))
    No-limit Texas hold'em, blinds 1/2
    seat  cards  stack  posted
    p1    AcQh     100  2
    p2    ????     100  1
    <BLANKLINE>
    Preflop, pot 3
      p2 raises to 6
      p1 folds
    <BLANKLINE>
    Result
      p2 wins 2 and has 102
      p1 loses 2 and has 98
    """
    asked = {answer.index: answer for answer in answers}
    return Parts(_title(hand), _seats(hand), *_streets(hand, asked), *_end(hand))


def told(hand: Hand) -> list[str]:
    """Return what happens in a hand as plain lines: its streets, and who wins what."""
    return "\n".join(text.plain for text in (*_streets(hand, {}), *_end(hand))).split("\n")


def totals(reviewed: Iterable[tuple[Hand, Iterable[Answer]]]) -> TextTable:
    """Return a table of what the decisions of each player come to, in all hands together.

    A decision counts if there is more than one action. The agreement is the mean probability of
    what was done, where the strategy has an answer; the EV loss is the sum of those that are known.

    Parameters
    ----------
    reviewed
        Hands, each with what a strategy does at its decisions.

    Examples
    --------
    >>> from zerosum.pkr import Bet, Fold, NoLimitHoldem
    >>> from zerosum.pkr.phh import Answer, record
    >>> game = NoLimitHoldem().seated(0, (29, 46)).apply(Bet(4)).apply(Fold())
    >>> hand = record(game, names=["Ann", "Bob"])
    >>> print(totals([(hand, [Answer(3, 0, "f", {"f": 0.25, "cc": 0.75}, done=0.25)])]))
    player  decisions  asked  agreement
    Bob             1      1        25%
    """
    asked: dict[str, list[tuple[Answer, float]]] = {}
    for hand, answers in reviewed:
        blind = float(hand.unit * max(hand.game.blinds) or Fraction(hand.get("min_bet", 1)))
        for answer in answers:
            if answer.chances is None or len(answer.chances) > 1:
                asked.setdefault(hand.names[answer.player], []).append((answer, blind))
    estimated = any(answer.lost for pairs in asked.values() for answer, _ in pairs)
    rows = []
    for name, pairs in asked.items():
        done = [answer.done for answer, _ in pairs if answer.done is not None]
        agreement = f"{sum(done) / len(done):.0%}" if done else ""
        rows.append([name, f"{len(pairs):,}", f"{len(done):,}", agreement])
        if estimated:
            lost = [(chips / blind for chips in one.lost) for one, blind in pairs if one.lost]
            means, margins = zip(*lost, strict=True) if lost else ((), ())
            total, margin = (
                sum(means),
                sum(margin_of_one * margin_of_one for margin_of_one in margins) ** 0.5,
            )
            rows[-1] += [within(total, margin) if lost else "", f"{len(lost):,}"]
    headings = ["player", "decisions", "asked", "agreement"]
    return table(headings + ["EV loss in bb", "estimated"] * estimated, rows)


def _title(hand: Hand) -> Text:
    number = hand.get("hand")
    variant = VARIANTS[hand.variant]
    what = variant[0].upper() + variant[1:] if number is None else f"Hand {number}: {variant}"
    what = f"[{hand.origin.table}] {what}" if hand.origin.table else what
    blinds = "/".join(
        shown(blind) for blind in map(Fraction, hand["blinds_or_straddles"]) if blind > 0
    )
    return Text(f"{what}, {f'blinds {blinds}' if blinds else 'no blinds'}")


def _seats(hand: Hand) -> TextTable:
    """Return the table of the seats: who sits there, with which cards, and what they posted."""
    game, rows = hand.game, []
    for seat, player in enumerate(hand.names):
        default = f"p{seat + 1}"
        posted = [shown(hand.unit * game.paid[seat])] if game.paid[seat] else []
        if game.posted[seat]:
            posted.append(f"ante {shown(hand.unit * game.posted[seat])}")
        label = default if player == default else f"{default} {player}"
        cards = str(hand.final.hand(seat)).ljust(2 * game.hole, "?")
        stack = hand.stacks[seat]
        behind = "unknown" if stack is None else shown(stack)
        rows.append([label, cards, behind, ", ".join(posted)])
    return table(["seat", "cards", "stack", "posted"], rows, "llrl")


def _streets(hand: Hand, asked: dict[int, Answer]) -> Iterator[Text]:
    """Yield the streets and their actions, line by line."""
    board, showdown = "", False
    yield Text(f"\nPreflop, pot {shown(hand.unit * hand.game.total)}")
    for index, (before, after) in enumerate(pairwise(hand.replay())):
        words, _, comment = hand.actions[index].partition("#")
        match words.split():
            case ["d", "db", cards]:
                board = f"{board} {cards}"
                street = STREETS[len(board.split())].capitalize()
                pot = f", pot {shown(hand.unit * after.total)}"
                yield Text.assemble(f"\n{street} ", *_cards(board.strip()), pot)
            case [player, "sm", *cards]:
                if not showdown:
                    yield Text("\nShowdown")
                showdown = True
                name = hand.names[int(player[1:]) - 1]
                own = str(after.hand(int(player[1:]) - 1)) if cards == ["-"] else "".join(cards)
                done = Text.assemble("shows ", *_cards(own)) if cards else "mucks"
                yield Text.assemble(f"  {name} ", done)
            case [_, *action] if len(after.line) > len(before.line):
                yield Text.assemble(
                    f"  {hand.names[before.active]} {action_words(hand, before, action, 's')}",
                    " and is all-in" if after.behind[before.active] == 0 else "",
                    (_answered(hand, before, asked.get(index)), "cyan"),
                )
        if comment:
            yield Text(f"  # {comment.strip()}", "dim")


def action_words(hand: Hand, before: Game, words: list[str], ending: str = "") -> str:
    """Return an action of the format in words: the verb with an ending, and its chips.

    Parameters
    ----------
    hand
        The history.
    before
        The game before the action.
    words
        The action without its player, such as ``["cbr", "200"]``.
    ending
        The ending of the verb, such as ``"s"``.
    """
    cost = before.infoset(before.active).cost
    match words:
        case ["f"]:
            return f"fold{ending}"
        case ["cc"]:
            called = f"call{ending} {shown(hand.unit * cost)}"
            return called if cost > 0 else f"check{ending}"
        case _:
            verb = f"raise{ending} to" if before.level > before.base else f"bet{ending}"
            return f"{verb} {shown(read_amount(words[1]) or Fraction(0))}"


def _answered(hand: Hand, before: Game, answer: Answer | None) -> str:
    if answer is None:
        return ""
    if answer.chances is None:
        return f"  [{answer.reason}]"
    shares = [
        f"{action_words(hand, before, words.split())} {chance:.0%}"
        for words, chance in answer.chances.items()
    ]
    parts = [", ".join(shares)] + ([] if answer.visited else ["not visited in training"])
    if answer.instead:
        bet = action_words(hand, before, answer.instead.split())
        parts.append(f"not on its menu: {bet} stands for it")
    elif answer.instead is not None:
        parts.append("not on its menu")
    if answer.lost is not None:
        parts.append(f"EV loss {within(*answer.lost)}")
    return f"  [{'; '.join(parts)}]"


def _end(hand: Hand) -> Iterator[Text]:
    """Yield who ends with what, or why that is not known."""
    final, nets, stacks = hand.final, hand.nets, hand.finishing
    if not final.terminal:
        due = "a card is to be dealt" if final.chance else f"{hand.names[final.active]} is to act"
        yield Text(f"\nThe hand is not over: {due}.")
        return
    listed = ", ".join(map(shown, hand.recorded or ()))
    if nets is None:
        given = f": the file gives stacks of {listed} at the end, but {hand.doubt}"
        yield Text(
            "\nWho wins is not known, since cards of the showdown are not"
            f"{given if hand.doubt else ''}."
        )
        return
    yield Text("\nResult")
    for seat in sorted(range(hand.players), key=lambda seat: -nets[seat]):
        if nets[seat] != 0 or final.live >> seat & 1:
            verb = "wins" if nets[seat] > 0 else "loses"
            words = f"{verb} {shown(abs(nets[seat]))}" if nets[seat] else "comes out even"
            begun = hand.stacks[seat]
            has = "" if begun is None else f" and has {shown(begun + nets[seat])}"
            yield Text(f"  {hand.names[seat]} {words}{has}{_best(final, seat)}")
    if None in hand.stacks:
        yield Text("Some stacks are not known, nor is who was all-in: no one is taken to be.")
    if hand.recorded and stacks and hand.recorded != stacks:
        yield Text(f"The file gives other stacks at the end: {listed}.")


def _best(final: Game, seat: int) -> str:
    """Return the best five cards of a seat at a showdown, in words."""
    cards = final.hand(seat) | final.community
    showdown = final.live & (final.live - 1) != 0 and final.live >> seat & 1
    if not showdown or len(cards) < 7 or final.deck != FULL:
        return ""
    return f": {best_five(cards)}"


def _cards(text: str) -> Iterator[Text]:
    """Yield cards, red ones in red; other letters stay as they are."""
    at = 0
    while at < len(text):
        pair = text[at : at + 1 if text[at] == " " else at + 2]
        red = pair[-1] not in "? " and suit(card(pair)) in {1, 2}
        yield Text(pair, "bold red" if red else "bold")
        at += len(pair)
