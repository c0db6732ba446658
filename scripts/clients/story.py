"""What a program does with a client that openapi-python-client made: it uploads a file with metadata, waits for the job, asks,
searches, exports and deletes. mypy checks it against the client.

    python story.py http://127.0.0.1:7171 TOKEN
"""

import io
import json
import sys

from quipu_client import AuthenticatedClient
from quipu_client.api.ask import ask, search
from quipu_client.api.documents import delete_document, document, upload
from quipu_client.api.jobs import job
from quipu_client.models import Answer, AskBody, FilterBody, Job, Problem, SearchBody, SearchResult, UploadForm
from quipu_client.types import File

ADDRESS, TOKEN = sys.argv[1], sys.argv[2]
NAME = "papers"
TEXT = b"# The ferry\n\nNadia Orlo steers the ferry Kestrel since 1998.\n"
client = AuthenticatedClient(base_url=ADDRESS, token=TOKEN)


def finished(reply: Job | Problem | None) -> Job:
    """A job at its end. A reply that waited long enough already is."""
    assert isinstance(reply, Job), reply
    while reply.state in ("queued", "running"):
        later = job.sync(NAME, reply.id, client=client, wait=30)
        assert isinstance(later, Job), later
        reply = later
    assert reply.state == "done", reply.problem
    return reply


form = UploadForm(
    file=[File(io.BytesIO(TEXT), file_name="ferry.md", mime_type="text/markdown")],
    title="The ferry Kestrel",
    tags=["ferry", "people"],
    metadata=json.dumps({"year": 1998, "place": "Lower Brod"}),
)
done = finished(upload.sync(NAME, client=client, body=form, wait=60))
assert done.kind == "upload" and done.progress.done == 1, done

shown = document.sync(NAME, "uploads/ferry.md", client=client)
assert shown is not None and not isinstance(shown, Problem), shown
assert shown.title == "The ferry Kestrel", shown.title
assert shown.metadata["place"] == "Lower Brod", shown.metadata
assert shown.metadata["tags"] == ["ferry", "people"], shown.metadata

answer = ask.sync(NAME, client=client, body=AskBody(question="Who steers the ferry Kestrel?"))
assert isinstance(answer, Answer), answer
assert not answer.refused and "Nadia Orlo" in answer.answer and "[1]" in answer.answer, answer
assert answer.citations[0].document == "uploads/ferry.md" and answer.citations[0].n == 1, answer
assert 0 < answer.confidence.value <= 1, answer.confidence

found = search.sync(NAME, client=client, body=SearchBody(query="ferry", filter_=FilterBody(tag=["ferry"]), limit=3))
assert isinstance(found, SearchResult), found
assert [hit.document for hit in found.hits] == ["uploads/ferry.md"], found

# Line by line, as long as the export may be.
with client.get_httpx_client().stream("GET", f"/api/v1/workspaces/{NAME}/export/jsonl") as lines:
    lines.raise_for_status()
    rows = [json.loads(line)["row"] for line in lines.iter_lines()]
assert rows[-1] == "end" and rows.count("document") > 10, rows

finished(delete_document.sync(NAME, "uploads/ferry.md", client=client, wait=60))
gone = document.sync_detailed(NAME, "uploads/ferry.md", client=client)
assert gone.status_code == 404 and isinstance(gone.parsed, Problem) and gone.parsed.code == "not-found", gone
print("openapi-python-client: uploaded, asked, found, exported", len(rows), "rows, deleted")
