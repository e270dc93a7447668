import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(main: string, url: string): Promise<string> {
  const html = `<!doctype html><html><head><title>Garden log</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav></header>${main}<footer><p>© 2025 Garden log</p></footer></body></html>`;
  const content = await transformer.transform(
    captureOf(html, { url }),
    transformOptions(),
    new AbortController().signal,
  );
  return content.markdown ?? "";
}

const titles = ["Sowing in the cold", "A heap without smell", "Five that stand drought", "Frames from old boards"];
const texts = [
  "March has barely enough light, so a lamp over the bench saves the seedlings. Water them from below.",
  "The secret is dry stuff between the scraps, leaves or torn paper. Turn it once in a while.",
  "Stonecrop and lavender got through the last summer without a single can. Three others did, too.",
  "Four boards, a few hinges and an hour are all it takes. Borrow the driver from a neighbour.",
];

test("a title that is a link and no heading stays, and one that all entries share doesn't", async () => {
  const entry = (title: string, place: number): string =>
    `<div class="item"><div class="cover"><a href="/2025/${place}/"><img src="/${place}.jpg" alt=""></a></div><div class="info"><a class="name" href="/2025/${place}/">${title}</a><div class="line"><span>Created</span><time>2025-0${place + 1}-03</time></div><div class="text">${texts[place]} ${texts[(place + 1) % 4]}</div></div></div>`;
  const page = (items: readonly string[]): string =>
    `<main class="layout"><div class="items">${items.join("")}</div><div class="beside"><div class="card"><p>Announcement</p><p>The log has moved.</p></div></div></main>`;
  const url = "https://garden.example.com/";
  const markdown = await read(page(titles.map(entry)), url);
  for (const text of [...titles, "torn paper"]) expect(markdown).toContain(text);
  const shared = await read(page(titles.map((_, place) => entry("Open the entry", place))), url);
  expect(shared).not.toContain("Open the entry");
});

test("a box that asks for an address of mail goes from between the entries", async () => {
  const box = `<div class="agent"><h3>New entries for you</h3><p>We write to you when there is something new in the log.</p><form><input type="email"><button>Go</button></form></div>`;
  const entries = titles.map(
    (title, place) => `<article><h2><a href="/log/${place}">${title}</a></h2><p>${texts[place]}</p></article>`,
  );
  const markdown = await read(`<main>${entries.join(box)}</main>`, "https://garden.example.com/log/");
  expect(markdown).toContain("torn paper");
  expect(markdown).not.toContain("something new in the log");
  const around = await read(
    `<form><main>${entries.join("")}</main><input type="email"><button>Go</button></form>`,
    "https://garden.example.com/log/",
  );
  for (const title of titles) expect(around).toContain(title);
});

const posts = [
  [
    "gearhead",
    "The board takes forty seconds to the prompt, and the log shows a long gap before the network comes up.",
  ],
  [
    "ohmslaw",
    "That gap is the driver waiting for a link. Disable the service that waits, and it boots in nine seconds.",
  ],
  ["gearhead", "Nine seconds indeed. For others: the setting survives updates only if you mask the unit."],
] as const;

test("posts keep the names that schema.org declares to be authors, and not the letters in place of pictures", async () => {
  const post = ([name, text]: readonly [string, string]): string =>
    `<li class="post-item"><div class="row"><div class="picture"><a href="/user/${name}"><span class="avatar">${name[0]?.toUpperCase()}</span></a></div><div class="post-container"><div class="post-header" itemprop="author" itemscope itemtype="https://schema.org/Person"><div class="who"><div class="name"><a href="/user/${name}">${name}</a></div><div><span>wrote on</span> <time>1 Jan 2025</time></div></div></div><div class="content"><p>${text}</p></div></div></div></li>`;
  const markdown = await read(
    `<main><div itemscope itemtype="https://schema.org/DiscussionForumPosting"><h1>Slow boot</h1><ul class="posts">${posts.map(post).join("")}</ul></div></main>`,
    "https://community.example.com/topic/90/slow-boot",
  );
  for (const [name, text] of posts) for (const words of [`[${name}]`, text]) expect(markdown).toContain(words);
  expect(markdown).not.toMatch(/\[[GO]\]/);
});

test("of a line over a post, the declared author stays, and not the date, the number, or what is said of the author", async () => {
  const post = ([name, text]: readonly [string, string], place: number): string =>
    `<div class="topic-body"><ul class="user_info"><li class="membergroup">Deck hand</li></ul><div class="meta"><span itemprop="author" itemscope><a href="/u/${name}"><span itemprop="name">${name}</span></a> <span class="user-title">Leader</span></span><span class="infos"><time>May ${place + 3}, 2025</time> <span>${place + 1}</span></span></div><div class="post"><p>${text}</p></div></div>`;
  const remark = `<div class="topic-body"><div class="post"><p><span itemprop="author"><a href="/u/mira">mira</a></span> I agree with both of you.</p></div></div>`;
  const markdown = await read(
    `<main><div itemscope itemtype="https://schema.org/DiscussionForumPosting"><h1>Slow boot</h1>${posts.map(post).join("")}${remark}</div></main>`,
    "https://community.example.com/t/slow-boot/90",
  );
  for (const [name, text] of posts) for (const words of [`[${name}]`, text]) expect(markdown).toContain(words);
  for (const words of ["Leader", "Deck hand", "2025"]) expect(markdown).not.toContain(words);
  expect(markdown).toContain("I agree with both");
});

test("a post keeps its author, whose page stands at the root of the site, or whose link is called a person's", async () => {
  const lines = [
    (name: string) =>
      `<h3><a class="ActivityHeader-module__AuthorLink" href="/${name}">${name}</a> <time>2 May</time></h3>`,
    (name: string) =>
      `<div><a class="person-listing" href="/u/${name}"><span>${name}</span></a> <time>3 May</time></div>`,
  ];
  for (const line of lines) {
    const post = ([name, text]: readonly [string, string]): string =>
      `<div class="row">${line(name)}<div class="body"><p>${text} ${text}</p></div></div>`;
    const markdown = await read(
      `<main><div itemscope itemtype="https://schema.org/DiscussionForumPosting"><h1>Slow boot</h1>${posts.map(post).join("")}</div><aside><a href="/users/lurker">lurker</a></aside></main>`,
      "https://community.example.com/topic/90/slow-boot",
    );
    for (const [name] of posts) expect(markdown).toContain(`[${name}]`);
    expect(markdown).not.toContain("lurker");
  }
});
