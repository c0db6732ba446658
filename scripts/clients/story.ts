// What a program does with openapi-fetch and types by openapi-typescript: it uploads a file with metadata, waits for the job,
// asks, searches, exports and deletes. tsc checks it against the types. Its file is another than that of story.py, which runs
// beside it.
//
//     node story.js http://127.0.0.1:7171 TOKEN
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

import createClient from "openapi-fetch";

import type { components, paths } from "./schema.js";

type Job = components["schemas"]["Job"];
type Problem = components["schemas"]["Problem"];

const [address, token] = process.argv.slice(2);
/** An answer may come as a stream of events, too: the second type says which kinds of reply this program reads. */
type Read = "application/json" | "application/problem+json" | "application/x-ndjson";
const client = createClient<paths, Read>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });
const name = "papers";
const text = "# The barge\n\nEmil Tarn rows the barge Heron since 2004.\n";

/** A job at its end. A reply that waited long enough already is. */
async function finished({ data, error }: { data?: Job; error?: Problem }): Promise<Job> {
    assert.ok(data, error?.detail);
    let job: Job = data;
    while (job.state === "queued" || job.state === "running") {
        const path = { name, job: job.id };
        const later = await client.GET("/api/v1/workspaces/{name}/jobs/{job}", { params: { path, query: { wait: 30 } } });
        assert.ok(later.data, later.error?.detail);
        job = later.data;
    }
    assert.equal(job.state, "done", job.problem?.detail);
    return job;
}

/** A form of `multipart/form-data`: a list is a part for each member. */
function form(body: Record<string, unknown>): FormData {
    const made = new FormData();
    for (const [key, value] of Object.entries(body))
        for (const one of Array.isArray(value) ? value : [value]) made.append(key, one instanceof Blob ? one : String(one));
    return made;
}

const done = await finished(
    await client.POST("/api/v1/workspaces/{name}/documents/upload", {
        params: { path: { name }, query: { wait: 60 } },
        body: {
            file: [new File([text], "barge.md", { type: "text/markdown" })],
            title: "The barge Heron",
            tags: ["barge", "people"],
            metadata: JSON.stringify({ year: 2004, place: "Lower Brod" }),
        },
        bodySerializer: form,
    }),
);
assert.equal(done.kind, "upload");
assert.equal(done.progress.done, 1);

const at = { params: { path: { name, document: "uploads/barge.md" } } };
const { data: shown } = await client.GET("/api/v1/workspaces/{name}/documents/{document}", at);
assert.equal(shown?.title, "The barge Heron");
assert.equal(shown.metadata.place, "Lower Brod");
assert.deepEqual(shown.metadata.tags, ["barge", "people"]);

const { data: answer } = await client.POST("/api/v1/workspaces/{name}/ask", {
    params: { path: { name } },
    body: { question: "Who rows the barge Heron?" },
});
assert.ok(answer && !answer.refused && answer.answer.includes("Emil Tarn") && answer.answer.includes("[1]"), answer?.answer);
assert.equal(answer.citations[0]?.document, "uploads/barge.md");
assert.ok(answer.confidence.value > 0);

const { data: found } = await client.POST("/api/v1/workspaces/{name}/search", {
    params: { path: { name } },
    body: { query: "barge", filter: { tag: ["barge"] }, limit: 3 },
});
assert.deepEqual(found?.hits.map((hit) => hit.document), ["uploads/barge.md"]);

// Line by line, as long as the export may be.
const { data: stream } = await client.GET("/api/v1/workspaces/{name}/export/jsonl", { params: { path: { name } }, parseAs: "stream" });
assert.ok(stream);
const rows: string[] = [];
for await (const line of createInterface(Readable.fromWeb(stream as ReadableStream))) rows.push((JSON.parse(line) as { row: string }).row);
assert.ok(rows.at(-1) === "end" && rows.filter((row) => row === "document").length > 10);

await finished(
    await client.DELETE("/api/v1/workspaces/{name}/documents/{document}", { params: { path: at.params.path, query: { wait: 60 } } }),
);
const gone = await client.GET("/api/v1/workspaces/{name}/documents/{document}", at);
assert.equal(gone.response.status, 404);
assert.equal(gone.error?.code, "not-found");
console.log(`openapi-fetch: uploaded, asked, found, exported ${rows.length} rows, deleted`);
