"""Quipu as it is shipped: built, indexing offline and with a model, asked, killed."""
import hashlib
import pathlib
import shutil
import statistics
import subprocess
import time

import measure
import trials

KILLS = 20
OPENINGS = 5
WAYS = ("walk", "lexical", "dense")
# So that there is something durable before the end of so small a corpus.
OFTEN = ["--sync-every", "1", "--set", "index.sync_megabytes=1"]


def build(root, *binaries):
    """The release binaries of these packages."""
    packages = [part for name in binaries for part in ("-p", name)]
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", *packages], cwd=root, check=True)
    found = subprocess.run(["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=root, check=True, capture_output=True, text=True)
    folder = pathlib.Path(measure.said(found.stdout)["target_directory"]) / "release"
    return [folder / name for name in binaries]


def middle(runs):
    """The medians of several measurements, as `peers.measure` gives them; of those that did not fail."""
    good = [run for run in runs if not run.get("failed")]
    if not good:
        return runs[-1]
    middle = {name: statistics.median(run[name] for run in good) for name in good[0]}
    index = {name: middle[name] for name in ("cpu_s", "documents", "relations", "chat")}
    return {**middle, "index": index, "p50_ms": {way: middle[way] for way in WAYS}, "failed": None}


class Quipu:
    def __init__(self, binary, peers, folder):
        self.binary, self.peers, self.folder = binary, peers, folder
        self.nowhere = {"XDG_CONFIG_HOME": str(folder / "nowhere")}

    def command(self, workspace, *arguments):
        return [self.binary, *arguments, "--workspace", workspace, "--json"]

    def run(self, command):
        """Runs a command that must succeed, with no settings but its own."""
        ran = measure.run(command, environment=self.nowhere)
        if ran["failed"]:
            raise RuntimeError(ran["failed"])
        return ran

    def said(self, workspace, *arguments):
        return self.run(self.command(workspace, *arguments))["said"]

    def fresh(self):
        workspace = self.folder / "quipu"
        shutil.rmtree(workspace, ignore_errors=True)
        workspace.mkdir(parents=True)
        return workspace

    def measure(self, documents, questions):
        """What indexing, opening and asking took, once."""
        workspace = self.fresh()
        return {**self.measured(workspace, self.run(self.command(workspace, "index", documents)), questions), "chat": 0}

    def measured(self, workspace, indexed, questions):
        """What a run of indexing took, and what opening and asking take."""
        asking = [self.peers, "questions", workspace / ".quipu"]
        asked = self.run([*asking, questions])
        return {
            "documents": indexed["said"]["added"], "cpu_s": indexed["cpu_s"], "peak_index": indexed["peak"],
            "written": indexed["written"], "size": measure.size(workspace), "peak_ask": asked["peak"],
            "relations": self.said(workspace, "status")["relations"],
            "open_s": statistics.median(self.run([*asking, "/dev/null"])["ready_s"] for _ in range(OPENINGS)),
            **{way: asked["said"]["p50_ms"][way] for way in WAYS}}

    def kill(self, documents):
        """Kills runs at moments spread over a whole run; each is run again and compared with one never killed."""
        whole = self.fresh()
        run = self.run(self.command(whole, "index", *OFTEN, documents))
        total, dump = run["said"]["added"], self.dump(whole)
        outcome = {"kills": 0, "good": 0, "durable": [], "documents": total}
        for number in range(KILLS):
            workspace = self.fresh()
            moment = run["wall_s"] * (number + 1) / (KILLS + 1)
            child = measure.Child(self.command(workspace, "index", *OFTEN, documents), self.nowhere)
            due = time.perf_counter() + moment
            if child.end(watch=lambda: time.perf_counter() > due)["failed"] != "killed":
                continue
            outcome["kills"] += 1
            # It may have been killed before it made a workspace.
            status = measure.run(self.command(workspace, "status"), environment=self.nowhere)["said"]
            durable = status["documents"] if status else 0
            again = self.said(workspace, "index", *OFTEN, documents)
            clean = self.said(workspace, "doctor")["problems"] == []
            once = again["unchanged"] == durable and again["added"] == total - durable
            outcome["durable"].append(durable)
            outcome["good"] += once and clean and self.dump(workspace) == dump
        return outcome

    def dump(self, workspace, row=""):
        """What stands for all that a workspace holds, or for its rows of one kind."""
        command = [self.binary, "dump", "--workspace", workspace]
        lines = subprocess.run(command, check=True, capture_output=True).stdout.splitlines(keepends=True)
        wanted = b'{"row":"%s' % row.encode()
        return hashlib.sha256(b"".join(line for line in lines if line.startswith(wanted))).hexdigest()


class Reading(trials.Tried):
    """Quipu that lets the model read what it indexes."""

    def __init__(self, engine, server, limit):
        self.engine, self.server, self.limit = engine, server, limit
        self.workspace = None

    def fresh(self):
        self.workspace = self.engine.fresh()

    def start(self, *arguments):
        model = ["--set", f"llm.url=http://127.0.0.1:{self.server.port}/v1", "--set", "llm.name=scripted"]
        return measure.Child(self.engine.command(self.workspace, *arguments, *model), self.engine.nowhere)

    def index(self, documents):
        return self.start("index", documents)

    def again(self, _):
        return self.start("retry")

    def measure(self, documents, questions, offline):
        """What indexing, opening and asking took, once, and by how much that is more than it took `offline`."""
        self.fresh()
        self.server.post("reset")
        ran = self.index(documents).end(self.limit + trials.GRACE_S)
        if ran["failed"]:
            raise RuntimeError(ran["failed"])
        calls = self.calls()
        figures = self.engine.measured(self.workspace, ran, questions)
        return {**figures, "chat": calls, "more_s": figures["cpu_s"] - offline["cpu_s"]}

    def came(self, ran):
        """What the workspace holds after a run, and what the run says of the model."""
        said = ran["said"] or {}
        # `index` tells of the model beside the rest, `retry` tells of nothing else.
        report = said["model"] if isinstance(said.get("model"), dict) else said
        # What the model could not read is told and makes the exit code another one; it is no failure of the run.
        if "lost" not in report or report.get("stopped"):
            return {"failed": ran["failed"] or "ended early"}
        status = self.engine.said(self.workspace, "status")
        unread = {window["document"] for window in status["not_read"]}
        return {
            "failed": None, "documents": status["documents"] - len(unread), "relations": status["relations"],
            "windows_failed": len(report["failed"]) + report["left"], "lost": sum(report["lost"].values()),
            "dump": self.engine.dump(self.workspace, "relation")}

    def cut(self, documents):
        """As for the others, and whether the workspace becomes that of a run without cuts."""
        outcomes = super().cut(documents)
        self.fresh()
        whole = self.once(self.index, documents, 0)
        compared = {"lost_whole": whole.get("lost")}
        return [{**outcome, **compared, "same": outcome.get("dump") == whole.get("dump")} for outcome in outcomes]
