import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

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
    // Guards against hanging, not limits on time: a loaded machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
