import { expect, test } from "vitest";

import type { Job } from "../state/work.svelte";
import { nameOf } from "../parts/save";
import { changed, filtersOf, formatName, isDate } from "./filters";
import { failures, fates } from "./job";
import { ending, planOf, size } from "./plan";
import { kindOf } from "./reasons";
import { shownRows } from "./window";

test("of a long list only what is in view is drawn, and its height stays", () => {
    for (const top of [0, 1, 55, 56, 5_600, 5_599_000, 9_999_999]) {
        const shown = shownRows(top, 560, 56, 100_000);
        expect(shown.to - shown.from).toBeLessThanOrEqual(10 + 16 + 1);
        expect(shown.above + (shown.to - shown.from) * 56 + shown.below).toBe(5_600_000);
        if (top <= 5_600_000 - 560) {
            expect(shown.above).toBeLessThanOrEqual(top);
            expect(shown.to * 56).toBeGreaterThanOrEqual(Math.min(5_600_000, top + 560));
        }
    }
    expect(shownRows(0, 600, 56, 0)).toEqual({ from: 0, to: 0, above: 0, below: 0 });
    expect(shownRows(400, 600, 56, 3)).toMatchObject({ from: 0, to: 3, below: 0 });
});

test("filters stand in the address and come from it", () => {
    const filters = filtersOf(new URLSearchParams("q= bell &tag=&state=partial&other=1"));
    expect(filters).toEqual({ q: "bell", state: "partial" });
    expect(changed(filters, "q", "  ")).toEqual({ state: "partial" });
    expect(changed(filters, "tag", "a")).toEqual({ q: "bell", state: "partial", tag: "a" });
    expect(["2024", "2024-03", "2024..2025", "..2023", "2024-01-02..", "2024.."].every(isDate)).toBe(true);
    expect(["24", "2024-1", "yesterday", "..", ""].some(isDate)).toBe(false);
    expect([formatName("application/pdf", "markdown"), formatName("text/x-source", "plain"), formatName(undefined, "plain")]).toEqual(["PDF", "SOURCE", "plain"]);
});

test("each reason of the server has its next step", () => {
    const said = {
        "is empty; there is nothing to read": "empty",
        "is binary (an executable); no loader reads it: save it as text, or in a format that is read": "binary",
        "is damaged or cut off (Invalid cross-reference table); open it and save it again in the program that made it": "damaged",
        "is locked with a password; save a copy without one": "locked",
        "needs OCR: 3 pages are pictures": "scan",
        "is larger than 256 MB; raise `load.max_file` to read it": "large",
        "took longer than 60 s to read; raise `load.seconds` to wait longer": "slow",
        "cannot be decoded: no encoding fits; save it as UTF-8": "undecodable",
        "cannot be read: it is no JSON: EOF while parsing a value at column 5; fix it": "json",
        "ended its reader (signal 11); save it again in the program that made it": "damaged",
        "something new": "other",
    };
    expect(Object.keys(said).map(kindOf)).toEqual(Object.values(said));
});

test("what no line tells of was read once the job is done, and waits before", () => {
    const job = { state: "running", kind: "upload", files: [{ name: "a/b.md" }, { name: "c.pdf" }], report: null } as unknown as Job;
    const line = { id: "uploads/c.pdf", state: "skipped", reason: "пустой", said: "is empty" };
    expect(fates(job, []).map((fate) => fate.state)).toEqual(["waiting", "waiting"]);
    expect(fates({ ...job, state: "done" } as Job, [line])).toEqual([
        { name: "c.pdf", document: "", state: "skipped", reason: "пустой", said: "is empty" },
        { name: "a/b.md", document: "uploads/a/b.md", state: "read", reason: "", said: "" },
    ]);
    expect(failures({ ...job, report: { skipped: [1, 2], not_fetched: [1] } } as unknown as Job)).toBe(3);
});

test("a plan counts what would be sent, and asks before much or what is not read", () => {
    const file = (name: string, bytes: number) => ({ name, file: { size: bytes } as File });
    const plan = planOf([file("a/b.PDF", 10), file("c.pdf", 5), file("d.png", 1), file("e", 1), file("f.md", 5000)], 1000);
    expect(plan.formats).toEqual([["pdf", 2], ["png", 1], ["", 1]]);
    expect([plan.bytes, plan.unread.length, plan.large.length, plan.asks]).toEqual([17, 1, 1, true]);
    expect(planOf([file("a.md", 1)], 1000).asks).toBe(false);
    expect(planOf([file("a.md", 60_000_000)], 1e9).asks).toBe(true);
    expect([ending(".bashrc"), ending("a.b/c"), ending("x.tar.gz")]).toEqual(["", "", "gz"]);
    expect(size(1_500_000, "en")).toBe("1.5 MB");
});

test("the name of a file is read from its head", () => {
    expect(nameOf("attachment; filename*=UTF-8''%D0%BC.zip")).toBe("м.zip");
    expect(nameOf('attachment; filename="a b.zip"')).toBe("a b.zip");
    expect(nameOf(null)).toBe("");
});
