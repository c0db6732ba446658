"""The texts whose vectors are imitated: WordNet glosses, State of the Union addresses, Russian Wiktionary glosses."""
import glob
import re
import sqlite3
from collections import Counter


def wordnet(folder):
    """One text a synset: its words, then its gloss with examples."""
    for kind in ("noun", "verb", "adj", "adv"):
        for line in open(f"{folder}/usr/share/wordnet/data.{kind}", encoding="latin1"):
            if line.startswith("  "):
                continue
            head, gloss = line.rstrip("\n").split(" | ", 1)
            f = head.split()
            words = [re.sub(r"\((a|p|ip)\)$", "", f[4 + 2 * i]).replace("_", " ") for i in range(int(f[3], 16))]
            yield ", ".join(words) + ": " + gloss.strip()


def addresses(folder, random, count=12000, length=70):
    """A random choice of stretches of `length` words."""
    out = []
    for name in sorted(glob.glob(f"{folder}/data/*.txt")):
        for paragraph in re.split(r"\n\s*\n", open(name, errors="replace").read()):
            w = paragraph.split()
            out += [" ".join(w[i:i + length]) for i in range(0, len(w), length) if len(w[i:i + length]) > 20]
    random.shuffle(out)
    return out[:count]


def plain(markup):
    """A gloss and its examples, without Wiktionary's markup."""
    s = re.sub(r"\{\{выдел\|([^{}]*)\}\}", r"\1", markup).replace("{{-}}", " ")
    examples = [m.split("|")[0] for m in re.findall(r"\{\{пример\|([^{}]*)\}\}", s)]
    for _ in range(2):
        s = re.sub(r"\{\{[^{}]*\}\}", "", s)
    bare = lambda t: re.sub(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]", r"\1", t)
    tidy = lambda t: re.sub(r"\s+", " ", re.sub(r"<[^>]*>|'''?|[#*=]|[{}]", "", bare(t))).strip(" ,;:")
    return tidy(s), [tidy(e) for e in examples]


def wiktionary(folder):
    """(lemma, gloss, examples) of every Russian synset."""
    db = sqlite3.connect(f"{folder}/wiki_ru_wordnet/database/wikiwordnet.db")
    for _, lemma, text in db.execute("select synset_id, lemma, definition from synsets order by synset_id, lemma"):
        parts = text.split("~")
        if len(parts) >= 7 and parts[1] == "ru":
            gloss, examples = plain("~".join(parts[4:-2]))
            yield lemma.replace("_", " "), gloss, [e for e in examples if len(e) > 25]


def russian(folder, random):
    """(texts, words by frequency): short glosses and examples, and the words of all of them."""
    from table import words
    glosses, examples = {}, []
    for lemma, gloss, some in wiktionary(folder):
        if len(gloss) > 8:
            glosses.setdefault((lemma, gloss), f"{lemma}: {gloss}"[:400])
        examples += [e[:500] for e in some]
    glosses, examples = list(glosses.values()), sorted(set(examples))
    random.shuffle(examples)
    examples = examples[:60000]
    count = Counter(w for t in glosses + examples for w in words(t) if re.match(r"^[\u0400-\u04ff]+$", w))
    random.shuffle(glosses)
    return [t[:160] for t in examples[:2500] + glosses[:15000]], [w for w, _ in count.most_common(45000)]
