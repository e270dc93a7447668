import type { Element } from "domhandler";
import { descendantsOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { readCharts, type ShowChart } from "./chart.ts";
import { diagramHtml } from "./diagram.ts";
import type { Relations } from "./package.ts";

/** The graphics that Office draws from data, each by its part: charts as tables, diagrams as lists. */
export interface Graphics {
  readonly chartHtml: ShowChart;
  readonly diagramHtml: (part: string | undefined) => string | undefined;
}

/** The graphics of an Office document. */
export const readGraphics = async (archive: Archive): Promise<Graphics> => ({
  chartHtml: await readCharts(archive),
  diagramHtml: (part) => (part === undefined ? undefined : diagramHtml(archive.xml(part))),
});

/** The data of the chart, or the words of the diagram, that a drawing shows; undefined for any other drawing. */
export function graphicHtml(drawing: Element, relations: Relations, graphics: Graphics): string | undefined {
  const part = (name: string, key: string) =>
    relations.get(descendantsOf(drawing, name)[0]?.attribs[key] ?? "")?.target;
  return graphics.chartHtml(part("c:chart", "r:id")) ?? graphics.diagramHtml(part("dgm:relIds", "r:dm"));
}
