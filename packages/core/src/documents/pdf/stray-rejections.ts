import { setImmediate as nextTurn } from "node:timers/promises";

/** Names of the exceptions that PDF.js raises about a broken file. Their class can't be told: it has two copies of it. */
const exceptionsOfPdfJs =
  /^(?:XRefEntryException|XRefParseException|MissingDataException|ParserEOFException|InvalidPDFException|UnknownErrorException|FormatError)$/;

/**
 * Runs work with PDF.js. When a file's table of objects is wrong, PDF.js repairs it and goes on, but leaves promises
 * behind that were rejected and that nobody holds: it looks up all pages at once and waits for one. Node.js would end
 * the process for that. While the work runs such rejections are ignored, those of PDF.js only; all others act as they
 * would without this.
 */
export async function ignoringStrayRejections<Result>(work: () => Promise<Result>): Promise<Result> {
  const ignoreStrayRejection = (reason: unknown): void => {
    if (reason instanceof Error && exceptionsOfPdfJs.test(reason.name)) return;
    const isAlone = process.listeners("unhandledRejection").every(({ name }) => name === ignoreStrayRejection.name);
    if (isAlone) throw reason;
  };
  process.on("unhandledRejection", ignoreStrayRejection);
  try {
    return await work();
  } finally {
    await nextTurn();
    process.off("unhandledRejection", ignoreStrayRejection);
  }
}
