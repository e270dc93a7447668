import { STATUS_CODES } from "node:http";

/** An HTTP status as people know it: `404 Not Found`. Pure. */
export function statusName(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}
