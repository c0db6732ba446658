// What a model's reading of what it has not read would take; nothing where no model is named to read.

import { Problem, inside, send, type Schemas } from "../api/client";

export type Range = Schemas["NumberRange"];
export type Estimate = Schemas["ReadingEstimate"];

class Foretold {
    estimate = $state.raw<Estimate | null>(null);
    priced = $state(false);
    problem = $state.raw<Problem | null>(null);
    private workspace = "";

    /** Whether a model is named that reads: then the rules read first, and somebody says when the model does. */
    async reads(workspace: string): Promise<boolean> {
        if (this.workspace !== workspace) await this.ask(workspace);
        return this.estimate !== null;
    }

    async ask(workspace: string): Promise<void> {
        try {
            const said = await send<Schemas["ReadingEstimateReply"]>("POST", inside(workspace, "extract", "estimate"), {});
            [this.estimate, this.priced, this.problem] = [said.estimate ?? null, said.priced, null];
        } catch (error) {
            const problem = Problem.of(error);
            this.estimate = null;
            // A server that cannot foretell has no such path.
            this.problem = [0, 403, 404, 405].includes(problem.status) ? null : problem;
        }
        this.workspace = workspace;
    }
}

export const foretold = new Foretold();
