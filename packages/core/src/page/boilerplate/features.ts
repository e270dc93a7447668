import { conceptBits, conceptNames, cueWords } from "./cue-words.ts";
import { blockText, type Block, type FlatPage, type Region } from "./flat-page.ts";
import type { PageSigns } from "./page-signs.ts";

export interface CueModel {
  weights(words: readonly string[]): number;
}

const levels = 5;
const lg = (x: number): number => Math.log2(1 + x);

export interface PageFacts {
  readonly names: string[];
  readonly matrix: Float32Array;
  readonly width: number;
}

const tagClass: Record<string, number> = {
  p: 1,
  h1: 2,
  h2: 3,
  h3: 4,
  h4: 5,
  h5: 5,
  h6: 5,
  li: 6,
  td: 7,
  th: 7,
  dt: 8,
  dd: 8,
  pre: 9,
  blockquote: 10,
  figcaption: 11,
  a: 12,
  div: 13,
  span: 14,
  button: 15,
  label: 16,
  summary: 17,
  section: 18,
  article: 19,
  header: 20,
  footer: 21,
  nav: 22,
  form: 23,
  time: 24,
  legend: 25,
};

const flagTags = [
  "main",
  "article",
  "nav",
  "aside",
  "header",
  "footer",
  "form",
  "table",
  "ul",
  "ol",
  "figure",
  "blockquote",
  "pre",
  "details",
  "section",
  "a",
  "noscript",
  "dl",
  "button",
  "tr",
  "li",
] as const;
const roleTag: Record<string, string> = {
  main: "main",
  article: "article",
  navigation: "nav",
  complementary: "aside",
  banner: "header",
  contentinfo: "footer",
  form: "form",
};

export function describe(
  page: FlatPage,
  signs: PageSigns,
  url: string,
  cue: (words: readonly string[]) => number,
  wordCue: (text: string) => number,
): PageFacts {
  const { blocks, regions } = page;
  const n = blocks.length;
  // prefix sums
  const prefix = (f: (b: Block) => number): Float64Array => {
    const s = new Float64Array(n + 1);
    for (let i = 0; i < n; i++) s[i + 1] = s[i]! + f(blocks[i]!);
    return s;
  };
  const isLong = (b: Block) => b.measures.tokens >= 20 && b.measures.linkTokens <= b.measures.tokens * 0.3;
  const T = prefix((b) => b.measures.tokens),
    L = prefix((b) => b.measures.linkTokens),
    K = prefix((b) => b.measures.links),
    C = prefix((b) => b.measures.commas),
    S = prefix((b) => b.measures.sentenceEnds),
    G = prefix((b) => (isLong(b) ? b.measures.tokens : 0)),
    GN = prefix((b) => (isLong(b) ? 1 : 0)),
    M = prefix((b) => b.measures.media),
    H = prefix((b) => (/^h[1-6]$/.test(b.region.element.name) ? 1 : 0)),
    B = prefix((b) => b.measures.controlTokens);
  const P = prefix((b) => (b.region.element.name === "p" ? b.measures.tokens : 0));
  const D = prefix((b) => b.measures.digits),
    CH = prefix((b) => b.measures.characters);
  const total = Math.max(1, T[n]!);
  const sum = (A: Float64Array, r: Region) => A[r.end]! - A[r.first]!;
  // regions
  const R = regions.length;
  const own = new Float32Array(R),
    cueSum = new Float32Array(R),
    cueMin = new Float32Array(R),
    cueMax = new Float32Array(R);
  const bits = new Int32Array(R);
  const sibSame = new Int32Array(R),
    sibIndex = new Int32Array(R),
    sig: string[] = new Array(R);
  const near = conceptNames.map(() => new Uint8Array(R)); // distance+1, 0 none
  const flags = flagTags.map(() => new Uint8Array(R));
  let articles = 0,
    mains = 0,
    mainTokens = 0,
    articleTokens = 0,
    maxArticle = 0,
    paragraphs = 0,
    forms = 0;
  const sigCount = new Map<string, number>();
  for (let i = 0; i < R; i++) {
    const r = regions[i]!;
    const e = r.element;
    const p = r.parent;
    const words = cueWords(e);
    own[i] = cue(words);
    bits[i] = conceptBits(words);
    const pi = p?.index ?? -1;
    cueSum[i] = own[i]! + (pi >= 0 ? cueSum[pi]! : 0);
    cueMin[i] = Math.min(own[i]!, pi >= 0 ? cueMin[pi]! : 0);
    cueMax[i] = Math.max(own[i]!, pi >= 0 ? cueMax[pi]! : 0);
    for (let c = 0; c < near.length; c++)
      near[c]![i] =
        i > 0 && (bits[i]! >> c) & 1 ? 1 : pi >= 0 && near[c]![pi]! > 0 ? Math.min(40, near[c]![pi]! + 1) : 0;
    const tag = roleTag[e.attribs["role"] ?? ""] ?? e.name;
    for (let f = 0; f < flags.length; f++)
      flags[f]![i] =
        tag === flagTags[f] || e.name === flagTags[f]
          ? 1
          : pi >= 0 && flags[f]![pi]! > 0
            ? Math.min(40, flags[f]![pi]! + 1)
            : 0;
    if (tag === "article") {
      articles++;
      const t = sum(T, r);
      articleTokens += t;
      maxArticle = Math.max(maxArticle, t);
    }
    if (tag === "main") {
      mains++;
      mainTokens = Math.max(mainTokens, sum(T, r));
    }
    if (e.name === "p") paragraphs++;
    if (e.name === "form") forms++;
    sig[i] = e.name + "." + (e.attribs["class"] ?? "");
    const counts = new Map<string, number>();
    for (const ch of r.children) {
      const s = ch.element.name + "." + (ch.element.attribs["class"] ?? "");
      counts.set(s, (counts.get(s) ?? 0) + 1);
    }
    r.children.forEach((ch, k) => {
      sibIndex[ch.index] = k;
      sibSame[ch.index] = counts.get(ch.element.name + "." + (ch.element.attribs["class"] ?? "")) ?? 0;
    });
    // page-wide class path
    const path = (p?.parent ? sig[p.parent.index] : "") + ">" + (p ? sig[pi] : "") + ">" + sig[i];
    sig[i] = sig[i]!;
    pathOf[i] = path;
    sigCount.set(path, (sigCount.get(path) ?? 0) + 1);
  }
  pathOf.length = R;
  // candidates
  const density = densityWinner(page, T, L, C, S);
  const span = spanWinner(blocks);
  const semantic = semanticWinner(page, T, bits);
  const lists = recordLists(page, T, L, M, H);
  let bestList: RecordList | undefined;
  const chromeAt = (r: Region) =>
    ["navigation", "footer", "header", "consent", "overlay"].some(
      (c) => near[conceptNames.indexOf(c as never)]![r.index]! > 0,
    ) ||
    flags[2]![r.index]! > 0 ||
    flags[5]![r.index]! > 0;
  for (const l of lists)
    if (
      l &&
      (!bestList || l.score * (chromeAt(l.region) ? 0.2 : 1) > bestList.score * (chromeAt(bestList.region) ? 0.2 : 1))
    )
      bestList = l;
  const listOf: (RecordList | undefined)[] = new Array(R);
  const recordDepth = new Int32Array(R);
  for (let i = 0; i < R; i++) {
    const r = regions[i]!;
    const l = r.parent ? lists[r.parent.index] : undefined;
    listOf[i] = l && l.meanBlocks >= 1.5 ? l : r.parent ? listOf[r.parent.index] : undefined;
    recordDepth[i] = l ? 1 : r.parent && recordDepth[r.parent.index]! > 0 ? recordDepth[r.parent.index]! + 1 : 0;
  }
  const chrome = prefix((b) => (chromeAt(b.region) ? 0 : b.measures.tokens));
  const free = Math.max(1, chrome[n]!);
  // heading context
  const titles = signs.titles.map((t) => t.trim()).filter(Boolean);
  let h1 = -1,
    titleBlock = -1;
  const texts: string[] = blocks.map((b) => (b.measures.tokens <= 30 ? blockText(b) : ""));
  for (let i = 0; i < n; i++) {
    const b = blocks[i]!;
    if (h1 < 0 && inTag(b.region, "h1")) h1 = i;
    if (titleBlock < 0 && b.measures.tokens >= 2 && b.measures.tokens <= 30) {
      const t = texts[i]!.toLowerCase();
      if (t.length > 8 && titles.some((x) => x.includes(t))) titleBlock = i;
    }
  }
  const prevGood = new Int32Array(n),
    nextGood = new Int32Array(n),
    prevHead = new Int32Array(n),
    headLevel = new Int32Array(n);
  let g = -1,
    hd = -1,
    hl = 0;
  for (let i = 0; i < n; i++) {
    prevGood[i] = g < 0 ? 99 : i - g;
    if (isLong(blocks[i]!)) g = i;
    const m = /^h([1-6])$/.exec(blocks[i]!.region.element.name);
    if (m) {
      hd = i;
      hl = +m[1]!;
    }
    prevHead[i] = hd < 0 ? 99 : i - hd;
    headLevel[i] = hl;
  }
  g = -1;
  for (let i = n - 1; i >= 0; i--) {
    nextGood[i] = g < 0 ? 99 : g - i;
    if (isLong(blocks[i]!)) g = i;
  }
  const dup = new Map<string, number>();
  texts.forEach((t) => {
    if (t) dup.set(t, (dup.get(t) ?? 0) + 1);
  });
  const has = (...t: string[]) => +t.some((x) => signs.types.has(x));
  const path = (() => {
    try {
      return new URL(url).pathname;
    } catch {
      return "/";
    }
  })();
  const tagSet = signs.articleBody
    ? new Set(signs.articleBody.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    : undefined;
  const pageColumns: [string, number][] = [
    ["page.tokens", lg(total)],
    ["page.linkDensity", L[n]! / total],
    ["page.longShare", G[n]! / total],
    ["page.longBlocks", lg(GN[n]!)],
    ["page.blocks", lg(n)],
    ["page.perBlock", total / Math.max(1, n)],
    ["page.articles", Math.min(20, articles)],
    ["page.mainShare", mainTokens / total],
    ["page.articleShare", Math.min(1, maxArticle / total)],
    ["page.articleSumShare", Math.min(1, articleTokens / total)],
    ["page.commaRate", C[n]! / total],
    ["page.pShare", P[n]! / total],
    ["page.digitRate", D[n]! / Math.max(1, CH[n]!)],
    ["page.charsPerToken", CH[n]! / total],
    ["page.mediaRate", M[n]! / Math.max(1, n)],
    ["page.headings", lg(H[n]!)],
    ["page.forms", forms],
    [
      "type.article",
      has("article", "newsarticle", "blogposting", "reportagenewsarticle", "techarticle", "report") ||
        +(signs.openGraphType === "article"),
    ],
    ["type.product", has("product", "productgroup", "individualproduct") || +signs.openGraphType.startsWith("product")],
    ["type.forum", has("discussionforumposting", "qapage", "question", "comment")],
    ["type.list", has("itemlist", "collectionpage", "searchresultspage", "offercatalog")],
    ["type.faq", has("faqpage")],
    ["type.recipe", has("recipe", "howto")],
    ["type.local", has("localbusiness", "service", "professionalservice")],
    ["type.website", +(signs.openGraphType === "website")],
    ["type.webpage", has("webpage")],
    ["type.organization", has("organization", "corporation")],
    ["url.depth", path.split("/").filter(Boolean).length],
    ["url.length", lg(path.length)],
    ["url.hyphens", Math.min(12, path.split("-").length - 1)],
    ["url.home", +(path.length <= 1)],
    ["url.forum", +/forum|thread|topic|discussion|\/t\/|question|viewtopic|community|\bbbs\b/i.test(url)],
    ["url.docs", +/\bdocs?\b|documentation|manual|reference|guide|tutorial|\bapi\b|wiki/i.test(url)],
    ["url.product", +/\/products?\/|\/p\/|\/dp\/|\/item/i.test(url)],
    ["url.collection", +/\/collections?\/|\/category|\/categories|\/shop|\/c\/|\/tag\//i.test(url)],
    ["url.blog", +/blog|news|article|story|stories|\/20[0-2]\d\//i.test(url)],
    ["url.html", +/\.(html?|php|aspx?)$/i.test(path)],
    ["url.digits", +/\d{4,}/.test(path)],
    ["page.densityShare", density ? sum(T, density) / total : 0],
    ["page.spanShare", (T[span[1]]! - T[span[0]]!) / total],
    ["page.h1At", h1 < 0 ? -1 : T[h1]! / total],
    ["page.commentConcept", +bits.some((b) => (b >> conceptNames.indexOf("comment")) & 1)],
    ["page.priceBlocks", lg(texts.filter((t) => /[$€£¥]\s?\d|\d\s?(€|zł|kr|USD|EUR)/.test(t)).length)],
    ["page.repeat", Math.max(0, ...[...sigCount.values()].map(lg))],
    ["list.share", bestList ? bestList.tokens / total : 0],
    ["list.count", bestList ? lg(bestList.count) : 0],
    ["list.tokens", bestList ? lg(bestList.meanTokens) : 0],
    ["list.blocks", bestList ? lg(bestList.meanBlocks) : 0],
    ["list.free", bestList ? bestList.tokens / free : 0],
    ["list.media", bestList ? bestList.media : 0],
    ["page.free", free / total],
    ["page.longFree", G[n]! / free],
    ["page.noscript", +regions.some((r) => r.element.name === "noscript")],
    ["page.generator", signs.generator.startsWith("discourse") || signs.generator.includes("forum") ? 1 : 0],
  ];
  let names: string[] = [];
  let out: Float32Array = new Float32Array(0);
  let at = 0;
  let width = 0;
  const row = (put: (name: string, value: number) => void, i: number): void => {
    const b = blocks[i]!;
    const m = b.measures;
    const r = b.region;
    const t = Math.max(1, m.tokens);
    const text = texts[i]!;
    put("tokens", lg(m.tokens));
    put("linkDensity", m.linkTokens / t);
    put("links", lg(m.links));
    put("sentenceEnds", m.sentenceEnds / t);
    put("sentences", Math.min(9, m.sentenceEnds));
    put("commas", m.commas / t);
    put("wordLength", m.characters / t);
    put("digits", m.digits / Math.max(1, m.characters));
    put("capitals", m.capitals / Math.max(1, m.characters));
    put("separators", m.separators / t);
    put("media", Math.min(5, m.media));
    put("strong", m.strongTokens / t);
    put("control", m.controlTokens / t);
    put("times", Math.min(2, m.times));
    put("breaks", lg(m.breaks));
    put("codes", m.codes / t);
    put(
      "last",
      [46, 33, 63, 0x3002, 0xff01, 0xff1f, 34, 0x201d].includes(m.last) ? 3 : m.last === 58 ? 2 : m.last === 44 ? 1 : 0,
    );
    put("tag", tagClass[r.element.name] ?? 0);
    put("inHeading", +!!up(r, 3, (x) => /^h[1-6]$/.test(x.element.name)));
    put("wordCue", m.tokens <= 30 ? wordCue(text) : 0);
    put("titleMatch", text.length > 8 && titles.some((x) => x.includes(text.toLowerCase())) ? 1 : 0);
    put("dup", text ? Math.min(9, dup.get(text) ?? 0) : 0);
    put("dateLike", +(m.tokens <= 12 && /\b(19|20)\d\d\b|\d{1,2}[./:]\d{1,2}|\bago\b|前/.test(text)));
    put("price", +(m.tokens <= 12 && /[$€£¥₹]\s?\d|\d\s?(€|zł|kr|USD|EUR)/.test(text)));
    put("copyright", +/©|\(c\)|copyright|all rights reserved/i.test(text));
    put(
      "articleBodyShare",
      tagSet === undefined || m.tokens > 400
        ? -1
        : (() => {
            const ws =
              blockText(b)
                .toLowerCase()
                .match(/[\p{L}\p{N}]+/gu) ?? [];
            let c = 0;
            for (const w of ws) if (tagSet.has(w)) c++;
            return ws.length ? c / ws.length : -1;
          })(),
    );
    put("position", T[i]! / total);
    put("blockPosition", i / n);
    put("fromEnd", lg(n - i));
    put("fromStart", lg(i));
    put("afterH1", h1 < 0 ? -1 : i === h1 ? 1 : i > h1 ? 2 + Math.min(1, (T[i]! - T[h1]!) / total) : 0);
    put("h1Distance", h1 < 0 ? 0 : Math.sign(i - h1) * lg(Math.abs(i - h1)));
    put("titleDistance", titleBlock < 0 ? 0 : Math.sign(i - titleBlock) * lg(Math.abs(i - titleBlock)));
    put("prevGood", Math.min(60, prevGood[i]!));
    put("nextGood", Math.min(60, nextGood[i]!));
    put("prevHead", Math.min(60, prevHead[i]!));
    put("headLevel", headLevel[i]!);
    for (const d of [-2, -1, 1, 2]) {
      const q = blocks[i + d];
      put(`n${d}.tokens`, q ? lg(q.measures.tokens) : -1);
      put(`n${d}.linkDensity`, q ? q.measures.linkTokens / Math.max(1, q.measures.tokens) : -1);
      put(`n${d}.tag`, q ? (tagClass[q.region.element.name] ?? 0) : -1);
      put(`n${d}.sameRegion`, q ? +(q.region === r || q.region.parent === r.parent) : -1);
    }
    for (const w of [4, 10]) {
      const a = Math.max(0, i - w),
        z = Math.min(n, i + w + 1);
      const tt = Math.max(1, T[z]! - T[a]!);
      put(`w${w}.perBlock`, lg(tt / (z - a)));
      put(`w${w}.linkDensity`, (L[z]! - L[a]!) / tt);
      put(`w${w}.long`, (G[z]! - G[a]!) / tt);
      put(`w${w}.before`, lg((T[i]! - T[a]!) / Math.max(1, i - a)));
      put(`w${w}.after`, lg((T[z]! - T[i + 1]!) / Math.max(1, z - i - 1)));
    }
    let q: Region | undefined = r;
    for (let k = 0; k < levels; k++) {
      q = q ?? page.root;
      const tt = sum(T, q);
      const d = Math.max(1, tt);
      put(`a${k}.share`, tt / total);
      put(`a${k}.linkDensity`, sum(L, q) / d);
      put(`a${k}.perBlock`, lg(tt / Math.max(1, q.end - q.first)));
      put(`a${k}.long`, sum(G, q) / d);
      put(`a${k}.blocks`, lg(q.end - q.first));
      put(`a${k}.same`, lg(sibSame[q.index]!));
      put(`a${k}.index`, Math.min(30, sibIndex[q.index]!));
      put(`a${k}.cue`, own[q.index]!);
      put(`a${k}.inner`, tt > 0 ? (T[i]! - T[q.first]!) / tt : 0);
      put(`a${k}.commas`, sum(C, q) / d);
      put(`a${k}.media`, sum(M, q) / Math.max(1, q.end - q.first));
      if (k > 0) put(`a${k}.pShare`, sum(P, q) / d);
      q = q.parent;
    }
    // by size
    const marks = [0.15, 0.4, 0.75];
    let w: Region | undefined = r;
    for (const mark of marks) {
      while (w?.parent && sum(T, w) < mark * total) w = w.parent;
      const z = w ?? page.root;
      const tt = Math.max(1, sum(T, z));
      put(`s${mark}.share`, tt / total);
      put(`s${mark}.linkDensity`, sum(L, z) / tt);
      put(`s${mark}.long`, sum(G, z) / tt);
      put(`s${mark}.cue`, own[z.index]!);
      put(`s${mark}.depth`, r.depth - z.depth);
    }
    put("depth", r.depth);
    put("cueSum", cueSum[r.index]!);
    put("cueMin", cueMin[r.index]!);
    put("cueMax", cueMax[r.index]!);
    put("pathCount", lg(sigCount.get(pathOf[r.index]!) ?? 0));
    for (let c = 0; c < near.length; c++) put(`is.${conceptNames[c]!}`, near[c]![r.index]!);
    for (let f = 0; f < flags.length; f++) put(`in.${flagTags[f]!}`, flags[f]![r.index]!);
    const rl = listOf[r.index];
    put("rec.count", rl ? lg(rl.count) : 0);
    put("rec.tokens", rl ? lg(rl.meanTokens) : 0);
    put("rec.blocks", rl ? lg(rl.meanBlocks) : 0);
    put("rec.cv", rl ? rl.cv : -1);
    put("rec.share", rl ? rl.tokens / total : 0);
    put("rec.best", rl && bestList ? rl.score / bestList.score : 0);
    put("rec.link", rl ? rl.linkDensity : -1);
    put("rec.media", rl ? rl.media : -1);
    put("rec.heads", rl ? rl.heads : -1);
    put("rec.depth", recordDepth[r.index]!);
    put("c.list", bestList ? inside(i, bestList.region) : -1);
    put("inChrome", +chromeAt(r));
    put("freePosition", chrome[i]! / free);
    put("c.density", inside(i, density));
    put("c.span", +(i >= span[0] && i < span[1]));
    put("c.semantic", inside(i, semantic));
    put("c.spanDistance", i < span[0] ? -lg(span[0] - i) : i >= span[1] ? lg(i - span[1] + 1) : 0);
    for (const [name, v] of pageColumns) put(name, v);
  };
  if (n > 0) {
    row((name) => {
      names.push(name);
    }, 0);
    width = names.length;
    out = new Float32Array(n * width);
    for (let i = 0; i < n; i++)
      row((_, v) => {
        out[at++] = v;
      }, i);
  }
  return { names, matrix: out, width };
}
interface RecordList {
  region: Region;
  count: number;
  tokens: number;
  meanTokens: number;
  meanBlocks: number;
  cv: number;
  linkDensity: number;
  media: number;
  heads: number;
  score: number;
}
/** Regions whose children look like one record after another. */
function recordLists(
  page: FlatPage,
  T: Float64Array,
  L: Float64Array,
  M: Float64Array,
  H: Float64Array,
): (RecordList | undefined)[] {
  return page.regions.map((r) => {
    if (r.children.length < 3) return undefined;
    const tags = new Map<string, number>();
    for (const c of r.children) tags.set(c.element.name, (tags.get(c.element.name) ?? 0) + 1);
    const [tag, k] = [...tags].sort((a, b) => b[1] - a[1])[0]!;
    if (k < 3) return undefined;
    let count = 0,
      tokens = 0,
      sq = 0,
      blocks = 0,
      links = 0,
      media = 0,
      heads = 0;
    for (const c of r.children) {
      if (c.element.name !== tag) continue;
      const t = T[c.end]! - T[c.first]!;
      if (t === 0) continue;
      count++;
      tokens += t;
      sq += t * t;
      blocks += c.end - c.first;
      links += L[c.end]! - L[c.first]!;
      media += M[c.end]! > M[c.first]! ? 1 : 0;
      heads += H[c.end]! > H[c.first]! ? 1 : 0;
    }
    if (count < 3) return undefined;
    const mean = tokens / count;
    const cv = Math.sqrt(Math.max(0, sq / count - mean * mean)) / mean;
    const meanBlocks = blocks / count;
    const score =
      ((tokens * Math.min(1, (meanBlocks - 0.8) / 2)) / (1 + cv * cv)) *
      (1 + (0.5 * media) / count) *
      (1 + (0.5 * heads) / count);
    return {
      region: r,
      count,
      tokens,
      meanTokens: mean,
      meanBlocks,
      cv,
      linkDensity: links / tokens,
      media: media / count,
      heads: heads / count,
      score: Math.max(0.01, score),
    };
  });
}
const pathOf: string[] = [];
const inside = (i: number, r: Region | undefined) =>
  r === undefined ? -1 : i >= r.first && i < r.end ? 1 : i < r.first ? 0 : 2;
function up(r: Region, k: number, f: (x: Region) => boolean): Region | undefined {
  let q: Region | undefined = r;
  for (let j = 0; q && j < k; j++, q = q.parent) if (f(q)) return q;
  return undefined;
}
const inTag = (r: Region, tag: string) => up(r, 3, (x) => x.element.name === tag) !== undefined;

/** Readability-like: paragraphs pass their score to parent and grandparent. */
function densityWinner(
  page: FlatPage,
  T: Float64Array,
  L: Float64Array,
  C: Float64Array,
  S: Float64Array,
): Region | undefined {
  const score = new Float64Array(page.regions.length);
  for (const b of page.blocks) {
    const m = b.measures;
    if (m.tokens < 8) continue;
    const s = (1 + m.commas + Math.min(3, m.tokens / 20)) * (1 - m.linkTokens / m.tokens);
    let q: Region | undefined = b.region.parent ?? b.region;
    for (let k = 0; q && k < 4; k++, q = q.parent)
      score[q.index] = score[q.index]! + s / (k === 0 ? 1 : k === 1 ? 1.6 : k * 2.5);
  }
  let best: Region | undefined;
  let bs = 0;
  for (const r of page.regions) {
    const t = Math.max(1, T[r.end]! - T[r.first]!);
    const s = score[r.index]! * (1 - (L[r.end]! - L[r.first]!) / t);
    if (s > bs) {
      bs = s;
      best = r;
    }
  }
  return best;
}
/** Maximum-sum run of blocks: text counts for, links against. */
function spanWinner(blocks: readonly Block[]): [number, number] {
  let best = 0,
    from = 0,
    to = 0,
    run = 0,
    start = 0;
  blocks.forEach((b, i) => {
    const m = b.measures;
    const v = m.tokens - 2.2 * m.linkTokens - 4;
    if (run <= 0) {
      run = 0;
      start = i;
    }
    run += v;
    if (run > best) {
      best = run;
      from = start;
      to = i + 1;
    }
  });
  return [from, to];
}
function semanticWinner(page: FlatPage, T: Float64Array, bits: Int32Array): Region | undefined {
  const whole = 1 << conceptNames.indexOf("whole");
  let best: Region | undefined;
  let rank = 0;
  for (const r of page.regions) {
    const e = r.element;
    const k =
      e.attribs["itemprop"] === "articleBody" || (bits[r.index]! & whole) !== 0
        ? 3
        : e.name === "article" || e.attribs["role"] === "article"
          ? 2
          : e.name === "main" || e.attribs["role"] === "main"
            ? 1.5
            : 0;
    if (k === 0) continue;
    const t = (T[r.end]! - T[r.first]!) * k;
    if (t > rank) {
      rank = t;
      best = r;
    }
  }
  return best;
}
