import type { MapResult, ScrapeResult, SearchResult } from "@garner/core";
import type { Envelope } from "../wire/envelope.ts";

/** `{ success: true, data }`, with what a model read under the name it was asked for, and as `llm_extraction`. */
export function scraped({ json, ...rest }: ScrapeResult, body: unknown): unknown {
  if (json === undefined) return { success: true, data: rest };
  const named = Object.fromEntries(["json", "extract"].filter((name) => asks(body, name)).map((name) => [name, json]));
  return { success: true, data: { ...rest, ...named, llm_extraction: json } };
}

function asks(body: unknown, format: string): boolean {
  const isAsking = typeof body === "object" && body !== null && "formats" in body && Array.isArray(body.formats);
  return isAsking && (body.formats as readonly unknown[]).includes(format);
}

/** A page of a job. How a model's answer was asked for is not known any more, so it has every name that it can have. */
export function page({ json, ...rest }: { readonly json?: unknown }): unknown {
  return json === undefined ? rest : { ...rest, json, extract: json, llm_extraction: json };
}

/** `{ success: true, links, warning? }`: the URLs alone (contract §2.19). */
export function mapped({ links, warning }: MapResult): unknown {
  return { success: true, links: links.map((link) => link.url), ...(warning === undefined ? {} : { warning }) };
}

/** `{ success: true, data, warning? }`: the pages in one list (contract §2.19). */
export function searched({ results, warning }: SearchResult): unknown {
  return { success: true, data: (results.web ?? []).map(page), ...(warning === undefined ? {} : { warning }) };
}

/** An envelope whose `data` has the names of the older version: `remaining_credits`, as it wrote them. */
export function withOlderNames<Result>(envelope: Envelope<Result>): Envelope<Result> {
  return (result, body, baseUrl) => {
    const { data, ...rest } = envelope(result, body, baseUrl) as { readonly data: object };
    const named = Object.entries(data).map(([name, value]) => [name.replaceAll(/[A-Z]/g, olderLetter), value]);
    return { ...rest, data: Object.fromEntries(named) };
  };
}

const olderLetter = (letter: string): string => `_${letter.toLowerCase()}`;
