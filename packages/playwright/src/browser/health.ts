import { EngineError } from "@garner/core";
import type { PooledBrowser } from "./pooled-browser.ts";

/** A page that is only right when its script has run and its style was painted. */
const probe = `<!doctype html><style>body{margin:0;background:#0a7}</style>
<p id="answer"></p><script>document.getElementById("answer").textContent = String(6 * 7);</script>`;

/** Renders a page in a context of its own. Throws UNKNOWN_ERROR if the result is not the page. */
export async function renderProbe(browser: PooledBrowser): Promise<void> {
  const context = await browser.openContext({ viewport: { width: 64, height: 64 } });
  try {
    const page = await context.newPage();
    await page.goto(`data:text/html,${encodeURIComponent(probe)}`, { waitUntil: "load", timeout: 10_000 });
    const answer = await page.textContent("#answer", { timeout: 10_000 });
    const picture = await page.screenshot({ timeout: 10_000 });
    if (answer !== "42" || picture.length === 0) throw new EngineError("UNKNOWN_ERROR", "The browser does not render.");
  } finally {
    await browser.closeContext(context);
  }
}
