// Files that the page hands out.

/** Saves a text, or what an address holds, under a name. */
export function saveFile(name: string, content: string, mime: string): void {
    const href = URL.createObjectURL(new Blob([content], { type: mime }));
    saveAddress(name, href);
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Saves what an address of this page holds. */
export function saveAddress(name: string, href: string): void {
    Object.assign(document.createElement("a"), { href, download: name }).click();
}
