"""A local model server that costs nothing and waits for nothing: `python3 model_server.py`.

It speaks the chat and embedding calls of the OpenAI API; `brain.py` says what it answers. It prints its port, counts
its calls, and tells a prompt that was answered in an earlier phase (before a kill) from a new one:

    GET /stats        {"chat", "embed", "again"}
    POST /phase       the next phase begins
    POST /reset       forgets everything; {"latency_ms": N} makes each chat call wait
"""
import array
import base64
import hashlib
import http.server
import json
import threading
import time

import brain


class State:
    def __init__(self, latency_ms=0):
        self.lock = threading.Lock()
        self.latency = latency_ms / 1000
        self.chat = self.embed = self.again = self.phase = 0
        self.answered = {}

    def stats(self):
        return {"chat": self.chat, "embed": self.embed, "again": self.again}

    def asked(self, prompt):
        with self.lock:
            self.chat += 1
            self.again += self.answered.get(prompt, self.phase) < self.phase

    def replied(self, prompt):
        with self.lock:
            self.answered.setdefault(prompt, self.phase)


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
                Door.state = State(asked.get("latency_ms", 0))
                self.reply({})
            case "/phase":
                Door.state.phase += 1
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
        state.asked(prompt)
        text = brain.answer(messages)
        time.sleep(state.latency)
        if asked.get("stream"):
            self.stream(text)
        else:
            message = {"role": "assistant", "content": text}
            if asked.get("tools") and isinstance(asked.get("tool_choice"), dict):
                call = {"name": asked["tool_choice"]["function"]["name"], "arguments": text}
                message = {"role": "assistant", "content": None, "tool_calls": [{"id": "call", "type": "function", "function": call}]}
            self.reply(completion("chat.completion", message=message, finish_reason="stop"))
        self.wfile.flush()
        state.replied(prompt)

    def stream(self, text):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        parts = [completion("chat.completion.chunk", delta={"role": "assistant", "content": text}, finish_reason=None),
                 completion("chat.completion.chunk", delta={}, finish_reason="stop")]
        for part in [*map(json.dumps, parts), "[DONE]"]:
            self.wfile.write(f"data: {part}\n\n".encode())
        self.close_connection = True


def completion(kind, **choice):
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
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
