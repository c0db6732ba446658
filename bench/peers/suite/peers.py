"""The other engines, each in its own environment, against the scripted model server."""
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import urllib.request

import environments
import measure
import trials

SUITE = pathlib.Path(__file__).resolve().parent
OPENINGS = 3


class Server:
    """The scripted model server, as a process of its own."""

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, SUITE / "model_server.py"], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def post(self, path, value=None):
        data = json.dumps(value or {}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/{path}", data=data, method="POST")
        with urllib.request.urlopen(request):
            pass

    def stats(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/stats") as reply:
            return json.load(reply)


class Peer(trials.Tried):
    def __init__(self, name, cache, folder, server, limit):
        self.name, self.cache, self.server, self.limit = name, cache, server, limit
        self.folder = folder / name
        self.environment = {
            "TIKTOKEN_CACHE_DIR": str(environments.tokens(cache)), "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore"}

    def child(self, action, texts, environment=None):
        command = [environments.python(self.cache, self.name), SUITE / f"peer_{self.name}.py",
                   action, self.folder, texts, self.server.port, self.limit]
        return measure.Child(command, {**self.environment, **(environment or {})})

    def index(self, documents):
        return self.child("index", documents)

    @staticmethod
    def came(ran):
        """What it says that came of indexing, or why it failed."""
        return {**(ran["said"] or {}), "failed": ran["failed"]}

    def fresh(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def measure(self, documents, questions):
        """What indexing, opening and asking took; what failed says why."""
        self.fresh()
        self.server.post("reset")
        ran = self.index(documents).end(self.limit + trials.GRACE_S)
        done = ran["said"] or {}
        figures = {
            "index": {**done, "chat": self.calls()} if done else None, "failed": ran["failed"],
            "peak_index": ran["peak"], "written": ran["written"], "size": measure.size(self.folder, but=("input",))}
        if ran["failed"] or not done.get("documents"):
            return figures
        asked = self.child("ask", questions).end(self.limit)
        opened = [run["ready_s"] for run in (self.child("ask", "/dev/null").end(self.limit) for _ in range(OPENINGS)) if run["ready_s"]]
        return {
            **figures, "p50_ms": (asked["said"] or {}).get("p50_ms", {}), "ask_failed": asked["failed"],
            "peak_ask": asked["peak"], "open_s": statistics.median(opened) if opened else None}
