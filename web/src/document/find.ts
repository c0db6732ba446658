// Where a quote stands in the text layer of a page: folded, so that ligatures, hyphens at line ends and blanks do not matter.

/** A folded text that knows where each of its letters came from. */
export interface Folded {
    text: string;
    /** For each folded letter: the item, and the place in it. */
    from: [item: number, at: number][];
}

/** Folds the items of a text layer. */
export function fold(items: string[]): Folded {
    const from: [number, number][] = [];
    let text = "";
    items.forEach((item, index) => {
        let at = 0;
        for (const letter of item) {
            for (const folded of letter.normalize("NFKC").toLowerCase()) {
                if (/[\p{L}\p{N}]/u.test(folded)) {
                    text += folded;
                    for (let unit = 0; unit < folded.length; unit += 1) from.push([index, at]);
                }
            }
            at += letter.length;
        }
    });
    return { text, from };
}

/** A piece of an item that a quote covers. */
export interface Piece {
    item: number;
    start: number;
    end: number;
}

/** The pieces that a quote covers: whole, or the longest beginning or end of at least 60 % of it; none where that is not there. */
export function find(page: Folded, quote: string): Piece[] {
    const wanted = fold([quote]).text;
    if (wanted.length < 8) return [];
    let [start, length] = [page.text.indexOf(wanted), wanted.length];
    const least = Math.ceil(wanted.length * 0.6);
    for (let size = wanted.length - 1; start < 0 && size >= least; size -= Math.max(1, size >> 5)) {
        for (const part of [wanted.slice(0, size), wanted.slice(-size)]) {
            const at = page.text.indexOf(part);
            if (at >= 0) {
                [start, length] = [at, size];
                break;
            }
        }
    }
    if (start < 0) return [];
    const pieces: Piece[] = [];
    for (const [item, at] of page.from.slice(start, start + length)) {
        const last = pieces.at(-1);
        if (last?.item === item) last.end = at + 1;
        else pieces.push({ item, start: at, end: at + 1 });
    }
    return pieces;
}
