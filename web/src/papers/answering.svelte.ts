// A question to papers: what came so far of its answer, and how it ended.

import { Problem } from "../api/client";
import { asked, type How } from "./api";
import type { Said } from "./shapes";

const BLANK: Said = { response: "", citations: [], warning: null, related_concepts: [], papers_used: [], notes: [], refused: false };

export class Answering {
    state = $state<"asking" | "done" | "stopped" | "failed">("asking");
    stage = $state("");
    text = $state("");
    said = $state.raw<Said | null>(null);
    problem = $state.raw<Problem | null>(null);
    private readonly ended = new AbortController();

    constructor(
        readonly workspace: string,
        readonly question: string,
        readonly papers: string[],
        readonly how: How,
    ) {}

    async run(): Promise<void> {
        try {
            for await (const { event, data } of asked(this.workspace, this.papers, this.question, this.how, this.ended.signal)) {
                this.take(event, data as Record<string, unknown>);
            }
            if (this.state === "asking") this.state = "stopped";
        } catch (error) {
            if (this.ended.signal.aborted) this.state = "stopped";
            else [this.problem, this.state] = [Problem.of(error), "failed"];
        }
    }

    /** Stops it on the server, too; what was said stays. */
    stop(): void {
        this.ended.abort();
        this.state = "stopped";
    }

    private take(event: string, data: Record<string, unknown>): void {
        if (event === "step") this.stage = String(data.step);
        else if (event === "token") this.text += String(data.text ?? "");
        else if (event === "end") {
            const said: Said = { ...BLANK, ...data };
            [this.said, this.text, this.state] = [said, said.response, "done"];
        } else if (event === "error") {
            const said = (data.problem ?? {}) as { status?: number; code?: string; detail?: string; retry_after_s?: number | null };
            this.problem = new Problem(said.status ?? 500, said.code ?? "", said.detail ?? "", "", said.retry_after_s ?? 0);
            this.state = "failed";
        } else if (event === "stopped") this.state = "stopped";
    }
}
