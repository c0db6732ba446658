// Where circles lie: bound ones near each other, others apart, none over another. No chance is in it: the same circles lie the
// same way, in whatever order they come.

/** A circle that is to be laid. */
export interface Body {
    id: string;
    r: number;
    /** Those of one group hold together a little. */
    group: number;
    /** Where it lies from left to right, where that is given. */
    x?: number;
}

/** What binds two bodies, by their numbers. */
export interface Tie {
    from: number;
    to: number;
    weight: number;
}

export type Point = [number, number];

/** Room between two circles. */
const ROOM = 5;
const STEPS = 240;
const TURN = Math.PI * (3 - Math.sqrt(5));

interface Moving extends Body {
    /** Its number in what was given. */
    at: number;
    px: number;
    py: number;
    vx: number;
    vy: number;
}

/** Lays bodies; the places stand in the order of the bodies. */
export function settle(bodies: Body[], ties: Tie[]): Point[] {
    const order = bodies.map((body, at) => ({ body, at })).sort((a, b) => a.body.group - b.body.group || compare(a.body.id, b.body.id));
    const all = order.map(({ body, at }, turn) => begun(body, at, turn));
    const where = new Map(all.map((one, index) => [one.at, index]));
    const bound = ties
        .map((tie) => ({ a: where.get(tie.from) ?? -1, b: where.get(tie.to) ?? -1, weight: tie.weight }))
        .filter(({ a, b }) => a >= 0 && b >= 0 && a !== b)
        .map((tie) => (tie.a < tie.b ? tie : { ...tie, a: tie.b, b: tie.a }))
        .sort((x, y) => x.a - y.a || x.b - y.b || x.weight - y.weight);
    const degree = all.map(() => 0);
    for (const { a, b } of bound) {
        degree[a] = (degree[a] ?? 0) + 1;
        degree[b] = (degree[b] ?? 0) + 1;
    }
    for (let step = 0; step < STEPS; step += 1) {
        const heat = Math.pow(0.02, step / STEPS);
        pull(all, bound, degree, heat);
        push(all, heat);
        gather(all, heat);
        for (const one of all) {
            one.vx *= 0.6;
            one.vy *= 0.6;
            if (one.x === undefined) one.px += one.vx;
            one.py += one.vy;
        }
    }
    if (all.some((one) => one.x !== undefined)) stacked(all);
    else parted(all);
    const places = bodies.map((): Point => [0, 0]);
    for (const one of all) places[one.at] = [one.px, one.py];
    return places;
}

function compare(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** Begins on a spiral, so that none lies on another. */
function begun(body: Body, at: number, turn: number): Moving {
    const far = 14 * Math.sqrt(turn + 0.5);
    return { ...body, at, px: body.x ?? far * Math.cos(turn * TURN), py: far * Math.sin(turn * TURN), vx: 0, vy: 0 };
}

/** Ties draw together what they bind; of one that is bound by many, each draws less. */
function pull(all: Moving[], ties: { a: number; b: number; weight: number }[], degree: number[], heat: number): void {
    for (const tie of ties) {
        const [a, b] = [all[tie.a], all[tie.b]];
        if (!a || !b) continue;
        const [dx, dy] = [b.px + b.vx - a.px - a.vx, b.py + b.vy - a.py - a.vy];
        const far = Math.hypot(dx, dy) || 1;
        const wanted = a.r + b.r + 14 + 46 * (1 - Math.min(1, Math.max(0, tie.weight)));
        const least = Math.min(degree[tie.a] ?? 1, degree[tie.b] ?? 1);
        const force = ((far - wanted) / far) * heat * (0.35 + 0.65 * tie.weight) / Math.max(1, least);
        const share = (degree[tie.a] ?? 1) / ((degree[tie.a] ?? 1) + (degree[tie.b] ?? 1));
        b.vx -= dx * force * share;
        b.vy -= dy * force * share;
        a.vx += dx * force * (1 - share);
        a.vy += dy * force * (1 - share);
    }
}

/** All push each other off, the near ones more; those that touch are parted. */
function push(all: Moving[], heat: number): void {
    for (let i = 0; i < all.length; i += 1) {
        const a = all[i]!;
        for (let j = i + 1; j < all.length; j += 1) {
            const b = all[j]!;
            const [dx, dy] = [b.px - a.px, b.py - a.py];
            const square = dx * dx + dy * dy;
            if (square > 90_000) continue;
            const far = Math.sqrt(square) || 0.01;
            const near = a.r + b.r + ROOM;
            const force = (heat * (28 + 2 * (a.r + b.r))) / Math.max(far, 4) + (far < near ? 0.35 * (near - far) : 0);
            const [fx, fy] = [(dx / far) * force, (dy / far || (i % 2 ? 0.01 : -0.01)) * force];
            a.vx -= fx;
            a.vy -= fy;
            b.vx += fx;
            b.vy += fy;
        }
    }
}

/** All are drawn to the middle, more so up and down, since screens are wide; those of a group to its own middle. */
function gather(all: Moving[], heat: number): void {
    const middles = new Map<number, { x: number; y: number; count: number }>();
    for (const one of all) {
        const middle = middles.get(one.group) ?? { x: 0, y: 0, count: 0 };
        middles.set(one.group, { x: middle.x + one.px, y: middle.y + one.py, count: middle.count + 1 });
    }
    for (const one of all) {
        const middle = middles.get(one.group);
        const own = middle && middle.count > 1 ? 0.12 : 0;
        const [mx, my] = middle ? [middle.x / middle.count, middle.y / middle.count] : [0, 0];
        one.vx += heat * (own * (mx - one.px) - 0.025 * one.px);
        one.vy += heat * (own * (my - one.py) - 0.05 * one.py);
    }
}

/** Parts what still touches. */
function parted(all: Moving[]): void {
    for (let pass = 0; pass < 300; pass += 1) {
        let touched = false;
        for (let i = 0; i < all.length; i += 1) {
            const a = all[i]!;
            for (let j = i + 1; j < all.length; j += 1) {
                const b = all[j]!;
                const near = a.r + b.r + ROOM;
                const [dx, dy] = [b.px - a.px, b.py - a.py];
                if (Math.abs(dx) >= near || Math.abs(dy) >= near) continue;
                const far = Math.hypot(dx, dy);
                if (far >= near - 0.01) continue;
                touched = true;
                const [ux, uy] = far > 0.001 ? [dx / far, dy / far] : [Math.cos(j), Math.sin(j)];
                const half = (near - far) / 2 + 0.01;
                a.px -= ux * half;
                a.py -= uy * half;
                b.px += ux * half;
                b.py += uy * half;
            }
        }
        if (!touched) return;
    }
}

/** Of those whose way from left to right is given, each goes up or down to the nearest place that is free; the large ones first. */
function stacked(all: Moving[]): void {
    const laid: Moving[] = [];
    for (const one of [...all].sort((a, b) => b.r - a.r || compare(a.id, b.id))) {
        const taken = laid.flatMap((other): Point[] => {
            const [near, dx] = [one.r + other.r + ROOM, one.px - other.px];
            if (Math.abs(dx) >= near) return [];
            const reach = Math.sqrt(near * near - dx * dx);
            return [[other.py - reach, other.py + reach]];
        });
        const free = (y: number) => taken.every(([from, to]) => y <= from + 1e-6 || y >= to - 1e-6);
        const tried = [one.py, ...taken.flat()].sort((a, b) => Math.abs(a - one.py) - Math.abs(b - one.py) || a - b);
        one.py = tried.find(free) ?? one.py;
        laid.push(one);
    }
}
