// Tables that are sorted by what a person presses.

/** By which column, and whether the greatest stands first. */
export interface Order {
    by: string;
    down: boolean;
}

/** The order behind a press on a column: the other way round where it was that one already. */
export function turned(order: Order, by: string, down = false): Order {
    return order.by === by ? { by, down: !order.down } : { by, down };
}

/** Rows in an order; what is equal stays as it was. */
export function sorted<T>(rows: T[], order: Order, value: (row: T, by: string) => string | number): T[] {
    const sign = order.down ? -1 : 1;
    return rows
        .map((row, at) => ({ row, at, value: value(row, order.by) }))
        .sort((a, b) => {
            const [x, y] = [a.value, b.value];
            const less = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), undefined, { numeric: true });
            return sign * less || a.at - b.at;
        })
        .map((one) => one.row);
}

/** The middle of values; of an even number, the mean of the two in the middle. */
export function median(values: number[]): number {
    const all = [...values].sort((a, b) => a - b);
    const middle = all.length >> 1;
    const high = all[middle] ?? 0;
    return all.length % 2 ? high : ((all[middle - 1] ?? high) + high) / 2;
}
