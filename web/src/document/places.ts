// Places are counted in bytes of UTF-8 on the server, and in letters of UTF-16 here.

/** A text with its bytes, which are counted once. */
export class CountedText {
    private readonly bytes: Uint8Array;

    constructor(readonly text: string) {
        this.bytes = new TextEncoder().encode(text);
    }

    /** How many letters stand before a byte; one within a letter counts from that letter's start. */
    letters(byte: number): number {
        let at = Math.max(0, Math.min(byte, this.bytes.length));
        while (at > 0 && ((this.bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
        return new TextDecoder().decode(this.bytes.subarray(0, at)).length;
    }

    /** The text before a place, at it and behind it. */
    parts(start: number, end: number): [string, string, string] {
        const [from, to] = [this.letters(start), this.letters(end)];
        return [this.text.slice(0, from), this.text.slice(from, to), this.text.slice(to)];
    }

    /** The places in letters of many places in bytes, in rising order: the text is walked once. */
    all(places: number[]): number[] {
        const decoder = new TextDecoder();
        let [byte, letter] = [0, 0];
        return places.map((place) => {
            let at = Math.max(byte, Math.min(place, this.bytes.length));
            while (at > byte && ((this.bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1;
            letter += decoder.decode(this.bytes.subarray(byte, at)).length;
            byte = at;
            return letter;
        });
    }
}

/** A piece of a text: within a chunk or not, within the marked place or not. */
export interface Segment {
    text: string;
    /** The number of its chunk from 0; -1 outside of all. */
    chunk: number;
    /** Whether its chunk begins with it. */
    begins: boolean;
    marked: boolean;
}

/** A text cut at the bounds of its chunks and of the marked place; `spans` are in bytes and in their order. */
export function segments(counted: CountedText, spans: { start: number; end: number }[], mark: { start: number; end: number }): Segment[] {
    // Chunks may overlap: the later one begins where the earlier one ends.
    let last = 0;
    const clipped = spans.map(({ start, end }) => {
        const from = Math.max(start, last);
        last = Math.max(last, end);
        return { start: from, end: Math.max(from, end) };
    });
    const marks = mark.start >= 0 && mark.end > mark.start ? [mark.start, mark.end] : [];
    const bytes = [...new Set([...clipped.flatMap(({ start, end }) => [start, end]), ...marks])].sort((a, b) => a - b);
    const letters = new Map(counted.all(bytes).map((letter, at) => [bytes[at] ?? 0, letter]));
    const at = (byte: number) => letters.get(byte) ?? 0;
    const [from, to] = marks.length > 0 ? [at(mark.start), at(mark.end)] : [-1, -1];
    const cuts = [...new Set([0, ...letters.values(), counted.text.length])].sort((a, b) => a - b);
    const chunks = clipped.map(({ start, end }) => [at(start), at(end)] as const);
    const out: Segment[] = [];
    let chunk = 0;
    cuts.slice(0, -1).forEach((start, index) => {
        while (chunk < chunks.length && (chunks[chunk]?.[1] ?? 0) <= start) chunk += 1;
        const within = chunks[chunk];
        const inside = within !== undefined && within[0] <= start;
        out.push({
            text: counted.text.slice(start, cuts[index + 1]),
            chunk: inside ? chunk : -1,
            begins: inside && within[0] === start,
            marked: start >= from && start < to,
        });
    });
    return out;
}

/** Where words stand in a text, whatever their case: at most so many places, and how many there are. */
export function wordsIn(text: string, words: string, most: number): { places: [number, number][]; count: number } {
    const [where, what] = [folded(text), folded(words)];
    const places: [number, number][] = [];
    let count = 0;
    if (what.trim() === "") return { places, count };
    for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) {
        count += 1;
        if (places.length < most) places.push([at, at + what.length]);
    }
    return { places, count };
}

/** A text in small letters, as long as it was. */
function folded(text: string): string {
    const small = text.toLowerCase();
    if (small.length === text.length) return small;
    return [...text].map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join("");
}
