"""What a stranger, a tenant and a slow client try on a server; each attack is one check with its number (docs/server.md)."""

import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import time

SPACE = "/api/v1/workspaces"
# Addresses of the namespace that stand for other machines: where proxies are asked, and two clients.
PROXY, CLIENT, OTHER = "192.0.2.1", "192.0.2.20", "192.0.2.21"

# Certificates here are of our own making.
TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
TLS.check_hostname, TLS.verify_mode = False, ssl.CERT_NONE
# More connections than the server serves requests at once.
HELD = 60


def check(what, holds, seen=""):
    """Ends everything where something does not hold."""
    if not holds:
        raise SystemExit(f"FAILED: {what}: {seen!r}"[:3000])


def can_connect(host, port):
    try:
        socket.create_connection((host, port), 1).close()
        return True
    except OSError:
        return False


class Target:
    """An address at which a server is asked, by a client with an address of its own."""

    def __init__(self, name, port, host=None, path="", tls=False):
        self.name, self.port, self.path, self.tls = name, port, path, tls
        # The server itself listens to this machine alone.
        self.is_direct = port == 7171
        self.to = "127.0.0.1" if self.is_direct else PROXY
        self.host = host or f"{self.to}:{port}"

    def connected(self, source=CLIENT, timeout=20):
        stream = socket.create_connection((self.to, self.port), timeout, None if self.is_direct else (source, 0))
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not self.tls:
            return stream
        return TLS.wrap_socket(stream, server_hostname=self.host)

    def ready(self):
        """Waits until it is asked: Caddy listens before it has made its certificate."""
        for _ in range(300):
            try:
                if self.ask("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit(f"{self.name} does not answer")

    def ask(self, method, path, token=None, body=None, headers=None, source=CLIENT, prefixed=True):
        """A status, the headers in lower case, and the text of a reply."""
        connection = http.client.HTTPConnection(self.to, self.port, timeout=30)
        connection.sock = self.connected(source)
        sent = {"Host": self.host, **({"Authorization": f"Bearer {token}"} if token else {})}
        if body is not None and not isinstance(body, (bytes, str)):
            body, sent["Content-Type"] = json.dumps(body), "application/json"
        connection.request(method, (self.path if prefixed else "") + path, body, {**sent, **(headers or {})})
        reply = connection.getresponse()
        text = reply.read().decode(errors="replace")
        connection.close()
        return reply.status, {name.lower(): value for name, value in reply.getheaders()}, text

    def raw(self, head, body=b"", seconds=1):
        """What comes back for bytes as they are, until the other end closes or is silent."""
        stream, seen = self.connected(timeout=seconds), b""
        try:
            stream.sendall(head.replace("\n", "\r\n").encode() + body)
            while piece := stream.recv(65536):
                seen += piece
        except OSError:
            pass
        stream.close()
        return seen.decode(errors="replace")


def all_of(target, tokens, log, trusted):
    """Every attack on a target; `trusted` says whether the server knows its proxy."""
    began = time.monotonic()
    for attack in (strangers, guesses, others, names, hostile_heads, slow, streams, shown, forwarded, streamed, page):
        attack(target, tokens, log, trusted)
    print(f"{target.name}: all attacks are borne, {time.monotonic() - began:.1f} s", file=sys.stderr)


def of_the_owner(log):
    """Without a token this machine's user asks, and no other user of it."""
    ask = [sys.executable, "-c", "import urllib.request as u, urllib.error as e\ntry: print(u.urlopen('http://127.0.0.1:7171/api/v1/me').status)\nexcept e.HTTPError as x: print(x.code)"]
    own = subprocess.run(ask, capture_output=True, text=True).stdout.strip()
    check("the owner asks without a token", own == "200", own)
    other = subprocess.run(["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *ask], capture_output=True, text=True).stdout.strip()
    check("another user of this machine needs a token", other == "401", other)


def strangers(target, tokens, _, trusted):
    """Attacks 2, 3, 4 and 23: whoever has no token gets nothing, whatever headers he writes."""
    if target.is_direct:
        spoofs = [{"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}, {"X-Real-IP": "127.0.0.1"}, {"Via": "1.1 x"}]
    else:
        spoofs = [{}, {"Host": "localhost"}, {"Host": "127.0.0.1:7171"}, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}]
        spoofs += [{"X-Api-Key": ""}, {"Authorization": "Bearer "}, {"Cookie": "quipu_7171=x"}, {"Connection": "close, X-Forwarded-For"}]
    doors = [
        ("GET", "/api/v1/me", None),
        ("POST", "/api/v1/tokens", {"name": "stranger", "role": "admin"}),
        ("GET", "/api/v1/tokens", None),
        ("GET", SPACE, None),
        ("POST", f"{SPACE}/a/ask", {"question": "Who?"}),
        ("POST", f"{SPACE}/a/documents", {"text": "x"}),
        ("GET", f"{SPACE}/a/export/jsonl", None),
        ("GET", "/v1/models", None),
        ("POST", "/retrieval", {"knowledge_id": "a", "query": "x", "retrieval_setting": {"top_k": 1, "score_threshold": 0}}),
        ("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        ("GET", "/metrics", None),
        ("GET", "/open?secret=guessed", None),
    ]
    for spoof in spoofs:
        for method, path, body in doors:
            status, _, text = target.ask(method, path, None, body, spoof)
            # A proxy of Caddy's answers a host that is not its own by itself, with nothing.
            empty = status in (200, 308) and not text
            check(f"{target.name}: attack 4: {method} {path} with {spoof}", status in (400, 401, 403, 404, 421) or empty, (status, text))
            check(f"{target.name}: attack 4: no secret", "qp_" not in text, text)
    evil = {"Origin": "https://evil.example"}
    status, _, text = target.ask("POST", f"{SPACE}/a/ask", tokens["a"], {"question": "Who?"}, evil)
    check(f"{target.name}: attack 3: a page of others", status == 403, (status, text))
    status, _, text = target.ask("POST", f"{SPACE}/a/ask", tokens["a"], "question=Who", {"Content-Type": "text/plain"})
    check(f"{target.name}: attack 3: a form", status == 415, (status, text))
    if trusted or target.is_direct:
        status, _, text = target.ask("GET", "/api/v1/me", tokens["a"], headers={"Host": "evil.example"})
        check(f"{target.name}: attack 2: another host", status in (421, 404) or not text, (status, text))


def guesses(target, tokens, _, trusted):
    """Attack 5: guessing makes whoever guesses wait, and nobody else."""
    seen = [target.ask("GET", "/api/v1/me", f"qp_guess{number}")[0] for number in range(15)]
    check(f"{target.name}: attack 5: wrong tokens", set(seen) <= {401, 429} and seen[-1] == 429, seen)
    status, _, text = target.ask("GET", "/api/v1/me", tokens["a"])
    check(f"{target.name}: attack 5: a right token beside them", status == 200, (status, text))
    if trusted:
        status, _, text = target.ask("GET", "/api/v1/me", "qp_mistyped", source=OTHER)
        check(f"{target.name}: attack 5: another client is not told to wait", status == 401, (status, text))


def others(target, tokens, _, trusted):
    """Attack 6: what a token may not see is as if it were not there."""
    for path in ("/documents", "/status", "/search?query=bell", "/export/jsonl", "/jobs", "/sessions", "/settings"):
        replies = [target.ask("GET", f"{SPACE}/{name}{path}", tokens["a"]) for name in ("b", "nowhere")]
        # Each names its own request.
        told = [(status, re.sub(r"urn:quipu:request:\w+", "", text)) for status, _, text in replies]
        check(f"{target.name}: attack 6: {path}", told[0] == told[1] and told[0][0] == 404, told)
    status, _, text = target.ask("GET", SPACE, tokens["a"])
    check(f"{target.name}: attack 6: the list", [row["name"] for row in json.loads(text)["items"]] == ["a"], text)


def names(target, tokens, _, trusted):
    """Attacks 8, 9, 10 and 19: names of uploads, paths and addresses lead nowhere, originals run nothing."""
    form = b""
    for name in ("../../etc/cron.d/x.md", "..\\y.md", "/etc/z.html"):
        form += f'--B\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n<script>alert(1)</script> a bell\r\n'.encode()
    form += b"--B--\r\n"
    status, headers, text = target.ask(
        "POST", f"{SPACE}/a/documents", tokens["a"], form, {"Content-Type": "multipart/form-data; boundary=B"}
    )
    check(f"{target.name}: attack 8: an upload", status == 202, (status, text))
    check(f"{target.name}: where its job is", headers["location"].startswith(f"{target.path}{SPACE}/a/jobs/"), headers)
    job = over(target, tokens, json.loads(text)["id"])
    check(f"{target.name}: attack 8: the upload is read", job["state"] == "done", job)
    check(f"{target.name}: attack 8: nothing is written outside", not os.path.exists("/etc/cron.d/x.md"))
    status, headers, _ = target.ask("GET", f"{SPACE}/a/documents/uploads%2Fetc%2Fz.html/original", tokens["a"])
    check(f"{target.name}: attack 19: an original", headers.get("content-disposition", "").startswith("attachment"), (status, headers))
    status, _, text = target.ask("POST", f"{SPACE}/a/jobs", tokens["a"], {"kind": "index", "paths": ["/etc"]})
    check(f"{target.name}: attack 9: a path", status == 403, (status, text))
    for address in ("http://127.0.0.1:7171/api/v1/me", "http://169.254.169.254/", "http://[::ffff:127.0.0.1]/", "file:///etc/passwd"):
        status, _, text = target.ask("POST", f"{SPACE}/a/documents", tokens["a"], {"address": address})
        if status == 202:
            job = over(target, tokens, json.loads(text)["id"])
            check(f"{target.name}: attack 10: {address}", job["report"]["added"] == 0 and job["report"]["not_fetched"], job)
        else:
            check(f"{target.name}: attack 10: {address}", status in (400, 403, 422), (status, text))


def over(target, tokens, job):
    for _ in range(300):
        found = json.loads(target.ask("GET", f"{SPACE}/a/jobs/{job}", tokens["a"])[2])
        if found["state"] in ("done", "failed", "cancelled"):
            return found
        time.sleep(0.1)
    raise SystemExit(f"{target.name}: a job goes on: {found}")


def hostile_heads(target, tokens, _, trusted):
    """Attack 13: heads that two servers read in two ways (smuggling), and what is too large."""
    own = f"Host: {target.host}\nAuthorization: Bearer {tokens['reader']}\n"
    smuggled = f"GET {target.path}/api/v1/audit HTTP/1.1\r\nHost: {target.host}\r\n\r\n".encode()
    for what, head, body in (
        ("a length and pieces", f"POST {target.path}/api/v1/me HTTP/1.1\n{own}Content-Length: 4\nTransfer-Encoding: chunked\n\n", b"0\r\n\r\n" + smuggled),
        ("two lengths", f"POST {target.path}/api/v1/me HTTP/1.1\n{own}Content-Length: 0\nContent-Length: {len(smuggled)}\n\n", smuggled),
        ("an odd coding", f"POST {target.path}/api/v1/me HTTP/1.1\n{own}Transfer-Encoding: xchunked\n\n", b"0\r\n\r\n" + smuggled),
        ("a hidden line", f"GET {target.path}/api/v1/me HTTP/1.1\n{own}X: a\rTransfer-Encoding: chunked\n\n", b""),
    ):
        seen = target.raw(head, body)
        check(f"{target.name}: attack 13: {what}", '"verb"' not in seen and '"items"' not in seen, seen)
        check(f"{target.name}: attack 13: {what}: it still answers", target.ask("GET", "/healthz")[0] == 200)
    status, _, text = target.ask("POST", f"{SPACE}/a/ask", tokens["a"], {"question": "x" * (9 << 20)})
    check(f"{target.name}: attack 13: a large body", status == 413, (status, text))
    seen = target.raw(f"GET {target.path}/healthz HTTP/1.1\n{own}X: {'x' * 200_000}\n\n")
    # A proxy that still writes when it is refused says that there was no reply.
    check(f"{target.name}: attack 13: a large head", re.match(r"HTTP/1.1 (4\d\d|502)", seen) or not seen, seen[:200])


def slow(target, tokens, _, trusted):
    """Attack 14: bodies that come byte by byte take no place from others."""
    head = f"POST {target.path}{SPACE}/a/ask HTTP/1.1\r\nHost: {target.host}\r\nAuthorization: Bearer {tokens['reader']}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"
    held = []
    for _ in range(HELD):
        held.append(target.connected())
        held[-1].sendall(head.encode())
    time.sleep(0.5)
    took = []
    for _ in range(20):
        began = time.monotonic()
        status, _, text = target.ask("GET", f"{SPACE}/a/search?query=bell", tokens["a"], source=OTHER)
        took.append(time.monotonic() - began)
        check(f"{target.name}: attack 14: others are served", status == 200, (status, text))
    check(f"{target.name}: attack 14: at once", sorted(took)[10] < 2, took)
    for stream in held:
        stream.close()


def streams(target, tokens, _, trusted):
    """Attack 26: streams that wait take no place from others."""
    head = f"GET {target.path}{SPACE}/a/events HTTP/1.1\r\nHost: {target.host}\r\nAuthorization: Bearer {tokens['reader']}\r\n\r\n"
    held = []
    for _ in range(HELD):
        held.append(target.connected())
        held[-1].sendall(head.encode())
    time.sleep(1)
    for path, token in (("/healthz", None), ("/readyz", None), ("/", None), ("/api/v1/me", tokens["a"]), (f"{SPACE}/a/search?query=bell", tokens["a"])):
        status, _, text = target.ask("GET", path, token)
        check(f"{target.name}: attack 26: {path} beside {HELD} streams", status == 200, (status, text))
    for stream in held:
        stream.close()


def shown(target, tokens, _, trusted):
    """Attack 20: nobody frames the page, and what it may load is bounded."""
    _, headers, _ = target.ask("GET", "/")
    check(f"{target.name}: attack 20", headers.get("x-frame-options") == "DENY" and "frame-ancestors 'none'" in headers["content-security-policy"], headers)


def forwarded(target, tokens, log, trusted):
    """Attack 23 and 24: what a client says of itself reaches no reply, and the log only by a proxy that is known."""
    spoof = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Host": "evil.example", "X-Original-URL": "/api/v1/tokens", "X-Request-Id": "seen-here"}
    status, headers, text = target.ask("GET", f"{SPACE}/a/status", tokens["a"], headers=spoof)
    check(f"{target.name}: attack 23", status == 200 and "evil" not in text + str(headers), (status, headers, text))
    time.sleep(0.2)
    lines = [json.loads(line) for line in log.read_text().splitlines() if '"seen-here"' in line]
    expected = CLIENT if trusted else "127.0.0.1"
    check(f"{target.name}: attack 24: the address in the log", lines and lines[-1]["address"] == expected, lines[-1:])


def streamed(target, tokens, _, trusted):
    """Answers and events come as they are made."""
    stream = target.connected(timeout=10)
    head = f"GET {target.path}{SPACE}/a/events HTTP/1.1\r\nHost: {target.host}\r\nAuthorization: Bearer {tokens['reader']}\r\n\r\n"
    stream.sendall(head.encode())
    seen, began = b"", time.monotonic()
    while b"event: change" not in seen and time.monotonic() - began < 10:
        seen += stream.recv(4096)
    stream.close()
    check(f"{target.name}: the first event comes at once", time.monotonic() - began < 5, seen)
    headers = {"Accept": "text/event-stream"}
    # Caddy 2.6 ended such a reply early and without a word, once in sixty on a machine with six times as much work as cores.
    for _ in range(3):
        status, _, text = target.ask("POST", f"{SPACE}/a/ask", tokens["a"], {"question": "Who keeps the Meridian Clock?"}, headers)
        if "event: end" in text or "Caddy" not in target.name:
            break
    check(f"{target.name}: a streamed answer", status == 200 and "event: end" in text and "Ruta Halas" in text, (status, text))


def page(target, tokens, _, trusted):
    """The page and all that it loads come without a token, from where a person sees it."""
    for path in ("/", "/w/a/ask"):
        status, _, text = target.ask("GET", path)
        loads = re.findall(r'(?:src|href)="([^"]+\.(?:js|css|svg))"', text)
        check(f"{target.name}: the page at {path}", status == 200 and loads, (status, text))
        for load in loads:
            check(f"{target.name}: {load}", target.ask("GET", load, prefixed=False)[0] == 200, text)
