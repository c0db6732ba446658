// Files on their way to the server, whole folders too: each batch is one job there.

import { Problem } from "../api/client";
import { work } from "../state/work.svelte";
import { sendFiles } from "./sent";

/** A file with the folders it lay in. */
export interface Dropped {
    name: string;
    file: File;
}

/** What was dropped: files, and those of folders however deep. */
export async function dropped(items: DataTransferItemList): Promise<Dropped[]> {
    const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
    const all = await Promise.all(entries.map((entry) => within(entry, "")));
    return all.flat();
}

async function within(entry: FileSystemEntry, folder: string): Promise<Dropped[]> {
    const name = folder + entry.name;
    if (entry.isFile) {
        const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
        return [{ name, file }];
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    const found: Dropped[] = [];
    for (;;) {
        // A reader gives a hundred at a time, and nothing at the end.
        const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
        if (some.length === 0) return found;
        for (const one of some) found.push(...(await within(one, `${name}/`)));
    }
}

/** What a person chose in a dialog. */
export function chosen(files: FileList): Dropped[] {
    return [...files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/** How many files go in one request, and how many bytes. */
const FILES = 200;
const BYTES = 64 << 20;

/** Files in batches that a request holds. */
export function batches(all: Dropped[], most = FILES, bytes = BYTES): Dropped[][] {
    const out: Dropped[][] = [];
    let [batch, size]: [Dropped[], number] = [[], 0];
    for (const one of all) {
        if (batch.length > 0 && (batch.length === most || size + one.file.size > bytes)) {
            out.push(batch);
            [batch, size] = [[], 0];
        }
        batch.push(one);
        size += one.file.size;
    }
    if (batch.length > 0) out.push(batch);
    return out;
}

/** A batch on its way. */
export class Batch {
    state = $state<"waiting" | "sending" | "failed">("waiting");
    /** Which share of it is sent. */
    share = $state(0);
    problem = $state.raw<Problem | null>(null);
    readonly bytes: number;

    constructor(
        readonly workspace: string,
        readonly files: Dropped[],
        readonly offline: boolean,
    ) {
        this.bytes = files.reduce((sum, { file }) => sum + file.size, 0);
    }
}

/** What is not sent yet is lost when the page goes: the browser asks first. */
function ask(event: BeforeUnloadEvent): void {
    event.preventDefault();
}

/** All that is being sent, whatever tab of the page is shown. */
class Uploads {
    batches = $state<Batch[]>([]);
    private asked = new AbortController();
    private running = false;
    private finished = 0;

    get files(): number {
        return this.batches.reduce((sum, batch) => sum + batch.files.length, 0);
    }

    get failed(): Batch[] {
        return this.batches.filter((batch) => batch.state === "failed");
    }

    /** How many bytes are sent, and of how many. */
    get stands(): [number, number] {
        const left = this.batches.reduce((sum, batch) => sum + batch.bytes * (1 - batch.share), 0);
        const all = this.finished + this.batches.reduce((sum, batch) => sum + batch.bytes, 0);
        return [all - left, all];
    }

    /** Sends files; each batch is durable there before the next goes. `offline`: no model reads them yet. */
    async send(workspace: string, files: Dropped[], offline = false, most = FILES): Promise<void> {
        this.batches.push(...batches(files, Math.min(FILES, most)).map((batch) => new Batch(workspace, batch, offline)));
        await this.run();
    }

    /** Sends again what failed. */
    async again(): Promise<void> {
        for (const batch of this.batches) [batch.state, batch.share, batch.problem] = ["waiting", 0, null];
        await this.run();
    }

    /** Stops, and forgets what was not sent. */
    stop(): void {
        this.asked.abort();
        this.batches = [];
    }

    private async run(): Promise<void> {
        if (this.running) return;
        this.running = true;
        addEventListener("beforeunload", ask);
        this.asked = new AbortController();
        const { signal } = this.asked;
        for (;;) {
            const batch = this.batches.find((one) => one.state === "waiting");
            if (!batch || signal.aborted) break;
            await this.one(batch, signal);
        }
        this.running = false;
        removeEventListener("beforeunload", ask);
        if (this.batches.length === 0) this.finished = 0;
        // What was added while the last was stopped.
        if (this.batches.some((one) => one.state === "waiting")) await this.run();
    }

    private async one(batch: Batch, signal: AbortSignal): Promise<void> {
        batch.state = "sending";
        try {
            await sendFiles(batch.workspace, batch.files, batch.offline, (share) => (batch.share = share), signal);
            this.finished += batch.bytes;
            this.batches = this.batches.filter((one) => one !== batch);
            await work.refresh(batch.workspace).catch(() => undefined);
        } catch (error) {
            if (signal.aborted) return;
            [batch.state, batch.problem, batch.share] = ["failed", Problem.of(error), 0];
        }
    }
}

export const uploads = new Uploads();
