// The licences of all that is bundled, as one file beside it: `licences.txt`.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Plugin } from "vite";

/** The folder of the package that a module belongs to; none of our own. */
function packageOf(id: string): string | null {
    const path = id.split("?")[0]?.replace(/^\0/, "") ?? "";
    if (!path.includes("/node_modules/")) return null;
    for (let folder = dirname(path); folder.includes("/node_modules/"); folder = dirname(folder)) {
        const file = join(folder, "package.json");
        if (existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { name?: string }).name) return folder;
    }
    return null;
}

function told(folder: string): string {
    const of = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; license?: string };
    const texts = readdirSync(folder).filter((name) => /^(licen[cs]e|notice)/i.test(name)).sort();
    const text = texts.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
    return `${of.name} ${of.version}: ${of.license ?? "see below"}\n\n${text}\n`;
}

/** Gathers them from the packages whose modules are in the bundle, and `more` that are copied into it. */
export function licences(more: string[]): Plugin {
    return {
        name: "licences",
        generateBundle(_, bundle) {
            const folders = new Set(more.map((name) => join(import.meta.dirname, "node_modules", name)));
            for (const chunk of Object.values(bundle)) {
                if (chunk.type !== "chunk") continue;
                for (const id of Object.keys(chunk.modules)) {
                    const folder = packageOf(id);
                    if (folder) folders.add(folder);
                }
            }
            const all = [...folders].map(told).sort();
            this.emitFile({ type: "asset", fileName: "licences.txt", source: all.join(`\n${"-".repeat(80)}\n\n`) });
        },
    };
}
