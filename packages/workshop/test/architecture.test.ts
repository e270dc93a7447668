import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importsIn } from "../src/check/rooms.ts";
import { root } from "../src/pack.ts";

const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

/** Known to everybody. */
const aside: ReadonlySet<string> = new Set(["errors.ts", "events.ts", "index.ts", "check-node.ts"]);
/** Rooms that the diagram draws as one. */
const together: Readonly<Record<string, string>> = {
  crawl: "kinds",
  batch: "kinds",
  extract: "kinds",
  "config.ts": "config",
};

/** The rooms of the engine, each with those that it imports. */
function roomGraph(nameOf: (room: string) => string): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of importsIn(join(root, "packages/core/src"))) {
    const [one = "", other = ""] = [from, to].map((file) => file.split("/")[0] ?? "");
    if (aside.has(one) || aside.has(other) || nameOf(one) === nameOf(other)) continue;
    graph.set(nameOf(one), (graph.get(nameOf(one)) ?? new Set()).add(nameOf(other)));
  }
  return graph;
}

test("a room imports only rooms below it in the table of rooms", () => {
  const table = /\| room [^]*?\n\n/.exec(page)?.[0] ?? "";
  const rows = table
    .split("\n")
    .map((line) => Array.from((line.split("|")[1] ?? "").matchAll(/`([\w-]+(?:\.ts)?)/g), ([, room]) => room));
  const rowOf = (room: string) =>
    rows.findIndex((rooms) => rooms.includes(room) || (room.endsWith(".ts") && rooms.includes("engine.ts")));
  const wrong: string[] = [];
  for (const [room, imported] of roomGraph((name) => name)) {
    expect(rowOf(room), room).toBeGreaterThan(0);
    for (const other of imported) if (rowOf(other) < rowOf(room)) wrong.push(`${room} → ${other}`);
  }
  expect(wrong).toEqual([]);
});

test("every import between rooms follows from the arrows of the diagram, each of which is one", () => {
  const nameOf = (room: string) => together[room] ?? (room.endsWith(".ts") ? "engine" : room);
  const graph = roomGraph(nameOf);
  const diagram = /```mermaid\nflowchart TD\n([^]*?)```/.exec(page)?.[1] ?? "";
  const lines = diagram
    .replaceAll(/\[[^\]]*\]/g, "")
    .trim()
    .split("\n");
  const drawn = new Map(
    lines.map((line) => {
      const [room = "", others = ""] = line.trim().split(" --> ");
      return [room, others.split(" & ")];
    }),
  );
  const reached = (start: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const room of drawn.get(start) ?? []) if (!seen.has(room)) reached(room, seen.add(room));
    return seen;
  };
  const imports = [...graph].flatMap(([room, others]) => [...others].map((other) => [room, other] as const));
  expect(imports.filter(([room, other]) => !reached(room).has(other))).toEqual([]);
  const arrows = [...drawn].flatMap(([room, others]) => others.map((other) => [room, other] as const));
  expect(arrows.filter(([room, other]) => graph.get(room)?.has(other) !== true)).toEqual([]);
});

test("every file and folder that the page names is there", () => {
  const paths = globSync("packages/*/src/**/*.ts", { cwd: root });
  const named = Array.from(page.matchAll(/`([\w./-]+(?:\.ts|\/))`/g), ([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !paths.some((known) => `/${known}`.includes(`/${path}`)))).toEqual([]);
});

test("the top level has what it is said to have", () => {
  const told = /The top level has (.*?)\.\n/s.exec(page)?.[1] ?? "";
  const names = Array.from(told.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
  expect(names.slice(0, 3)).toEqual(["packages", "examples", "docs"]);
  expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
