// Asks Quipu through the official TypeScript clients of the Model Context Protocol, that of 2025 and that of 2026, and fails
// loudly.
//
//     node mcp_client.mjs --command quipu --workspace FOLDER [--question TEXT] [--expect TEXT] [--name ENTITY]
//     node mcp_client.mjs --url http://127.0.0.1:7171/mcp [--token TOKEN] ...

import assert from "node:assert/strict";
import { parseArgs } from "node:util";

import * as modern from "@modelcontextprotocol/client";
import * as modernStdio from "@modelcontextprotocol/client/stdio";
import * as legacy from "@modelcontextprotocol/sdk/client/index.js";
import * as legacyStdio from "@modelcontextprotocol/sdk/client/stdio.js";
import * as legacyHttp from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const usual = ["search", "fetch", "ask", "outline", "grep", "read", "lookup", "path", "similar", "documents", "status"];

const text = (value) => ({ type: "string", default: value });
const { values: asked } = parseArgs({
    options: {
        command: text("quipu"),
        workspace: { type: "string" },
        url: { type: "string" },
        token: { type: "string" },
        question: text("Who keeps the Meridian Clock?"),
        expect: text("Halas"),
        name: text("Ruta Halas"),
    },
});

function transport(Http, Stdio) {
    if (asked.url) {
        const headers = asked.token ? { Authorization: `Bearer ${asked.token}` } : {};
        return new Http(new URL(asked.url), { requestInit: { headers } });
    }
    const args = asked.workspace ? ["-w", asked.workspace, "mcp"] : ["mcp"];
    // By itself the client hands over a part of the environment, in which workspaces may have no names.
    return new Stdio({ command: asked.command, args, env: process.env });
}

async function called(client, name, given, fails = false) {
    const result = await client.callTool({ name, arguments: given });
    assert.equal(Boolean(result.isError), fails, `${name}: ${JSON.stringify(result)}`);
    const told = JSON.parse(result.content[0].text);
    if (!fails) assert.deepEqual(result.structuredContent, told);
    return told;
}

async function pages(client, name, given, field) {
    const members = [];
    for (let cursor = null, count = 1; ; count += 1) {
        const page = await called(client, name, cursor ? { ...given, cursor } : given);
        members.push(...page[field]);
        cursor = page.next;
        if (cursor === null) return { members, count };
    }
}

async function all(era, client, link) {
    await client.connect(link);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), usual);
    assert.ok(tools.every((tool) => tool.inputSchema.properties && tool.annotations.readOnlyHint));
    const found = await called(client, "search", { query: asked.question });
    const [hit] = found.results;
    assert.ok(hit.url && hit.title, JSON.stringify(hit));
    const fetched = await called(client, "fetch", { id: hit.id });
    assert.ok(fetched.text.includes(hit.text) && fetched.metadata, JSON.stringify(fetched));
    const answer = await called(client, "ask", { question: asked.question });
    assert.ok(!answer.refused && answer.answer.includes(asked.expect), JSON.stringify(answer));
    assert.ok(answer.citations[0].url && answer.citations[0].quote, JSON.stringify(answer));
    const query = { query: asked.question, limit: 8 };
    const whole = await pages(client, "search", { ...query, max_tokens: 20000 }, "results");
    const parts = await pages(client, "search", { ...query, max_tokens: 400 }, "results");
    const order = [...new Set(parts.members.map((part) => part.id))];
    assert.deepEqual(order, whole.members.map((one) => one.id));
    assert.ok(parts.count > 1, "one page held all");
    const looked = await called(client, "lookup", { name: asked.name });
    assert.ok(looked.entities[0].passages.length > 0, JSON.stringify(looked));
    const wrong = await called(client, "search", { quary: "x" }, true);
    assert.equal(wrong.error.code, "bad_arguments");
    for (const name of ["delete_document", "rm"]) {
        await assert.rejects(client.callTool({ name, arguments: { id: "x" } }), `${name} could be called`);
    }
    await client.close();
    console.log(`node ${era}: ${tools.length} tools, ${whole.members.length} hits, ${answer.citations.length} citations`);
}

const about = { name: "quipu-test", version: "1" };
await all(
    "2025 (sdk 1)",
    new legacy.Client(about),
    transport(legacyHttp.StreamableHTTPClientTransport, legacyStdio.StdioClientTransport),
);
for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
    const client = new modern.Client(about, { versionNegotiation: { mode } });
    const link = transport(modern.StreamableHTTPClientTransport, modernStdio.StdioClientTransport);
    await all(`2026 (client 2, ${JSON.stringify(mode)})`, client, link);
}
