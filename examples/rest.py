"""Uploads a file, waits until it is indexed, asks a question, and prints the cited answer. It needs `pip install httpx`.

    python rest.py http://127.0.0.1:7171 TOKEN samples/people/ruta-halas.md "Who keeps the Meridian Clock?"
"""

import json
import sys

import httpx

address, token, path, question = sys.argv[1:]
quipu = httpx.Client(base_url=f"{address}/api/v1/workspaces/papers", headers={"Authorization": f"Bearer {token}"}, timeout=120)

with open(path, "rb") as file:
    about = {"tags": ["people", "clocks"], "metadata": json.dumps({"year": 2024})}
    job = quipu.post("/documents/upload", params={"wait": 60}, files={"file": file}, data=about).raise_for_status().json()
if job["state"] != "done":
    sys.exit(f"{job['state']}: {job['problem']}")

answer = quipu.post("/ask", json={"question": question}).raise_for_status().json()
print(answer["answer"])
for citation in answer["citations"]:
    print(f"[{citation['n']}] {citation['document']}: {citation['quote']}")
