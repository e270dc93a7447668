import { createHash } from "node:crypto";
import type { PageContent } from "../../../transform/transformer.ts";
import type { Capture } from "../../../ports/page-source.ts";
import type { PageIndex } from "../../../ports/page-index.ts";
import { noUsage, sumUsage, type ModelUsage } from "../../../models/usage.ts";
import type { ChangeTrackingFormat } from "../../../schema/formats.ts";
import type { ChangeTracking } from "../../../schema/result.ts";
import { canonicalUrl } from "../../../url/canonical.ts";
import { readJson, type JsonReader, type JsonReading, type JsonSource, type JsonWish } from "../json/read-json.ts";
import { EngineError } from "../../../errors.ts";
import { jsonChanges } from "./json-changes.ts";
import { readHistory, versionBefore, withVersion, writeHistory, type History, type Version } from "./history.ts";
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
    await writeHistory(pageIndex, key, { history: { versions, noise, wasLinked }, ttlMs });
    return reading;
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
    const { value: json, hasFailed, usage, warnings } = await readFields(page, format, tracker);
    const changeTracking = { previousScrapeAt, changeStatus: "new", visibility } as const;
    const versions = withVersion(history, { at, markdown, json }, undefined);
    return { reading: { changeTracking, hasFailed, usage, warnings }, versions, noise: history.noise };
  }
  const texts = { previous: previous.markdown, current: markdown };
  const comparison = await computeFor(tracker, compareTexts, { ...texts, noise: history.noise });
  const described = await describe(page, { format, previous, comparison }, tracker);
  const { fields, json, hasFailed, usage, warnings } = described;
  const { isSame, ignored, profile } = comparison;
  const changeTracking = {
    previousScrapeAt,
    changeStatus: isSame ? ("same" as const) : ("changed" as const),
    visibility,
    ...fields,
    ...(ignored.length === 0 ? {} : { ignored: [...ignored] }),
  };
  return {
    reading: { changeTracking, hasFailed, usage, warnings: [...warnings, ...noiseWarning(ignored)] },
    versions: withVersion(history, { at, markdown, json }, isSame ? previous : undefined),
    noise: profile,
  };
}

interface Change {
  readonly format: ChangeTrackingFormat;
  readonly previous: Version;
  readonly comparison: Comparison;
}

/** The diff and the changed fields, as far as the modes ask for them. */
async function describe(page: TrackedPage, { format, previous, comparison }: Change, tracker: ChangeTracker) {
  const texts = { previous: comparison.previous, current: page.markdown };
  const asksForDiff = format.modes.includes("git-diff") && !comparison.isSame;
  const diff = asksForDiff ? await computeFor(tracker, findChanges, texts) : undefined;
  const diffFields = diff === undefined ? {} : { diff: diff.text, changes: diff.changes };
  if (!format.modes.includes("json")) return { fields: diffFields, json: previous.json, ...unread };
  if (comparison.isSame) {
    const known = previous.json === undefined ? await readFields(page, format, tracker) : unread;
    const { value: json = previous.json, hasFailed, usage, warnings } = known;
    return { fields: diffFields, json, hasFailed, usage, warnings };
  }
  if (format.schema === undefined) {
    const told = await tellChanges(page, { format, previous, comparison }, tracker);
    const fields = told.value === undefined ? diffFields : { ...diffFields, json: told.value };
    return { fields, json: undefined, hasFailed: told.hasFailed, usage: told.usage, warnings: told.warnings };
  }
  const current = await readFields(page, format, tracker);
  const before =
    previous.json === undefined && current.value !== undefined
      ? await readUnlessModelFails({ markdown: previous.markdown }, wishOf(format), tracker)
      : { ...unread, value: previous.json };
  const isKnown = before.value !== undefined && current.value !== undefined;
  return {
    fields: isKnown ? { ...diffFields, json: jsonChanges(before.value, current.value) } : diffFields,
    json: current.value,
    hasFailed: current.hasFailed || before.hasFailed,
    usage: sumUsage([current.usage, before.usage]),
    warnings: [...current.warnings, ...before.warnings],
  };
}

/** The part of a {@link JsonReading} that is compared. */
interface Fields extends Pick<JsonReading, "value" | "usage" | "warnings"> {
  readonly hasFailed: boolean;
}

const unread: Fields = { value: undefined, hasFailed: false, usage: noUsage, warnings: [] };

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

function noiseWarning(ignored: readonly string[]): readonly string[] {
  if (ignored.length === 0) return [];
  const shown = ignored.slice(0, 3).map((line) => `"${line.trim().slice(0, 60)}"`);
  const rest = ignored.length > 3 ? ` and ${ignored.length - 3} more` : "";
  return [`Not counted as a change, because it changes by itself: ${shown.join(", ")}${rest}.`];
}

/** Histories are apart for each team, page and tag. */
function historyKey({ team, url }: TrackedPage, tag: string | null): string {
  const identity = JSON.stringify([team, canonicalUrl(url, { deduplicateSimilarURLs: true }), tag]);
  return createHash("sha256").update(identity).digest("hex");
}
