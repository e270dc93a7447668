/**
 * A site on loopback that misbehaves on demand, and a clock that stands still: for tests with any runner.
 * @module
 */
export { charsetTexts } from "./fixture-site/charsets.ts";
export type { PageRoute, PageRoutes, ReplyOptions, Visit } from "./fixture-site/reply.ts";
export { page, send } from "./fixture-site/reply.ts";
export { startFixtureSite, type FixtureSite, type FixtureSiteOptions, type SeenRequest } from "./fixture-site/site.ts";
export { fakeClock, type FakeClock } from "./fake-clock.ts";
