"""The documents and questions that everyone is given: ten passages of `eval/sets` a document, in the order of the files."""
import json
import pathlib
import re

SETS = ("2wiki", "musique")
PASSAGES = 10
QUESTIONS = 50
TEXTS = 100_000
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def rows(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write(sets, folder, documents):
    """Writes the first documents to a folder of text files; gives their number and bytes."""
    passages = [row for name in SETS for row in rows(sets / name / "corpus.jsonl")]
    folder.mkdir(parents=True)
    size = number = 0
    for number, first in enumerate(range(0, len(passages), PASSAGES)[:documents], 1):
        text = "\n\n".join(f"{row['title']}\n{row['text']}" for row in passages[first:first + PASSAGES])
        (folder / f"doc-{number:05}.txt").write_text(text, encoding="utf-8")
        size += len(text.encode())
    return number, size


def write_questions(sets, file):
    """Writes questions, equally many of each set, a line each."""
    asked = [row["text"] for name in SETS for row in rows(sets / name / "questions.jsonl")[:QUESTIONS // len(SETS)]]
    pathlib.Path(file).write_text("\n".join(" ".join(text.split()) for text in asked) + "\n", encoding="utf-8")


def write_prose(sets, text):
    """Writes all passages of all sets as one text, titles and passages apart by blank lines."""
    passages = [row for path in sorted(sets.glob("*/corpus.jsonl")) for row in rows(path)]
    pathlib.Path(text).write_text("\n\n".join(f"{row['title']}\n{row['text']}" for row in passages), encoding="utf-8")


def write_sentences(sets, texts, questions):
    """Writes sentences of all sets, then pairs of neighbours until there are enough; and all questions."""
    split = [[s for s in SENTENCE.split(" ".join(row["text"].split())) if len(s) > 20]
             for path in sorted(sets.glob("*/corpus.jsonl")) for row in rows(path)]
    single = [sentence for sentences in split for sentence in sentences]
    pairs = [f"{one} {other}" for sentences in split for one, other in zip(sentences, sentences[1:])]
    found = list(dict.fromkeys(single + pairs))[:TEXTS]
    asked = dict.fromkeys(" ".join(row["text"].split()) for path in sorted(sets.glob("*/questions.jsonl")) for row in rows(path))
    pathlib.Path(texts).write_text("\n".join(found) + "\n", encoding="utf-8")
    pathlib.Path(questions).write_text("\n".join(asked) + "\n", encoding="utf-8")
