"""What Dify's external knowledge sends, against a server: the probe of its registration, a retrieval, conditions, errors.

    python dify_client.py http://127.0.0.1:7171 TOKEN
"""

import json
import sys
import urllib.error
import urllib.request

ADDRESS, TOKEN = sys.argv[1], sys.argv[2]


def post(path, body, authorization=f"Bearer {TOKEN}"):
    """The status and the reply. Dify's probe has neither body nor type."""
    data = b"" if body is None else json.dumps(body).encode()
    headers = {"Authorization": authorization} if authorization else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(ADDRESS + path, data=data, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def asked(query, condition=None, threshold=0.0, knowledge="papers"):
    """As Dify 1.16 asks."""
    return post(
        "/retrieval",
        {
            "retrieval_setting": {"top_k": 4, "score_threshold": threshold},
            "query": query,
            "knowledge_id": knowledge,
            "metadata_condition": condition,
        },
    )


def conditions(*of, logical="and"):
    rows = [{"name": [name], "comparison_operator": operator, "value": value} for name, operator, value in of]
    return {"logical_operator": logical, "conditions": rows}


for path in ("/retrieval", "/dify/retrieval"):
    assert post(path, None) == (200, {"records": []})
    assert post(path, {}) == (200, {"records": []})
    status, error = post(path, None, "Bearer qp_wrong")
    assert (status, error["error_code"]) == (403, 1002), error
    status, error = post(path, None, "Basic x")
    assert (status, error["error_code"]) == (401, 1001), error

status, reply = asked("Who keeps the Meridian Clock?")
assert status == 200, reply
rows = reply["records"]
assert 1 <= len(rows) <= 4 and any("Halas" in row["content"] for row in rows), rows
scores = [row["score"] for row in rows]
assert scores == sorted(scores, reverse=True) and all(0 <= score <= 1 for score in scores), scores
for row in rows:
    assert isinstance(row["metadata"]["document_id"], str) and row["title"], row
    assert row["metadata"]["url"].startswith(ADDRESS), row

near, far = scores[0], asked("What does a litre of milk cost in Lisbon?")[1]["records"]
assert not far or far[0]["score"] < near, (near, far)
assert asked("Who keeps the Meridian Clock?", threshold=0.99)[1]["records"] == rows[: sum(s >= 0.99 for s in scores)]
assert asked("Who keeps the Meridian Clock?", knowledge="papers:walk")[0] == 200

tagged = asked("Who keeps the Meridian Clock?", conditions(("tags", "contains", "observ")))[1]["records"]
assert tagged and all(any("observ" in tag for tag in row["metadata"]["tags"]) for row in tagged), tagged
status, error = asked("clock", conditions(("tags", "resembles", "x")))
assert (status, error["error_code"]) == (400, 3001) and "resembles" in error["error_msg"], error
status, error = asked("clock", conditions(("year", ">", "soon")))
assert (status, error["error_code"]) == (400, 3002), error
status, error = asked("clock", knowledge="nobody")
assert (status, error["error_code"]) == (404, 2001), error
status, error = post("/retrieval", {"query": "clock"})
assert status == 400, error
print("Dify's requests passed")
