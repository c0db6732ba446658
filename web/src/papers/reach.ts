// What a hand reaches: the circles within a line that was drawn, the one under a pointer, the next one in a direction.

import type { Point } from "./settle";

/** Whether a place lies within a closed line. */
export function within(line: Point[], [x, y]: Point): boolean {
    let is = false;
    for (let i = 0, j = line.length - 1; i < line.length; j = i, i += 1) {
        const [[xi, yi], [xj, yj]] = [line[i]!, line[j]!];
        if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) is = !is;
    }
    return is;
}

/** The numbers of the places within a closed line. */
export function caught(line: Point[], places: Point[]): number[] {
    if (line.length < 3) return [];
    return places.flatMap((place, at) => (within(line, place) ? [at] : []));
}

/** The circle at a place, the nearest where several are; -1 for none. */
export function under(place: Point, circles: { x: number; y: number; r: number }[], slack = 3): number {
    let [best, least] = [-1, Infinity];
    circles.forEach((circle, at) => {
        const far = Math.hypot(circle.x - place[0], circle.y - place[1]) - circle.r;
        if (far <= slack && far < least) [best, least] = [at, far];
    });
    return best;
}

/** The line at a place, by its two ends; -1 for none. */
export function along(place: Point, lines: [Point, Point][], slack = 5): number {
    let [best, least] = [-1, slack];
    lines.forEach(([a, b], at) => {
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        const t = Math.max(0, Math.min(1, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)));
        const far = Math.hypot(a[0] + t * dx - place[0], a[1] + t * dy - place[1]);
        if (far < least) [best, least] = [at, far];
    });
    return best;
}

export type Direction = "left" | "right" | "up" | "down";

const WAYS: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The nearest place in a direction: what lies straight that way before what lies aside; where none does, it stays. */
export function next(places: Point[], from: number, direction: Direction): number {
    const here = places[from];
    if (!here) return places.length > 0 ? 0 : -1;
    const [ux, uy] = WAYS[direction];
    let [best, least] = [from, Infinity];
    places.forEach(([x, y], at) => {
        const [dx, dy] = [x - here[0], y - here[1]];
        const ahead = dx * ux + dy * uy;
        const aside = Math.abs(dx * uy - dy * ux);
        // A quarter of the circle about the direction is that direction.
        if (at === from || ahead <= 0 || aside > ahead) return;
        const far = ahead + 2 * aside;
        if (far < least) [best, least] = [at, far];
    });
    return best;
}
