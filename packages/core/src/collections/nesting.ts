/** True if a JSON value has lists and objects within each other on more levels than a number of them. Pure. */
export function isNestedDeeperThan(most: number, root: unknown): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, depth } = place;
    if (typeof value !== "object" || value === null) continue;
    if (depth > most) return true;
    for (const inner of Object.values(value)) open.push({ value: inner, depth: depth + 1 });
  }
  return false;
}
