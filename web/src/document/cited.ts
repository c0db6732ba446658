// Where a document was cited in the answers of this tab of the browser.

import type { Citation } from "../api/shapes";

export interface Place {
    start: number;
    end: number;
    quote: string;
    questions: string[];
}

interface Asked {
    workspace: string;
    question: string;
    answer: { citations: Citation[] } | null;
}

/** The places in their order, each once, with the questions whose answers cite it. */
export function citedPlaces(asked: Asked[], workspace: string, ids: string[]): Place[] {
    const found = new Map<string, Place>();
    for (const { question, answer } of asked.filter((one) => one.workspace === workspace)) {
        for (const { document, start, end, quote } of answer?.citations ?? []) {
            if (!ids.includes(document)) continue;
            const place = found.get(`${start}-${end}`) ?? { start, end, quote, questions: [] };
            if (!place.questions.includes(question)) place.questions.push(question);
            found.set(`${start}-${end}`, place);
        }
    }
    return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The place behind the one that is shown, the first behind the last. */
export function after(places: Place[], start: number, end: number): Place | null {
    const at = places.findIndex((place) => place.start === start && place.end === end);
    return places[(at + 1) % places.length] ?? null;
}
