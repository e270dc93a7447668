import { page, send, type PageRoutes, type Visit } from "./reply.ts";

/** How the fixture news site changes from one visit of an article to the next. */
export interface NewsOptions {
  /** What an article says on a visit; `visit` counts from 0. */
  readonly article?: (visit: number) => string;
}

/** A news site: articles in an RSS feed, a clock, a view counter and an advertisement that change with every visit. */
export function newsRoutes({ article = () => steadyArticle }: NewsOptions = {}): PageRoutes {
  return {
    "": (visit) => send(visit, page("Fixture News", '<p><a href="/article/harbour">Harbour reopens</a></p>')),
    article: (visit) => send(visit, page("Harbour reopens", noisy(visit, article(visit.visitsBefore)))),
    "feed.xml": (visit) => send(visit, feed(visit), { type: "application/rss+xml" }),
    "robots.txt": (visit) =>
      send(visit, `Sitemap: http://${visit.request.headers.host}/feed.xml\n`, { type: "text/plain" }),
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

function noisy({ visitsBefore }: Visit, body: string): string {
  return `<p>Page made at 12:${String(10 + visitsBefore).padStart(2, "0")}:${String((visitsBefore * 7) % 60).padStart(2, "0")}</p>
    <p>Published ${visitsBefore + 3} minutes ago</p>
    ${body}
    <p>Read ${1024 + visitsBefore * 31} times</p>
    <p>Advertisement: ${advertisements[visitsBefore % advertisements.length]}</p>
    <p>The editors can be reached by telephone on weekdays.</p>`;
}

function feed({ request }: Visit): string {
  return `<rss version="2.0"><channel><title>Fixture News</title><item><title>Harbour reopens</title>
    <link>http://${request.headers.host}/article/harbour</link></item></channel></rss>`;
}
