"""What the table says when it is asked: why a score, why not, what now, what would a good player do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from cardlab.cards import Card, list_words
from cardlab.display.scene import Button, CardFace, Group, Message, Scene, sentence
from cardlab.errors import IllegalActionError
from cardlab.game import Moment, Referee
from cardlab.players import Choice
from cardlab.wording import in_figures, in_words, with_signs

_REASONS = 3
"""How many reasons against an action are told at once: the most helpful ones, which come first."""


def refused(error: IllegalActionError, referee: Referee, best: Any = None) -> Message:
    """The first rule that an action breaks, then the others, and what to do instead.

    That is `best`, where it is known what is best, or the nearest action that is allowed.
    """
    first, *others = reasons = error.refusals[:_REASONS]
    instead: tuple[Button, ...] = ()
    if first.instead is not None:
        notation = referee.write_action(first.instead if best is None else best)
        instead = (Button(f"do:{notation}", f"{in_words(notation)} instead"),)
    return Message(
        "warn",
        sentence(first.text),
        " ".join(sentence(refusal.text) for refusal in others),
        rules=tuple(dict.fromkeys(refusal.rule for refusal in reasons)),
        closable=True,
        buttons=instead,
    )


def why(moment: Moment) -> Message:
    """What a score is made of: each item with its cards and its rule."""
    paid = [event for event in moment.events if event.items]
    proof = tuple(
        Group(item.name, (item.cards,) if item.cards else (), item.points, (item.rule,))
        for event in paid
        for item in event.items
    )
    points = sum(event.points for event in paid)
    rules = tuple(dict.fromkeys(rule for event in moment.events for rule in event.rules))
    text = " ".join(sentence(event.text) for event in moment.events)
    return Message("info", f"Why {in_figures(points, 'point')}?", text, proof, rules, closable=True)


def hint(choice: Choice, reason: str, referee: Referee, numbers: bool = False) -> Message:
    """What a good player would do here, and why, in words; with `numbers` also what ranks it."""
    notation = referee.write_action(choice.action)
    figures = sentence(with_signs(choice.reason)) if choice.candidates else ""
    said = [reason or (sentence(with_signs(choice.note)) if choice.note else "")]
    buttons = [Button(f"do:{notation}", "Do that")]
    if numbers:
        said.append(figures)
    elif figures:
        buttons.append(Button("numbers", "Show the numbers", quiet=True))
    return Message(
        "info",
        f"Hint: {in_words(notation)}",
        " ".join(filter(None, said)),
        closable=True,
        buttons=tuple(buttons),
    )


def lit(shown: Scene, cards: Iterable[Card]) -> Scene:
    """The scene with these cards of the hand lit up, each as often as it is named."""
    left = Counter(cards)

    def face(one: CardFace) -> CardFace:
        if one.card is None or not left[one.card]:
            return one
        left[one.card] -= 1
        note = ", ".join(filter(None, (one.note, "part of the hint")))
        return one._replace(marks=(*one.marks, "hot"), note=note)

    zones = [
        zone._replace(faces=tuple(map(face, zone.faces))) if zone.id == "hand" else zone
        for zone in shown.zones
    ]
    return shown._replace(zones=tuple(zones))


def explained(explanation: Any) -> Message:
    """What there is to do and what it pays at once; what is not allowed, and why.

    An explanation has a text and rules, and either what may be done and what not (Cribbage), or topics
    that say so in words (Canasta).
    """
    topics = getattr(explanation, "topics", ())
    refusals = [refusals[0] for _, refusals in getattr(explanation, "may_not", ()) if refusals]
    said = [_topic(topic, topics[:place]) for place, topic in enumerate(topics)]
    if not topics and explanation.may:
        said.append("allowed: " + list_words([_allowed(choice) for choice in explanation.may], "or"))
    said += [refusal.text for refusal in refusals]
    rules = [*explanation.rules, *(rule for topic in topics for rule in topic.rules)]
    rules += [refusal.rule for refusal in refusals]
    text = " ".join(sentence(part) for part in said)
    return Message("info", sentence(explanation.text), text, rules=tuple(dict.fromkeys(rules)), closable=True)


_NAMED = 2
"""How many ways to do something are named; a sentence says how many more there are."""


def _topic(topic: Any, before: Sequence[Any]) -> str:
    """What a topic says, with ways to do it unless those before have named them all."""
    ways = [in_words(str(action)) for action in topic.may]
    named = {action for other in before for action in other.may}
    if topic.subject in ("draw", "end", "asking") or named.issuperset(topic.may):
        return str(topic.text)
    left = len(ways) - _NAMED
    more = f", and {'one more way' if left == 1 else f'{left} more ways'}" if left > 0 else ""
    return f"{topic.text}: {'; '.join(ways[:_NAMED])}{more}"


def _allowed(choice: Any) -> str:
    pays = list_words([f"{item.name} {item.points}" for item in choice.pays])
    return in_words(str(choice.action)) + (f" ({pays})" if pays else "")
