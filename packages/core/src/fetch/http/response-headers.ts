import type { Dispatcher } from "../egress/undici.ts";

/** The headers of an answer in the order in which they came, names in lower case; repeated ones stand apart. */
export type ResponseHeaders = readonly (readonly [name: string, value: string])[];

/** The headers of an answer of undici, whose repeated headers are lists. */
export function headersOf({ headers }: Dispatcher.ResponseData): ResponseHeaders {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((one) => [name.toLowerCase(), one] as const),
  );
}

/** The first value of a header, by its lower-case name; empty when there is none. */
export function headerOf(headers: ResponseHeaders, name: string): string {
  return headers.find(([candidate]) => candidate === name)?.[1] ?? "";
}
