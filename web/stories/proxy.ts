// A reverse proxy that serves a server below a path of its own address, and notes who asks for anything beside that path.

import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Proxy {
    /** The address below which the server is reached. */
    url: string;
    /** The server behind, which may start later. */
    behind: string;
    /** What was asked for beside the path. */
    readonly missed: string[];
    /** How many requests were passed on. */
    passed: number;
    end: () => Promise<void>;
}

export function proxied(prefix: string): Promise<Proxy> {
    const state: Proxy = { url: "", behind: "", missed: [], passed: 0, end: () => Promise.resolve() };
    const server = createServer((asked, reply) => {
        const path = asked.url ?? "";
        if (path.startsWith(`${prefix}/`)) pass(asked, reply, state, path.slice(prefix.length));
        else {
            state.missed.push(path);
            reply.writeHead(404).end();
        }
    });
    return new Promise((done) => {
        server.listen(0, "127.0.0.1", () => {
            state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
            state.end = () =>
                new Promise((over) => {
                    server.closeAllConnections();
                    server.close(() => over());
                });
            done(state);
        });
    });
}

/** Passes a request on as it came, its path without the prefix, and the reply as it comes. */
function pass(asked: IncomingMessage, reply: ServerResponse, state: Proxy, path: string): void {
    state.passed += 1;
    const behind = request(state.behind + path, { method: asked.method, headers: asked.headers }, (told) => {
        reply.writeHead(told.statusCode ?? 502, told.headers);
        told.pipe(reply);
    });
    behind.on("error", () => reply.headersSent || reply.writeHead(502).end());
    reply.on("close", () => behind.destroy());
    asked.pipe(behind);
}
