// Keys that go to a place: `g` and a letter. They can be turned off, since single keys disturb who speaks to the page.

import type { Tab } from "./address";

/** The letter of each tab behind `g`. */
export const LETTERS: Record<string, Tab> = { a: "ask", d: "ingest", p: "papers", g: "graph", t: "trace", b: "benchmark", s: "settings" };

const OFF = "quipu-keys-off";

/** Whether single keys are heard. */
export function heard(): boolean {
    return localStorage.getItem(OFF) === null;
}

/** Turns them on or off. */
export function hear(on: boolean): void {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
}

/** What keys mean, one after the other. */
export class Keys {
    private before = "";
    private at = 0;

    /**
     * The tab that a key leads to, `question` for the field of the question, `next` and `last` for what is listed, `help` for
     * the list of keys; else nothing.
     */
    take(key: string, now: number): Tab | "question" | "next" | "last" | "help" | null {
        const behind = this.before === "g" && now - this.at < 1500;
        [this.before, this.at] = [key, now];
        if (behind && LETTERS[key]) {
            this.before = "";
            return LETTERS[key];
        }
        if (key === "/") return "question";
        if (key === "j") return "next";
        if (key === "k") return "last";
        return key === "?" ? "help" : null;
    }
}
