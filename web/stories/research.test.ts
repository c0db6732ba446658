// From a topic to papers, their map and an answer, through the real server and a stand-in that speaks arXiv's protocol.

import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { QUIPU, World } from "./world.ts";

const SCRIPTED = process.env.SCRIPTED ?? join(dirname(QUIPU), "quipu-scripted");
const PAPERS = join(import.meta.dirname, "../../tools/scripted/papers");

let world: World;
let arxiv: ChildProcess;

beforeAll(async () => {
    arxiv = spawn(SCRIPTED, ["--arxiv", PAPERS], { stdio: ["ignore", "pipe", "inherit"] });
    const [said] = (await once(arxiv.stdout!, "data")) as [Buffer];
    world = await World.start({ QUIPU_RESEARCH_ARXIV: said.toString().trim(), QUIPU_RESEARCH_PAUSE: "0.05" });
});

afterAll(async () => {
    arxiv?.kill();
    await world?.end();
});

async function shot(page: Page, name: string): Promise<void> {
    await page.waitForTimeout(600);
    const kept = process.env.SHOTS ?? join(world.folder, "shots");
    mkdirSync(kept, { recursive: true });
    const beside = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert.equal(beside, 0, `${name} is wider than the window`);
    await page.screenshot({ path: join(kept, `${name}.png`), animations: "disabled" });
}

test("a topic becomes papers, a map, an answer beside its page, and a table", async () => {
    const page = await world.page({ locale: "en-US", colorScheme: "light", viewport: { width: 1280, height: 860 } });
    await page.goto(`${world.address}/w/default/papers`);
    await page.locator("#papers-search").fill("transformer attention mechanism");
    await page.keyboard.press("Enter");
    await page.getByLabel("Attention Is All You Need").waitFor();
    await page.getByLabel("Select all that is listed").check();
    await page.getByRole("button", { name: "Add 5 papers" }).click();
    await page.getByText("Done: 5 added, 5 read.").waitFor();
    await page.goto(`${world.address}/w/default/papers?show=both`);
    await page.locator("[role=application]").nth(1).waitFor();
    await shot(page, "papers-en");
    await page.goto(`${world.address}/w/default/papers?paper=${encodeURIComponent("http://arxiv.org/abs/2603.08343")}`);
    await page.locator("#question").fill("How does the Walsh Hadamard Transform help?");
    await page.getByRole("button", { name: "Ask 1 paper" }).click();
    await page.locator("button.cite").first().click();
    // The paper came as a PDF: its page opens beside the answer.
    await page.locator("canvas.page, .pdf canvas, canvas[data-page]").or(page.locator("mark")).first().waitFor();
    await shot(page, "papers-answer-en");
    await page.goto(`${world.address}/w/default/papers`);
    await page.locator("[role=application]").first().waitFor();
    await page.getByRole("button", { name: "Select all" }).click();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("not stated").first().waitFor();
    await shot(page, "papers-table-en");
});

test("the same is there in Russian, on a dark screen", async () => {
    const page = await world.page({ locale: "ru-RU", colorScheme: "dark", viewport: { width: 1280, height: 860 } });
    await page.goto(`${world.address}/w/default/papers?show=both`);
    await page.locator("[role=application]").nth(1).waitFor();
    await shot(page, "papers-ru");
});

test("nothing went wrong meanwhile", () => {
    assert.deepEqual(world.wrong, []);
});
