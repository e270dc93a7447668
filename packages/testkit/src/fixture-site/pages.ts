import { page, send, type PageRoutes } from "./reply.ts";

const paragraph =
  "The lighthouse on the cape was built in 1871 and lit by oil until 1932, when a cable brought electricity to the " +
  "island. Its keeper wrote down the weather four times a day, and these books are now the longest record of winds on " +
  "this coast.";

const pixel = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const article = `<!doctype html>
<html lang="en-GB"><head>
<meta charset="utf-8"><title>The lighthouse on the cape</title>
<meta name="description" content="How a lighthouse became a weather station.">
<meta name="keywords" content="lighthouse, weather"><meta name="robots" content="index, follow">
<meta property="og:title" content="The lighthouse"><meta property="og:type" content="article">
<meta property="og:image" content="/images/lighthouse.jpg"><meta property="og:site_name" content="Cape Weekly">
<meta property="article:published_time" content="2024-03-05T08:00:00Z"><meta property="article:section" content="History">
<meta name="dc.description" content="A history."><meta name="dcterms.created" content="2024-03-05">
<link rel="canonical" href="/article"><link rel="icon" href="/favicon.png">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"The lighthouse on the cape"}</script>
<script>window.tracker = "never in the output";</script><style>p { color: black }</style>
</head><body>
<header class="site-header"><a href="/">Cape Weekly</a><nav class="menu"><a href="/news">News</a> <a href="/sport">Sport</a></nav></header>
<main><article>
<h1>The lighthouse on the cape</h1>
<p class="lead">${paragraph}</p>
<h2 id="lamp">The lamp</h2>
<p>${paragraph} <a href="lamp.html?size=big#top">More about the lamp</a>, and <a href="https://example.com/winds">winds</a>.</p>
<ul><li>Height: 42&nbsp;m</li><li>Range: 21 nautical miles</li></ul>
<pre><code class="language-sh">curl /winds --year 1932
  | sort</code></pre>
<table><thead><tr><th>Year</th><th>Storms</th></tr></thead><tbody><tr><td>1931</td><td>12</td></tr><tr><td>1932</td><td>9</td></tr></tbody></table>
<p><img src="${pixel}" alt="A sketch"> <img src="images/lamp.png" alt="The lamp"></p>
<p>${paragraph}</p>
</article></main>
<aside class="newsletter"><p>Subscribe to our newsletter!</p></aside>
<footer><p>© Cape Weekly</p><a href="/imprint">Imprint</a></footer>
</body></html>`;

/** Ordinary pages. */
export const pageRoutes: PageRoutes = {
  "": (exchange) => send(exchange, page("Fixture site", `<p>${paragraph}</p><p><a href="/article">An article</a></p>`)),
  /** `/article`: header, navigation, footer, metadata of every kind, relative links, code, a table, a base64 image. */
  article: (exchange) => send(exchange, article),
  /** `/counted/{key}`: says how often it was asked for, to tell a cached answer from a fresh one. */
  counted: (exchange) =>
    send(exchange, page("Counted", `<p>Visit ${exchange.requestsBefore + 1}.</p><p>${paragraph}</p>`)),
  /** `/links`: the same link in many spellings, and links that are none. */
  links: (exchange) =>
    send(
      exchange,
      page(
        "Links",
        `<p><a href="/a">a</a> <a href="a">a again</a> <a href="/b#one">b</a> <a href="/b?x=1&amp;y=2">b with a query</a>
        <a href="//example.com/c">other host</a> <a href="mailto:a@example.com">mail</a> <a href="javascript:void 0">script</a>
        <a href="#top">top</a> <a>no address</a> <a href="http://[bad">broken</a></p>`,
      ),
    ),
  /** `/empty`: 200 with nothing in it. */
  empty: (exchange) => send(exchange, ""),
};
