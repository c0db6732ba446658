import { expect, test } from "vitest";

import { after, citedPlaces } from "./cited";
import { find, findOver, fold, holds } from "./find";
import { CountedText, segments, wordsIn } from "./places";
import { named, pageAt, readBack, written, type FullChunk } from "./shapes";

test("a quote over a turn of pages is found on both, though a number of the page stands between", () => {
    const first = fold(["The pier stood for eighty years, and the harbour", "master wrote", "12"]);
    const second = fold(["Chronicle", "that nobody would build it again", " in stone."]);
    const quote = "the harbour master wrote that nobody would build it again in stone";
    expect(holds(first, quote)).toBe(false);
    const found = findOver(first, second, quote);
    expect(found?.[0].map((piece) => piece.item)).toEqual([0, 1]);
    expect(found?.[1].map((piece) => piece.item)).toEqual([1, 2]);
    expect(findOver(second, first, quote)).toBeNull();
    expect(findOver(first, second, "the pier was sold to a stranger from the far south coast")).toBeNull();
});

test("what stands far from the turn of a page is no quote over it", () => {
    const filler = "word ".repeat(400);
    const first = fold([`the harbour master wrote ${filler}`]);
    const second = fold(["that nobody would build it again"]);
    expect(findOver(first, second, "the harbour master wrote that nobody would build it again")).toBeNull();
    expect(find(first, "the harbour master wrote")).not.toEqual([]);
});

test("a text is cut at its chunks and at the marked place, and nothing is lost", () => {
    const text = "Первый кусок. Second 🗼 piece. Третий.";
    const bytes = (part: string) => new TextEncoder().encode(part).length;
    const [a, b] = [bytes("Первый кусок. "), bytes("Первый кусок. Second 🗼 piece. ")];
    const spans = [{ start: 0, end: a - 1 }, { start: a, end: b }, { start: b - 3, end: bytes(text) }];
    const mark = { start: a + 7, end: b + bytes("Трет") };
    const cut = segments(new CountedText(text), spans, mark);
    expect(cut.map((part) => part.text).join("")).toBe(text);
    expect(cut.filter((part) => part.begins).map((part) => part.chunk)).toEqual([0, 1, 2]);
    expect(cut.filter((part) => part.marked).map((part) => part.text).join("")).toBe("🗼 piece. Трет");
    expect(segments(new CountedText(text), [], { start: -1, end: -1 }).map((part) => part.text)).toEqual([text]);
    expect(segments(new CountedText(""), [], { start: -1, end: -1 })).toEqual([]);
});

test("a text of a megabyte with a thousand chunks is cut quickly", () => {
    const text = "Слово word 🗼 ".repeat(60_000);
    const counted = new CountedText(text);
    const size = new TextEncoder().encode(text).length;
    const spans = Array.from({ length: 1000 }, (_, at) => ({ start: Math.floor((size * at) / 1000), end: Math.floor((size * (at + 1)) / 1000) }));
    const began = performance.now();
    const cut = segments(counted, spans, { start: 500, end: 900 });
    expect(performance.now() - began).toBeLessThan(500);
    expect(cut.map((part) => part.text).join("")).toBe(text);
});

test("words are found whatever their case, and counted beyond what is kept", () => {
    expect(wordsIn("Маяк, маяк и МАЯК", "маяк", 2)).toEqual({ places: [[0, 4], [6, 10]], count: 3 });
    expect(wordsIn("aaa", "aa", 9).count).toBe(1);
    expect(wordsIn("text", "  ", 9).count).toBe(0);
    expect(wordsIn("İstanbul ist", "ist", 9).places).toEqual([[9, 12]]);
});

test("cited places come in their order, each once, and go round", () => {
    const cited = (document: string, start: number) => ({ n: 1, document, source: "", heading: [], page: null, start, end: start + 5, quote: "q" });
    const asked = [
        { workspace: "w", question: "one", answer: { citations: [cited("a", 30), cited("b", 0)] } },
        { workspace: "w", question: "two", answer: { citations: [cited("a", 30), cited("key", 10)] } },
        { workspace: "v", question: "three", answer: { citations: [cited("a", 1)] } },
        { workspace: "w", question: "four", answer: null },
    ];
    const places = citedPlaces(asked, "w", ["a", "key"]);
    expect(places.map((place) => [place.start, place.questions])).toEqual([[10, ["two"]], [30, ["one", "two"]]]);
    expect([after(places, -1, -1)?.start, after(places, 10, 15)?.start, after(places, 30, 35)?.start]).toEqual([10, 30, 10]);
    expect(after([], 0, 0)).toBeNull();
});

test("names are counted, pages are told from chunks, and values keep their shape", () => {
    const mention = (folded: string, form: string) => ({ name: { folded }, form, kind: "X" });
    const chunk = { facts: [{ extractor: "rules", mentions: [mention("b", "B"), mention("a", "A"), mention("a", "a.")], statements: [] }] } as unknown as FullChunk;
    expect(named([chunk])).toEqual([{ form: "A", kind: "X", count: 2 }, { form: "B", kind: "X", count: 1 }]);
    const chunks = [{ key: "", document: "", language: "", prefix: [], prefix_text: "", headings: [], text: "", body: { start: 10, end: 50 }, pages: { first: 3, breaks: [20, 40] } }];
    expect([pageAt(chunks, 10), pageAt(chunks, 25), pageAt(chunks, 45), pageAt(chunks, 60)]).toEqual([3, 4, 5, 0]);
    expect([written(["a", "b"]), written("x"), written(3)]).toEqual(["a, b", "x", "3"]);
    expect([readBack("a, c", ["a"]), readBack("4", 3), readBack("x", undefined), readBack("4", "3")]).toEqual([["a", "c"], 4, "x", "4"]);
});
