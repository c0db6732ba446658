// The report of a job that asks sets of questions with known answers.

import type { Schemas } from "../api/client";

export type Interval = Schemas["Interval"];

/** How a way did on a set, or on a half of it. */
export type ReportRow = Schemas["EvaluatedSet"];

/** A run of sets. */
export interface EvalJob {
    id: string;
    state: Schemas["Job"]["state"];
    kind: string;
    paths?: string[];
    strategies?: string[];
    questions?: number | null;
    created: string;
    started?: string | null;
    ended?: string | null;
    report?: { sets: ReportRow[] } | null;
    problem?: Schemas["Problem"] | null;
}

/** The rows of a report that are of a half, `all` for whole sets. */
export function rowsOf(job: EvalJob, half: string): ReportRow[] {
    return (job.report?.sets ?? []).filter((row) => row.half === half);
}

/** The halves that a report tells, the whole first. */
export function halves(job: EvalJob): string[] {
    const all = new Set((job.report?.sets ?? []).map((row) => row.half));
    return [...all].sort((a, b) => Number(b === "all") - Number(a === "all") || a.localeCompare(b));
}

/** The folders that a person named, one a line. */
export function folders(text: string): string[] {
    return [...new Set(text.split("\n").map((line) => line.trim()).filter(Boolean))];
}

/** An interval as it is read: whether the difference is sure shows in its signs. */
export function shown(interval: Interval | null): string {
    const signed = (value: number) => `${value > 0 ? "+" : ""}${value.toFixed(1)}`;
    return interval ? `${signed(interval.low)} … ${signed(interval.high)}` : "";
}

/** The folders below which the server may read, as the setting has them. */
export function roots(value: unknown): string[] {
    try {
        const all = (typeof value === "string" ? JSON.parse(value) : value) as unknown;
        return Array.isArray(all) ? all.filter((one) => typeof one === "string") : [];
    } catch {
        return [];
    }
}
