import { jobOperations } from "./job-operations.ts";
import { operation } from "./operation.ts";
import { MapRequest, MapResult } from "../schema/map.ts";
import { ParseFileRequest } from "../schema/parse-file.ts";
import { ScrapeResult } from "../schema/result.ts";
import { SearchRequest, SearchResult } from "../schema/search.ts";
import { ScrapeReference } from "../schema/scrape-reference.ts";
import { ScrapeRequest } from "../schema/scrape.ts";

/** Every operation of the contract. */
export const operations = {
  scrape: operation({
    summary: "Scrape one page into Markdown, HTML, links, JSON, a screenshot and more.",
    kind: "mutation",
    tool: true,
    input: ScrapeRequest,
    output: ScrapeResult,
    run: (engine, input: ScrapeRequest, call): Promise<ScrapeResult> => engine.scrape(input, call),
  }),
  getScrape: operation({
    summary: "Get the result of a scrape again, as it was answered.",
    kind: "query",
    tool: false,
    input: ScrapeReference,
    output: ScrapeResult,
    run: (engine, input: ScrapeReference, call): Promise<ScrapeResult> => engine.getScrape(input, call),
  }),
  parseFile: operation({
    summary: "Read a file as a scrape reads a page: documents, HTML, feeds, text.",
    kind: "mutation",
    tool: false,
    input: ParseFileRequest,
    output: ScrapeResult,
    run: (engine, input: ParseFileRequest, call): Promise<ScrapeResult> => engine.parseFile(input, call),
  }),
  map: operation({
    summary: "Find the URLs of a site, best match first where there is a search.",
    kind: "query",
    tool: true,
    input: MapRequest,
    output: MapResult,
    run: (engine, input: MapRequest, call): Promise<MapResult> => engine.map(input, call),
  }),
  search: operation({
    summary: "Search the web, images and news, and scrape what was found.",
    kind: "query",
    tool: true,
    input: SearchRequest,
    output: SearchResult,
    run: (engine, input: SearchRequest, call): Promise<SearchResult> => engine.search(input, call),
  }),
  ...jobOperations,
};
export type Operations = typeof operations;
