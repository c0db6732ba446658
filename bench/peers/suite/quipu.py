"""Quipu as it is shipped: built, indexing offline, asked, killed."""
import hashlib
import pathlib
import shutil
import statistics
import subprocess
import time

import measure

KILLS = 20
OPENINGS = 5
WAYS = ("walk", "lexical", "dense")
# So that there is something durable before the end of so small a corpus.
OFTEN = ["--sync-every", "1", "--set", "index.sync_megabytes=1"]


def build(root):
    """The release binaries."""
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "-p", "quipu", "-p", "quipu-peers"], cwd=root, check=True)
    found = subprocess.run(["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=root, check=True, capture_output=True, text=True)
    folder = pathlib.Path(measure.said(found.stdout)["target_directory"]) / "release"
    return folder / "quipu", folder / "quipu-peers"


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

    @staticmethod
    def middle(runs):
        """The medians of several measurements, as `peers.measure` gives them."""
        middle = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
        index = {"cpu_s": middle["cpu_s"], "documents": runs[0]["documents"], "chat": 0}
        return {**middle, "index": index, "p50_ms": {way: middle[way] for way in WAYS}, "failed": None}

    def fresh(self):
        workspace = self.folder / "quipu"
        shutil.rmtree(workspace, ignore_errors=True)
        workspace.mkdir(parents=True)
        return workspace

    def measure(self, documents, questions):
        """What indexing, opening and asking took, once."""
        workspace = self.fresh()
        indexed = self.run(self.command(workspace, "index", documents))
        asking = [self.peers, "questions", workspace / ".quipu"]
        asked = self.run([*asking, questions])
        return {
            "documents": indexed["said"]["added"], "cpu_s": indexed["cpu_s"], "peak_index": indexed["peak"],
            "written": indexed["written"], "size": measure.size(workspace), "peak_ask": asked["peak"],
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

    def dump(self, workspace):
        command = [self.binary, "dump", "--workspace", workspace]
        return hashlib.sha256(subprocess.run(command, check=True, capture_output=True).stdout).hexdigest()
