// Every tab for everyone: axe finds nothing, in both languages and schemes; a phone shows no part beside itself.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World, type Looks } from "./world.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["ask", "ingest", "graph?entity=Ilse%20Varga", "trace", "benchmark", "settings", "d/uploads%2Fbell.md?s=10&e=40"];

let world: World;

beforeAll(async () => {
    world = await World.start();
    await world.upload({
        "bell.md": "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n\n## Sound\n\nIlse Varga tuned it in Lower Brod.\n",
        "tower.md": "# The tower\n\nThe tower of Tarnby holds the bell. Ruta Halas keeps the tower.\n",
    });
});

afterAll(async () => {
    await world?.end();
});

interface Finding {
    id: string;
    nodes: { html: string }[];
}

/** What axe finds on a page. */
async function findings(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    const found = (await page.evaluate("axe.run()")) as { violations: Finding[] };
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

async function show(page: Page, tab: string): Promise<void> {
    await page.goto(`${world.address}/w/default/${tab}`);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.waitForTimeout(300);
}

const LOOKS: [string, Looks][] = [
    ["in English and light", { locale: "en-US", colorScheme: "light" }],
    ["in Russian and dark", { locale: "ru-RU", colorScheme: "dark" }],
];

for (const [name, looks] of LOOKS) {
    test(`axe finds nothing in any tab, ${name}`, async () => {
        const page = await world.page(looks);
        for (const tab of TABS) {
            await show(page, tab);
            assert.deepEqual(await findings(page), [], tab);
        }
        await show(page, "ask");
        await page.locator("#question").fill("Who cast the bell of Tarnby?");
        await page.keyboard.press("Enter");
        await page.locator("button.cite").first().waitFor();
        for (const summary of await page.locator("summary").all()) await summary.click();
        assert.deepEqual(await findings(page), [], "an answer");
    });
}

test("a phone shows every tab without scrolling sideways", async () => {
    const page = await world.page({ viewport: { width: 390, height: 844 } });
    for (const tab of TABS) {
        await show(page, tab);
        const beside = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert.equal(beside, 0, tab);
    }
});

test("everything is reached by keys alone", async () => {
    const page = await world.page();
    await show(page, "ask");
    await page.keyboard.press("/");
    await page.keyboard.type("Who cast the bell of Tarnby?");
    await page.keyboard.press("Enter");
    const cite = page.locator("button.cite").first();
    await cite.waitFor();
    for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        if (await page.evaluate("document.activeElement?.classList.contains('quote')")) break;
    }
    await page.keyboard.press("Enter");
    await page.locator("mark").waitFor();
    await page.keyboard.press("Tab");
});

test("nothing went wrong meanwhile", () => {
    assert.deepEqual(world.wrong, []);
});
