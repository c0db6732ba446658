// The graph, the trace and the benchmark, as a person uses them who wants to know why.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "./world.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let world: World;
let page: Page;

beforeAll(async () => {
    world = await World.start({ QUIPU_SERVER_ROOTS: JSON.stringify([tmpdir()]) });
    page = await world.page();
    await world.upload({
        "bell.md": "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911. Ilse Varga was born in Lower Brod. Ilse Varga knows Ruta Halas.\n",
        "tower.md": "# The tower\n\nThe tower of Tarnby holds the bell. Ruta Halas keeps the tower. Ruta Halas comes from Lower Brod.\n",
        "letters.md": "# Letters\n\nIlse Varga wrote to Nadia Okonjo in 1953. Nadia Okonjo directs the northern pier of Tarnby.\n",
        "pier.md": "# The pier\n\nThe northern pier was built by Nadia Okonjo in 1954. The storm broke the pier in 1953.\n",
    });
    await page.goto(`${world.address}/w/default/graph?entity=Ilse%20Varga`);
    await page.getByRole("heading", { name: "Ilse Varga", level: 2 }).first().waitFor();
});

afterAll(async () => {
    await world?.end();
});

/** What axe finds in what the tab shows; the frame is looked at in another story. */
async function found(): Promise<string[]> {
    // The page's own policy lets no script in: axe comes by the protocol of the browser.
    await page.evaluate(readFileSync(AXE, "utf8"));
    return page.evaluate(async () => {
        const axe = (globalThis as unknown as { axe: { run: (within: string) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
        return (await axe.run("main")).violations.flatMap((one) => one.nodes.map((at) => `${one.id}: ${at.html}`));
    });
}

/** What a button saves. */
async function saved(press: () => Promise<void>): Promise<string> {
    const [file] = await Promise.all([page.waitForEvent("download"), press()]);
    return readFileSync(await file.path(), "utf8");
}

test("the table is sorted by name and by lines, and says so", async () => {
    const table = page.getByRole("region", { name: /points$/ });
    const names = () => table.locator("tbody tr td:first-child").allInnerTexts();
    await table.getByRole("button", { name: "Name", exact: true }).click();
    assert.equal(await table.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"), "ascending");
    const up = await names();
    await table.getByRole("button", { name: "Name", exact: true }).click();
    assert.equal(await table.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort"), "descending");
    assert.deepEqual(await names(), up.toReversed());
    assert.ok(up.includes("Ilse Varga"));
});

test("a kind is hidden and counted, and what is saved is what is seen", async () => {
    await page.getByRole("button", { name: /^Passage · / }).click();
    await page.getByText(/Hidden kinds: 1, with \d+ of the points/).waitFor();
    const svg = await saved(() => page.getByRole("button", { name: "Save as SVG" }).click());
    assert.match(svg, /^<svg /);
    assert.match(svg, />Ilse Varga</);
    assert.doesNotMatch(svg, /\(chunk\)/, "what is hidden is not saved");
    const seen = JSON.parse(await saved(() => page.getByRole("button", { name: "Save as JSON" }).click())) as { points: { kind: string }[] };
    assert.ok(seen.points.every((point) => point.kind !== "chunk"));
    await page.getByRole("button", { name: /^Passage · / }).click();
});

test("a line shows its sentences", async () => {
    await page.getByRole("button", { name: /^\d+ lines$/ }).click();
    const table = page.getByRole("region", { name: /lines$/ });
    await table.locator("tbody tr", { hasText: "Ruta Halas" }).locator("td:nth-child(2) button").first().click();
    const card = page.locator(".cards section");
    await card.getByRole("heading", { name: "Sentences" }).waitFor();
    assert.ok((await card.getByRole("link").count()) > 0);
    assert.deepEqual(await found(), []);
    await page.getByRole("button", { name: /^\d+ points$/ }).click();
});

test("two are chosen, and the way between them shows the sentences that carry it", async () => {
    await page.goto(`${world.address}/w/default/graph?entity=Ilse%20Varga`);
    await page.getByRole("button", { name: "and Ruta Halas: as the second of two" }).click();
    const card = page.getByRole("region", { name: "Ilse Varga and Ruta Halas" });
    await card.getByRole("button", { name: "Ways between them" }).click();
    const link = card.getByRole("link").first();
    await link.waitFor();
    assert.match((await link.getAttribute("href")) ?? "", /\/d\/.*[?&]s=\d+&e=\d+/);
    assert.match(await card.innerText(), /Ruta Halas/);
});

test("a name is split in one document, listed with its reason, and taken back", async () => {
    await page.goto(`${world.address}/w/default/graph?entity=Ilse%20Varga`);
    const card = page.getByRole("region", { name: "Ilse Varga", exact: true });
    await card.getByText("Names", { exact: true }).click();
    await card.getByLabel("Reason").fill("a namesake");
    await card.getByText("Two things under one name").click();
    await card.getByLabel("Letters").check();
    await card.getByLabel(/^Name of the other/).fill("Ilse Varga the younger");
    await card.getByRole("button", { name: "Split it off in 1 document" }).click();
    await page.getByText("Decided.").waitFor();
    await page.getByText("Ilse Varga is the name of several things").waitFor();
    await page.getByText("Decisions about names").click();
    const log = page.getByRole("region", { name: "Decisions about names" });
    await log.getByText("ilse varga means another in uploads/letters.md").waitFor();
    assert.ok((await log.getByText("a namesake").count()) > 0);
    // The split and the other's name are two decisions, and one is taken back with the other.
    await page.locator("p.card[role=status]").getByRole("button", { name: "Take back" }).click();
    await page.getByText("Nothing was decided about names yet.").waitFor();
});

test("the graph begins at a document", async () => {
    await page.goto(`${world.address}/w/default/graph?document=uploads/letters.md`);
    await page.getByRole("heading", { name: "Letters", level: 2 }).waitFor();
    await page.getByRole("button", { name: "Nadia Okonjo", exact: true }).first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Ruta Halas", exact: true }).count(), 0);
});

test("a trace is played step by step, and tells why a passage is not there", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByLabel("Question").first().fill("Who cast the bell of Tarnby?");
    await page.keyboard.press("Enter");
    await page.locator("button.cite").first().waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Trace", exact: true }).click();
    await page.getByText("How it ended").waitFor();
    const steps = page.locator("ol[aria-busy] > li");
    const all = await steps.count();
    assert.ok(all > 1);
    await page.getByRole("button", { name: "Step before" }).click();
    assert.equal(await steps.count(), all - 1);
    await page.getByRole("button", { name: "All steps" }).click();
    await page.getByLabel("Document", { exact: false }).first().fill("uploads/pier.md");
    await page.getByRole("button", { name: "Look why" }).click();
    await page.getByText(/It was taken|It ranks|does not find it/).waitFor();
    await page.getByLabel("or a quote").fill("Ilse Varga in 1911");
    await page.getByLabel("Document", { exact: false }).first().fill("");
    await page.getByRole("button", { name: "Look why" }).click();
    await page.getByText(/It was taken: rank 1/).waitFor();
    assert.deepEqual(await found(), []);
});

test("a trace that was saved is opened again", async () => {
    const text = await saved(() => page.getByRole("button", { name: "Save as JSON" }).click());
    await page.goto(`${world.address}/w/default/trace`);
    await page.getByText("Open a trace file").waitFor();
    await page.locator("input[type=file]").setInputFiles(world.file("trace.json", text));
    await page.getByRole("heading", { name: "Who cast the bell of Tarnby?" }).waitFor();
    await page.locator("input[type=file]").setInputFiles(world.file("other.json", "{}"));
    await page.getByText("other.json is no trace").waitFor();
});

test("starred questions become a benchmark, and two ways stand beside each other", async () => {
    await page.getByRole("navigation").getByRole("link", { name: "Benchmark", exact: true }).click();
    const set = [
        { question: "Who cast the bell of Tarnby?", documents: ["uploads/bell.md"] },
        { question: "Who built the pier?", documents: [] },
    ];
    await page.locator("input[type=file]").setInputFiles(world.file("starred.json", JSON.stringify(set)));
    await page.getByRole("button", { name: "Run 2 questions" }).click();
    const ways = page.getByRole("region", { name: "Ways over the starred questions" });
    await ways.getByRole("cell", { name: "hybrid" }).waitFor();
    await ways.getByText("FAIL").first().waitFor();
    await page.getByText("Who built the pier?").click();
    await page.getByRole("button", { name: "Answer by both" }).click();
    await page.getByRole("region", { name: "Answer by walk" }).getByRole("button", { name: "Expect The pier" }).first().click();
    await page.getByRole("button", { name: "Remove uploads/pier.md" }).waitFor();
    await ways.getByText("PASS").first().waitFor();
    assert.deepEqual(await found(), []);
});

test("a set of the server's machine is run and its report is a table", async () => {
    const folder = join(world.folder, "little");
    mkdirSync(folder);
    const lines = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n") + "\n";
    writeFileSync(join(folder, "corpus.jsonl"), lines([1, 2, 3].map((n) => ({ _id: String(n), title: `Bell ${n}`, text: `Bell number ${n} was cast by master ${"ABC"[n - 1]}${n}ender.` }))));
    writeFileSync(join(folder, "questions.jsonl"), lines([1, 2, 3].map((n) => ({ _id: `q${n}`, text: `Who cast bell number ${n}?`, answer: "x", gold: [String(n)] }))));
    await page.getByText("Run sets").click();
    await page.getByLabel("Folders on the server's machine").fill(folder);
    await page.getByRole("button", { name: "Run them" }).click();
    const report = page.getByRole("region", { name: "Report: little" });
    await report.getByRole("cell", { name: "walk" }).waitFor();
    await report.getByRole("button", { name: "MRR" }).click();
    assert.equal(await report.getByRole("columnheader", { name: "MRR" }).getAttribute("aria-sort"), "descending");
});

test("nothing went wrong meanwhile, and nothing left for elsewhere", () => {
    assert.deepEqual(world.wrong, []);
});
