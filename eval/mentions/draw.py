"""Draws the sentences that were labelled by hand: a fixed seed, so that anyone can draw them again.

    python3 draw.py DATA en              the 200 sentences of en.jsonl; DATA holds 2wiki/, musique/, hotpotqa/, xquad_en/, xquad_ru/
    python3 draw.py DATA en 20261122 80  the sentences of held_en.jsonl (those that stand in en.jsonl were left out)

Each line is {"_id", "set", "text", "mentions": []}; the labels were then written in by a person's reading.
"""
import json
import random
import re
import sys

SEED = 20261121
SETS = {"en": ["2wiki", "musique", "hotpotqa", "xquad_en"], "ru": ["xquad_ru"]}
SENTENCES = 200
SHORTEST, LONGEST = 40, 260
ABBREVIATION = re.compile(r"(?:\b\w|\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|etc|No|Inc|Ltd|Co|Lt|Gen|Col|Rev|Prof|Mt|гг?|вв?|тыс|млн|млрд|др|пр|им|св|ок|см|рис|стр|т|р|н))\.$")


def sentences(text):
    """A rough split, good enough to draw from; the product has its own."""
    start = 0
    text = " ".join(text.replace("\ufeff", "").split())
    for match in re.finditer(r"[.!?…][\"”»)\]]*\s+(?=[\"“«(]?[A-ZА-ЯЁ0-9])", text):
        if ABBREVIATION.search(text[start:match.start() + 1]):
            continue
        yield text[start:match.end()].strip()
        start = match.end()
    yield text[start:].strip()


def draw(data, language, seed, count):
    rng = random.Random(seed)
    sets = SETS[language]
    drawn = []
    for name in sets:
        pool = set()
        for line in open(f"{data}/{name}/corpus.jsonl", encoding="utf-8"):
            passage = json.loads(line)
            pool.update((s, passage["_id"]) for s in sentences(passage["text"]) if SHORTEST <= len(s) <= LONGEST)
        for text, source in rng.sample(sorted(pool), count // len(sets)):
            drawn.append({"set": name, "passage": source, "text": text, "mentions": []})
    rng.shuffle(drawn)
    return [{"_id": f"{language}-{i:03}", **row} for i, row in enumerate(drawn)]


if __name__ == "__main__":
    seed, count = map(int, sys.argv[3:5] or (SEED, SENTENCES))
    for row in draw(sys.argv[1], sys.argv[2], seed, count):
        print(json.dumps(row, ensure_ascii=False))
