import { EngineError } from "../errors.ts";
import { withoutPassword } from "../schema/fields/web-url.ts";

/** The refusal of one of a request's `urls` that is no address of a page. Pure. */
export function invalidUrl(text: string, index: number): EngineError {
  const message = `must be an http or https URL such as \`https://example.com\`, not "${withoutPassword(text).slice(0, 60)}".`;
  const details = [{ code: "custom", path: ["urls", index], message }];
  return new EngineError("BAD_REQUEST", `\`urls[${index}]\` ${message}`, { details });
}
