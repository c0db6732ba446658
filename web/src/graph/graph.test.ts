import { expect, test } from "vitest";

import { sorted, turned, median } from "../parts/sorted";
import { mostSaid } from "./asked";
import { escaped, graphml, svg } from "./exported";
import { pair } from "./names";
import type { Line, Picture } from "./shapes";
import { OPEN, documents, hubs, lineCounts, only, sieved, span, years } from "./sieve";

const point = (id: string, kind = "PERSON") => ({ id, label: id, kind, about: "", weight: 1, quotes: [] });
const quote = (document: string) => ({ chunk: "c", document, source: document, title: document, heading: [], page: null, start: 0, end: 1, quote: "q" });
const line = (from: number, to: number, more: Partial<Line> = {}): Line => ({ from, to, says: "", kind: "relation", weight: 1, quotes: [], ...more });

function star(): Picture {
    const points = ["root", "hub", "a", "b", "c", "d", "e", "lone"].map((id) => point(id, id === "a" ? "PLACE" : "PERSON"));
    const spokes = [2, 3, 4, 5, 6].map((to) => line(1, to));
    return { title: "t", points, places: points.map((_, at) => [at, at * 2]), lines: [line(0, 1, { weight: 0.5 }), ...spokes] };
}

test("what is held back is counted", () => {
    const picture = star();
    expect(sieved(picture, OPEN)).toMatchObject({ kinds: { kinds: 0, points: 0 }, hubs: 0, alone: 0, lighter: 0 });
    const kind = sieved(picture, { ...OPEN, kinds: ["PLACE"] });
    expect([kind.kinds, kind.points.has(2), kind.lines.size]).toEqual([{ kinds: 1, points: 1 }, false, 5]);
    const alone = sieved(picture, { ...OPEN, alone: true, least: 0.75 });
    expect([alone.lighter, alone.alone]).toEqual([1, 2]);
    expect([...hubs(picture)]).toEqual([1]);
    const without = sieved(picture, { ...OPEN, hubs: true });
    expect([without.hubs, without.lines.size]).toEqual([1, 0]);
});

test("lines count where they say when, and by their document", () => {
    const year = (from?: number, to?: number) => [{ ...(from ? { valid_from: { year: from, month: 0, day: 0 } } : {}), ...(to ? { valid_to: { year: to, month: 0, day: 0 } } : {}) }];
    const lines = [line(0, 1, { periods: year(1909, 1911), quotes: [quote("x")] }), line(0, 2, { periods: year(2015) }), line(1, 2)];
    const picture: Picture = { title: "", points: ["a", "b", "c"].map((id) => point(id)), places: [], lines };
    expect([years(lines[0]!), years(lines[1]!), years(lines[2]!)]).toEqual([[1909, 1911], [2015, Infinity], null]);
    expect(span(picture)).toEqual([1909, 2015]);
    expect([...sieved(picture, { ...OPEN, until: 2000 }).lines]).toEqual([0, 2]);
    expect([...sieved(picture, { ...OPEN, since: 1950 }).lines]).toEqual([1, 2]);
    const of = sieved(picture, { ...OPEN, document: "x" });
    expect([[...of.lines], [...of.points]]).toEqual([[0], [0, 1]]);
    expect(documents(picture)).toEqual([["x", "x"]]);
});

test("what is seen is a picture of its own", () => {
    const picture = star();
    const part = only(picture, sieved(picture, { ...OPEN, kinds: ["PLACE"] }));
    expect(part.points.map((one) => one.id)).toEqual(["root", "hub", "b", "c", "d", "e", "lone"]);
    expect(part.lines.map((one) => [part.points[one.from]?.id, part.points[one.to]?.id])).toContainEqual(["hub", "b"]);
    expect(part.places[2]).toEqual(picture.places[3]);
    expect(lineCounts(part)[1]).toBe(5);
});

test("a drawing and GraphML hold no markup of names", () => {
    const picture: Picture = { title: "<b>", points: [point('<script>"&'), point("b")], places: [[0, 0], [10, 5]], lines: [line(0, 1, { says: "a < b\u0001" })] };
    for (const text of [svg(picture), graphml(picture)]) {
        expect(text).not.toMatch(/<script|<b>|\u0001/);
        expect(new DOMParserLike(text).whole).toBe(true);
    }
    expect(svg(picture)).toContain("a &lt; b");
    expect(svg(picture, false)).not.toContain("a &lt; b");
    expect(svg({ title: "", points: [], places: [], lines: [] })).toContain("<svg");
    expect(escaped("it's")).toBe("it&#39;s");
});

/** Whether every element that opens is closed: enough to see that nothing was torn. */
class DOMParserLike {
    readonly whole: boolean;

    constructor(text: string) {
        const open: string[] = [];
        let well = true;
        for (const [, close, name, alone] of text.replace(/<\?.*?\?>/g, "").matchAll(/<(\/?)([a-zA-Z]+)[^>]*?(\/?)>/g)) {
            if (close) well &&= open.pop() === name;
            else if (!alone) open.push(name ?? "");
        }
        this.whole = well && open.length === 0;
    }
}

test("a table turns round", () => {
    const rows = [{ n: 2, s: "б" }, { n: 10, s: "a" }, { n: 2, s: "c" }];
    const by = (order: { by: string; down: boolean }) => sorted(rows, order, (row, key) => (key === "n" ? row.n : row.s)).map((row) => row.s);
    expect(by({ by: "n", down: false })).toEqual(["б", "c", "a"]);
    expect(by({ by: "n", down: true })).toEqual(["a", "б", "c"]);
    expect(turned({ by: "n", down: true }, "n")).toEqual({ by: "n", down: false });
    expect(turned({ by: "n", down: true }, "s", true)).toEqual({ by: "s", down: true });
    expect([median([]), median([3]), median([4, 1, 3, 2])]).toEqual([0, 3, 2.5]);
});

test("a document's graph begins at what it says most often", () => {
    const mention = (folded: string) => ({ name: { folded }, form: folded, kind: "PERSON" as const, span: { start: 0, end: 1 } });
    const chunk = (...names: string[]) => ({ facts: [{ extractor: "rules" as const, links: [], statements: [], mentions: names.map(mention) }] });
    expect(mostSaid([chunk("a", "b"), chunk("b", "c", "b")], 2)).toEqual(["b", "a"]);
    expect(mostSaid([{ facts: [] }], 2)).toEqual([]);
});

test("a pair is one whichever stands first", () => {
    expect(pair({ a: "x", b: "y" })).toBe(pair({ a: "y", b: "x" }));
});
