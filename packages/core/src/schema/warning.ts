/** Warnings as the `warning` field of a result: each once, in one text; no field if there are none. Pure. */
export function warningOf(warnings: readonly (string | undefined)[]): { readonly warning?: string } {
  const told = [...new Set(warnings)].filter((text) => text !== undefined && text !== "");
  return told.length === 0 ? {} : { warning: told.join(" ") };
}
