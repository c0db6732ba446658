// The official client of OpenAI's API for Node against a server: it asks and gets a cited answer.
//
//     node openai_client.mjs http://127.0.0.1:7171 TOKEN
import assert from "node:assert/strict";
import OpenAI from "openai";

const [address, token] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${address}/v1`, apiKey: token, maxRetries: 0 });
const messages = [{ role: "user", content: "Who keeps the Meridian Clock?" }];

function cited(text) {
    assert.match(text, /Halas/);
    assert.match(text, /\[1\]/);
    assert.match(text, /\*\*Sources\*\*/);
}

const ids = [];
for await (const model of client.models.list()) ids.push(model.id);
assert.ok(ids.includes("papers") && !ids.some((id) => id.includes(":")), ids);

const reply = await client.chat.completions.create({ model: "papers", messages });
const message = reply.choices[0].message;
cited(message.content);
const { start_index, end_index, url } = message.annotations[0].url_citation;
assert.equal([...message.content].slice(start_index, end_index).join(""), "[1]");
assert.ok(url.startsWith(`${address}/w/papers/d/`));
assert.ok(reply.usage.total_tokens > 0 && reply.x_quipu.citations[0].quote);

const chunks = [];
for await (const chunk of await client.chat.completions.create({
    model: "papers:walk",
    messages,
    stream: true,
    stream_options: { include_usage: true },
})) chunks.push(chunk);
cited(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? "").join(""));
assert.equal(chunks[0].choices[0].delta.role, "assistant");
assert.ok(chunks.at(-1).usage.total_tokens > 0 && chunks.at(-1).choices.length === 0);

// Whoever goes away ends the work; the next question is answered all the same.
const left = await client.chat.completions.create({ model: "papers", messages, stream: true });
for await (const _ of left) break;
left.controller.abort();

const runner = client.chat.completions.stream({ model: "papers", messages });
cited((await runner.finalChatCompletion()).choices[0].message.content);

const vectors = await client.embeddings.create({ model: "papers", input: ["a bell", "a clock"] });
assert.equal(vectors.data.length, 2);
assert.ok(vectors.data[0].embedding.length > 50);

await assert.rejects(client.chat.completions.create({ model: "nobody", messages }), OpenAI.NotFoundError);
await assert.rejects(new OpenAI({ baseURL: `${address}/v1`, apiKey: "qp_wrong" }).models.list(), OpenAI.AuthenticationError);
console.log("openai for Node passed");
