/** Names of elements and attributes with the prefixes that readers look for, whatever prefixes a file declares. */
export interface PrefixNames {
  /** Called for every opening tag. */
  open(name: string, attributes: Attributes): Named;
  /** Called for every closing tag; returns the element's name. */
  close(name: string): string;
}

type Attributes = Record<string, string>;

interface Named {
  readonly name: string;
  readonly attributes: Attributes;
}

/** A step of the tree that declares namespaces; `renames` holds the prefixes that are to be written otherwise. */
interface Scope {
  readonly depth: number;
  readonly renames: ReadonlyMap<string, string>;
}

/**
 * Writes the names of one document with the prefixes of `known`, by namespace (Namespaces in XML 1.0 §6). "" stands for
 * no prefix; names of other namespaces stay as they are.
 */
export function prefixNames(known: ReadonlyMap<string, string>): PrefixNames {
  const scopes: Scope[] = [];
  let depth = 0;
  return {
    open(name, attributes) {
      depth += 1;
      const renames = declaredIn(attributes, scopes.at(-1)?.renames, known);
      if (renames !== undefined) scopes.push({ depth, renames });
      const current = scopes.at(-1)?.renames;
      if (current === undefined || current.size === 0) return { name, attributes };
      return { name: renamed(name, current), attributes: renamedKeys(attributes, current) };
    },
    close(name) {
      const scope = scopes.at(-1);
      if (scope?.depth === depth) scopes.pop();
      depth -= 1;
      return scope === undefined ? name : renamed(name, scope.renames);
    },
  };
}

/** The prefixes to rename inside of an element; undefined when it declares none. */
function declaredIn(
  attributes: Attributes,
  outer: Scope["renames"] | undefined,
  known: ReadonlyMap<string, string>,
): Scope["renames"] | undefined {
  let renames: Map<string, string> | undefined;
  for (const key in attributes) {
    if (!key.startsWith("xmlns")) continue;
    const prefix = key.slice("xmlns:".length);
    const wanted = known.get(attributes[key] ?? "");
    renames ??= new Map(outer);
    if (wanted === undefined || wanted === prefix) renames.delete(prefix);
    else renames.set(prefix, wanted);
  }
  return renames;
}

function renamed(name: string, renames: Scope["renames"]): string {
  const colon = name.indexOf(":");
  const prefix = renames.get(name.slice(0, Math.max(0, colon)));
  if (prefix === undefined) return name;
  const local = name.slice(colon + 1);
  return prefix === "" ? local : `${prefix}:${local}`;
}

/** Attributes without a prefix are in no namespace (§6.2). */
function renamedKeys(attributes: Attributes, renames: Scope["renames"]): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key.includes(":") ? renamed(key, renames) : key, value]),
  );
}
