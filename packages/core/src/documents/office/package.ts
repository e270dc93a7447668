import type { Archive } from "../archive.ts";
import { given, isoDate } from "../feeds/feed-page.ts";
import { childText, descendantsOf, rootOf } from "../../markup/xml-tree.ts";

/** References of a part of an Office Open XML document (ECMA-376 part 2, §9.3), by the relationship's identifier. */
export type Relations = ReadonlyMap<string, Relation>;

/** A reference to another part or to the web. */
export interface Relation {
  /** The last step of the relationship's type, such as `hyperlink`. */
  readonly type: string;
  /** An address outside of the package, relative to that of the document or absolute; or the path of a part in it. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The relations of a part; none when it has no file for them. */
export function relationsOf(archive: Archive, part: string): Relations {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const file = archive.xml(`${folder}_rels/${part.slice(folder.length)}.rels`);
  return new Map(
    descendantsOf(file, "Relationship").map(({ attribs }) => {
      const target = attribs["Target"] ?? "";
      const isExternal = attribs["TargetMode"] === "External";
      const type = (attribs["Type"] ?? "").split("/").at(-1) ?? "";
      return [attribs["Id"] ?? "", { type, target: isExternal ? target : resolve(folder, target), isExternal }];
    }),
  );
}

/** The part that holds the document itself; some programs number it. */
export const mainPart = (archive: Archive, usual: string): string =>
  targetOf(relationsOf(archive, ""), "officeDocument") ?? usual;

/** The target of the first relation of a type. */
export const targetOf = (relations: Relations, type: string): string | undefined =>
  [...relations.values()].find((relation) => relation.type === type)?.target;

/** The parts in the package that relations of some types lead to. */
export const targetsOf = (relations: Relations, types: RegExp): readonly string[] =>
  [...relations.values()].flatMap(({ type, target, isExternal }) => (!isExternal && types.test(type) ? target : []));

/** The address that a relation leads to outside of the package; undefined for parts of the package. */
export function outsideOf(relations: Relations, identifier: string | undefined): string | undefined {
  const relation = relations.get(identifier ?? "");
  return relation?.isExternal === true ? relation.target : undefined;
}

/** Relative to the folder of the part; absolute ones start at the root of the package. */
function resolve(folder: string, target: string): string {
  const steps: string[] = target.startsWith("/") ? [] : folder.split("/").filter((step) => step !== "");
  for (const step of target.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** Title, author, dates and so on from the package's core properties. */
export function coreProperties(archive: Archive): Record<string, string> {
  const file = archive.xml("docProps/core.xml");
  const root = file === undefined ? undefined : rootOf(file);
  return given({
    title: childText(root, "dc:title"),
    author: childText(root, "dc:creator"),
    description: childText(root, "dc:description", "dc:subject"),
    keywords: childText(root, "cp:keywords"),
    language: childText(root, "dc:language"),
    publishedTime: isoDate(childText(root, "dcterms:created")),
    modifiedTime: isoDate(childText(root, "dcterms:modified")),
  });
}

/** Characters that XML can't hold, as Office writes them (ECMA-376 part 1, §22.9.2.19, `ST_Xstring`). */
export const plainCharacters = (text: string): string =>
  text.includes("_x")
    ? text
        .replace(/_x([\dA-Fa-f]{4})_/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\r\n?/g, "\n")
    : text;
