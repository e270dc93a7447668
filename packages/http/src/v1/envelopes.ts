import { ScrapeResult, type CreditBalance, type MapResult, type SearchResult, WebResult } from "@garner/core";
import { z } from "zod";
import { success, warning } from "../wire/bodies.ts";
import type { Envelope } from "../wire/envelope.ts";
import type { PageForm } from "../wire/job-envelopes.ts";

const json = ScrapeResult.shape.json;
const modelAnswer = {
  json,
  extract: json.describe("The same, under the name of its format."),
  llm_extraction: json.describe("The same, under its oldest name."),
};

/** `{ success: true, data }`, with a model's answer under the name it was asked for, and as `llm_extraction`. */
export const scraped: Envelope<ScrapeResult> = {
  schema: z.object({ success, data: ScrapeResult.extend(modelAnswer) }),
  write: ({ json: answer, ...rest }, sent) => {
    if (answer === undefined) return { success: true, data: rest };
    const names = ["json", "extract"].filter((name) => asks(sent, name));
    const named = Object.fromEntries(names.map((name) => [name, answer]));
    return { success: true, data: { ...rest, ...named, llm_extraction: answer } };
  },
};

function asks(sent: unknown, format: string): boolean {
  const isAsking = typeof sent === "object" && sent !== null && "formats" in sent && Array.isArray(sent.formats);
  return isAsking && (sent.formats as readonly unknown[]).includes(format);
}

/** A page of a job. The requested name of a model's answer is no longer known, so it has every possible name. */
export const olderPage: PageForm = { schema: ScrapeResult.extend(modelAnswer), write: allNames };

function allNames({ json: answer, ...rest }: { readonly json?: unknown }): unknown {
  return answer === undefined ? rest : { ...rest, json: answer, extract: answer, llm_extraction: answer };
}

/** `{ success: true, links, warning? }`: the URLs alone (contract §2.19). */
export const mapped: Envelope<MapResult> = {
  schema: z.object({ success, links: z.array(z.string()), warning }),
  write: ({ links, warning: told }) => ({
    success: true,
    links: links.map((link) => link.url),
    ...(told === undefined ? {} : { warning: told }),
  }),
};

/** `{ success: true, data, warning? }`: the pages in one list (contract §2.19). */
export const searched: Envelope<SearchResult> = {
  schema: z.object({ success, data: z.array(WebResult.extend(modelAnswer)), warning }),
  write: ({ results, warning: told }) => ({
    success: true,
    data: (results.web ?? []).map(allNames),
    ...(told === undefined ? {} : { warning: told }),
  }),
};

/** A balance with the names of the older version: `remaining_credits`, or `remaining_tokens`. */
export function olderBalance(unit: "credits" | "tokens", newer: Envelope<CreditBalance>): Envelope<CreditBalance> {
  const balance = z.object({
    [`remaining_${unit}`]: z.int(),
    [`plan_${unit}`]: z.int(),
    billing_period_start: z.string(),
    billing_period_end: z.string(),
  });
  return {
    schema: z.object({ success, data: balance }),
    write: (result, sent, baseUrl) => {
      const { data, ...rest } = newer.write(result, sent, baseUrl) as { readonly data: object };
      const named = Object.entries(data).map(([name, value]) => [name.replaceAll(/[A-Z]/g, olderLetter), value]);
      return { ...rest, data: Object.fromEntries(named) };
    },
  };
}

const olderLetter = (letter: string): string => `_${letter.toLowerCase()}`;
