// Documents that are about to go: for ten seconds they can be kept; leaving sends what waits.

import { Problem, api, inside, send } from "../api/client";
import { gate } from "../api/gate.svelte";

export const SECONDS = 10;
/** How many a request may name. */
const MOST = 10_000;

class Going {
    ids = $state.raw<string[]>([]);
    left = $state(0);
    problem = $state.raw<Problem | null>(null);
    private workspace = "";
    private timer = 0;
    private done: () => void = () => undefined;

    constructor() {
        addEventListener("pagehide", () => void this.send(true));
    }

    /** Lets documents go in ten seconds; `done` hears that they are on their way. */
    async begin(workspace: string, ids: string[], done: () => void): Promise<void> {
        await this.send();
        [this.workspace, this.ids, this.left, this.done, this.problem] = [workspace, ids, SECONDS, done, null];
        this.timer = window.setInterval(() => {
            this.left -= 1;
            if (this.left <= 0) void this.send();
        }, 1000);
    }

    /** Keeps them. */
    keep(): void {
        clearInterval(this.timer);
        this.ids = [];
    }

    /** Sends what waits, now. */
    async send(leaving = false): Promise<void> {
        const { ids, workspace } = this;
        this.keep();
        const path = inside(workspace, "documents", "delete");
        try {
            for (let at = 0; at < ids.length; at += MOST) {
                const body = { documents: ids.slice(at, at + MOST) };
                if (leaving) last(path, body);
                else await send("POST", path, body);
            }
            if (ids.length > 0 && !leaving) this.done();
        } catch (error) {
            this.problem = Problem.of(error);
        }
    }
}

/** Sends though the page goes away. */
function last(path: string, body: unknown): void {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (gate.token) headers.Authorization = `Bearer ${gate.token}`;
    void fetch(api(path), { method: "POST", body: JSON.stringify(body), headers, keepalive: true });
}

export const going = new Going();
