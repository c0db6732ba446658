// Settings as the page shows them.

import type { Schemas } from "../api/client";

export type Setting = Schemas["SettingRow"] & {
    /** Where its value comes from. */
    origin?: { kind: "default" | "file" | "variable" | "flag"; name: string | null };
};

/** The values that a setting may have, where what is said of it ends with them; none where it may be anything. */
export function choices(row: { about: string; value: string }): string[] {
    const said = /[;,.] (?:one of|одно из значений) ([\p{L}\p{N}_-]+(?:, [\p{L}\p{N}_-]+)+)$/u.exec(row.about)?.[1];
    if (!said) return row.value === "true" || row.value === "false" ? ["true", "false"] : [];
    const all = said.split(", ");
    return all.includes(row.value) ? all : [row.value, ...all];
}

/** The list with rows of a reply in the place of those of the same keys. */
export function merged(all: Setting[], some: Setting[]): Setting[] {
    const by = new Map(some.map((row) => [row.key, row]));
    return all.map((row) => by.get(row.key) ?? row);
}

/** The rows that hold all words, in groups by the first part of their keys. */
export function groups(rows: Setting[], sought: string, only: boolean): [string, Setting[]][] {
    const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
    const out = new Map<string, Setting[]>();
    for (const row of rows) {
        if (only && row.default) continue;
        const said = `${row.key} ${row.about}`.toLowerCase();
        if (!words.every((word) => said.includes(word))) continue;
        const group = row.key.split(".")[0] ?? "";
        out.set(group, [...(out.get(group) ?? []), row]);
    }
    return [...out];
}
