// What a new person does, in a real browser against the real binary.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { pdf } from "./pdf.ts";
import { World } from "./world.ts";

let world: World;
let page: Page;

beforeAll(async () => {
    world = await World.start();
    page = await world.page();
});

afterAll(async () => {
    await world?.end();
});

const BELL = "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911. Ilse Varga was born in Lower Brod.\n";
const TOWER = "# The tower\n\nThe tower of Tarnby holds the bell. Ruta Halas keeps the tower.\n";
const MAYAK = "# Маяк\n\nМаяк построил Матвей Лагунов в 1903 году.\n";

test("a new person drops five files, one of them broken, and sees what became of each", async () => {
    await page.getByRole("heading", { name: "Documents", exact: true }).waitFor();
    const files = [
        world.file("bell.md", BELL),
        world.file("tower.md", TOWER),
        world.file("маяк.md", MAYAK),
        world.file("report.pdf", pdf(["The storm of 1953 broke the northern pier.", "The pier was repaired by Nadia Okonjo in 1954."])),
        world.file("broken.pdf", "%PDF-1.4 this is no PDF at all"),
    ];
    await page.locator("input[type=file]").first().setInputFiles(files);
    await page.getByText("4 documents").waitFor();
    await page.getByText("What became of the files").first().click();
    await page.getByText("broken.pdf").first().waitFor();
    assert.equal(await page.getByText("skipped").count(), 1);
});

test("a question is answered, and its citation opens the place in the document", async () => {
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByLabel("Question").fill("Who cast the bell of Tarnby?");
    await page.keyboard.press("Enter");
    await page.locator("button.cite").first().waitFor();
    const said = await page.locator(".said").innerText();
    assert.match(said, /Ilse Varga/);
    await page.locator("a.quote").first().click();
    const mark = page.locator("mark");
    await mark.waitFor();
    assert.match(await mark.innerText(), /Ilse Varga/);
    // It lies beside the answer, which stays; Back closes it.
    assert.match(await page.locator(".said").innerText(), /Ilse Varga/);
    await page.goBack();
    await mark.waitFor({ state: "detached" });
    assert.match(await page.locator(".said").innerText(), /Ilse Varga/);
});

test("a citation of a PDF is marked on its page", async () => {
    await page.getByLabel("Question").fill("Who repaired the pier?");
    await page.keyboard.press("Enter");
    const quote = page.locator("a.quote").filter({ hasText: "Nadia Okonjo" }).first();
    await quote.click();
    await page.getByText("2 of 2").waitFor();
    await page.locator(".sheet .box").first().waitFor();
});

test("what the documents do not say is refused, with what lies nearest", async () => {
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await page.getByLabel("Question").fill("How many moons has Jupiter?");
    await page.keyboard.press("Enter");
    await page.getByText("Nothing in these documents answers this.").waitFor();
    await page.getByText("Nearest passages").waitFor();
});

test("the graph is walked from a name, and two names are joined and parted again", async () => {
    await page.getByRole("link", { name: "Graph", exact: true }).click();
    await page.getByRole("combobox", { name: "Begin at" }).fill("ilse");
    await page.getByRole("option", { name: /Ilse Varga/ }).click();
    const card = page.getByRole("region", { name: "Ilse Varga" });
    await card.waitFor();
    assert.ok((await card.getByRole("link").count()) > 0, "its passages are there");
    await card.getByText("Names", { exact: true }).click();
    await card.getByRole("combobox", { name: "The same as" }).fill("ruta");
    await card.getByRole("option", { name: /Ruta Halas/ }).click();
    await card.getByRole("button", { name: "Ilse Varga and Ruta Halas are one" }).click();
    await page.getByText("Decided.").waitFor();
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByText("Decided.").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Begin at" }).fill("ruta");
    await page.getByRole("option", { name: /Ruta Halas/ }).waitFor();
});

test("a picture of the graph has more than one colour", async () => {
    const canvas = page.locator(".drawing canvas").first();
    await canvas.waitFor();
    const shot = await page.locator(".drawing").screenshot();
    // A picture of one colour packs to almost nothing.
    assert.ok(shot.length > 4_000, `${shot.length} bytes`);
});

test("a model's connection is tried", async () => {
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Test the connection" }).click();
    await page.getByRole("cell", { name: "static" }).waitFor();
});

test("the page turns to Russian and dark, and stays so", async () => {
    await page.getByRole("button", { name: "Русский" }).click();
    await page.getByRole("heading", { name: "Настройки", exact: true }).waitFor();
    await page.getByRole("button", { name: "Как в системе" }).click();
    await page.getByRole("button", { name: "Светлая" }).click();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    await page.reload();
    await page.getByRole("heading", { name: "Настройки", exact: true }).waitFor();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    assert.equal(await page.locator("html").getAttribute("lang"), "ru");
});

test("a document is deleted, and all else is there after the server was killed", async () => {
    await page.getByRole("link", { name: "Документы", exact: true }).click();
    await page.getByRole("link", { name: "The tower" }).click();
    await page.getByRole("button", { name: "Удалить" }).click();
    await page.getByText("3 документа").waitFor();
    await world.kill();
    await world.serve();
    await page.reload();
    await page.getByText("3 документа").waitFor();
    await page.getByRole("link", { name: "Вопрос", exact: true }).click();
    await page.getByText("Беседы").waitFor();
});

test("nothing went wrong meanwhile, and nothing left for elsewhere", () => {
    assert.deepEqual(world.wrong, []);
});
