// Signing out: the page begins anew without a token.

import { gate } from "../api/gate.svelte";
import { going } from "../ingest/going.svelte";
import { below, stored } from "./root";

/** Forgets the token, and what was typed, which is not for whoever comes next. */
export async function leave(): Promise<void> {
    // What was let go goes while there is a token for it.
    await going.send();
    gate.forget();
    for (const name of Object.keys(sessionStorage)) if (name.startsWith(stored("draft"))) sessionStorage.removeItem(name);
    location.assign(below("/"));
}
