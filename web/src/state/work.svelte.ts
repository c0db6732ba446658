// What the server has: its workspaces, the one that is shown, its jobs. Events say when to ask again.

import { events } from "../api/events";
import { Problem, get, inside, listOf, whose, type Schemas } from "../api/client";
import { gate } from "../api/gate.svelte";

export type Job = Schemas["Job"];

class Work {
    workspaces = $state.raw<Schemas["WorkspaceRow"][]>([]);
    me = $state.raw<Schemas["Me"] | null>(null);
    can = $state.raw<Schemas["Capabilities"] | null>(null);
    jobs = $state.raw<Job[]>([]);
    problem = $state.raw<Problem | null>(null);
    /** Counted up with every change of the workspace. */
    change = $state(0);
    private listening: AbortController | null = null;

    /** Whether it is known what there is to see. */
    get ready(): boolean {
        return this.me !== null;
    }

    /** Asks who asks, and what there is to see. */
    async start(): Promise<void> {
        const token = gate.token;
        try {
            await this.look();
        } catch (error) {
            this.problem = Problem.of(error);
            // A token that was kept from before and has ended is forgotten by now; perhaps none is needed.
            if (this.problem.status === 401 && token && !this.ready) await this.look().catch(() => undefined);
        }
    }

    private async look(): Promise<void> {
        const [me, can, workspaces] = await Promise.all([
            get<Schemas["Me"]>("/me"),
            get<Schemas["Capabilities"]>("/capabilities"),
            listOf<Schemas["WorkspaceRow"]>("/workspaces"),
        ]);
        [this.me, this.can, this.workspaces, this.problem] = [me, can, workspaces, null];
        gate.opened();
    }

    /** Asks with another token from now on, if it holds; `lasting`: it is kept in the browser. */
    async enter(token: string, lasting: boolean): Promise<void> {
        const me = await whose(token);
        gate.keep(token, lasting);
        // What the page holds is another's: nothing of it is shown.
        if (this.me && JSON.stringify(this.me) !== JSON.stringify(me)) location.reload();
        else await this.start();
        if (this.problem) throw this.problem;
    }

    /** Whether a workspace is here, and may be seen. */
    has(workspace: string): boolean {
        return this.workspaces.some((row) => row.name === workspace);
    }

    may(role: Schemas["Role"]): boolean {
        const roles = ["read", "write", "admin"];
        return roles.indexOf(this.me?.role ?? "read") >= roles.indexOf(role);
    }

    /** Follows a workspace until another is followed. */
    follow(workspace: string): void {
        this.rest();
        const listening = new AbortController();
        this.listening = listening;
        this.jobs = [];
        void this.listen(workspace, listening.signal);
    }

    /** Follows none. */
    rest(): void {
        this.listening?.abort();
    }

    private async listen(workspace: string, signal: AbortSignal): Promise<void> {
        for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 15_000)) {
            try {
                await this.refresh(workspace);
                for await (const _ of events(inside(workspace, "events"), undefined, signal)) {
                    wait = 500;
                    await this.refresh(workspace);
                    this.change += 1;
                }
            } catch (error) {
                if (signal.aborted) return;
                // Where a token is needed, the page asks for it.
                if (error instanceof Problem && error.status !== 401) this.problem = error;
                // It may have another name by now, or be gone.
                if (this.problem?.status === 404) await this.start();
            }
            await new Promise((done) => setTimeout(done, wait));
        }
    }

    /** Asks for the jobs and the sizes again. */
    async refresh(workspace: string): Promise<void> {
        const [page, all] = await Promise.all([
            get<Schemas["JobPage"]>(`${inside(workspace, "jobs")}?limit=50`),
            listOf<Schemas["WorkspaceRow"]>("/workspaces"),
        ]);
        this.jobs = page.items;
        this.workspaces = all;
        this.problem = null;
    }

    /** Those of them that will end: a folder is watched until somebody says otherwise. */
    get inHand(): Job[] {
        return this.running.filter((job) => job.kind !== "watch");
    }

    /** The jobs that are not over. */
    get running(): Job[] {
        return this.jobs.filter((job) => ["queued", "running", "paused"].includes(job.state));
    }
}

export const work = new Work();
