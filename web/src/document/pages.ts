// The pages of a PDF with their text layers, each read once, and where a quote stands on them.

import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

import { find, findOver, fold, holds, type Folded, type Piece } from "./find";

export interface TextPiece {
    str: string;
    transform: number[];
    width: number;
    height: number;
}

interface Layer {
    texts: TextPiece[];
    folded: Folded;
}

/** Pieces of a quote by page. */
export type Places = Map<number, Piece[]>;

export class Pages {
    private readonly layers = new Map<number, Promise<Layer>>();

    constructor(readonly file: PDFDocumentProxy) {}

    /** The text layer of a page. */
    layer(number: number): Promise<Layer> {
        const known = this.layers.get(number);
        if (known) return known;
        const read = this.read(number);
        this.layers.set(number, read);
        return read;
    }

    private async read(number: number): Promise<Layer> {
        const content = await (await this.file.getPage(number)).getTextContent();
        const texts = content.items.filter((item) => "str" in item) as TextPiece[];
        return { texts, folded: fold(texts.map((item) => item.str)) };
    }

    /** Where a quote surely stands: whole on a page, over a turn of pages, or most of it on a page; nearest to `near` first. */
    async places(quote: string, near: number): Promise<Places> {
        const numbers = Array.from({ length: this.file.numPages }, (_, at) => at + 1);
        const order = numbers.sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
        // What is not near is looked at last, and only whole: the same words may stand on many pages.
        for (const some of [order.slice(0, 5), order]) {
            for (const look of [this.whole, this.over, this.most]) {
                for (const number of some) {
                    const found = await look.call(this, number, quote);
                    if (found.size > 0) return found;
                }
            }
        }
        return new Map();
    }

    private async whole(number: number, quote: string): Promise<Places> {
        const { folded } = await this.layer(number);
        return holds(folded, quote) ? new Map([[number, find(folded, quote)]]) : new Map<number, Piece[]>();
    }

    private async over(number: number, quote: string): Promise<Places> {
        if (number >= this.file.numPages) return new Map<number, Piece[]>();
        const [first, second] = [await this.layer(number), await this.layer(number + 1)];
        const found = findOver(first.folded, second.folded, quote);
        return found ? new Map([[number, found[0]], [number + 1, found[1]]]) : new Map<number, Piece[]>();
    }

    private async most(number: number, quote: string): Promise<Places> {
        const found = find((await this.layer(number)).folded, quote);
        return found.length > 0 ? new Map([[number, found]]) : new Map<number, Piece[]>();
    }
}
