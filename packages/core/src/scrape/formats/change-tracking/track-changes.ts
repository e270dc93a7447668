import { createHash } from "node:crypto";
import type { PageContent } from "../../../transform/transformer.ts";
import type { Capture } from "../../../ports/page-source.ts";
import type { PageIndex } from "../../../ports/page-index.ts";
import { noUsage, sumUsage, type ModelUsage } from "../../../models/usage.ts";
import type { ChangeTrackingFormat } from "../../../schema/formats.ts";
import type { ChangeTracking } from "../../../schema/result.ts";
import { canonicalUrl } from "../../../url/canonical.ts";
import {
  readExactFields,
  readJson,
  type JsonReader,
  type JsonReading,
  type JsonSource,
  type JsonWish,
} from "../json/read-json.ts";
import { isObject } from "../../../collections/json-values.ts";
import { EngineError } from "../../../errors.ts";
import { jsonChanges } from "./json-changes.ts";
import {
  readHistory,
  versionBefore,
  withVersion,
  writeHistory,
  type History,
  type Version,
  type VersionFields,
} from "./history.ts";
import type { InOrder } from "../../../concurrency/in-order.ts";
import { computeFor } from "../../../concurrency/pure-work.ts";
import { compareTexts, findChanges } from "./comparison-work.ts";
import type { Comparison } from "./noise.ts";

/** The page whose changes are tracked. */
export interface TrackedPage {
  /** The address of the page as the caller wrote it. */
  readonly url: URL;
  readonly team: string;
  readonly capture: Capture;
  readonly content: PageContent;
  readonly markdown: string;
}

/** The dependencies of change tracking. */
export interface ChangeTracker extends JsonReader {
  readonly pageIndex: PageIndex;
  /** The name under which the index has the pages that may tell what links to a page. */
  readonly indexTeam: string;
  /** Lets those that compare the same page wait for each other. */
  readonly inOrder: InOrder;
  /** Time a version is kept. */
  readonly snapshotTtlMs: number;
}

/** The comparison of the page, if there is one. */
export interface ChangeReading {
  readonly changeTracking?: ChangeTracking | undefined;
  /** True if the page was not compared, or a model failed to read fields of it. */
  readonly hasFailed: boolean;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/**
 * Compares a page with the last time that this team tracked it under the same tag, and remembers it for the next time
 * (contract §4.8). Captures of one page are told apart by when they were made, in whatever order they arrive. A page that
 * is not really there (blocked, broken, cut off) is not compared, with a warning.
 */
export async function trackChanges(
  page: TrackedPage,
  format: ChangeTrackingFormat,
  tracker: ChangeTracker,
): Promise<ChangeReading> {
  const reason = reasonNotToCompare(page);
  if (reason !== undefined)
    return {
      hasFailed: true,
      usage: noUsage,
      warnings: [`The page was not compared with its last version: ${reason}.`],
    };
  const { capture } = page;
  const key = historyKey(page, format.tag);
  return await tracker.inOrder(key, async () => {
    tracker.signal.throwIfAborted();
    const { pageIndex, snapshotTtlMs: ttlMs } = tracker;
    const history = await readHistory(pageIndex, key, capture.capturedAt - ttlMs);
    const isLinked = (await pageIndex.countLinksTo(page.url.href, tracker.indexTeam)) > 0;
    const visibility = history.wasLinked && !isLinked ? "hidden" : "visible";
    const { reading, versions, noise } = await compare(page, { format, history, visibility }, tracker);
    const wasLinked = isLinked || history.wasLinked;
    const dropped = await writeHistory(pageIndex, key, { history: { versions, noise, wasLinked }, ttlMs });
    return { ...reading, warnings: [...reading.warnings, ...dropWarning(dropped)] };
  });
}

function reasonNotToCompare(page: TrackedPage): string | undefined {
  const { capture, content } = page;
  if (capture.isCutOff === true) return "its end is missing";
  if (content.isUnread === true) return "it is a file that was not read";
  if (isGone(page)) return undefined;
  if (capture.status >= 400) return `it answered with HTTP status ${capture.status}`;
  return isThere(content) ? undefined : content.verdictReason;
}

function isGone({ capture, content }: TrackedPage): boolean {
  return capture.status === 404 || capture.status === 410 || content.verdict === "soft-404";
}

/** True if the page itself is seen, or a part of it, and no temporary message in its place. */
function isThere({ verdict }: PageContent): boolean {
  return verdict === "ok" || verdict === "paywall";
}

/** The comparison of a page, and what to remember of it. */
interface Compared extends Pick<History, "versions" | "noise"> {
  readonly reading: ChangeReading;
}

/** The basis for comparing a page. */
interface Comparing extends Pick<ChangeTracking, "visibility"> {
  readonly format: ChangeTrackingFormat;
  readonly history: History;
}

async function compare(
  page: TrackedPage,
  { format, history, visibility }: Comparing,
  tracker: ChangeTracker,
): Promise<Compared> {
  const { markdown, capture } = page;
  const at = capture.capturedAt;
  const previous = versionBefore(history, at);
  const previousScrapeAt = previous === undefined ? null : new Date(previous.at).toISOString();
  if (isGone(page)) {
    const changeTracking = { previousScrapeAt, changeStatus: "removed", visibility } as const;
    const versions = previous === undefined ? history.versions : withVersion(history, { ...previous, at }, previous);
    return {
      reading: { changeTracking, hasFailed: false, usage: noUsage, warnings: [] },
      versions,
      noise: history.noise,
    };
  }
  if (previous === undefined) {
    const fields = await readFields(page, format, tracker);
    const { hasFailed, usage, warnings } = fields;
    const changeTracking = { previousScrapeAt, changeStatus: "new", visibility } as const;
    const versions = withVersion(history, { at, markdown, fields: fieldsToKeep(fields, format) }, undefined);
    return { reading: { changeTracking, hasFailed, usage, warnings }, versions, noise: history.noise };
  }
  const texts = { previous: previous.markdown, current: markdown };
  const comparison = await computeFor(tracker, compareTexts, { ...texts, noise: history.noise });
  const described = await describe(page, { format, previous, comparison }, tracker);
  const { told, fields, hasFailed, usage, warnings } = described;
  const { ignored, profile } = comparison;
  const isSame = comparison.isSame && Object.keys(told.json ?? {}).length === 0;
  const changeTracking = {
    previousScrapeAt,
    changeStatus: isSame ? ("same" as const) : ("changed" as const),
    visibility,
    ...told,
    ...(ignored.length === 0 ? {} : { ignored: [...ignored] }),
  };
  return {
    reading: { changeTracking, hasFailed, usage, warnings: [...warnings, ...noiseWarning(ignored)] },
    versions: withVersion(history, { at, markdown, fields }, isSame ? previous : undefined),
    noise: profile,
  };
}

interface Change {
  readonly format: ChangeTrackingFormat;
  readonly previous: Version;
  readonly comparison: Comparison;
}

/** What changed, as far as the modes ask for it. */
type Told = Pick<ChangeTracking, "diff" | "changes" | "json">;

/** What is told of a change, and the fields to keep with the current version. */
interface Described extends Omit<Fields, "value" | "exact"> {
  readonly told: Told;
  readonly fields: VersionFields | undefined;
}

async function describe(
  page: TrackedPage,
  { format, previous, comparison }: Change,
  tracker: ChangeTracker,
): Promise<Described> {
  const texts = { previous: comparison.previous, current: page.markdown };
  const asksForDiff = format.modes.includes("git-diff") && !comparison.isSame;
  const diff = asksForDiff ? await computeFor(tracker, findChanges, texts) : undefined;
  const told = diff === undefined ? {} : { diff: diff.text, changes: diff.changes };
  if (!format.modes.includes("json"))
    return { told, fields: comparison.isSame ? previous.fields : undefined, ...costOf(unread) };
  // Fields that were read by another schema or prompt would differ without a change of the page.
  const known = previous.fields?.wish === markOf(format) ? previous.fields : undefined;
  if (comparison.isSame) {
    const isUnchanged = known !== undefined && (await statesTheSame(page, { format, known }, tracker));
    const reading = isUnchanged ? unread : await readFields(page, format, tracker);
    const fields = fieldsToKeep(reading, format) ?? known ?? previous.fields;
    const json = known === undefined || reading.value === undefined ? {} : jsonChanges(known.value, reading.value);
    return { told: Object.keys(json).length === 0 ? told : { ...told, json }, fields, ...costOf(reading) };
  }
  if (format.schema === undefined) {
    const reading = await tellChanges(page, { format, previous, comparison }, tracker);
    const { value } = reading;
    return { told: value === undefined ? told : { ...told, json: value }, fields: undefined, ...costOf(reading) };
  }
  const current = await readFields(page, format, tracker);
  const before =
    known === undefined && current.value !== undefined
      ? await readUnlessModelFails({ markdown: previous.markdown }, wishOf(format), tracker)
      : { ...unread, value: known?.value };
  const isKnown = before.value !== undefined && current.value !== undefined;
  return {
    told: isKnown ? { ...told, json: jsonChanges(before.value, current.value) } : told,
    fields: fieldsToKeep(current, format),
    hasFailed: current.hasFailed || before.hasFailed,
    usage: sumUsage([current.usage, before.usage]),
    warnings: [...current.warnings, ...before.warnings],
  };
}

/** The part of a {@link JsonReading} that is compared. */
interface Fields extends Pick<JsonReading, "value" | "exact" | "usage" | "warnings"> {
  readonly hasFailed: boolean;
}

const unread: Fields = { value: undefined, exact: {}, hasFailed: false, usage: noUsage, warnings: [] };

const costOf = ({ hasFailed, usage, warnings }: Fields) => ({ hasFailed, usage, warnings });

/**
 * True if a page whose text is the same states the same fields to machines as before; a model would read the same again.
 * False if that is not known.
 */
async function statesTheSame(
  { markdown, content: { structured } }: TrackedPage,
  { format, known }: { readonly format: ChangeTrackingFormat; readonly known: VersionFields },
  tracker: ChangeTracker,
): Promise<boolean> {
  if (format.schema === undefined) return true;
  const exact = await readExactFields({ markdown, structured }, wishOf(format), tracker);
  // Without a record, only what is stated now can be compared.
  const before = known.exact ?? pick(known.value, Object.keys(exact));
  return Object.keys(jsonChanges(before, exact)).length === 0;
}

function pick(value: unknown, names: readonly string[]): unknown {
  return isObject(value) ? Object.fromEntries(names.map((name) => [name, value[name]])) : value;
}

/** Reads fields. A model that fails leaves nothing of them but a warning: the rest of the comparison stands (contract §4.8). */
async function readUnlessModelFails(
  source: JsonSource,
  wish: Pick<JsonWish, "schema" | "prompt">,
  tracker: ChangeTracker,
): Promise<Fields> {
  try {
    return { ...(await readJson(source, { ...wish, evidence: false }, tracker)), hasFailed: false };
  } catch (thrown) {
    const isModels = EngineError.is(thrown, "PROVIDER_FAILED") || EngineError.is(thrown, "EXTRACTION_FAILED");
    if (tracker.signal.aborted || !isModels) throw thrown;
    return { ...unread, hasFailed: true, warnings: [`The fields were not compared: ${thrown.message}`] };
  }
}

/** The fields of the page as it is now, for a format that compares fields. */
async function readFields(page: TrackedPage, format: ChangeTrackingFormat, tracker: ChangeTracker): Promise<Fields> {
  if (!format.modes.includes("json") || format.schema === undefined) return unread;
  const { structured } = page.content;
  return await readUnlessModelFails({ markdown: page.markdown, structured }, wishOf(format), tracker);
}

/** The changes, in the form that the prompt asks for. */
async function tellChanges(page: TrackedPage, { format, comparison }: Change, tracker: ChangeTracker) {
  const prompt =
    `what changed between the two versions of this page, given as a unified diff. ${format.prompt ?? ""}`.trim();
  const texts = { previous: comparison.previous, current: page.markdown };
  const { text: markdown } = await computeFor(tracker, findChanges, texts);
  return await readUnlessModelFails({ markdown }, { prompt }, tracker);
}

function wishOf({ schema, prompt }: ChangeTrackingFormat) {
  return { schema, ...(prompt === undefined ? {} : { prompt }) };
}

function markOf(format: ChangeTrackingFormat): string {
  return createHash("sha256")
    .update(JSON.stringify(wishOf(format)))
    .digest("hex");
}

function fieldsToKeep({ value, exact }: Fields, format: ChangeTrackingFormat): VersionFields | undefined {
  return value === undefined ? undefined : { wish: markOf(format), value, exact };
}

function noiseWarning(ignored: readonly string[]): readonly string[] {
  if (ignored.length === 0) return [];
  const shown = ignored.slice(0, 3).map((line) => `"${line.trim().slice(0, 60)}"`);
  const rest = ignored.length > 3 ? ` and ${ignored.length - 3} more` : "";
  return [`Not counted as a change, because it changes by itself: ${shown.join(", ")}${rest}.`];
}

function dropWarning(dropped: number): readonly string[] {
  if (dropped === 0) return [];
  const histories = dropped === 1 ? "history of a page was" : "histories of pages were";
  return [
    `The page index is full: ${dropped} ${histories} dropped, and will begin anew with "new". The SQLite file of sqlite() in @garner/sqlite keeps all histories.`,
  ];
}

/** Histories are apart for each team, page and tag. */
function historyKey({ team, url }: TrackedPage, tag: string | null): string {
  const identity = JSON.stringify([team, canonicalUrl(url, { deduplicateSimilarURLs: true }), tag]);
  return createHash("sha256").update(identity).digest("hex");
}
