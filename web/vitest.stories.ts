import { defineConfig } from "vitest/config";

// Stories drive a browser: one after the other, each as long as a person would wait.
export default defineConfig({
    test: {
        include: ["stories/**/*.test.ts"],
        fileParallelism: false,
        testTimeout: 30_000,
        hookTimeout: 60_000,
        bail: 1,
    },
});
