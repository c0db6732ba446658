// Each tab as a person sees it, in both languages: nothing stands beside the page, and with SHOTS the pictures are kept for docs/page.md.

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World, type Looks } from "./world.ts";

const SAMPLES = join(import.meta.dirname, "../../samples");

let world: World;
let kept: string;

/** Texts of a folder by their paths in it. */
function texts(folder: string): Record<string, string> {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => statSync(join(folder, name)).isFile());
    return Object.fromEntries(files.sort().map((name) => [relative(".", name), readFileSync(join(folder, name), "utf8")]));
}

beforeAll(async () => {
    world = await World.start();
    kept = process.env.SHOTS ?? join(world.folder, "shots");
    mkdirSync(kept, { recursive: true });
    await world.upload(texts(SAMPLES));
});

afterAll(async () => {
    await world?.end();
});

async function shot(page: Page, name: string): Promise<void> {
    await page.waitForTimeout(400);
    const beside = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert.equal(beside, 0, `${name} is wider than the window`);
    const bytes = await page.screenshot({ path: join(kept, `${name}.png`), animations: "disabled" });
    // A page of one colour packs to almost nothing.
    assert.ok(bytes.length > 8_000, `${name}: ${bytes.length} bytes`);
}

async function ask(page: Page, question: string): Promise<void> {
    await page.locator("#question").fill(question);
    await page.keyboard.press("Enter");
    await page.locator("button.cite").first().waitFor();
}

const LANGUAGES: [string, Looks, string][] = [
    ["en", { locale: "en-US", colorScheme: "light" }, "Who keeps the Meridian Clock?"],
    ["ru", { locale: "ru-RU", colorScheme: "dark" }, "Кто шлифовал линзу маяка?"],
];

for (const [language, looks, question] of LANGUAGES) {
    test(`every tab is seen, ${language}`, async () => {
        const page = await world.page({ ...looks, viewport: { width: 1200, height: 760 } });
        const go = (path: string) => page.goto(`${world.address}/w/default/${path}`);
        await go("ask");
        await ask(page, question);
        await page.getByRole("button", { name: language === "en" ? "Star" : "Отметить" }).first().click();
        await shot(page, `ask-${language}`);
        await page.locator("a.quote").first().click();
        await page.locator("mark").first().waitFor();
        await shot(page, `place-${language}`);
        await page.locator("nav a", { hasText: language === "en" ? "Trace" : "Ход" }).first().click();
        await page.locator("h1").first().waitFor();
        await shot(page, `trace-${language}`);
        await go("ingest");
        await page.locator("[role=row] a, tbody a").first().waitFor();
        await shot(page, `documents-${language}`);
        await go("d/uploads%2Fobservatory.md");
        await page.locator("h1").first().waitFor();
        await shot(page, `document-${language}`);
        await go(`graph?entity=${encodeURIComponent(language === "en" ? "Meridian Clock" : "Глафира Дорофеева")}`);
        await page.locator(".drawing canvas").first().waitFor();
        await shot(page, `graph-${language}`);
        await go("benchmark");
        await page.locator("main button.first").first().click();
        await page.locator("main table td").first().waitFor();
        await shot(page, `benchmark-${language}`);
        await go("settings");
        await page.locator("h1").first().waitFor();
        await shot(page, `settings-${language}`);
    });
}

test("nothing went wrong meanwhile", () => {
    assert.deepEqual(world.wrong, []);
});
