// Questions that a person starred, with the documents that answer them: kept in this browser, one list a workspace.

import { get, inside, query } from "../api/client";
import type { Hit } from "../api/shapes";
import { stored } from "../state/root";

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

/** Reads a set of starred questions; nothing else passes. */
export function readStarred(text: string): Starred[] {
    const data = JSON.parse(text) as unknown;
    const rows = Array.isArray(data) ? data : [];
    const all = rows.flatMap((row: unknown) => {
        const { question, documents } = (row ?? {}) as Partial<Starred>;
        const named = Array.isArray(documents) ? documents.filter((one) => typeof one === "string") : [];
        return typeof question === "string" && question.trim() ? [{ question, documents: named }] : [];
    });
    if (all.length === 0) throw new Error("no starred questions");
    return all;
}

/** One list with another: of the same question, what came last counts. */
export function joined(all: Starred[], more: Starred[]): Starred[] {
    return [...new Map([...all, ...more].map((one) => [one.question, one])).values()];
}

/** From which recall and which mean reciprocal rank a way passes. */
export interface Thresholds {
    recall: number;
    reciprocal: number;
}

/** Whether means are as good as is wanted. */
export function passes(means: Thresholds, least: Thresholds): boolean {
    return means.recall >= least.recall && means.reciprocal >= least.reciprocal;
}

/** The means of a way's outcomes. */
export function means(outcomes: Outcome[]): Thresholds {
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
    return { recall: mean(outcomes.map((one) => one.recall)), reciprocal: mean(outcomes.map((one) => one.reciprocal)) };
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
        return stored(`starred/${this.workspace}`);
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

    /** Adds questions, in the place of those that are the same. */
    add(more: Starred[]): void {
        this.keep(joined(this.all, more));
    }

    /** Expects a document of a question, or no longer. */
    expect(question: string, document: string): void {
        const turned = (documents: string[]) => (documents.includes(document) ? documents.filter((one) => one !== document) : [...documents, document]);
        this.keep(this.all.map((one) => (one.question === question ? { ...one, documents: turned(one.documents) } : one)));
    }
}

export const starred = new StarredQuestions();

/** Asks a way for the passages of a question. */
export async function tried(workspace: string, way: string, one: Starred): Promise<Outcome> {
    const began = performance.now();
    const found = await get<{ hits: Hit[] }>(inside(workspace, "search") + query({ query: one.question, strategy: way, limit: 10 }));
    return judged(one.documents, found.hits, performance.now() - began);
}
