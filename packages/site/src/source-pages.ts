import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { addressOf, filesOf, isFolder, linkedSources, root } from "./repository.ts";

/** A page for each source file and folder that the documentation links to: its text, or its files. */
export function sourcePages() {
  return linkedSources().map((path) => ({ params: { path }, content: sourcePage(path) }));
}

function sourcePage(path: string): string {
  const heading = `# \`${basename(path)}\`\n\n\`${path}\`\n\n`;
  if (isFolder(path)) {
    const links = filesOf(path).map((file) => `- [\`${basename(file)}\`](${addressOf(file)}.html)`);
    return heading + links.join("\n");
  }
  return `${heading}\`\`\`\`${extname(path).slice(1)}\n${readFileSync(join(root, path), "utf8")}\n\`\`\`\`\n`;
}
