import { expect, test } from "vitest";
import { builtInParsers } from "../index.ts";
import { parserFor } from "../../transform/parser-for.ts";

async function read(text: string, mediaType = "text/xml") {
  const input = { body: new TextEncoder().encode(text), mediaType, charset: "utf-8", url: "https://site.example/feed" };
  const parsed = await parserFor(mediaType, builtInParsers)?.parse(input, new AbortController().signal);
  if (parsed === undefined) throw new TypeError(`nothing reads ${mediaType}`);
  return parsed;
}

test("RSS is a list of entries with title, date, author and content", async () => {
  const { html, metadata } = await read(`<?xml version="1.0"?><rss version="2.0"><channel><title>News &amp; more</title>
    <link>https://site.example/</link><description>What happens</description><language>en</language>
    <item><title>One &lt;b&gt;day&lt;/b&gt;</title><link>/one</link><pubDate>Tue, 10 Jun 2025 04:00:00 GMT</pubDate>
    <dc:creator>Ann</dc:creator><category>a</category><content:encoded><![CDATA[<h1>Sub</h1><p>Text <a href="/x">x</a></div>]]></content:encoded></item>
    <item><title>Two</title><guid>https://site.example/two</guid><description>plain</description>
    <enclosure url="https://site.example/ep/2.mp3?x" type="audio/mpeg"/></item></channel></rss>`);
  expect(metadata).toMatchObject({ title: "News & more", description: "What happens", language: "en" });
  expect(html).toContain('<h1><a href="https://site.example/">News &amp; more</a></h1>');
  expect(html).toContain('<h2><a href="https://site.example/one">One day</a></h2><p>2025-06-10T04:00:00Z · Ann</p>');
  expect(html).toContain('<h3>Sub</h3><p>Text <a href="https://site.example/x">x</a></p>');
  expect(html).toContain('<h2><a href="https://site.example/two">Two</a></h2>plain');
  expect(html).toContain('<a href="https://site.example/ep/2.mp3?x">2.mp3</a>');
});

test("Atom: types of content, links by relation, xml:base", async () => {
  const { html, metadata } =
    await read(`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://b.example/dir/">
    <title>Feed</title><updated>2025-02-03T04:05:06Z</updated><link rel="self" href="self"/><link href="home"/>
    <entry><title type="html">A &amp;amp; B</title><link rel="alternate" href="e1"/><author><name>Z</name></author>
    <published>2025-01-01T00:00:00Z</published><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hi <em>there</em></p></div></content></entry>
    <entry><title>Plain</title><summary>1 &lt; 2</summary></entry></feed>`);
  expect(metadata).toMatchObject({ title: "Feed", language: "de", modifiedTime: "2025-02-03T04:05:06Z" });
  expect(html).toContain('<h2><a href="https://b.example/dir/e1">A &amp; B</a></h2><p>2025-01-01T00:00:00Z · Z</p>');
  expect(html).toContain("<p>Hi <em>there</em></p>");
  expect(html).toContain("<p>1 &lt; 2</p>");
});

test("Atom: each element has its own base, and what is said of content that stands elsewhere stays", async () => {
  const entry = (inside: string, attributes = "") => `<entry ${attributes}><title>E</title>${inside}</entry>`;
  const { html } = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link href="/home"/>
    ${entry('<link href="e"/><link rel="enclosure" href="a.mp3"/><content type="html" xml:base="deep/">&lt;a href="x"&gt;x&lt;/a&gt;</content>', 'xml:base="/posts/"')}
    ${entry('<link href="/two/"/><content type="html">&lt;a href="y"&gt;y&lt;/a&gt;</content>')}
    ${entry('<content src="p.png" type="image/png" xml:base="/files/"/><summary>said of it</summary>')}
    ${entry('<content src="/film.mp4" type="video/mp4"/><summary>of a film</summary>')}
    ${entry('<content type="image/png">iVBORw0KGgo=</content><summary>of bytes</summary>')}
    ${entry('<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><img src="/only.png"/></div></content><summary>no</summary>')}</feed>`);
  expect(html).toContain('<h1><a href="https://site.example/home">F</a></h1>');
  for (const address of ["posts/e", "posts/a.mp3", "posts/deep/x", "two/y", "film.mp4"])
    expect(html).toContain(`<a href="https://site.example/${address}">`);
  expect(html).toContain('<img src="https://site.example/files/p.png" alt=""></p><p>said of it</p>');
  expect(html).toContain("<p>of a film</p>");
  expect(html).toContain("<p>of bytes</p>");
  expect(html).not.toContain("iVBORw0KGgo=");
  expect(html).toContain("only.png");
});

test.each([
  ["Ep 1: <Intro> & more", "Ep 1: <Intro> & more"],
  ["My <b>Feed</b>s &amp; co", "My Feeds & co"],
  ["One<br>two <a href='/x'>three", "One two three"],
  ["if a<b and c>d", "if a<b and c>d"],
])("RSS: titles lose markup, but no words: %s", async (written, title) => {
  const channel = `<title><![CDATA[${written}]]></title><item><title><![CDATA[${written}]]></title></item>`;
  const { html, metadata } = await read(`<rss><channel>${channel}</channel></rss>`);
  expect(metadata["title"]).toBe(title);
  expect(html).toContain(`<h2>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</h2>`);
});

test("Atom: the type of a title tells if it has markup", async () => {
  const written = "&lt;i&gt;A&lt;/i&gt; &amp;amp; B";
  const { html, metadata } = await read(
    `<feed><title type="html">${written}</title><entry><title type="text">${written}</title></entry><entry><title>${written}</title></entry></feed>`,
  );
  expect(metadata["title"]).toBe("A & B");
  expect(html?.match(/<h2>&lt;i&gt;A&lt;\/i&gt; &amp;amp; B<\/h2>/g)).toHaveLength(2);
});

test("feeds show their pictures once, and how long an episode is", async () => {
  const item = (inside: string) => `<item><title>T</title>${inside}</item>`;
  const picture = (name: string) => `<img src="https://site.example/${name}" alt="">`;
  const image = (name: string, attributes = 'medium="image"') =>
    `<media:content url="https://site.example/${name}" ${attributes}/>`;
  const { html = "" } = await read(`<rss><channel><title>Pod</title><itunes:image href="/cover.jpg"/>
    ${item('<itunes:image href="/cover.jpg"/><itunes:duration>3723</itunes:duration>')}
    ${item('<itunes:image href="/episode.jpg"/><itunes:duration>1:02:03</itunes:duration>')}
    ${item(`${image("in.jpg?w=90")}${image("beside.jpg", 'type="image/jpeg"')}<description>&lt;img src="/in.jpg"&gt;text</description>`)}
    ${item(`<media:group>${image("film.mp4", 'type="video/mp4"')}<media:thumbnail url="/still.jpg"/></media:group>`)}
    ${item(`<media:group>${image("small.jpg", 'medium="image" width="90"')}${image("wide.jpg", 'medium="image" width="900"')}</media:group>`)}
    ${item('<enclosure url="/attached.png" type="image/png"/>')}</channel></rss>`);
  expect(html).toContain(`<h1>Pod</h1><p>${picture("cover.jpg").replace('alt=""', 'alt="Pod"')}</p>`);
  expect(html).toContain("<h2>T</h2><p>01:02:03</p></article>");
  expect(html).toContain(`<p>1:02:03</p><p>${picture("episode.jpg")}</p>`);
  expect(html).toContain(`<h2>T</h2><p>${picture("beside.jpg")}</p><img src="https://site.example/in.jpg">text`);
  for (const name of ["still.jpg", "wide.jpg", "attached.png"]) expect(html).toContain(picture(name));
  expect(html).not.toMatch(/film|small|in\.jpg\?/);
  const json = await read(
    '{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"title":"E","image":"/i.png","content_text":"x"}]}',
    "application/feed+json",
  );
  expect(json.html).toContain(`${picture("i.png")}</p><p>x</p>`);
});

test("RDF, JSON Feed and broken feeds give what they hold", async () => {
  const rdf = await read(
    `<rdf:RDF><channel><title>T</title></channel><item><title>I</title><link>https://a.example/i</link></item></rdf:RDF>`,
  );
  expect(rdf.html).toContain('<a href="https://a.example/i">I</a>');
  const json = await read(
    '{"version":"https://jsonfeed.org/version/1.1","title":"J","items":[{"url":"https://a.example/1","title":"E","content_html":"<p>x"}]}',
    "application/feed+json",
  );
  expect(json.html).toContain('<a href="https://a.example/1">E</a></h2><p>x</p>');
  expect((await read("<rss><channel><title>T</title><item><title>open")).html).toContain("open");
});

test("sitemaps are lists of links, XHTML is a page, other XML is fenced", async () => {
  const map = await read("<urlset><url><loc>https://a.example/1</loc><lastmod>2025-01-01</lastmod></url></urlset>");
  expect(map.html).toContain('<li><a href="https://a.example/1">https://a.example/1</a> (2025-01-01)</li>');
  expect((await read("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>x</p></body></html>")).html).toContain(
    "<p>x</p>",
  );
  expect((await read("<order><line/></order>")).markdown).toBe("```xml\n<order><line/></order>\n```\n");
});

test("entities that a document declares are not expanded", async () => {
  const bomb = `<!DOCTYPE r [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "&a;&a;&a;">]><rss><channel><title>&b;</title></channel></rss>`;
  expect(JSON.stringify(await read(bomb)).length).toBeLessThan(2000);
});

test("hostile nesting is bounded", async () => {
  const deep = `<rss><channel><title>T</title><item><title>${"<a>".repeat(50_000)}x</title></item></channel></rss>`;
  expect((await read(deep)).metadata["title"]).toBe("T");
});

test("a sitemap index is a list of its sitemaps, and what is wrong with a sitemap is a warning", async () => {
  const index = await read(
    "<sitemapindex><sitemap><loc>/1.xml</loc><lastmod>2025-02-03</lastmod></sitemap></sitemapindex>",
  );
  expect(index.metadata["title"]).toBe("Sitemap index");
  expect(index.html).toMatch(/<li><a href="https?:\/\/[^"]+\/1\.xml">[^<]+<\/a> \(2025-02-03\)<\/li>/);
  const broken = await read("<urlset><url><loc>https://a.example/1</loc></url><url>");
  expect(broken.html).toContain("https://a.example/1");
  expect(broken.warnings).toEqual(["The sitemap is incomplete: it ends in the middle; what stands before was read."]);
  expect((await read("<urlset></urlset>")).warnings).toEqual(["The sitemap has no entries."]);
});
