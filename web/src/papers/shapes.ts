// What the server says of papers.

import type { Citation } from "../api/shapes";

/** A paper: in the workspace, or as its source knows it. */
export interface PaperCard {
    id: string;
    title: string;
    summary: string;
    authors: string[];
    /** A day or a year. */
    published: string | null;
    link: string;
    /** Its document; none where it is not in the workspace. */
    document: string | null;
    arxiv: string | null;
    version: number | null;
    categories: string[];
    doi: string | null;
    journal: string | null;
    /** What is here of it. */
    status: "abstract" | "read" | null;
    /** What its text was read from. */
    source: "html" | "pdf" | null;
    withdrawn: boolean;
    /** A version that is newer than the one that is here. */
    newer: number | null;
    cited_by_inside: number;
    cites_inside: number;
    community: number | null;
    /** Why its text is not here. */
    reason: Reason | null;
}

/** Why a paper could not be added or read. */
export interface Reason {
    id: string;
    code: string;
    detail: string;
}

/** Papers that were found, and how many there are. */
export interface Found {
    papers: PaperCard[];
    total: number;
    /** How many of them were found by single words of the topic. */
    by_words?: number;
}

/** How arXiv is searched. */
export interface Search {
    topic: string;
    max_results?: number;
    category?: string[];
    author?: string;
    from?: string;
    to?: string;
    sort?: string;
}

/** How the papers of the workspace are listed. */
export interface Listing {
    words?: string;
    category?: string;
    author?: string;
    from?: string;
    to?: string;
    order?: string;
    skip?: number;
    limit?: number;
}

/** What a job is to add: what is named or found, or the texts that are missing. */
export interface Wanted {
    ids?: string[];
    pending?: boolean;
}

/** Papers that stand between others. */
export interface Bridge {
    id: string;
    title: string;
    share: number;
}

/** Which papers are alike and which cite which. */
export interface PaperMap {
    papers: PaperCard[];
    alike: { source: string; target: string; weight: number }[];
    cites: { source: string; target: string }[];
    prior: string[];
    derivative: string[];
    bridges: Bridge[];
}

export const TYPES = ["CONCEPT", "METHOD", "ALGORITHM", "DATASET", "METRIC"] as const;
export type ConceptType = (typeof TYPES)[number];

/** What papers speak of. */
export interface Concept {
    id: string;
    name: string;
    type: ConceptType;
    aliases: string[];
    papers: string[];
}

/** How two concepts stand to each other. */
export interface Relation {
    source: string;
    relation: string;
    target: string;
    papers: string[];
    /** The sentence that says so. */
    said: string | null;
}

export interface Concepts {
    concepts: Concept[];
    relations: Relation[];
}

/** A work that papers here cite and that is not here. */
export interface Missing {
    title: string;
    year: number | string | null;
    arxiv: string | null;
    doi: string | null;
    cited_by: string[];
}

/** A place between two papers: one cites the other in these sentences. */
export interface Cites {
    paper: PaperCard | null;
    reference: string;
    title: string | null;
    year: number | string | null;
    places: { sentence: string; start: number; end: number }[];
}

/** A place that an answer about papers cites. */
export interface PaperCitation extends Citation {
    paper: string;
    title: string;
    section: string | null;
    borne_out: boolean;
}

/** An answer about papers. */
export interface Said {
    response: string;
    citations: PaperCitation[];
    warning: string | null;
    related_concepts: string[];
    papers_used: string[];
    notes: string[];
    refused: boolean;
}

/** What a paper states in one respect; nothing where it does not. */
export interface Cell {
    text: string | null;
    citations: number[];
}

/** Where papers say what cannot both hold. */
export interface Disagreement {
    about: string;
    sides: { paper: string; text: string; citations: number[] }[];
}

/** Papers beside each other. */
export interface Comparison {
    response: string;
    table: { columns: string[]; rows: { paper: string; title: string; cells: Cell[] }[] };
    shared_entities: string[];
    disagreements: Disagreement[];
    citations: PaperCitation[];
    notes: string[];
}

/** What a job of papers did. */
export interface AddReport {
    added: PaperCard[];
    already: PaperCard[];
    failed: Reason[];
    /** Ids that their source does not know. */
    missing: string[];
    troubles: string[];
    read: number;
    left: number;
    stopped: boolean;
}
