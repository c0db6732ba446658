"""What the scripted model says: a pure function of the prompt, so that every run pays the same calls.

Each engine's prompts are told by phrases that stand in them; entities are runs of capitalised words, relations are
entities of one sentence, vectors are hashed bags of words.
"""
import collections
import json
import math
import re
import zlib

DIMENSION = 384
MOST_ENTITIES, MOST_RELATIONS = 24, 36
STOP = frozenset(
    "a an the this that these those he she it they we i you his her its their in on at by for from with to of as and "
    "or but if when while after before since until although because there here where who whom whose which what why "
    "how not no is was are were be been has have had do does did will would can could may might must".split())
NAME = re.compile(r"[A-Z][\w'’\-]*(?: (?:(?:of|de|von|van|la|le) )?[A-Z][\w'’\-]*)*")
SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")
WORD = re.compile(r"[A-Za-z0-9]+")


def crc(text):
    return zlib.crc32(text.encode("utf-8", "surrogatepass"))


def names(text):
    """Runs of capitalised words, in order, each once."""
    found = {}
    for match in NAME.finditer(text):
        words = match.group(0).split(" ")
        while words and words[0].lower() in STOP:
            words.pop(0)
        name = " ".join(words).strip("'’-")
        if 3 <= len(name) <= 60:
            found[name] = True
    return list(found)


def facts(text):
    """Entities as (name, description), relations as (source, target, description, weight)."""
    entities, relations = {}, {}
    for sentence in filter(None, map(str.strip, SENTENCE.split(text))):
        for name in names(sentence):
            if name not in entities and len(entities) < MOST_ENTITIES:
                entities[name] = f"{name} is mentioned as follows: {sentence[:200]}"
        here = [name for name in names(sentence) if name in entities]
        for at, one in enumerate(here):
            for other in here[at + 1:at + 4]:
                if len(relations) < MOST_RELATIONS:
                    relations.setdefault(tuple(sorted((one, other))), (f"{one} and {other} are linked: {sentence[:160]}", 6))
    return list(entities.items()), [(*pair, *said) for pair, said in relations.items()]


def kind(name, kinds):
    return kinds[crc(name) % len(kinds)] if kinds else "other"


def keywords(question):
    low = names(question)
    high = [word.lower() for word in WORD.findall(question) if len(word) > 3 and word.lower() not in STOP]
    return list(dict.fromkeys(high))[:6] or ["topic"], low[:8] or high[:2] or ["topic"]


def between(text, start, end=None, last=True):
    """What stands between two marks; the rest when the second is missing, nothing when the first is."""
    at = text.rfind(start) if last else text.find(start)
    if at < 0:
        return ""
    rest = text[at + len(start):]
    return rest.split(end, 1)[0] if end else rest


def lightrag_facts(system, last):
    text = between(last, "---Input Text---", "---Output---").strip().strip("`")
    kinds = re.findall(r"^- (\w+):", system, re.M) or ["Person", "Organization", "Location"]
    entities, relations = facts(text)
    if "valid JSON object" in last:
        return json.dumps({
            "entities": [{"name": n, "type": kind(n, kinds), "description": d} for n, d in entities],
            "relationships": [{"source": a, "target": b, "keywords": "mention", "description": d} for a, b, d, _ in relations]})
    rows = [f"entity<|#|>{n}<|#|>{kind(n, kinds)}<|#|>{d}" for n, d in entities]
    rows += [f"relation<|#|>{a}<|#|>{b}<|#|>mention<|#|>{d}" for a, b, d, _ in relations]
    return "\n".join([*rows, "<|COMPLETE|>"])


def fast_facts(last):
    text = between(last, "**Document**:", "<<DOCUMENT_END>>")
    kinds = re.findall(r"[A-Za-z]+", between(last, "**Entity Types**:", "<<ENTITY_TYPES_END>>"))
    entities, relations = facts(text)
    return json.dumps({
        "entities": [{"name": n.upper(), "type": kind(n, kinds), "desc": d} for n, d in entities],
        "relationships": [{"source": a.upper(), "target": b.upper(), "desc": d} for a, b, d, _ in relations],
        "other_relationships": []})


def tuple_facts(last):
    """The format that Microsoft GraphRAG began and nano-graphrag took over."""
    real = between(last, "-Real Data-")
    kinds = re.findall(r"\w+", between(real, "Entity_types:", "\n", last=False))
    text = between(real, "Text:", None, last=False).rsplit("######################", 1)[0]
    quote = '"' if '("entity"<|>"' in last else ""
    said = (lambda name: quote + (name if quote else name.upper()) + quote)
    entities, relations = facts(text)
    rows = [f'("entity"<|>{said(n)}<|>{quote}{kind(n, kinds)}{quote}<|>{quote}{d}{quote})' for n, d in entities]
    rows += [f'("relationship"<|>{said(a)}<|>{said(b)}<|>{quote}{d}{quote}<|>{w})' for a, b, d, w in relations]
    return "##\n".join(rows) + "<|COMPLETE|>"


def quipu_facts(last):
    kinds = re.findall(r"^- (\w+)", between(last, "of these types:", "Each with", last=False), re.M)
    entities, relations = facts(between(last, "\nText:\n", last=False))
    told = {"predicate": "is linked with", "keywords": ["mention"], "valid_from": "", "valid_to": ""}
    return json.dumps({
        "entities": [{"name": n, "type": kind(n, kinds), "description": d} for n, d in entities],
        "relationships": [{"source": a, "target": b, "description": d, "strength": w, **told} for a, b, d, w in relations]})


def community_report(text):
    rows = (line.split(",") for line in text.splitlines())
    found = [row[1].strip().strip('"') for row in rows if len(row) > 2 and row[0].strip().strip('"').isdigit()]
    found = list(dict.fromkeys(filter(None, found)))[:5] or names(text[:4000])[:5] or ["Community"]
    title = " and ".join(found[:2])
    return json.dumps({
        "title": title, "summary": f"The community is about {', '.join(found)}.",
        "rating": crc(title) % 91 / 10, "rating_explanation": f"How often {found[0]} is mentioned.",
        "findings": [{"summary": f"{name} is a member", "explanation": f"{name} is linked with the others."} for name in found]})


def important_points(system, last):
    rows = (re.split(r"[,|\t]", line) for line in system.splitlines())
    titles = [row[1].strip().strip('"') for row in rows if len(row) > 2 and row[0].strip().isdigit()][:3] or ["the data"]
    return json.dumps({"points": [{"description": f"{title} bears on it: {last[:80]}", "score": 50} for title in titles]})


def plain(last):
    return f"It is about {', '.join(names(last[-2000:])[:5]) or 'the question'}. This answer is scripted ({crc(last):08x})."


def answer(messages):
    """The reply to a conversation."""
    said = [(m.get("role"), content(m)) for m in messages]
    system = "\n".join(text for role, text in said if role in ("system", "developer"))
    last = next((text for role, text in reversed(said) if role == "user"), said[-1][1] if said else "")
    both = system + "\n" + last
    if "It appears some entities" in last[-700:]:
        return "N" if "single letter" in last else "NO"
    if last.startswith("Retrospectively check if all entities"):
        return json.dumps({"status": "done"})
    if last.startswith("MANY entities") or ("identify and extract any" in last and "missed or incorrectly" in last):
        if "other_relationships" in system or "valid JSON object" in last:
            return json.dumps({"entities": [], "relationships": [], "other_relationships": []})
        return "<|COMPLETE|>"
    if last.startswith("Some entities and relationships may be missing"):
        return json.dumps({"entities": [], "relationships": []})
    if last.startswith("Your reply must be one JSON object"):
        return answer(messages[:-1])
    if last.startswith("Find in the text below:"):
        return quipu_facts(last)
    if "---Input Text---" in last and "Extract entities and relationships" in last:
        return lightrag_facts(system, last)
    if "<<DOCUMENT_START>>" in last:
        return fast_facts(last)
    if "-Real Data-" in last and '("entity"' in last:
        return tuple_facts(last)
    if "high_level_keywords" in last:
        question = between(last, "User Query:", "\n") or between(last, "Query:", "\n") or last
        high, low = keywords(question)
        return json.dumps({"high_level_keywords": high, "low_level_keywords": low})
    if '"named"' in last and '"generic"' in last:
        question = (between(last, "Query:", "\nOutput") or last).strip()
        return json.dumps({"named": [f"[THING] {name}" for name in names(question)], "generic": keywords(question)[0]})
    if "rating_explanation" in both and "findings" in both:
        return community_report(between(both, "# Real Data") or between(last, "Text:") or last)
    if "grouped_facts" in last:
        return json.dumps({"grouped_facts": []})
    if "Description List" in last:
        return " ".join(re.sub(r'[\[\]{}"`]|Description:', " ", between(last, "Description List:").split("---Output---")[0]).split())[:500]
    if last.startswith("Write one description of"):
        return " ".join(between(last, "from these statements:", last=False).split())[:500]
    if "summarize it by removing redundant" in last:
        return json.dumps({"description": " ".join((between(last, "Current:", "Updated:") or last).split())[:400]})
    if '"points"' in both and "Importance Score" in both:
        return important_points(system, last)
    if re.search(r'"answer"\s*:\s*\{', both):
        return json.dumps({"answer": plain(last)})
    return plain(last)


def content(message):
    said = message.get("content") or ""
    return said if isinstance(said, str) else "\n".join(part.get("text", "") for part in said)


def vector(text):
    """A hashed bag of words, of length 1."""
    sums = [0.0] * DIMENSION
    for word, count in collections.Counter(word.lower() for word in WORD.findall(text)).items():
        hashed = zlib.crc32(word.encode())
        sums[hashed % DIMENSION] += math.sqrt(count) * (-1 if hashed >> 31 else 1)
    length = math.sqrt(sum(value * value for value in sums))
    return [value / length for value in sums] if length else [1.0] + sums[1:]
