// A model's server that speaks slowly, as OpenAI's protocol has it: a word each fifth of a second, until nobody listens.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Slow {
    url: string;
    /** How many words were sent, and how many streams were hung up on. */
    sent: number;
    left: number;
    /** How many questions were answered at once, as a whole. */
    whole: number;
    end: () => Promise<void>;
}

export function slow(words: string): Promise<Slow> {
    const state: Slow = { url: "", sent: 0, left: 0, whole: 0, end: () => Promise.resolve() };
    const server: Server = createServer((request, response) => {
        let body = "";
        request.on("data", (piece: Buffer) => (body += piece.toString()));
        request.on("end", () => {
            const asked = JSON.parse(body || "{}") as { stream?: boolean };
            if (!asked.stream) {
                if (request.method === "POST") state.whole += 1;
                response.setHeader("Content-Type", "application/json");
                response.end(JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: words }, finish_reason: "stop" }], usage: {} }));
                return;
            }
            response.setHeader("Content-Type", "text/event-stream");
            const all = words.split(" ");
            const send = () => {
                const word = all.shift();
                const delta = word === undefined ? {} : { content: `${word} ` };
                state.sent += 1;
                response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: word === undefined ? "stop" : null }] })}\n\n`);
                if (word === undefined) response.end("data: [DONE]\n\n");
            };
            const timer = setInterval(send, 200);
            response.on("close", () => {
                clearInterval(timer);
                if (all.length > 0) state.left += 1;
            });
        });
    });
    return new Promise((done) => {
        server.listen(0, "127.0.0.1", () => {
            state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
            state.end = () =>
                new Promise((over) => {
                    server.closeAllConnections();
                    server.close(() => over());
                });
            done(state);
        });
    });
}
