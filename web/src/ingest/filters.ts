// Which documents a list shows: the address carries it, so that Back and a link show the same.

export const FIELDS = ["q", "tag", "format", "language", "date", "state"] as const;
export type Field = (typeof FIELDS)[number];
export type Filters = Partial<Record<Field, string>>;

/** The filters of an address. */
export function filtersOf(query: URLSearchParams): Filters {
    const set = FIELDS.map((field) => [field, query.get(field)?.trim() ?? ""] as const);
    return Object.fromEntries(set.filter(([, value]) => value !== ""));
}

/** The filters with one of them changed; an empty value takes it away. */
export function changed(filters: Filters, field: Field, value: string): Filters {
    const { [field]: _, ...others } = filters;
    return value.trim() ? { ...others, [field]: value.trim() } : others;
}

/** Whether text says a date or a range of dates: `2024`, `2024-03`, `2024..2025`, `..2023`. */
export function isDate(text: string): boolean {
    const date = String.raw`\d{4}(-\d{2}(-\d{2})?)?`;
    return new RegExp(`^(${date}|${date}\\.\\.(${date})?|\\.\\.${date})$`).test(text.trim());
}

const FORMATS: Record<string, string> = {
    "application/pdf": "PDF",
    "text/html": "HTML",
    "text/markdown": "Markdown",
    "text/plain": "TXT",
    "text/csv": "CSV",
    "text/tab-separated-values": "TSV",
    "application/json": "JSON",
    "application/x-ndjson": "JSONL",
    "application/epub+zip": "EPUB",
    "application/rtf": "RTF",
    "application/x-ipynb+json": "Notebook",
    "application/msword": "DOC",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "DOCX",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PPTX",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "XLSX",
    "application/vnd.ms-excel": "XLS",
    "application/vnd.ms-powerpoint": "PPT",
    "application/vnd.ms-outlook": "MSG",
    "application/vnd.oasis.opendocument.text": "ODT",
    "application/vnd.oasis.opendocument.spreadsheet": "ODS",
    "application/vnd.oasis.opendocument.presentation": "ODP",
    "message/rfc822": "EML",
    "application/x-subrip": "SRT",
    "text/vtt": "VTT",
    "text/calendar": "ICS",
};

/** What people call the format of a source. */
export function formatName(mime: string | undefined, format: string): string {
    if (!mime) return format;
    return FORMATS[mime] ?? (mime.split("/").at(-1) ?? mime).replace(/^(x-|vnd\.)/, "").toUpperCase();
}
