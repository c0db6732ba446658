// A reply as a file of the reader's machine: fetched with their token, which a plain link cannot carry.

import { reply } from "../api/client";

/** The name that a reply gives to its file. */
export function nameOf(disposition: string | null): string {
    const coded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
    if (coded) {
        try {
            return decodeURIComponent(coded);
        } catch {
            return "";
        }
    }
    return /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1] ?? "";
}

/** Fetches what a path has and hands it over as a file. */
export async function save(path: string, name: string): Promise<void> {
    const response = await reply(path);
    hand(await response.blob(), nameOf(response.headers.get("Content-Disposition")) || name);
}

/** Hands bytes over as a file. */
export function hand(bytes: Blob, name: string): void {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(bytes), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
