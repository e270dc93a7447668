import { z } from "zod";

/** The name of a header field. */
export const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/i, {
  error: "must have a header name: letters, digits and hyphens, without spaces",
});
const Value = z
  .string()
  .regex(/^[^\r\n\0]*$/, { error: "must not have line breaks", abort: true })
  .regex(/^[\t\x20-\x7e\x80-\u{10ffff}]*$/u, { error: "must not have control characters" });

const maxHeaders = 200;
const maxHeaderCharacters = 65_536;

/**
 * Header fields by name (RFC 9110 §5); neither names nor values can smuggle another header. No more than any server takes,
 * as they are repeated with every request.
 */
export const Headers = z.record(HeaderName, Value).superRefine((headers, context) => {
  const fields = Object.entries(headers);
  const characters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (fields.length <= maxHeaders && characters <= maxHeaderCharacters) return;
  const message = `must be at most ${maxHeaders} headers of ${maxHeaderCharacters} characters together`;
  context.addIssue({ code: "custom", message });
});
