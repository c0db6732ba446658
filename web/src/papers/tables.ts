// Tables of papers: in an order, narrowed by words, and as files.

import { escapeCell, escapeCsv } from "./written";
import { label, year } from "./named";
import type { Comparison, PaperCard } from "./shapes";

/** The value by which a column sorts. */
export function value(paper: PaperCard, by: string): string | number {
    if (by === "authors") return label(paper).toLowerCase();
    if (by === "year") return paper.published ?? "";
    if (by === "cited") return paper.cited_by_inside;
    if (by === "cites") return paper.cites_inside;
    if (by === "community") return paper.community ?? 1e9;
    if (by === "state") return standing(paper);
    return paper.title.toLowerCase();
}

/** What is here of a paper, in one word. */
export function standing(paper: PaperCard): "withdrawn" | "newer" | "failed" | "abstract" | "read" | "away" {
    if (paper.withdrawn) return "withdrawn";
    if (paper.document === null) return "away";
    if (paper.newer !== null) return "newer";
    if (paper.reason !== null) return "failed";
    return paper.status === "read" ? "read" : "abstract";
}

/** Papers in which every word stands: in title, authors, categories, journal or year. */
export function narrowed(papers: PaperCard[], words: string): PaperCard[] {
    const all = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (all.length === 0) return papers;
    return papers.filter((paper) => {
        const text = [paper.title, ...paper.authors, ...paper.categories, paper.journal, year(paper), paper.arxiv, paper.doi].join(" ").toLowerCase();
        return all.every((word) => text.includes(word));
    });
}

/** A comparison as rows of words: the head first; a cell's citations stand behind it. */
function rows(comparison: Comparison, head: string[], none: string): string[][] {
    return [head, ...comparison.table.rows.map((row) => [row.title, ...row.cells.map((cell) => (cell.text === null ? none : [cell.text, ...cell.citations.map((n) => `[${n}]`)].join(" ")))])];
}

export function comparisonCsv(comparison: Comparison, head: string[], none: string): string {
    return rows(comparison, head, none).map((row) => row.map(escapeCsv).join(",")).join("\r\n") + "\r\n";
}

export function comparisonMarkdown(comparison: Comparison, head: string[], none: string, page: (n: number) => string = String): string {
    const [first = [], ...others] = rows(comparison, head, none).map((row) => `| ${row.map(escapeCell).join(" | ")} |`).map((line) => [line]);
    const sources = comparison.citations.map((one) => `${one.n}. ${one.title}${one.page === null ? "" : `, ${page(one.page)}`}: “${one.quote.replace(/\s+/g, " ").trim()}”`);
    return [...first, `|${" --- |".repeat(head.length)}`, ...others.flat(), "", ...sources, ""].join("\n");
}
