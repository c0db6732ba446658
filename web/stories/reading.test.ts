// Before a model reads, a person knows what that takes and says how much it may cost; afterwards they see what it took.

import assert from "node:assert/strict";

import { afterAll, beforeAll, test } from "vitest";

import { slow, type Slow } from "./slow.ts";
import { World } from "./world.ts";

let world: World;
let model: Slow;

const READ = { entities: [{ name: "Ilse Varga", type: "PERSON" }, { name: "Tarnby", type: "PLACE" }], relations: [] };

beforeAll(async () => {
    model = await slow(JSON.stringify(READ));
    world = await World.start({
        QUIPU_LLM_URL: model.url,
        QUIPU_LLM_NAME: "slow",
        QUIPU_LLM_PRICE_INPUT: "1",
        QUIPU_LLM_PRICE_OUTPUT: "2",
    });
});

afterAll(async () => {
    await world?.end();
    await model?.end();
});

test("a model's reading is foretold, capped and done", async () => {
    const page = await world.page();
    const file = world.file("bell.md", "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n");
    await page.locator("input[type=file]").first().setInputFiles([file]);
    const card = page.getByRole("form", { name: "Reading by a model" });
    await card.waitFor();
    const asked = model.whole;
    assert.equal(asked, 0, "no model was asked before somebody said so");
    assert.match(await card.innerText(), /slow.*call.*token/s);
    await card.getByLabel("Stop before it costs more than").fill("5");
    await card.getByRole("button", { name: "Let it read" }).click();
    await card.waitFor({ state: "detached" });
    // A build without optimisation reads for some ten seconds.
    await page.getByText("done").nth(1).waitFor({ timeout: 30_000 });
    assert.ok(model.whole > 0, "it read");
    assert.deepEqual(world.wrong, []);
});
