// What the server says of a part of the graph.

import type { Schemas } from "../api/client";

/** A place in a document that bears something. */
export type Quote = Schemas["Quote"];
/** An entity, a chunk or a community of a picture. */
export type Point = Schemas["Point"];
/** What lies between two points, by their numbers. */
export type Line = Schemas["Line"];
/** A part of the graph with where its points lie. */
export type Picture = Schemas["PlacedPicture"];
/** An entity as it is completed. */
export type EntityRow = Schemas["EntityBrief"];

/** Kinds of points that are no entities. */
const OTHERS = ["chunk", "document", "community"];

/** Whether a point is an entity, which has a name, passages and neighbours. */
export function isEntity(point: Point): boolean {
    return !OTHERS.includes(point.kind);
}

/** A picture with more of the graph in it: what both have stays where it was. */
export function grown(before: Picture, more: Picture): Picture {
    const at = new Map(before.points.map((point, index) => [point.id, index]));
    const [points, places] = [[...before.points], [...before.places]];
    // New points lie about the one that both know, as they do in their own picture.
    const shared = more.points.findIndex((point) => at.has(point.id));
    const origin = more.places[shared] ?? [0, 0];
    const here = before.places[at.get(more.points[shared]?.id ?? "") ?? 0] ?? [0, 0];
    const numbers = more.points.map((point, index) => {
        const known = at.get(point.id);
        if (known !== undefined) return known;
        const place = more.places[index] ?? [0, 0];
        points.push(point);
        places.push([here[0] + (place[0] - origin[0]) * 0.6, here[1] + (place[1] - origin[1]) * 0.6]);
        return points.length - 1;
    });
    const key = (line: Line) => `${line.from} ${line.to} ${line.kind} ${line.says}`;
    const lines = new Map(before.lines.map((line) => [key(line), line]));
    for (const line of more.lines) {
        const moved = { ...line, from: numbers[line.from] ?? 0, to: numbers[line.to] ?? 0 };
        if (!lines.has(key(moved))) lines.set(key(moved), moved);
    }
    return { title: before.title, points, places, lines: [...lines.values()] };
}

/** The kinds of a picture, each with how many points are of it, the most first. */
export function kinds(picture: Picture): [string, number][] {
    const counts = new Map<string, number>();
    for (const point of picture.points) counts.set(point.kind, (counts.get(point.kind) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

export const COLOURS = ["#b4552d", "#2c6fbb", "#2c8a57", "#8a4fb0", "#b08a1e", "#c0427a", "#3a8f9a", "#6b6f76"];

/** The colour of a kind: the same in every picture that has as many. */
export function colour(all: [string, number][], kind: string): string {
    const at = all.findIndex(([known]) => known === kind);
    return COLOURS[Math.min(Math.max(at, 0), COLOURS.length - 1)] ?? "#6b6f76";
}
