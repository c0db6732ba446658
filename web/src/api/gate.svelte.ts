// Whether the server lets the page in: the token that it asks with, where that is kept, and why another is needed.

import { stored } from "../state/root";

/** Why a token is asked for: none was sent, the one in use holds no longer or was forgotten by another tab, the typed one does not
 * hold, or too many did not. */
export type Why = "needed" | "ended" | "left" | "unknown" | "limited";

const TOKEN = stored("token");

class Gate {
    /** Nothing while the page may ask. */
    why = $state<Why | null>(null);
    /** For how many seconds no other token shall be tried. */
    wait = $state(0);
    private timer = 0;

    /** The token of this tab, else of this browser; empty where the page asks without one. */
    get token(): string {
        return sessionStorage.getItem(TOKEN) ?? localStorage.getItem(TOKEN) ?? "";
    }

    /** Asks with a token from now on: until the tab is closed, or until somebody forgets it. */
    keep(token: string, lasting: boolean): void {
        this.forget();
        (lasting ? localStorage : sessionStorage).setItem(TOKEN, token);
    }

    /** Asks without a token from now on. */
    forget(): void {
        sessionStorage.removeItem(TOKEN);
        localStorage.removeItem(TOKEN);
    }

    /** Forgets the token, and asks for another. */
    another(): void {
        this.forget();
        this.why = "needed";
    }

    /** Hears that a request with a token, or with none, was refused. */
    refused(token: string): void {
        // It was on its way when another token was taken.
        if (token !== this.token) return;
        for (const kept of [sessionStorage, localStorage]) if (kept.getItem(TOKEN) === token) kept.removeItem(TOKEN);
        this.why = token ? "ended" : (this.why ?? "needed");
    }

    /** Hears that a token which was typed does not hold; `wait`: when the next may be tried. */
    wrong(wait: number): void {
        clearTimeout(this.timer);
        [this.why, this.wait] = wait > 0 ? ["limited", wait] : ["unknown", 0];
        if (wait > 0) this.timer = window.setTimeout(() => (this.why = this.why && "needed"), wait * 1000);
    }

    /** Hears that the page is let in. */
    opened(): void {
        clearTimeout(this.timer);
        this.why = null;
    }

    /** Whether another tab has changed what this one asks with. */
    isChanged(event: StorageEvent): boolean {
        return event.key === TOKEN && sessionStorage.getItem(TOKEN) === null;
    }
}

export const gate = new Gate();
