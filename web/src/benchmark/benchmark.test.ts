import { expect, test } from "vitest";

import { folders, halves, roots, rowsOf, shown, type EvalJob, type ReportRow } from "./report";
import { joined, means, passes, readStarred, type Outcome } from "./starred.svelte";

test("only starred questions are read from a file", () => {
    const text = JSON.stringify([{ question: "a", documents: ["x", 1] }, { question: " " }, null, { question: "b" }]);
    expect(readStarred(text)).toEqual([{ question: "a", documents: ["x"] }, { question: "b", documents: [] }]);
    for (const wrong of ["{}", "[]", "nothing"]) expect(() => readStarred(wrong)).toThrow();
    const all = joined([{ question: "a", documents: ["x"] }, { question: "c", documents: [] }], [{ question: "a", documents: ["y"] }]);
    expect(all).toEqual([{ question: "a", documents: ["y"] }, { question: "c", documents: [] }]);
});

test("a way passes by both of its means", () => {
    const outcome = (recall: number, reciprocal: number) => ({ recall, reciprocal, ms: 1, hits: [] }) as Outcome;
    const mean = means([outcome(1, 0.5), outcome(0.5, 1)]);
    expect(mean).toEqual({ recall: 0.75, reciprocal: 0.75 });
    expect([passes(mean, { recall: 0.75, reciprocal: 0.75 }), passes(mean, { recall: 0.8, reciprocal: 0 }), passes(mean, { recall: 0, reciprocal: 0.8 })]).toEqual([true, false, false]);
    expect(means([])).toEqual({ recall: 0, reciprocal: 0 });
});

test("a report is read by its halves", () => {
    const row = (half: string) => ({ set: "s", strategy: "walk", half }) as ReportRow;
    const job = { report: { sets: ["even", "all", "odd"].map(row) } } as EvalJob;
    expect([halves(job), rowsOf(job, "odd").length, rowsOf({ ...job, report: null }, "all")]).toEqual([["all", "even", "odd"], 1, []]);
    expect([shown({ low: -1.04, high: 2 }), shown(null)]).toEqual(["-1.0 … +2.0", ""]);
    expect(folders(" /a \n\n/b\n/a")).toEqual(["/a", "/b"]);
    expect([roots('["/a"]'), roots(["/b"]), roots("none"), roots(undefined)]).toEqual([["/a"], ["/b"], [], []]);
});
