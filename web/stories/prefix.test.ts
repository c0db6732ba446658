// The page below a path of another address, as a reverse proxy serves it: everything that it asks for lies below that path.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { pdf } from "./pdf.ts";
import { proxied, type Proxy } from "./proxy.ts";
import { World } from "./world.ts";

const data = mkdtempSync(join(tmpdir(), "quipu-data-"));

let world: World;
let proxy: Proxy;
let page: Page;

beforeAll(async () => {
    proxy = await proxied("/quipu");
    let secret = "";
    world = await World.start({ XDG_DATA_HOME: data }, ["--set", `server.public_url=${proxy.url}`], {
        // Requests of a proxy are nobody's without a token.
        before: (world) => ({ secret } = JSON.parse(world.command("token", "create", "all", "--role", "admin", "--json")) as { secret: string }),
    });
    proxy.behind = world.address;
    page = await world.page({}, `${proxy.url}/`);
    await page.getByLabel("Token", { exact: true }).fill(secret);
    await page.keyboard.press("Enter");
});

afterAll(async () => {
    await world?.end();
    await proxy?.end();
    rmSync(data, { recursive: true, force: true });
});

test("files are uploaded below the path", async () => {
    await page.waitForURL(`${proxy.url}/w/default/ingest`);
    await page.locator("input[type=file]").first().setInputFiles([
        world.file("bell.md", "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n"),
        world.file("storm.pdf", pdf(["The storm of 1953 broke the northern pier.", "The pier was repaired by Nadia Okonjo in 1954."])),
    ]);
    await page.getByText("2 documents").first().waitFor();
});

test("a question is answered, its place is opened, and Back and a reload stay below the path", async () => {
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByLabel("Question").fill("Who cast the bell of Tarnby?");
    await page.keyboard.press("Enter");
    await page.locator("a.quote").first().click();
    await page.locator("mark").filter({ hasText: "Ilse Varga" }).waitFor();
    const place = page.url();
    assert.ok(place.startsWith(`${proxy.url}/w/default/ask/`), place);
    await page.goBack();
    await page.locator("mark").waitFor({ state: "detached" });
    await page.goForward();
    await page.reload();
    await page.locator("mark").filter({ hasText: "Ilse Varga" }).waitFor();
    assert.equal(page.url(), place);
});

test("a page of a PDF is drawn, whose reader runs beside the page", async () => {
    await page.goto(`${proxy.url}/w/default/ask`);
    await page.getByLabel("Question").fill("Who repaired the pier?");
    await page.keyboard.press("Enter");
    await page.locator("a.quote").filter({ hasText: "Nadia Okonjo" }).first().click();
    await page.getByText("2 of 2").waitFor();
    await page.locator(".sheet .box").first().waitFor();
});

test("every tab is loaded, and what other programs are told holds the path", async () => {
    for (const tab of ["Papers", "Graph", "Trace", "Benchmark", "Settings"]) {
        await page.getByRole("link", { name: tab, exact: true }).click();
        await page.getByRole("heading", { level: 1, name: tab, exact: true }).waitFor({ state: "attached" });
    }
    await page.goto(`${proxy.url}/w/default/settings?part=connect`);
    await page.getByText(`${proxy.url}/mcp/default`).first().waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "All calls, as OpenAPI" }).click()]);
    assert.equal(download.suggestedFilename(), "quipu-openapi.json");
    await page.getByRole("link", { name: "About" }).click();
    const licences = await page.getByRole("link", { name: "licences" }).getAttribute("href");
    assert.equal(licences, "/quipu/licences.txt");
    assert.equal(await page.getByRole("link", { name: "Quipu" }).getAttribute("href"), "/quipu/w/default/ask");
});

test("an address that leads nowhere goes to the start below the path", async () => {
    await page.goto(`${proxy.url}/nonsense`);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.getByRole("link", { name: "To the start" }).click();
    await page.waitForURL(`${proxy.url}/w/default/ask`);
});

test("nothing was asked for beside the path", () => {
    assert.ok(proxy.passed > 20);
    assert.deepEqual(proxy.missed, []);
    assert.deepEqual(world.wrong, []);
});
