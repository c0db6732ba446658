// What is about to be sent: counted in the browser, before anything leaves it.

import type { Dropped } from "./upload.svelte";

/** Formats that no reader reads: they are told before they are sent. What is not listed is judged by its content. */
const UNREAD = new Set(
    ("png jpg jpeg gif webp bmp tif tiff ico heic avif psd ai mp3 wav ogg flac m4a aac mp4 mkv mov avi webm exe dll so dylib bin " +
        "iso dmg msi apk jar class pyc o a zip tar gz tgz bz2 xz 7z rar zst woff woff2 ttf otf sqlite db parquet pkl npy " +
        "pages numbers key vsd vsdx pub xps hwp").split(" "),
);

/** Above so many files or bytes a plan is shown first. */
export const MANY = 50;
export const MUCH = 50 << 20;

export interface Plan {
    files: Dropped[];
    bytes: number;
    /** How many there are of each format, the most first. */
    formats: [format: string, count: number][];
    /** Those of formats that are not read. */
    unread: Dropped[];
    /** Those that the server does not take, since they are too large. */
    large: Dropped[];
    /** Whether it begins only when somebody says so. */
    asks: boolean;
}

/** The ending of a file's name, in small letters. */
export function ending(name: string): string {
    const last = name.split("/").at(-1) ?? "";
    const dot = last.lastIndexOf(".");
    return dot > 0 ? last.slice(dot + 1).toLowerCase() : "";
}

/** A plan for files; `most`: the most bytes of one that the server takes. */
export function planOf(all: Dropped[], most: number): Plan {
    const large = all.filter(({ file }) => file.size > most);
    const files = all.filter(({ file }) => file.size <= most);
    const counts = new Map<string, number>();
    for (const { name } of files) counts.set(ending(name), (counts.get(ending(name)) ?? 0) + 1);
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const unread = files.filter(({ name }) => UNREAD.has(ending(name)));
    return {
        files,
        bytes,
        formats: [...counts].sort(([, a], [, b]) => b - a),
        unread,
        large,
        asks: files.length > MANY || bytes > MUCH || unread.length > 0 || large.length > 0,
    };
}

/** Bytes as people say them. */
export function size(bytes: number, locale: string): string {
    const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
    let [at, of] = [0, bytes];
    while (of >= 1000 && at < units.length - 1) [at, of] = [at + 1, of / 1000];
    return new Intl.NumberFormat(locale, { style: "unit", unit: units[at], unitDisplay: at === 0 ? "long" : "short", maximumFractionDigits: of < 10 && at > 0 ? 1 : 0 }).format(of);
}
