// Markdown as safe HTML: documents and models are strangers. Nothing loads, nothing runs, links leave by `noopener`.

import DOMPurify from "dompurify";
import { Marked, type Tokens } from "marked";

const TAGS = [
    "p", "br", "hr", "strong", "em", "del", "code", "pre", "ul", "ol", "li", "blockquote", "a", "table", "thead", "tbody",
    "tr", "th", "td", "h1", "h2", "h3", "h4", "h5", "h6", "button", "span",
];
const ATTRIBUTES = ["href", "title", "start", "align", "class", "type", "data-n", "aria-label"];

/** A citation in an answer: `[3]`. */
const CITED = {
    name: "cited",
    level: "inline" as const,
    start: (text: string) => text.search(/\[\d{1,3}\]/),
    tokenizer(text: string) {
        const found = /^\[(\d{1,3})\](?!\()/.exec(text);
        return found ? { type: "cited", raw: found[0], n: found[1] } : undefined;
    },
    renderer: (token: Tokens.Generic) =>
        `<button type="button" class="cite" data-n="${String(token.n)}">${String(token.n)}</button>`,
};

const answers = new Marked({ gfm: true, breaks: false }).use({ extensions: [CITED] });
const texts = new Marked({ gfm: true, breaks: false });

function clean(html: string): string {
    return DOMPurify.sanitize(html, {
        ALLOWED_TAGS: TAGS,
        ALLOWED_ATTR: ATTRIBUTES,
        ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    });
}

/** An answer, whose `[n]` become buttons. */
export function answerHtml(markdown: string): string {
    return clean(answers.parse(markdown, { async: false }));
}

/** A passage of a document. */
export function passageHtml(markdown: string): string {
    return clean(texts.parse(markdown, { async: false }));
}

DOMPurify.addHook("afterSanitizeAttributes", (part) => {
    if (part.tagName === "A") {
        part.setAttribute("rel", "noopener noreferrer nofollow");
        part.setAttribute("target", "_blank");
    }
});
