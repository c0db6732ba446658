// Every tab for everyone: axe finds nothing, in both languages and schemes; a phone shows no part beside itself.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World, type Looks } from "./world.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["ask", "ingest", "papers", "graph?entity=Ilse%20Varga", "trace", "benchmark", "settings", "d/uploads%2Fbell.md?s=10&e=40"];

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
        assert.equal(await beside(page), 0, tab);
    }
});

/** How far a page goes beside its window. */
async function beside(page: Page): Promise<number> {
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

test("at twice the size, and where texts are longer by two fifths, nothing stands beside the page", async () => {
    const page = await world.page({ viewport: { width: 720, height: 450 } });
    for (const tab of TABS) {
        await show(page, tab);
        assert.equal(await beside(page), 0, `${tab} at 200 %`);
    }
    await page.setViewportSize({ width: 1100, height: 800 });
    for (const tab of TABS) {
        await show(page, tab);
        await page.evaluate(LONGER);
        assert.equal(await beside(page), 0, `${tab} with longer texts`);
    }
});

/** Lengthens what the page says, as a pseudo-locale does. */
const LONGER = `for (const part of document.querySelectorAll("button, label, a, h1, h2, h3, summary, th, p")) {
    for (const text of part.childNodes) {
        if (text.nodeType === 3 && text.data.trim()) text.data += " " + "ẅ".repeat(Math.ceil(text.data.trim().length * 0.4));
    }
}`;

test("in forced colours one sees which tab is open and where a place is", async () => {
    const page = await world.page();
    await page.emulateMedia({ forcedColors: "active" });
    await show(page, "d/uploads%2Fbell.md?s=10&e=40");
    await page.locator("mark").waitFor();
    await show(page, "ask");
    const outline = await page.evaluate("getComputedStyle(document.querySelector('nav [aria-current]')).outlineStyle");
    assert.equal(outline, "solid");
});

test("the palette goes to a name, and nobody is kept in it", async () => {
    const page = await world.page();
    await show(page, "ask");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find or do" }).fill("halas");
    await page.getByRole("option", { name: /Ruta Halas/ }).first().waitFor();
    assert.deepEqual(await findings(page), [], "the palette");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await findings(page), [], "the keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Ilse Varga -> Ruta Halas");
    await page.keyboard.press("Enter");
    await page.waitForURL(/from=Ilse/);
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
