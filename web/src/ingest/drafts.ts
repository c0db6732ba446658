// What is typed and not sent stays for as long as the tab of the browser does.

/** What was kept under a name. */
export function draft(name: string): string {
    return sessionStorage.getItem(`quipu-draft-${name}`) ?? "";
}

/** Keeps what is typed; what is empty is forgotten. A text that the browser has no room for is not kept. */
export function keep(name: string, text: string): void {
    try {
        if (text) sessionStorage.setItem(`quipu-draft-${name}`, text);
        else sessionStorage.removeItem(`quipu-draft-${name}`);
    } catch {
        sessionStorage.removeItem(`quipu-draft-${name}`);
    }
}
