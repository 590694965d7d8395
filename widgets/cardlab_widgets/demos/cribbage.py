"""The demos of Cribbage: how each draws a case from a seed, and what it shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cardlab_exercises.declaration.sampling import pick

from cardlab.cards import PACK52, list_cards, parse_cards, show_cards, shuffle
from cardlab.cribbage import Options, count, discards
from cardlab.cribbage.analysis.discards import Discard, Discards
from cardlab.cribbage.display.count_frames import counting_frames
from cardlab.cribbage.display.table import moments
from cardlab.cribbage.players import player
from cardlab.display.scene import Ask, Bar, Bars, Frame, Message, Scene, Tone, Transport, Zone, faces
from cardlab.game import OPEN, Game, referee
from cardlab.wording import signed
from cardlab_widgets.demos.script import Script, Values, text_field
from cardlab_widgets.lessons.counting import deal_hand
from cardlab_widgets.tables.history import wind
from cardlab_widgets.tables.watch import Watched, watched, watched_frames

_RULES = referee("cribbage")
_SOUTH = 0


# ---------------------------------------------------------------- the cut, the deal and the crib


def _draw_cuts(random: Random) -> dict[str, str]:
    return {"cuts": " ".join(str(4 + int(random.random() * 40)) for _ in range(2))}


def _show_cuts(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    """Cutting for the deal, the deal, laying away and the starter; the computer lays away for both."""
    game = Game(_RULES, rules, seed)
    for cut in values["cuts"].replace(",", " ").split():
        if game.state.phase == "cut":
            game.do(f"cut {cut}")
    _play_on(game, "play", seed)
    frames = list(watched_frames(Watched(game), _SOUTH))
    names = _RULES.seat_names(game.options)
    dealer = names[game.state.dealer]
    told = _steps(game, _SOUTH, "dealer")[-1]
    frames[told - 1] = frames[told - 1]._replace(
        ask=Ask("Who deals?", "", dealer, f"{dealer} cut the lower card.", tuple(names))
    )
    why = f"The crib belongs to the dealer: {dealer}."
    frames[told + 1] = frames[told + 1]._replace(ask=Ask("Whose is the crib?", "", dealer, why, tuple(names)))
    return frames


def _play_on(game: Game, phase: str, seed: str) -> None:
    """Lets the computer play for all until `phase`, or to the end of the game."""
    random = Random(f"demo/{seed}")
    while game.state.phase not in (phase, "over"):
        seat = game.referee.to_act(game.state)
        assert seat is not None
        game.do(player("steady")(game.view(seat), random).action)


def _steps(game: Game, seat: int, kind: str) -> list[int]:
    """The numbers of the frames that tell of this kind of event."""
    reel = wind(None, game, seat, moments)
    return [at for at, moment in enumerate(reel.moments) if any(told.kind == kind for told in moment.events)]


# ---------------------------------------------------------------- pegging


def _draw_play(random: Random) -> dict[str, str]:
    """Hands of four as they come, and the plays that two players of the computer make of them."""
    cards = shuffle(list(PACK52), random)
    south, north = show_cards(sorted(cards[:4])), show_cards(sorted(cards[4:8]))
    return {"south": south, "north": north, "starter": str(cards[8]), "plays": ""}


def _show_play(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    """The play of two hands, every score asked for; South leads. Without plays the computer chooses them."""
    played = watched(
        "cribbage",
        values["plays"],
        options=rules,
        phase="play",
        turn=_SOUTH,
        hands=[values["south"], values["north"]],
        starter=values["starter"] or None,
        seed=seed,
    )
    if not values["plays"].strip():
        _play_on(played.game, "lay", seed)
    frames = watched_frames(played)
    show = next(iter(_steps(played.game, OPEN, "count")), len(frames))
    return (*frames[: show - 1], frames[show - 1]._replace(ask=None))


# ---------------------------------------------------------------- counting


def _draw_hand(random: Random) -> dict[str, str]:
    hand, starter = deal_hand(str(random.random()))
    return {"hand": show_cards(hand), "starter": str(starter), "crib": ""}


def _show_hand(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    crib = values["crib"].strip().lower()
    if crib not in ("", "no", "yes"):
        raise ValueError("say yes if it is the crib, and leave it empty if it is a hand")
    counted = count(values["hand"], values["starter"], crib == "yes", rules)
    return counting_frames(counted)


# ---------------------------------------------------------------- laying away

_OFFERED = 4
"""How many ways to lay away are offered to choose from."""
_CLEARLY = 0.25
"""A way that is worse by this many points is no longer a matter of taste."""


def _draw_six(random: Random) -> dict[str, str]:
    cards = shuffle(list(PACK52), random)[:6]
    return {"hand": show_cards(sorted(cards)), "crib": pick(random, ("own", "theirs"))}


def found(values: Values, rules: Options) -> Discards:
    """All ways to lay away from the hand of this demo. Raises `ValueError` for any other values."""
    crib = values["crib"].strip().lower()
    if crib not in ("own", "theirs"):
        raise ValueError("the crib is own or theirs")
    hand = parse_cards(values["hand"])
    if len(hand) != 6:
        raise ValueError(f"six cards are dealt to each of two players, not {len(hand)}")
    return discards(hand, crib == "own", rules)


def _show_six(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    """Six cards; then the ways that were offered, from the best one down."""
    ways = found(values, rules)
    offered = _offered(ways, seed)
    choices = tuple(list_cards(way.laid) for way in offered)
    # Why it is the best is told by the frame that answers.
    ask = Ask("Which two would you lay away?", "", list_cards(ways.best.laid), "", choices)
    best_first = sorted(offered, key=lambda way: way.loss)
    shown = [_six(ways, best_first, at) for at in range(_OFFERED + 1)]
    return [Frame(shown[0], ask), *map(Frame, shown[1:])]


def _offered(ways: Discards, seed: str) -> list[Discard]:
    """The best way and three others, good, middling and bad, in no order."""
    worse = [way for way in ways.ways if way.loss >= _CLEARLY] or ways.ways[1:]
    others = [worse[len(worse) * part // _OFFERED] for part in range(_OFFERED - 1)]
    return shuffle([ways.best, *others], Random(f"offered/{seed}"))


def _six(ways: Discards, offered: Sequence[Discard], at: int) -> Scene:
    """The six cards and, from step 1 on, the ways that were offered, of which step `at` speaks."""
    way = offered[at - 1] if at else None
    crib = "your own crib" if ways.dealer else "the opponent's crib"
    cards = faces(ways.cards, way.laid if way else (), hot_note="laid away")
    message = _verdict(ways, way) if way else None
    status = f"{message.title}. {message.text}" if message else f"Six cards: {list_cards(ways.cards)}."
    return Scene(
        kind="exercise",
        eyebrow="Cribbage · laying away",
        title="What to lay away",
        chips=(ways.options.label,),
        zones=(Zone("hand", "your six cards", cards),),
        prompt=f"Two of these six go into {crib}.",
        bars=(_averages(ways, offered, way),) if way else (),
        message=message,
        transport=Transport(at, len(offered)),
        status=status,
        options=ways.options,
    )


def _verdict(ways: Discards, way: Discard) -> Message:
    """A way in two sentences: what it comes to, and how far it is from the best one."""
    crib = signed(way.crib if ways.dealer else -way.crib, "+z.2f")
    place = 1 + ways.ways.index(way)
    best = way.loss < 0.005
    what = "the best of" if best else f"number {place} of"
    text = f"{signed(way.hand, 'z.2f')} in the hand, {crib} in the crib: {what} {len(ways.ways)} ways"
    text += "." if best else f", {signed(way.loss, 'z.2f')} below the best."
    title = f"{list_cards(way.laid)}: {signed(way.expected, 'z.2f')} points on average"
    return Message("good" if best else "info", title, text, rules=("CRIB-CRIB-01",))


def _averages(ways: Discards, offered: Sequence[Discard], way: Discard) -> Bars:
    """What each way comes to on average: the hand to the right of nothing, their crib to the left of it, and
    one's own crib on top."""
    own = ways.dealer
    least = 0.0 if own else -max(one.crib for one in offered)
    most = max(one.hand + (one.crib if own else 0.0) for one in offered)

    def at(points: float) -> float:
        return (points - least) / ((most - least) or 1.0)

    bars = tuple(
        Bar(
            list_cards(one.laid),
            at(one.expected),
            signed(one.expected, "z.2f"),
            current=one is way,
            parts=(
                (at(0), at(one.hand), "good"),
                (at(one.hand), at(one.hand + one.crib), "warn") if own else (at(-one.crib), at(0), "warn"),
            ),
        )
        for one in offered
    )
    legend: tuple[tuple[Tone, str], ...] = (("good", "hand"), ("warn", "your crib" if own else "their crib"))
    return Bars("On average:", bars, legend=legend)


SCRIPTS = {
    "cut-deal-and-crib": Script((text_field("cuts", "cards lifted, South first"),), _draw_cuts, _show_cuts),
    "pegging": Script(
        (
            text_field("south", "South's hand"),
            text_field("north", "North's hand"),
            text_field("starter", "starter"),
            text_field("plays", "plays; empty: the computer's"),
        ),
        _draw_play,
        _show_play,
    ),
    "counting-a-hand": Script(
        (
            text_field("hand", "hand"),
            text_field("starter", "starter"),
            text_field("crib", "is it the crib? (yes)"),
        ),
        _draw_hand,
        _show_hand,
    ),
    "what-to-lay-away": Script(
        (text_field("hand", "six cards"), text_field("crib", "the crib is (own, theirs)")),
        _draw_six,
        _show_six,
    ),
}
"""The demos of Cribbage by name."""
