// Every call about papers.

import { events, type ServerEvent } from "../api/events";
import { get, inside, listOf, query, send, type Schemas } from "../api/client";
import type { Job } from "../state/work.svelte";
import type { Cites, Comparison, Concepts, Found, Listing, Missing, PaperCard, PaperMap, Search, Wanted } from "./shapes";

/** How many papers of a list a request brings, and how many are shown at all. */
const PAGE = 1000;
export const MOST = 20_000;
/** Where papers are asked and compared. */
const ACTION = "/api/agent_action";

/** Each paper once: a list that changes while it is turned may say one twice. */
function once(found: Found): Found {
    return { ...found, papers: [...new Map(found.papers.map((paper) => [paper.id, paper])).values()] };
}

/** What is in the workspace, by words and fields. */
export async function list(workspace: string, asked: Listing): Promise<Found> {
    const { items, total } = await get<Schemas["PaperPage"]>(inside(workspace, "papers") + query({ ...asked }));
    return once({ papers: items, total });
}

/** All papers of the workspace. */
export async function all(workspace: string): Promise<Found> {
    const found: PaperCard[] = [];
    for (;;) {
        const { papers, total } = await list(workspace, { order: "cited", skip: found.length, limit: PAGE });
        found.push(...papers);
        if (papers.length === 0 || found.length >= Math.min(total, MOST)) return once({ papers: found, total });
    }
}

/** What arXiv has of a topic. */
export async function search(workspace: string, asked: Search, signal: AbortSignal): Promise<Found> {
    const { items, total, by_words } = await send<Schemas["PapersSought"]>("POST", inside(workspace, "papers", "search"), asked, signal);
    return once({ papers: items, total, by_words });
}

/** Which papers are alike and which cite which. */
export function mapped(workspace: string): Promise<PaperMap> {
    return send<PaperMap>("POST", inside(workspace, "papers", "map"), {});
}

/** What papers speak of: those that are named, or all. */
export function concepts(workspace: string, papers: string[]): Promise<Concepts> {
    return send<Concepts>("POST", inside(workspace, "papers", "concepts"), papers.length > 0 ? { papers } : {});
}

/** What is cited and not here. */
export function missing(workspace: string): Promise<Missing[]> {
    return listOf<Missing>(inside(workspace, "papers", "missing") + query({ limit: 20 }));
}

/** What a paper cites of what is here, or by what it is cited. */
export function citing(workspace: string, paper: string, way: "cites" | "cited-by"): Promise<Cites[]> {
    return listOf<Cites>(inside(workspace, "papers", way) + query({ paper }));
}

/** A bibliography; of all papers where none is named. */
export function exported(workspace: string, papers: string[], form: string): Promise<{ text: string; count: number }> {
    return send("POST", inside(workspace, "papers", "export"), { ...(papers.length > 0 ? { papers } : {}), form });
}

/** Adds papers, or fetches the texts that are missing. */
export function add(workspace: string, wanted: Wanted): Promise<Job> {
    return send<Job>("POST", inside(workspace, "jobs"), { kind: "papers", wanted });
}

/** What happens in a job, from its beginning. */
export function happening(workspace: string, job: string, signal: AbortSignal): AsyncGenerator<ServerEvent> {
    return events(inside(workspace, "jobs", job, "events"), undefined, signal);
}

export function cancel(workspace: string, job: string): Promise<unknown> {
    return send("POST", inside(workspace, "jobs", job, "cancel"));
}

/** How papers are asked: with a model's ratings, by words beside vectors. */
export interface How {
    rated: boolean;
    words: boolean;
}

/** Asks papers a question, and gives the answer as it comes. */
export function asked(workspace: string, papers: string[], question: string, how: How, signal: AbortSignal): AsyncGenerator<ServerEvent> {
    const body = { action: "chat", workspace, selected_papers: papers, query: question, use_reranking: how.rated, use_hybrid: how.words };
    return events(ACTION, body, signal);
}

/** Lays papers beside each other. */
export function compared(workspace: string, papers: string[], signal: AbortSignal): Promise<Comparison> {
    return send<Comparison>("POST", ACTION, { action: "compare", workspace, selected_papers: papers }, signal);
}
