// What a job says of itself, in the words of the page.

import type { Schemas } from "../api/client";
import { m } from "../paraglide/messages.js";
import type { Job } from "../state/work.svelte";

const STATES: Record<string, () => string> = {
    queued: m.job_queued,
    running: m.job_running,
    paused: m.job_paused,
    done: m.job_done,
    failed: m.job_failed,
    cancelled: m.job_cancelled,
};

const KINDS: Record<string, () => string> = {
    upload: m.kind_upload,
    index: m.kind_index,
    fetch: m.kind_fetch,
    papers: m.kind_papers,
    delete: m.kind_delete,
    watch: m.kind_watch,
    amend: m.kind_amend,
    extract: m.kind_extract,
    reembed: m.kind_reembed,
    cluster: m.kind_cluster,
    doctor: m.kind_doctor,
    import: m.kind_import,
    export: m.kind_export,
    backup: m.kind_backup,
    eval: m.kind_eval,
};

const LINES: Record<string, () => string> = {
    skipped: m.line_skipped,
    partial: m.line_partial,
    replaced: m.line_replaced,
    removed: m.line_removed,
    missing: m.line_missing,
    kept: m.line_kept,
};

export function stateName(state: string): string {
    return STATES[state]?.() ?? state;
}

export function kindName(kind: string): string {
    return KINDS[kind]?.() ?? kind;
}

/** What became of a document. */
export function lineName(state: string): string {
    return LINES[state]?.() ?? state;
}

/** A job that reads documents, whose files have a fate of their own. */
export function reads(job: Job): boolean {
    return ["upload", "index", "fetch", "watch"].includes(job.kind);
}

export function isOver(job: Job): boolean {
    return ["done", "failed", "cancelled"].includes(job.state);
}

/** What a job was given: its files, paths or addresses. */
export function given(job: Job): string[] {
    const of = job as { files?: { name: string }[]; paths?: string[]; addresses?: string[]; documents?: string[] };
    return of.files?.map((file) => file.name) ?? of.paths ?? of.addresses ?? of.documents ?? [];
}

/** How many files a job has read no word of. */
export function failures(job: Job): number {
    const report = (job.report ?? {}) as { skipped?: unknown[]; not_fetched?: unknown[] };
    return (report.skipped?.length ?? 0) + (report.not_fetched?.length ?? 0);
}

/** A file of a job, and what became of it. */
export interface Fate {
    name: string;
    /** The document, where there is one to look at. */
    document: string;
    state: "waiting" | "read" | "skipped" | "partial" | "replaced" | "removed" | "missing" | "kept" | (string & {});
    /** Why, for people. */
    reason: string;
    /** The same as the server keeps it, in English. */
    said: string;
}

/** The id of the document that a file of an upload becomes. */
export function idOf(name: string): string {
    return `uploads/${name}`;
}

/**
 * What became of each file. What no line tells of is simply in the workspace once the job is done; before that nobody
 * knows, since files are read side by side.
 */
export function fates(job: Job, lines: Schemas["DocumentLine"][]): Fate[] {
    const files = (job as { files?: { name: string }[] }).files ?? [];
    const told = lines.map(({ id, state, reason, said }) => ({
        name: id.replace(/^uploads\//, ""),
        document: state === "skipped" || state === "removed" ? "" : id,
        state,
        reason: reason ?? "",
        said: said ?? reason ?? "",
    }));
    const known = new Set(told.map((fate) => fate.name));
    const state = job.state === "done" ? "read" : "waiting";
    const others = files.filter((file) => !known.has(file.name));
    return [...told, ...others.map(({ name }) => ({ name, document: state === "read" ? idOf(name) : "", state, reason: "", said: "" }))];
}
