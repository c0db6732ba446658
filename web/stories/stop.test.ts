// A streaming answer is stopped: the model is hung up on, and what was said stays.

import assert from "node:assert/strict";

import { afterAll, beforeAll, test } from "vitest";

import { slow, type Slow } from "./slow.ts";
import { World } from "./world.ts";

let world: World;
let model: Slow;

beforeAll(async () => {
    model = await slow(`${"The bell of Tarnby was cast by Ilse Varga [1]. ".repeat(40)}The end.`);
    world = await World.start({ QUIPU_LLM_URL: model.url, QUIPU_LLM_NAME: "slow" });
    await world.upload({ "bell.md": "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n" });
});

afterAll(async () => {
    await world?.end();
    await model?.end();
});

test("an answer comes word by word, and stops when a person says so", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/w/default/ask`);
    await page.locator("#question").fill("Who cast the bell of Tarnby?");
    await page.keyboard.press("Enter");
    await page.getByText("Ilse Varga").first().waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped. What was said stays.").waitFor();
    const said = await page.locator(".said").innerText();
    assert.match(said, /The bell/);
    await page.waitForTimeout(1500);
    const sent = model.sent;
    await page.waitForTimeout(1000);
    assert.equal(model.sent, sent, "the model writes no more");
    assert.ok(model.left >= 1, "it was hung up on");
    assert.deepEqual(world.wrong, []);
});
