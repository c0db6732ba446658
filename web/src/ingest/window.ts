// Which rows of a long list are drawn: those in view, with some around them; the others are blank space of their height.

/** The rows from `from` to before `to`, with the space above and below them. */
export interface Shown {
    from: number;
    to: number;
    above: number;
    below: number;
}

/** The rows in view of a box that is scrolled to `top`; each is `row` high, `spare` more are drawn on both sides. */
export function shownRows(top: number, height: number, row: number, count: number, spare = 8): Shown {
    const first = Math.floor(Math.max(0, top) / row);
    const from = Math.max(0, Math.min(first - spare, count - Math.ceil(height / row) - 2 * spare));
    const to = Math.min(count, first + Math.ceil(height / row) + spare);
    return { from, to: Math.max(from, to), above: from * row, below: Math.max(0, count - Math.max(from, to)) * row };
}
