// Uploads a file, waits until it is indexed, asks a question, and prints the cited answer, with plain `fetch` of Node 20.
// The types: npx openapi-typescript http://127.0.0.1:7171/api/v1/openapi.json -o schema.d.ts
//
//     npx tsx rest.ts http://127.0.0.1:7171 TOKEN samples/people/ruta-halas.md "Who keeps the Meridian Clock?"
import { openAsBlob } from "node:fs";
import { basename } from "node:path";

import type { components } from "./schema.js";

const [address, token, path = "", question] = process.argv.slice(2);

async function quipu<Reply>(route: string, init: RequestInit): Promise<Reply> {
    const headers = { ...init.headers, Authorization: `Bearer ${token}` };
    const reply = await fetch(`${address}/api/v1/workspaces/papers${route}`, { ...init, headers });
    if (!reply.ok) throw new Error(((await reply.json()) as components["schemas"]["Problem"]).detail);
    return (await reply.json()) as Reply;
}

const form = new FormData();
form.append("file", await openAsBlob(path), basename(path));
form.append("tags", "people");
form.append("metadata", JSON.stringify({ year: 2024 }));
const job = await quipu<components["schemas"]["Job"]>("/documents/upload?wait=60", { method: "POST", body: form });
if (job.state !== "done") throw new Error(`${job.state}: ${job.problem?.detail}`);

const answer = await quipu<components["schemas"]["Answer"]>("/ask", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ question }),
});
console.log(answer.answer);
for (const { n, document, quote } of answer.citations) console.log(`[${n}] ${document}: ${quote}`);
