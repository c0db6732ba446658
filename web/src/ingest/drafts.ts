// What is typed and not sent stays for as long as the tab of the browser does.

import { stored } from "../state/root";

const key = (name: string) => stored(`draft-${name}`);

/** What was kept under a name. */
export function draft(name: string): string {
    return sessionStorage.getItem(key(name)) ?? "";
}

/** Keeps what is typed; what is empty is forgotten. A text that the browser has no room for is not kept. */
export function keep(name: string, text: string): void {
    try {
        if (text) sessionStorage.setItem(key(name), text);
        else sessionStorage.removeItem(key(name));
    } catch {
        sessionStorage.removeItem(key(name));
    }
}
