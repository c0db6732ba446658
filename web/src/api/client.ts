// Calls of the server: typed where its OpenAPI says what comes, and every failure a `Problem` that says what to do.

import { getLocale } from "../paraglide/runtime.js";
import { below } from "../state/root";
import { gate } from "./gate.svelte";
import type { components } from "./schema";

export type Schemas = components["schemas"];

/** Why the server did not do what it was asked for. */
export class Problem extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        detail: string,
        readonly request = "",
        /** After how many seconds it may be asked again; 0 where that is not said. */
        readonly wait = 0,
    ) {
        super(detail);
    }

    /** What was thrown, as a problem. */
    static of(error: unknown): Problem {
        return error instanceof Problem ? error : new Problem(0, "unknown", String(error));
    }

    /** Whether the server was not reached at all. */
    get isOffline(): boolean {
        return this.status === 0;
    }
}

/** A reply, if it is one of success; of a path of the API, or of a whole one that begins with `/api/`. */
export async function reply(path: string, init: RequestInit = {}): Promise<Response> {
    const token = gate.token;
    try {
        return await asked(path, init, token);
    } catch (error) {
        if (error instanceof Problem && error.status === 401) gate.refused(token);
        throw error;
    }
}

/** Whom a token lets in. */
export async function whose(token: string): Promise<Schemas["Me"]> {
    // No header can carry anything else, so that no server knows it.
    if (!/^[!-~]+$/.test(token)) throw new Problem(401, "unauthorized", "");
    return (await asked("/me", {}, token)).json() as Promise<Schemas["Me"]>;
}

/** Whether the server answers without a token and without what a browser brings of its own. */
export async function isOpen(): Promise<boolean> {
    return fetch(api("/me"), { credentials: "omit" }).then((response) => response.ok, () => false);
}

async function asked(path: string, init: RequestInit, token: string): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Accept-Language", getLocale());
    if (token) headers.set("Authorization", `Bearer ${token}`);
    let response: Response;
    try {
        response = await fetch(api(path), { ...init, headers });
    } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") throw error;
        throw new Problem(0, "offline", String(error));
    }
    if (response.ok) return response;
    throw await problem(response);
}

/** The address of a path of the API. */
export function api(path: string): string {
    return below(path.startsWith("/api/") ? path : `/api/v1${path}`);
}

async function problem(response: Response): Promise<Problem> {
    const request = response.headers.get("X-Request-Id") ?? "";
    try {
        const said = (await response.json()) as Schemas["Problem"];
        return new Problem(response.status, said.code, said.detail, request, said.retry_after_s ?? 0);
    } catch {
        return new Problem(response.status, "unknown", response.statusText, request);
    }
}

/** What a path has, as JSON. */
export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await reply(path, signal ? { signal } : {})).json() as Promise<T>;
}

/** A list, as every list of the API comes. */
export interface List<T> {
    items: T[];
    next?: string | null;
}

/** What a path lists. */
export async function listOf<T>(path: string, signal?: AbortSignal): Promise<T[]> {
    return (await get<List<T>>(path, signal)).items;
}

/** Sends JSON and reads JSON. */
export async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
    const init: RequestInit = { method };
    if (signal) init.signal = signal;
    if (body !== undefined) {
        init.body = JSON.stringify(body);
        init.headers = { "Content-Type": "application/json" };
    }
    const response = await reply(path, init);
    return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The path of a workspace, and of what lies in it. */
export function inside(workspace: string, ...parts: string[]): string {
    return ["/workspaces", encodeURIComponent(workspace), ...parts.map(encodeURIComponent)].join("/");
}

/** A query of what is set. */
export function query(values: Record<string, string | number | boolean | readonly string[] | null | undefined>): string {
    const set = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const));
    const said = set.filter(([, value]) => value !== undefined && value !== null && value !== "");
    const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
    return text ? `?${text}` : "";
}
