// The address of the working place: what is selected, what is shown, which place of a source is open.

import { address } from "../state/address";
import { KEPT } from "./chosen.svelte";

/** The address with a query. */
export function placeOf(workspace: string, query: URLSearchParams): string {
    const said = query.toString();
    return address({ workspace, tab: "papers" }) + (said ? `?${said}` : "");
}

/** A query with other values; what is null goes. */
export function turned(query: URLSearchParams, values: Record<string, string | null>): URLSearchParams {
    const out = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) {
        if (value === null) out.delete(name);
        else out.set(name, value);
    }
    return out;
}

/** A query with these papers in it, and all else as it was; without any where they are too many. */
export function withPapers(query: URLSearchParams, ids: string[]): URLSearchParams {
    const out = new URLSearchParams([...query].filter(([name]) => name !== "paper"));
    if (ids.length <= KEPT) for (const id of ids) out.append("paper", id);
    return out;
}
