import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { licences } from "./licences.ts";

// `npm run dev` asks a server that runs already; what is built asks the one that serves it.
const server = process.env.QUIPU_URL ?? "http://127.0.0.1:7171";

export default defineConfig({
    // Files name each other from where they lie; the server writes whole addresses into the first, which is shown at every path.
    base: "./",
    plugins: [
        paraglideVitePlugin({
            project: "./project.inlang",
            outdir: "./src/paraglide",
            strategy: ["localStorage", "preferredLanguage", "baseLocale"],
        }),
        svelte(),
        // The worker of pdf.js is copied, and not bundled; paraglide writes code.
        licences(["pdfjs-dist", "@inlang/paraglide-js"]),
    ],
    server: { proxy: { "/api": { target: server, changeOrigin: true } } },
    test: { include: ["src/**/*.test.ts"], teardownTimeout: 1000 },
    build: {
        target: "es2022",
        // The server sends it with names that hold a hash, for ever.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
    },
});
