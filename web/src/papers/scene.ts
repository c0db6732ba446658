// What is drawn: circles with names and lines between them, through a view that moves and grows; as shapes that a canvas and SVG share.

import { over, placed, type Box } from "./labels";
import type { Point } from "./settle";

/** A circle; those of the most worth come first and get their names first. */
export interface Mark {
    id: string;
    x: number;
    y: number;
    r: number;
    label: string;
    colour: string;
    /** What is said of it to whoever does not see it. */
    told: string;
}

/** A line between two circles, by their numbers. */
export interface Stroke {
    from: number;
    to: number;
    width: number;
    arrow: boolean;
    says: string;
}

export interface Scene {
    marks: Mark[];
    strokes: Stroke[];
    /** Lines from top to bottom with what they say, as of years. */
    ticks: { x: number; text: string }[];
}

/** How a scene is seen: a place `p` of it is at `p * scale + (x, y)`. */
export interface View {
    scale: number;
    x: number;
    y: number;
}

export interface Ink {
    ground: string;
    text: string;
    soft: string;
    line: string;
    accent: string;
}

/** What is told apart in it. */
export interface Look {
    ink: Ink;
    chosen: ReadonlySet<string>;
    /** What is lit while the rest is pale; nothing is pale where it is null. */
    lit: ReadonlySet<string> | null;
    /** What an answer used. */
    bold: ReadonlySet<string>;
    /** The circle that keys or the pointer are at; -1 for none. */
    at: number;
    /** The line that is looked at; -1 for none. */
    stroke: number;
}

export type Shape =
    | { is: "line"; x1: number; y1: number; x2: number; y2: number; width: number; colour: string; alpha: number; tip: boolean }
    | { is: "circle"; x: number; y: number; r: number; fill: string; ring: string; width: number; alpha: number }
    | { is: "text"; x: number; y: number; text: string; colour: string; halo: string; size: number; bold: boolean; middle: boolean; alpha: number };

const SIZE = 12;
const SMALL = 10;
const PALE = 0.18;

/** How large a circle is in a view: it shrinks with it, and grows more slowly than it. */
export function radius(r: number, view: View): number {
    return Math.max(3, r * (view.scale < 1 ? view.scale : Math.pow(view.scale, 0.35)));
}

export function seen(mark: { x: number; y: number }, view: View): Point {
    return [mark.x * view.scale + view.x, mark.y * view.scale + view.y];
}

/** The view that shows all of a scene. */
export function fit(scene: Scene, width: number, height: number): View {
    if (scene.marks.length === 0) return { scale: 1, x: width / 2, y: height / 2 };
    const low = (of: "x" | "y") => Math.min(...scene.marks.map((mark) => mark[of] - mark.r));
    const high = (of: "x" | "y") => Math.max(...scene.marks.map((mark) => mark[of] + mark.r));
    const [left, right, top, bottom] = [low("x"), high("x"), low("y"), high("y")];
    const [beside, below] = [width < 500 ? 12 : 56, 28];
    const scale = Math.min(1.8, (width - 2 * beside) / Math.max(right - left, 1), (height - 2 * below) / Math.max(bottom - top, 1));
    return { scale, x: width / 2 - (scale * (left + right)) / 2, y: height / 2 - (scale * (top + bottom)) / 2 };
}

/** A view that is nearer or farther, where a place of the screen stays where it is. */
export function zoomed(view: View, by: number, [x, y]: Point): View {
    const scale = Math.min(8, Math.max(0.1, view.scale * by));
    const grown = scale / view.scale;
    return { scale, x: x - (x - view.x) * grown, y: y - (y - view.y) * grown };
}

/** A scene in shapes, in the order in which they are put down. */
export function shapes(scene: Scene, view: View, look: Look, width: number, height: number, measure: (text: string, size: number) => number): Shape[] {
    const all: Shape[] = [];
    const { ink } = look;
    const circles = scene.marks.map((mark) => {
        const [x, y] = seen(mark, view);
        return { x, y, r: radius(mark.r, view), width: measure(mark.label, SIZE) };
    });
    // What lies outside of the room is not put down.
    const on = ({ x, y, r }: { x: number; y: number; r: number }) => x + r > -10 && x - r < width + 10 && y + r > -10 && y - r < height + 10;
    const pale = (id: string) => look.lit !== null && !look.lit.has(id);
    for (const tick of scene.ticks) {
        const x = tick.x * view.scale + view.x;
        all.push({ is: "line", x1: x, y1: 0, x2: x, y2: height - 18, width: 1, colour: ink.line, alpha: 0.7, tip: false });
        all.push({ is: "text", x, y: height - 6, text: tick.text, colour: ink.soft, halo: ink.ground, size: 11, bold: false, middle: true, alpha: 1 });
    }
    scene.strokes.forEach((stroke, at) => {
        const [from, to, a, b] = [circles[stroke.from], circles[stroke.to], scene.marks[stroke.from], scene.marks[stroke.to]];
        if (!from || !to || !a || !b || outside(from, to, width, height)) return;
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const far = Math.hypot(dx, dy) || 1;
        // An arrow ends at the rim of what it points at.
        const end = stroke.arrow ? Math.max(0, far - to.r - 1.5) / far : 1;
        const is = at === look.stroke;
        const near = look.at === stroke.from || look.at === stroke.to;
        const colour = is ? ink.accent : near ? ink.text : ink.soft;
        const alpha = pale(a.id) || pale(b.id) ? PALE / 2 : is || near ? 1 : stroke.arrow ? 0.55 : 0.32;
        all.push({ is: "line", x1: from.x, y1: from.y, x2: from.x + dx * end, y2: from.y + dy * end, width: is ? 2.5 : stroke.width, colour, alpha, tip: stroke.arrow });
    });
    // Small ones lie above large ones.
    for (const at of scene.marks.map((_, index) => index).sort((a, b) => (scene.marks[b]?.r ?? 0) - (scene.marks[a]?.r ?? 0))) {
        const [mark, circle] = [scene.marks[at]!, circles[at]!];
        if (!on(circle)) continue;
        const [chosen, bold] = [look.chosen.has(mark.id), look.bold.has(mark.id)];
        const alpha = pale(mark.id) ? PALE : 1;
        if (chosen) all.push({ is: "circle", x: circle.x, y: circle.y, r: circle.r + Math.min(4, 1.5 + circle.r / 4), fill: "none", ring: ink.accent, width: 2.5, alpha: 1 });
        all.push({ is: "circle", x: circle.x, y: circle.y, r: circle.r, fill: mark.colour, ring: bold ? ink.text : ink.ground, width: bold ? 3 : 1, alpha });
        if (at === look.at) all.push({ is: "circle", x: circle.x, y: circle.y, r: circle.r + 7.5, fill: "none", ring: ink.text, width: 1.5, alpha: 1 });
    }
    const room: Box = { x: 2, y: 2, width: width - 4, height: height - (scene.ticks.length > 0 ? 22 : 4) };
    const inside = circles.flatMap((circle, at) => (on(circle) ? [at] : []));
    const found = placed(inside.map((at) => circles[at]!), SIZE + 2, room);
    const boxes = circles.map((): Box | null => null);
    inside.forEach((at, index) => (boxes[at] = found[index] ?? null));
    boxes.forEach((box, at) => {
        const mark = scene.marks[at]!;
        if (!box && (at !== look.at || !on(circles[at]!))) return;
        const [circle, bold] = [circles[at]!, look.bold.has(mark.id) || look.chosen.has(mark.id) || at === look.at];
        const x = box?.x ?? Math.max(2, Math.min(circle.x + circle.r + 3, width - circle.width - 4));
        const y = (box?.y ?? circle.y - SIZE / 2) + SIZE - 1;
        all.push({ is: "text", x, y, text: mark.label, colour: ink.text, halo: ink.ground, size: SIZE, bold, middle: false, alpha: pale(mark.id) ? PALE * 1.6 : 1 });
    });
    return [...all, ...words(scene, circles, boxes, look, measure)];
}

/** Whether a line lies on one side of the room. */
function outside(a: { x: number; y: number }, b: { x: number; y: number }, width: number, height: number): boolean {
    return Math.max(a.x, b.x) < 0 || Math.min(a.x, b.x) > width || Math.max(a.y, b.y) < 0 || Math.min(a.y, b.y) > height;
}

/** What lines say, where that lies over nothing; of the line or the circle that is looked at in any case. */
function words(scene: Scene, circles: { x: number; y: number; r: number }[], boxes: (Box | null)[], look: Look, measure: (text: string, size: number) => number): Shape[] {
    const taken = [...boxes.filter((box) => box !== null), ...circles.map(({ x, y, r }) => ({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }))];
    return scene.strokes.flatMap((stroke, at): Shape[] => {
        const [from, to] = [circles[stroke.from], circles[stroke.to]];
        if (!stroke.says || !from || !to) return [];
        const width = measure(stroke.says, SMALL);
        const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
        const box = { x: x - width / 2, y: y - SMALL / 2, width, height: SMALL + 2 };
        const wanted = at === look.stroke || look.at === stroke.from || look.at === stroke.to;
        if (!wanted && (look.lit !== null || Math.hypot(to.x - from.x, to.y - from.y) < width + 30 || taken.some((other) => over(box, other)))) return [];
        taken.push(box);
        return [{ is: "text", x, y: y + SMALL / 2, text: stroke.says, colour: look.ink.soft, halo: look.ink.ground, size: SMALL, bold: at === look.stroke, middle: true, alpha: 1 }];
    });
}
