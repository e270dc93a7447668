import { createHash } from "node:crypto";
import type { PageContent } from "../../../page/transform.ts";
import type { Capture } from "../../../ports/page-source.ts";
import type { PageIndex } from "../../../ports/page-index.ts";
import { noUsage, sumUsage, type ModelUsage } from "../../../models/usage.ts";
import type { ChangeTrackingFormat } from "../../../schema/formats.ts";
import type { ChangeTracking } from "../../../schema/result.ts";
import { canonicalUrl } from "../../../url/canonical.ts";
import { readJson, type JsonReader } from "../json/read-json.ts";
import { jsonChanges } from "./json-changes.ts";
import { compareVersions, type Comparison, type NoiseProfile } from "./noise.ts";
import { diffTexts } from "./unified-diff.ts";

/** The page whose changes are tracked. */
export interface TrackedPage {
  /** As it was asked for. */
  readonly url: URL;
  readonly team: string;
  readonly capture: Capture;
  readonly content: PageContent;
  readonly markdown: string;
}

/** What changes are tracked with. */
export interface ChangeTracker extends JsonReader {
  readonly pageIndex: PageIndex;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly snapshotTtlMs: number;
}

/** How the page compares, if it could be compared. */
export interface ChangeReading {
  readonly changeTracking?: ChangeTracking | undefined;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** A page as it was the last time. */
interface Snapshot {
  readonly at: number;
  readonly markdown: string;
  readonly json?: unknown;
  readonly noise: NoiseProfile;
  /** Other pages linked to it. */
  readonly wasLinked: boolean;
}

/**
 * Compares a page with the last time that this team tracked it under the same tag, and remembers it for the next time
 * (contract §4.8). A page that is not really there (blocked, broken) is not compared, with a warning.
 */
export async function trackChanges(
  page: TrackedPage,
  format: ChangeTrackingFormat,
  tracker: ChangeTracker,
): Promise<ChangeReading> {
  const { capture, content } = page;
  const isGone = capture.status === 404 || capture.status === 410;
  if (!isGone && (capture.status >= 400 || content.verdict === "blocked")) {
    const reason = capture.status >= 400 ? `it answered with HTTP status ${capture.status}` : content.verdictReason;
    return { usage: noUsage, warnings: [`The page was not compared with its last version: ${reason}.`] };
  }
  const key = snapshotKey(page, format.tag);
  const previous = readSnapshot(await tracker.pageIndex.readSnapshot(key));
  const isLinked = (await tracker.pageIndex.countLinksTo(page.url.href)) > 0;
  const shared = {
    previousScrapeAt: previous === undefined ? null : new Date(previous.at).toISOString(),
    visibility: previous?.wasLinked === true && !isLinked ? "hidden" : "visible",
  } as const;
  const wasLinked = isLinked || previous?.wasLinked === true;
  const keep = (snapshot: Omit<Snapshot, "at" | "wasLinked">) =>
    tracker.pageIndex.writeSnapshot(
      key,
      JSON.stringify({ ...snapshot, at: tracker.now, wasLinked }),
      tracker.now + tracker.snapshotTtlMs,
    );
  if (isGone) {
    if (previous !== undefined) await keep(previous);
    return { changeTracking: { ...shared, changeStatus: "removed" }, usage: noUsage, warnings: [] };
  }
  const { markdown } = page;
  if (previous === undefined) {
    const first = await readFields(page, format, tracker);
    await keep({ markdown, noise: {}, json: first.value });
    return { changeTracking: { ...shared, changeStatus: "new" }, usage: first.usage, warnings: first.warnings };
  }
  const comparison = compareVersions(previous.markdown, markdown, previous.noise);
  const details = await describe(page, { format, previous, comparison }, tracker);
  await keep({ markdown, noise: comparison.profile, json: details.json });
  const { ignored } = comparison;
  return {
    changeTracking: {
      ...shared,
      changeStatus: comparison.isSame ? "same" : "changed",
      ...details.fields,
      ...(ignored.length === 0 ? {} : { ignored: [...ignored] }),
    },
    usage: details.usage,
    warnings: [...details.warnings, ...noiseWarning(ignored)],
  };
}

interface Change {
  readonly format: ChangeTrackingFormat;
  readonly previous: Snapshot;
  readonly comparison: Comparison;
}

/** The diff and the changed fields, as far as the modes ask for them. */
async function describe(page: TrackedPage, { format, previous, comparison }: Change, tracker: ChangeTracker) {
  const diff =
    format.modes.includes("git-diff") && !comparison.isSame ? diffTexts(comparison.previous, page.markdown) : undefined;
  const diffFields = diff === undefined ? {} : { diff: diff.text, changes: diff.changes };
  if (!format.modes.includes("json")) return { fields: diffFields, json: previous.json, usage: noUsage, warnings: [] };
  if (comparison.isSame) {
    const known = previous.json === undefined ? await readFields(page, format, tracker) : undefined;
    return { fields: diffFields, json: previous.json ?? known?.value, usage: known?.usage ?? noUsage, warnings: [] };
  }
  if (format.schema === undefined) {
    const told = await tellChanges(page, { format, previous, comparison }, tracker);
    return { fields: { ...diffFields, json: told.value }, json: undefined, usage: told.usage, warnings: told.warnings };
  }
  const current = await readFields(page, format, tracker);
  const before =
    previous.json === undefined
      ? await readJson({ markdown: previous.markdown }, { ...wishOf(format), evidence: false }, tracker)
      : { value: previous.json, usage: noUsage };
  const json = jsonChanges(before.value, current.value);
  return {
    fields: { ...diffFields, json },
    json: current.value,
    usage: sumUsage([current.usage, before.usage]),
    warnings: current.warnings,
  };
}

/** The fields of the page as it is now, for a format that compares fields. */
async function readFields(page: TrackedPage, format: ChangeTrackingFormat, tracker: ChangeTracker) {
  if (!format.modes.includes("json") || format.schema === undefined)
    return { value: undefined, usage: noUsage, warnings: [] };
  const { structured } = page.content;
  return await readJson({ markdown: page.markdown, structured }, { ...wishOf(format), evidence: false }, tracker);
}

/** What changed, in the form that the prompt asks for. */
async function tellChanges(page: TrackedPage, { format, comparison }: Change, tracker: ChangeTracker) {
  const prompt =
    `what changed between the two versions of this page, given as a unified diff. ${format.prompt ?? ""}`.trim();
  const markdown = diffTexts(comparison.previous, page.markdown).text;
  return await readJson({ markdown }, { prompt, evidence: false }, tracker);
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
function snapshotKey({ team, url }: TrackedPage, tag: string | null): string {
  const identity = JSON.stringify([team, canonicalUrl(url, { deduplicateSimilarURLs: true }), tag]);
  return createHash("sha256").update(identity).digest("hex");
}

function readSnapshot(text: string | undefined): Snapshot | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Snapshot);
}
