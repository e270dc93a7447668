import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

// Processes and threads that tests start load hundreds of sources: what V8 compiled of them is kept between starts.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/compiled");

/** One run for the whole workspace, on TypeScript sources: the `source` condition spares a build. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  // "import" must not be listed: Node would apply it to `require` as well.
  ssr: { resolve: { conditions: ["source", "node"], externalConditions: ["source"] } },
  test: {
    include: ["{packages,examples}/*/{src,test}/**/*.test.ts"],
    reporters: ["default", fileURLToPath(new URL("src/test-run/closing-line.ts", import.meta.url))],
    execArgv: ["--conditions=source"],
    setupFiles: [fileURLToPath(new URL("src/test-run/fixed-seed.ts", import.meta.url))],
    // Many tests wait for servers, processes and browsers: three at a time even on a small machine.
    maxWorkers: Math.max(3, availableParallelism()),
    // Nothing here has state of its own in a module, so one worker runs many files: half of the time went to loading.
    isolate: false,
    // Guards against hanging, not limits on time: a loaded machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
