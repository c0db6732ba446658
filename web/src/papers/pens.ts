// Shapes on a canvas, and the same as SVG.

import { escaped } from "../graph/exported";
import type { Shape } from "./scene";

const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const TIP = 6;

export function font(size: number, bold: boolean): string {
    return `${bold ? 600 : 400} ${size}px ${FONT}`;
}

/** The three corners of an arrow's tip. */
function tip(x1: number, y1: number, x2: number, y2: number): [number, number][] {
    const far = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far];
    const [bx, by] = [x2 - ux * TIP, y2 - uy * TIP];
    return [[x2, y2], [bx - uy * TIP * 0.45, by + ux * TIP * 0.45], [bx + uy * TIP * 0.45, by - ux * TIP * 0.45]];
}

/** Puts shapes on a canvas. */
export function put(pen: CanvasRenderingContext2D, all: Shape[]): void {
    for (const shape of all) {
        pen.globalAlpha = shape.alpha;
        if (shape.is === "line") line(pen, shape);
        else if (shape.is === "circle") circle(pen, shape);
        else text(pen, shape);
    }
    pen.globalAlpha = 1;
}

function line(pen: CanvasRenderingContext2D, shape: Shape & { is: "line" }): void {
    [pen.strokeStyle, pen.fillStyle, pen.lineWidth] = [shape.colour, shape.colour, shape.width];
    pen.beginPath();
    pen.moveTo(shape.x1, shape.y1);
    pen.lineTo(shape.x2, shape.y2);
    pen.stroke();
    if (!shape.tip) return;
    const [first, ...others] = tip(shape.x1, shape.y1, shape.x2, shape.y2);
    pen.beginPath();
    pen.moveTo(...first!);
    for (const corner of others) pen.lineTo(...corner);
    pen.fill();
}

function circle(pen: CanvasRenderingContext2D, shape: Shape & { is: "circle" }): void {
    pen.beginPath();
    pen.arc(shape.x, shape.y, shape.r, 0, 2 * Math.PI);
    if (shape.fill !== "none") {
        pen.fillStyle = shape.fill;
        pen.fill();
    }
    [pen.strokeStyle, pen.lineWidth] = [shape.ring, shape.width];
    pen.stroke();
}

function text(pen: CanvasRenderingContext2D, shape: Shape & { is: "text" }): void {
    pen.font = font(shape.size, shape.bold);
    pen.textAlign = shape.middle ? "center" : "left";
    [pen.lineJoin, pen.lineWidth, pen.strokeStyle, pen.fillStyle] = ["round", 3, shape.halo, shape.colour];
    pen.strokeText(shape.text, shape.x, shape.y);
    pen.fillText(shape.text, shape.x, shape.y);
}

/** The same as a file that other programs open. */
export function svg(all: Shape[], width: number, height: number, ground: string, title: string): string {
    const n = (value: number) => value.toFixed(1);
    const lines = all.map((shape) => {
        if (shape.is === "line") {
            const drawn = `<line x1="${n(shape.x1)}" y1="${n(shape.y1)}" x2="${n(shape.x2)}" y2="${n(shape.y2)}" stroke="${shape.colour}" stroke-width="${shape.width}" opacity="${shape.alpha}"/>`;
            if (!shape.tip) return drawn;
            const corners = tip(shape.x1, shape.y1, shape.x2, shape.y2).map(([x, y]) => `${n(x)},${n(y)}`);
            return `${drawn}<polygon points="${corners.join(" ")}" fill="${shape.colour}" opacity="${shape.alpha}"/>`;
        }
        if (shape.is === "circle") {
            return `<circle cx="${n(shape.x)}" cy="${n(shape.y)}" r="${n(shape.r)}" fill="${shape.fill}" stroke="${shape.ring}" stroke-width="${shape.width}" opacity="${shape.alpha}"/>`;
        }
        const anchor = shape.middle ? ' text-anchor="middle"' : "";
        const halo = `stroke="${shape.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"`;
        return `<text x="${n(shape.x)}" y="${n(shape.y)}" font-size="${shape.size}" font-weight="${shape.bold ? 600 : 400}" fill="${shape.colour}" ${halo}${anchor} opacity="${shape.alpha}">${escaped(shape.text)}</text>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="${ground}"/>
${lines.join("\n")}
</svg>
`;
}
