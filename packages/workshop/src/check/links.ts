import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** The links of all Markdown files below a folder that lead to no file or heading, as `file: link`. */
export function brokenLinks(root: string): readonly string[] {
  const files = globSync(["*.md", "docs/**/*.md", "packages/*/*.md", "examples/*/*.md"], { cwd: root });
  return files.flatMap((file) => {
    const links = linksOf(readFileSync(join(root, file), "utf8"));
    return links.filter((link) => !leadsSomewhere(join(root, file), link)).map((link) => `${file}: ${link}`);
  });
}

function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link).filter(
    (link) => !/^[a-z]+:/.test(link),
  );
}

function leadsSomewhere(file: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : join(dirname(file), decodeURIComponent(path));
  if (!existsSync(target)) return false;
  if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith(".md")) return true;
  return headingsOf(readFileSync(target, "utf8")).includes(anchor);
}

function headingsOf(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/^#+\s+(.+)$/gm), ([, heading = ""]) => anchorOf(heading));
}

/** The anchor that GitHub gives to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}
