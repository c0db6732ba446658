// The papers of a workspace and their map, as the server last told them.

import { Problem } from "../api/client";
import { all, mapped, missing } from "./api";
import type { Missing, PaperCard, PaperMap } from "./shapes";

const EMPTY: PaperMap = { papers: [], alike: [], cites: [], prior: [], derivative: [], bridges: [] };

export class Library {
    papers = $state.raw<PaperCard[]>([]);
    total = $state(0);
    map = $state.raw<PaperMap>(EMPTY);
    absent = $state.raw<Missing[]>([]);
    problem = $state.raw<Problem | null>(null);
    /** Whether it was told once. */
    known = $state(false);
    /** Whether its map was. */
    mapped = $state(false);
    private turn = 0;

    readonly byId = $derived(new Map(this.papers.map((paper) => [paper.id, paper])));
    /** By the id that everybody says. */
    readonly byArxiv = $derived(new Map(this.papers.flatMap((paper) => (paper.arxiv ? [[paper.arxiv, paper] as const] : []))));
    /** Those of which there is only the abstract. */
    readonly unread = $derived(this.papers.filter((paper) => paper.status === "abstract"));

    /** Asks for all of it; what is shown stays until more is known. */
    async load(workspace: string): Promise<void> {
        const mine = ++this.turn;
        try {
            const { papers, total } = await all(workspace);
            if (mine !== this.turn) return;
            // At first, and while there is nothing else to see, papers are shown before their map.
            if (!this.mapped || papers.length === 0) this.show(papers, total, EMPTY);
            if (papers.length === 0) return;
            const [map, absent] = await Promise.all([mapped(workspace), missing(workspace)]);
            if (mine !== this.turn) return;
            this.show(papers, total, map);
            [this.absent, this.mapped] = [absent, true];
        } catch (error) {
            if (mine === this.turn) this.problem = Problem.of(error);
        }
    }

    private show(papers: PaperCard[], total: number, map: PaperMap): void {
        const communities = new Map(map.papers.map((paper) => [paper.id, paper.community]));
        this.papers = papers.map((paper) => ({ ...paper, community: communities.get(paper.id) ?? paper.community }));
        [this.total, this.map, this.known, this.problem] = [total, map, true, null];
    }
}
