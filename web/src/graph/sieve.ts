// What of a picture is seen: the rest is held back, and counted.

import { kinds, type Line, type Picture } from "./shapes";

/** What a person holds back. */
export interface Sieve {
    /** Kinds that are not shown. */
    kinds: string[];
    /** The least weight of a line. */
    least: number;
    /** Whether points without a line are held back. */
    alone: boolean;
    /** Whether the points with by far the most lines are held back. */
    hubs: boolean;
    /** Only what was so in these years, where a line says when. */
    since: number | null;
    until: number | null;
    /** Only what this document says. */
    document: string;
}

/** Nothing is held back. */
export const OPEN: Sieve = { kinds: [], least: 0, alone: false, hubs: false, since: null, until: null, document: "" };

/** What is seen, by its numbers, and how many points each reason holds back. */
export interface Seen {
    points: Set<number>;
    lines: Set<number>;
    kinds: { kinds: number; points: number };
    hubs: number;
    alone: number;
    lighter: number;
}

/** From which year a line holds, and until which; none where it does not say. */
export function years(line: Line): [number, number] | null {
    const said = (line.periods ?? []).map((period) => [period.valid_from?.year, period.valid_to?.year] as const);
    const known = said.filter(([from, to]) => from !== undefined || to !== undefined);
    if (known.length === 0) return null;
    return [Math.min(...known.map(([from]) => from ?? -Infinity)), Math.max(...known.map(([, to]) => to ?? Infinity))];
}

/** The first and the last year that any line names. */
export function span(picture: Picture): [number, number] | null {
    const all = picture.lines.flatMap((line) => years(line) ?? []).filter(Number.isFinite);
    return all.length ? [Math.min(...all), Math.max(...all)] : null;
}

/** The points with by far the most lines; the one that the picture begins at is none. */
export function hubs(picture: Picture): Set<number> {
    const counts = lineCounts(picture);
    const mean = counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1);
    const from = Math.max(5, 3 * mean);
    return new Set(counts.flatMap((count, at) => (at > 0 && count >= from ? [at] : [])));
}

/** How many lines each point has. */
export function lineCounts(picture: Picture, lines?: Set<number>): number[] {
    const counts = picture.points.map(() => 0);
    picture.lines.forEach((line, at) => {
        if (lines && !lines.has(at)) return;
        for (const end of new Set([line.from, line.to])) counts[end] = (counts[end] ?? 0) + 1;
    });
    return counts;
}

/** The documents whose sentences a picture holds, with their titles. */
export function documents(picture: Picture): [string, string][] {
    const found = new Map<string, string>();
    const quotes = [...picture.lines.flatMap((line) => line.quotes), ...picture.points.flatMap((point) => point.quotes ?? [])];
    for (const quote of quotes) found.set(quote.document, quote.title || quote.document);
    return [...found].sort((a, b) => a[1].localeCompare(b[1]));
}

function lineStays(line: Line, sieve: Sieve): boolean {
    if (sieve.document && !line.quotes.some((quote) => quote.document === sieve.document)) return false;
    const when = years(line);
    if (!when) return true;
    return when[1] >= (sieve.since ?? -Infinity) && when[0] <= (sieve.until ?? Infinity);
}

/** What of a picture is seen. */
export function sieved(picture: Picture, sieve: Sieve): Seen {
    const points = new Set(picture.points.flatMap((point, at) => (sieve.kinds.includes(point.kind) ? [] : [at])));
    const ofKinds = { kinds: kinds(picture).filter(([kind]) => sieve.kinds.includes(kind)).length, points: picture.points.length - points.size };
    const many = sieve.hubs ? [...hubs(picture)].filter((at) => points.delete(at)).length : 0;
    const lines = new Set<number>();
    let lighter = 0;
    picture.lines.forEach((line, at) => {
        if (!points.has(line.from) || !points.has(line.to) || !lineStays(line, sieve)) return;
        if (line.weight < sieve.least) lighter += 1;
        else lines.add(at);
    });
    let alone = 0;
    if (sieve.alone || sieve.document) {
        const counts = lineCounts(picture, lines);
        for (const at of [...points]) if (!counts[at] && points.delete(at)) alone += 1;
    }
    return { points, lines, kinds: ofKinds, hubs: many, alone, lighter };
}

/** The picture of what is seen alone. */
export function only(picture: Picture, seen: Seen): Picture {
    const kept = [...seen.points].sort((a, b) => a - b);
    const number = new Map(kept.map((at, now) => [at, now]));
    return {
        title: picture.title,
        points: kept.flatMap((at) => picture.points[at] ?? []),
        places: kept.map((at) => picture.places[at] ?? [0, 0]),
        lines: picture.lines.flatMap((line, at) => {
            const [from, to] = [number.get(line.from), number.get(line.to)];
            return seen.lines.has(at) && from !== undefined && to !== undefined ? [{ ...line, from, to }] : [];
        }),
    };
}
