"""Every snippet of docs/connect.md and of the page's Settings, used as its program would use it, against a server.

    python connect.py http://127.0.0.1:7171 TOKEN --llamaindex PYTHON
"""

import argparse
import asyncio
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
import urllib.request

import openai
import yaml

import mcp_asked

QUESTION = "Who keeps the Meridian Clock?"
ANSWER = "Halas"
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

parser = argparse.ArgumentParser()
parser.add_argument("address")
parser.add_argument("token")
parser.add_argument("--llamaindex", required=True, help="a Python that has LlamaIndex")
given = parser.parse_args()
os.environ["QUIPU_TOKEN"] = given.token


def filled(text):
    for name, value in dict(address=given.address, token=given.token, workspace="papers", place="papers", question=QUESTION).items():
        text = text.replace("{%s}" % name, value)
    return text


def cited(text):
    assert ANSWER in text and "[1]" in text, text
    return text


def shown():
    """What docs/connect.md says that each program shows: texts by the id of the program."""
    page = (ROOT / "docs/connect.md").read_text()
    blocks = re.findall(r"<!-- seen by ([a-z0-9 -]+) -->\n```text\n(.*?)\n```", page, re.DOTALL)
    return {name: text.replace("http://127.0.0.1:7171", given.address) for names, text in blocks for name in names.split()}


def comes(text, said):
    """Whether a text is what was said, but for its parts that are left out: `…`."""
    parts = [part.strip() for part in text.split("…")]
    return re.search(".*?".join(map(re.escape, parts)), said, re.DOTALL) is not None


def lines(text):
    """`Name: value` and `NAME=value`."""
    return dict(re.split(r"[:=]\s*", line, maxsplit=1) for line in text.splitlines())


def mcp(text, lang):
    """A server as programs of MCP name it."""
    config = tomllib.loads(text) if lang == "toml" else json.loads(text)
    entry = (config.get("mcpServers") or config.get("servers") or config.get("mcp_servers"))["quipu"]
    if "url" in entry:
        headers = {name: re.sub(r"\$\{[^}]*\}", given.token, value) for name, value in entry.get("headers", {}).items()}
        if "bearer_token_env_var" in entry:
            headers["Authorization"] = "Bearer " + os.environ[entry["bearer_token_env_var"]]
        reply = asyncio.run(mcp_asked.over_http(entry["url"], headers, QUESTION))
    else:
        reply = asyncio.run(mcp_asked.of_command(entry["command"], entry["args"], QUESTION))
    cited(reply["answer"])
    return json.dumps(reply)


def by_openai(text, lang):
    """A base URL, a key and a model, however a program calls them."""
    if lang == "yaml":
        (entry,) = yaml.safe_load(text)["endpoints"]["custom"]
        base, key, model = entry["baseURL"], entry["apiKey"], entry["titleModel"]
    else:
        named = lines(text)
        pick = lambda *ends: next((value for name, value in named.items() if name.lower().endswith(ends)), None)
        base, key = pick("base_url", "base url", "base_path"), pick("api_key", "api key")
        model = pick("model_pref") or "papers"
    client = openai.OpenAI(base_url=base, api_key=key, max_retries=0)
    assert model in [one.id for one in client.models.list()], model
    messages = [{"role": "user", "content": QUESTION}]
    return cited(client.chat.completions.create(model=model, messages=messages).choices[0].message.content)


def by_dify(text, _):
    named = lines(text)
    body = {"knowledge_id": named["External Knowledge ID"], "query": QUESTION, "retrieval_setting": {"top_k": 4, "score_threshold": 0}}
    reply = posted(named["API Endpoint"] + "/retrieval", body, {"Authorization": "Bearer " + named["API Key"]})
    assert any(ANSWER in row["content"] for row in reply["records"]), reply
    return json.dumps(reply)


def by_n8n(text, _):
    parameters = json.loads(text)["nodes"][0]["parameters"]
    headers = {row["name"]: row["value"] for row in parameters["headerParameters"]["parameters"]}
    reply = posted(parameters["url"], json.loads(parameters["jsonBody"]), headers)
    cited(reply["answer"])
    assert reply["citations"], reply
    return json.dumps(reply)


def posted(url, body, headers):
    headers = {"Content-Type": "application/json", **headers}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as reply:
        return json.load(reply)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def by_python(text, _):
    return cited(run(given.llamaindex if "llama_index" in text else sys.executable, "-c", text))


def by_shell(text, _):
    said = run("sh", "-ec", text)
    pieces = [json.loads(line[6:]) for line in said.splitlines() if line.startswith("data: {")]
    cited("".join(choice["delta"].get("content", "") for piece in pieces for choice in piece["choices"]))
    return said


CHECKS = {"mcp": mcp, "openai": by_openai, "dify": by_dify, "n8n": by_n8n, "python": by_python, "sh": by_shell}
programs = json.loads((ROOT / "web/src/settings/programs.json").read_text())
seen = shown()
for program in programs:
    said = [CHECKS[part["check"]](filled(part["text"]), part["lang"]) for part in program["parts"]]
    text = seen[program["id"]]
    assert any(comes(text, one) for one in said), f"docs/connect.md shows for {program['name']}:\n{text}\nand this came:\n{said[0]}"
    print("connected:", program["name"])
