// A server of its own for each story, and a browser that notices whatever should not happen.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** The binary that is looked at. */
export const QUIPU = process.env.QUIPU ?? join(import.meta.dirname, "../../target/debug/quipu");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

function port(): Promise<number> {
    return new Promise((done, failed) => {
        const server = createServer();
        server.once("error", failed);
        server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            server.close(() => (address && typeof address === "object" ? done(address.port) : failed(new Error("no port"))));
        });
    });
}

/** How a browser looks at the page. */
export interface Looks {
    locale?: "en-US" | "ru-RU";
    colorScheme?: "light" | "dark";
    viewport?: { width: number; height: number };
}

/** How a server is started, beside its variables and flags. */
export interface Start {
    /** Where it listens, where that is not this machine alone. */
    listen?: string;
    /** What is done in its folder before it starts. */
    before?: (world: World) => void;
}

/** A server over a folder of its own, and what was seen that should not be. */
export class World {
    readonly folder = mkdtempSync(join(tmpdir(), "quipu-page-"));
    /** Errors of the console, requests to elsewhere, reports of the policy. */
    readonly wrong: string[] = [];
    private server: ChildProcess | null = null;
    private browser: Browser | null = null;
    address = "";

    private constructor(
        private readonly settings: Record<string, string>,
        private readonly flags: string[],
        private readonly host: string,
    ) {}

    /** Starts both; `settings`: variables that the server has besides, `flags`: what it is started with. */
    static async start(settings: Record<string, string> = {}, flags: string[] = [], { listen = "127.0.0.1", before }: Start = {}): Promise<World> {
        if (!existsSync(QUIPU)) throw new Error(`there is no ${QUIPU}: build it, or name it in QUIPU`);
        const world = new World(settings, flags, listen);
        world.address = `http://127.0.0.1:${await port()}`;
        before?.(world);
        await world.serve();
        world.browser = await chromium.launch({
            executablePath: CHROMIUM,
            args: ["--no-sandbox", "--disable-background-networking", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
        });
        return world;
    }

    /** Serves, also again after [`World.kill`]. */
    async serve(): Promise<void> {
        const listen = `${this.host}:${new URL(this.address).port}`;
        this.server = spawn(QUIPU, ["serve", "--listen", listen, ...this.flags], {
            cwd: this.folder,
            stdio: "ignore",
            env: { ...process.env, ...this.settings },
        });
        for (let tries = 0; tries < 200; tries += 1) {
            const answers = await fetch(`${this.address}/healthz`).then((reply) => reply.ok).catch(() => false);
            if (answers) return;
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error("the server does not answer");
    }

    /** Ends the server as a loss of power would. */
    async kill(): Promise<void> {
        const server = this.server;
        if (!server || server.exitCode !== null) return;
        const ended = new Promise((done) => server.once("exit", done));
        server.kill("SIGKILL");
        await ended;
    }

    /** What a command prints in the world's folder. */
    command(...args: string[]): string {
        return execFileSync(QUIPU, args, { cwd: this.folder, env: { ...process.env, ...this.settings }, encoding: "utf8" });
    }

    /** A file in the world's folder. */
    file(name: string, content: string | Uint8Array): string {
        const path = join(this.folder, name);
        writeFileSync(path, content);
        return path;
    }

    /** Uploads files without the page. */
    async upload(files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<void> {
        const form = new FormData();
        for (const [name, text] of Object.entries(files)) form.append("file", new Blob([text]), name);
        const reply = await fetch(`${this.address}/api/v1/workspaces/default/documents`, { method: "POST", body: form });
        const { id } = (await reply.json()) as { id: string };
        for (let tries = 0; tries < 200; tries += 1) {
            const job = (await (await fetch(`${this.address}/api/v1/workspaces/default/jobs/${id}`)).json()) as { state: string };
            if (job.state === "done") return;
            if (job.state === "failed") throw new Error("the upload failed");
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error("the upload does not end");
    }

    /** A page of a browser of its own; `address`: where its server is reached. */
    async page(looks: Looks = {}, address = this.address): Promise<Page> {
        if (!this.browser) throw new Error("no browser");
        const context: BrowserContext = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US", ...looks });
        return this.tab(context, address);
    }

    /** A tab of a browser that is there already. */
    async tab(context: BrowserContext, address = this.address): Promise<Page> {
        const page = await context.newPage();
        page.on("pageerror", (error) => this.wrong.push(`error: ${error.message}`));
        page.on("console", (said) => {
            // What is not there is told by the page itself, too.
            if (said.type() === "error" && !said.text().includes("Failed to load resource")) this.wrong.push(`console: ${said.text()}`);
        });
        page.on("request", (request) => {
            const url = request.url();
            if (!url.startsWith(address) && !url.startsWith("blob:") && !url.startsWith("data:")) this.wrong.push(`request: ${url}`);
        });
        page.on("dialog", (dialog) => void dialog.accept());
        page.setDefaultTimeout(40_000);
        await page.goto(address);
        return page;
    }

    /** Ends all, and removes what was made. */
    async end(): Promise<void> {
        await this.browser?.close();
        await this.kill();
        rmSync(this.folder, { recursive: true, force: true });
    }
}
