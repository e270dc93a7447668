import { z } from "zod";
import type { ActionOutput } from "../ports/page-source.ts";

/** The output of actions with its pictures and PDFs in another form. */
export async function mapFiles<From, To>(
  output: ActionOutput<From>,
  map: (file: From) => To | Promise<To>,
): Promise<ActionOutput<To>> {
  const { screenshots, pdfs, ...rest } = output;
  const all = (files: readonly From[]) => Promise.all(files.map(map));
  return {
    ...rest,
    ...(screenshots === undefined ? {} : { screenshots: await all(screenshots) }),
    ...(pdfs === undefined ? {} : { pdfs: await all(pdfs) }),
  };
}

/** The output of actions as it is stored, with its pictures and PDFs in a form of the store's. */
export const outputSchema = <File extends z.ZodType>(file: File) =>
  z.object({
    screenshots: z.array(file).readonly().optional(),
    scrapes: z
      .array(z.object({ url: z.string(), html: z.string() }))
      .readonly()
      .optional(),
    javascriptReturns: z
      .array(z.object({ type: z.string(), value: z.unknown() }))
      .readonly()
      .optional(),
    pdfs: z.array(file).readonly().optional(),
  });
