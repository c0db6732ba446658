// The canvas of a drawing: in the colours of the page, as wide as its letters are there.

import { font, put } from "./pens";
import type { Ink, Shape } from "./scene";
import type { Point } from "./settle";

/** The colours of the page as they are now. */
export function ink(): Ink {
    const style = getComputedStyle(document.documentElement);
    const of = (colour: string) => style.getPropertyValue(`--${colour}`).trim();
    return { ground: of("raised"), text: of("text"), soft: of("soft"), line: of("line"), accent: of("accent") };
}

const widths = new Map<string, number>();
let ruler: CanvasRenderingContext2D | null = null;

/** How wide a text is; each is measured once. */
export function measure(text: string, size: number): number {
    const key = `${size} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    ruler ??= document.createElement("canvas").getContext("2d");
    if (!ruler) return text.length * size * 0.55;
    ruler.font = font(size, true);
    const wide = ruler.measureText(text).width;
    widths.set(key, wide);
    return wide;
}

/** Puts shapes on a canvas of a size, where `ratio` dots are one of the screen's points. */
export function paint(on: HTMLCanvasElement, all: Shape[], [width, height]: Point, ratio: number, ground = ""): CanvasRenderingContext2D | null {
    const pen = on.getContext("2d");
    if (!pen) return null;
    [on.width, on.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (ground) {
        pen.fillStyle = ground;
        pen.fillRect(0, 0, width, height);
    }
    put(pen, all);
    return pen;
}

/** The line of a lasso. */
export function trace(pen: CanvasRenderingContext2D | null, line: Point[], colour: string): void {
    if (!pen || line.length < 2) return;
    pen.beginPath();
    for (const point of line) pen.lineTo(...point);
    pen.closePath();
    [pen.strokeStyle, pen.lineWidth] = [colour, 1.5];
    pen.setLineDash([5, 4]);
    pen.stroke();
}
