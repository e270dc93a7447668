// Writes down what the modules of `blocking/built` read from large packages, so that those are not installed with this one.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "dist", "blocking", "built");
const sources = {
  "consent-script": { name: "autoconsent", licence: "MPL-2.0", file: "@duckduckgo/autoconsent/LICENSE" },
  "third-party-rules": { name: "third-party-web", licence: "MIT", file: "third-party-web/LICENSE" },
};
for (const [module, { name, licence, file }] of Object.entries(sources)) {
  const path = join(folder, `${module}.js`);
  const values = Object.entries((await import(path)) as Record<string, unknown>);
  const lines = values.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`);
  writeFileSync(path, `// Made from ${name}, ${licence}: see ${name}.LICENSE.txt.\n${lines.join("")}`);
  copyFileSync(join(import.meta.dirname, "node_modules", file), join(folder, `${name}.LICENSE.txt`));
}
