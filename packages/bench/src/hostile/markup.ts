import { several, type Random } from "./random.ts";

const tags = ["b", "i", "p", "div", "span", "a", "li", "section", "td"] as const;
const compounds = [
  "b",
  "i",
  "*",
  ".z",
  "b.z",
  "[class~=z]",
  "[title*=aaa]",
  ":nth-child(2n+1)",
  ":nth-last-child(3n)",
  ":nth-child(2n of b ~ b)",
  ":nth-last-of-type(n+2)",
  ":first-of-type",
  ":has(b)",
  ":has(~ i)",
  ":has(> b + b)",
  ":not(b b)",
  ":is(b i, i b, * > *)",
  ":contains(aaab)",
  ":empty",
  ":root",
] as const;
const combinators = [" ", " > ", " ~ ", " + "] as const;

/** A selector of `length` compounds; one with `few` kinds of them repeats itself, as the worst ones do. */
export function selector(random: Random, length: number, few = 2): string {
  const kinds = several(few, () => random.pick(compounds));
  const joints = several(few, () => random.pick(combinators));
  const chain = several(length, () => random.pick(kinds)).reduce<string>(
    (text, next) => (text === "" ? next : text + random.pick(joints) + next),
    "",
  );
  return `.q ${chain} .z`.slice(0, 990);
}

/** Markup of about `bytes` characters: things in a row or within each other, or what parsers have to repair. */
export function markup(random: Random, bytes: number): string {
  const tag = random.pick(tags);
  const attributes = random.pick(["", " class=z", ` class="${"z ".repeat(200)}"`, ` title="${"a".repeat(500)}"`]);
  const open = `<${tag}${attributes}>`;
  const text = random.pick(["x", "word ", "aaaaaaaaaa", "&amp;", "<!---->", ""]);
  const other = random.pick(tags);
  const unit = random.pick([
    `${open}${text}</${tag}>`,
    `${open}${text}`,
    `${open}<${other}>${text}`,
    `${open}${text}</${other}>`,
    `<table><tr><td>${text}`,
    `<table>${open}${text}`,
    `<b><p>${text}</b>`,
    `<a href="/p/${"x".repeat(random.below(30))}">${text}`,
    `<script type="application/ld+json">{"@type":"Thing","name":"${text}"}</script>`,
    `<meta property="og:x${text}" content="${text}">`,
    `<template shadowrootmode=open>${text}<slot></slot></template>`,
    `<select><option>${text}`,
    `<svg><foreignObject><p>${text}`,
    `<img src="/i.png" alt="${text}">`,
    `<pre><code>${text}\n`,
    `<ul><li>${text}`,
    `<blockquote>${text}`,
  ]);
  return unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));
}

const repeated = [
  "字",
  "x",
  "1",
  "1-",
  "a.",
  "x_1",
  " ",
  "\n",
  "-",
  "0",
  "`",
  "[",
  "](",
  "<",
  "/*",
  "@",
  ", ",
  "é ",
  "a b",
] as const;

/** A page in which a few characters repeat themselves, where a pattern may look again from each of them. */
export function repetition(random: Random, bytes: number): string {
  const run = random.pick(repeated);
  const text = run.repeat(Math.ceil(bytes / run.length));
  const value = text.replaceAll('"', "");
  const unclosed = several(bytes / 11, (index) => `<p>x<b a${index}>`).join("");
  const place = random.pick<string>([
    `<p>${text}`,
    `<p>a${text}!`,
    `<pre>a${text}!</pre>`,
    `<div class="highlight-python3 highlight-python3"><pre>a${text}!</pre></div>`,
    `<table><tr><th>a<th>b<tr><td>${text}!<td>c</table>`,
    `<title>${text}</title>a`,
    `<h2>a${text}!</h2>`,
    `<p style="${value}">a`,
    `<p style="mso-list:${value};text-indent:${value}v">a`,
    `<p class="${value}">a`,
    `<a href="mailto:${value}">a${value}</a>`,
    `<meta http-equiv=refresh content="${value}">a`,
    `<meta http-equiv=${value}refresh content=0>a`,
    `<script type="application/ld+json">{"@type":${value}"x"}</script>a`,
    `<mat-icon>${text}!</mat-icon>`,
    unclosed,
  ]);
  return `<p>Some text.</p>${place}`.slice(0, bytes);
}

/** A page with a style sheet of its own. */
export function styledPage(random: Random, bytes: number): string {
  const rules = several(
    1 + random.below(bytes / 2000),
    () => `${selector(random, 2 + random.below(40))}{display:none}`,
  );
  const css = rules.join("").slice(0, bytes / 2);
  return `<!doctype html><title>Page</title><style>${css}</style><main>${markup(random, bytes / 2)}</main>`;
}

/** A page of links. */
export function linkPage(random: Random, count: number): string {
  const path = random.pick(["p/", "a/b/c/d/", `${"a/".repeat(20)}`, `x?${"a=1&".repeat(20)}`, "a".repeat(200)]);
  return `<!doctype html><title>Links</title><main>${several(count, (index) => `<a href="/${path}${index}">x</a>`).join(" ")}</main>`;
}
