// What was told of a question: its steps, its evidence, its answer; live, kept, or read from a file.

import type { Schemas } from "../api/client";
import type { AnyOf, Answer, Hit, Step } from "../api/shapes";
import type { How } from "../ask/asking.svelte";

/** Something that happened in a run of several steps. */
export type AgentEvent = AnyOf<Schemas["AgentEvent"]> & Pick<Schemas["AgentEvent"], "id" | "at">;

/** What a run may take, or took. */
export type Measures = Record<string, number>;

/** The run behind an answer, where more was done than one look. */
export type Run = Schemas["AgentTrace"];

/** A question with what was told of it. */
export interface Told {
    question: string;
    strategy: string;
    how: Partial<How>;
    steps: Step[];
    hits: Hit[];
    answer: Answer | null;
}

/** The event that a step tells whole. */
export function eventOf(step: Step): AgentEvent | null {
    return step.agent ?? null;
}

/** Whether an event tells more than its line. */
export function isDetailed(event: AgentEvent): boolean {
    const lists = [event.considered, event.refs, event.open, event.parts];
    return lists.some((list) => list?.length) || [event.tool, event.why, event.a, event.grade].some((value) => value !== undefined);
}

/** The run behind an answer. */
export function runOf(answer: Answer | null): Run | null {
    return answer?.agent ?? null;
}

/** How many of what its steps considered were left out. */
export function droppedOf(steps: Step[]): number {
    return steps.reduce((sum, step) => sum + (eventOf(step)?.dropped ?? 0), 0);
}

/** Why the run ended; empty where it was one look. */
export function stoppedOf(told: Pick<Told, "answer" | "steps">): string {
    const last = told.steps.map(eventOf).findLast((event) => event?.event === "stopped");
    return runOf(told.answer)?.stopped ?? String(last?.because ?? "");
}

/** How far each measure went of what it may. */
export function measured(run: Run): { name: string; spent: number; bound: number | null }[] {
    const bounds: Record<string, number | null | undefined> = { ...run.bounds };
    return Object.entries(run.spent).map(([name, spent]) => ({ name, spent, bound: bounds[name] ?? null }));
}

/** The file of a question's trace. */
export function written(told: Told): string {
    return JSON.stringify({ quipu: "trace", ...told }, null, 2);
}

/** Reads such a file, or an answer as the API gives it. */
export function readTrace(text: string): Told {
    const data = JSON.parse(text) as Partial<Told> & Partial<Answer> & { quipu?: string };
    const answer = data.quipu === "trace" ? (data.answer ?? null) : typeof data.answer === "string" ? (data as unknown as Answer) : null;
    const steps = data.steps ?? answer?.trace ?? data.trace;
    if (typeof data.question !== "string" || !Array.isArray(steps)) throw new Error("no trace");
    return {
        question: data.question,
        strategy: data.strategy ?? answer?.strategy ?? "",
        how: data.how ?? {},
        steps,
        hits: data.hits ?? answer?.hits ?? [],
        answer,
    };
}

/** How long a step is shown in a replay, in milliseconds: its own time, within what an eye follows. */
export function pause(step: Step | undefined): number {
    return Math.min(1500, Math.max(400, step?.ms ?? 0));
}
