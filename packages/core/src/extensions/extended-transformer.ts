import { isHtml, mediaTypeOf } from "../decoding/media-type.ts";
import type { Capture } from "../ports/page-source.ts";
import { warningFor } from "../page/verdict/warning.ts";
import type { PageContent, PageOutput, Transformer, TransformOptions } from "../transform/transformer.ts";
import { runHook } from "./run-hook.ts";
import type { Hooks } from "./hooks.ts";
import { documentOf } from "./page-document.ts";
import { profileOf, type SiteProfile } from "./site-profiles.ts";

/** Outputs rendered again once a hook has changed the document. */
const rendered: ReadonlySet<PageOutput> = new Set(["markdown", "html", "links", "images"]);

/** A transformer with the verdicts of the site's profile, and the host's hooks between the page and its formats. */
export function extendedTransformer(
  transformer: Transformer,
  { hooks, profiles }: { readonly hooks: Hooks; readonly profiles: readonly SiteProfile[] },
): Transformer {
  if (hooks.document === undefined && hooks.afterContent === undefined && profiles.length === 0) return transformer;
  return {
    async transform(capture, options, signal) {
      const content = judged(await withDocument(capture, options, signal), capture, profiles);
      const changed = await runHook("afterContent", () => hooks.afterContent?.(content, { capture, signal }));
      return changed ?? content;
    },
    compute: transformer.compute?.bind(transformer),
    waiting: (wait) => extendedTransformer(transformer.waiting?.(wait) ?? transformer, { hooks, profiles }),
    [Symbol.asyncDispose]: async () => transformer[Symbol.asyncDispose]?.(),
  };

  /** The content of a page, rendered from the hook's document. */
  async function withDocument(capture: Capture, options: TransformOptions, signal: AbortSignal): Promise<PageContent> {
    const { document: hook } = hooks;
    const again = options.outputs.filter((output) => rendered.has(output));
    if (hook === undefined || again.length === 0 || !isHtml(mediaTypeOf(capture)))
      return await transformer.transform(capture, options, signal);
    const outputs = [...new Set<PageOutput>([...options.outputs, "html"])];
    const content = await transformer.transform(capture, { ...options, outputs }, signal);
    const document = await documentOf(content.html ?? "");
    await runHook("document", () => hook(document, { url: capture.url, signal }));
    const changed: Capture = {
      ...capture,
      ...{ body: new TextEncoder().encode(document.toString()), contentType: "text/html; charset=utf-8" },
      served: undefined,
    };
    const whole = { ...options, outputs: again, onlyMainContent: false, includeTags: [], excludeTags: [] };
    const { markdown, html, links, images } = await transformer.transform(
      changed,
      { ...whole, attributes: undefined, explain: false },
      signal,
    );
    const fresh = Object.entries({ markdown, html, links, images }).filter(([, value]) => value !== undefined);
    return { ...content, ...(Object.fromEntries(fresh) as Partial<PageContent>) };
  }
}

/**
 * The verdict that the site's profile takes instead, so that a page it knows better is neither climbed for nor warned of;
 * a doubt goes if the profile takes its verdict for another.
 */
function judged(content: PageContent, { url }: Capture, profiles: readonly SiteProfile[]): PageContent {
  const { verdict: before, verdictReason: reason, verdictDoubt: doubt, ...rest } = content;
  const known = profileOf(profiles, url)?.verdicts;
  const verdict = known?.[before];
  const isKnown = doubt !== undefined && known?.[doubt.verdict] !== undefined;
  if (verdict === undefined && !isKnown) return content;
  const warning = warningFor({ verdict: before, reason, doubt });
  return {
    ...rest,
    warnings: content.warnings.filter((text) => text !== warning),
    ...(verdict === undefined
      ? { verdict: before, verdictReason: reason }
      : { verdict, verdictReason: `the site's profile takes ${before} for ${verdict}` }),
  };
}
