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
}
