import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The top of the workspace. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
}

/** Packs every package that is meant for publication into a folder. Rejects when one has not been built. */
export async function packAll(folder: string): Promise<readonly PackedPackage[]> {
  const manifests = readdirSync(join(root, "packages")).flatMap(readManifest);
  const names = manifests.filter((manifest) => manifest.private !== true).map((manifest) => manifest.name);
  await run("pnpm", ["-r", ...names.flatMap((name) => ["--filter", name]), "pack", "--pack-destination", folder], {
    cwd: root,
  });
  return names.map((name) => {
    const prefix = `${name.replace("@", "").replace("/", "-")}-`;
    const file = readdirSync(folder).find(
      (entry) => entry.startsWith(prefix) && /^\d/.test(entry.slice(prefix.length)),
    );
    if (file === undefined) throw new Error(`${name} was not packed.`);
    return { name, tarball: join(folder, file) };
  });
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
}

function readManifest(folderName: string): readonly Manifest[] {
  const folder = join(root, "packages", folderName);
  if (!existsSync(join(folder, "package.json"))) return [];
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  if (manifest.private !== true && !existsSync(join(folder, "dist", "index.js"))) {
    throw new Error(`${manifest.name} has not been built; run \`npm run build\`.`);
  }
  return [manifest];
}
