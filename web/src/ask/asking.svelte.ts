// One question under way: what was asked, what came so far, and how it ended.

import { events } from "../api/events";
import { Problem, inside } from "../api/client";
import type { Answer, Hit, Step } from "../api/shapes";

/** How a question is asked. */
export interface How {
    strategy: string;
    effort: string;
    offline: boolean;
    document: string;
}

export type AskingState = "asking" | "done" | "stopped" | "failed";

/** A body of a request for an answer. */
function body(question: string, how: How, session: string): Record<string, unknown> {
    const filter = how.document ? { document: [how.document] } : undefined;
    return {
        question,
        session,
        ...(how.strategy ? { strategy: how.strategy } : {}),
        ...(how.effort ? { effort: how.effort } : {}),
        ...(how.offline ? { offline: true } : {}),
        ...(filter ? { filter } : {}),
    };
}

export class Asking {
    state = $state<AskingState>("asking");
    steps = $state<Step[]>([]);
    hits = $state.raw<Hit[]>([]);
    text = $state("");
    answer = $state.raw<Answer | null>(null);
    problem = $state.raw<Problem | null>(null);
    private readonly ended = new AbortController();

    constructor(
        readonly workspace: string,
        readonly question: string,
        readonly how: How,
        readonly session: string,
    ) {}

    /** Asks, until the answer is whole or somebody stops it. */
    async run(): Promise<void> {
        try {
            const path = inside(this.workspace, "ask");
            for await (const { event, data } of events(path, body(this.question, this.how, this.session), this.ended.signal)) {
                this.take(event, data as Record<string, unknown>);
            }
            if (this.state === "asking") this.state = "stopped";
        } catch (error) {
            if (this.ended.signal.aborted) this.state = "stopped";
            else this.fail(error);
        }
    }

    /** Stops it on the server, too; what was said stays. */
    stop(): void {
        this.ended.abort();
        this.state = "stopped";
    }

    private take(event: string, data: Record<string, unknown>): void {
        if (event === "step") this.steps.push(data as unknown as Step);
        else if (event === "evidence") this.hits = (data.hits as Hit[] | undefined) ?? [];
        else if (event === "token") this.text += String(data.text ?? "");
        else if (event === "end") {
            this.answer = data as unknown as Answer;
            this.text = this.answer.answer;
            this.hits = this.answer.hits;
            this.state = "done";
        } else if (event === "error" || event === "problem") {
            this.fail(new Problem(Number(data.status ?? 500), String(data.code ?? ""), String(data.detail ?? "")));
        }
    }

    private fail(error: unknown): void {
        this.problem = Problem.of(error);
        this.state = "failed";
    }
}

/** What this tab asked since it was opened, of all workspaces. */
class History {
    asked = $state<Asking[]>([]);

    /** Asks, and tells when the answer is whole. */
    async ask(asking: Asking): Promise<void> {
        this.asked.push(asking);
        // The proxy in the list is what the page watches.
        await this.asked.at(-1)?.run();
    }
}

export const history = new History();
