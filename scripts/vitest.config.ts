import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** One run for the whole workspace, on TypeScript sources: the `source` condition spares a build. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source", "node", "import", "default"], externalConditions: ["source"] } },
  test: {
    include: ["{packages,examples}/*/{src,test}/**/*.test.ts"],
    reporters: ["default", fileURLToPath(new URL("closing-line.ts", import.meta.url))],
    execArgv: ["--conditions=source"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
