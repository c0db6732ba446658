// What kinds are called: those of entities are the server's, the others are told in the page's language.

import { m } from "../paraglide/messages.js";
import type { Line } from "./shapes";

/** A kind of points. */
export function kindName(kind: string): string {
    if (kind === "chunk") return m.passage();
    if (kind === "community") return m.graph_theme();
    return kind === "document" ? m.graph_document() : kind;
}

/** What a line says, or how its ends stand together. */
export function says(line: Line): string {
    return line.says || (line.kind === "mention" ? m.graph_mentioned() : m.together());
}
