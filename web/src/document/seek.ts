// Words sought in what is shown: its text is read from the page, so that it works for the written and the rendered text.

import { fold, find } from "./find";
import { wordsIn } from "./places";

/** A text of many pieces of the page. */
export interface Shown {
    text: string;
    pieces: Text[];
    /** Where each piece begins. */
    starts: number[];
}

/** What stands below an element, without buttons. */
export function shown(root: HTMLElement): Shown {
    const accept = (piece: Node) => (piece.parentElement?.closest("button") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, accept);
    const [pieces, starts]: [Text[], number[]] = [[], []];
    let text = "";
    for (let piece = walker.nextNode() as Text | null; piece; piece = walker.nextNode() as Text | null) {
        starts.push(text.length);
        pieces.push(piece);
        text += piece.data;
    }
    return { text, pieces, starts };
}

/** The place in the page of a place in the text. */
function at(of: Shown, place: number): [Text, number] | null {
    let [low, high] = [0, of.starts.length - 1];
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((of.starts[middle] ?? 0) <= place) low = middle;
        else high = middle - 1;
    }
    const piece = of.pieces[low];
    return piece ? [piece, Math.min(place - (of.starts[low] ?? 0), piece.length)] : null;
}

function range(of: Shown, start: number, end: number): Range | null {
    const [from, to] = [at(of, start), at(of, end)];
    if (!from || !to) return null;
    const out = document.createRange();
    out.setStart(...from);
    out.setEnd(...to);
    return out;
}

/** Where words stand, and how often. */
export function seek(of: Shown, words: string, most: number): { ranges: Range[]; count: number } {
    const { places, count } = wordsIn(of.text, words, most);
    return { ranges: places.flatMap(([start, end]) => range(of, start, end) ?? []), count };
}

/** Where a quote stands, though its signs of Markdown are gone. */
export function quoted(of: Shown, quote: string): Range | null {
    const found = find(fold(of.pieces.map((piece) => piece.data)), quote);
    const [first, last] = [found[0], found.at(-1)];
    const [from, to] = [first && of.pieces[first.item], last && of.pieces[last.item]];
    if (!from || !to || !first || !last) return null;
    const out = document.createRange();
    out.setStart(from, first.start);
    out.setEnd(to, Math.min(last.end, to.length));
    return out;
}

/** Paints ranges under a name that the style sheet knows; browsers that cannot paint select the first instead. */
export function paint(name: string, ranges: Range[]): void {
    if (typeof Highlight === "undefined" || !CSS.highlights) {
        if (ranges.length === 1 && ranges[0]) {
            getSelection()?.removeAllRanges();
            getSelection()?.addRange(ranges[0]);
        }
        return;
    }
    if (ranges.length === 0) CSS.highlights.delete(name);
    else CSS.highlights.set(name, new Highlight(...ranges));
}
