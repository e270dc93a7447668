/** The calendar month (UTC) that a moment belongs to. Pure. */
export function monthOf(at: number): { readonly startDate: string; readonly endDate: string } {
  const date = new Date(at);
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { startDate: new Date(start).toISOString(), endDate: new Date(end).toISOString() };
}
