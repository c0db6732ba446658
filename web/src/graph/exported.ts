// What is seen, in shapes that other programs open.

import { colour, kinds, type Picture } from "./shapes";

/** Text that stands in XML: what XML cannot hold is left out. */
export function escaped(text: string): string {
    const clean = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
    return clean.replace(/[&<>"']/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[letter] ?? letter);
}

/** How a drawing looks. */
export interface Ink {
    ground: string;
    text: string;
    line: string;
}

export const PAPER: Ink = { ground: "#ffffff", text: "#221d18", line: "#8a7a68" };

/** Room about the points; a label needs more of it behind its point. */
const ROOM = 50;
const LABEL = 160;

/** How wide a drawing of so many points is, so that their names have room. */
function width(points: number): number {
    return Math.round(Math.min(6000, Math.max(1200, 150 * Math.sqrt(points))));
}

/** SVG of a picture: lines, then points, then words, so that words are never covered. */
export function svg(picture: Picture, words = true, ink: Ink = PAPER): string {
    const all = kinds(picture);
    const [xs, ys] = [picture.places.map(([x]) => x), picture.places.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs, 0), Math.min(...ys, 0)];
    const extent = Math.max(Math.max(...xs, 0) - left, Math.max(...ys, 0) - top) || 1;
    const wide = width(picture.points.length);
    const scale = (wide - 2 * ROOM - LABEL) / extent;
    const high = Math.round((Math.max(...ys, 0) - top) * scale + 2 * ROOM);
    const places = picture.places.map(([x, y]) => [(ROOM + (x - left) * scale).toFixed(1), (ROOM + (y - top) * scale).toFixed(1)] as const);
    const at = (index: number) => places[index] ?? (["0", "0"] as const);
    const lines = picture.lines.map((line) => {
        const [[x1, y1], [x2, y2]] = [at(line.from), at(line.to)];
        const stated = line.says !== "";
        const drawn = `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke-width="${stated ? 1.5 : 0.7}"${stated ? ' marker-end="url(#tip)"' : ""}/>`;
        return stated && words ? `${drawn}<text stroke="none" x="${middle(x1, x2)}" y="${middle(y1, y2)}">${escaped(line.says)}</text>` : drawn;
    });
    const points = picture.points.map((point, index) => {
        const [x, y] = at(index);
        const size = 4 + 4 * Math.sqrt(Math.max(point.weight, 0));
        return `<circle cx="${x}" cy="${y}" r="${size.toFixed(1)}" fill="${colour(all, point.kind)}"><title>${escaped(`${point.label} (${point.kind})`)}</title></circle>`;
    });
    const labels = picture.points.map((point, index) => {
        const [x, y] = at(index);
        return `<text x="${(Number(x) + 12).toFixed(1)}" y="${(Number(y) + 4).toFixed(1)}">${escaped(point.label)}</text>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}">
<title>${escaped(picture.title)}</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="14" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" fill="${ink.line}"/></marker></defs>
<rect width="100%" height="100%" fill="${ink.ground}"/>
<g stroke="${ink.line}" fill="${ink.text}" font-family="sans-serif" font-size="10">
${lines.join("\n")}
</g>
<g>
${points.join("\n")}
</g>
<g fill="${ink.text}" font-family="sans-serif" font-size="13">
${labels.join("\n")}
</g>
</svg>
`;
}

function middle(a: string, b: string): string {
    return ((Number(a) + Number(b)) / 2).toFixed(1);
}

/** GraphML of a picture. */
export function graphml(picture: Picture): string {
    const points = picture.points.map(
        (point) => `<node id="${escaped(point.id)}"><data key="label">${escaped(point.label)}</data><data key="kind">${escaped(point.kind)}</data></node>`,
    );
    const lines = picture.lines.map(
        (line) =>
            `<edge source="${escaped(picture.points[line.from]?.id ?? "")}" target="${escaped(picture.points[line.to]?.id ?? "")}"><data key="says">${escaped(line.says)}</data><data key="weight">${line.weight}</data></edge>`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="label" for="node" attr.name="label" attr.type="string"/><key id="kind" for="node" attr.name="kind" attr.type="string"/>
<key id="says" for="edge" attr.name="says" attr.type="string"/><key id="weight" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="directed">
${[...points, ...lines].join("\n")}
</graph>
</graphml>
`;
}
