import type { Document, Element } from "domhandler";
import type { Archive } from "../archive.ts";
import { escapeHtml } from "../html/markup.ts";
import { htmlTable } from "../html/table.ts";
import { childOf, childrenOf, descendantsOf, textOf } from "../../markup/xml-tree.ts";
import { numberFormatter, type FormatNumber } from "./number-formats.ts";

/** Shows the data of a chart, a part of an Office document; undefined where the file does not hold them. */
export type ShowChart = (part: string | undefined) => string | undefined;

/** Most points of a series that are shown. */
const maxPoints = 10_000;

/** Charts as tables of the data that they were drawn from last (ECMA-376 part 1, §21.2): a column for each series. */
export async function readCharts(archive: Archive): Promise<ShowChart> {
  if (!archive.names.some((name) => /charts?\/[^/]+\.xml$/i.test(name))) return () => undefined;
  const formatNumber = await numberFormatter({ from1904: false });
  return (part) => {
    const file = part === undefined ? undefined : archive.xml(part);
    return file === undefined ? undefined : chartHtml(file, formatNumber);
  };
}

/** A chart's title and the table of its data; undefined for one without data. */
export function chartTable(title: string, rows: readonly (readonly string[])[]): string | undefined {
  if (rows.length < 2) return undefined;
  const heading = title.trim() === "" ? "" : `<p><strong>${escapeHtml(title.trim())}</strong></p>`;
  return heading + htmlTable(rows).html;
}

function chartHtml(file: Document, formatNumber: FormatNumber): string | undefined {
  const chart = descendantsOf(file, "c:chart")[0];
  const series = descendantsOf(chart, "c:ser").flatMap((element) => readSeries(element, formatNumber));
  const [{ labels } = { labels: new Map<number, string>() }] = series.filter((one) => one.labels.size > 0);
  const places = new Set([...labels.keys(), ...series.flatMap(({ values }) => [...values.keys()])]);
  const header = ["", ...series.map(({ name }, index) => name || `Series ${index + 1}`)];
  const rows = [...places]
    .toSorted((one, other) => one - other)
    .map((place) => [labels.get(place) ?? String(place + 1), ...series.map(({ values }) => values.get(place) ?? "")]);
  const title = childrenOf(childOf(chart, "c:title"))
    .flatMap((part) => descendantsOf(part, "a:p"))
    .map((paragraph) => descendantsOf(paragraph, "a:t").map(textOf).join(""));
  return series.some(({ values }) => values.size > 0) ? chartTable(title.join(" "), [header, ...rows]) : undefined;
}

interface Series {
  readonly name: string;
  /** Labels by the place of a point. */
  readonly labels: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

/** Charts of points have the values across in place of the points' names, and sizes as a series of their own. */
function readSeries(series: Element, formatNumber: FormatNumber): readonly Series[] {
  const name = descendantsOf(childOf(series, "c:tx"), "c:v").map(textOf).join(" ").trim();
  const labels = pointsOf(childOf(series, "c:cat", "c:xVal"), formatNumber);
  const sizes = pointsOf(childOf(series, "c:bubbleSize"), formatNumber);
  const values = { name, labels, values: pointsOf(childOf(series, "c:val", "c:yVal"), formatNumber) };
  return sizes.size === 0 ? [values] : [values, { name: `${name} (size)`.trim(), labels, values: sizes }];
}

/** Names on several levels are joined, the outermost first. */
function pointsOf(data: Element | undefined, formatNumber: FormatNumber): ReadonlyMap<number, string> {
  const levels = descendantsOf(data, "c:lvl");
  const [innermost, ...outer] = levels.length > 0 ? levels : data === undefined ? [] : [data];
  const code = textOf(descendantsOf(data, "c:formatCode")[0]) || "General";
  const points = new Map<number, string>();
  for (const point of descendantsOf(innermost, "c:pt").slice(0, maxPoints)) {
    const value = textOf(childOf(point, "c:v")).trim();
    points.set(Number(point.attribs["idx"] ?? 0), formatNumber(value, point.attribs["formatCode"] ?? code));
  }
  for (const level of outer) {
    const names = descendantsOf(level, "c:pt").map((point) => [Number(point.attribs["idx"] ?? 0), point] as const);
    const starts = names.toSorted(([one], [other]) => other - one);
    for (const [place, value] of points) {
      const [, around] = starts.find(([start]) => start <= place) ?? [];
      if (around !== undefined) points.set(place, `${textOf(childOf(around, "c:v")).trim()} ${value}`);
    }
  }
  return points;
}
