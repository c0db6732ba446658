// Server-sent events over `fetch`, since `EventSource` can neither post a question nor carry a token.

import { reply } from "./client";

/** An event as it came. */
export interface ServerEvent {
    id: string;
    event: string;
    data: unknown;
}

/** Splits a stream of text into events; what is no JSON is left out. */
export class EventReader {
    private rest = "";

    /** The events that a piece of text ends. */
    take(text: string): ServerEvent[] {
        const blocks = (this.rest + text).replaceAll("\r\n", "\n").split("\n\n");
        this.rest = blocks.pop() ?? "";
        return blocks.flatMap((block) => this.read(block));
    }

    private read(block: string): ServerEvent[] {
        const found = { id: "", event: "message", data: "" };
        for (const line of block.split("\n")) {
            const [, name, value] = /^(id|event|data): ?(.*)$/s.exec(line) ?? [];
            if (name === "data") found.data += (found.data ? "\n" : "") + value;
            else if (name === "id" || name === "event") found[name] = value ?? "";
        }
        if (!found.data) return [];
        try {
            return [{ ...found, data: JSON.parse(found.data) as unknown }];
        } catch {
            return [];
        }
    }
}

/** Posts a body, or reads where there is none, and gives the events as they come. */
export async function* events(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<ServerEvent> {
    const accept = { Accept: "text/event-stream" };
    const posted = { method: "POST", body: JSON.stringify(body), headers: { ...accept, "Content-Type": "application/json" } };
    const response = await reply(path, body === undefined ? { headers: accept, signal } : { ...posted, signal });
    if (!response.body) return;
    const stream = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const reader = new EventReader();
    try {
        for (;;) {
            const { done, value } = await stream.read();
            if (done) return;
            yield* reader.take(value);
        }
    } finally {
        // Whoever stops listening ends the work on the server, too.
        await stream.cancel().catch(() => undefined);
    }
}
