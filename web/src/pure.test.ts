import { expect, test } from "vitest";

import { EventReader } from "./api/events";
import { body, filter, plain } from "./ask/asking.svelte";
import { judged } from "./benchmark/starred.svelte";
import { find, fold } from "./document/find";
import { CountedText } from "./document/places";
import { grown, type Picture } from "./graph/shapes";
import { batches } from "./ingest/upload.svelte";
import { address, read } from "./state/address";
import { ends, fitting, type Command } from "./state/commands";
import { Keys } from "./state/keys";
import { below, stored, within } from "./state/root";

test("events are read however the stream is cut", () => {
    const text = 'retry: 2000\n: quipu\n\nevent: step\nid: 0\ndata: {"a":1}\n\nevent: token\nid: 1\ndata: {"text":\ndata: "x"}\n\n';
    for (let cut = 0; cut <= text.length; cut += 1) {
        const reader = new EventReader();
        const found = [...reader.take(text.slice(0, cut)), ...reader.take(text.slice(cut))];
        expect(found.map((event) => [event.event, event.id, event.data])).toEqual([
            ["step", "0", { a: 1 }],
            ["token", "1", { text: "x" }],
        ]);
    }
});

test("places in bytes are places in letters", () => {
    const text = "Маяк 🗼 горит";
    const bytes = new TextEncoder().encode(text);
    const counted = new CountedText(text);
    const start = new TextEncoder().encode("Маяк 🗼 ").length;
    expect(counted.parts(start, bytes.length)).toEqual(["Маяк 🗼 ", "горит", ""]);
    expect(counted.letters(1)).toBe(0);
    expect(counted.letters(10_000)).toBe(text.length);
});

test("a quote is found through ligatures, hyphens and broken lines, or not at all", () => {
    const page = fold(["The ﬁrst of-", "ficial report of", " the harbour"]);
    const pieces = find(page, "first official report");
    expect(pieces.map((piece) => piece.item)).toEqual([0, 1]);
    expect(find(page, "first official report of the harbour master himself")).not.toEqual([]);
    expect(find(page, "nothing of the sort stands on it")).toEqual([]);
    expect(find(page, "of")).toEqual([]);
});

test("a picture that grows leaves what is there where it is", () => {
    const point = (id: string) => ({ id, label: id, kind: "X", about: "", weight: 1, quotes: [] });
    const line = (from: number, to: number) => ({ from, to, says: "", kind: "together", weight: 1, quotes: [] });
    const before: Picture = { title: "a", points: [point("a"), point("b")], lines: [line(0, 1)], places: [[0, 0], [10, 0]] };
    const more: Picture = { title: "b", points: [point("b"), point("c"), point("a")], lines: [line(0, 1), line(2, 0)], places: [[5, 5], [15, 5], [0, 0]] };
    const all = grown(before, more);
    expect(all.points.map((one) => one.id)).toEqual(["a", "b", "c"]);
    expect(all.places.slice(0, 2)).toEqual(before.places);
    expect(all.places[2]).toEqual([16, 0]);
    expect(all.lines.map((one) => [one.from, one.to])).toEqual([[0, 1], [1, 2]]);
});

test("an address leads back to its place", () => {
    for (const root of ["", "/quipu", "/of/two"]) {
        const to = address({ workspace: "my papers", tab: "document", id: "a/б.md", query: { s: "3", e: "9" } }, root);
        expect(to.startsWith(`${root}/w/my%20papers/d/`)).toBe(true);
        const place = read(...(to.split("?") as [string, string]), root);
        expect([place.kind, place.workspace, place.tab, place.id]).toEqual(["place", "my papers", "document", "a/б.md"]);
        expect(place.query.get("e")).toBe("9");
        for (const start of [`${root}/`, root]) expect(read(start, "", root)).toMatchObject({ kind: "start", workspace: "" });
        expect(read(`${root}/w/papers/`, "", root)).toMatchObject({ kind: "place", workspace: "papers", tab: "ask" });
    }
});

test("an address that the page has not is none of another place", () => {
    for (const path of ["/w", "/w//ask", "/nonsense", "/ask", "/w/%E0%A4%A/ask", "//w/papers/ask"]) {
        expect(read(path), path).toMatchObject({ kind: "unknown", workspace: "" });
    }
    for (const path of ["/w/papers/nonsense", "/w/papers/d", "/w/papers/graph/x", "/w/papers/ask/one/two", "/w/papers/Ask"]) {
        expect(read(path), path).toMatchObject({ kind: "unknown", workspace: "papers" });
    }
});

test("what lies below a root is told from what only begins alike", () => {
    expect(below("/api/v1/me", "/quipu")).toBe("/quipu/api/v1/me");
    // A server that is reached without its proxy is reached at its own root.
    expect(["/quipu/w/a", "/quipu", "/quipus/w/a", "/w/a"].map((path) => within(path, "/quipu"))).toEqual(["/w/a", "/", "/quipus/w/a", "/w/a"]);
    expect(within("/w/a", "")).toBe("/w/a");
    expect(new Set(["", "/a", "/a/b"].map((root) => stored("token", root))).size).toBe(3);
});

test("files go in batches that a request holds", () => {
    const file = (name: string, size: number) => ({ name, file: { size } as File });
    const all = [file("a", 5), file("b", 5), file("c", 20), file("d", 1)];
    expect(batches(all, 10, 10).map((batch) => batch.map((one) => one.name))).toEqual([["a", "b"], ["c"], ["d"]]);
    expect(batches(all, 1, 1000).length).toBe(4);
    expect(batches([])).toEqual([]);
});

test("a way is judged by the documents that were expected", () => {
    const hit = (document: string) => ({ document }) as never;
    expect(judged(["a", "b"], ["x", "a", "y"].map(hit), 1)).toMatchObject({ recall: 0.5, reciprocal: 0.5 });
    expect(judged(["a"], [hit("x")], 1)).toMatchObject({ recall: 0, reciprocal: 0 });
});

test("keys lead to places", () => {
    const keys = new Keys();
    expect(["g", "d"].map((key) => keys.take(key, 1))).toEqual([null, "ingest"]);
    expect(["d", "/", "?"].map((key) => keys.take(key, 2))).toEqual([null, "question", "help"]);
    expect([keys.take("g", 0), keys.take("d", 9_000)]).toEqual([null, null]);
    expect(["g", "g"].map((key) => keys.take(key, 3))).toEqual([null, "graph"]);
});

test("the palette finds by beginnings, then by words, then anywhere", () => {
    const of = (title: string): Command => ({ kind: "", title, run: () => undefined });
    const all = ["Old bell", "Bells of Tarnby", "Belfry", "Rebel"].map(of);
    expect(fitting(all, "bel", 9).map((command) => command.title)).toEqual(["Bells of Tarnby", "Belfry", "Old bell", "Rebel"]);
    expect(fitting(all, "tarn bell", 9).map((command) => command.title)).toEqual(["Bells of Tarnby"]);
    expect(ends("Ilse Varga -> Ruta Halas")).toEqual(["Ilse Varga", "Ruta Halas"]);
    expect(ends("Ilse Varga")).toBeNull();
});

test("how a question was asked is what its request says", () => {
    const how = { ...plain(), strategy: "walk", tags: ["a"], date: "2024" };
    expect(body("Who?", how, "s")).toEqual({ question: "Who?", session: "s", strategy: "walk", filter: { tag: ["a"], date: "2024" } });
    expect(filter(plain())).toBeUndefined();
});
