// Shapes that the command line prints with `--json`, which OpenAPI gives as objects.

/** Why a score is what it is: a sum of parts, or one reason. */
export interface Why {
    reason: string;
    of?: string;
    value: number;
    parts?: Why[];
    word?: string;
    name?: string;
    chunk?: string;
    through?: string[];
    cosine?: number;
    frequency?: number;
    by?: string;
    [other: string]: unknown;
}

/** A passage that was found. */
export interface Hit {
    chunk: string;
    document: string;
    title: string;
    source: string;
    heading: string[];
    page: number | null;
    start: number;
    end: number;
    text: string;
    prefix?: string;
    score: number;
    why: Why;
    metadata?: Record<string, unknown>;
}

/** A place that an answer cites. */
export interface Citation {
    n: number;
    document: string;
    source: string;
    heading: string[];
    page: number | null;
    start: number;
    end: number;
    quote: string;
}

/** A sentence of a written answer that was held against its sources. */
export interface CheckedSentence {
    text: string;
    cites: number[];
    supported: boolean;
    /** Names and numbers in it that its sources do not say. */
    missing?: string[];
}

/** A thing of the graph that was chosen for a question. */
export interface Thing {
    kind: string;
    key: string;
    words: string;
    score: number;
}

/** A question of a conversation as it is kept. */
export interface Exchange {
    at: number;
    question: string;
    answer: string;
    refused?: boolean;
    documents: string[];
    how?: Record<string, string[]>;
    whole?: Answer;
}

/** A conversation in short. */
export interface Conversation {
    name: string;
    exchanges: number;
    last: number;
    first: string;
}

/** A step of a question. */
export interface Step {
    step: string;
    detail: string;
    ms?: number;
}

/** What a question of a model took. */
export interface Spent {
    calls: number;
    input?: number;
    output?: number;
    money?: number;
}

/** An answer. */
export interface Answer {
    question: string;
    strategy: string;
    answer: string;
    refused: boolean;
    confidence: { value: number; support: number; evidence: number };
    citations: Citation[];
    hits: Hit[];
    notes?: string[];
    trace?: Step[];
    spent?: Spent;
    written_by?: string;
    from_cache?: boolean;
    sentences?: CheckedSentence[];
    things?: Thing[];
}

/** A document as a list shows it. */
export interface DocumentRow {
    key: string;
    id: string;
    title: string;
    source: { path?: string; mime?: string };
    metadata: Record<string, unknown>;
    language: string | null;
    format: string;
    partial: string | null;
    chunks?: { key: string; span?: { start: number; end: number } }[];
}

/** What a workspace holds. */
export interface Status {
    workspace: string;
    documents: number;
    chunks: number;
    names: number;
    relations: number;
    change: number;
    bytes: [string, number][];
    model: { name: string; dimension: number } | null;
}

/** A heading of a document. */
export interface Heading {
    level: number;
    text: string;
    start: number;
    end?: number;
    page?: number | null;
}
