/**
 * A site on loopback that misbehaves on demand, and a clock that stands still: for tests with any runner.
 * @module
 */
export { captureOf, transformOptions } from "./site/capture.ts";
export { charsetTexts } from "./fixture-site/charsets.ts";
export type { PageRoute, PageRoutes, ReplyOptions, Exchange } from "./fixture-site/reply.ts";
export { page, send } from "./fixture-site/reply.ts";
export { startFixtureSite, type FixtureSite, type FixtureSiteOptions, type SeenRequest } from "./fixture-site/site.ts";
export { docsPages, docsRoutes } from "./fixture-site/docs.ts";
export { forumRoutes, forumThreads } from "./fixture-site/forum.ts";
export { newsRoutes, type NewsOptions } from "./fixture-site/news.ts";
export { shopProducts, shopRoutes, type ShopOptions, type ShopProduct } from "./fixture-site/shop.ts";
export { fakeClock, type FakeClock } from "./fake-clock.ts";
export {
  startModelServer,
  type ModelAnswerer,
  type ModelReply,
  type ModelRequest,
  type ModelServer,
} from "./model-server.ts";
export {
  startSearchServer,
  type FoundEntry,
  type SearchServer,
  type SearchServerOptions,
  type SeenSearch,
} from "./search-server.ts";
export { dearerSource } from "./site/dearer-source.ts";
export { startBareServer, startTlsServer, type BareServer } from "./site/bare-server.ts";
export { startTcpProxy, type TcpProxy } from "./site/tcp-proxy.ts";
export { reservedPort } from "./site/reserved-port.ts";
export { startHttpProxy, startSocksProxy, type ProxyServer, type ProxyServerOptions } from "./site/proxy-servers.ts";
export { startBrowserSite, type BrowserSite } from "./browser-pages/index.ts";
export { readPng, type Picture } from "./browser-pages/png.ts";
export {
  startCrawlSite,
  treeOfPages,
  type CrawlPage,
  type CrawlPages,
  type CrawlRequestSeen,
  type CrawlSite,
} from "./crawl-site/crawl-site.ts";
export { watchToEnd, type JobWatcher, type WatchedJob } from "./sdk-watcher.ts";
export {
  contractClient,
  type AnswerRequest,
  type AskOptions,
  type ContractAnswer,
  type ContractBody,
  type ContractClient,
  type ContractPage,
  type EndedJob,
  type JobPath,
} from "./contract-client.ts";
export {
  startWebhookReceiver,
  type ReceivedWebhook,
  type WebhookPayload,
  type WebhookReceiver,
} from "./webhook-receiver.ts";
export {
  givenRedisUrl,
  startRedisCluster,
  startRedisServer,
  startTlsRedisServer,
  type RedisCluster,
  type RedisServer,
  type RedisServerOptions,
  type TlsRedisServer,
  type TlsRedisServerOptions,
} from "./redis-server.ts";
