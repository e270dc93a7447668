import { text, type FixturePage } from "./fixture-page.ts";

const strangeWords = `<!doctype html><title>Z\u00fcrich \u6771\u4eac</title><h1>Z\u00fcrich \u6771\u4eac \u2013 \u041f\u0440\u0438\u0432\u0435\u0442</h1><p>A lighthouse.</p>`;

/** Pages whose charset is declared wrongly, late or not at all. */
export const charsetPages: Readonly<Record<string, FixturePage>> = {
  "/undeclared-utf8": () => text("text/html", strangeWords),
  "/misdeclared-utf8": () => text("text/html; charset=iso-8859-1", strangeWords),
  "/declared-within": () => ({
    headers: { "content-type": "text/html" },
    body: Buffer.from(
      `<!doctype html><meta charset="windows-1252"><p>Z\u00fcrich</p><a href="?q=\u00fc">q</a>`,
      "latin1",
    ),
  }),
  "/lost-letters": () => ({
    headers: { "content-type": "text/html; charset=utf-8" },
    body: Buffer.from(
      `<!doctype html><p>Z\u00fcrich, K\u00f6ln, L\u00fcbeck, M\u00fcnchen, T\u00fcbingen</p>`,
      "latin1",
    ),
  }),
};
