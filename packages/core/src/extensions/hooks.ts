import type { CaptureRequest, Capture } from "../ports/page-source.ts";
import type { PageContent } from "../transform/transformer.ts";
import type { PageDocument } from "./page-document.ts";

/** The circumstances of a hook's call. */
export interface HookCall {
  /** Fires when the page is no longer wanted. */
  readonly signal: AbortSignal;
}

type Changed<Value> = Value | undefined | void | Promise<Value | undefined | void>;

/**
 * Functions of the host's between the network and a result. Each may return something else than it was given, or
 * nothing. An error of one becomes EXTENSION_FAILED, but an EngineError stays: so a hook can refuse a page.
 */
export interface Hooks {
  /**
   * Before a source captures a page, and not when the cache has it: adds headers, waits, cookies from a vault. Its
   * changes are cached with the page, for the team that asked for it.
   */
  readonly beforeCapture?:
    | ((request: CaptureRequest, call: HookCall & { readonly source: string }) => Changed<CaptureRequest>)
    | undefined;
  /** After a source has captured a page, and before it is cached. */
  readonly afterCapture?: ((capture: Capture, call: HookCall) => Changed<Capture>) | undefined;
  /**
   * Gets the kept and cleaned HTML of a page as a W3C Document, made by the optional peer dependency `linkedom`. Its
   * changes reach Markdown, HTML, links and images. Not called for documents such as PDFs.
   */
  readonly document?:
    | ((document: PageDocument, call: HookCall & { readonly url: string }) => void | Promise<void>)
    | undefined;
  /** After the formats that the page alone gives are rendered, and before those of models and of the host's. */
  readonly afterContent?:
    | ((content: PageContent, call: HookCall & { readonly capture: Capture }) => Changed<PageContent>)
    | undefined;
}
