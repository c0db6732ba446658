// From papers and concepts to what is drawn of them.

import { COLOURS } from "../graph/shapes";
import { label, moment, year } from "./named";
import type { Mark, Scene, Stroke } from "./scene";
import { settle, type Body, type Tie } from "./settle";
import { TYPES, type Concept, type Concepts, type ConceptType, type PaperCard, type PaperMap } from "./shapes";

/** How many circles are drawn, of papers and of concepts. */
export const CIRCLES = 300;
export const CONCEPTS = 60;
/** How wide a year is where papers lie by their date, at least. */
const YEAR = 50;
const WIDE = 700;

/** What is drawn of a map, and how. */
export interface Ways {
    axis: "free" | "date";
    colour: "community" | "year";
    alike: boolean;
    cites: boolean;
}

/** The size of a circle: its area grows with how often a paper is cited here. */
export function size(cited: number): number {
    return Math.min(24, 5 * Math.sqrt(1 + Math.max(0, cited)));
}

/** The colour of a community; the last one of all that are too many. */
export function colourOf(community: number | null): string {
    return community === null ? COLOURS.at(-1)! : COLOURS[Math.min(community, COLOURS.length - 1)]!;
}

/** The colour of a year between the first and the last, from blue to orange. */
export function colourOfYear(of: number | null, first: number, last: number): string {
    if (of === null) return COLOURS.at(-1)!;
    const share = last > first ? (of - first) / (last - first) : 1;
    return `hsl(${Math.round(215 - 190 * share)} 62% ${Math.round(48 - 4 * share)}%)`;
}

export function colourOfType(type: ConceptType): string {
    return COLOURS[TYPES.indexOf(type)] ?? COLOURS.at(-1)!;
}

/** Those that are drawn: the most cited, and of as many the older first. */
export function drawn(papers: PaperCard[]): PaperCard[] {
    return [...papers]
        .sort((a, b) => b.cited_by_inside - a.cited_by_inside || (a.published ?? "9").localeCompare(b.published ?? "9") || (a.id < b.id ? -1 : 1))
        .slice(0, CIRCLES);
}

/** Where papers lie by their date, and the years below them. */
export function dated(papers: PaperCard[]): { x: (number | undefined)[]; ticks: { x: number; text: string }[] } {
    const moments = papers.map(moment);
    const known = moments.filter((one) => one !== null);
    if (known.length === 0) return { x: papers.map(() => 0), ticks: [] };
    const [first, last] = [Math.floor(Math.min(...known)), Math.floor(Math.max(...known)) + 1];
    const wide = Math.max(YEAR, WIDE / (last - first));
    // What has no date stands before all.
    const x = moments.map((one) => ((one ?? first - 0.5) - first) * wide);
    const every = Math.ceil((last - first) / 20);
    const years = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((_, at) => at % every === 0);
    return { x, ticks: years.map((one) => ({ x: (one - first) * wide, text: String(one) })) };
}

/** Where papers lie: worked out once for the same papers and axis, whatever is switched on or off. */
export function laid(map: PaperMap, papers: PaperCard[], axis: Ways["axis"]): { places: [number, number][]; ticks: Scene["ticks"] } {
    const at = numbers(papers);
    const { x, ticks } = axis === "date" ? dated(papers) : { x: [], ticks: [] };
    const bodies = papers.map((paper, index): Body => {
        const body = { id: paper.id, r: size(paper.cited_by_inside), group: paper.community ?? -1 };
        const given = x[index];
        return given === undefined ? body : { ...body, x: given };
    });
    const tie = (source: string, target: string, weight: number): Tie => ({ from: at.get(source) ?? -1, to: at.get(target) ?? -1, weight });
    const ties = [...map.alike.map((one) => tie(one.source, one.target, one.weight)), ...map.cites.map((one) => tie(one.source, one.target, 0.25))];
    return { places: settle(bodies, ties), ticks };
}

function numbers(papers: { id: string }[]): Map<string, number> {
    return new Map(papers.map((paper, index) => [paper.id, index]));
}

/** The map of papers as it is drawn. */
export function paperScene(map: PaperMap, papers: PaperCard[], from: ReturnType<typeof laid>, ways: Ways, told: (paper: PaperCard) => string): Scene {
    const at = numbers(papers);
    const years = papers.map(year).filter((one) => one !== null);
    const [first, last] = [Math.min(...years), Math.max(...years)];
    const marks = papers.map((paper, index): Mark => {
        const [x, y] = from.places[index] ?? [0, 0];
        const colour = ways.colour === "year" ? colourOfYear(year(paper), first, last) : colourOf(paper.community);
        return { id: paper.id, x, y, r: size(paper.cited_by_inside), label: label(paper), colour, told: told(paper) };
    });
    const stroke = (source: string, target: string, width: number, arrow: boolean): Stroke[] => {
        const [from, to] = [at.get(source), at.get(target)];
        return from === undefined || to === undefined || from === to ? [] : [{ from, to, width, arrow, says: "" }];
    };
    const alike = ways.alike ? map.alike.flatMap((one) => stroke(one.source, one.target, 0.6 + 2.2 * Math.max(0, one.weight), false)) : [];
    const cites = ways.cites ? map.cites.flatMap((one) => stroke(one.source, one.target, 1, true)) : [];
    return { marks, strokes: [...alike, ...cites], ticks: from.ticks };
}

/** The concepts that most papers share, of the types that are shown. */
export function shared(all: Concepts, hidden: ReadonlySet<string>): Concept[] {
    return all.concepts
        .filter((one) => !hidden.has(one.type))
        .sort((a, b) => b.papers.length - a.papers.length || (a.name < b.name ? -1 : 1))
        .slice(0, CONCEPTS);
}

/** The graph of concepts as it is drawn; `strokes` of it are the relations of `relations`, in their order. */
export function conceptScene(all: Concepts, some: Concept[], says: (relation: string) => string, told: (concept: Concept) => string): { scene: Scene; relations: Concepts["relations"] } {
    const at = numbers(some);
    const relations = all.relations.filter((one) => at.has(one.source) && at.has(one.target) && one.source !== one.target);
    const radius = (concept: Concept) => Math.min(24, 5 * Math.sqrt(Math.max(1, concept.papers.length)));
    const bodies = some.map((one): Body => ({ id: one.id, r: radius(one), group: -1 }));
    const strokes = relations.map((one): Stroke => ({ from: at.get(one.source)!, to: at.get(one.target)!, width: 1.2, arrow: true, says: says(one.relation) }));
    const places = settle(bodies, strokes.map(({ from, to }) => ({ from, to, weight: 0.3 })));
    const marks = some.map((one, index): Mark => {
        const [x, y] = places[index] ?? [0, 0];
        return { id: one.id, x, y, r: radius(one), label: one.name, colour: colourOfType(one.type), told: told(one) };
    });
    return { scene: { marks, strokes, ticks: [] }, relations };
}
