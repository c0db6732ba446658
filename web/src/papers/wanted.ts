// What a line of the search field means: ids of arXiv, in any form, or a topic. And how long adding takes.

const ID = String.raw`\d{4}\.\d{4,5}(?:v\d+)?|[a-z][a-z-]+(?:\.[a-z]{2})?/\d{7}(?:v\d+)?`;
const HOSTS = String.raw`(?:[\w-]+\.)*arxiv\.org|ar5iv\.org|(?:www\.)?alphaxiv\.org`;
const FORMS = [
    new RegExp(String.raw`^(?:arxiv:\s?)?(${ID})$`, "i"),
    new RegExp(String.raw`^(?:https?://)?(?:${HOSTS})/(?:abs|pdf|html|format|e-print|src)/(${ID})(?:\.pdf)?(?:[?#].*)?$`, "i"),
    new RegExp(String.raw`^(?:https?://(?:dx\.)?doi\.org/|doi:\s?)?10\.48550/arxiv\.(${ID})$`, "i"),
];

/** The id that a word names; none where it names no paper of arXiv. */
export function idOf(word: string): string | null {
    for (const form of FORMS) {
        const found = form.exec(word);
        if (found?.[1]) return found[1];
    }
    return null;
}

/** The ids of a line that holds nothing else; none of a topic. */
export function idsIn(line: string): string[] {
    const words = line.replace(/\b(arxiv|doi):\s+/gi, "$1:").split(/[\s,;]+/).filter(Boolean);
    const ids = words.map(idOf);
    return ids.every((id) => id !== null) ? [...new Set(ids)] : [];
}

/** How many seconds so many papers take: arXiv asks for one request every three, and one more finds them. */
export function seconds(count: number): number {
    return 3 * count + 3;
}

/** Seconds as people say them: nobody counts above fifteen. */
export function round(value: number): number {
    if (value <= 15) return Math.ceil(value);
    if (value < 100) return 5 * Math.ceil(value / 5);
    return 60 * Math.ceil(value / 60);
}

/** A time in a language: "40 sec", "3 min". */
export function told(value: number, locale: string): string {
    const whole = round(value);
    const [count, unit] = whole < 100 ? [whole, "second"] : [whole / 60, "minute"];
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(count);
}
