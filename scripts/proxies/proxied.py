"""Starts the server and the proxies of scripts/proxies/run, and strikes each of them."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import attacks

QUIPU, WORK = sys.argv[1], pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "proxy"
# What a person who follows docs/proxy.md sets.
SET = ["--set", "server.public_url=https://quipu.example.org", "--set", 'server.hosts=["example.org"]', "--set", 'server.proxies=["127.0.0.1"]']
SET_PATH = ["--set", "server.public_url=https://example.org/quipu", "--set", 'server.proxies=["127.0.0.1"]']

# Few places, so that few clients would take them all.
FEW = ["--set", "server.requests=32"]

# nginx and Caddy as short as they can be.
NGINX_PLAIN = "server { listen 8080; location / { proxy_pass http://127.0.0.1:7171; } }\n"
CADDY_PLAIN = ":8081 {\n\treverse_proxy 127.0.0.1:7171\n}\n"

ENV = dict(
    os.environ,
    HOME=str(WORK / "home"),
    XDG_CONFIG_HOME=str(WORK / "config"),
    XDG_DATA_HOME=str(WORK / "data"),
    NO_PROXY="*",
)
RUNNING = []


def started(command, **more):
    process = subprocess.Popen(command, **more)
    RUNNING.append(process)
    return process


def ended(process):
    if process in RUNNING:
        RUNNING.remove(process)
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def quipu(*arguments):
    done = subprocess.run([QUIPU, *arguments], env=ENV, capture_output=True, text=True, cwd=WORK / "papers")
    if done.returncode != 0:
        raise SystemExit(f"quipu {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def token(name, role, *only):
    return json.loads(quipu("token", "create", name, "--role", role, *only, "--json"))["secret"]


def listens(port):
    for _ in range(300):
        if attacks.can_connect("127.0.0.1", port):
            return
        time.sleep(0.1)
    raise SystemExit(f"nothing listens on port {port}")


def served(*settings):
    log = open(WORK / "server.log", "w")
    process = started([QUIPU, "serve", "--all", *FEW, *settings], env=ENV, cwd=WORK / "papers", stderr=log)
    listens(7171)
    return process


def nginx(*servers):
    folder = WORK / "nginx"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("quipu.pem", "quipu.key"):
        shutil.copy(WORK / name, folder / name)
    included = []
    for number, server in enumerate(servers):
        (folder / f"server{number}.conf").write_text(server)
        included.append(f"include server{number}.conf;")
    (folder / "nginx.conf").write_text(
        "user www-data; worker_processes 1; pid nginx.pid; daemon off; error_log stderr warn;\n"
        "events { worker_connections 4096; }\n"
        "http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi;"
        " scgi_temp_path scgi; " + " ".join(included) + " }\n"
    )
    return started(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=open(WORK / "nginx.log", "w"))


def caddy(*sites):
    folder = WORK / "caddy"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # Certificates of its own making, since no authority is reached here.
    head = "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(head + "".join(sites))
    shutil.chown(folder, "caddy")
    command = ["setpriv", "--reuid=caddy", "--regid=caddy", "--clear-groups", "--ambient-caps=+net_bind_service", "--inh-caps=+net_bind_service"]
    command += ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    env = dict(ENV, HOME=str(folder), XDG_DATA_HOME=str(folder), XDG_CONFIG_HOME=str(folder))
    return started(command, env=env, stderr=open(WORK / "caddy.log", "w"))


def prepared():
    for folder in ("home", "papers"):
        (WORK / folder).mkdir()
    quipu("workspace", "create", "a")
    quipu("workspace", "create", "b")
    for name in "ab":
        quipu("--workspace", name, "index", str(ROOT / "samples"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=quipu.example.org"]
        + ["-keyout", str(WORK / "quipu.key"), "-out", str(WORK / "quipu.pem")],
        check=True,
        capture_output=True,
    )


def shown():
    """The page shows the files that are struck here, to the letter."""
    page = (ROOT / "docs" / "proxy.md").read_text()
    for file in sorted(DOCS.iterdir()):
        attacks.check(f"docs/proxy.md shows {file.name}", file.read_text() in page)


def main():
    shown()
    prepared()
    refused = subprocess.run([QUIPU, "serve", "--all", "--listen", "0.0.0.0:7199"], env=ENV, capture_output=True, timeout=30)
    attacks.check("attack 1: nobody listens to all without a token", refused.returncode in (2, 3), (refused.returncode, refused.stderr))
    tokens = {"admin": token("boss", "admin"), "a": token("a", "write", "--only", "a"), "reader": token("reader", "read")}
    log = WORK / "server.log"

    # The server with nothing but the name under which it is asked: a proxy of which it does not know opens nothing.
    server = served("--set", f'server.hosts=["{attacks.PROXY}"]')
    attacks.of_the_owner(log)
    attacks.all_of(attacks.Target("direct", 7171), tokens, log, trusted=False)
    proxies = [nginx(NGINX_PLAIN), caddy(CADDY_PLAIN)]
    for name, port in (("nginx, plain", 8080), ("Caddy, plain", 8081)):
        listens(port)
        attacks.all_of(attacks.Target(name, port), tokens, log, trusted=False)
    for process in [*proxies, server]:
        ended(process)

    # As docs/proxy.md says.
    for settings, host, path, files in (
        (SET, "quipu.example.org", "", ("nginx.conf", "Caddyfile")),
        (SET_PATH, "example.org", "/quipu", ("nginx-path.conf", "Caddyfile-path")),
    ):
        server = served(*settings)
        for name, start, file in (("nginx", nginx, files[0]), ("Caddy", caddy, files[1])):
            proxy = start((DOCS / file).read_text())
            target = attacks.Target(f"{name}, {file}", 443, host=host, path=path, tls=True)
            target.ready()
            attacks.all_of(target, tokens, log, trusted=True)
            ended(proxy)
        ended(server)


try:
    main()
except BaseException:
    for name in ("server.log", "nginx.log", "caddy.log"):
        if (WORK / name).exists():
            lines = [line[:300] for line in (WORK / name).read_text().splitlines()[-15:]]
            print(f"--- {name}", *lines, sep="\n", file=sys.stderr)
    raise
finally:
    for process in list(RUNNING):
        ended(process)
