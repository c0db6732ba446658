// Pictures as they are asked for: around a name, a question or a document, and farther.

import { get, inside, query } from "../api/client";
import type { Schemas } from "../api/client";
import type { FullDocument } from "../document/shapes";
import { grown, isEntity, type Picture } from "./shapes";

/** How many neighbours are followed for a depth of two, and how many around each. */
export const FOLLOWED = 12;
const AROUND = 12;
/** From how many of a document's names its picture grows, and how many of its chunks are asked for them. */
const NAMES = 6;
const READ = 40;

/** What a picture begins at. */
export interface Begin {
    entity: string;
    question: string;
    document: string;
    /** A level of communities, or a community whose parts are shown. */
    level: string;
    community: string;
}

/** A chunk with the names in it. */
type Chunk = Pick<Schemas["ChunkShown"], "facts">;

/** A picture as the server draws it. */
export function drawn(workspace: string, what: Record<string, string | number>): Promise<Picture> {
    return get<Picture>(inside(workspace, "picture") + query(what));
}

/** How many chunks stand beside so many entities. */
export function chunksFor(entities: number): number {
    return Math.min(500, Math.max(20, Math.round(entities / 3)));
}

/** The names that chunks say most often, the most said first. */
export function mostSaid(chunks: Chunk[], count: number): string[] {
    const counts = new Map<string, number>();
    const facts = chunks.flatMap((chunk) => chunk.facts);
    for (const mention of facts.flatMap((one) => one.mentions)) counts.set(mention.name.folded, (counts.get(mention.name.folded) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).slice(0, count).map(([name]) => name);
}

async function ofDocument(workspace: string, id: string, entities: number): Promise<Picture> {
    const document = await get<FullDocument>(inside(workspace, "documents", id));
    const read = document.chunks.slice(0, READ).map((chunk) => get<Chunk>(inside(workspace, "chunks", chunk.key)));
    const names = mostSaid(await Promise.all(read), NAMES);
    // A name that several things have gives no picture of its own; the others do.
    const tried = names.map((entity) => drawn(workspace, { entity, entities, chunks: chunksFor(entities) }).catch(() => null));
    const found = (await Promise.all(tried)).filter((picture) => picture !== null);
    const [first, ...rest] = found;
    const all = first ? rest.reduce(grown, first) : { title: "", points: [], lines: [], places: [] };
    return { ...all, title: document.title || id };
}

/** The picture around what it begins at. */
export function picturing(workspace: string, begin: Begin, entities: number): Promise<Picture> {
    const counts = { entities, chunks: chunksFor(entities) };
    if (begin.document) return ofDocument(workspace, begin.document, entities);
    if (begin.entity) return drawn(workspace, { entity: begin.entity, ...counts });
    if (begin.community) return drawn(workspace, { community: begin.community, ...counts });
    if (begin.level) return drawn(workspace, { level: begin.level, ...counts });
    return drawn(workspace, { question: begin.question, ...counts });
}

/** A picture grown around its nearest entities, and how many of how many were followed. */
export async function deeper(workspace: string, picture: Picture): Promise<{ picture: Picture; followed: number; of: number }> {
    const near = picture.points.slice(1).filter(isEntity);
    const followed = [...near].sort((a, b) => b.weight - a.weight).slice(0, FOLLOWED);
    let all = picture;
    for (let at = 0; at < followed.length; at += 4) {
        const some = followed.slice(at, at + 4).map((point) => drawn(workspace, { entity: point.id, entities: AROUND, chunks: 0 }).catch(() => null));
        for (const more of await Promise.all(some)) if (more) all = grown(all, more);
    }
    return { picture: all, followed: followed.length, of: near.length };
}
