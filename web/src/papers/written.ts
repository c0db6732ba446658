// Words as other programs read them in a table.

/** A cell of CSV; what a spreadsheet would reckon as a formula is told as words. */
export function escapeCsv(text: string): string {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell of a table in Markdown. */
export function escapeCell(text: string): string {
    return text.replace(/\\/g, "\\\\").replace(/\|/g, "\\|").replace(/\s*\n\s*/g, " ").trim();
}
