import { z } from "zod";

/** The name of a header field. */
export const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, {
  error: "must have a header name: letters, digits and hyphens, without spaces",
});
const Value = z
  .string()
  .regex(/^[^\r\n\0]*$/, { error: "must not have line breaks" })
  .regex(/^[\t\x20-\x7e\x80-\u{10ffff}]*$/u, { error: "must not have control characters" });

/** Header fields by name (RFC 9110 §5); neither names nor values can smuggle another header. */
export const Headers = z.record(HeaderName, Value);
