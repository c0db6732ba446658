// Filters that a person keeps: in this browser, one list a workspace.

import { stored } from "../state/root";
import { OPEN, type Sieve } from "./sieve";

const key = (workspace: string) => stored(`sieves/${workspace}`);

/** The filters that are kept, by their names. */
export function kept(workspace: string): Record<string, Sieve> {
    try {
        const all = JSON.parse(localStorage.getItem(key(workspace)) ?? "{}") as Record<string, Partial<Sieve>>;
        return Object.fromEntries(Object.entries(all).map(([name, sieve]) => [name, { ...OPEN, ...sieve }]));
    } catch {
        return {};
    }
}

/** Keeps a filter under a name, or forgets the one of that name. */
export function keep(workspace: string, name: string, sieve: Sieve | null): Record<string, Sieve> {
    const all = kept(workspace);
    if (sieve) all[name] = sieve;
    else delete all[name];
    localStorage.setItem(key(workspace), JSON.stringify(all));
    return all;
}
