// Documents are strangers: what they are called and what they say is shown, and does nothing.

import assert from "node:assert/strict";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { pdf } from "./pdf.ts";
import { World } from "./world.ts";

const PAYLOAD = `<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">`;
const MARKDOWN = [
    `# Bell ${PAYLOAD}`,
    "",
    `The bell of Tarnby was cast by Ilse Varga. ${PAYLOAD}`,
    "",
    "[a link](javascript:window.hit=1) and ![a picture](http://evil.example/x.png) of the bell.",
    "",
    `| bell | cast |\n|---|---|\n| ${PAYLOAD} | 1911 |`,
    "",
    '<iframe src="javascript:parent.hit=1"></iframe><a href="data:text/html,<script>opener.hit=1</script>">bell</a>',
    "",
    "The bell `code ${window.hit=1}` rings. <style>body{display:none}</style>",
].join("\n");

let world: World;
let page: Page;

beforeAll(async () => {
    world = await World.start();
    await world.upload({
        "a<img src=x onerror=window.hit=1>.md": MARKDOWN,
        "bell.svg": `<svg xmlns="http://www.w3.org/2000/svg" onload="window.hit=1"><text>The bell</text></svg>`,
        "page.html": `<html><title>${PAYLOAD}</title><body><h1>Bell</h1><p>The bell of Ruta Halas rings.</p>${PAYLOAD}</body></html>`,
    });
    const script = "/OpenAction << /S /JavaScript /JS (window.hit=1; app.alert\\(1\\)) >>";
    await world.upload({ "pier.pdf": pdf([`The pier was repaired by Nadia Okonjo. ${PAYLOAD}`], script) });
    page = await world.page();
});

afterAll(async () => {
    await world?.end();
});

async function untouched(where: string): Promise<void> {
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate("window.hit ?? 0"), 0, where);
    assert.equal(await page.locator("main iframe, main script, main img[onerror], main svg[onload]").count(), 0, where);
    assert.ok(await page.locator("main").isVisible(), where);
}

test("lists, answers, sources, documents and the graph show it and run nothing", async () => {
    await page.goto(`${world.address}/w/default/ingest`);
    await page.locator("tbody tr").first().waitFor();
    await untouched("the list");
    for (const question of ["Who cast the bell of Tarnby?", "Who rings the bell?", PAYLOAD]) {
        await page.goto(`${world.address}/w/default/ask`);
        await page.locator("#question").fill(question);
        await page.keyboard.press("Enter");
        // Not before the answer is whole: sources change their places until then.
        await page.getByRole("button", { name: "Ask again" }).waitFor();
        for (const summary of await page.locator("section summary").all()) await summary.click().catch(() => undefined);
        await untouched(`the answer to ${question}`);
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("bell");
    await page.getByRole("option").nth(1).waitFor();
    await untouched("the palette");
    await page.keyboard.press("Escape");
    await page.goto(`${world.address}/w/default/ingest`);
    await page.locator("tbody a").first().waitFor();
    const links = await page.locator("tbody a").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    assert.ok(links.length >= 2);
    for (const link of links) {
        await page.goto(world.address + link);
        await page.locator(".text").waitFor();
        for (const summary of await page.locator("main details > summary").all()) await summary.click().catch(() => undefined);
        await untouched(link);
        for (const name of ["As it reads", "Show the pages"]) {
            const button = page.getByRole("button", { name });
            if ((await button.count()) > 0) await button.click();
            await untouched(`${link}: ${name}`);
        }
    }
    await page.goto(`${world.address}/w/default/graph?question=${encodeURIComponent("Who cast the bell?")}`);
    await untouched("the graph");
    await page.goto(`${world.address}/w/${encodeURIComponent(PAYLOAD)}/ask/${encodeURIComponent(PAYLOAD)}?document=${encodeURIComponent(PAYLOAD)}`);
    await untouched("an address");
});

test("nothing was asked of anyone else", () => {
    assert.deepEqual(
        world.wrong.filter((one) => !one.includes("Content Security Policy")),
        [],
    );
});
