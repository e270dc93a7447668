import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, it } from "vitest";
import { inProcessTransformer } from "../../index.ts";

/** A page as it might be on the web, what a reader came for, and what surrounds it. */
interface PageKind {
  readonly kind: string;
  readonly url: string;
  readonly html: string;
  readonly keeps: readonly string[];
  readonly drops: readonly string[];
}

const transformer = inProcessTransformer();

async function mainContent(html: string, url: string): Promise<string> {
  const content = await transformer.transform(
    captureOf(html, { url }),
    transformOptions(),
    new AbortController().signal,
  );
  return content.markdown ?? "";
}

const links = (...names: readonly string[]): string =>
  names.map((name) => `<li><a href="/${name.toLowerCase().replaceAll(" ", "-")}">${name}</a></li>`).join("\n");

const cookieBanner = `<div id="cookie-banner" class="cookie-banner" role="dialog" aria-label="Cookie consent"><p>We use cookies and similar technologies to give you the best experience.</p><button>Accept all</button><button>Reject all</button><a href="/cookies">Cookie settings</a></div>`;
const shareBar = `<div class="share-bar"><span>Share this:</span><ul>${links("Facebook", "Twitter", "LinkedIn", "WhatsApp")}</ul></div>`;
const newsletter = `<section class="newsletter-signup"><h3>Stay in the loop</h3><p>Get our best stories in your inbox every Friday.</p><form><input type="email" placeholder="Your email"><button>Sign me up</button></form></section>`;
const commentForm = `<div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form><p>Your email address will not be published. Required fields are marked *</p><label>Comment</label><textarea></textarea><label>Name</label><input><button>Post Comment</button></form></div>`;
const related = `<aside class="related-posts"><h3>You might also like</h3><ul>${links("Ten ways to descale anything", "Is your mixer too loud", "The toaster that wanted more", "Why ovens lie about heat")}</ul></aside>`;

interface Frame {
  readonly title: string;
  readonly head?: string;
  readonly lang?: string;
}

const framed = (content: string, { title, head = "", lang = "en" }: Frame): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<a class="skip-link" href="#content">Skip to content</a>
<header class="site-header"><a class="logo" href="/">Teaworks</a><nav class="main-nav"><ul>${links("Shop", "Journal", "Careers", "Store locator", "Log in")}</ul></nav></header>
${content}
<footer class="site-footer"><div class="footer-columns"><ul>${links("Imprint", "Privacy policy", "Terms of service", "Press room")}</ul></div><p class="copyright">© 2025 Teaworks GmbH. All rights reserved.</p></footer>
${cookieBanner}
</body></html>`;
const chrome = ["Careers", "Store locator", "Imprint", "All rights reserved", "We use cookies", "Accept all"];

const product: PageKind = {
  kind: "product",
  url: "https://shop.example.com/products/gooseneck-kettle",
  html: framed(
    `<nav class="breadcrumb" aria-label="Breadcrumb"><ol>${links("Home", "Kitchenware", "All kettles")}</ol></nav>
<main id="content"><div class="product" itemscope itemtype="https://schema.org/Product">
<div class="product-gallery"><img src="/k1.jpg" alt="Gooseneck kettle, front"><img src="/k2.jpg" alt="Gooseneck kettle, side"></div>
<div class="product-info"><h1 class="product-title" itemprop="name">Gooseneck Kettle 1.2 l</h1>
<div class="product-price"><span class="price">€89.00</span> <span class="vat">incl. VAT</span></div>
<div class="product-description" itemprop="description"><p>A slim spout gives you the calm, even stream that pour-over coffee asks for, and the counterweighted handle keeps the kettle steady even when it is full.</p>
<p>The base holds the water at the chosen temperature for an hour, so the second cup is as good as the first one was.</p>
<ul><li>Variable temperature from 40 to 100 °C</li><li>Brushed stainless steel, 18/8</li><li>Built-in stopwatch</li></ul></div>
<form class="add-to-cart"><label>Quantity</label><select><option>1</option></select><button>Add to cart</button></form></div>
<section class="product-specs"><h2>Specifications</h2><table class="specs"><tbody><tr><th>Capacity</th><td>1.2 litres</td></tr><tr><th>Power</th><td>1200 W</td></tr><tr><th>Weight</th><td>1.4 kg</td></tr><tr><th>Warranty</th><td>5 years</td></tr></tbody></table></section>
</div>
<section class="related-products"><h2>Customers also bought</h2><ul class="product-grid">${["Paper filters", "Ceramic dripper", "Hand grinder", "Travel mug"].map((name) => `<li class="product-card"><a href="/p"><img src="/x.jpg" alt=""><span>${name}</span></a><span class="price">€12.00</span><button>Add to cart</button></li>`).join("")}</ul></section></main>`,
    {
      title: "Gooseneck Kettle 1.2 l – Teaworks",
      head: `<meta property="og:type" content="product"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Gooseneck Kettle 1.2 l","offers":{"@type":"Offer","price":"89.00"}}</script>`,
    },
  ),
  keeps: [
    "Gooseneck Kettle 1.2 l",
    "even stream that pour-over coffee asks for",
    "holds the water at the chosen temperature",
    "Variable temperature from 40 to 100",
    "Built-in stopwatch",
    "Capacity",
    "1.2 litres",
    "5 years",
  ],
  drops: [...chrome, "Hand grinder", "Travel mug"],
};

const documentation: PageKind = {
  kind: "documentation",
  url: "https://docs.example.dev/v3/guide/caching",
  html: `<!doctype html><html lang="en"><head><title>Caching | Brewkit docs</title></head><body>
<header class="navbar"><a href="/">Brewkit</a><ul>${links("Docs", "Playground", "Releases")}</ul><button class="DocSearch">Search ⌘K</button></header>
<div class="theme-doc-version-banner alert" role="alert">You are reading the documentation for an old release. <a href="/v4/guide/caching">Switch to the latest version</a></div>
<div class="docs-wrapper"><aside class="docs-sidebar"><nav class="menu"><ul>${links("Introduction", "Installation", "Configuration", "Routing", "Caching", "Deployment", "Troubleshooting", "Upgrading from v2")}</ul></nav></aside>
<main class="docs-main"><article><div class="markdown"><h1>Caching</h1>
<p>Brewkit keeps the answers of slow functions in memory. A call with the same arguments returns the answer that was kept, until its time is over.</p>
<h2 id="usage">Usage</h2><p>Wrap the function with <code>cached()</code> and say how long an answer is good for:</p>
<pre><code class="language-ts">import { cached } from "brewkit";

export const prices = cached(loadPrices, { ttlMs: 60_000 });
</code></pre>
<div class="admonition admonition-tip"><p>Arguments are compared by value, so objects with the same fields are the same key.</p></div>
<h2 id="options">Options</h2><table><thead><tr><th>Option</th><th>Default</th><th>Meaning</th></tr></thead><tbody><tr><td><code>ttlMs</code></td><td>30000</td><td>How long an answer is kept.</td></tr><tr><td><code>max</code></td><td>500</td><td>How many answers are kept.</td></tr></tbody></table>
<h2 id="limits">Limits</h2><p>The cache lives in one process. With several of them, put a shared store behind it<sup><a href="#fn1">1</a></sup>.</p>
<section class="footnotes"><ol><li id="fn1">Any store with atomic writes will do.</li></ol></section></div></article>
<nav class="pagination-nav"><a href="/v3/guide/routing">Previous « Routing rules</a><a href="/v3/guide/deployment">Next Deployment targets »</a></nav></main>
<div class="table-of-contents toc"><p>On this page</p><ul>${links("Usage in short", "Options at a glance")}</ul></div></div>
<footer class="footer"><p>Copyright © 2025 Brewkit contributors. Built with care.</p></footer></body></html>`,
  keeps: [
    "# Caching",
    "keeps the answers of slow functions in memory",
    "Wrap the function with `cached()` and say",
    "```ts",
    "export const prices = cached(loadPrices, { ttlMs: 60_000 });",
    "objects with the same fields are the same key",
    "How many answers are kept.",
    "Any store with atomic writes will do",
  ],
  drops: [
    "Troubleshooting",
    "Upgrading from v2",
    "On this page",
    "Brewkit contributors",
    "Playground",
    "Options at a glance",
  ],
};

const answer = (author: string, votes: number, body: string): string =>
  `<div class="answer" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><div class="votecell"><button aria-label="Up vote">▲</button><div class="vote-count">${votes}</div><button aria-label="Down vote">▼</button></div><div class="answercell"><div class="post-body" itemprop="text">${body}</div><div class="post-menu"><a href="#">Share</a> <a href="#">Edit</a> <a href="#">Follow</a></div><div class="user-info"><span class="user-action-time">answered Mar ${votes}, 2024</span><div class="user-details" itemprop="author"><a href="/users/${votes}">${author}</a></div></div></div></div>`;
const questions: PageKind = {
  kind: "question and answers",
  url: "https://ask.example.org/questions/4711/why-does-my-kettle-whistle",
  html: framed(
    `<main><div id="question-header"><h1>Why does my kettle whistle before the water boils?</h1><div class="meta">Asked 2 years ago · Viewed 3k times</div></div>
<div class="question" itemscope itemtype="https://schema.org/Question"><div class="post-body"><p>My new stove-top kettle begins to whistle at about 85 °C, as measured with two thermometers. The old one only did so at a rolling boil. What is different?</p></div><div class="user-info"><div class="user-details"><a href="/users/1">curious_carla</a></div></div></div>
<div id="answers"><h2>3 Answers</h2>
${answer("steam_engineer", 12, "<p>The whistle needs a certain flow of steam, not a certain temperature. A narrow spout and a small air space let even the early steam, which comes from the hot bottom, build up enough of a stream.</p>")}
${answer("old_tinsmith", 7, "<p>Check the lid. When it closes tightly, all the expanding air has to leave through the whistle, and that can be enough for a first, weak tone.</p><pre><code>flow = dV / dt</code></pre>")}
${answer("nadia.k", 3, "<p>Mine does the same at high altitude, where water boils at 90 °C anyway. So it may simply be where you live.</p>")}
</div></main>
<aside class="sidebar"><h4>Hot network questions</h4><ul>${links("How do I fold a fitted sheet", "Can cats see television", "What is the oldest pun")}</ul></aside>`,
    { title: "Why does my kettle whistle before the water boils? - Ask" },
  ),
  keeps: [
    "begins to whistle at about 85",
    "The whistle needs a certain flow of steam",
    "When it closes tightly",
    "flow = dV / dt",
    "Mine does the same at high altitude",
    "steam_engineer",
    "old_tinsmith",
    "nadia.k",
  ],
  drops: [...chrome, "Hot network questions", "fold a fitted sheet"],
};

const forumPost = (author: string, day: number, body: string): string =>
  `<div class="post" id="p${day}"><div class="postprofile"><a class="username" href="/u/${author}">${author}</a><dl><dt>Posts:</dt><dd>${day * 31}</dd><dt>Joined:</dt><dd>2019</dd></dl></div><div class="postbody"><p class="author">by <a href="/u/${author}">${author}</a> » ${day} May 2024, 10:0${day}</p><div class="content">${body}</div><div class="signature">-- ${author}: life is too short for bad tea</div></div></div>`;
const forum: PageKind = {
  kind: "forum thread with signatures",
  url: "https://forum.example.net/viewtopic.php?f=3&t=991",
  html: framed(
    `<div id="page-body"><h2 class="topic-title"><a href="#">Descaling: vinegar or citric acid?</a></h2><div class="action-bar"><a class="button" href="#">Post Reply</a> 4 posts • Page 1 of 1</div>
${forumPost("maria82", 1, "I have used vinegar for years, but the smell stays for days. Is citric acid any better, and how much of it does one take for a litre?")}
${forumPost("jon_k", 2, "<blockquote><cite>maria82 wrote:</cite>the smell stays for days</blockquote>Two tablespoons for a litre, cold water, half an hour, then rinse twice. Never boil it, or you get calcium citrate, which is worse than the lime.<br><br>Works on the coffee machine too.")}
${forumPost("teapot", 3, "Agreed with jon. Besides, citric acid costs next to nothing when you buy it by the kilo in a pharmacy.")}
${forumPost("ozgur", 4, "Vinegar also attacks the rubber seals of some kettles, so I would keep away from it altogether.")}
<div class="quick-links">Return to “Care and repair” · Jump to: <a href="#">General chat</a></div></div>`,
    { title: "Descaling: vinegar or citric acid? - Tea forum" },
  ),
  keeps: [
    "the smell stays for days. Is citric acid any better",
    "Two tablespoons for a litre",
    "Works on the coffee machine too",
    "costs next to nothing",
    "attacks the rubber seals",
    "maria82",
    "jon_k",
    "teapot",
    "ozgur",
  ],
  drops: chrome,
};

const listing: PageKind = {
  kind: "listing",
  url: "https://blog.example.com/category/brewing/",
  html: framed(
    `<main><h1>Brewing</h1><div class="posts">${["First flush", "Second flush", "Cold brew", "Gongfu", "Matcha"]
      .map(
        (name) =>
          `<article class="post-card"><a href="/${name}"><img src="/t.jpg" alt=""></a><h2><a href="/${name}">${name} explained</a></h2><p class="excerpt">What ${name.toLowerCase()} means, where it comes from, and which mistakes to avoid when you make it at home for the first time.</p><span class="date">May 2, 2025</span></article>`,
      )
      .join("\n")}</div><nav class="pagination"><a href="?page=2">Older entries</a></nav></main>
<aside class="sidebar"><section class="widget"><h3>Tag cloud</h3><ul>${links("oolong", "sencha", "rooibos", "puerh")}</ul></section>${newsletter}</aside>`,
    { title: "Brewing - Teaworks journal" },
  ),
  keeps: ["First flush explained", "What cold brew means", "Gongfu explained", "What matcha means"],
  drops: [...chrome, "rooibos", "Sign me up", "best stories in your inbox"],
};

const recipe: PageKind = {
  kind: "recipe",
  url: "https://kitchen.example.com/recipes/masala-chai",
  html: framed(
    `<main><article class="recipe"><h1>Masala chai</h1><p class="intro">This is the tea my grandmother made on Sundays: strong, sweet and a little too hot to drink at once.</p>
${shareBar}
<div class="recipe-card"><div class="recipe-meta"><span>Prep: 5 min</span> <span>Cook: 15 min</span> <span>Serves 4</span></div>
<h2>Ingredients</h2><ul class="ingredients"><li>4 teaspoons Assam tea</li><li>500 ml whole milk</li><li>6 green cardamom pods</li><li>1 stick of cinnamon</li><li>2 slices of ginger</li></ul>
<h2>Method</h2><ol class="instructions"><li>Crush the cardamom and bring it to the boil with half a litre of water, the cinnamon and the ginger.</li><li>Add the tea and let it simmer for five minutes.</li><li>Pour in the milk, bring it up once more, and strain it into glasses.</li></ol>
<h3>Notes</h3><p>With oat milk, take a little less, since it thickens.</p></div></article>${commentForm}${related}</main>`,
    {
      title: "Masala chai | Kitchen",
      head: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Masala chai"}</script>`,
    },
  ),
  keeps: [
    "my grandmother made on Sundays",
    "4 teaspoons Assam tea",
    "6 green cardamom pods",
    "2 slices of ginger",
    "Crush the cardamom and bring it",
    "let it simmer for five minutes",
    "strain it into glasses",
    "With oat milk, take a little less",
  ],
  drops: [
    ...chrome,
    "Leave a Reply",
    "email address will not be published",
    "You might also like",
    "The toaster that wanted more",
    "WhatsApp",
  ],
};

const home: PageKind = {
  kind: "home page",
  url: "https://teaworks.example.com/",
  html: framed(
    `<section class="hero"><h1>Kettles that last</h1><p>We build kettles that are repaired, not thrown away, and we have done so since 1921 in the same small town.</p><a class="btn" href="/shop">See the range</a></section>
<section class="features"><div class="feature"><h3>Repairs for life</h3><p>Send us any kettle we ever made and we will put it right, whoever bought it and whenever that was.</p></div><div class="feature"><h3>Spare parts</h3><p>All parts are in stock, from the smallest screw to the largest spout, and shipped within two days.</p></div><div class="feature"><h3>Rental</h3><p>For parties and film sets we rent out up to two hundred kettles of any decade since the twenties.</p></div></section>
<section class="testimonials"><blockquote>My mother's kettle came back like new.</blockquote><cite>Ingrid, Malmö</cite></section>`,
    { title: "Teaworks – kettles that last" },
  ),
  keeps: [
    "Kettles that last",
    "since 1921 in the same small town",
    "Repairs for life",
    "from the smallest screw",
    "For parties and film sets",
  ],
  drops: chrome,
};

const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, row) => `<tr><td>Station ${row + 1}</td><td>${(row * 7) % 40} °C</td><td>${900 + row} hPa</td></tr>`,
  ).join("\n");
const table: PageKind = {
  kind: "tables only",
  url: "https://weather.example.gov/stations/today.html",
  html: framed(
    `<div id="content"><table class="data"><caption>Readings of all stations at noon</caption><thead><tr><th>Station</th><th>Temperature</th><th>Pressure</th></tr></thead><tbody>${rows(60)}</tbody></table></div>`,
    { title: "Readings today" },
  ),
  keeps: ["Temperature", "Station 1 ", "Station 30 ", "Station 60 ", "959 hPa"],
  drops: ["Careers", "All rights reserved", "We use cookies"],
};

const snippet = (name: string): string =>
  `<h2>${name}</h2><p>The ${name} step reads what the step before has left and writes its own result beside it.</p><pre><code class="language-bash">brew ${name} --in ./leaves --out ./cup
brew status --verbose ${name}</code></pre>`;
const code: PageKind = {
  kind: "code-heavy",
  url: "https://blog.example.dev/2024/05/a-tea-pipeline/",
  html: framed(
    `<main><article class="post"><h1>A tea pipeline in four commands</h1><p class="byline">By Ada Brewer, May 4, 2024</p>${["pick", "wither", "roll", "fire"].map(snippet).join("\n")}<p>The cost of a run is <math><mi>c</mi><mo>=</mo><mn>2</mn><mi>n</mi></math>, and no more.</p><figure><img src="/flow.svg" alt="Flow"><figcaption>All four steps and what they leave behind.</figcaption></figure></article>${related}${commentForm}</main>`,
    { title: "A tea pipeline in four commands" },
  ),
  keeps: [
    "brew pick --in ./leaves",
    "brew status --verbose roll",
    "brew fire --in",
    "The wither step reads",
    "All four steps and what they leave behind",
  ],
  drops: [...chrome, "You might also like", "Post Comment"],
};

const prose = [
  "When the first kettles left the works, nobody in the valley believed that they would find a buyer beyond the next ridge.",
  "The railway changed that within a year, and by the turn of the century half the country boiled its water in our copper.",
  "What followed is told less often, because it isn't about growth: the long winter, the fire, and the slow rebuilding.",
  "Today the works are small again, and those who work here would not have it any other way, as they will tell you.",
] as const;
const paragraphs = prose.map((text) => `<p>${text}</p>`);

const elementor = (inner: string, type: string): string =>
  `<div class="elementor-element elementor-widget elementor-widget-${type}" data-element_type="widget" data-widget_type="${type}.default"><div class="elementor-widget-container">${inner}</div></div>`;
const divi = (inner: string): string =>
  `<div class="et_pb_row"><div class="et_pb_column et_pb_column_4_4 et_pb_css_mix_blend_mode_passthrough"><div class="et_pb_module et_pb_text et_pb_text_align_left"><div class="et_pb_text_inner">${inner}</div></div></div></div>`;
const builders: readonly PageKind[] = (
  [
    [
      "Elementor",
      `<div data-elementor-type="wp-page" class="elementor elementor-12"><section class="elementor-section elementor-top-section"><div class="elementor-container"><div class="elementor-column elementor-col-100"><div class="elementor-widget-wrap">${elementor("<h1>Our story</h1>", "heading")}${paragraphs.map((text) => elementor(text, "text-editor")).join("")}</div></div></div></section></div>`,
    ],
    [
      "Divi",
      `<div id="main-content"><article class="page type-page"><div class="entry-content"><div class="et-l et-l--post"><div class="et_builder_inner_content"><div class="et_pb_section et_section_regular">${divi("<h1>Our story</h1>")}${paragraphs.map(divi).join("")}</div></div></div></div></article></div>`,
    ],
    [
      "Webflow",
      `<div class="section w-section"><div class="w-container"><h1 class="heading-12">Our story</h1><div class="w-layout-grid grid-3">${paragraphs.map((text) => `<div class="div-block-7"><div class="text-block-9 w-richtext">${text}</div></div>`).join("")}</div></div></div>`,
    ],
    [
      "layout tables",
      `<table width="760" cellpadding="0" border="0"><tr><td width="160" valign="top" bgcolor="#eeeeee">${["Products", "Our history", "How to find us", "Guestbook"].map((name) => `<a href="/${name}.htm">${name}</a><br>`).join("")}</td><td valign="top"><font size="5"><b>Our story</b></font><br><br><font face="Verdana">${prose.join("<br><br>")}</font></td></tr></table>`,
    ],
    ["line breaks for paragraphs", `<div id="maintext"><h1>Our story</h1>${prose.join("<br><br>\n")}</div>`],
    ["main around a part only", `<main><h1>Our story</h1></main><div class="text">${paragraphs.join("")}</div>`],
    [
      "main around everything",
      `<main class="wrapper"><div class="breadcrumbs"><a href="/">Home</a> › <a href="/about">About us</a></div><h1>Our story</h1>${paragraphs.join("")}${related}${newsletter}</main>`,
    ],
  ] as const
).map(([kind, content]) => ({
  kind,
  url: "https://teaworks.example.com/our-story",
  html: framed(content, { title: "Our story – Teaworks" }),
  keeps: prose.map((text) => text.slice(0, 60)),
  drops: [...chrome, "You might also like", "inbox every Friday", "Guestbook"],
}));

const scripts: readonly PageKind[] = (
  [
    [
      "Chinese",
      "zh",
      [
        "茶壶在过去几个星期里经过了反复的测试，我们认为它的表现与制造商的承诺完全一致。",
        "壶身由不锈钢制成，壶盖可以单手打开，倒水时水流平稳，不会溅出。",
        "加热到一百度大约需要四分钟，保温功能可以持续一个小时，噪音也很小。",
        "唯一的缺点是价格，不过考虑到五年的保修期，我们仍然推荐购买。",
      ],
      "首页 新闻 论坛 联系我们",
      "相关文章推荐",
    ],
    [
      "Japanese",
      "ja",
      [
        "このやかんは数週間にわたって繰り返し試され、その性能はメーカーの約束どおりでした。",
        "本体はステンレス製で、ふたは片手で開けられ、注ぐときの水の流れも安定しています。",
        "百度まで温めるのに約四分かかり、保温は一時間続き、音もとても静かです。",
        "唯一の欠点は価格ですが、五年間の保証を考えれば、それでもおすすめできます。",
      ],
      "ホーム ニュース 掲示板 お問い合わせ",
      "関連記事",
    ],
    [
      "Arabic",
      "ar",
      [
        "تم اختبار الغلاية لعدة أسابيع، وخلال ذلك الوقت كان أداؤها كما وعد صانعوها تماما، دون أي استثناء.",
        "صنع جسم الغلاية من الفولاذ المقاوم للصدأ، ويمكن فتح الغطاء بيد واحدة، ويبقى تدفق الماء ثابتا.",
        "يستغرق التسخين إلى مئة درجة نحو أربع دقائق، وتستمر خاصية حفظ الحرارة ساعة كاملة.",
        "العيب الوحيد هو السعر، ولكننا نوصي بشرائها رغم ذلك نظرا إلى ضمان مدته خمس سنوات.",
      ],
      "الرئيسية الأخبار المنتدى اتصل بنا",
      "مقالات ذات صلة",
    ],
    [
      "Hebrew",
      "he",
      [
        "הקומקום נבדק במשך כמה שבועות, ובזמן הזה הוא התנהג בדיוק כפי שהבטיחו היצרנים, ללא יוצא מן הכלל.",
        "גוף הקומקום עשוי פלדת אל חלד, את המכסה אפשר לפתוח ביד אחת, וזרם המים נשאר יציב.",
        "החימום למאה מעלות אורך כארבע דקות, ושמירת החום נמשכת שעה שלמה, בשקט כמעט מוחלט.",
        "החיסרון היחיד הוא המחיר, אך בהתחשב באחריות לחמש שנים אנחנו ממליצים עליו בכל זאת.",
      ],
      "ראשי חדשות פורום צור קשר",
      "כתבות נוספות",
    ],
  ] as const
).map(([kind, lang, body, menu, more]) => ({
  kind,
  url: "https://news.example.com/2024/05/kettle-test",
  html: framed(
    `<div class="menu">${menu
      .split(" ")
      .map((name) => `<a href="/${name}">${name}</a>`)
      .join(
        " ",
      )}</div><div class="wrap"><h1>${body[0].slice(0, 14)}</h1><div class="text">${body.map((text) => `<p>${text}</p>`).join("")}</div><div class="more"><h3>${more}</h3><ul>${links("A", "B", "C", "D")}</ul></div></div>`,
    { title: body[0].slice(0, 14), lang },
  ),
  keeps: body,
  drops: [menu.split(" ")[1] ?? menu, "Careers", "All rights reserved", "We use cookies"],
}));

const several: PageKind = {
  kind: "several articles on one page",
  url: "https://diary.example.org/2024/05/",
  html: framed(
    `<div id="primary">${prose.map((text, day) => `<article class="hentry"><h2 class="entry-title"><a href="/${day}">Entry of day ${day + 1}</a></h2><div class="entry-content"><p>${text} ${prose[(day + 1) % 4]}</p></div><footer class="entry-meta">Posted in <a href="/c">Diary</a></footer></article>`).join("")}</div><div id="secondary" class="widget-area"><aside class="widget"><h3>Archives</h3><ul>${links("April 1999", "March 1999", "June 1998")}</ul></aside></div>`,
    { title: "May 2024 - Diary" },
  ),
  keeps: ["Entry of day 1", "Entry of day 4", ...prose.map((text) => text.slice(0, 60))],
  drops: [...chrome, "March 1999"],
};

const article: PageKind = {
  kind: "article with all kinds of chrome",
  url: "https://magazine.example.com/stories/our-story",
  html: framed(
    `<div class="breadcrumbs"><a href="/">Home</a> › <a href="/stories">All stories</a></div><article><h1>Our story</h1><p class="byline">By Ada Brewer</p>${shareBar}${paragraphs.slice(0, 2).join("")}<div class="ad-slot advertisement">Advertisement</div><p>Use <a href="/a">the first</a> and <strong>not</strong> the <em class="ad">second</em> <span class="share widget">kettle</span> when you come.</p><blockquote><p>We never sold a kettle that we would not have kept.</p></blockquote>${paragraphs.slice(2).join("")}${newsletter}<div class="tags">Filed under: <a href="/t/copper">copper</a></div></article>${related}${commentForm}`,
    { title: "Our story – Magazine" },
  ),
  keeps: [
    ...prose.map((text) => text.slice(0, 60)),
    "Use [the first](https://magazine.example.com/a) and **not** the *second* kettle when you come.",
    "We never sold a kettle that we would not have kept",
  ],
  drops: [...chrome, "WhatsApp", "inbox every Friday", "You might also like", "Post Comment", "Advertisement"],
};

/** A small page as a builder or a platform makes it, told in one body. */
const small = (kind: string, title: string, body: string, expected: Pick<PageKind, "keeps" | "drops">): PageKind => ({
  kind,
  url: `https://small.example.com/${kind.replaceAll(" ", "-")}`,
  html: `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
  ...expected,
});
const widget = (content: string): string =>
  `<div class="elementor-element elementor-widget"><div class="elementor-widget-container">${content}</div></div>`;
const comment = (user: string, text: string): string =>
  `<tr class="comtr"><td><span class="comhead"><a href="/user?id=${user}" class="hnuser">${user}</a></span><div class="comment"><div class="commtext">${text}</div></div></td></tr>`;

const smallPages: readonly PageKind[] = [
  small(
    "title outside of the post of a page builder",
    "Five mistakes when painting wood - Treverk",
    `<div class="elementor-location-header">${widget(`<nav><ul>${links("Back to start", "Painting guides")}</ul></nav>`)}</div>
<div class="elementor-location-single"><section class="title-section">${widget("<h1>Five mistakes when painting wood</h1>")}</section>
<section>${widget("<p>Paint fails from below, so most mistakes happen before the can is opened. We have sanded other people's errors for twenty years.</p><h2>Painting damp wood</h2><p>Above eighteen percent moisture, no primer will hold through the first summer.</p><h2>Thick coats</h2><p>Two thin coats dry through, one thick coat forms a skin over wet paint.</p>")}</section>
<section>${widget(`<h4>Latest articles</h4><ul>${links("Oil or varnish for oak floors", "How to clean brushes for good")}</ul>`)}</section></div>
<div class="elementor-location-footer">${widget("<p>© 2025 Nordtak AS. Site by Pixelbruk.</p>")}</div>`,
    {
      keeps: ["Five mistakes when painting wood", "Paint fails from below", "Painting damp wood", "Two thin coats"],
      drops: ["Painting guides", "Oil or varnish", "Site by Pixelbruk"],
    },
  ),
  small(
    "recommendations inside main",
    "Stoneware mug – Kiln",
    `<a href="#c">Skip to content</a><header><p>Free returns within 30 days</p><nav><ul>${links("All pottery", "Our story")}</ul></nav></header>
<main><div class="product"><h1>Stoneware mug</h1><p class="price">€24,00</p><div class="rte"><p>Thrown by hand in our studio from speckled stoneware, with a handle wide enough for four fingers.</p><ul><li>Holds 350 ml to the rim</li></ul></div><details><summary>Materials and care</summary><p>Wash it by hand if you want the raw clay to keep its colour.</p></details></div>
<product-recommendations><h2>You may also like</h2><ul><li><a href="/1"><h3>Espresso cup set of four</h3></a><span>€38,00</span></li><li><a href="/2"><h3>Serving bowl, large</h3></a><span>€56,00</span></li></ul></product-recommendations></main>
<footer><small>© 2025, Kiln. Powered by Shopify</small></footer>`,
    {
      keeps: ["# Stoneware mug", "€24,00", "Thrown by hand", "350 ml to the rim", "Wash it by hand"],
      drops: ["You may also like", "Espresso cup", "Serving bowl", "Powered by Shopify", "Free returns"],
    },
  ),
  small(
    "feedback toolbar and menus of a manual",
    "Configuration - Quill",
    `<div class="acs-side-bar"><h5>PAGE TREE</h5><ul>${links("Onboarding for engineers", "Incident template")}</ul></div>
<div class="page"><h1>Configuration</h1><p>All settings live in one file, quill.toml, next to your sources.</p><h2>Theme <span>[<a href="/e">edit</a>]</span></h2><p>The theme decides how pages look and which fonts are loaded.</p><table><tr><th>Option</th><th>Meaning</th></tr><tr><td>name</td><td>folder of the theme</td></tr><tr><td>dark</td><td>whether a dark palette is offered</td></tr></table>
<form class="feedback"><fieldset><legend>Was this page helpful?</legend></fieldset></form><div class="labels">No labels</div><div class="nav-links"><a href="/o">Older: A linker in a weekend</a></div></div>
<div role="navigation"><table><tr><th>Tools of the trade</th></tr><tr><td><a href="/s">Static generators</a> · <a href="/t">Wikis</a></td></tr></table></div>`,
    {
      keeps: ["# Configuration", "All settings live in one file", "## Theme", "folder of the theme", "dark palette"],
      drops: [
        "PAGE TREE",
        "Onboarding",
        "Was this page helpful",
        "No labels",
        "A linker",
        "Tools of the trade",
        "Wikis",
      ],
    },
  ),
  small(
    "thread of comments in layout tables",
    "How do you store paper maps? | Threadly",
    `<div class="hdr"><a href="/">Threadly</a> <a href="/new">newest</a> | <a href="/submit">submit</a> | <a href="/login">login</a></div>
<table><tr><td class="title"><a href="/item?id=1">How do you store paper maps?</a></td></tr><tr><td>54 points by <a href="/user?id=mapper">mapper</a></td></tr><tr><td>I inherited two hundred topographic sheets and own no flat cabinet.</td></tr></table>
<table class="comment-tree">${comment("atlas9", "Roll them around a tube, never inside one, with acid-free paper between.")}${comment("foldist", "Fold along the grain once and store upright like records.")}${comment("humid", "Whatever you do, keep them below fifty percent humidity.")}</table>
<div class="ftr"><a href="/guidelines">Guidelines</a> | <a href="/faq">FAQ page</a> | <a href="/legal">Legal</a></div>`,
    {
      keeps: [
        "How do you store paper maps",
        "two hundred topographic sheets",
        "atlas9",
        "Fold along",
        "foldist",
        "humid",
      ],
      drops: ["newest", "submit", "Guidelines", "Legal"],
    },
  ),
  small(
    "page about cookies named like a banner",
    "Cookie policy | Harbour Books",
    `<nav>${links("Fiction", "Travel")}</nav><div class="wrap"><div class="cookie-policy"><h1>Cookie policy</h1>${["What are cookies?", "Necessary cookies", "Analytics cookies", "How to delete cookies"].map((heading) => `<h2>${heading}</h2><p>When you visit our shop, cookies help us to remember what you chose, and this section explains how long they stay, who may read them, and what happens when you delete them.</p>`).join("")}<p><button>Manage cookie settings</button></p></div></div><footer><p>© 2025 Harbour Books</p></footer>`,
    {
      keeps: ["# Cookie policy", "## What are cookies?", "## Necessary cookies", "## How to delete cookies"],
      drops: ["Fiction", "© 2025"],
    },
  ),
  small(
    "newsletter post",
    "The quiet end of the fax - by Mira Vogel",
    `<div class="main-menu"><a href="/">Paper Trails</a></div><article class="newsletter-post post"><h1>The quiet end of the fax</h1><h3>Germany switched off the last office machine on a Tuesday</h3><div><p>The machine in room 214 printed its last page at eleven in the morning.</p><p>It was a confirmation that a confirmation had been received.</p><div class="subscription-widget"><p>Paper Trails is a reader-supported publication.</p><form><input type="email"></form></div><h2>Why it lasted</h2><p>A fax was legally a letter, and an email was legally nothing.</p></div></article><div class="comments"><h4>Discussion about this post</h4><a href="#">Ready for more?</a></div>`,
    {
      keeps: ["# The quiet end of the fax", "Germany switched off", "a confirmation had been", "## Why it lasted"],
      drops: ["Paper Trails", "Discussion about", "Ready for more"],
    },
  ),
];

const kinds: readonly PageKind[] = [
  product,
  documentation,
  questions,
  forum,
  listing,
  recipe,
  home,
  table,
  code,
  several,
  article,
  ...builders,
  ...scripts,
  ...smallPages,
];

describe("main content by kind of page", () => {
  it.each(kinds)("$kind", async ({ html, url, keeps, drops }) => {
    const markdown = await mainContent(html, url);
    expect(keeps.filter((text) => !markdown.includes(text))).toEqual([]);
    expect(drops.filter((text) => markdown.includes(text))).toEqual([]);
  });
});
