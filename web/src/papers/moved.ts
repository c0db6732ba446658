// Circles on their way from where they were to where they lie now.

import type { Mark } from "./scene";

/** How long they are under way, in milliseconds. */
const WHILE = 350;

/** Whether whoever looks wants no motion. */
function still(): boolean {
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

/** Shows circles on their way, where they lie elsewhere now; gives what ends that. */
export function go(before: Mark[], after: Mark[], show: (marks: Mark[]) => void): () => void {
    const same = after.every((mark, index) => mark.x === before[index]?.x && mark.y === before[index]?.y);
    if (same || before.length !== after.length || still()) {
        show(after);
        return () => undefined;
    }
    const begun = performance.now();
    let frame = requestAnimationFrame(function step(now) {
        const share = Math.min(1, Math.max(0, (now - begun) / WHILE));
        show(share < 1 ? between(before, after, share) : after);
        if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
}
