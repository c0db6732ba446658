// Questions that a person starred, with the documents that answer them: kept in this browser, one list a workspace.

import { get, inside, query } from "../api/client";
import type { Hit } from "../api/shapes";

/** A question with the documents in which its answer stands. */
export interface Starred {
    question: string;
    documents: string[];
}

/** How a way did on a question. */
export interface Outcome {
    /** The share of the expected documents among the first five passages. */
    recall: number;
    /** One over the place of the first of them; 0 where none was found. */
    reciprocal: number;
    ms: number;
    hits: Hit[];
}

/** How passages do for what was expected. */
export function judged(expected: string[], hits: Hit[], ms: number): Outcome {
    const found = new Set(hits.slice(0, 5).map((hit) => hit.document));
    const first = hits.findIndex((hit) => expected.includes(hit.document));
    const recall = expected.length ? expected.filter((one) => found.has(one)).length / expected.length : 0;
    return { recall, reciprocal: first < 0 ? 0 : 1 / (first + 1), ms, hits };
}

class StarredQuestions {
    all = $state.raw<Starred[]>([]);
    private workspace = "";

    of(workspace: string): void {
        if (this.workspace === workspace) return;
        this.workspace = workspace;
        try {
            this.all = JSON.parse(localStorage.getItem(this.key) ?? "[]") as Starred[];
        } catch {
            this.all = [];
        }
    }

    private get key(): string {
        return `quipu-starred/${this.workspace}`;
    }

    private keep(all: Starred[]): void {
        this.all = all;
        localStorage.setItem(this.key, JSON.stringify(all));
    }

    has(question: string): boolean {
        return this.all.some((one) => one.question === question);
    }

    toggle(starred: Starred): void {
        const others = this.all.filter((one) => one.question !== starred.question);
        this.keep(others.length < this.all.length ? others : [...others, starred]);
    }
}

export const starred = new StarredQuestions();

/** Asks a way for the passages of a question. */
export async function tried(workspace: string, way: string, one: Starred): Promise<Outcome> {
    const began = performance.now();
    const found = await get<{ hits: Hit[] }>(inside(workspace, "search") + query({ query: one.question, strategy: way, limit: 10 }));
    return judged(one.documents, found.hits, performance.now() - began);
}
