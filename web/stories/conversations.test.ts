// What was asked stays: with its evidence after a reload, under another name, and beside what was asked otherwise.

import assert from "node:assert/strict";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "./world.ts";

let world: World;
let page: Page;

beforeAll(async () => {
    world = await World.start();
    await world.upload({
        "bell.md": "---\ntags: [metal]\n---\n# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n",
        "tower.md": "# The tower\n\nThe tower of Tarnby holds the bell. Ruta Halas keeps the tower.\n",
    });
    page = await world.page();
    await page.goto(`${world.address}/w/default/ask`);
});

afterAll(async () => {
    await world?.end();
});

async function ask(question: string): Promise<void> {
    await page.getByLabel("Question", { exact: true }).fill(question);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: question }).first().locator("button.cite").first().waitFor();
}

test("an answer of before has its sources, its settings and the place of its citation after a reload", async () => {
    await page.getByText("Ask only some documents").click();
    await page.getByLabel("By what").selectOption("tags");
    await page.getByLabel("Which", { exact: true }).fill("metal");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await ask("Who cast the bell of Tarnby?");
    await page.reload();
    const kept = page.getByRole("region", { name: "Who cast the bell of Tarnby?" });
    await kept.locator("button.cite").first().waitFor();
    assert.match(await kept.locator(".said").innerText(), /auto.*metal/);
    await kept.getByText("Around it").first().click();
    await kept.locator("details .markdown", { hasText: "Ilse Varga" }).first().waitFor();
    await kept.locator("a.quote").first().click();
    await page.locator("mark").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("mark").waitFor({ state: "detached" });
});

test("a conversation is renamed, and its address with it", async () => {
    await ask("Who keeps the tower?");
    await page.getByText("Conversations").click();
    await page.getByRole("button", { name: /^Rename the conversation/ }).first().click();
    await page.getByLabel("Name of the conversation").fill("Bells");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(/ask\/Bells$/);
    await page.getByRole("link", { name: "Bells" }).waitFor();
    const said = page.locator("section", { has: page.locator(".said") });
    // Under its new address the conversation is read again.
    await said.nth(1).waitFor();
    assert.equal(await said.count(), 2);
});

test("a question that is changed begins another conversation, and the first stays as it is", async () => {
    const last = page.getByRole("region", { name: "Who keeps the tower?" });
    await last.getByRole("button", { name: "Edit" }).click();
    await page.getByText("the changed question begins another").waitFor();
    await ask("What does the tower hold?");
    assert.equal(await page.getByRole("region", { name: "Who cast the bell of Tarnby?" }).count(), 1, "what came before is there");
    assert.equal(await page.getByRole("region", { name: "Who keeps the tower?" }).count(), 0);
    await page.getByRole("link", { name: "Bells" }).click();
    await page.getByRole("region", { name: "Who keeps the tower?" }).waitFor();
});

test("a conversation is saved as Markdown, and deleted", async () => {
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the conversation Bells as Markdown" }).click();
    assert.equal((await saved).suggestedFilename(), "Bells.md");
    await page.getByRole("button", { name: "Delete the conversation Bells" }).click();
    await page.getByRole("link", { name: "Bells" }).waitFor({ state: "detached" });
});

test("nothing went wrong meanwhile", () => {
    assert.deepEqual(world.wrong, []);
});
