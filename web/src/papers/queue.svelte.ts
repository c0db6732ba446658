// What is being added: a row a paper, as the events of the job tell.

import { Problem } from "../api/client";
import { isOver } from "../ingest/job";
import type { Job } from "../state/work.svelte";
import { happening } from "./api";
import { bare } from "./named";
import type { AddReport } from "./shapes";

export interface Row {
    id: string;
    state: "waiting" | "abstract" | "fetching" | "reading" | "read" | "failed" | (string & {});
    reason: string;
}

/** The rows behind an event; a paper is one row, however its id is written. */
export function told(rows: Row[], id: string, state: string, reason = ""): Row[] {
    const at = rows.findIndex((row) => bare(row.id) === bare(id));
    if (at < 0) return [...rows, { id, state, reason }];
    return rows.map((row, index) => (index === at ? { id: row.id, state, reason } : row));
}

/** What a job was asked for. */
function wanted(job: Job): string[] {
    return (job as { wanted?: { ids?: string[] } }).wanted?.ids ?? [];
}

export class Queue {
    job = $state.raw<Job | null>(null);
    rows = $state.raw<Row[]>([]);
    stage = $state("");
    notes = $state.raw<string[]>([]);
    done = $state(0);
    total = $state<number | null>(null);
    left = $state<number | null>(null);
    report = $state.raw<AddReport | null>(null);
    problem = $state.raw<Problem | null>(null);
    /** Whether it goes on. */
    runs = $state(false);
    private listening: AbortController | null = null;

    /** Follows a job from its beginning. */
    async follow(workspace: string, job: Job): Promise<void> {
        this.leave();
        const listening = new AbortController();
        this.listening = listening;
        [this.job, this.runs, this.stage, this.notes, this.report, this.problem] = [job, !isOver(job), "", [], null, null];
        this.rows = wanted(job).map((id) => ({ id, state: "waiting", reason: "" }));
        [this.done, this.total, this.left] = [0, this.rows.length || null, null];
        for (let wait = 500; this.listening === listening; wait = Math.min(2 * wait, 15_000)) {
            try {
                for await (const { event, data } of happening(workspace, job.id, listening.signal)) {
                    if (this.listening !== listening) return;
                    this.take(event, data as Record<string, unknown>);
                }
                if (!this.runs) return;
            } catch (error) {
                if (listening.signal.aborted) return;
                const problem = Problem.of(error);
                // A server that was away comes again; what it refuses it refuses for good.
                if (!problem.isOffline) {
                    [this.problem, this.runs] = [problem, false];
                    return;
                }
            }
            await new Promise((done) => setTimeout(done, wait));
        }
    }

    /** Listens no longer; the job goes on. */
    leave(): void {
        this.listening?.abort();
        this.listening = null;
    }

    private take(event: string, data: Record<string, unknown>): void {
        if (event === "document") this.rows = told(this.rows, String(data.id), String(data.state), String(data.reason ?? ""));
        else if (event === "stage") this.stage = String(data.stage);
        else if (event === "note") this.notes = [...new Set([...this.notes, String(data.detail)])];
        else if (event === "progress") {
            [this.done, this.total, this.left] = [Number(data.done), (data.total as number | null | undefined) ?? this.total, (data.left_s as number | null | undefined) ?? null];
        } else if (event === "finished") {
            [this.report, this.runs] = [(data.report ?? null) as AddReport | null, false];
            for (const { id, detail } of this.report?.failed ?? []) this.rows = told(this.rows, id, "failed", detail);
        } else if (event === "failed") {
            const said = (data.problem ?? {}) as { status?: number; code?: string; detail?: string; retry_after_s?: number | null };
            [this.problem, this.runs] = [new Problem(said.status ?? 500, said.code ?? "", said.detail ?? "", "", said.retry_after_s ?? 0), false];
        } else if (event === "cancelled") this.runs = false;
    }
}
