// The working place of a workspace: what was searched, what is being added, what is selected, what was asked. It outlives a look at
// another tab.

import type { Problem } from "../api/client";
import { work } from "../state/work.svelte";
import { add } from "./api";
import type { Answering } from "./answering.svelte";
import { Chosen } from "./chosen.svelte";
import { Library } from "./library.svelte";
import { Queue } from "./queue.svelte";
import type { Comparison, Found, PaperCard, Wanted } from "./shapes";

export class Desk {
    readonly library = new Library();
    readonly chosen = new Chosen();
    readonly queue = new Queue();
    /** What a search found, and whether it was one of what is here. */
    found = $state.raw<(Found & { here: boolean }) | null>(null);
    /** Which of that is to be added. */
    picked = $state.raw<ReadonlySet<string>>(new Set());
    answering = $state.raw<Answering | null>(null);
    comparison = $state.raw<Comparison | null>(null);
    /** The paper that is looked at. */
    looked = $state("");
    /** What lights up on the map, and by which concept. */
    concept = $state("");

    constructor(readonly workspace: string) {}

    /** A paper as anybody here knows it. */
    paper(id: string): PaperCard | undefined {
        return this.library.byId.get(id) ?? this.found?.papers.find((one) => one.id === id || one.arxiv === id);
    }

    /** Whether a paper that was found is in the workspace by now. */
    has(paper: PaperCard): PaperCard | undefined {
        return this.library.byId.get(paper.id) ?? (paper.arxiv ? this.library.byArxiv.get(paper.arxiv) : undefined);
    }

    /** Adds papers, and follows what becomes of them. */
    async add(wanted: Wanted): Promise<void> {
        const job = await add(this.workspace, wanted);
        void this.queue.follow(this.workspace, job);
        await work.refresh(this.workspace).catch((error: Problem) => error);
    }
}

let last: { desk: Desk; end: () => void } | null = null;

/** The working place of a workspace; what it derives belongs to itself, and not to whoever looks at it first. */
export function deskOf(workspace: string): Desk {
    if (last?.desk.workspace === workspace) return last.desk;
    last?.desk.queue.leave();
    last?.end();
    let made: Desk | null = null;
    const end = $effect.root(() => {
        made = new Desk(workspace);
    });
    const desk = made as unknown as Desk;
    last = { desk, end };
    return desk;
}
