"""The story by the Python client of openapi-generator: upload with metadata, wait, ask, search, export, delete.

    python story.py http://127.0.0.1:7171 TOKEN
"""

import json
import sys

import quipu_client as quipu

ADDRESS, TOKEN = sys.argv[1], sys.argv[2]
NAME = "papers"
TEXT = b"# The ferry\n\nNadia Orlo steers the ferry Kestrel since 1998.\n"

with quipu.ApiClient(quipu.Configuration(host=ADDRESS, access_token=TOKEN)) as client:
    documents, jobs, asking = quipu.DocumentsApi(client), quipu.JobsApi(client), quipu.AskApi(client)

    def finished(job: quipu.Job) -> quipu.Job:
        while job.state in ("queued", "running"):
            job = jobs.job(NAME, job.id, wait=30)
        assert job.state == "done", job.problem
        return job

    metadata = json.dumps({"year": 1998})
    job = documents.upload(NAME, file=[("ferry.md", TEXT)], title="The ferry Kestrel", tags=["ferry", "people"], metadata=metadata, wait=60)
    assert finished(job).progress.done == 1

    shown = documents.document(NAME, "uploads/ferry.md")
    assert shown.title == "The ferry Kestrel" and shown.metadata["tags"] == ["ferry", "people"], shown

    answer = asking.ask(NAME, quipu.AskBody(question="Who steers the ferry Kestrel?"))
    assert not answer.refused and "Nadia Orlo" in answer.answer and "[1]" in answer.answer, answer
    assert answer.citations[0].document == "uploads/ferry.md", answer

    found = asking.search(NAME, quipu.SearchBody(query="ferry", filter=quipu.FilterBody(tag=["ferry"]), limit=3))
    assert [hit.document for hit in found.hits] == ["uploads/ferry.md"], found

    with quipu.WorkspacesApi(client).export_without_preload_content(NAME) as lines:
        rows = [json.loads(line)["row"] for line in lines]
    assert rows[-1] == "end" and rows.count("document") > 10, rows

    finished(documents.delete_document(NAME, "uploads/ferry.md", wait=60))
    try:
        documents.document(NAME, "uploads/ferry.md")
    except quipu.ApiException as error:
        assert error.status == 404 and error.data.code == "not-found", error
    else:
        raise AssertionError("the document is still there")
print("openapi-generator, python: passed")
