// A sentence in parts: what stands between backticks is code.

export function pieces(text: string): { code: boolean; text: string }[] {
    return text.split("`").map((text, at) => ({ code: at % 2 === 1, text }));
}
