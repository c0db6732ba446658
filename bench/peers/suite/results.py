"""The figures as a page: `RESULTS.md` is written from the JSON that a run leaves."""
import statistics

import environments
import quipu
import trials

PAGE = """# Against others

Written by `{command}` on {date}; nothing here is typed by hand. Every peer is installed from PyPI into an environment of
its own, runs with its own defaults and one HTTP client that stays open, and is given the same documents and questions as
Quipu in the same run{before}. Quipu indexes offline, by its rules and built-in vectors, and, in a column of its own, as
it does where a model is named: the same, and the model reads. The peers index with a model. The model of all is a scripted
server on the same machine that answers at once, finds the same names and links for everybody in what it is shown, and when
asked for what it left out finds nothing; its own time is not counted, that of the real models which they are made for comes
on top. So this compares what each engine costs besides its model, not what their graphs are worth.

Machine: {machine}.

{versions}

<!-- copied into docs/figures.md -->
{tables}<!-- end of print -->

- *Index, CPU*: seconds of all threads; for the peers without their imports, for Quipu the whole process. All figures of Quipu
  are medians of measurements before and after each of the others; *more than offline*: than the offline run just before it.
- *Calls of a model*: chat calls that reached the server; texts to embed are not counted.
- *Question*: the median of {questions} questions, each asked once before, context only, no answer written, unless
  a cell says *answered* (by the scripted server). Questions to the peers may call the server too.
- *Open*: from starting the process until a question can be asked, imports included.
- *Peak memory*: resident, mapped files counted. *Bytes written*: what was given to `write` or, if that is more, what of
  mapped files was made dirty; *of index*: of all files that are kept.
- *SIGKILL*: killed while indexing the {small} documents and run again. With a model: after {after} calls, each then
  taking {latency} ms. A call is *paid twice* when its prompt had wholly been answered before the kill and is asked again;
  *settled* are those of them whose reply had been sent {settled} ms before it, so that there was time to keep it. Calls *in
  flight* were asked, but not wholly answered when it was killed, and are asked again of necessity. Quipu offline:
  {kills} times at moments spread over the run on the {large} documents; good when all documents are there, none was indexed
  twice, `doctor` finds nothing and the dump equals that of a run never killed.
- *{percent} % of replies cut short*: of the {small} documents, while of a tenth of the replies of the model, chosen by a hash of the
  prompt and of how often it was asked, the second half is missing and `finish_reason` is `length`; so what is asked again
  may come whole. First what the engine says that it has done, how many relations it keeps (of so many without cuts, from
  the run of the first row), and how many of its calls were cut; or the error it ended with. Then the same of another run over
  the same folder while nothing is cut: for the peers the same command, for Quipu `quipu retry`. Relations are those of the
  graph as each keeps it (fast-graphrag: but for its own guesses that two entities are one); for Quipu those of its rules
  are among them. *Failed* are windows of text that Quipu reports as not read, *lost* what it reports as missing from replies
  that it read, without cuts too where a reply links a name with itself; *as without cuts*: whether all relations that it
  dumps are those of a run without cuts.
- *Stopped*: what was not done after {limit} s was ended, with a minute to save what it had; other cells of that column are
  of what was done by then.

## Primitives

All run on one thread; CPU time is of all threads of the process. `bench/peers/suite/primitives.py` makes the data.

Personalised PageRank: {walk}

Nearest vectors: {dense}

Recursive splitting: {split}
"""


def page(run):
    corpora = run["corpora"]
    tables = "\n".join(
        f"{corpus['documents']} documents, {corpus['bytes'] / 1e6:.2f} MB:\n\n{table(run, corpus)}\n" for corpus in corpora)
    return PAGE.format(
        before=before(run), command=run["command"], date=run["date"], machine=run["machine"], versions=versions(run), tables=tables,
        questions=run["questions"], small=corpora[0]["documents"], large=corpora[-1]["documents"],
        after=" and ".join(map(str, trials.KILL_AFTER)), latency=trials.KILL_LATENCY_MS, settled=trials.SETTLED_MS, percent=trials.CUT_PERCENT, kills=quipu.KILLS,
        limit=run["limit"], walk=walk(run["walk"]), dense=dense(run["dense"]),
        split=split(run["split"]) if "split" in run else "-")


def before(run):
    said = run.get("before")
    return f" (those that it does not name: in that of {said['date']}, `{said['command']}`)" if said else ""


def versions(run):
    named = [f"{environments.PEERS[name][0]} {version}" for name, version in run["versions"].items() if version]
    return f"Versions: {run['quipu_version']}, " + ", ".join(named) + f", Python {run['python']}."


def markdown(head, rows):
    # What an engine says when it fails may hold what ends a cell.
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def table(run, corpus):
    named = [*OWN, *run["versions"]]
    columns = [corpus["figures"].get(name) for name in named]
    head = ["", *OWN.values(), *(environments.PEERS[name][0] for name in run["versions"])]
    rows = [[name, *(cell(figures, show) for figures in columns)] for name, show in ROWS]
    if corpus is run["corpora"][0]:
        rows.append(["SIGKILL while indexing", quipu_kills(run["kills"]["quipu"]),
                     *(kills(run["kills"].get(name), corpus["documents"]) for name in named[1:])])
        rows.append([f"{trials.CUT_PERCENT} % of replies cut short",
                     *(cuts(run.get("cuts", {}).get(name), corpus, name) for name in named)])
    return markdown(head, rows)


def cell(figures, show):
    try:
        return show(figures)
    except (AttributeError, KeyError, TypeError, ZeroDivisionError):
        return "-"


def index(figures):
    done = figures["index"]
    if figures.get("failed") and not done:
        return figures["failed"]
    cut = f" for {done['documents']}, then stopped" if done.get("stopped") else ""
    more = f", {number(figures['more_s'])} more than offline" if "more_s" in figures else ""
    return f"{number(done['cpu_s'])}{cut}{more}"


def question(figures):
    if figures.get("ask_failed"):
        return figures["ask_failed"]
    return "; ".join(f"{name} {number(ms)}" for name, ms in figures["p50_ms"].items()) or "-"


# Quipu's own columns.
OWN = {"quipu": "Quipu", "quipu_model": "Quipu, with a model"}
ROWS = [
    ("index, CPU s", index),
    ("calls of a model while indexing", lambda figures: f"{figures['index']['chat']:.0f}"),
    ("question, context only, p50 ms", question),
    ("open, ms", lambda figures: number(figures["open_s"] * 1000)),
    ("peak memory indexing / answering, MB",
     lambda figures: f"{figures['peak_index'] / 1e6:.0f} / {figures['peak_ask'] / 1e6:.0f}"),
    ("index, MB", lambda figures: number(figures["size"] / 1e6) if figures["index"] else "-"),
    ("bytes written / bytes of index", lambda figures: f"{figures['written'] / figures['size']:.1f}x" if figures["index"] else "-"),
]


def number(value):
    """Two or three digits that mean something."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def quipu_kills(kills):
    if "failed" in kills:
        return kills["failed"]
    half = statistics.median(kills["durable"]) if kills["durable"] else 0
    return f"good in {kills['good']} of {kills['kills']} (at the median kill {half:.0f} documents were durable)"


def kills(outcomes, documents):
    """What came of being killed; nothing where it was not tried."""
    if not isinstance(outcomes, list):
        return outcomes["failed"] if outcomes else "-"
    return "; ".join(outcome["failed"] or kill(outcome, documents) for outcome in outcomes)


def kill(outcome, documents):
    twice = f"calls paid twice: {outcome['again']} (settled: {outcome['settled']})"
    return f"{outcome['documents']} of {documents} done, {twice}, in flight: {outcome['flying']}"


def cuts(outcomes, corpus, name):
    """What came of cut replies, and of a run without cuts after it; nothing where it was not tried."""
    if not isinstance(outcomes, list):
        return outcomes["failed"] if outcomes else "-"
    whole = ((corpus["figures"].get(name) or {}).get("index") or {}).get("relations")
    return "; then ".join(cut(outcome, corpus["documents"], whole) for outcome in outcomes)


def cut(outcome, documents, whole):
    said = [outcome["failed"] or f"{outcome['documents']} of {documents} done, {outcome['relations']:,} of {whole or 0:,.0f} relations"]
    if "same" in outcome and not outcome["failed"]:
        said += ["as without cuts" if outcome["same"] else "not as without cuts", f"failed: {outcome['windows_failed']}"]
        said += [f"lost: {outcome['lost']} (without cuts: {outcome['lost_whole']})"] if outcome["cut"] else []
    said += [f"calls cut: {outcome['cut']} of {outcome['chat']}"] if outcome["cut"] else []
    return ", ".join(said)


def walk(found):
    if "failed" in found:
        return found["failed"]
    rows = [[row["graph"], f"{row['damping']}", f"{row['igraph_s'] * 1000:.0f}", f"{row['quipu_s'] * 1000:.0f}",
             f"{row['igraph_s'] / row['quipu_s']:.1f}x", f"{row['igraph_error']:.0e}", f"{row['quipu_error']:.0e}"]
            for row in found["rows"]]
    head = ["graph", "damping", f"igraph {found['version']}, ms", "Quipu, ms", "faster", "igraph's error", "Quipu's error"]
    said = f"{found['vertices']:,} vertices, {found['edges']:,} edges, 3 seeds. Quipu is given the error of igraph " \
           "(PRPACK, its default) as its tolerance; errors are sums of differences to a power iteration that stands still."
    return f"{said}\n\n{markdown(head, rows)}"


def dense(found):
    if "failed" in found:
        return found["failed"]
    rows = [[row["what"], f"{row['recall']:.3f}", f"{row['p50_ms']:.2f}", f"{row['cpu_ms']:.2f}", f"{1000 / row['cpu_ms']:,.0f}", number(row["build_s"])]
            for row in found["rows"]]
    head = ["what", "recall@10", "p50 ms", "CPU ms a question", "questions/s of one core", "build, CPU s"]
    said = f"{found['vectors']:,} vectors of {found['dimension']} dimensions (the built-in embedder's, of sentences and pairs of " \
           f"sentences of `eval/sets`), {found['questions']:,} questions of the same sets. Quipu's is asked through its store, on disk " \
           f"and durable; FAISS {found['version']} holds them in memory. Recall is against FAISS flat."
    return f"{said}\n\n{markdown(head, rows)}"


def split(found):
    if "failed" in found:
        return found["failed"]
    speed = lambda seconds: f"{found['bytes'] / seconds / 1e6:,.0f}"  # noqa: E731
    rows = [[f"{row['size']} / {row['overlap']}", f"{row['chunks']:,}", f"{row['same']:,} of {row['quipu_chunks']:,}",
             speed(row["langchain_s"]), speed(row["quipu_s"]), f"{row['langchain_s'] / row['quipu_s']:.1f}x"] for row in found["rows"]]
    head = ["size / overlap", "chunks of LangChain", "the same in Quipu", "LangChain, MB/s", "Quipu, MB/s", "faster"]
    said = f"{found['bytes'] / 1e6:.1f} MB, the passages of `eval/sets`; `RecursiveCharacterTextSplitter` of " \
           f"langchain-text-splitters {found['version']} with its own separators, in CPU time, chunks as texts."
    return f"{said}\n\n{markdown(head, rows)}"
