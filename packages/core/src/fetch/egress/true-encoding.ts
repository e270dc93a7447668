import { isEncodedAsSaid, signatureLength } from "../body/read-body.ts";
import type { Dispatcher } from "./undici.ts";

/**
 * A dispatcher whose answers have no `Content-Encoding` that the first bytes of their body belie, so that a plain body is
 * not decoded, which would fail. Answers with the header begin when these bytes are there.
 */
export function withTrueEncoding(dispatcher: Dispatcher): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => dispatch(options, checkingEncoding(handler)));
}

interface HeldStart {
  readonly contentEncoding: string;
  readonly start: Parameters<Required<Dispatcher.DispatchHandler>["onResponseStart"]>;
  readonly body: Buffer;
}

function checkingEncoding(handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  let held: HeldStart | undefined;

  function release(): void {
    if (held === undefined) return;
    const { contentEncoding, start, body } = held;
    held = undefined;
    const [controller, status, headers, message] = start;
    if (body.length > 0 && !isEncodedAsSaid(contentEncoding, body)) {
      const { "content-encoding": _belied, ...others } = headers;
      // The Fetch API reads these.
      controller.rawHeaders = others;
      handler.onResponseStart?.(controller, status, others, message);
    } else handler.onResponseStart?.(controller, status, headers, message);
    if (body.length > 0) handler.onResponseData?.(controller, body);
  }

  return {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (controller, status, headers, socket) =>
      handler.onRequestUpgrade?.(controller, status, headers, socket),
    onBodySent: (chunk) => handler.onBodySent?.(chunk),
    onRequestSent: () => handler.onRequestSent?.(),
    onResponseStarted: () => handler.onResponseStarted?.(),
    onResponseStart(...start) {
      const contentEncoding = start[2]["content-encoding"];
      if (start[1] < 200 || typeof contentEncoding !== "string") handler.onResponseStart?.(...start);
      else held = { contentEncoding, start, body: Buffer.alloc(0) };
    },
    onResponseData(controller, chunk) {
      if (held === undefined) {
        handler.onResponseData?.(controller, chunk);
        return;
      }
      held = { ...held, body: Buffer.concat([held.body, chunk]) };
      if (held.body.length >= signatureLength) release();
    },
    onResponseEnd(controller, trailers) {
      release();
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError(controller, error) {
      release();
      handler.onResponseError?.(controller, error);
    },
  };
}
