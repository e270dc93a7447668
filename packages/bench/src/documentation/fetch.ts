import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Build, Site } from "./site.ts";

/** The folder for unpacked packages between runs. */
const cache = process.env["GARNER_DOCUMENTATION"] ?? join(homedir(), ".cache", "garner", "documentation");

/** A page of a site. */
export interface SitePage {
  readonly site: Site;
  readonly path: string;
  readonly html: string;
}

/**
 * Up to so many pages of a site, at even distances in the order of their paths. What the site is made of is downloaded
 * once; undefined when it can't be had here.
 */
export function readSite(site: Site, pages: number): readonly SitePage[] | undefined {
  const folder = packageFolder(site.package, site.build);
  if (folder === undefined) return undefined;
  const root = join(folder, site.folder);
  if (!existsSync(root)) {
    console.error(`${site.package}: its row is left out, because the package has no folder ${site.folder}.`);
    return undefined;
  }
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.html?$/.test(path) && site.skip?.test(path) !== true)
    .sort();
  const step = Math.max(1, paths.length / (pages * 1.3));
  const chosen: SitePage[] = [];
  for (let place = step / 2; place < paths.length && chosen.length < pages; place += step) {
    const path = paths[Math.floor(place)];
    if (path !== undefined) chosen.push({ site, path, html: readFileSync(join(root, path), "utf8") });
  }
  return chosen;
}

/** The folder of a package of Debian, or of npm after `npm:`, which is downloaded once; undefined when it can't be had here. */
export function packageFolder(name: string, build?: Build): string | undefined {
  const folder = join(cache, name.replace(":", "-"));
  const site = { package: name, ...(build === undefined ? {} : { build }) };
  return existsSync(folder) || fetchSite(site, folder) ? folder : undefined;
}

/** A folder in which a package of npm is installed with what it needs; undefined when it can't be had here. */
export function installedFolder(name: string): string | undefined {
  const folder = join(cache, `installed-${name}`);
  const site = { package: name, build: { packages: [name], commands: [] } };
  return existsSync(folder) || fetchSite(site, folder) ? folder : undefined;
}

/** Fetches or builds a site into a folder. Returns whether that worked: there may be no such package here, or no network. */
function fetchSite(site: Pick<Site, "package" | "build">, folder: string): boolean {
  const workplace = `${folder}.part`;
  rmSync(workplace, { recursive: true, force: true });
  mkdirSync(workplace, { recursive: true });
  try {
    const made = site.build === undefined ? unpack(site.package, workplace) : build(site.build, workplace);
    renameSync(made, folder);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    console.error(`${site.package}: its row is left out, because it can't be had here: ${reason}`);
    return false;
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
}

function unpack(name: string, workplace: string): string {
  const [, ofNpm] = /^npm:(.+)$/.exec(name) ?? [];
  if (ofNpm !== undefined) {
    run("npm", ["pack", ofNpm], workplace);
    const [tarball = ""] = readdirSync(workplace);
    mkdirSync(join(workplace, "unpacked"));
    run("tar", ["-xzf", tarball, "-C", "unpacked"], workplace);
    return join(workplace, "unpacked");
  }
  run("apt-get", ["download", name], workplace);
  const [archive = ""] = readdirSync(workplace);
  run("dpkg", ["-x", archive, "unpacked"], workplace);
  return join(workplace, "unpacked");
}

function build({ packages, files = {}, commands }: Build, workplace: string): string {
  for (const [path, text] of Object.entries({ "package.json": "{}", ...files })) {
    mkdirSync(dirname(join(workplace, path)), { recursive: true });
    writeFileSync(join(workplace, path), text);
  }
  run("npm", ["install", "--no-audit", "--no-fund", ...packages], workplace);
  for (const [program = "", ...args] of commands) run(join("node_modules", ".bin", program), args, workplace);
  return workplace;
}

/** A download or a build that takes longer counts as one that failed. */
const longestRunMs = 240_000;

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: "ignore", timeout: longestRunMs });
}
