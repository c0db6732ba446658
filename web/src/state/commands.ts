// What the palette finds: what a typed line fits, the best first.

/** Something that can be done or gone to. */
export interface Command {
    /** Where it belongs: a tab, an action, a name, a document. */
    kind: string;
    title: string;
    /** What tells two of the same title apart. */
    hint?: string;
    run: () => void;
}

/** How well a text fits what is typed: 0 not at all; its beginning counts most, then that of a word, then anywhere. */
export function fits(text: string, typed: string): number {
    const [whole, words] = [text.toLowerCase(), typed.toLowerCase().split(/\s+/).filter(Boolean)];
    let worth = 1;
    for (const word of words) {
        if (whole.startsWith(word)) worth += 3;
        else if (new RegExp(`[\\s/._-]${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u").test(whole)) worth += 2;
        else if (whole.includes(word)) worth += 1;
        else return 0;
    }
    return worth;
}

/** Those that fit, the best first; of equals the one that was named first. */
export function fitting(all: Command[], typed: string, most: number): Command[] {
    return all
        .map((command, at) => ({ command, at, worth: fits(command.title, typed) }))
        .filter(({ worth }) => worth > 0)
        .sort((a, b) => b.worth - a.worth || a.at - b.at)
        .slice(0, most)
        .map(({ command }) => command);
}

/** The two ends of a way that is asked for: `Varga -> Okonjo`. */
export function ends(typed: string): [string, string] | null {
    const [from, to, more] = typed.split(/->|→/).map((part) => part.trim());
    return from && to && more === undefined ? [from, to] : null;
}
