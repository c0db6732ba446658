// The place that is shown, which Back and links change.

import { read } from "./address";
import { below } from "./root";

export { TABS, address, type Place, type Tab } from "./address";

class Here {
    place = $state.raw(read(location.pathname, location.search));

    constructor() {
        addEventListener("popstate", () => this.look());
        // A link within the page changes the place alone.
        document.addEventListener("click", (event) => {
            const link = (event.target as Element | null)?.closest?.("a[href]");
            const to = link?.getAttribute("href") ?? "";
            if (!to.startsWith(below("/w/")) && to !== below("/")) return;
            if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            this.go(to);
        });
    }

    /** Goes to an address; `replace`: what was before is no place to go back to. */
    go(to: string, replace = false): void {
        history[replace ? "replaceState" : "pushState"](null, "", to);
        this.look();
    }

    private look(): void {
        this.place = read(location.pathname, location.search);
    }
}

export const here = new Here();
