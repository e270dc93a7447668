import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const root = fileURLToPath(new URL("../../../", import.meta.url));

const pagePatterns = ["docs/**/*.md", "packages/*/README.md", "examples/*/README.md"];

/** The Markdown files that are pages of the site, by their paths in the repository. */
export function pageFiles(): readonly string[] {
  return globSync(pagePatterns, { cwd: root }).toSorted();
}

/** The address of the page that a file or folder of the repository has on the site, without the extension. */
export function addressOf(path: string): string {
  const readme = path.endsWith("README.md") ? path : join(path, "README.md");
  if (path === "README.md" || path === ".") return "/";
  if (/^(?:packages|examples)\/[^/]+\/README\.md$/.test(readme) && existsSync(join(root, readme)))
    return `/${dirname(readme)}`;
  if (path.startsWith("docs/") && path.endsWith(".md")) return `/${path.slice("docs/".length, -".md".length)}`;
  return `/source/${path}`;
}

/** The path in the repository that a link of a page leads to; undefined if it leads to the page itself or elsewhere. */
export function targetOf(file: string, href: string): string | undefined {
  if (href === "" || href.startsWith("#") || href.startsWith("/") || /^[a-z]+:/.test(href)) return undefined;
  const [path = ""] = href.split(/[#?]/);
  return normalize(join(dirname(file), decodeURIComponent(path))).replace(/\/$/, "");
}

/** The first heading of a Markdown file. */
export function titleOf(file: string): string {
  const [, title = file] = /^# (.+)$/m.exec(readFileSync(join(root, file), "utf8")) ?? [];
  return title.replaceAll("`", "");
}

/** Files and folders of the repository that pages link to and that are no pages: their text is shown on the site. */
export function linkedSources(): readonly string[] {
  const linked = [...pageFiles(), "README.md"].flatMap((file) => {
    const markdown = readFileSync(join(root, file), "utf8").replaceAll(/^```[^]*?^```/gm, "");
    const links = markdown.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]:\s*(\S+)/gm);
    return Array.from(links, ([, inline, reference]) => targetOf(file, inline ?? reference ?? "") ?? []).flat();
  });
  const sources = [...new Set(linked)].filter((path) => existsSync(join(root, path)));
  const files = sources.flatMap((path) => [path, ...filesOf(path)]);
  return [...new Set(files)].filter((path) => addressOf(path).startsWith("/source/")).toSorted();
}

export function isFolder(path: string): boolean {
  return statSync(join(root, path)).isDirectory();
}

/** The source files and pages that stand in a folder; none of a file. */
export function filesOf(path: string): readonly string[] {
  if (!isFolder(path)) return [];
  return globSync("*.{ts,tsx,md}", { cwd: join(root, path) })
    .toSorted()
    .map((name) => join(path, name));
}
