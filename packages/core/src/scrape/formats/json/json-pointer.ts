/** The pointer to a member of the value at a pointer (RFC 6901 §3). Pure. */
export function pointerTo(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The names on the way to a value, the outermost first; none for the value itself. Pure. */
export function namesIn(pointer: string): readonly string[] {
  return pointer.split("/").slice(1).map(unescaped);
}

/** A name as it was before a pointer escaped it (RFC 6901 §4). Pure. */
export function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A pointer as people write it: `/plans/0/price` is `plans[0].price`, and the value itself `(root)`. Pure. */
export function fieldPath(pointer: string): string {
  const path = namesIn(pointer).reduce(
    (text, name) => (/^\d+$/.test(name) ? `${text}[${name}]` : text === "" ? name : `${text}.${name}`),
    "",
  );
  return path === "" ? "(root)" : path;
}
