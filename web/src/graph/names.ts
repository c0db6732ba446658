// Decisions of people about which names mean one thing.

import { inside, listOf, send, type Schemas } from "../api/client";
import type { AnyOf } from "../api/shapes";
import { m } from "../paraglide/messages.js";
import { stored } from "../state/root";

/** A decision about names. */
export type Decision = AnyOf<Schemas["Decision"]> & Pick<Schemas["Decision"], "number" | "at">;

/** Two names that may mean one thing. */
export type Alike = Schemas["SuggestedPair"];

/** Every decision, the last first. */
export async function decisions(workspace: string): Promise<Decision[]> {
    const all = await listOf<Decision>(inside(workspace, "names", "log"));
    return all.sort((a, b) => b.number - a.number);
}

/** Decides, and gives the numbers of what was decided: a split under another name is two decisions. */
export async function decide(workspace: string, what: string, body: Record<string, unknown>, reason: string): Promise<number[]> {
    const before = Math.max(0, ...(await decisions(workspace)).map((one) => one.number));
    await send("POST", inside(workspace, "names", what), { ...body, ...(reason.trim() ? { reason: reason.trim() } : {}) });
    return (await decisions(workspace)).map((one) => one.number).filter((number) => number > before);
}

/** Takes decisions back, the last first. */
export async function takeBack(workspace: string, numbers: number[]): Promise<void> {
    for (const number of [...numbers].sort((a, b) => b - a)) await send("POST", inside(workspace, "names", "undo"), { number });
}

/** What was decided, in one sentence. */
export function said(one: Decision): string {
    const name = one.name?.folded ?? "";
    if (one.decided === "merge") return m.graph_said_merge({ a: one.a?.folded ?? "", b: one.b?.folded ?? "" });
    if (one.decided === "rename") return m.graph_said_rename({ name, to: one.to ?? "" });
    if (one.decided === "split") return m.graph_said_split({ name, documents: (one.documents ?? []).join(", ") });
    return `${one.decided}: ${name}`;
}

const LIKENESS: Record<string, () => string> = {
    "same-letters": m.graph_why_same_letters,
    "word-order": m.graph_why_word_order,
    initials: m.graph_why_initials,
    acronym: m.graph_why_acronym,
    "family-name": m.graph_why_family_name,
    spelling: m.graph_why_spelling,
};

/** Why two names may mean one thing, in the page's language. */
export function likeness(one: Alike): string[] {
    return one.why.map((why) => LIKENESS[why]?.() ?? why);
}

const key = (workspace: string) => stored(`differ/${workspace}`);

/** Pairs that somebody called different in this browser. */
export function different(workspace: string): string[] {
    try {
        return JSON.parse(localStorage.getItem(key(workspace)) ?? "[]") as string[];
    } catch {
        return [];
    }
}

/** A pair by what it says, whichever of the two stands first. */
export function pair(one: Pick<Alike, "a" | "b">): string {
    return [one.a, one.b].sort().join("\n");
}

/** Calls a pair different. */
export function differ(workspace: string, one: Alike): string[] {
    const all = [...new Set([...different(workspace), pair(one)])];
    localStorage.setItem(key(workspace), JSON.stringify(all));
    return all;
}
