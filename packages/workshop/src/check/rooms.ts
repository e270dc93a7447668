import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";

/** The imports among the children of one folder: for each child those it imports, with one file that does. */
export type RoomGraph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A circle of imports between rooms, and a file for each of its steps. */
export interface Circle {
  readonly folder: string;
  readonly rooms: readonly string[];
  readonly because: readonly string[];
}

/** A file that imports another one, both relative to the tree. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/**
 * The circles in a source tree, types and lazy imports included. At every level a folder is one room, and so is a file
 * beside it.
 */
export function circlesIn(root: string): readonly Circle[] {
  const imports = importsIn(root);
  const folders = new Set(imports.flatMap(({ from }) => foldersAbove(from)));
  return [...folders].toSorted().flatMap((folder) => {
    const graph = graphOf(imports, folder);
    return circles(graph).map((rooms) => ({ folder, rooms, because: reasons(graph, rooms) }));
  });
}

/** The imports of a source tree within itself, types and lazy ones included; tests aside. */
export function importsIn(root: string): readonly Import[] {
  const files = globSync("**/*.ts", { cwd: root })
    .filter((file) => !/\.(?:test|test-d|d)\.ts$/.test(file))
    .toSorted();
  return files.flatMap((from) => {
    const source = readFileSync(join(root, from), "utf8");
    const { module } = parseSync(from, source);
    const reexports = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value));
    const lazy = Array.from(source.matchAll(/\bimport\("([^"]+)"\)/g), ([, request]) => request);
    const requests = [...module.staticImports.map((entry) => entry.moduleRequest.value), ...reexports, ...lazy];
    return [...new Set(requests)]
      .filter((request) => request !== undefined && request.startsWith("."))
      .map((request) => ({ from, to: relative(root, join(root, dirname(from), request ?? "")) }));
  });
}

function graphOf(imports: readonly Import[], folder: string): RoomGraph {
  const graph = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const [one, other] = [childOf(folder, from), childOf(folder, to)];
    if (one === undefined || other === undefined) continue;
    const reached = graph.get(one) ?? new Map<string, string>();
    graph.set(one, reached);
    if (one !== other && !reached.has(other)) reached.set(other, `${from} → ${to}`);
  }
  return graph;
}

function foldersAbove(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === "." ? [folder] : [folder, ...foldersAbove(folder)];
}

function childOf(folder: string, file: string): string | undefined {
  if (folder === ".") return file.split("/")[0];
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1).split("/")[0] : undefined;
}

/** Strongly connected components of more than one room (Tarjan 1972). */
function circles(graph: RoomGraph): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (room: string): void => {
    index.set(room, index.size);
    lowest.set(room, index.size - 1);
    path.push(room);
    for (const next of graph.get(room)?.keys() ?? []) {
      if (!index.has(next)) visit(next);
      if (path.includes(next)) lowest.set(room, Math.min(lowest.get(room) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(room) !== index.get(room)) return;
    const component = path.splice(path.indexOf(room));
    if (component.length > 1) found.push(component);
  };
  for (const room of graph.keys()) if (!index.has(room)) visit(room);
  return found;
}

function reasons(graph: RoomGraph, rooms: readonly string[]): readonly string[] {
  return rooms.flatMap((room) =>
    [...(graph.get(room) ?? [])].filter(([reached]) => rooms.includes(reached)).map(([, reason]) => reason),
  );
}
