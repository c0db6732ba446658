// Below which path of its host the page is served: nothing, or what a reverse proxy puts before it, as `/quipu`. The server
// writes it into the first file. All addresses of the page, and all names in the browser's storage, are made here.

/** The path, without a slash at its end. */
export const ROOT = said();

function said(): string {
    // Unit tests have no document.
    if (typeof document === "undefined") return "";
    return document.querySelector<HTMLMetaElement>("meta[name='quipu-root']")?.content ?? "";
}

/** The address of a path of the server, as `/api/v1/me`. */
export function below(path: string, root = ROOT): string {
    return root + path;
}

/** The path of the server that an address means. One that lies elsewhere is taken as it is: the server answers without its
 * proxy, too. */
export function within(address: string, root = ROOT): string {
    if (address === root) return "/";
    return address.startsWith(`${root}/`) ? address.slice(root.length) : address;
}

/** The address that other programs are told. */
export function server(): string {
    return location.origin + ROOT;
}

/** The name of what is kept in the browser: servers below two paths of one host share its storage. */
export function stored(name: string, root = ROOT): string {
    return root ? `quipu:${root}:${name}` : `quipu-${name}`;
}
