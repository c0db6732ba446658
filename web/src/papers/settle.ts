// Where circles lie: bound ones near each other, others apart, none over another. No chance is in it: the same circles lie the
// same way, in whatever order they come. Numbers stand in arrays of their own, since all are compared with all.

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
const STEPS = 200;
/** How far circles push each other off. */
const FAR = 280;
const TURN = Math.PI * (3 - Math.sqrt(5));

/** Lays bodies; the places stand in the order of the bodies. */
export function settle(bodies: Body[], ties: Tie[]): Point[] {
    const order = bodies.map((body, at) => ({ body, at })).sort((a, b) => a.body.group - b.body.group || compare(a.body.id, b.body.id));
    const where = new Map(order.map(({ at }, index) => [at, index]));
    const laying = new Laying(
        order.map(({ body }) => body),
        ties.map((tie) => ({ ...tie, from: where.get(tie.from) ?? -1, to: where.get(tie.to) ?? -1 })),
    );
    laying.run();
    const places = bodies.map((): Point => [0, 0]);
    order.forEach(({ at }, index) => (places[at] = [laying.x[index]!, laying.y[index]!]));
    return places;
}

function compare(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}

/** Bodies while they are laid. */
class Laying {
    readonly x: Float64Array;
    readonly y: Float64Array;
    private readonly vx: Float64Array;
    private readonly vy: Float64Array;
    private readonly r: Float64Array;
    private readonly degree: Float64Array;
    private readonly ties: Tie[];
    private readonly dated: boolean;

    constructor(
        private readonly bodies: Body[],
        ties: Tie[],
    ) {
        // They begin on a spiral, so that none lies on another.
        const far = (at: number) => 14 * Math.sqrt(at + 0.5);
        this.x = Float64Array.from(bodies, (body, at) => body.x ?? far(at) * Math.cos(at * TURN));
        this.y = Float64Array.from(bodies, (_, at) => far(at) * Math.sin(at * TURN));
        this.vx = new Float64Array(bodies.length);
        this.vy = new Float64Array(bodies.length);
        this.r = Float64Array.from(bodies, (body) => body.r);
        this.dated = bodies.some((body) => body.x !== undefined);
        this.ties = ties
            .filter(({ from, to }) => from >= 0 && to >= 0 && from !== to)
            .map((tie) => (tie.from < tie.to ? tie : { ...tie, from: tie.to, to: tie.from }))
            .sort((a, b) => a.from - b.from || a.to - b.to || a.weight - b.weight);
        this.degree = new Float64Array(bodies.length);
        for (const { from, to } of this.ties) {
            this.degree[from]! += 1;
            this.degree[to]! += 1;
        }
    }

    run(): void {
        for (let step = 0; step < STEPS; step += 1) {
            const heat = Math.pow(0.02, step / STEPS);
            this.pull(heat);
            this.push(heat);
            this.gather(heat);
            for (let at = 0; at < this.x.length; at += 1) {
                this.vx[at]! *= 0.6;
                this.vy[at]! *= 0.6;
                if (!this.dated) this.x[at]! += this.vx[at]!;
                this.y[at]! += this.vy[at]!;
            }
        }
        if (this.dated) {
            this.spread();
            this.stack();
        } else this.part();
    }

    /** Ties draw together what they bind; of one that is bound by many, each draws less. */
    private pull(heat: number): void {
        const { x, y, vx, vy, r, degree } = this;
        for (const { from: a, to: b, weight } of this.ties) {
            const dx = x[b]! + vx[b]! - x[a]! - vx[a]!;
            const dy = y[b]! + vy[b]! - y[a]! - vy[a]!;
            const far = Math.sqrt(dx * dx + dy * dy) || 1;
            const wanted = r[a]! + r[b]! + 14 + 46 * (1 - Math.min(1, Math.max(0, weight)));
            const force = (((far - wanted) / far) * heat * (0.35 + 0.65 * weight)) / Math.max(1, Math.min(degree[a]!, degree[b]!));
            const share = degree[a]! / (degree[a]! + degree[b]!);
            vx[b]! -= dx * force * share;
            vy[b]! -= dy * force * share;
            vx[a]! += dx * force * (1 - share);
            vy[a]! += dy * force * (1 - share);
        }
    }

    /** All push each other off, the near ones more; those that touch are parted. */
    private push(heat: number): void {
        const { x, y, vx, vy, r } = this;
        for (let a = 0; a < x.length; a += 1) {
            for (let b = a + 1; b < x.length; b += 1) {
                const dx = x[b]! - x[a]!;
                const dy = y[b]! - y[a]!;
                const square = dx * dx + dy * dy;
                if (square > FAR * FAR) continue;
                const far = Math.sqrt(square) || 0.01;
                const near = r[a]! + r[b]! + ROOM;
                const force = (heat * (28 + 2 * (r[a]! + r[b]!))) / Math.max(far, 4) + (far < near ? 0.35 * (near - far) : 0);
                const fx = (dx / far) * force;
                const fy = (dy / far || (a % 2 ? 0.01 : -0.01)) * force;
                vx[a]! -= fx;
                vy[a]! -= fy;
                vx[b]! += fx;
                vy[b]! += fy;
            }
        }
    }

    /** All are drawn to the middle, more so up and down, since screens are wide; those of a group to its own middle. */
    private gather(heat: number): void {
        const middles = new Map<number, { x: number; y: number; count: number }>();
        this.bodies.forEach(({ group }, at) => {
            const middle = middles.get(group) ?? { x: 0, y: 0, count: 0 };
            middles.set(group, { x: middle.x + this.x[at]!, y: middle.y + this.y[at]!, count: middle.count + 1 });
        });
        this.bodies.forEach(({ group }, at) => {
            const middle = middles.get(group)!;
            // What has no group holds to none.
            const own = group >= 0 && middle.count > 1 ? 0.12 : 0;
            this.vx[at]! += heat * (own * (middle.x / middle.count - this.x[at]!) - 0.025 * this.x[at]!);
            this.vy[at]! += heat * (own * (middle.y / middle.count - this.y[at]!) - 0.05 * this.y[at]!);
        });
    }

    /** Parts what still touches. */
    private part(): void {
        const { x, y, r } = this;
        for (let pass = 0, touched = true; touched && pass < 300; pass += 1) {
            touched = false;
            for (let a = 0; a < x.length; a += 1) {
                for (let b = a + 1; b < x.length; b += 1) {
                    const near = r[a]! + r[b]! + ROOM;
                    const dx = x[b]! - x[a]!;
                    const dy = y[b]! - y[a]!;
                    const square = dx * dx + dy * dy;
                    if (square >= (near - 0.01) * (near - 0.01)) continue;
                    touched = true;
                    const far = Math.sqrt(square);
                    const half = (near - far) / 2 + 0.01;
                    const ux = far > 0.001 ? dx / far : Math.cos(b);
                    const uy = far > 0.001 ? dy / far : Math.sin(b);
                    x[a]! -= ux * half;
                    y[a]! -= uy * half;
                    x[b]! += ux * half;
                    y[b]! += uy * half;
                }
            }
        }
    }

    /** Spreads up and down what lies by its date, so that it is half as high as it is wide. */
    private spread(): void {
        const extent = (all: Float64Array) => Math.max(...all) - Math.min(...all);
        const by = Math.min(8, Math.max(1, (0.5 * extent(this.x)) / Math.max(extent(this.y), 1)));
        for (let at = 0; at < this.y.length; at += 1) this.y[at]! *= by;
    }

    /** Of those whose way from left to right is given, each goes up or down to the nearest place that is free; the large ones first. */
    private stack(): void {
        const { x, y, r } = this;
        const laid: number[] = [];
        const order = this.bodies.map((_, at) => at).sort((a, b) => r[b]! - r[a]! || a - b);
        for (const one of order) {
            const taken = laid.flatMap((other): Point[] => {
                const near = r[one]! + r[other]! + ROOM;
                const dx = x[one]! - x[other]!;
                if (Math.abs(dx) >= near) return [];
                const reach = Math.sqrt(near * near - dx * dx);
                return [[y[other]! - reach, y[other]! + reach]];
            });
            const free = (place: number) => taken.every(([from, to]) => place <= from + 1e-6 || place >= to - 1e-6);
            const tried = [y[one]!, ...taken.flat()].sort((a, b) => Math.abs(a - y[one]!) - Math.abs(b - y[one]!) || a - b);
            y[one] = tried.find(free) ?? y[one]!;
            laid.push(one);
        }
    }
}
