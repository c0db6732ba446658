// What the server has: its workspaces, the one that is shown, its jobs. Events say when to ask again.

import { events } from "../api/events";
import { Problem, get, inside, type Schemas } from "../api/client";

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

    /** Asks who asks, and what there is to see. */
    async start(): Promise<void> {
        try {
            [this.me, this.can, this.workspaces] = await Promise.all([
                get<Schemas["Me"]>("/me"),
                get<Schemas["Capabilities"]>("/capabilities"),
                get<Schemas["WorkspaceRow"][]>("/workspaces"),
            ]);
            this.problem = null;
        } catch (error) {
            this.problem = Problem.of(error);
        }
    }

    may(role: Schemas["Role"]): boolean {
        const roles = ["read", "write", "admin"];
        return roles.indexOf(this.me?.role ?? "read") >= roles.indexOf(role);
    }

    /** Follows a workspace until another is followed. */
    follow(workspace: string): void {
        this.listening?.abort();
        const listening = new AbortController();
        this.listening = listening;
        this.jobs = [];
        void this.listen(workspace, listening.signal);
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
                if (error instanceof Problem) this.problem = error;
            }
            await new Promise((done) => setTimeout(done, wait));
        }
    }

    /** Asks for the jobs and the sizes again. */
    async refresh(workspace: string): Promise<void> {
        const [page, all] = await Promise.all([
            get<Schemas["JobPage"]>(`${inside(workspace, "jobs")}?limit=50`),
            get<Schemas["WorkspaceRow"][]>("/workspaces"),
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
