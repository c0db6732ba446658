// A PDF of a line a page, written as the format says, so that no one else's file is needed; `more` stands in its catalogue.

export function pdf(lines: string[], more = ""): Uint8Array<ArrayBuffer> {
    const objects: string[] = [];
    const pages = lines.map((_, at) => `${4 + 2 * at} 0 R`).join(" ");
    objects.push(`<< /Type /Catalog /Pages 2 0 R ${more} >>`);
    objects.push(`<< /Type /Pages /Kids [${pages}] /Count ${lines.length} >>`);
    objects.push("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
    lines.forEach((line, at) => {
        const text = `BT /F1 14 Tf 72 700 Td (${line.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`;
        objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`);
        objects.push(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
    });
    let out = "%PDF-1.4\n";
    const places = objects.map((object, at) => {
        const place = out.length;
        out += `${at + 1} 0 obj\n${object}\nendobj\n`;
        return place;
    });
    const table = out.length;
    out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
    out += places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    out += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
    return new TextEncoder().encode(out);
}
