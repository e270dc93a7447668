import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError } from "@garner/core";

/** The most that a form with a file may have, which needs two parts. */
const maxParts = 20;
/** Bytes of a part's head: its name, and its file's. */
const maxHeadBytes = 8 * 1024;

/** A file of a form, and the fields that came with it. */
export interface Upload {
  readonly file: { readonly name: string; readonly contentType?: string; readonly base64: string };
  /** The options as they were sent: JSON. */
  readonly options: string;
}

/**
 * Reads a form with a file (RFC 7578): `file`, and the other fields of the request as JSON in `options`. Each step over
 * the whole takes a turn of the event loop of its own. Throws BAD_REQUEST, also for a form of many parts or long heads.
 */
export async function readUpload(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Upload> {
  checkParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), contentType);
  const body = new Response(bytes, { headers: { "content-type": contentType } });
  const form = await body.formData().catch((cause: unknown) => {
    throw new EngineError("BAD_REQUEST", "The form can't be read: it is no `multipart/form-data`.", { cause });
  });
  checkFields(form);
  const [file, options] = [form.get("file"), form.get("options")];
  if (file === null) throw new EngineError("BAD_REQUEST", "The form has no `file`.");
  await nextTurn();
  const { name, type } = typeof file === "string" ? { name: "file.txt", type: "text/plain" } : file;
  const content = typeof file === "string" ? Buffer.from(file) : Buffer.from(await file.arrayBuffer());
  if (content.length === 0) throw new EngineError("BAD_REQUEST", "The form's `file` is empty.");
  const base64 = content.toString("base64");
  await nextTurn();
  const contentTypeOf = type === "" ? {} : { contentType: type };
  return { file: { name, ...contentTypeOf, base64 }, options: typeof options === "string" ? options : "" };
}

/** Clients say who they are in these, as they do beside JSON. */
const labels: ReadonlySet<string> = new Set(["origin", "integration"]);

/** Refuses fields that would not be read, and those that could be read in two ways. */
function checkFields(form: FormData): void {
  for (const name of new Set(form.keys())) {
    if (labels.has(name)) continue;
    if (name !== "file" && name !== "options")
      throw new EngineError("BAD_REQUEST", `The form has a field \`${name}\`: put it into \`options\`, which is JSON.`);
    if (form.getAll(name).length > 1) throw new EngineError("BAD_REQUEST", `The form has more than one \`${name}\`.`);
  }
}

/** Parsers of forms take their time over many small parts and over long heads. */
function checkParts(bytes: Buffer, contentType: string): void {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined)
    throw new EngineError(
      "BAD_REQUEST",
      "The header `Content-Type` names no `boundary` of the form's parts: leave the header to the client that writes the form.",
    );
  const delimiter = `--${boundary}`;
  let parts = 0;
  let at = bytes.indexOf(delimiter);
  while (at !== -1) {
    const head = bytes.subarray(at + delimiter.length, at + delimiter.length + maxHeadBytes);
    if (head.subarray(0, 2).toString() === "--") return;
    parts += 1;
    if (parts > maxParts) throw new EngineError("BAD_REQUEST", `The form has more than ${maxParts} parts.`);
    if (!head.includes("\r\n\r\n"))
      throw new EngineError("BAD_REQUEST", `A part of the form has no end of its head within ${maxHeadBytes} bytes.`);
    const next = bytes.indexOf(`\r\n${delimiter}`, at + delimiter.length);
    at = next === -1 ? -1 : next + 2;
  }
}
