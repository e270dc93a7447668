/** One thing that a reader of a page does, in the order of the page. */
export type Step =
  | { readonly kind: "write"; readonly file: string; readonly text: string }
  | { readonly kind: "run"; readonly commands: string; readonly prints?: string; readonly line: number };

/**
 * The steps of a Markdown page. A code block that begins with `// a/file.ts` is a file to write, a `sh` block is a list
 * of commands, and a `text` block after it is what they print. A block below `<!-- not run: … -->` is none.
 */
export function stepsOf(markdown: string): readonly Step[] {
  const blocks = markdown.matchAll(/(<!-- not run: [^>]*-->\s*)?^```(\w+)\n(.*?)^```/gms);
  const steps: Step[] = [];
  for (const { 1: note, 2: language = "", 3: code = "", index } of blocks) {
    if (note !== undefined) continue;
    const [, file] = /^(?:\/\/|#) (\S+\.\w+)\n/.exec(code) ?? [];
    const last = steps.at(-1);
    if (file !== undefined) steps.push({ kind: "write", file, text: code });
    else if (language === "sh")
      steps.push({ kind: "run", commands: code, line: markdown.slice(0, index).split("\n").length });
    else if (language === "text" && last?.kind === "run") steps.splice(-1, 1, { ...last, prints: code });
  }
  return steps;
}

/** The commands of a page with another package manager, with the flag that the page names for it. */
export function inWordsOf(manager: "npm" | "pnpm", commands: string, page: string): string {
  if (manager === "npm") return commands;
  const [flag] = /--allow-build=[\w-]+/.exec(page) ?? [];
  return commands
    .replaceAll(/\bnpm install(?= \S)/g, `pnpm add${flag === undefined ? "" : ` ${flag}`}`)
    .replaceAll(/\bnpm install\b/g, "pnpm install")
    .replaceAll(/\bnpx (?:-y )?(?=@)/g, "pnpm dlx ")
    .replaceAll(/\bnpx (?:-y )?/g, "pnpm exec ")
    .replaceAll(/\bnpm (run|start|test)\b/g, "pnpm $1");
}
