"use server";
import { EngineError } from "@garner/core";
import { engine } from "./engine.ts";

/** What the form shows: the page, or why there is none. */
export type Answer =
  | { readonly title: string; readonly markdown: string }
  | { readonly error: string }
  | { readonly idle: true };

export async function scrapePage(_before: Answer, form: FormData): Promise<Answer> {
  try {
    const page = await engine.scrape({ url: String(form.get("url")), formats: ["markdown"] });
    return { title: page.metadata.title ?? page.metadata.sourceURL ?? "", markdown: page.markdown };
  } catch (thrown) {
    return { error: EngineError.from(thrown).message };
  }
}
