// What can be done about a file that was not read: by the kind of reason that the server gives.

export type Kind = "empty" | "binary" | "undecodable" | "locked" | "damaged" | "scan" | "large" | "slow" | "json" | "other";

/** What each kind of reason says, in the server's words. */
const SAYS: [Kind, RegExp][] = [
    ["locked", /password/i],
    ["scan", /needs OCR/i],
    ["empty", /^is empty/i],
    ["large", /larger than|load\.max_file/i],
    ["slow", /took longer|load\.seconds/i],
    ["binary", /^is binary/i],
    ["undecodable", /cannot be decoded/i],
    ["json", /it is no JSON/i],
    ["damaged", /damaged|cut off|ended its reader/i],
];

/** The kind of a reason. */
export function kindOf(reason: string): Kind {
    return SAYS.find(([, says]) => says.test(reason))?.[0] ?? "other";
}
