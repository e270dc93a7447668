// Removes the declarations that no published type leads to: half of what the compiler writes is of modules of the inside.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const target = join(import.meta.dirname, "dist");
const reached = new Set<string>();
for (const entry of ["index.d.ts", "errors.d.ts"]) reach(join(target, entry));
for (const file of readdirSync(target, { recursive: true, encoding: "utf8" })) {
  const path = join(target, file);
  if (/\.d\.ts(?:\.map)?$/.test(file) && !reached.has(path.replace(/\.map$/, ""))) rmSync(path);
}

function reach(file: string): void {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:\bfrom |\bimport |\bimport\()"(\.[^"]+)\.ts"/g))
    reach(`${resolve(dirname(file), path)}.d.ts`);
}
