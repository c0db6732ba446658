"""What everything that indexes with a model goes through: killed and run again; and replies that are cut short."""
# Killed after so many calls of the model, each of which then takes so long.
KILL_AFTER = (40, 120)
KILL_LATENCY_MS = 20
# A reply that was sent so long before a kill had time to be kept.
SETTLED_MS = 100
# Of a hundred replies, how many are cut in the middle.
CUT_PERCENT = 10
GRACE_S = 60


class Tried:
    """An engine with a model: whoever inherits has `server` and `limit`, makes an empty folder with `fresh()`, starts
    indexing with `index(documents)` and says with `came(ran)` what came of it."""

    def calls(self):
        return self.server.stats()["chat"]

    def kill(self, documents):
        """Kills it while it indexes, runs it again, and counts what was done and what was paid for twice."""
        outcomes = []
        for calls in KILL_AFTER:
            self.fresh()
            self.server.post("reset", {"latency_ms": KILL_LATENCY_MS})
            ran = self.index(documents).end(self.limit, watch=lambda: self.calls() >= calls)
            if ran["failed"] != "killed":
                outcomes.append({"failed": ran["failed"] or "ended before it could be killed"})
                continue
            self.server.post("phase", {"at": ran["killed_at"], "settled_ms": SETTLED_MS})
            outcomes.append({**self.came(self.index(documents).end(self.limit)), **self.server.stats()})
        return outcomes

    def cut(self, documents):
        """Indexes while replies are cut short, and once more while none is: what came of each."""
        self.fresh()
        return [self.once(self.index, documents, CUT_PERCENT), self.once(self.again, documents, 0)]

    def once(self, start, documents, percent):
        self.server.post("reset", {"cut": percent})
        ran = start(documents).end(self.limit + GRACE_S)
        return {**self.came(ran), **self.server.stats()}

    def again(self, documents):
        """Starts what may bring what is missing."""
        return self.index(documents)
