import { execFileSync } from "node:child_process";
import { installedFolder } from "../documentation/fetch.ts";
import type { PublicDocument } from "./documents.ts";

/** A tool that reads documents, to compare with. */
export interface Peer {
  readonly name: string;
  readonly kinds: readonly PublicDocument["kind"][];
  /** Markdown or plain text; undefined when the tool is not there, or can't read the document. */
  readonly read: (file: string) => string | undefined;
}

/** Pages of a PDF that are read. */
export const maxPages = 60;

/** The output of a program; undefined when it is not there, or fails. */
export function run(program: string, parameters: readonly string[], cwd?: string): string | undefined {
  try {
    return execFileSync(program, parameters, {
      ...{ encoding: "utf8", maxBuffer: 64e6, timeout: 300_000, cwd },
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

const markitdown = `
  const { MarkItDown } = await import("markitdown-ts");
  const result = await new MarkItDown().convert(process.argv[1]);
  process.stdout.write(result?.markdown ?? result?.text_content ?? "");
`;

/** Readers that a registry or Debian has; those that are only on other registries are named in the report. */
export const peers: readonly Peer[] = [
  {
    name: "poppler (pdftotext)",
    kinds: ["pdf"],
    read: (file) => run("pdftotext", ["-l", String(maxPages), file, "-"]),
  },
  { name: "pdfminer.six", kinds: ["pdf"], read: (file) => run("pdf2txt", ["--maxpages", String(maxPages), file]) },
  { name: "pandoc", kinds: ["docx"], read: (file) => run("pandoc", ["-t", "gfm", file]) },
  {
    name: "markitdown-ts (mammoth, pdf-parse; all pages)",
    kinds: ["pdf", "docx"],
    read(file) {
      const folder = installedFolder("markitdown-ts@0.0.10");
      return folder === undefined
        ? undefined
        : run("node", ["--input-type=module", "--eval", markitdown, file], folder);
    },
  },
];
