"""A child process, watched from outside: CPU, peak memory, bytes written, when it was ready; never longer than a limit."""
import json
import os
import signal
import subprocess
import tempfile
import threading
import time

POLL_S = 0.01


class Child:
    """Runs a command in a group of its own."""

    def __init__(self, command, environment=None):
        self.began, self.ready, self.killed, self.lines = time.perf_counter(), None, None, []
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True,
            stdin=subprocess.DEVNULL, env={**os.environ, **(environment or {})})
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.strip() == b"ready":
                self.ready = time.perf_counter() - self.began
            self.lines.append(line.decode(errors="replace"))

    def ended(self):
        found = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        return found is not None

    def kill(self):
        self.killed = time.time()
        os.killpg(self.process.pid, signal.SIGKILL)

    def end(self, limit=None, watch=lambda: False):
        """Waits until it ends; kills it after `limit` seconds or when `watch` says so."""
        try:
            stopped = self.wait(limit, watch)
        except BaseException:  # Ctrl-C among them: nothing goes on behind.
            self.kill()
            raise
        os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT)
        wall, written = time.perf_counter() - self.began, bytes_written(self.process.pid)
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.reader.join()
        return {
            "wall_s": wall, "cpu_s": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss * 1024, "written": written,
            "ready_s": self.ready, "killed_at": self.killed, "failed": stopped or self.failure(), "said": said("".join(self.lines))}

    def wait(self, limit, watch):
        """Why it was stopped; none when it ended."""
        while not self.ended():
            late = limit and time.perf_counter() - self.began > limit
            if late or watch():
                self.kill()
                return f"stopped after {limit:.0f} s" if late else "killed"
            time.sleep(POLL_S)
        return None

    def failure(self):
        if self.process.returncode == 0:
            return None
        self.errors.seek(0)
        lines = [line for line in self.errors.read().decode(errors="replace").splitlines() if line.strip()]
        return f"failed: {(lines or ['exit code %d' % self.process.returncode])[-1].strip()[:120]}"


def said(text):
    """The JSON that a command printed: all of it, or else its last line."""
    for part in (text, (text.strip().splitlines() or [""])[-1]):
        try:
            return json.loads(part)
        except ValueError:
            pass
    return None


def bytes_written(process):
    """What it gave to write(), or what of mapped files it made dirty, whichever is more."""
    try:
        with open(f"/proc/{process}/io", encoding="ascii") as lines:
            numbers = dict(line.split(": ") for line in lines.read().splitlines())
        return max(int(numbers["wchar"]), int(numbers["write_bytes"]))
    except OSError:
        return None


def run(command, limit=None, environment=None):
    return Child(command, environment).end(limit)


def size(folder, but=()):
    """Bytes of the files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*")
               if path.is_file() and path.relative_to(folder).parts[0] not in but)
