// Files on their way to the server, whole folders too: each batch is one job there.

import { Problem, inside, reply, type Schemas } from "../api/client";

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

class Uploads {
    sending = $state(0);
    sent = $state(0);
    problem = $state.raw<Problem | null>(null);

    /** Sends files; each batch is durable there before the next goes. */
    async send(workspace: string, files: Dropped[]): Promise<void> {
        this.problem = null;
        this.sending += files.length;
        try {
            for (const batch of batches(files)) {
                const form = new FormData();
                for (const { name, file } of batch) form.append("file", file, name);
                const response = await reply(inside(workspace, "documents"), { method: "POST", body: form });
                await (response.json() as Promise<Schemas["Job"]>);
                this.sent += batch.length;
            }
        } catch (error) {
            this.problem = Problem.of(error);
        }
        this.sending = 0;
        this.sent = 0;
    }
}

export const uploads = new Uploads();
