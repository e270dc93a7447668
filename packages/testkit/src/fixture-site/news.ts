import { page, send, type PageRoutes, type Exchange } from "./reply.ts";

/** The changes of the fixture news site from one request for an article to the next. */
export interface NewsOptions {
  /** The text of an article; the first request is number 0. */
  readonly article?: (requestsBefore: number) => string;
}

/** A news site: articles in an RSS feed, a clock, a view counter and an advertisement that change with every request. */
export function newsRoutes({ article = () => steadyArticle }: NewsOptions = {}): PageRoutes {
  return {
    "": (exchange) => send(exchange, page("Fixture News", '<p><a href="/article/harbour">Harbour reopens</a></p>')),
    article: (exchange) => send(exchange, page("Harbour reopens", noisy(exchange, article(exchange.requestsBefore)))),
    "feed.xml": (exchange) => send(exchange, feed(exchange), { type: "application/rss+xml" }),
    "robots.txt": (exchange) =>
      send(exchange, `Sitemap: http://${exchange.request.headers.host}/feed.xml\n`, { type: "text/plain" }),
  };
}

const steadyArticle = `<p>The harbour opened again on Monday after a storm had closed it for nine days. Ships waited
  outside for most of that time, and the first of them came in at dawn.</p><p>A ferry ticket costs $19 from now on.</p>`;

const advertisements = [
  "Buy our mattresses today",
  "Insurance for your boat",
  "Learn Danish in a week",
  "A holiday in the snow",
];

function noisy({ requestsBefore }: Exchange, body: string): string {
  return `<p>Page made at 12:${String(10 + requestsBefore).padStart(2, "0")}:${String((requestsBefore * 7) % 60).padStart(2, "0")}</p>
    <p>Published ${requestsBefore + 3} minutes ago</p>
    ${body}
    <p>Read ${1024 + requestsBefore * 31} times</p>
    <p>Advertisement: ${advertisements[requestsBefore % advertisements.length]}</p>
    <p>The editors can be reached by telephone on weekdays.</p>`;
}

function feed({ request }: Exchange): string {
  return `<rss version="2.0"><channel><title>Fixture News</title><item><title>Harbour reopens</title>
    <link>http://${request.headers.host}/article/harbour</link></item></channel></rss>`;
}
