// Where a person is: the address carries everything, so that Back works and a link opens the same again.

/** The tabs, in their order. */
export const TABS = ["ingest", "ask", "papers", "graph", "trace", "benchmark", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** A place of the page. */
export interface Place {
    workspace: string;
    tab: Tab | "document";
    /** A conversation, or the key of a document. */
    id: string;
    query: URLSearchParams;
}

/** The place of an address: `/w/{workspace}/{tab}/{id}`, where a document's tab is `d`. */
export function read(path: string, search = ""): Place {
    const [, w, workspace, tab, id] = path.split("/").map(decodeURIComponent);
    const known = TABS.find((known) => known === tab);
    return {
        workspace: w === "w" ? (workspace ?? "") : "",
        tab: tab === "d" ? "document" : (known ?? "ask"),
        id: id ?? "",
        query: new URLSearchParams(search),
    };
}

/** The address of a place. */
export function address(place: { workspace: string; tab: Place["tab"]; id?: string; query?: Record<string, string> }): string {
    const tab = place.tab === "document" ? "d" : place.tab;
    const path = ["w", place.workspace, tab, ...(place.id ? [place.id] : [])].map(encodeURIComponent).join("/");
    const query = new URLSearchParams(place.query).toString();
    return `/${path}${query ? `?${query}` : ""}`;
}
