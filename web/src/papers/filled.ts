// What the fields of a search hold, and what is asked with them.

import type { Listing, Search } from "./shapes";

export interface Filled {
    category: string;
    author: string;
    from: string;
    to: string;
    /** Of arXiv. */
    sort: string;
    /** Of what is here. */
    order: string;
    most: number;
}

export const ARXIV: Filled = { category: "", author: "", from: "", to: "", sort: "relevance", order: "cited", most: 20 };

/** Words that stand in a field, parted by commas or blanks. */
function words(text: string): string[] {
    return text.split(/[\s,;]+/).filter(Boolean);
}

function set<T extends object>(all: T): T {
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0))) as T;
}

export function asSearch(line: string, filled: Filled): Search {
    const most = Math.min(200, Math.max(1, Math.round(filled.most) || 20));
    return set({ topic: line.trim(), max_results: most, category: words(filled.category), author: filled.author.trim() ? [filled.author.trim()] : [], from: filled.from, to: filled.to, sort: filled.sort });
}

export function asListing(line: string, filled: Filled): Listing {
    const most = Math.min(1000, Math.max(1, Math.round(filled.most) || 20));
    return set({ words: line.trim(), category: words(filled.category), author: filled.author.trim(), from: filled.from, to: filled.to, order: filled.order, limit: most });
}
