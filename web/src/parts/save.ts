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
    const address = URL.createObjectURL(bytes);
    handAddress(address, name);
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Hands a text over as a file of a type. */
export function handText(text: string, name: string, type: string): void {
    hand(new Blob([text], { type }), name);
}

/** Hands over what an address of this page holds. */
export function handAddress(href: string, name: string): void {
    Object.assign(document.createElement("a"), { href, download: name }).click();
}
