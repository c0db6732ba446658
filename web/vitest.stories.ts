import { defineConfig } from "vitest/config";

// Stories drive a browser, one after the other. The limits only end what hangs: a busy machine takes four times as long as an
// idle one.
export default defineConfig({
    test: {
        include: ["stories/**/*.test.ts"],
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 180_000,
        bail: 1,
    },
});
