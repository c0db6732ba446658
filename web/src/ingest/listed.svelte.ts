// A list of documents that grows page by page, in the order in which the server keeps them.

import { Problem, get, inside, query } from "../api/client";
import type { DocumentRow } from "../api/shapes";
import type { Filters } from "./filters";

export const PAGE = 200;
const SELECTED = 1000;

interface Page {
    items: DocumentRow[];
    next?: string | null;
}

export class Listed {
    rows = $state.raw<DocumentRow[]>([]);
    /** Whether more stand behind. */
    more = $state(false);
    loading = $state(false);
    loaded = $state(false);
    problem = $state.raw<Problem | null>(null);
    private next: string | null = null;
    private asked = new AbortController();

    constructor(
        readonly workspace: string,
        readonly filters: Filters,
    ) {}

    /** The first page, in the place of what is there. */
    async first(): Promise<void> {
        this.asked.abort();
        this.asked = new AbortController();
        this.loading = false;
        await this.page(null);
    }

    /** The page behind. */
    async further(): Promise<void> {
        if (this.more && !this.loading) await this.page(this.next);
    }

    /** Ends what is asked for. */
    end(): void {
        this.asked.abort();
    }

    private async page(cursor: string | null): Promise<void> {
        const { signal } = this.asked;
        this.loading = true;
        try {
            let [found, at]: [DocumentRow[], string | null] = [[], cursor];
            do {
                // A page of a search may be short, or empty, though more stand behind.
                const page: Page = await this.ask(at, PAGE, signal);
                found = [...found, ...page.items];
                at = page.next ?? null;
            } while (at && found.length < PAGE / 4);
            this.rows = cursor ? [...this.rows, ...found] : found;
            [this.next, this.more, this.problem, this.loaded] = [at, at !== null, null, true];
        } catch (error) {
            if (signal.aborted) return;
            this.problem = Problem.of(error);
        }
        this.loading = false;
    }

    private ask(cursor: string | null, limit: number, signal: AbortSignal): Promise<Page> {
        return get<Page>(inside(this.workspace, "documents") + query({ limit, cursor, ...this.filters }), signal);
    }

    /** The ids of all that match, however many pages that takes; `told` hears how many there are so far. */
    async ids(told: (count: number) => void, signal: AbortSignal): Promise<string[]> {
        const ids: string[] = [];
        let cursor: string | null = null;
        do {
            const page: Page = await this.ask(cursor, SELECTED, signal);
            ids.push(...page.items.map((row) => row.id));
            cursor = page.next ?? null;
            told(ids.length);
        } while (cursor);
        return ids;
    }
}
