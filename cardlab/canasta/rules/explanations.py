"""What a seat may do and why not the rest, with rules: the answer to "what now?" and "why not?"."""

from __future__ import annotations

from itertools import islice
from typing import Literal, NamedTuple

from cardlab.canasta.rules.actions import ASK, DRAW, END, Action
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.going_out import way_out
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legal_actions import first_melds, melds, takes
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.meld_validation import end_faults
from cardlab.canasta.rules.melds import MOST_WILDS, NATURAL, VALUES, WILD, canastas, meld_faults
from cardlab.canasta.rules.pile import frozen_text, is_frozen
from cardlab.canasta.rules.state import State, View, as_view, seat_names
from cardlab.cards import Rank
from cardlab.errors import Refusal
from cardlab.game import OPEN
from cardlab.wording import plural, say, signed

Subject = Literal["draw", "pile", "first meld", "melds", "going out", "asking", "discard", "end"]
_FEW = 12


class Topic(NamedTuple):
    """One thing to know about the turn: whether it can be done now, in words with rules.

    `may` are ways to do it (at most twelve), `refusals` why it is not allowed.
    """

    subject: Subject
    allowed: bool
    text: str
    rules: tuple[str, ...]
    may: tuple[Action, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.subject}: {self.text} [{', '.join(self.rules)}]"]
        lines += [f"    {action}" for action in self.may]
        lines += [f"    not: {refusal}" for refusal in self.refusals]
        return "\n".join(lines)


class Explanation(NamedTuple):
    """What there is to do, and everything that can be done or not, topic by topic.

    `needs` is what the side's first meld must count and `best` the most that this hand could lay down
    now; both None once the side has melded.
    """

    text: str
    rules: tuple[str, ...]
    topics: tuple[Topic, ...] = ()
    needs: int | None = None
    best: int | None = None

    def topic(self, subject: Subject) -> Topic | None:
        """What is said about a subject, if it matters now."""
        return next((topic for topic in self.topics if topic.subject == subject), None)

    @property
    def may(self) -> tuple[Action, ...]:
        """The ways named in all topics."""
        return tuple(action for topic in self.topics for action in topic.may)

    def __str__(self) -> str:
        return "\n".join([f"{self.text} [{', '.join(self.rules)}]", *(f"  {topic}" for topic in self.topics)])


def explain(view: View | State) -> Explanation:
    """What the seat that has `view` may do now, and why not the rest; of a State, the seat that is to act.

    >>> from cardlab.canasta import position, view
    >>> table = position(hands=["QS QD 4C 8S"], melds=[["6S 6H 6D"]], pile="9C QH")
    >>> print(explain(view(table, 0)))
    Your turn: draw from the stock or take the pile (course rules). [CAN-TURN-01]
      draw: one card from the stock; 66 cards are there [CAN-TURN-01]
        draw
      pile: you may take the pile of two cards with its top card Q♥ [CAN-PILE-03, CAN-PILE-07]
        take with QD QS
      going out: your side needs a canasta first; it has none [CAN-OUT-01]
    """
    view = as_view(view)
    label = view.options.label
    if view.to_act is None:
        return Explanation("The match is over.", ("CAN-SCORE-10",))
    task, rule = _TASKS[view.phase]
    if view.seat not in (view.to_act, OPEN):
        return Explanation(f"Wait: {seat_names(view.options)[view.to_act]} has to {task}.", (rule,))
    head = f"Your turn: {task} ({label})."
    if view.phase == "draw":
        topics = [_drawing(view), _taking(view), *_ending(view)]
    elif view.phase == "play":
        topics = [_melding(view), _discarding(view), *_ending(view), *_asking(view)]
    else:
        return Explanation(head, (rule,))
    needs = best = None
    if not view.own_melds:
        needs, best = view.minimum, best_count(view)
        topics.append(_first_meld(view, needs, best))
    topics.append(_going_out(view))
    return Explanation(head, (rule,), tuple(topics), needs, best)


_TASKS = {
    "pick": ("draw a card for partners", "CAN-DRAW-01"),
    "cut": ("cut the pack", "CAN-DEAL-02"),
    "draw": ("draw from the stock or take the pile", "CAN-TURN-01"),
    "play": ("meld if you wish, and discard", "CAN-TURN-02"),
    "answer": ("answer the partner, who asks to go out", "CAN-OUT-07"),
}


def _drawing(view: View) -> Topic:
    number = "one card" if view.options.players == 4 else "two cards"
    there = f"{plural(view.stock, 'card')} {'is' if view.stock == 1 else 'are'} there"
    refusals = check(view, DRAW)
    text = f"{number} from the stock; {there}" if not refusals else "the stock is empty"
    rule = {4: "CAN-TURN-01", 3: "CAN-3P-02", 2: "CAN-2P-02"}[view.options.players]
    return Topic("draw", not refusals, text, (rule,), () if refusals else (DRAW,), tuple(refusals))


def _taking(view: View) -> Topic:
    ways = tuple(islice(takes(view), _FEW))
    if ways:
        top = view.pile[-1]
        text = f"you may take the pile of {plural(len(view.pile), 'card')} with its top card {top.short}"
        rules: list[str] = []
        for way in ways:
            rules += _way_rules(view, way)
        if view.frozen:
            text += f"; {frozen_text(view)}"
            if is_frozen(view):
                text += ", so only a natural pair will do"
                rules.append("CAN-PILE-06")
        return Topic("pile", True, text, tuple(dict.fromkeys(rules)), ways)
    refusals = tuple(check(view, nearest_take(view)))
    rules = [refusal.rule for refusal in refusals]
    return Topic("pile", False, refusals[0].text, tuple(dict.fromkeys(rules)), (), refusals)


def _way_rules(view: View, way: Action) -> tuple[str, ...]:
    if way.onto is not None:
        return ("CAN-PILE-05",)
    if sum(not WILD[card] for card in way.cards) >= 2:
        return ("CAN-PILE-03", "CAN-PILE-07", *(("CAN-PILE-02", "CAN-INIT-05") if not view.own_melds else ()))
    return ("CAN-PILE-04",)


def nearest_take(view: View) -> Action:
    """The take that comes closest: to be refused with the reason that matters."""
    top = view.top
    if top is None or not NATURAL[top]:
        return Action("take", view.hand[:2])
    own = [card for card in view.hand if card.rank is top.rank]
    wild = [card for card in view.hand if WILD[card]]
    if len(own) >= 2:
        return Action("take", tuple(own[:2]))
    if any(meld.rank is top.rank for meld in view.own_melds):
        return Action("take", onto=(top.rank, 1))
    return Action("take", (*own, *wild[: len(own)]))


def _melding(view: View) -> Topic:
    ways = tuple(islice(melds(view), _FEW))
    if ways:
        rules = ("CAN-MELD-01", "CAN-MELD-08") if view.own_melds else ("CAN-MELD-01", "CAN-INIT-01")
        return Topic("melds", True, "what you can lay down now", rules, ways)
    if not view.own_melds:
        return Topic("melds", False, "nothing that reaches the minimum", ("CAN-INIT-01",))
    return Topic("melds", False, "no card of yours makes or joins a meld now", ("CAN-MELD-01", "CAN-MELD-08"))


def _discarding(view: View) -> Topic:
    ways = tuple(
        action
        for card in dict.fromkeys(view.hand)
        if not verdict(view, action := Action("discard", (card,))).refusals
    )
    if ways:
        return Topic("discard", True, "your turn ends with a discard", ("CAN-TURN-03",), ways)
    refusals = tuple(check(view, Action("discard", view.hand[:1])))
    rules = tuple(dict.fromkeys(refusal.rule for refusal in refusals))
    return Topic("discard", False, "no card can be discarded now", rules, (), refusals)


def _ending(view: View) -> list[Topic]:
    if view.stock and not view.turn.closing:
        return []
    if view.phase == "play" and not view.turn.closing:
        return []
    refusals = tuple(check(view, END))
    text = "you may end the deal" if not refusals else refusals[0].text
    rules = tuple(dict.fromkeys(refusal.rule for refusal in refusals)) or ("CAN-STOCK-01",)
    return [Topic("end", not refusals, text, rules, () if refusals else (END,), refusals)]


def _asking(view: View) -> list[Topic]:
    if view.options.ask_partner == "off" or view.turn.asked:
        return []
    refusals = tuple(check(view, ASK))
    text = "you may ask your partner whether you should go out; the answer binds"
    if refusals:
        text = refusals[0].text
    return [Topic("asking", not refusals, text, ("CAN-OUT-07",), () if refusals else (ASK,))]


def _first_meld(view: View, needs: int, best: int) -> Topic:
    """What is still missing for the side's first meld (CAN-INIT-01)."""
    ways = tuple(islice(melds(view), _FEW)) if view.phase == "play" else ()
    rules = ("CAN-INIT-01", "CAN-INIT-03", "CAN-INIT-04")
    score = f"with a score of {signed(view.score)} your side needs {needs}"
    if best >= needs and view.phase == "play" and not ways:
        tried = next(first_melds(view), None)
        faults = verdict(view, tried).refusals if tried else []
        why = faults[0].text if faults else "no such meld is legal"
        text = f"{score}; your hand can count {best}, but {why}"
        return Topic("first meld", False, text, tuple(fault.rule for fault in faults) or rules)
    if best >= needs:
        return Topic("first meld", True, f"{score}; your hand can count {best}", rules, ways)
    have = f"your hand can count {best}" if best else "your hand has no meld"
    return Topic("first meld", False, f"{score}; {have}, so {needs - best} are missing", rules)


def best_count(view: View | State) -> int:
    """The most that the seat's hand could count if it laid down all the melds it holds.

    >>> from cardlab.canasta import position, view
    >>> best_count(view(position(hands=["KS KH KD 4S 4H 4D 9C"]), 0))
    45
    """
    view = as_view(view)
    holding = Holding.of(view.hand)
    options = view.options
    sets, pairs, room = 0, [], 0
    for rank, cards in holding.naturals.items():
        if rank == Rank.THREE or len(cards) < 2:
            continue
        value = sum(VALUES[card] for card in cards)
        fits = max(
            (k for k in range(MOST_WILDS + 1) if not meld_faults(Rank(rank), len(cards), k, options)),
            default=0,
        )
        if len(cards) == 2:
            pairs.append((value, fits))
        else:
            sets += value
            room += fits
    wild = [50] * len(holding.jokers) + [20] * len(holding.deuces)
    used = sorted(pairs, reverse=True)[: len(wild)]
    room += sum(fits for _, fits in used)
    return sets + sum(value for value, _ in used) + sum(wild[:room])


def _going_out(view: View) -> Topic:
    options = view.options
    need, have = options.canastas_to_go_out, canastas(view.own_melds)
    rule = "CAN-2P-03" if options.players == 2 else "CAN-OUT-01"
    if view.phase == "play":
        way = way_out(view)
        if way is not None and view.turn.asked != "no":
            return Topic("going out", True, "you can go out this turn", ("CAN-OUT-02", "CAN-OUT-03"), (way,))
        if len(view.hand) == 1 and not view.turn.closing and not end_faults(view):
            return Topic("going out", True, "your last card goes out", ("CAN-OUT-02",))
        if view.turn.asked == "no":
            return Topic("going out", False, "your partner said no", ("CAN-OUT-07",))
    if have < need:
        what = "a canasta" if need == 1 else f"{say(need)} canastas"
        text = f"your side needs {what} first; it has {'none' if not have else say(have)}"
        near = [meld for meld in view.own_melds if 0 < options.canasta_size - len(meld.cards) <= 3]
        if near:
            best = max(near, key=lambda meld: len(meld.cards))
            text += f"; the {best.name} lack {plural(options.canasta_size - len(best.cards), 'card')}"
        return Topic("going out", False, text, (rule,))
    text = "your side has its canasta; all your cards but one must find a meld"
    return Topic("going out", False, text, (rule, "CAN-OUT-02"))
