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
    return start < 0 ? [] : pieces(page, start, length);
}

/** Whether a page holds a quote whole. */
export function holds(page: Folded, quote: string): boolean {
    const wanted = fold([quote]).text;
    return wanted.length >= 8 && page.text.includes(wanted);
}

/** How far from the turn of a page a quote may end or begin again: numbers of pages and running heads stand between. */
const TURN = 600;
/** The least letters on either side: fewer are there by chance. */
const LEAST = 6;

/** The pieces on two neighbouring pages of a quote that begins on the first and ends on the second; null where it does not. */
export function findOver(first: Folded, second: Folded, quote: string): [Piece[], Piece[]] | null {
    const wanted = fold([quote]).text;
    if (wanted.length < 2 * LEAST) return null;
    const head = longest(wanted.length, (size) => first.text.includes(wanted.slice(0, size)));
    const tail = longest(wanted.length, (size) => second.text.includes(wanted.slice(wanted.length - size)));
    const rest = Math.min(tail, wanted.length - head);
    if (head < LEAST || rest < LEAST || head + rest < wanted.length * 0.9) return null;
    const from = first.text.lastIndexOf(wanted.slice(0, head));
    const to = second.text.indexOf(wanted.slice(wanted.length - rest));
    if (from + head < first.text.length - TURN || to > TURN) return null;
    return [pieces(first, from, head), pieces(second, to, rest)];
}

/** The largest size that fits, where every smaller one fits, too. */
function longest(most: number, fits: (size: number) => boolean): number {
    let [low, high] = [0, most];
    while (low < high) {
        const size = Math.ceil((low + high) / 2);
        if (fits(size)) low = size;
        else high = size - 1;
    }
    return low;
}

function pieces(page: Folded, start: number, length: number): Piece[] {
    const out: Piece[] = [];
    for (const [item, at] of page.from.slice(start, start + length)) {
        const last = out.at(-1);
        if (last?.item === item) last.end = at + 1;
        else out.push({ item, start: at, end: at + 1 });
    }
    return out;
}
