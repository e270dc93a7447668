import {
  charactersWithin,
  estimateTokens,
  MapRequest,
  onlyGiven,
  ScrapeRequest,
  SearchRequest,
  type Engine,
  type Format,
  type ScrapeResult,
} from "@garner/core";
import { z } from "zod";
import { nextCursor, partOf, readingFields } from "./reading.ts";
import { tool } from "./tool.ts";

const Found = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().optional(),
  date: z.string().optional(),
  markdown: z.string().optional(),
  isCut: z.boolean().optional().describe("The page has more text: `scrape` reads all of it."),
});

const Scraped = z.object({
  url: z.string(),
  title: z.string().optional(),
  statusCode: z.int().optional(),
  verdict: z.string().optional().describe("What the page is, if not the one that was asked for: a wall, an error …"),
  markdown: z.string().optional(),
  html: z.string().optional(),
  summary: z.string().optional(),
  links: z.array(z.string()).optional(),
  json: z.unknown().optional(),
  screenshot: z.string().optional().describe("A URL or a data URI."),
  warning: z.string().optional(),
  nextCursor,
});

type Reading = ReturnType<typeof readingFields>;

/** The tools that answer with pages and lists of pages. */
export function pageTools(engine: Engine, maxTokens: number | undefined) {
  const reading = readingFields(maxTokens);
  return { scrape: scrapeTool(engine, reading), search: searchTool(engine, reading), map: mapTool(engine) };
}

function scrapeTool(engine: Engine, reading: Reading) {
  const scrape = ScrapeRequest.shape;
  return tool({
    title: "Scrape a page",
    description:
      "Read one web page or document (HTML, PDF, Office) as Markdown: its main content, without navigation and ads. Long " +
      "pages come in parts: ask again with `cursor` for the rest.",
    isReadOnly: true,
    input: z.strictObject({
      url: scrape.url,
      formats: z
        .array(z.enum(["markdown", "html", "links", "summary", "screenshot"]))
        .min(1)
        .max(5)
        .default(["markdown"])
        .describe("The formats of the result."),
      json: z
        .strictObject({
          prompt: z.string().max(10_000).optional(),
          schema: z.record(z.string(), z.unknown()).optional().describe("A JSON Schema."),
        })
        .optional()
        .describe("Also read structured data from the page, by schema, prompt or both."),
      onlyMainContent: scrape.onlyMainContent,
      includeTags: scrape.includeTags,
      excludeTags: scrape.excludeTags,
      waitFor: scrape.waitFor,
      maxAge: scrape.maxAge,
      mobile: scrape.mobile,
      actions: scrape.actions,
      ...reading,
    }),
    output: Scraped,
    run: async ({ formats, json, cursor, maxTokens: budget, ...request }, call) => {
      const read: Format = { type: "markdown", maxTokens: budget, cursor };
      const asked: Format[] = formats.map((name) => (name === "markdown" ? read : name));
      if (json !== undefined) asked.push({ type: "json", ...json });
      return cutToBudget(await engine.scrape({ ...request, formats: asked }, call), budget);
    },
  });
}

function searchTool(engine: Engine, reading: Reading) {
  const search = SearchRequest.shape;
  return tool({
    title: "Search the web",
    description:
      "Search the web, news or images. With `withContent`, every result comes with the text of its page; else scrape " +
      "the results that matter.",
    isReadOnly: true,
    input: z.strictObject({
      query: search.query,
      limit: search.limit,
      sources: z
        .array(z.enum(["web", "news", "images"]))
        .min(1)
        .max(3)
        .default(["web"]),
      categories: z
        .array(z.enum(["github", "research", "pdf"]))
        .max(3)
        .optional(),
      tbs: search.tbs,
      lang: search.lang,
      country: search.country,
      includeDomains: search.includeDomains,
      excludeDomains: search.excludeDomains,
      withContent: z.boolean().default(false).describe("Also return the text of every page."),
      maxTokens: reading.maxTokens,
    }),
    output: z.object({
      web: z.array(Found).optional(),
      news: z.array(Found).optional(),
      images: z.array(z.object({ url: z.string(), imageUrl: z.string(), title: z.string() })).optional(),
      warning: z.string().optional(),
    }),
    run: async ({ withContent, maxTokens: budget, ...request }, call) => {
      const read = { type: "markdown", maxTokens: budget } as const;
      const scrapeOptions = withContent ? { scrapeOptions: { formats: [read] } } : {};
      const { results, warning } = await engine.search({ ...request, ...scrapeOptions }, call);
      const share = Math.floor(budget / Math.max(1, (results.web?.length ?? 0) + (results.news?.length ?? 0)));
      const { web, news, images } = results;
      return {
        ...(web && { web: web.map((hit) => found({ ...hit, text: hit.description }, share)) }),
        ...(news && { news: news.map((hit) => found({ ...hit, text: hit.snippet }, share)) }),
        ...(images && { images: images.map(({ url, imageUrl, title }) => ({ url, imageUrl, title })) }),
        ...(warning === undefined ? {} : { warning }),
      };
    },
  });
}

function mapTool(engine: Engine) {
  const map = MapRequest.shape;
  return tool({
    title: "List the pages of a site",
    description: "Find the URLs of a site, with their titles. With `search`, the best matches come first.",
    isReadOnly: true,
    input: z.strictObject({
      url: map.url,
      search: map.search,
      limit: z.int().min(1).max(5000).default(100).describe("Most links to return."),
      sitemap: map.sitemap,
      includeSubdomains: map.includeSubdomains,
      filterByPath: map.filterByPath,
    }),
    output: z.object({
      links: z.array(z.object({ url: z.string(), title: z.string().optional(), description: z.string().optional() })),
      warning: z.string().optional(),
    }),
    run: async (request, call) => {
      const { links, warning } = await engine.map(request, call);
      return {
        links: links.map(({ url, title, description }) => ({
          url,
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
        })),
        ...(warning === undefined ? {} : { warning }),
      };
    },
  });
}

/** A result as a model reads it, cut to the budget except for Markdown, which is cut already. */
function cutToBudget(page: ScrapeResult, budget: number): z.output<typeof Scraped> {
  const { markdown, nextCursor: next, html, summary, links, json, screenshot, metadata, warning } = page;
  const cutHtml = html?.slice(0, charactersWithin(html, budget));
  const isHtmlCut = cutHtml?.length !== html?.length;
  const warnings = [warning, isHtmlCut ? "`html` is cut: `maxTokens` allows no more." : undefined].filter(Boolean);
  return {
    url: metadata.sourceURL ?? metadata.url ?? "",
    ...onlyGiven({ title: metadata.title, statusCode: metadata.statusCode }),
    ...(metadata.verdict === undefined || metadata.verdict === "ok" ? {} : { verdict: metadata.verdict }),
    ...onlyGiven({ markdown, html: cutHtml, summary, json, screenshot }),
    ...onlyGiven({ links: links === undefined ? undefined : linksWithin(links, budget) }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") }),
    ...(next === undefined ? {} : { nextCursor: next }),
  };
}

function linksWithin(links: readonly string[], budget: number): string[] {
  let tokens = 0;
  return links.filter((link) => (tokens += estimateTokens(link)) <= budget);
}

interface Hit {
  readonly url: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly date?: string | undefined;
  readonly markdown?: string | undefined;
  readonly nextCursor?: string | undefined;
}

function found({ url, title, text, date, markdown, nextCursor: next }: Hit, maxTokens: number): z.output<typeof Found> {
  const part = markdown === undefined ? undefined : partOf(markdown, 0, maxTokens);
  return {
    ...{ url, title },
    ...onlyGiven({ description: text, date, markdown: part?.text }),
    ...(part?.next === undefined && next === undefined ? {} : { isCut: true }),
  };
}
