// How papers and people are said in short.

import type { PaperCard } from "./shapes";

/** The family name of an author: the last word of the name, or what stands before a comma. */
export function family(author: string): string {
    const before = author.split(",")[0]?.trim() ?? "";
    if (author.includes(",")) return before;
    const words = author.trim().split(/\s+/);
    // "Jr." and numbers are no families.
    while (words.length > 1 && /^(jr|sr|ii|iii|iv)\.?$/i.test(words.at(-1) ?? "")) words.pop();
    return words.at(-1) ?? "";
}

/** The year of a paper; none where it is not known. */
export function year(paper: Pick<PaperCard, "published">): number | null {
    const found = /^\d{4}/.exec(paper.published ?? "");
    return found ? Number(found[0]) : null;
}

/** When a paper came, as a number of years: the middle of the year where its day is not known. */
export function moment(paper: Pick<PaperCard, "published">): number | null {
    const [, y, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/.exec(paper.published ?? "") ?? [];
    if (!y) return null;
    if (!month) return Number(y) + 0.5;
    return Number(y) + (Number(month) - 1) / 12 + (Number(day ?? 15) - 1) / 372;
}

/** A paper as its circle says it: "Vaswani 2017". */
export function label(paper: Pick<PaperCard, "authors" | "published" | "title">): string {
    const first = family(paper.authors[0] ?? "") || paper.title.split(/\s+/).slice(0, 2).join(" ");
    return [first, year(paper) ?? ""].join(" ").trim();
}

/** The first three authors, and how many more. */
export function authors(all: string[], most = 3): string {
    const rest = all.length - most;
    return all.slice(0, most).join(", ") + (rest > 0 ? ` +${rest}` : "");
}

/** The id of a paper as everybody says it: without its folder or address and version. */
export function bare(id: string): string {
    return id.replace(/^(arxiv[/:]|https?:\/\/(www\.|export\.)?arxiv\.org\/abs\/)/i, "").replace(/v\d+$/, "");
}
