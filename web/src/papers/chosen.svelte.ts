// The papers that are selected: shared by map, table and questions, and kept in the address as far as it holds them.

/** How many ids an address holds. */
export const KEPT = 50;

export class Chosen {
    ids = $state.raw<ReadonlySet<string>>(new Set());
    readonly count = $derived(this.ids.size);
    readonly list = $derived([...this.ids]);

    set(ids: Iterable<string>): void {
        this.ids = new Set(ids);
    }

    add(ids: Iterable<string>): void {
        this.ids = new Set([...this.ids, ...ids]);
    }

    remove(ids: Iterable<string>): void {
        const gone = new Set(ids);
        this.ids = new Set([...this.ids].filter((id) => !gone.has(id)));
    }

    toggle(id: string): void {
        if (this.ids.has(id)) this.remove([id]);
        else this.add([id]);
    }

    clear(): void {
        this.ids = new Set();
    }
}
