// What the server says of a document, its chunks and its names.

import type { Schemas } from "../api/client";

export type ChunkRow = Schemas["Chunk"];
/** A document with its chunks. */
export type FullDocument = Schemas["ShownDocument"];
/** A chunk with what it says. */
export type FullChunk = Schemas["ChunkShown"];
export type Heading = Schemas["Section"];

/** A name with how often it is said. */
export interface Named {
    form: string;
    kind: string;
    count: number;
}

/** The names of chunks, the most said first; each by the form that was met first. */
export function named(chunks: FullChunk[]): Named[] {
    const found = new Map<string, Named>();
    for (const { facts } of chunks) {
        for (const mention of facts.flatMap((fact) => fact.mentions)) {
            const known = found.get(mention.name.folded);
            if (known) known.count += 1;
            else found.set(mention.name.folded, { form: mention.form, kind: mention.kind, count: 1 });
        }
    }
    return [...found.values()].sort((a, b) => b.count - a.count || a.form.localeCompare(b.form));
}

/** The page on which a place of a text stands, by the chunk that holds it; 0 where no pages are known. */
export function pageAt(chunks: ChunkRow[], start: number): number {
    const chunk = chunks.find(({ body }) => body.start <= start && start < body.end);
    if (!chunk?.pages) return 0;
    return chunk.pages.first + chunk.pages.breaks.filter((at) => at <= start).length;
}

/** A value of metadata as a person writes it. */
export function written(value: unknown): string {
    if (typeof value === "string") return value;
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
    return JSON.stringify(value);
}

/** What a person wrote, in the shape that it had: a list stays a list, a number a number. */
export function readBack(text: string, before: unknown): unknown {
    if (Array.isArray(before) && before.every((one) => typeof one === "string")) {
        return text.split(",").map((one) => one.trim()).filter(Boolean);
    }
    if (before === undefined || typeof before === "string") return text;
    try {
        return JSON.parse(text) as unknown;
    } catch {
        return text;
    }
}
