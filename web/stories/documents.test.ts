// What a person does with many documents, with one of them, and with what the server keeps.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { pdf } from "./pdf.ts";
import { World } from "./world.ts";

let world: World;
let page: Page;
const data = mkdtempSync(join(tmpdir(), "quipu-data-"));

const ALL = 450;

/** Notes, every tenth of which is about the sea. */
function notes(): Record<string, string> {
    const all = Array.from({ length: ALL }, (_, at) => {
        const number = String(at).padStart(3, "0");
        const about = at % 10 === 0 ? "sea" : "land";
        return [`note-${number}.md`, `---\ntags: [${about}]\ndate: ${2000 + (at % 20)}-05-01\n---\n# Note ${number}\n\nNote ${number} tells of the ${about}.\n`] as const;
    });
    return Object.fromEntries(all);
}

beforeAll(async () => {
    world = await World.start({ XDG_DATA_HOME: data }, ["--all"]);
    const made = await fetch(`${world.address}/api/v1/workspaces`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: "default" }),
    });
    assert.equal(made.status, 201);
    await world.upload(notes());
    page = await world.page();
    await page.goto(`${world.address}/w/default/ingest`);
});

afterAll(async () => {
    await world?.end();
    rmSync(data, { recursive: true, force: true });
});

const rows = () => page.locator("tr.document");

async function tagged(tag: string): Promise<void> {
    await page.getByRole("combobox", { name: "Tag", exact: true }).fill(tag);
    await page.keyboard.press("Enter");
}

test("of many documents only those in view are drawn, and the others come as one scrolls", async () => {
    await page.getByRole("heading", { name: `${ALL} documents` }).waitFor();
    await rows().first().waitFor();
    assert.ok((await rows().count()) < 60, "few rows are drawn");
    assert.equal(await page.getByRole("table").getAttribute("aria-rowcount"), String(ALL + 1));
    const box = page.getByRole("region", { name: "List of documents" });
    for (let tries = 0; tries < 40; tries += 1) {
        await box.evaluate((list) => list.scrollTo(0, list.scrollHeight));
        if ((await page.locator(`tr[aria-rowindex="${ALL + 1}"]`).count()) > 0) break;
        await page.waitForTimeout(100);
    }
    await page.locator(`tr[aria-rowindex="${ALL + 1}"]`).waitFor();
    assert.ok((await rows().count()) < 60, "few rows are drawn at the end, too");
});

test("documents are found by their words and tags, and the address keeps that", async () => {
    await page.getByLabel("Words").fill("note-04");
    await page.waitForURL(/q=note-04/);
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length === 10);
    await tagged("sea");
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length === 1);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length === 10);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length === 10);
    assert.equal(await page.getByLabel("Words").inputValue(), "note-04");
    await page.getByLabel("Date").fill("yesterday");
    await page.getByText("Write a date or a range of dates").waitFor();
    await page.getByLabel("Date").fill("2000..2003");
    await page.keyboard.press("Enter");
    await page.getByLabel("Date").blur();
    await page.waitForURL(/date=2000/);
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length === 4);
    await page.getByRole("link", { name: "Show all" }).click();
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length > 10);
});

test("all that match are selected; what goes can be kept, and goes when that is confirmed", async () => {
    await tagged("sea");
    await page.waitForURL(/tag=sea/);
    await page.waitForFunction(() => document.querySelectorAll("tr.document").length < 60);
    await page.getByRole("button", { name: "Select all that match" }).click();
    await page.getByRole("button", { name: "Delete 45 documents" }).click();
    await page.getByRole("group", { name: "45 documents go" }).waitFor();
    await page.getByRole("button", { name: "Keep" }).click();
    await page.getByRole("heading", { name: `${ALL} documents` }).waitFor();
    await page.getByRole("button", { name: "Select all that match" }).click();
    await page.getByRole("button", { name: "Delete 45 documents" }).click();
    await page.getByRole("button", { name: "Delete now" }).click();
    await page.getByText("No document matches").waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await page.getByRole("heading", { name: `${ALL - 45} documents` }).waitFor();
});

test("a plan is shown before what is not read is sent", async () => {
    const files = [world.file("photo.png", "no picture"), world.file("bell.md", "# The bell\n\nThe bell rings. The Bell was cast in 1911. A bell is heavy.\n")];
    await page.locator("input[type=file]").first().setInputFiles(files);
    const plan = page.getByRole("region", { name: "What would be sent" });
    await plan.getByText("1 file has a format that is not read").waitFor();
    await plan.getByRole("button", { name: "Read 1 file" }).click();
    await page.getByRole("heading", { name: `${ALL - 44} documents` }).waitFor();
});

test("a file that failed says what to do, and it alone is read again", async () => {
    const files = [world.file("broken.pdf", "%PDF-1.4 this is no PDF at all"), world.file("pier.pdf", pdf(["The pier of Tarnby stands."]))];
    await page.locator("input[type=file]").first().setInputFiles(files);
    await page.getByText("1 file was not read").waitFor();
    await page.getByText("What became of the files").first().click();
    await page.getByText("Open it in the program that made it").waitFor();
    await page.getByRole("button", { name: "Read only those again" }).first().click();
    await page.locator("li.card").first().filter({ hasText: "broken.pdf" }).waitFor();
});

test("what is typed outlives a reload, and a text is added with its tags", async () => {
    await page.getByText("Paste a text").click();
    await page.getByLabel("Text", { exact: true }).fill("# Harbour\n\nThe harbour freezes in winter.\n");
    await page.getByLabel("Tags, with commas between").fill("sea, ice");
    await page.reload();
    await page.getByText("Paste a text").click();
    assert.match(await page.getByLabel("Text", { exact: true }).inputValue(), /freezes/);
    await page.getByRole("button", { name: "Add" }).click();
    // What is sent is no draft any more.
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    await page.goto(`${world.address}/w/default/ingest?tag=ice`);
    await page.getByRole("link", { name: "Harbour" }).waitFor();
});

test("what could not be sent is kept, and sent when the server is there again", async () => {
    await page.goto(`${world.address}/w/default/ingest`);
    await page.getByRole("heading", { name: /documents$/ }).waitFor();
    await page.context().setOffline(true);
    await page.locator("input[type=file]").first().setInputFiles([world.file("late.md", "# Late\n\nThe letter came late.\n")]);
    const tray = page.getByRole("region", { name: "Files on their way" });
    await tray.getByText("1 file was not sent.").waitFor();
    await page.context().setOffline(false);
    await tray.getByRole("button", { name: "Send again" }).click();
    await tray.waitFor({ state: "detached" });
    await page.getByLabel("Words").fill("late.md");
    await page.getByRole("link", { name: "Late" }).waitFor();
});

test("a place that goes over two pages is marked on both, and another place needs no second loading", async () => {
    const lines = ["The storm broke the northern pier, and the harbour", "master wrote that nobody would build it again. Nadia Okonjo did."];
    await page.locator("input[type=file]").first().setInputFiles([world.file("storm.pdf", pdf(lines))]);
    await page.getByLabel("Words").fill("storm.pdf");
    await rows().filter({ hasText: "storm.pdf" }).waitFor();
    const path = `w/default/d/${encodeURIComponent("uploads/storm.pdf")}`;
    const text = await (await fetch(`${world.address}/api/v1/workspaces/default/documents/${encodeURIComponent("uploads/storm.pdf")}/text`)).text();
    const at = (from: string, to: string) => `?s=${text.indexOf(from)}&e=${text.indexOf(to) + to.length}`;
    let loads = 0;
    page.on("request", (request) => {
        if (request.url().endsWith("/original")) loads += 1;
    });
    await page.goto(`${world.address}/${path}${at("and the harbour", "build it again")}`);
    await page.getByRole("button", { name: "Both side by side" }).click();
    await page.getByText("The place goes over the pages 1 and 2.").waitFor();
    await page.locator(".sheet .box").first().waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("2 of 2").waitFor();
    await page.locator(".sheet .box").first().waitFor();
    const marked = await page.locator("mark").allInnerTexts();
    assert.match(marked.join(""), /harbour\s+master/);
    // The address alone changes, as a link within the page changes it.
    await page.evaluate((to) => {
        history.pushState(null, "", to);
        dispatchEvent(new PopStateEvent("popstate"));
    }, `/${path}${at("The storm", "northern pier")}`);
    await page.getByText("1 of 2").waitFor();
    await page.locator(".sheet .box").first().waitFor();
    assert.equal(loads, 1);
});

test("words are sought in a document, and its chunks and names are seen", async () => {
    await page.goto(`${world.address}/w/default/d/${encodeURIComponent("uploads/bell.md")}`);
    await page.getByRole("heading", { name: "The bell" }).waitFor();
    const words = page.getByRole("searchbox", { name: "Search in this text" });
    await words.fill("BELL");
    await page.getByText("1 of 4").waitFor();
    await words.press("Enter");
    await page.getByText("2 of 4").waitFor();
    await words.press("Shift+Enter");
    await page.getByText("1 of 4").waitFor();
    await words.fill("whale");
    await page.getByText("Not in this text").waitFor();
    await page.getByRole("button", { name: "As it reads" }).click();
    await page.locator(".markdown h1").waitFor();
    await page.getByRole("button", { name: "As written" }).click();
    await page.getByRole("button", { name: "Chunks" }).click();
    await page.getByRole("button", { name: "Chunk 1" }).click();
    await page.getByRole("region", { name: "Chunk 1" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
});

test("a title is given by hand, and taken back", async () => {
    await page.getByText("What is known about it").click();
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("Title").fill("The bell of Tarnby");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "The bell of Tarnby" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "The bell of Tarnby" }).waitFor();
    await page.getByText("What is known about it").click();
    await page.getByRole("button", { name: "Back to what the source says: The bell" }).click();
    await page.getByRole("heading", { name: "The bell", exact: true }).waitFor();
});

test("a setting is changed and set back, and the list stays whole", async () => {
    await page.goto(`${world.address}/w/default/settings`);
    await page.getByRole("searchbox", { name: "Find" }).fill("look.limit");
    const field = page.locator("[id='look.limit']");
    await field.fill("12");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("set in quipu.toml").first().waitFor();
    await page.getByRole("button", { name: "Back to the default" }).click();
    await page.getByText("set in quipu.toml").first().waitFor({ state: "detached" });
    assert.equal(await field.inputValue(), "10");
    await page.getByRole("searchbox", { name: "Find" }).fill("");
    await page.getByText("split", { exact: true }).waitFor();
});

test("a token is made, shown once, and revoked", async () => {
    await page.goto(`${world.address}/w/default/settings?part=tokens`);
    await page.getByLabel("Name", { exact: true }).fill("reader");
    await page.getByRole("button", { name: "Make a token" }).click();
    const secret = await page.locator("code", { hasText: "qp_" }).innerText();
    const me = await fetch(`${world.address}/api/v1/me`, { headers: { Authorization: `Bearer ${secret}` } });
    assert.equal(((await me.json()) as { role: string }).role, "read");
    await page.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("button", { name: "Revoke reader" }).click();
    await page.getByText("There is no token yet.").waitFor();
    assert.equal((await fetch(`${world.address}/api/v1/me`, { headers: { Authorization: `Bearer ${secret}` } })).status, 401);
});

test("what to type in a program holds the address and a fresh token, and works as it is copied", async () => {
    await page.goto(`${world.address}/w/default/settings?part=connect`);
    await page.getByLabel("Program").selectOption("curl");
    await page.getByRole("button", { name: "Make a token" }).click();
    const typed = page.getByRole("region", { name: "curl", exact: true });
    await typed.filter({ hasText: "qp_" }).waitFor();
    const said = execFileSync("sh", ["-c", await typed.innerText()], { encoding: "utf8" });
    assert.match(said, /"object":"chat\.completion\.chunk"/);
    assert.match(said, /data: \[DONE\]/);
});

test("a workspace is made, and deleted when its name is typed again", async () => {
    await page.goto(`${world.address}/w/default/settings?part=workspaces`);
    await page.getByLabel("New workspace").fill("second");
    await page.getByRole("button", { name: "Make" }).click();
    await page.getByRole("button", { name: "Delete second" }).click();
    const sure = page.getByRole("button", { name: "Delete the workspace" });
    assert.equal(await sure.isDisabled(), true);
    await page.getByLabel("Its name once more").fill("second");
    await sure.click();
    await page.getByRole("button", { name: "Delete second" }).waitFor({ state: "detached" });
});

test("a backup is made and downloaded, and the check says that all is well", async () => {
    await page.goto(`${world.address}/w/default/settings?part=storage`);
    await page.getByRole("button", { name: "Back it up" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the file" }).first().click()]);
    assert.match(download.suggestedFilename(), /\.zip$/);
    assert.ok(statSync(await download.path()).size > 10_000);
    await page.getByRole("button", { name: "Check it" }).click();
    await page.getByText("Nothing is wrong.").waitFor();
});

test("none of that is hard to use for anyone", async () => {
    const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const places = ["ingest", "ingest?q=nothing", `d/${encodeURIComponent("uploads/bell.md")}`, ...["", "storage", "workspaces", "tokens", "prompts", "connect", "audit", "about"].map((part) => `settings?part=${part}`)];
    for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const place of places) {
            await page.goto(`${world.address}/w/default/${place}`);
            await page.waitForTimeout(400);
            const chunks = page.getByRole("button", { name: "Chunks" });
            if ((await chunks.count()) > 0) await chunks.click();
            await page.evaluate(axe);
            const found = await page.evaluate(async () => {
                const { violations } = await (window as never as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
                return violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
            });
            assert.deepEqual(found, [], `${place} ${colorScheme}`);
        }
    }
}, 90_000);

test("a phone shows none of that sideways", async () => {
    const phone = await world.page({ viewport: { width: 390, height: 844 }, locale: "ru-RU" });
    for (const place of ["ingest?q=note", `d/${encodeURIComponent("uploads/bell.md")}`, ...["storage", "workspaces", "tokens", "prompts", "connect", "audit"].map((part) => `settings?part=${part}`)]) {
        await phone.goto(`${world.address}/w/default/${place}`);
        await phone.waitForTimeout(400);
        assert.equal(await phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, place);
    }
});

test("nothing went wrong meanwhile, and nothing left for elsewhere", () => {
    assert.deepEqual(world.wrong, []);
});
