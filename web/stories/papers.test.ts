// The place for papers, as a researcher goes through it. What comes of arXiv is played here, so that no story waits for a network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "./world.ts";

const DOCUMENT = "uploads/bell.md";
let world: World;

beforeAll(async () => {
    world = await World.start();
    await world.upload({ "bell.md": "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n" });
});

afterAll(async () => {
    await world?.end();
});

function paper(id: string, title: string, author: string, published: string, more: object = {}) {
    return {
        id: `arxiv/${id}`, arxiv: id, title, authors: [author, "Ruta Halas", "Peer Okonjo", "Ann Lee"], published, summary: `What ${title} says.`,
        link: "", document: DOCUMENT, version: 1, categories: ["cs.CL"], doi: null, journal: null, status: "read", source: "html",
        withdrawn: false, newer: null, cited_by_inside: 0, cites_inside: 0, community: null, reason: null, ...more,
    };
}

const CAST = paper("1911.00001", "On the casting of bells", "Ilse Varga", "2019-11-01", { cited_by_inside: 2 });
const TUNED = paper("2011.00002", "Bells that are tuned", "Mara Quill", "2020-11-02", { cites_inside: 1 });
const RUNG = paper("2111.00003", "Bells that are rung", "Theo Brand", "2021-11-03", { cites_inside: 1, withdrawn: true });
const FOUND = paper("2211.00004", "Bells under water", "Nils Farrow", "2022-11-04", { document: null, status: null, source: null });
const CITATION = {
    n: 1, paper: CAST.id, title: CAST.title, section: "The bell", page: null, start: 13, end: 60, document: DOCUMENT, source: DOCUMENT,
    heading: ["The bell"], quote: "The bell of Tarnby was cast by Ilse Varga", chunk: null, borne_out: true,
};
const SAID = {
    response: "Ilse Varga cast it [1].", citations: [CITATION], warning: null, related_concepts: ["casting"], papers_used: [CAST.id],
    session_id: null, trace: [], notes: ["Two passages were read."], refused: false,
};

/** Plays the routes of papers for a page; gives what it was asked for. */
async function play(page: Page): Promise<{ body: Record<string, unknown> }[]> {
    const here = [CAST, TUNED, RUNG];
    const asked: { body: Record<string, unknown> }[] = [];
    const json = (route: Route, body: unknown) => route.fulfill({ json: body });
    const stream = (route: Route, all: [string, object][]) =>
        route.fulfill({ contentType: "text/event-stream", body: all.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join("") });
    const W = "**/api/v1/workspaces/default";
    await page.route(`${W}/papers?*`, (route) => json(route, { items: here, next: null, papers: here, total: here.length }));
    await page.route(`${W}/papers/missing*`, (route) => json(route, { items: [{ title: "Clocks", year: 1901, arxiv: null, doi: null, cited_by: [CAST.id] }], next: null }));
    await page.route(`${W}/papers/search`, (route) => json(route, { items: [FOUND, CAST], next: null, papers: [FOUND, CAST], total: 2, by_words: 0 }));
    await page.route(`${W}/papers/map`, (route) => {
        const papers = here.map((one) => ({ ...one, community: one === RUNG ? 1 : 0 }));
        const cites = [TUNED, RUNG].map(({ id }) => ({ source: id, target: CAST.id }));
        return json(route, { papers, alike: [{ source: CAST.id, target: TUNED.id, weight: 0.7 }], cites, prior: [CAST.id], derivative: [RUNG.id], bridges: [] });
    });
    await page.route(`${W}/papers/concepts`, (route) =>
        json(route, {
            concepts: ["casting", "bronze"].map((name, at) => ({ id: `c${at}`, name, type: "METHOD", aliases: [], papers: [CAST.id] })),
            relations: [{ source: "c0", relation: "USES", target: "c1", papers: [CAST.id], said: "Casting uses bronze." }],
            related: [],
        }),
    );
    await page.route("**/api/agent_action", (route) => {
        const body = route.request().postDataJSON() as Record<string, unknown>;
        asked.push({ body });
        if (body.action === "chat") return stream(route, [["step", { step: "retrieve", detail: "" }], ["token", { text: "Ilse" }], ["end", SAID]]);
        const cells = [{ text: "Bells crack", citations: [1] }, { text: null, citations: [] }, { text: null, citations: [] }, { text: null, citations: [] }, { text: null, citations: [] }];
        const rows = [CAST, TUNED].map(({ id, title }) => ({ paper: id, title, cells }));
        const table = { columns: ["problem", "method", "data", "metric", "result"], rows };
        return json(route, { response: "", table, shared_entities: ["bronze"], disagreements: [], citations: [CITATION], notes: [] });
    });
    await page.route(`${W}/jobs`, (route) => {
        if (route.request().method() !== "POST") return route.continue();
        asked.push({ body: route.request().postDataJSON() as Record<string, unknown> });
        here.push({ ...FOUND, document: DOCUMENT, status: "read", source: "html" });
        const progress = { done: 0, unit: "papers", rate: 0, bytes: 0, calls: 0, tokens_in: 0, tokens_out: 0, money: 0 };
        return route.fulfill({ status: 202, json: { id: "PLAYED", kind: "papers", wanted: { ids: [FOUND.arxiv] }, state: "running", progress } });
    });
    await page.route(`${W}/jobs/PLAYED/events`, (route) =>
        stream(route, [
            ["stage", { stage: "search" }],
            ["document", { id: FOUND.id, state: "reading" }],
            ["document", { id: FOUND.id, state: "read" }],
            ["progress", { done: 1, total: 1, unit: "papers", left_s: 0 }],
            ["finished", { report: { added: [FOUND], already: [], failed: [], missing: [], troubles: [], read: 1, left: 0, stopped: false } }],
        ]),
    );
    return asked;
}

async function opened(path = "papers"): Promise<[Page, { body: Record<string, unknown> }[]]> {
    const page = await world.page();
    const asked = await play(page);
    await page.goto(`${world.address}/w/default/${path}`);
    await page.locator(".field").first().waitFor();
    return [page, asked];
}

test("a topic is searched, and what is found is added and read", async () => {
    const [page, asked] = await opened();
    await page.locator("#papers-search").fill("bells");
    await page.keyboard.press("Enter");
    await page.getByText("is here").waitFor();
    await page.getByLabel("Bells under water").check();
    await page.getByRole("button", { name: "Add 1 paper, about 6 sec" }).click();
    await page.getByText("Done: 1 added, 1 read.").waitFor();
    assert.deepEqual(asked.at(-1)?.body, { kind: "papers", wanted: { ids: ["2211.00004"] } });
    await page.locator("#papers-search").fill("https://arxiv.org/abs/1706.03762v2 1810.04805");
    await page.getByRole("button", { name: "Add 2 papers, about 9 sec" }).waitFor();
});

test("papers are selected by keys on the map, and the address keeps them", async () => {
    const [page] = await opened();
    await page.locator(".field").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await page.getByText("1 of 3 selected").waitFor();
    assert.match(page.url(), /paper=arxiv%2F1911\.00001/);
    await page.reload();
    await page.getByText("1 of 3 selected").waitFor();
    await page.locator(".field").first().focus();
    await page.keyboard.press("Escape");
    await page.getByText("3 papers, none selected").waitFor();
});

test("what is selected is asked, and a citation opens its place beside the answer", async () => {
    const [page, asked] = await opened("papers?paper=arxiv%2F1911.00001");
    await page.locator("#question").fill("Who cast the bell?");
    await page.getByRole("button", { name: "Ask 1 paper" }).click();
    await page.locator("button.cite").first().click();
    await page.locator("mark").filter({ hasText: "Ilse Varga" }).waitFor();
    assert.deepEqual(asked.at(-1)?.body.selected_papers, ["arxiv/1911.00001"]);
    await page.keyboard.press("Escape");
    await page.locator("mark").waitFor({ state: "detached" });
});

test("papers are compared, and the table is saved", async () => {
    const [page] = await opened("papers?paper=arxiv%2F1911.00001&paper=arxiv%2F2011.00002");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("not stated").first().waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as CSV" }).click()]);
    assert.match(readFileSync(await download.path(), "utf8"), /^Paper,Problem,Method,Data,Metric,Result\r\nOn the casting of bells,Bells crack \[1\],not stated/);
});

test("a concept lights up its papers, and a relation says its sentence", async () => {
    const [page] = await opened("papers?show=both");
    await page.getByText("As a table").click();
    await page.getByRole("button", { name: /casting \(method\)/ }).click();
    await page.locator("tr.pale").first().waitFor();
    await page.getByRole("button", { name: "casting — uses → bronze" }).click();
    await page.getByText("Casting uses bronze.").waitFor();
});

test("nothing went wrong meanwhile", () => {
    assert.deepEqual(world.wrong, []);
});
