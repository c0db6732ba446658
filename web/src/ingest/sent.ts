// A form that is sent with word of how much of it is on its way, which `fetch` does not give.

import { Problem, api, inside, type Schemas } from "../api/client";
import { gate } from "../api/gate.svelte";
import { getLocale } from "../paraglide/runtime.js";
import type { Dropped } from "./upload.svelte";

/** Sends files; `told` hears which share of them is sent. */
export function sendFiles(
    workspace: string,
    files: Dropped[],
    offline: boolean,
    told: (share: number) => void,
    signal: AbortSignal,
): Promise<Schemas["Job"]> {
    const form = new FormData();
    // The field stands before the files, since the server reads a form in its order.
    if (offline) form.append("offline", "true");
    for (const { name, file } of files) form.append("file", file, name);
    const token = gate.token;
    return new Promise((done, failed) => {
        const request = new XMLHttpRequest();
        request.open("POST", api(inside(workspace, "documents", "upload")));
        request.setRequestHeader("Accept-Language", getLocale());
        if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
        request.upload.onprogress = (event) => event.lengthComputable && told(event.loaded / event.total);
        request.onerror = () => failed(new Problem(0, "offline", ""));
        request.onabort = () => failed(new DOMException("", "AbortError"));
        request.onload = () => {
            if (request.status === 401) gate.refused(token);
            if (request.status < 300) done(read<Schemas["Job"]>(request));
            else failed(refused(request));
        };
        signal.addEventListener("abort", () => request.abort());
        if (signal.aborted) failed(new DOMException("", "AbortError"));
        else request.send(form);
    });
}

function read<T>(request: XMLHttpRequest): T {
    return JSON.parse(request.responseText) as T;
}

function refused(request: XMLHttpRequest): Problem {
    const id = request.getResponseHeader("X-Request-Id") ?? "";
    try {
        const said = read<Schemas["Problem"]>(request);
        return new Problem(request.status, said.code, said.detail, id);
    } catch {
        return new Problem(request.status, "unknown", request.statusText, id);
    }
}
