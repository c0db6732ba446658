// Vercel's AI SDK against a server: a text, a stream, and objects, as a schema and as plain JSON.
//
//     node ai_sdk.mjs http://127.0.0.1:7171 TOKEN
import assert from "node:assert/strict";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Output, embedMany, generateObject, generateText, streamText } from "ai";
import { z } from "zod";

globalThis.AI_SDK_LOG_WARNINGS = false;
const [address, token] = process.argv.slice(2);
const how = { name: "quipu", baseURL: `${address}/v1`, apiKey: token };
const quipu = createOpenAICompatible(how);
const prompt = "Who keeps the Meridian Clock?";

function cited(text) {
    assert.match(text, /Halas/);
    assert.match(text, /\[1\]/);
    assert.match(text, /\*\*Sources\*\*/);
}

cited((await generateText({ model: quipu("papers"), prompt, maxRetries: 0 })).text);

const stream = streamText({ model: quipu("papers:walk"), prompt, maxRetries: 0, onError: ({ error }) => { throw error; } });
let streamed = "";
for await (const piece of stream.textStream) streamed += piece;
cited(streamed);

const messages = [
    { role: "user", content: prompt },
    { role: "assistant", content: streamed },
    { role: "user", content: "And when was it installed?" },
];
assert.match((await generateText({ model: quipu("papers"), messages, maxRetries: 0 })).text, /1911/);

const { embeddings } = await embedMany({ model: quipu.embeddingModel("papers"), values: ["a bell", "a clock"], maxRetries: 0 });
assert.ok(embeddings.length === 2 && embeddings[0].length > 50);

const schema = z.object({
    answer: z.string(),
    citations: z.array(z.object({ document: z.string(), quote: z.string() })),
    confidence: z.number(),
    refused: z.boolean(),
});
function whole(object) {
    assert.match(object.answer, /Halas/);
    assert.ok(object.refused === false && object.confidence > 0, JSON.stringify(object));
    assert.match(object.citations[0].quote, /Halas/);
}
// With the schema in the request, and as JSON whose form the prompt asks for.
for (const supportsStructuredOutputs of [true, false]) {
    const model = createOpenAICompatible({ ...how, supportsStructuredOutputs })("papers");
    whole((await generateObject({ model, schema, prompt, maxRetries: 0 })).object);
    whole((await generateText({ model, output: Output.object({ schema }), prompt, maxRetries: 0 })).output);
}
console.log("AI SDK passed");
