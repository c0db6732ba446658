"""A local model server that costs nothing and waits for nothing: `python3 model_server.py`.

It speaks the chat and embedding calls of the OpenAI API; `brain.py` says what it answers. It prints its port, counts
its calls, and tells a prompt that was asked before a kill from a new one:

    GET /stats        {"chat", "embed", "again", "settled", "flying", "cut"}
    POST /phase       there was a kill, {"at": T, "settled_ms": N} T seconds after 1970. Of the calls since, `again` are those
                      whose prompt had wholly been answered by then (`settled`: N ms before it), `flying` those whose
                      reply was still under way
    POST /reset       forgets everything; {"latency_ms": N} makes each chat call wait, {"cut": P} cuts P % of the chat
                      replies in the middle (`cut`): a hash of the prompt and of how often it was asked says which
"""
import array
import base64
import collections
import hashlib
import http.server
import json
import threading
import time
import zlib

import brain


class State:
    def __init__(self, latency_ms=0, cut=0):
        self.lock = threading.Lock()
        self.latency, self.percent = latency_ms / 1000, cut
        self.chat = self.embed = self.again = self.settled = self.flying = self.cut = 0
        self.times = collections.Counter()
        self.answered, self.before, self.killed, self.settles = {}, frozenset(), 0, 0

    def stats(self):
        return {name: getattr(self, name) for name in ("chat", "embed", "again", "settled", "flying", "cut")}

    def asked(self, prompt):
        """Counts a call; gives whether its reply is to be cut."""
        with self.lock:
            self.chat += 1
            if prompt in self.before:
                # Whether it reached somebody who was killed meanwhile is not known to who sends it.
                ago = self.killed - self.answered.get(prompt, self.killed)
                self.again += ago > 0
                self.settled += ago > self.settles
                self.flying += ago <= 0
            number, self.times[prompt] = self.times[prompt], self.times[prompt] + 1
            cuts = zlib.crc32(prompt + b":%d" % number) % 100_000 < self.percent * 1000
            self.cut += cuts
            return cuts

    def replied(self, prompt):
        with self.lock:
            if self.killed == 0:
                self.answered.setdefault(prompt, time.time())

    def phase(self, at, settled_ms):
        with self.lock:
            self.killed, self.settles, self.before = at, settled_ms / 1000, frozenset(self.times)


class Door(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    state = State()

    def log_message(self, *_):
        pass

    def reply(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(Door.state.stats() if self.path == "/stats" else {"object": "list", "data": []})

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        match self.path:
            case "/reset":
                Door.state = State(asked.get("latency_ms", 0), asked.get("cut", 0))
                self.reply({})
            case "/phase":
                Door.state.phase(**asked)
                self.reply({})
            case "/v1/embeddings":
                self.reply(self.embeddings(asked))
            case "/v1/chat/completions":
                self.chat(asked)
            case _:
                self.reply({"error": {"message": "there is no such path"}}, 404)

    def embeddings(self, asked):
        texts = asked.get("input", [])
        texts = [texts] if isinstance(texts, str) else texts
        Door.state.embed += 1
        vectors = [brain.vector(text if isinstance(text, str) else " ".join(map(str, text))) for text in texts]
        if asked.get("encoding_format") == "base64":
            vectors = [base64.b64encode(array.array("f", vector).tobytes()).decode() for vector in vectors]
        data = [{"object": "embedding", "index": at, "embedding": vector} for at, vector in enumerate(vectors)]
        return {"object": "list", "data": data, "model": "scripted", "usage": {"prompt_tokens": 1, "total_tokens": 1}}

    def chat(self, asked):
        state, messages = Door.state, asked.get("messages", [])
        prompt = hashlib.sha256(json.dumps(messages).encode()).digest()
        cuts = state.asked(prompt)
        text, ending = brain.answer(messages), "stop"
        time.sleep(state.latency)
        if cuts:
            text, ending = text[:max(1, len(text) // 2)], "length"
        usage = tokens(sum(len(brain.content(message)) for message in messages), len(text))
        if asked.get("stream"):
            self.stream(text, ending, usage)
        else:
            message = {"role": "assistant", "content": text}
            if asked.get("tools") and isinstance(asked.get("tool_choice"), dict):
                call = {"name": asked["tool_choice"]["function"]["name"], "arguments": text}
                message = {"role": "assistant", "content": None, "tool_calls": [{"id": "call", "type": "function", "function": call}]}
            self.reply(completion("chat.completion", usage, message=message, finish_reason=ending))
        self.wfile.flush()
        state.replied(prompt)

    def stream(self, text, ending, usage):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        parts = [completion("chat.completion.chunk", usage, delta={"role": "assistant", "content": text}, finish_reason=None),
                 completion("chat.completion.chunk", usage, delta={}, finish_reason=ending)]
        for part in [*map(json.dumps, parts), "[DONE]"]:
            self.wfile.write(f"data: {part}\n\n".encode())
        self.close_connection = True


def tokens(asked, said):
    """What a call is said to have taken: a token for four characters."""
    asked, said = asked // 4, said // 4
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


def completion(kind, usage, **choice):
    return {"id": "scripted", "object": kind, "created": 0, "model": "scripted", "usage": usage,
            "choices": [{"index": 0, "logprobs": None, **choice}]}


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 1024
    daemon_threads = True

    def handle_error(self, *_):
        """Who was killed does not wait for replies."""


if __name__ == "__main__":
    with Server(("127.0.0.1", 0), Door) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()
