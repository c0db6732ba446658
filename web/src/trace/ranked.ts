// Where a passage stands in a ranking, and what kept it out.

import type { Hit } from "../api/shapes";

/** A passage in a ranking; `rank` counts from 1. */
export interface Ranked {
    hit: Hit;
    rank: number;
}

function folded(text: string): string {
    return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The passages of a document in a ranking, or those that hold a quote. */
export function places(hits: Hit[], document: string, quote = ""): Ranked[] {
    const wanted = folded(quote);
    return hits.flatMap((hit, at) => {
        const is = wanted ? folded(hit.text).includes(wanted) : hit.document === document;
        return is ? [{ hit, rank: at + 1 }] : [];
    });
}

/** The last passage that was taken, where it stands in the ranking. */
export function lastTaken(hits: Hit[], taken: Hit[]): Ranked | null {
    const keys = new Set(taken.map((hit) => hit.chunk));
    const at = hits.findLastIndex((hit) => keys.has(hit.chunk));
    const hit = hits[at];
    return hit ? { hit, rank: at + 1 } : null;
}

/** Why it is not there: it is, it ranks too low, the way does not find it, or the filter keeps it out. */
export type Verdict = "taken" | "ranked" | "unfound" | "filtered";

/** What is to be said; `free`: the ranking without the filter, where there was one. */
export function verdict(found: Ranked[], taken: Hit[], free: Ranked[] | null): Verdict {
    const keys = new Set(taken.map((hit) => hit.chunk));
    if (found.some((one) => keys.has(one.hit.chunk))) return "taken";
    if (found.length > 0) return "ranked";
    return free && free.length > 0 ? "filtered" : "unfound";
}
