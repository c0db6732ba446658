// What steps and measures are called in the page's language; what is not known keeps the server's name.

import { m } from "../paraglide/messages.js";

const STEPS: Record<string, () => string> = {
    understand: m.trace_step_understand,
    view: m.trace_step_view,
    retrieve: m.trace_step_retrieve,
    answer: m.trace_step_answer,
    ask: m.trace_step_ask,
    look: m.trace_step_look,
    started: m.trace_step_started,
    routed: m.trace_step_routed,
    planned: m.trace_step_planned,
    "step.started": m.trace_step_begins,
    "step.ended": m.trace_step_ends,
    graded: m.trace_step_graded,
    corrected: m.trace_step_corrected,
    contradiction: m.trace_step_contradiction,
    draft: m.trace_step_draft,
    checked: m.trace_step_checked,
    judged: m.trace_step_judged,
    answered: m.trace_step_answered,
    refused: m.trace_step_refused,
    stopped: m.trace_step_stopped,
};

const MEASURES: Record<string, () => string> = {
    steps: m.trace_steps,
    views: m.trace_views,
    calls: m.trace_calls,
    tokens: m.trace_tokens,
    seconds: m.trace_seconds,
    parts: m.trace_parts,
    corrections: m.trace_corrections,
    hits: m.passages,
};

const ENDS: Record<string, () => string> = {
    done: m.trace_ended_done,
    steps: m.trace_ended_steps,
    views: m.trace_ended_views,
    calls: m.trace_ended_calls,
    tokens: m.trace_ended_tokens,
    seconds: m.trace_ended_seconds,
    cancelled: m.trace_ended_cancelled,
};

/** A step. */
export function stepName(step: string): string {
    return STEPS[step]?.() ?? step;
}

/** A measure of a run. */
export function measureName(name: string): string {
    return MEASURES[name]?.() ?? name;
}

/** Why a run ended. */
export function endName(because: string): string {
    return ENDS[because]?.() ?? because;
}
