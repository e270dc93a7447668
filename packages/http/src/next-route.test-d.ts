import type { createHandler } from "./handler.ts";

// Next's own type check of a file with routes, whose `GET` is a handler: `export const GET = createHandler(engine)`.

interface NextRequest extends Request {
  readonly cookies: unknown;
  readonly nextUrl: unknown;
}
interface RouteContext {
  readonly params: Promise<Record<string, string | string[] | undefined>>;
}

/** `.next/types/validator.ts` of Next 16. */
interface RouteHandlerConfig {
  GET?: (request: NextRequest, context: RouteContext) => Promise<Response | void> | Response | void;
}
declare const handler: ReturnType<typeof createHandler>;
void ({ GET: handler } satisfies RouteHandlerConfig);

/** `.next/types/app/…/route.ts` of Next 15: a second parameter must be a context of Next's, or none. */
type SecondArgument<Route> = Route extends (...parameters: [never, infer Second]) => unknown
  ? unknown extends Second
    ? RouteContext
    : Second
  : never;
declare const second: SecondArgument<typeof handler>;
void (second satisfies RouteContext);
