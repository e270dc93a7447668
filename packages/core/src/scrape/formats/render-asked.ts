import { EngineError } from "../../errors.ts";
import { sumUsage, type ModelUsage } from "../../models/usage.ts";
import type { Principal } from "../../ports/principal.ts";
import { indexTeam } from "../../page-index/index-team.ts";
import {
  isQuestion,
  type ChangeTrackingFormat,
  type FormatObject,
  type HighlightsFormat,
  type JsonFormat,
  type QueryFormat,
  type QuestionFormat,
} from "../../schema/formats.ts";
import type { ScrapeResult } from "../../schema/result.ts";
import type { ParsedScrapeRequest } from "../../schema/scrape.ts";
import { parseWebUrl } from "../../schema/fields/web-url.ts";
import { trackChanges } from "./change-tracking/track-changes.ts";
import type { FieldEvidence } from "./json/evidence.ts";
import { modelMissing, readJson, type JsonReader } from "./json/read-json.ts";
import type { StandardSchemas } from "./json/standard-schema.ts";
import { answerQuestion, findHighlights } from "./page-questions.ts";
import { summarise } from "./summary.ts";
import type { Capture } from "../../ports/page-source.ts";
import type { PageContent } from "../../transform/transformer.ts";
import type { FormatDependencies } from "./dependencies.ts";

/** A page whose formats are asked of something else than the page alone: a model, or what is remembered of it. */
export interface AskedPage {
  readonly page: { readonly capture: Capture; readonly content: PageContent };
  readonly markdown: string;
  readonly request: ParsedScrapeRequest;
  readonly formats: readonly FormatObject[];
  readonly principal: Principal;
  readonly schemas: StandardSchemas;
  readonly evidence: boolean;
}

/** The fields of a result that were asked for. */
export interface AskedFields {
  readonly fields: Pick<ScrapeResult, "json" | "summary" | "answer" | "highlights" | "changeTracking"> & {
    readonly evidence?: readonly FieldEvidence[];
  };
  /** Formats that could not be made as they were asked for; their price is not asked. */
  readonly failed?: readonly FormatObject[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** Renders the formats that take a model, and changeTracking, side by side. Throws what {@link readJson} throws. */
export async function renderAsked(
  asked: AskedPage,
  resources: FormatDependencies,
  signal: AbortSignal,
): Promise<AskedFields> {
  const readings = asked.formats.map((format) => {
    const option = `formats: ${format.type}`;
    const { team } = asked.principal;
    const reader: JsonReader = { option, model: resources.model, compute: resources.compute, team, signal };
    if (format.type === "json") return renderJson(asked, format, reader);
    if (format.type === "summary") return renderSummary(asked, reader);
    if (isQuestion(format)) return renderAnswer(asked, format, reader);
    return format.type === "changeTracking" ? renderChanges(asked, format, { ...reader, resources }) : nothing;
  });
  const rendered = await Promise.all(readings);
  return {
    fields: Object.assign({}, ...rendered.map(({ fields }) => fields)) as AskedFields["fields"],
    failed: rendered.flatMap(({ failed = [] }) => failed),
    usage: sumUsage(rendered.map(({ usage }) => usage)),
    warnings: rendered.flatMap(({ warnings }) => warnings),
  };
}

const nothing: AskedFields = { fields: {}, usage: sumUsage([]), warnings: [] };

async function renderJson(
  { page, markdown, schemas, evidence }: AskedPage,
  format: JsonFormat,
  reader: JsonReader,
): Promise<AskedFields> {
  const source = { markdown, structured: page.content.structured };
  const wish = { ...format, standard: schemas["json"], evidence: evidence || format.evidence === true };
  const reading = await readJson(source, wish, reader);
  const fields = { json: reading.value, ...(reading.evidence === undefined ? {} : { evidence: reading.evidence }) };
  return { fields, usage: reading.usage, warnings: reading.warnings };
}

async function renderSummary({ markdown }: AskedPage, reader: JsonReader): Promise<AskedFields> {
  const { model, signal } = reader;
  try {
    const { summary, usage, warnings } = await summarise(markdown, model, reader);
    return { fields: { summary }, usage, warnings };
  } catch (thrown) {
    if (signal.aborted || !EngineError.is(thrown, "PROVIDER_FAILED")) throw thrown;
    const { summary, usage } = await summarise(markdown, undefined, reader);
    return {
      fields: { summary },
      usage,
      warnings: [`${thrown.message} The summary consists of sentences of the page instead.`],
    };
  }
}

async function renderAnswer(
  { markdown }: AskedPage,
  format: QuestionFormat | HighlightsFormat | QueryFormat,
  { model, option, signal }: JsonReader,
): Promise<AskedFields> {
  if (model === undefined) throw modelMissing(option);
  if (markdown.trim() === "") {
    const fields = format.type === "highlights" ? { highlights: "" } : { answer: "" };
    return { ...nothing, fields, warnings: [`The page has no text, so no model was asked for \`${format.type}\`.`] };
  }
  if (format.type === "highlights") {
    const { text: highlights, ...rest } = await findHighlights(markdown, format.query, { model, signal });
    return { fields: { highlights }, ...rest };
  }
  const isQuote = format.type === "query" && format.mode === "directQuote";
  const read = isQuote ? findHighlights : answerQuestion;
  const wish = format.type === "query" ? format.prompt : format.question;
  const { text: answer, ...rest } = await read(markdown, wish, { model, signal });
  return { fields: { answer }, ...rest };
}

async function renderChanges(
  { page, markdown, request, principal }: AskedPage,
  format: ChangeTrackingFormat,
  { resources, ...reader }: JsonReader & { readonly resources: FormatDependencies },
): Promise<AskedFields> {
  if (request.zeroDataRetention) {
    return {
      ...nothing,
      failed: [format],
      warnings: ["Changes are not tracked with zeroDataRetention: nothing of the page may be kept."],
    };
  }
  const url = parseWebUrl(request.url) ?? new URL(page.capture.url);
  const { pageIndex, histories, policy } = resources;
  const { changeTracking, hasFailed, usage, warnings } = await trackChanges(
    { url, team: principal.team, capture: page.capture, content: page.content, markdown },
    format,
    {
      ...reader,
      pageIndex,
      indexTeam: indexTeam({ principal }, resources),
      inOrder: histories,
      snapshotTtlMs: policy.snapshotTtlMs,
    },
  );
  const fields = changeTracking === undefined ? {} : { changeTracking };
  return { fields, failed: hasFailed ? [format] : [], usage, warnings };
}

/** Throws CAPABILITY_MISSING for a format that only a model can render, when there is none. */
export function requireModel(formats: readonly FormatObject[], model: unknown): void {
  if (model !== undefined) return;
  const needsModel = formats.find(
    (format) =>
      isQuestion(format) ||
      (format.type === "json" && format.schema === undefined) ||
      (format.type === "changeTracking" && format.modes.includes("json") && format.schema === undefined),
  );
  if (needsModel !== undefined) throw modelMissing(`formats: ${needsModel.type}`);
}
