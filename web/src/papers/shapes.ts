// What the server says of papers.

import type { Schemas } from "../api/client";
import type { operations } from "../api/schema";

/** A paper: in the workspace, or as its source knows it. */
export type PaperCard = Schemas["PaperCard"];
/** Why a paper could not be added or read. */
export type Reason = Schemas["PaperFailure"];
/** How arXiv is searched. */
export type Search = Schemas["PaperSearchBody"];
/** How the papers of the workspace are listed. */
export type Listing = NonNullable<operations["papers"]["parameters"]["query"]>;
/** What a job is to add: what is named or found, or the texts that are missing. */
export type Wanted = Partial<Schemas["WantedPapers"]>;
/** Which papers are alike and which cite which. */
export type PaperMap = Schemas["PaperMap"];
/** What papers speak of. */
export type Concept = Schemas["PaperConcept"];
export type Concepts = Schemas["ConceptsReply"];
/** A work that papers here cite and that is not here. */
export type Missing = Schemas["CitedWork"];
/** A place between two papers: one cites the other in these sentences. */
export type Cites = Schemas["PaperCitation"];
/** A place that an answer about papers cites. */
export type PaperCitation = Schemas["CitedPaper"];
/** An answer about papers. */
export type Said = Omit<Schemas["PaperAnswer"], "session_id" | "trace">;
/** Papers beside each other. */
export type Comparison = Schemas["PaperComparison"];
/** What a job of papers did. */
export type AddReport = Schemas["PapersAdded"];

/** Papers that were found, and how many there are. */
export interface Found {
    papers: PaperCard[];
    total: number;
    /** How many of them were found by single words of the topic. */
    by_words?: number;
}

export const TYPES = ["CONCEPT", "METHOD", "ALGORITHM", "DATASET", "METRIC"] as const;
export type ConceptType = (typeof TYPES)[number];
