#!/usr/bin/env python3
"""Makes cases.json: what LangChain's RecursiveCharacterTextSplitter and TokenTextSplitter give for texts and options.

    python3 -m venv venv && venv/bin/pip install langchain-text-splitters==1.1.3 tiktoken
    venv/bin/python crates/quipu-kernel/tests/it/langchain/make.py

Texts are made by seed from words and separators; one is the splitters' sample.
"""
import importlib.metadata
import json
import pathlib
import random

from langchain_text_splitters import RecursiveCharacterTextSplitter, TokenTextSplitter

HERE = pathlib.Path(__file__).resolve().parent
KEEP = {"start": True, "end": "end", "none": False}
# The defaults, code, punctuation, no last resort, and one that nothing holds.
SEPARATORS = [
    ["\n\n", "\n", " ", ""],
    ["\n## ", "\n\n", ". ", " ", ""],
    [". ", ", ", " "],
    ["\n\n", "\n"],
    ["§", ""],
    ["ab", "a", ""],
]
WORDS = ["quipu", "knot", "a", "I", "узел", "верёвка", "числа", "é", "🪢🧶", "ab", "aab", "3.14", "x" * 23, "§"]
JOINTS = [" ", " ", " ", " ", "\n", "\n\n", "\n\n\n", ". ", ", ", "  ", "\t", "\n## ", "\r\n", "\u00a0", "\x1c"]


def random_text(draw):
    count = draw.choice([0, 1, 3, 20, 60])
    return "".join(draw.choice(WORDS) + draw.choice(JOINTS) for _ in range(count)) + draw.choice(["", "end"])


def case(text, size, overlap, separators, keep):
    splitter = RecursiveCharacterTextSplitter(
        separators=separators, keep_separator=KEEP[keep], chunk_size=size, chunk_overlap=overlap)
    options = {"size_chars": size, "overlap": overlap, "separators": separators, "keep_separator": keep}
    return {"text": text, "options": options, "chunks": splitter.split_text(text)}


def cases():
    draw = random.Random(1608)
    for _ in range(300):
        size = draw.choice([1, 2, 5, 10, 24, 40, 100])
        overlap = draw.choice([0, 0, 1, size // 4, size // 2, size])
        yield case(random_text(draw), size, overlap, draw.choice(SEPARATORS), draw.choice(list(KEEP)))
    sample = (HERE.parent.parent / "src" / "split" / "sample.md").read_text()
    prose = " ".join(draw.choice(WORDS[:-2]) + draw.choice(["", "", "", ".", ".\n\n", ",\n"]) for _ in range(900))
    for text in (sample, prose):
        for size, overlap in ((1000, 100), (1000, 200), (300, 50)):
            yield case(text, size, overlap, SEPARATORS[0], "start")


def windows(text, size, overlap, encoding):
    splitter = TokenTextSplitter(encoding_name=encoding + "_base", chunk_size=size, chunk_overlap=overlap)
    options = {"size_tokens": size, "overlap": overlap, "encoding": encoding}
    return {"text": text, "options": options, "chunks": splitter.split_text(text)}


def token_cases():
    draw = random.Random(1978)
    for at in range(60):
        size = draw.choice([1, 2, 7, 30])
        yield windows(random_text(draw), size, draw.choice([0, 1, size // 2]) % size, ("o200k", "cl100k")[at % 2])


def main():
    made = {"langchain-text-splitters": importlib.metadata.version("langchain-text-splitters"), "cases": list(cases()),
            "tokens": list(token_cases())}
    (HERE / "cases.json").write_text(json.dumps(made, ensure_ascii=False, indent=0) + "\n")


main()
