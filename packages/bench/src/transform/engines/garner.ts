import { transformPage } from "../../quality-engine.ts";
import type { Page } from "../pages.ts";

/** Main content as Markdown, its links and the page's metadata. */
export default async function garner({ body, url }: Page): Promise<void> {
  await transformPage(body, url, { outputs: ["markdown", "links"] });
}
