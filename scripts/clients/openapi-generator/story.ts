// The story by the TypeScript client (fetch) of openapi-generator: upload with metadata, wait, ask, search, export, delete.
//
//     node story.js http://127.0.0.1:7171 TOKEN
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

import { AskApi, Configuration, DocumentsApi, type Job, JobsApi, ResponseError, WorkspacesApi } from "./client/index.js";

const [address, token] = process.argv.slice(2);
const configuration = new Configuration({ basePath: address, accessToken: token });
const documents = new DocumentsApi(configuration);
const asking = new AskApi(configuration);
const name = "papers";
const text = "# The ferry\n\nNadia Orlo steers the ferry Kestrel since 1998.\n";

async function finished(job: Job): Promise<Job> {
    while (job.state === "queued" || job.state === "running") job = await new JobsApi(configuration).job({ name, job: job.id, wait: 30 });
    assert.equal(job.state, "done", job.problem?.detail);
    return job;
}

const file = [new File([text], "ferry.md", { type: "text/markdown" })];
const metadata = JSON.stringify({ year: 1998 });
const job = await documents.upload({ name, file, title: "The ferry Kestrel", tags: ["ferry", "people"], metadata, wait: 60 });
assert.equal((await finished(job)).progress.done, 1);

const shown = await documents.document({ name, document: "uploads/ferry.md" });
assert.equal(shown.title, "The ferry Kestrel");
assert.deepEqual(shown.metadata["tags"], ["ferry", "people"]);

const answer = await asking.ask({ name, askBody: { question: "Who steers the ferry Kestrel?" } });
assert.ok(!answer.refused && answer.answer.includes("Nadia Orlo") && answer.answer.includes("[1]"), answer.answer);
assert.equal(answer.citations[0]?.document, "uploads/ferry.md");

const found = await asking.search({ name, searchBody: { query: "ferry", filter: { tag: ["ferry"] }, limit: 3 } });
assert.deepEqual(found.hits.map((hit) => hit.document), ["uploads/ferry.md"]);

const { raw } = await new WorkspacesApi(configuration)._exportRaw({ name });
const rows: string[] = [];
for await (const line of createInterface(Readable.fromWeb(raw.body as ReadableStream))) rows.push((JSON.parse(line) as { row: string }).row);
assert.ok(rows.at(-1) === "end" && rows.filter((row) => row === "document").length > 10);

await finished(await documents.deleteDocument({ name, document: "uploads/ferry.md", wait: 60 }));
await assert.rejects(documents.document({ name, document: "uploads/ferry.md" }), (error: ResponseError) => error.response.status === 404);
console.log("openapi-generator, typescript-fetch: passed");
