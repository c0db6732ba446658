"""A server of vectors that hardly tie: a word has a Gaussian vector, drawn from a hash of it, a text is their sum."""
import contextlib
import hashlib
import http.server
import json
import re
import threading
import urllib.request

import array
import math
import random

DIMENSION = 64


def of_word(word):
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "little")
    drawn = random.Random(seed)
    return [drawn.gauss(0.0, 1.0) for _ in range(DIMENSION)]


def of_text(text):
    total = [0.0] * DIMENSION
    for word in re.findall(r"\w+", text.lower()):
        total = [a + b for a, b in zip(total, of_word(word))]
    length = math.sqrt(sum(part * part for part in total))
    return [part / length for part in total] if length else [1.0] + [0.0] * (DIMENSION - 1)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
        rows = [{"object": "embedding", "index": at, "embedding": of_text(text)} for at, text in enumerate(texts)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        body = json.dumps({"object": "list", "model": asked.get("model"), "usage": usage, "data": rows}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextlib.contextmanager
def serving():
    """The address of a server that is there while the block runs."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


def asked_of(url, texts):
    """The vectors of texts as the server gives them."""
    body = json.dumps({"model": "words", "input": list(texts)}).encode()
    request = urllib.request.Request(url + "/embeddings", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return [row["embedding"] for row in json.load(reply)["data"]]


def rounded(vector):
    """A vector in eight bits, as Quipu keeps it."""
    vector = array.array("f", vector)
    scale = max(abs(part) for part in vector) / 127
    return [round(part / scale) * scale for part in vector] if scale else list(vector)
