import { drawFor, type Draw } from "./prose.ts";

/** Pages that a site makes by one template, which differ as the pages of real sites do. */
export interface Template {
  readonly name: string;
  readonly pages: readonly TemplatePage[];
}

/** A page of a template. Its regions are those elements with a `class`. */
export interface TemplatePage {
  readonly url: string;
  readonly html: string;
}

const many = (count: number, make: (place: number) => string): string =>
  Array.from({ length: count }, (_, place) => make(place)).join("\n");
const when = (is: boolean, html: () => string): string => (is ? html() : "");
const links = (names: string): string =>
  names
    .split(",")
    .map((name) => `<li><a href="/${name.trim().toLowerCase().replaceAll(" ", "-")}">${name.trim()}</a></li>`)
    .join("");

interface Site {
  readonly name: string;
  readonly sections: string;
  readonly address: (page: number) => string;
  readonly title: (page: number) => string;
  readonly body: (draw: Draw, title: string) => string;
}

const pagesOf = (site: Site, count: number): Template => ({
  name: site.name,
  pages: Array.from({ length: count }, (_, page) => {
    const title = site.title(page);
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | ${site.name}</title></head><body>
<header class="site-header"><a class="brand" href="/">${site.name}</a><nav class="site-nav"><ul>${links(site.sections)}</ul></nav></header>
${site.body(drawFor(page + 100 * site.name.length), title)}
<footer class="site-footer"><ul class="footer-links">${links("Imprint, Privacy, Terms of use, Press, Contact")}</ul><p class="small-print">© 2025 ${site.name}. All rights reserved.</p></footer>
</body></html>`;
    return { url: site.address(page), html };
  }),
});

const things =
  "Kettle,Walnut Board,Linen Apron,Copper Pan,Field Notebook,Desk Lamp,Wool Blanket,Bread Knife,Tea Tin,Rain Jacket,Oak Stool,Paper Tray".split(
    ",",
  );
const thing = (page: number): string => things[page % things.length] ?? "Kettle";

const shop: Site = {
  name: "Harbour Goods",
  sections: "Kitchen, Desk, Outdoors, Sale, Gift cards",
  address: (page) => `https://harbour.example/products/${thing(page).toLowerCase().replaceAll(" ", "-")}`,
  title: (page) => `${thing(page)} No. ${page + 1}`,
  body: (draw, title) => `<main class="page"><ol class="breadcrumb">${links("Home, Kitchen, Tools")}</ol>
<div class="product"><div class="gallery">${many(1 + draw.below(4), (place) => `<img src="/i/${place}.jpg" alt="${title}, view ${place + 1}">`)}</div>
<div class="summary"><h1 class="name">${title}</h1><p class="price">${12 + draw.below(180)}.50 €${when(draw.chance(30), () => " <s>240.00 €</s>")}</p>
${when(draw.chance(30), () => `<p class="stock">Only ${1 + draw.below(5)} left</p>`)}
<div class="description">${draw.paragraphs(1 + draw.below(5))}</div>
${when(draw.chance(60), () => `<ul class="features">${many(2 + draw.below(5), () => `<li>${draw.sentences(1)}</li>`)}</ul>`)}
<div class="buy"><label>Quantity</label><input value="1"><button>Add to basket</button></div></div>
<table class="facts"><tr><th>Weight</th><td>${draw.below(900)} g</td></tr><tr><th>Made in</th><td>${draw.among(["Portugal", "Japan", "Sweden"])}</td></tr>${many(draw.below(7), (row) => `<tr><th>Size ${row}</th><td>${row + 10} × ${row + 22} cm</td></tr>`)}</table>
${when(draw.chance(70), () => `<section class="care"><h2>Care</h2>${draw.paragraphs(1 + draw.below(2))}</section>`)}</div>
${when(draw.chance(70), () => `<section class="reviews"><h2>Customer reviews</h2>${many(1 + draw.below(8), (place) => `<div class="review"><p class="reviewer">Reader ${place}, verified buyer</p><p class="review-text">${draw.sentences(1 + draw.below(4))}</p></div>`)}</section>`)}
<section class="others"><h2>You may also like</h2><div class="shelf">${many(3 + draw.below(6), (place) => `<div class="card"><a href="/products/p${place}"><img src="/i/p${place}.jpg" alt=""><span class="card-name">${thing(place + draw.below(9))}</span></a><span class="card-price">${20 + place}.00 €</span></div>`)}</div></section>
<section class="delivery"><h2>Delivery and returns</h2><p>Orders before noon leave the same day. You can send everything back within 30 days.</p></section></main>`,
};

const news: Site = {
  name: "The Northern Post",
  sections: "World, Business, Culture, Sport, Weather",
  address: (page) => `https://post.example/2025/03/${10 + page}/council-votes-on-harbour-${page}`,
  title: (page) => `Council votes on ${thing(page).toLowerCase()} works, part ${page + 1}`,
  body: (
    draw,
    title,
  ) => `<div class="columns"><main class="story"><p class="kicker"><a href="/world">${draw.among(["World", "Business", "Culture"])}</a></p>
<h1 class="headline">${title}</h1>${when(draw.chance(70), () => `<p class="standfirst">${draw.sentences(1)}</p>`)}
<p class="byline">By <a href="/by/lind">Anna Lind</a>, <time>${1 + draw.below(28)} March 2025</time></p>
<ul class="share-tools">${links("Facebook, Mail, Copy link")}</ul>
${when(draw.chance(70), () => `<figure class="lead-image"><img src="/lead.jpg" alt="The harbour"><figcaption>${draw.sentences(1)}</figcaption></figure>`)}
<div class="text">${draw.paragraphs(1 + draw.below(9))}
${when(draw.chance(50), () => `<blockquote class="quote"><p>${draw.sentences(2)}</p></blockquote>`)}
${when(draw.chance(60), () => `<h2>What happens next</h2>${draw.paragraphs(1 + draw.below(4))}`)}
${when(draw.chance(40), () => `<ul class="points">${many(2 + draw.below(4), () => `<li>${draw.sentences(1)}</li>`)}</ul>`)}
<aside class="read-more"><h3>More on this</h3><ul>${links("Harbour plan delayed again, The cost of dredging, Who owns the quay")}</ul></aside>
${draw.paragraphs(draw.below(12))}</div>
${when(draw.chance(40), () => `<p class="correction">Correction: ${draw.sentences(1)}</p>`)}
<p class="tags">Topics: <a href="/t/harbour">harbour</a>, <a href="/t/council">council</a></p>
${when(draw.chance(70), () => `<div class="author-box"><h4>About the author</h4><p>Anna Lind has covered the harbour since 2011. ${draw.sentences(1)}</p></div>`)}
${when(draw.chance(60), () => `<section class="comments"><h3>Comments</h3>${many(1 + draw.below(12), (place) => `<div class="comment"><b class="commenter">reader${place}</b><p>${draw.sentences(1 + draw.below(3))}</p></div>`)}</section>`)}</main>
<aside class="rail"><h3>Most read</h3><ol>${links("Ferry runs aground, Bakery to close, Storm warning lifted, A bridge too narrow")}</ol><div class="signup"><p>The day in five minutes, every morning.</p><button>Subscribe</button></div></aside></div>`,
};

const forum: Site = {
  name: "Boatbuilders",
  sections: "Forums, Members, Search, Help",
  address: (page) => `https://boats.example/forum/thread/${4000 + page}`,
  title: (page) => `How do I seal a ${thing(page).toLowerCase()} against salt water?`,
  body: (draw, title) => {
    const post = (
      place: number,
    ): string => `<div class="post" id="p${place}"><div class="user"><a class="user-name" href="/u/${place}">sailor${place + 3}</a><p class="rank">${draw.among(["Member", "Old salt", "Moderator"])}</p><p class="joined">Posts: ${draw.below(4000)}</p></div>
<div class="message"><p class="posted">${1 + draw.below(27)} May 2024, 18:${10 + draw.below(49)}</p>${when(place > 0 && draw.chance(35), () => `<blockquote class="quoted"><p class="quoted-name">sailor3 wrote:</p><p>${draw.sentences(1)}</p></blockquote>`)}<div class="body">${draw.paragraphs(1 + draw.below(3))}${when(draw.chance(20), () => `<pre class="listing">epoxy --ratio 2:1\nwait 40m</pre>`)}</div>
${when(draw.chance(50), () => `<p class="signature">Fair winds, and check your bilge.</p>`)}<p class="actions"><a href="#reply">Reply</a> <a href="#report">Report</a> <a href="#like">Like</a></p></div></div>`;
    return `<div class="trail"><a href="/">Home</a> › <a href="/forum">Forums</a> › <a href="/forum/hulls">Hulls</a></div>
<div class="notice">Welcome! Please read the rules before you post.</div><h1 class="topic">${title}</h1>
<div class="posts">${many(1 + draw.below(9), post)}</div>
${when(draw.chance(60), () => `<div class="pages"><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">Next</a></div>`)}
<div class="reply-form"><p>You must log in to reply.</p><button>Log in</button></div>
<div class="similar"><h3>Similar threads</h3><ul>${links("Which epoxy for oak, Varnish peels after winter, Leak at the keel bolt, Best sealant for hatches")}</ul></div>`;
  },
};

const recipe: Site = {
  name: "Table for Four",
  sections: "Recipes, Techniques, Seasons, Shop",
  address: (page) => `https://table.example/recipes/${page}-${thing(page).toLowerCase().replaceAll(" ", "-")}-bread`,
  title: (page) => `${thing(page)} bread with seeds`,
  body: (
    draw,
    title,
  ) => `<article class="recipe"><h1 class="title">${title}</h1><p class="credit">By Jo Park</p><p class="jump"><a href="#card">Jump to recipe</a></p>
<div class="story">${draw.paragraphs(draw.below(9))}</div>
<div class="recipe-card" id="card"><h2>Recipe</h2><ul class="times"><li>Prep: ${5 + draw.below(40)} min</li><li>Cook: ${10 + draw.below(50)} min</li><li>Serves: 4</li></ul>
<h3>Ingredients</h3>${many(1 + draw.below(2), (group) => `${when(group > 0, () => `<h4 class="group">For the glaze</h4>`)}<ul class="ingredients">${many(3 + draw.below(9), (place) => `<li>${50 + 10 * place} g ${draw.among(["flour", "rye", "butter", "sesame", "honey", "water"])}</li>`)}</ul>`)}
<h3>Method</h3><ol class="steps">${many(2 + draw.below(9), () => `<li>${draw.sentences(1 + draw.below(3))}</li>`)}</ol>
${when(draw.chance(60), () => `<div class="notes"><h3>Notes</h3><p>${draw.sentences(1 + draw.below(2))}</p></div>`)}
${when(draw.chance(60), () => `<table class="nutrition"><caption>Per serving</caption><tr><th>Energy</th><td>${200 + draw.below(300)} kcal</td></tr><tr><th>Fat</th><td>${draw.below(30)} g</td></tr><tr><th>Salt</th><td>1 g</td></tr></table>`)}</div>
<p class="filed">Filed under: <a href="/bread">Bread</a>, <a href="/autumn">Autumn</a></p></article>
<section class="more-recipes"><h2>More recipes</h2>${many(3 + draw.below(4), (place) => `<div class="teaser"><a href="/recipes/x${place}"><img src="/r${place}.jpg" alt=""><h3>${thing(place)} soup</h3></a></div>`)}</section>
${when(draw.chance(70), () => `<section class="comments" id="comments"><h2>${1 + draw.below(30)} comments</h2>${many(1 + draw.below(8), (place) => `<div class="comment"><p class="who">baker${place}</p><p>${draw.sentences(1 + draw.below(3))}</p></div>`)}<form><label>Your comment</label><textarea></textarea><button>Post comment</button></form></section>`)}`,
};

const reference: Site = {
  name: "libquay 3.2 reference",
  sections: "Guide, Reference, Changelog, Search",
  address: (page) => `https://quay.example/reference/quay_${thing(page).toLowerCase().replaceAll(" ", "_")}.html`,
  title: (page) => `quay_${thing(page).toLowerCase().replaceAll(" ", "_")}()`,
  body: (
    draw,
    title,
  ) => `<div class="layout"><div class="toc"><h4>Reference</h4><ul>${links(things.map((name) => `quay_${name.toLowerCase().replaceAll(" ", "_")}`).join(","))}</ul></div>
<div class="doc"><h1 class="function">${title}</h1><p class="purpose">${draw.sentences(1)}</p>
<h2>Synopsis</h2><pre class="synopsis">int ${title.slice(0, -1)}struct quay *q${when(draw.chance(50), () => ", size_t length")});</pre>
${when(draw.chance(30), () => `<div class="deprecated"><p>Deprecated since 3.1.</p></div>`)}
<h2>Description</h2>${draw.paragraphs(1 + draw.below(6))}
<h2>Parameters</h2><dl class="parameters">${many(1 + draw.below(5), (place) => `<dt><code>arg${place}</code></dt><dd>${draw.sentences(1)}</dd>`)}</dl>
<h2>Return value</h2><p class="returns">${draw.sentences(1)}</p>
${when(draw.chance(60), () => `<h2>Errors</h2><table class="errors"><tr><th>Code</th><th>Meaning</th></tr>${many(1 + draw.below(5), (place) => `<tr><td>EQ${place}</td><td>${draw.sentences(1)}</td></tr>`)}</table>`)}
${when(draw.chance(50), () => `<h2>Example</h2><pre class="example">struct quay *q = quay_open();\n${title.slice(0, -1)}q);</pre>`)}
<h2>See also</h2><p class="see-also"><a href="quay_open.html">quay_open()</a>, <a href="quay_close.html">quay_close()</a></p>
<div class="pager"><a href="a.html">Previous: quay_open()</a> <a href="b.html">Next: quay_close()</a></div></div></div>`,
};

const pagesPerTemplate = 10;

/** Five templates of ten pages: a shop, a newspaper, a forum, a site of recipes, a reference. */
export const templates: readonly Template[] = [shop, news, forum, recipe, reference].map((site) =>
  pagesOf(site, pagesPerTemplate),
);
