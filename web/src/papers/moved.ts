// Circles on their way from where they were to where they lie now.

import type { Mark } from "./scene";

/** How long they are under way, in milliseconds. */
export const WHILE = 350;

/** Whether whoever looks wants no motion. */
export function still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where each circle is when a share of the way is done; what was not there before is where it lies. */
export function between(before: Mark[], after: Mark[], share: number): Mark[] {
    const from = new Map(before.map((mark) => [mark.id, mark]));
    const part = share * share * (3 - 2 * share);
    return after.map((mark) => {
        const was = from.get(mark.id);
        return was ? { ...mark, x: was.x + (mark.x - was.x) * part, y: was.y + (mark.y - was.y) * part } : mark;
    });
}
