// One question: under way, answered, or kept from before; how it was asked, what came so far, and how it ended.

import { events } from "../api/events";
import { Problem, inside } from "../api/client";
import type { Answer, Exchange, Hit, Step } from "../api/shapes";

/** How a question is asked. */
export interface How {
    strategy: string;
    effort: string;
    offline: boolean;
    /** Which documents count: by id or glob, tag, language, and one date or range. */
    documents: string[];
    tags: string[];
    languages: string[];
    date: string;
}

/** As the settings have it, of all documents. */
export function plain(): How {
    return { strategy: "", effort: "", offline: false, documents: [], tags: [], languages: [], date: "" };
}

export type AskingState = "asking" | "done" | "stopped" | "failed";

/** The filter of a request; nothing where all documents count. */
export function filter(how: How): Record<string, unknown> | undefined {
    const said = {
        ...(how.documents.length ? { document: how.documents } : {}),
        ...(how.tags.length ? { tag: how.tags } : {}),
        ...(how.languages.length ? { language: how.languages } : {}),
        ...(how.date ? { date: how.date } : {}),
    };
    return Object.keys(said).length ? said : undefined;
}

/** A body of a request for an answer. */
export function body(question: string, how: How, session?: string): Record<string, unknown> {
    const which = filter(how);
    return {
        question,
        ...(session ? { session } : {}),
        ...(how.strategy ? { strategy: how.strategy } : {}),
        ...(how.effort ? { effort: how.effort } : {}),
        ...(how.offline ? { offline: true } : {}),
        ...(which ? { filter: which } : {}),
    };
}

/** How an exchange was asked. */
function howOf({ how = {}, whole }: Exchange): How {
    return {
        strategy: whole?.strategy ?? "",
        effort: how.effort?.[0] ?? "",
        offline: how.offline !== undefined,
        documents: how.document ?? [],
        tags: how.tag ?? [],
        languages: how.language ?? [],
        date: how.date?.[0] ?? "",
    };
}

/** An answer of which a former version kept the text alone. */
function bare(exchange: Exchange): Answer {
    return {
        question: exchange.question,
        strategy: "",
        answer: exchange.answer,
        refused: exchange.refused ?? false,
        confidence: { value: 0, class: "not_found", support: 0, evidence: 0 },
        citations: [],
        hits: [],
        notes: [],
        trace: [],
    };
}

export class Asking {
    state = $state<AskingState>("asking");
    steps = $state<Step[]>([]);
    hits = $state.raw<Hit[]>([]);
    text = $state("");
    answer = $state.raw<Answer | null>(null);
    problem = $state.raw<Problem | null>(null);
    /** When it was asked, where it is kept from before. */
    at = $state<number | null>(null);
    private readonly ended = new AbortController();

    constructor(
        readonly workspace: string,
        readonly question: string,
        readonly how: How,
        readonly session: string,
    ) {}

    /** What a conversation keeps of a question. */
    static kept(workspace: string, session: string, exchange: Exchange): Asking {
        const asking = new Asking(workspace, exchange.question, howOf(exchange), session);
        asking.answer = exchange.whole ?? bare(exchange);
        asking.text = asking.answer.answer;
        asking.hits = asking.answer.hits;
        asking.steps = asking.answer.trace ?? [];
        asking.at = exchange.at;
        asking.state = "done";
        return asking;
    }

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
        } else if (event === "error") {
            const said = (data.problem ?? {}) as { status?: number; code?: string; detail?: string };
            this.fail(new Problem(said.status ?? 500, said.code ?? "", said.detail ?? ""));
        }
    }

    private fail(error: unknown): void {
        this.problem = Problem.of(error);
        this.state = "failed";
    }
}

/** What this tab knows of questions: those it asked since it was opened, and those of conversations that were looked at. */
class History {
    asked = $state<Asking[]>([]);

    /** Asks, and tells when the answer is whole. */
    async ask(asking: Asking): Promise<Asking | undefined> {
        this.asked.push(asking);
        // The proxy in the list is what the page watches.
        const watched = this.asked.at(-1);
        await watched?.run();
        return watched;
    }

    /** Lets a question go that was not heard. */
    forget(asking: Asking): void {
        this.asked = this.asked.filter((one) => one !== asking);
    }

    /** Those of a conversation, in the order in which they were asked. */
    of(workspace: string, session: string): Asking[] {
        return this.asked.filter((one) => one.workspace === workspace && one.session === session);
    }

    /** Takes a conversation in as it is kept, unless this tab has it. */
    take(workspace: string, session: string, exchanges: Exchange[]): void {
        if (this.of(workspace, session).length > 0) return;
        this.asked.push(...exchanges.map((exchange) => Asking.kept(workspace, session, exchange)));
    }

    /** Lets a conversation go, so that it is asked for anew. */
    drop(workspace: string, session: string): void {
        this.asked = this.asked.filter((one) => one.workspace !== workspace || one.session !== session);
    }
}

export const history = new History();
