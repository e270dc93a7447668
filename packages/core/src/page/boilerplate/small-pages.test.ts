import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(body: string, { url, head = "" }: { readonly url: string; readonly head?: string }) {
  const html = `<!doctype html><html><head><title>Which kettle lasts? | Board</title>${head}</head><body>${body}</body></html>`;
  return await transformer.transform(captureOf(html, { url }), transformOptions(), new AbortController().signal);
}

const remarks = [
  "Mine has lasted for nine winters, and the handle has never become hot, which one can't say of the others.",
  "The one with the wooden knob is the better of the two, since its lid closes without a sound.",
  "Why not simply buy two of the cheap ones? They are as good, and one of them will always be clean.",
];

const inTable = remarks
  .map(
    (remark, place) =>
      `<tr class="athing" id="${place}"><td><table><tr><td class="ind"><img src="s.gif" height="1" width="${place * 40}"></td><td class="votelinks"><a href="vote?id=${place}"><div class="votearrow" title="upvote"></div></a></td><td><div><span class="head"><a href="user?id=ann${place}" class="user">ann${place}</a> <span><a href="item?id=${place}">${place} hours ago</a></span> <span> | <a href="#0">parent</a> | <a href="#1">next</a> <a href="javascript:void(0)">[–]</a></span></span></div><div class="comment"><div class="text">${remark}</div><div class="reply"><p><font size="1"><u><a href="reply?id=${place}">reply</a></u></font></p></div></div></td></tr></table></td></tr>`,
  )
  .join("");

test("posts in tables that can be voted on are a thread: authors stay, what is done with a post goes", async () => {
  const { markdown = "", metadata } = await read(
    `<center><table><tr><td><b><a href="news">Board</a></b> <a href="newest">new</a> | <a href="ask">ask</a> | <a href="submit">submit</a></td></tr><tr><td><table class="fatitem"><tr><td class="title"><a href="https://tea.example/kettles">Which kettle lasts?</a></td></tr><tr><td><span class="score">31 points</span> by <a href="user?id=bo" class="user">bo</a> <a href="item?id=9">8 hours ago</a> | <a href="hide?id=9">hide</a> | <a href="fave?id=9">favorite</a> | <a href="item?id=9">3 comments</a></td></tr></table><table>${inTable}</table></td></tr></table></center>`,
    { url: "https://board.example.com/item?id=9" },
  );
  expect(metadata?.pageType).toBe("forum");
  for (const remark of remarks) expect(markdown).toContain(remark);
  for (const name of ["bo", "ann0", "ann1", "ann2"]) expect(markdown).toContain(`user?id=${name})`);
  expect(markdown).toContain("8 hours ago](https://board.example.com/item?id=9) | [3 comments]");
  expect(markdown).not.toMatch(/\[(?:hide|favorite|parent|next|reply|submit)\]|\[–\]|s\.gif/);
});

const inBoxes = [...remarks, "Which one?"]
  .map(
    (remark, place) =>
      `<div class="thing comment"><div class="midcol"><div class="arrow up" role="button" aria-label="upvote"></div></div><div class="entry"><p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a><a href="/user/ann${place}" class="author">ann${place}</a> <span class="score dislikes">6 points</span><span class="score unvoted">7 points</span><span class="score likes">8 points</span> <time>2 hours ago</time>&nbsp;<a href="javascript:void(0)" class="numchildren">(2 children)</a></p><form><div class="md"><p>${remark}</p></div></form><ul class="buttons"><li><a href="/c/${place}">permalink</a></li><li><a href="#p${place}">parent</a></li><li><a href="javascript:void(0)">reply</a></li></ul></div></div>`,
  )
  .join("");

test("posts in boxes that answer each other are a thread, without the rules of the board beside them", async () => {
  const { markdown = "", metadata } = await read(
    `<div class="side"><h1><a href="/r/board">Board</a></h1><p>Welcome to our board, a friendly place to talk about leaves and water in every form.</p></div><div class="content"><p class="title"><a class="title" href="/c">Which kettle lasts?</a></p><div class="commentarea">${inBoxes}</div></div>`,
    { url: "https://board.example.com/r/board/comments/1abc/which_kettle_lasts/" },
  );
  expect(metadata?.pageType).toBe("forum");
  expect(markdown).toContain("[ann1](https://board.example.com/user/ann1) 7 points 2 hours ago\n\nThe one with");
  expect(markdown).toContain("[ann3](https://board.example.com/user/ann3) 7 points 2 hours ago\n\nWhich one?");
  expect(markdown).not.toMatch(/Welcome to|permalink|parent|reply|\[–\]|children|6 points|8 points/);
});

test("a short thread has the names of its authors, without their pictures and ranks", async () => {
  const posts = remarks
    .map(
      (remark, place) =>
        `<div class="post" id="p${place}"><dl class="postprofile"><dt><div class="avatar-container"><a href="/u/ann${place}" class="avatar"><img class="avatar" src="/a.png" alt="User avatar"></a></div><a href="/u/ann${place}" class="username">ann${place}</a></dt><dd class="profile-rank">Tea master</dd></dl><div class="postbody"><ul class="post-buttons"><li><a href="/quote/${place}">Quote</a></li></ul><p class="author"><a href="#p${place}"><span class="sr-only">Post</span></a> by <strong><a href="/u/ann${place}" class="username">ann${place}</a></strong> » <time>March 2</time></p><div class="content">${remark}</div></div><div class="back2top"><a href="#wrap">Top</a></div></div>`,
    )
    .join("");
  const { markdown = "", metadata } = await read(
    `<div role="main"><h2 class="topic-title">Which kettle lasts?</h2>${posts}</div>`,
    {
      url: "https://board.example.com/viewtopic.php?t=9",
    },
  );
  expect(metadata?.pageType).toBe("forum");
  for (const [place, remark] of remarks.entries()) {
    expect(markdown).toContain(`by **[ann${place}](https://board.example.com/u/ann${place})** » March 2`);
    expect(markdown).toContain(remark);
  }
  expect(markdown).not.toMatch(/avatar|Tea master|\[(?:Quote|Post|Top)\]/);
});

test("an article with comments that can be voted on stays one", async () => {
  const text = remarks.map((remark) => `<p>${remark} ${remark}</p>`).join("");
  const { markdown = "", metadata } = await read(
    `<main><article><h1>Which kettle lasts?</h1>${text}</article><section id="comments"><h2>3 comments</h2>${inBoxes}</section></main>`,
    {
      url: "https://journal.example.com/2024/which-kettle-lasts",
      head: '<meta property="og:type" content="article">',
    },
  );
  expect(metadata?.pageType).toBe("article");
  expect(markdown).not.toContain("ann1");
});

test("a small page keeps the heading of a section whose header holds nothing else", async () => {
  const { markdown = "" } = await read(
    `<header><h1>Tea House</h1><a href="/menu">Menu</a></header><div class="frame"><header><h2><span>Opening hours</span></h2></header><div class="text"><p>We open from Monday to Friday between nine and noon, and are closed at the weekend and on holidays.</p></div></div>`,
    { url: "https://house.example.com/hours" },
  );
  expect(markdown).toContain("## Opening hours");
  expect(markdown).not.toContain("Menu");
});

test("the source of a quotation stays with it, and the footer of the page goes", async () => {
  const { markdown = "" } = await read(
    `<div class="text"><p>Press the knob to open the lid.</p><blockquote><p>Water is best.</p><footer>— Pindar, <a href="/odes">Odes</a></footer></blockquote></div><footer><p>Made by hand in Passau</p></footer>`,
    { url: "https://house.example.com/kettles" },
  );
  expect(markdown).toContain("> — Pindar, [Odes](https://house.example.com/odes)");
  expect(markdown).not.toContain("Made by hand");
});

test("the title of a document of Word stays above its first heading", async () => {
  const { markdown = "" } = await read(
    `<div class="WordSection1"><p class="MsoTitle">The kettle handbook</p><p class="MsoNormal">Draft 3</p><h1>Scope</h1><p class="MsoNormal">${remarks[0]}</p></div>`,
    { url: "https://house.example.com/handbook.htm" },
  );
  expect(markdown.startsWith("The kettle handbook")).toBe(true);
});

test("a note of a book stays with its reference, and what stands beside the text goes", async () => {
  const { markdown = "" } = await read(
    `<section epub:type="chapter"><h2>On kettles</h2><p>It sang<sup><a epub:type="noteref" href="#n2" id="r2">*</a></sup>. ${remarks[0]}</p><aside epub:type="footnote" id="n2"><p><a href="#r2">*</a> Not for long.</p></aside></section><aside class="sidebar"><p>Subscribe to the letters of the house, which come once a month.</p></aside>`,
    { url: "https://house.example.com/kettles.xhtml" },
  );
  expect(markdown).toContain("It sang[^1]");
  expect(markdown).toContain("[^1]: Not for long.");
  expect(markdown).not.toContain("Subscribe");
});

test("a message of an archive has no links to those before and after it", async () => {
  const turns = `<ul><li>Previous message (by thread): <a href="000.html">[tea] Knobs</a></li><li>Next message (by thread): <a href="002.html">[tea] Lids</a></li><li><b>Messages sorted by:</b> <a href="date.html">[ date ]</a> <a href="thread.html">[ thread ]</a></li></ul>`;
  const { markdown = "" } = await read(
    `<h1>[tea] Handles</h1><b>Ann Lee</b> <a href="mailto:ann%40tea.example">ann at tea.example</a><br><i>Sat Mar 2 17:14:00 UTC 2024</i><p></p>${turns}<hr><pre>Hello,\n\n${remarks[0]}\n\nNext message: on lids.\n</pre><hr>${turns}`,
    { url: "https://lists.example.com/pipermail/tea/2024-March/001.html" },
  );
  expect(markdown).toContain("Ann Lee");
  expect(markdown).toContain("Next message: on lids.");
  expect(markdown).not.toMatch(/Previous message|\[tea\] Lids|sorted by/);
});

test("a note keeps its number, wherever the page is taken to be", async () => {
  const { markdown = "" } = await read(
    `<div class="main-menu"><a href="/">Ann's letter</a><button>Subscribe</button></div><article class="newsletter-post post"><div class="post-header"><h1 class="post-title">On tea</h1><h3 class="subtitle">A short treatise</h3><div class="byline"><a href="/@ann">Ann Ek</a><div>May 01, 2024</div></div><div class="post-ufi"><button>12</button><button>Share</button></div></div><div class="available-content"><div class="body markup"><p>Tea was first brewed<a class="footnote-anchor" id="r1" href="#n1">1</a> in a valley where nobody had heard of coffee, and it took a thousand years for the two to meet.</p><p>The heat of the water follows a law that I learned from my aunt:</p><p class="button-wrapper"><a class="button primary" href="https://x/subscribe?"><span>Subscribe now</span></a></p><blockquote><p>Water is the mother of tea, a kettle its father.</p></blockquote><p>So drink it while it is hot, and never let anyone tell you that the second cup is worse than the first one.</p><div class="subscription-widget"><p>Ann's letter is a reader-supported publication. To receive new posts, consider becoming a free or paid subscriber.</p><form><input type="email" placeholder="Type your email..."><input type="submit" value="Subscribe"></form></div><div class="footnote"><a id="n1" href="#r1" class="footnote-number">1</a><div class="footnote-content"><p>Or so they say.</p></div></div></div></div><div class="post-footer"><div class="like-button">12 Likes</div></div></article><div class="comments-page"><h4>Discussion about this post</h4><div class="comment"><a href="/@bo">Bo</a><p>Lovely.</p><a>Reply</a></div></div>`,
    { url: "https://example.test/dir/page", head: '<meta property="og:type" content="article">' },
  );
  expect(markdown).toContain("brewed[^1] in");
  expect(markdown).toContain("[^1]: Or so they say.");
});

const post = (comments: string): string =>
  `<header class="site-header"><p class="site-title"><a href="/">Low Tide</a></p><nav><ul><li><a href="/about">About the boat</a></li><li><a href="/log">Logbook</a></li></ul></nav></header><main><article class="post hentry"><h1 class="entry-title">Replacing the bilge pump</h1><div class="entry-content"><p>The old pump gave up on Sunday, with four inches of rain already in the cockpit.</p><p>We pulled it out through the hatch, which takes about as long as you think it takes and then the same again.</p></div></article><div id="comments" class="comments-area"><ol class="comment-list">${comments}</ol></div></main>`;
const comments = [
  ["Geoff", "Ours did exactly that last spring. Did you keep the float switch?"],
  ["Hanneke", "We did, and it still clicks."],
  ["Anneli", "Lovely photo. Come and see us in Mariehamn!"],
]
  .map(
    ([name, text], place) =>
      `<li id="comment-${place}" class="comment"><article class="comment-body"><footer class="comment-meta"><b class="fn">${name}</b> <span class="says">says:</span> <a href="#comment-${place}"><time>March ${place + 5}, 2026 at 8:00 am</time></a></footer><div class="comment-content"><p>${text}</p></div><div class="reply"><a href="?replytocom=${place}" class="comment-reply-link">Reply</a></div></article></li>`,
  )
  .join("");

test("a short post of a blog is an article, however many answer it, unless it stands in a forum", async () => {
  const blog = await read(post(comments), { url: "https://lowtide.example/2026/03/04/replacing-the-bilge-pump/" });
  expect(blog.metadata?.pageType).toBe("article");
  expect(blog.markdown).toContain("The old pump gave up");
  expect(blog.markdown).not.toMatch(/float switch|still clicks|Mariehamn/);
  const board = await read(post(comments), { url: "https://lowtide.example/forums/topic/replacing-the-bilge-pump/" });
  expect(board.metadata?.pageType).toBe("forum");
  expect(board.markdown).toContain("float switch");
});

const roles = ["Second engineer", "Able seafarer", "Night cook", "Ticket office lead"];
const vacancies = roles
  .map(
    (role) =>
      `<li class="job"><h2><a href="/v/${role}">${role}</a></h2><p>Stranraer · full time</p><p>Keeps two diesels, a bow thruster and a crew of six in good humour.</p></li>`,
  )
  .join("");

test("a small page without anything technical is no documentation", async () => {
  const page = (end: string): string =>
    `<header><a href="/">North Ferry</a><nav><ul><li><a href="/life">Life here</a></li></ul></nav></header><main><h1>Vacancies</h1><ul class="jobs">${vacancies}</ul>${end}</main>`;
  const url = "https://jobs.northferry.example/vacancies";
  const { metadata, markdown } = await read(page(""), { url });
  expect(metadata?.pageType).toBe("listing");
  for (const role of roles) expect(markdown).toContain(role);
  const manual = await read(page("<p>Set <code>crew.night = true</code> in the file of the ship.</p>"), { url });
  expect(manual.metadata?.pageType).toBe("documentation");
});

const memberPost = (name: string, text: string, place: number): string =>
  `<article class="post" id="p${place}"><div class="user-cell"><h4 class="name"><a href="/members/${place}/" class="username">${name}</a></h4><h5 class="user-title">Well-known member</h5><dl><dt>Joined</dt><dd>Mar 4, 2019</dd><dt>Messages</dt><dd>${place}82</dd></dl></div><div class="main-cell"><ul><li><a href="#p${place}"><time>Sep ${place}, 2025</time></a></li></ul><div class="message-body">${text}</div><aside class="message-signature">1998 Morini, a ${place} of many</aside></div></article>`;

test("a thread keeps the authors of short posts, and loses their signatures and what the board shows around it", async () => {
  const posts = [
    ["petcock_pete", "Starts fine, idles fine, but at half throttle it falls on its face until I open it right up."],
    ["reedvalve", "Drop the needle one notch and try again."],
    ["oldshuttle", "One notch did it for mine as well."],
  ].map(([name = "", text = ""], place) => memberPost(name, text, place + 1));
  const { markdown, metadata } = await read(
    `<nav><a href="/">Two Stroke Corner</a></nav><main><h1>Bogs down at half throttle</h1><div class="posts">${posts.join("")}</div><div class="box"><h4>Users browsing this thread</h4><p>There are currently 1 users browsing this thread. (0 members and 1 guests)</p></div><div class="box"><h3>Join the conversation</h3><p>You can post now and register later. If you have an account, sign in now to post with your account.</p></div></main>`,
    { url: "https://two.example/threads/bogs-down.18832/" },
  );
  expect(metadata?.pageType).toBe("forum");
  for (const name of ["petcock_pete", "reedvalve", "oldshuttle"]) expect(markdown).toContain(`[${name}]`);
  expect(markdown).toContain("Drop the needle one notch");
  expect(markdown).not.toMatch(/1998 Morini|browsing this thread|register later/);
});

test("what can be done with goods goes from their pages, in several languages, and a manual keeps it", async () => {
  const shop = (line: string): string =>
    `<main><div class="product"><h1>Clapet anti-retour DN25</h1><p class="price">18,40 €</p><p>Clapet à ressort pour eau froide, eau chaude et air comprimé, montage en toutes positions, sans entretien pendant dix ans.</p><button>Ajouter au panier</button><div class="links">${line}</div><table><tr><th>Filetage</th><td>G 1 pouce femelle</td></tr><tr><th>Corps</th><td>Laiton</td></tr></table></div></main>`;
  for (const [first, second] of [
    ["Ajouter à ma liste d’envie", "Ajouter au comparateur"],
    ["Add to Wish List", "Add to Compare"],
    ["Auf die Wunschliste", "Zur Vergleichsliste hinzufügen"],
  ]) {
    const line = `<a href="#w"><span>${first}</span></a> <a href="#c"><span>${second}</span></a>`;
    const { markdown, metadata } = await read(shop(line), { url: "https://raccords.example/clapet.html" });
    expect(metadata?.pageType).toBe("product");
    expect(markdown).toContain("G 1 pouce femelle");
    expect(markdown).not.toContain(first);
    expect(markdown).not.toContain(second);
  }
  const manual = await read(
    `<main><h1>Buttons</h1><h2 id="wish">Add to Wish List</h2><p>Set <code>wish.visible</code> to hide it.</p><h2 id="compare">Add to Compare</h2><p>Set <code>compare.visible</code> to hide it.</p></main>`,
    { url: "https://shop.example/docs/buttons" },
  );
  expect(manual.markdown).toContain("## Add to Wish List");
});

test("comments go by a heading with a count behind", async () => {
  const { markdown } = await read(
    `<main><article><h1>Kartaltepe evinde kazandı</h1><p>Konuk ekip 12. dakikada Serkan’ın kafa golüyle öne geçti, ev sahibi ilk yarıda cevap veremedi.</p><p>İkinci yarıda oyuna giren Emre iki gol birden attı ve maçın kaderini değiştirdi.</p></article><section><h3>Yorumlar (1)</h3><div><b>Murat</b><p>Emre ilk on birde oynamalı artık.</p></div></section></main>`,
    { url: "https://spor.example/haber/3-1", head: '<meta property="og:type" content="article">' },
  );
  expect(markdown).toContain("Emre iki gol birden");
  expect(markdown).not.toContain("ilk on birde");
});

test.each([
  ["beside the text", (title: string, text: string) => `<div id="root">${title}${text}</div>`],
  [
    "in a box of its own",
    (title: string, text: string) => `<div class="top">${title}</div><div class="text">${text}</div>`,
  ],
  [
    "in the header",
    (title: string, text: string) => `<header><a href="/">Home</a>${title}</header><main>${text}</main>`,
  ],
])("the only h1 of a small page stays %s, though <title> has other words", async (_where, pageOf) => {
  for (const text of [remarks[0] ?? "", "Words of the page. ".repeat(40), "It is closed."]) {
    const { markdown = "" } = await read(pageOf("<h1>Made by a script</h1>", `<p>${text}</p>`), {
      url: "https://house.example.com/app",
    });
    expect(markdown).toBe(`# Made by a script\n\n${text.trim()}`);
  }
});

test("an h1 that leads to the front page names the site, not a small page", async () => {
  const { markdown = "" } = await read(
    `<header><h1><a href="/">Tea House</a></h1></header><main><p>${remarks[0]}</p></main>`,
    { url: "https://house.example.com/app" },
  );
  expect(markdown).toBe(remarks[0]);
});
