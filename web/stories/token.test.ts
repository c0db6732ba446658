// A server that asks for a token: the page asks for it, goes on where it was, and says when it holds no longer. And addresses
// that lead nowhere, which never show another workspace.

import assert from "node:assert/strict";
import { readFileSync, rmSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";

import { World } from "./world.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Where this user's tokens are kept. */
const data = mkdtempSync(join(tmpdir(), "quipu-data-"));

let world: World;
/** Who reads, and who does all. */
let reader: Made;
let owner: Made;

interface Made {
    id: string;
    secret: string;
}

function make(of: World, name: string, role: string): Made {
    return JSON.parse(of.command("token", "create", name, "--role", role, "--json")) as Made;
}

beforeAll(async () => {
    world = await World.start({ XDG_DATA_HOME: data }, ["--all", "--set", "server.closed=yes"], {
        before: (world) => ([reader, owner] = [make(world, "reader", "read"), make(world, "owner", "admin")]),
    });
    await space("default");
});

afterAll(async () => {
    await world?.end();
    rmSync(data, { recursive: true, force: true });
});

/** Makes a workspace without the page. */
async function space(name: string): Promise<void> {
    const made = await fetch(`${world.address}/api/v1/workspaces`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${owner.secret}` },
        body: JSON.stringify({ name }),
    });
    assert.ok(made.ok);
}

/** What axe finds on a page. */
async function findings(page: Page): Promise<string[]> {
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: { html: string }[] }[] };
    return violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`);
}

async function asks(page: Page): Promise<void> {
    await page.getByRole("heading", { name: "This server asks for a token" }).waitFor();
}

async function enter(page: Page, secret: string, lasting = false): Promise<void> {
    await page.getByLabel("Token", { exact: true }).fill(secret);
    if (lasting) await page.getByLabel("Keep it in this browser").check();
    await page.keyboard.press("Enter");
}

test("a token is asked for, a wrong one is told, and the right one leads to where the address pointed", async () => {
    const page = await world.page();
    await asks(page);
    const address = `${world.address}/w/default/settings?part=about`;
    await page.goto(address);
    await asks(page);
    for (const wrong of ["qp_wrong", "токен"]) {
        await enter(page, wrong);
        await page.getByRole("alert").filter({ hasText: "does not know this token" }).waitFor();
    }
    assert.deepEqual(await findings(page), []);
    await enter(page, reader.secret);
    await page.getByText("You are reader, with the role read.").waitFor();
    assert.equal(page.url(), address);
    // It holds for this tab, after a reload, too, and for no other.
    await page.reload();
    await page.getByText("You are reader").waitFor();
    await asks(await world.tab(page.context()));
    await page.getByRole("button", { name: "Sign out" }).click();
    await asks(page);
    await page.reload();
    await asks(page);
});

test("a token is kept in the browser where that is asked for, and a revoked one is told while the page is open", async () => {
    const page = await world.page();
    const waiting = await world.tab(page.context());
    await enter(page, reader.secret, true);
    await page.getByRole("heading", { name: "Documents", exact: true }).waitFor();
    // Another tab that asked for one goes on as well.
    await waiting.getByRole("heading", { name: "Documents", exact: true }).waitFor();
    await waiting.close();
    const second = await world.tab(page.context());
    await second.goto(`${world.address}/w/default/settings?part=about`);
    await second.getByText("You are reader").waitFor();
    await asks(await world.page());
    world.command("token", "revoke", reader.id);
    // Nobody asked for anything meanwhile. Whichever tab hears it first forgets the token for both.
    for (const open of [page, second]) await open.getByRole("alert").filter({ hasText: /Your token holds no longer|has forgotten the token/ }).waitFor();
    assert.equal(await second.getByText("You are reader").count(), 0);
    reader = make(world, "reader", "read");
    await enter(second, reader.secret);
    await second.getByText("You are reader").waitFor();
});

test("a question that is asked when the token has ended stands in its field again", async () => {
    const page = await world.page();
    await enter(page, owner.secret);
    await page.locator("input[type=file]").first().setInputFiles(world.file("bell.md", "# The bell\n\nThe bell of Tarnby was cast by Ilse Varga in 1911.\n"));
    await page.getByText("1 document", { exact: true }).first().waitFor();
    await page.goto(`${world.address}/w/default/ask`);
    await page.getByLabel("Question").fill("Who cast the bell of Tarnby?");
    world.command("token", "revoke", owner.id);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Your token holds no longer" }).waitFor();
    owner = make(world, "owner", "admin");
    // Of another the page is loaded anew: what it holds is not theirs.
    await enter(page, reader.secret);
    await page.getByLabel("Question").waitFor();
    assert.equal(await page.getByLabel("Question").inputValue(), "Who cast the bell of Tarnby?");
    await page.getByLabel("Question").press("Enter");
    await page.locator("button.cite").first().waitFor();
});

test("an address that leads nowhere says so, and shows nothing of another workspace", async () => {
    const page = await world.page();
    await page.goto(`${world.address}/w/nowhere/ask`);
    await enter(page, owner.secret);
    await page.getByRole("heading", { name: "There is no workspace “nowhere” here" }).waitFor();
    assert.equal(page.url(), `${world.address}/w/nowhere/ask`);
    assert.equal(await page.getByRole("navigation").count(), 0);
    assert.deepEqual(await findings(page), []);
    await page.getByRole("link", { name: /^default/ }).click();
    await page.getByLabel("Question").waitFor();
    assert.equal(page.url(), `${world.address}/w/default/ask`);
    // What a browser follows carries no token: beside the page's own addresses a closed server tells nobody what there is.
    for (const [place, status] of [["w/default/nonsense", 200], ["w/default/d", 200], ["nonsense", 401]] as const) {
        const reply = await page.goto(`${world.address}/${place}`);
        await page.getByRole("heading", { name: "There is no such page" }).waitFor();
        assert.equal(reply?.status(), status, place);
        assert.equal(page.url(), `${world.address}/${place}`);
    }
    await page.getByRole("link", { name: "To the start" }).click();
    await page.getByLabel("Question").waitFor();
});

test("of several workspaces a person chooses one, and the start leads to it from then on", async () => {
    await space("second");
    const page = await world.page();
    await enter(page, owner.secret);
    await page.getByRole("heading", { name: "Choose a workspace" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
    await page.getByRole("link", { name: /^second/ }).click();
    await page.getByRole("heading", { name: "Documents", exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/w/second/ingest");
    await page.goto(world.address);
    await page.waitForURL("**/w/second/ingest");
});

test("too many wrong tokens are told to wait, and the right one need not", async () => {
    const page = await world.page();
    const wrong = { headers: { Authorization: "Bearer qp_wrong" } };
    for (let tries = 0; tries < 10; tries += 1) await fetch(`${world.address}/api/v1/me`, wrong);
    await enter(page, "qp_wrong");
    await page.getByRole("alert").filter({ hasText: /Wait \d+ s/ }).waitFor();
    await enter(page, owner.secret);
    await page.getByRole("heading", { name: "Choose a workspace" }).waitFor();
});

test("a server that others reach is opened in the same way", async () => {
    let secret = "";
    const open = await World.start({ XDG_DATA_HOME: data }, [], {
        listen: "0.0.0.0",
        before: (world) => ({ secret } = make(world, "guest", "write")),
    });
    try {
        const page = await open.page();
        await asks(page);
        await enter(page, secret);
        await page.getByRole("heading", { name: "Documents", exact: true }).waitFor();
        await page.locator("input[type=file]").first().setInputFiles(open.file("bell.md", "# The bell\n\nThe bell hangs in Tarnby.\n"));
        await page.getByText("1 document", { exact: true }).first().waitFor();
        assert.deepEqual(open.wrong, []);
    } finally {
        await open.end();
    }
});

test("nothing went wrong meanwhile, and nothing left for elsewhere", () => {
    assert.deepEqual(world.wrong, []);
});
