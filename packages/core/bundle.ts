// Puts the built engine into few files: a process that crawls finds and reads 26 instead of 430, in two thirds of the time.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

const source = join(import.meta.dirname, "src");
const target = join(import.meta.dirname, "dist");

/** Modules that other threads find by their address, which is `import.meta.url` in the source. */
const addressed = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !/\.test(?:-d)?\.ts$/.test(file))
  .map((file) => join(source, file))
  .filter((file) => readFileSync(file, "utf8").match(/[:=] import\.meta\.url/) !== null);

const nameOf = (file: string): string => relative(source, file).replaceAll(/[\\/]/g, "-").replace(/\.ts$/, "");

/** Each has a file of its own, which lies beside all others, whatever file its code comes to stand in. */
const ownAddresses: Plugin = {
  name: "own-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!addressed.includes(path)) return undefined;
      const address = `import.meta.url?.replace(/[^/]*$/, ${JSON.stringify(`${nameOf(path)}.js`)})`;
      return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", address), loader: "ts" };
    });
  },
};

/** Nine tenths of this package are maps, sources and a second format; its modules alone stand in the bundle. */
const bundled: Plugin = {
  name: "bundled",
  setup({ onResolve }) {
    onResolve({ filter: /^postal-mime$/ }, () => ({ path: fileURLToPath(import.meta.resolve("postal-mime")) }));
  },
};

rmSync(target, { recursive: true, force: true });
await build({
  entryPoints: {
    "check-node": join(source, "check-node.ts"),
    engine: join(source, "index.ts"),
    errors: join(source, "errors.ts"),
    "transform-worker": join(source, "transform/workers/transform-worker.ts"),
    ...Object.fromEntries(addressed.map((file) => [nameOf(file), file])),
  },
  outdir: target,
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node22.19",
  plugins: [bundled, ownAddresses],
  logLevel: "warning",
});
// A Node that is too old must be told so before anything is loaded that asks for more.
writeFileSync(join(target, "index.js"), 'import "./check-node.js";\nexport * from "./engine.js";\n');

// One character beyond Latin-1 makes V8 keep a whole file with two bytes a character, in each thread. esbuild escapes
// those in texts, and leaves them in patterns and comments, where the escape says the same.
for (const file of readdirSync(target).filter((name) => name.endsWith(".js"))) {
  const code = readFileSync(join(target, file), "utf8");
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(join(target, file), code.replaceAll(/[\u0100-\uffff]/g, escaped));
}
