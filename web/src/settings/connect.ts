// How programs ask this server.

/** A string in quotes of a shell. */
function shell(text: string): string {
    return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Asking by curl. */
export function curl(origin: string, workspace: string, needsToken: boolean): string {
    return [
        `curl ${shell(`${origin}/api/v1/workspaces/${encodeURIComponent(workspace)}/ask`)} \\`,
        ...(needsToken ? [`  -H "Authorization: Bearer $QUIPU_TOKEN" \\`] : []),
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"question": "Who cast the bell?"}'`,
    ].join("\n");
}

/** Uploading by curl. */
export function upload(origin: string, workspace: string, needsToken: boolean): string {
    return [
        `curl ${shell(`${origin}/api/v1/workspaces/${encodeURIComponent(workspace)}/documents`)} \\`,
        ...(needsToken ? [`  -H "Authorization: Bearer $QUIPU_TOKEN" \\`] : []),
        `  -F file=@report.pdf`,
    ].join("\n");
}

/** Asking by Python, with nothing but what comes with it. */
export function python(origin: string, workspace: string, needsToken: boolean): string {
    return [
        needsToken ? "import json, os, urllib.request" : "import json, urllib.request",
        "",
        "request = urllib.request.Request(",
        `    ${JSON.stringify(`${origin}/api/v1/workspaces/${encodeURIComponent(workspace)}/ask`)},`,
        `    data=json.dumps({"question": "Who cast the bell?"}).encode(),`,
        `    headers={"Content-Type": "application/json"${needsToken ? `, "Authorization": "Bearer " + os.environ["QUIPU_TOKEN"]` : ""}},`,
        ")",
        "answer = json.load(urllib.request.urlopen(request))",
        `print(answer["answer"])`,
        `for citation in answer["citations"]:`,
        `    print(citation["n"], citation["document"], citation["quote"])`,
    ].join("\n");
}

/** A snippet with its blanks filled in. */
export function filled(text: string, blanks: Record<string, string>): string {
    return Object.entries(blanks).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), text);
}
