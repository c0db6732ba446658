// Where a person is: the address carries everything, so that Back works and a link opens the same again.

import { ROOT, below, within } from "./root";

/** The tabs, in their order. */
export const TABS = ["ingest", "ask", "papers", "graph", "trace", "benchmark", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** A place of the page. */
export interface Place {
    /** `start`: the address of the server itself, which names no place; `unknown`: none that the page has. */
    kind: "start" | "place" | "unknown";
    workspace: string;
    tab: Tab | "document";
    /** A conversation, or the key of a document. */
    id: string;
    query: URLSearchParams;
}

/** The place of an address: `/w/{workspace}/{tab}/{id}` below the root, where a document's tab is `d`. */
export function read(path: string, search = "", root = ROOT): Place {
    const parts = segments(within(path, root));
    const place = { workspace: "", tab: "ask" as const, id: "", query: new URLSearchParams(search) };
    if (parts?.length === 0) return { ...place, kind: "start" };
    const [w, workspace = "", named = "ask", id = "", ...more] = parts ?? [];
    if (w !== "w" || !workspace) return { ...place, kind: "unknown" };
    const tab = named === "d" ? "document" : TABS.find((known) => known === named);
    if (!tab || more.length > 0 || !fits(tab, id)) return { ...place, kind: "unknown", workspace };
    return { ...place, kind: "place", workspace, tab, id };
}

/** The parts of a path; none of one that no browser writes. */
function segments(path: string): string[] | null {
    const parts = path.replace(/^\//, "").replace(/\/$/, "").split("/");
    try {
        return parts.length === 1 && parts[0] === "" ? [] : parts.map(decodeURIComponent);
    } catch {
        return null;
    }
}

/** Whether a tab may stand with a name behind it: a document must, a conversation can. */
function fits(tab: Place["tab"], id: string): boolean {
    return tab === "document" ? id !== "" : tab === "ask" || id === "";
}

/** The address of a place. */
export function address(place: { workspace: string; tab: Place["tab"]; id?: string; query?: Record<string, string> }, root = ROOT): string {
    const tab = place.tab === "document" ? "d" : place.tab;
    const path = ["w", place.workspace, tab, ...(place.id ? [place.id] : [])].map(encodeURIComponent).join("/");
    const query = new URLSearchParams(place.query).toString();
    return below(`/${path}${query ? `?${query}` : ""}`, root);
}
