import { expect, test } from "vitest";

import { ARXIV, asListing, asSearch } from "./filled";
import { over, placed, type Box } from "./labels";
import { CIRCLES, dated, drawn, laid, paperScene, shared, size } from "./maps";
import { between } from "./moved";
import { authors, bare, family, label, moment, year } from "./named";
import { svg } from "./pens";
import { told } from "./queue.svelte";
import { along, caught, next, under } from "./reach";
import { fit, seen, shapes, zoomed, type Look, type Scene } from "./scene";
import { settle, type Body, type Point, type Tie } from "./settle";
import type { Comparison, Concepts, PaperCard, PaperMap } from "./shapes";
import { comparisonCsv, comparisonMarkdown, narrowed, standing, value } from "./tables";
import { idsIn, round, seconds } from "./wanted";
import { turned, withPapers } from "./where";

function paper(id: string, more: Partial<PaperCard> = {}): PaperCard {
    return {
        id, title: `Title of ${id}`, summary: "", authors: ["Ada B. Keller"], published: "2019-03-02", link: "", document: id, arxiv: id, version: 1,
        categories: ["cs.CL"], doi: null, journal: null, status: "read", source: "html", withdrawn: false, newer: null,
        cited_by_inside: 0, cites_inside: 0, community: 0, reason: null, ...more,
    };
}

/** Numbers that look like chance and are the same every time. */
function chance(seed: number): () => number {
    let at = seed;
    return () => (at = (at * 16807) % 2147483647) / 2147483647;
}

function many(count: number): { bodies: Body[]; ties: Tie[] } {
    const random = chance(7);
    const bodies = Array.from({ length: count }, (_, at): Body => ({ id: `p${at}`, r: 5 + 19 * random() ** 4, group: at % 6 }));
    const ties = Array.from({ length: 4 * count }, (): Tie => ({ from: Math.floor(random() * count), to: Math.floor(random() * count), weight: random() }));
    return { bodies, ties };
}

function touching(bodies: Body[], places: Point[]): number {
    let count = 0;
    bodies.forEach((a, i) => {
        for (let j = i + 1; j < bodies.length; j += 1) {
            const [p, q] = [places[i]!, places[j]!];
            if (Math.hypot(p[0] - q[0], p[1] - q[1]) < a.r + bodies[j]!.r) count += 1;
        }
    });
    return count;
}

test("the same papers lie the same way, whatever their order", () => {
    const { bodies, ties } = many(60);
    const first = settle(bodies, ties);
    expect(settle(bodies, ties)).toEqual(first);
    const back = [...bodies].reverse();
    const turnedTies = [...ties].reverse().map((tie) => ({ ...tie, from: 59 - tie.from, to: 59 - tie.to }));
    expect(settle(back, turnedTies).reverse()).toEqual(first);
});

test("three hundred circles lie apart, and soon", () => {
    const { bodies, ties } = many(300);
    const begun = performance.now();
    const places = settle(bodies, ties);
    expect(performance.now() - begun).toBeLessThan(2500);
    expect(touching(bodies, places)).toBe(0);
    expect(places.flat().every(Number.isFinite)).toBe(true);
    const line = bodies.map((body, at) => ({ ...body, x: (at % 12) * 60 }));
    const stacked = settle(line, ties);
    expect(touching(line, stacked)).toBe(0);
    expect(stacked.map(([x]) => x)).toEqual(line.map((body) => body.x));
});

test("those that are bound lie nearer than others, and none or one is no trouble", () => {
    const bodies = Array.from({ length: 20 }, (_, at): Body => ({ id: `p${at}`, r: 6, group: -1 }));
    const places = settle(bodies, [{ from: 0, to: 19, weight: 0.9 }]);
    const far = (at: number) => Math.hypot(places[at]![0] - places[0]![0], places[at]![1] - places[0]![1]);
    expect(far(19)).toBeLessThan(Math.max(...bodies.map((_, at) => far(at))) / 2);
    expect(settle([], [])).toEqual([]);
    expect(settle([bodies[0]!], [{ from: 0, to: 5, weight: 1 }])).toHaveLength(1);
});

test("names lie over no other name and no circle", () => {
    const random = chance(3);
    const all = Array.from({ length: 120 }, () => ({ x: 600 * random(), y: 400 * random(), r: 4 + 8 * random(), width: 60 }));
    const within = { x: 0, y: 0, width: 600, height: 400 };
    const boxes = placed(all, 14, within);
    const found = boxes.filter((box): box is Box => box !== null);
    expect(found.length).toBeGreaterThan(20);
    expect(found.some((box, at) => found.slice(at + 1).some((other) => over(box, other)))).toBe(false);
    expect(found.every((box) => box.x >= 0 && box.x + box.width <= 600 && box.y >= 0 && box.y + box.height <= 400)).toBe(true);
    // The first has the best place.
    expect(placed([all[0]!], 14, within)[0]).not.toBeNull();
});

test("a line catches what lies within it", () => {
    const loop: Point[] = [[0, 0], [10, 0], [10, 10], [5, 5], [0, 10]];
    expect(caught(loop, [[2, 2], [5, 8], [11, 5], [9, 8]])).toEqual([0, 3]);
    expect(caught([[0, 0], [9, 9]], [[1, 1]])).toEqual([]);
    expect(under([5, 5], [{ x: 0, y: 0, r: 4 }, { x: 6, y: 5, r: 2 }])).toBe(1);
    expect(under([50, 5], [{ x: 0, y: 0, r: 4 }])).toBe(-1);
    expect(along([5, 1], [[[0, 9], [9, 9]], [[0, 0], [10, 0]]])).toBe(1);
    expect(along([50, 50], [[[0, 0], [10, 0]]])).toBe(-1);
});

test("arrows lead to the nearest circle that way", () => {
    const places: Point[] = [[0, 0], [10, 1], [4, 9], [30, 0], [-5, -1]];
    expect([next(places, 0, "right"), next(places, 0, "down"), next(places, 0, "left"), next(places, 0, "up")]).toEqual([1, 2, 4, 0]);
    expect(next(places, 1, "right")).toBe(3);
    expect([next(places, -1, "up"), next([], -1, "up")]).toEqual([0, -1]);
});

test("papers are said by family and year", () => {
    expect(["Ashish Vaswani", "Vaswani, Ashish", "Sammy Davis Jr.", "Łukasz Kaiser", "", "OpenAI"].map(family)).toEqual(["Vaswani", "Vaswani", "Davis", "Kaiser", "", "OpenAI"]);
    expect(label(paper("a", { authors: ["Ashish Vaswani"], published: "2017-06-12" }))).toBe("Vaswani 2017");
    expect(label(paper("a", { authors: [], published: null, title: "On the Heart of Things" }))).toBe("On the");
    expect(authors(["A", "B", "C", "D", "E"])).toBe("A, B, C +2");
    expect([year({ published: "2017" }), year({ published: null })]).toEqual([2017, null]);
    expect(moment({ published: "2017-07-01" })).toBeCloseTo(2017.5, 2);
    expect([moment({ published: "2017" }), moment({ published: null })]).toEqual([2017.5, null]);
    expect(["arxiv/1706.03762v5", "arXiv:1706.03762", "http://arxiv.org/abs/1706.03762", "hep-th/9901001v2"].map(bare)).toEqual(["1706.03762", "1706.03762", "1706.03762", "hep-th/9901001"]);
});

test("ids, addresses and DOIs of arXiv are known in any form, and nothing else is", () => {
    expect(idsIn("1706.03762v5, arXiv:1810.04805 hep-th/9901001")).toEqual(["1706.03762v5", "1810.04805", "hep-th/9901001"]);
    expect(idsIn("https://arxiv.org/abs/1706.03762 http://export.arxiv.org/pdf/1810.04805v2.pdf arxiv.org/html/2001.04451#S2")).toEqual(["1706.03762", "1810.04805v2", "2001.04451"]);
    expect(idsIn("10.48550/arXiv.1706.03762 https://doi.org/10.48550/arXiv.1706.03762")).toEqual(["1706.03762"]);
    expect(idsIn("arxiv: 1706.03762; math.GT/0309136")).toEqual(["1706.03762", "math.GT/0309136"]);
    for (const line of ["", "  ", "attention 1706.03762", "ti:attention AND au:vaswani", "10.1162/neco.1997.9.8.1735", "https://example.com/abs/1706.03762", "2017"]) expect(idsIn(line)).toEqual([]);
    expect([seconds(12), round(seconds(12)), round(8.2), round(95), round(101)]).toEqual([39, 40, 9, 95, 120]);
});

test("what is searched is what is filled in", () => {
    expect(asSearch(" bells ", ARXIV)).toEqual({ topic: "bells", max_results: 20, sort: "relevance" });
    expect(asSearch("x", { ...ARXIV, category: "cs.CL, cs.LG", author: " Kim ", from: "2017", most: 900 })).toEqual({ topic: "x", max_results: 200, category: ["cs.CL", "cs.LG"], author: ["Kim"], from: "2017", sort: "relevance" });
    expect(asListing("x", ARXIV)).toEqual({ words: "x", order: "cited", limit: 20 });
});

test("a row of the queue is one paper, however its id is written", () => {
    const rows = told([{ id: "1706.03762v5", state: "waiting", reason: "" }], "arxiv/1706.03762", "reading");
    expect(rows).toEqual([{ id: "1706.03762v5", state: "reading", reason: "" }]);
    expect(told(rows, "arxiv/1810.04805", "failed", "gone")[1]).toEqual({ id: "arxiv/1810.04805", state: "failed", reason: "gone" });
});

test("a map draws the most cited, with lines as they are switched", () => {
    const papers = Array.from({ length: CIRCLES + 20 }, (_, at) => paper(`p${at}`, { cited_by_inside: at % 40, published: `${2015 + (at % 9)}` }));
    const some = drawn(papers);
    expect([some.length, some[0]?.cited_by_inside]).toEqual([CIRCLES, 39]);
    const few = papers.slice(0, 4);
    const map: PaperMap = { papers: few, alike: [{ source: "p0", target: "p1", weight: 0.5 }], cites: [{ source: "p2", target: "p3" }, { source: "p2", target: "away" }], prior: [], derivative: [], bridges: [] };
    const places = laid(map, few, "free");
    const of = (alike: boolean, cites: boolean) => paperScene(map, few, places, { axis: "free", colour: "community", alike, cites }, () => "").strokes.map((stroke) => [stroke.from, stroke.to, stroke.arrow]);
    expect([of(true, true), of(false, true), of(false, false)]).toEqual([[[0, 1, false], [2, 3, true]], [[2, 3, true]], []]);
    expect([size(0), size(3), size(1000)]).toEqual([5, 10, 24]);
    const dates = dated([paper("a", { published: "2015" }), paper("b", { published: "2018-01-01" }), paper("c", { published: null })]);
    expect(dates.ticks.map((tick) => tick.text)).toEqual(["2015", "2016", "2017", "2018", "2019"]);
    expect(dates.x[0]!).toBeLessThan(dates.x[1]!);
    expect(dates.x[2]!).toBeLessThan(0);
    expect(dated([paper("c", { published: null })]).ticks).toEqual([]);
});

const INK = { ground: "#fff", text: "#000", soft: "#666", line: "#ccc", accent: "#a40" };
const LOOK: Look = { ink: INK, chosen: new Set(["a"]), lit: new Set(["a"]), bold: new Set(), at: -1, stroke: -1 };

test("a drawing fits its room, grows about a place, and is saved without markup of names", () => {
    const mark = (id: string, x: number, y: number) => ({ id, x, y, r: 10, label: `<${id}>`, colour: "#123", told: "" });
    const scene: Scene = { marks: [mark("a", -300, 0), mark("b", 300, 50)], strokes: [{ from: 0, to: 1, width: 1, arrow: true, says: "uses & is" }], ticks: [] };
    const view = fit(scene, 400, 300);
    for (const one of scene.marks) {
        const [x, y] = seen(one, view);
        expect(x > 0 && x < 400 && y > 0 && y < 300).toBe(true);
    }
    const near = zoomed(view, 2, [100, 100]);
    expect([(100 - near.x) / near.scale, (100 - near.y) / near.scale]).toEqual([(100 - view.x) / view.scale, (100 - view.y) / view.scale].map((one) => expect.closeTo(one, 6)));
    const all = shapes(scene, view, LOOK, 400, 300, (text) => 6 * text.length);
    expect(all.filter((shape) => shape.is === "circle").map((shape) => shape.alpha < 1)).toEqual([false, false, true]);
    const text = svg(all, 400, 300, "#fff", "<t>");
    expect(text).toContain("&lt;a&gt;");
    expect(text).toContain("<polygon");
    expect(text).not.toMatch(/<a>|<t>/);
    expect(fit({ marks: [], strokes: [], ticks: [] }, 10, 10)).toEqual({ scale: 1, x: 5, y: 5 });
});

test("circles go from where they were to where they lie", () => {
    const mark = (id: string, x: number) => ({ id, x, y: 0, r: 5, label: id, colour: "", told: "" });
    const [before, after] = [[mark("a", 0), mark("b", 10)], [mark("b", 20), mark("c", 7)]];
    expect([0, 0.5, 1].map((share) => between(before, after, share).map((one) => one.x))).toEqual([[10, 7], [15, 7], [20, 7]]);
});

test("the most shared concepts are drawn, of the types that are shown", () => {
    const concept = (id: string, type: string, count: number) => ({ id, name: id, type, aliases: [], papers: Array.from({ length: count }, (_, at) => `p${at}`) });
    const all = { concepts: [concept("a", "METHOD", 1), concept("b", "METRIC", 5), concept("c", "METHOD", 3)], relations: [] } as unknown as Concepts;
    expect(shared(all, new Set()).map((one) => one.id)).toEqual(["b", "c", "a"]);
    expect(shared(all, new Set(["METRIC"])).map((one) => one.id)).toEqual(["c", "a"]);
});

test("a table is narrowed by words and sorted by what its columns show", () => {
    const all = [paper("a", { title: "Bells" }), paper("b", { authors: ["Kim Lee"], withdrawn: true }), paper("c", { status: "abstract", community: null })];
    expect(narrowed(all, "lee 2019").map((one) => one.id)).toEqual(["b"]);
    expect(narrowed(all, " ").length).toBe(3);
    expect(all.map(standing)).toEqual(["read", "withdrawn", "abstract"]);
    expect([value(all[1]!, "authors"), value(all[2]!, "community"), value(all[0]!, "title")]).toEqual(["lee 2019", 1e9, "bells"]);
});

test("a comparison is a table of other programs", () => {
    const comparison = {
        response: "", shared_entities: [], disagreements: [], notes: [],
        citations: [{ n: 1, title: "Bells", page: 3, quote: "of\nbronze" }],
        table: { columns: ["problem", "data"], rows: [{ paper: "a", title: 'The "Bell", cast', cells: [{ text: "=1|2", citations: [1] }, { text: null, citations: [] }] }] },
    } as unknown as Comparison;
    expect(comparisonCsv(comparison, ["Paper", "Problem", "Data"], "not stated")).toBe('Paper,Problem,Data\r\n"The ""Bell"", cast",\'=1|2 [1],not stated\r\n');
    expect(comparisonMarkdown(comparison, ["Paper", "Problem", "Data"], "not stated").split("\n")).toEqual([
        "| Paper | Problem | Data |", "| --- | --- | --- |", '| The "Bell", cast | =1\\|2 [1] | not stated |', "", "1. Bells, 3: “of bronze”", "",
    ]);
});

test("an address holds what is selected, as far as it can", () => {
    const query = new URLSearchParams("paper=x&show=both&d=1");
    expect(withPapers(query, ["a", "b"]).toString()).toBe("show=both&d=1&paper=a&paper=b");
    expect(withPapers(query, Array.from({ length: 51 }, String)).toString()).toBe("show=both&d=1");
    expect(turned(query, { d: null, show: "map" }).toString()).toBe("paper=x&show=map");
});
