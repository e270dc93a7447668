import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(html: string, path: string) {
  const url = `https://shop.example.com${path}`;
  return await transformer.transform(captureOf(html, { url }), transformOptions(), new AbortController().signal);
}

const menu = `<header><nav><ul><li><a href="/">Home</a></li><li><a href="/sale">Sale</a></li><li><a href="/cart">Cart</a></li></ul></nav></header>`;
const card = (name: string, price: string): string =>
  `<li class="tile"><a href="/products/${name.toLowerCase().replaceAll(" ", "-")}"><img src="/${price}.jpg" alt=""><h3>${name}</h3></a><div class="badge">Select size</div><div class="cost">${price}</div></li>`;
const kettles = ["Copper Kettle", "Travel Kettle", "Glass Kettle", "Camping Kettle", "Enamel Kettle", "Tall Kettle"];
const prices = ["€ 119.00", "€ 39.50", "€ 59.00", "€ 24.90", "€ 45.00", "€ 75.00"];
const cards = kettles.map((name, place) => card(name, prices[place] ?? "")).join("");
const paragraph =
  "<p>A slim spout gives you the calm, even stream that pour-over coffee asks for, and the counterweighted handle keeps the kettle steady even when it is full to the brim.</p>";
const policy = `<div><h2>Privacy policy</h2>${"<p>We process personal data such as your name and your address to carry out your order, as the law asks of us, and keep them for ten years.</p>".repeat(6)}</div>`;

const productPage = (rest: string): string =>
  `<!doctype html><html><head><title>Gooseneck Kettle</title><meta property="og:type" content="product"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Gooseneck Kettle"}</script></head><body>${menu}
<main><div itemscope itemtype="https://schema.org/Product"><h1>Gooseneck Kettle</h1><p class="price">€ 89.00</p><div class="description">${paragraph.repeat(2)}<p>The base holds the water at the chosen temperature for an hour.</p></div><form><button>Add to cart</button></form></div>${rest}</main></body></html>`;

test("a list of products keeps their names and prices, and loses what stands on every card", async () => {
  const guide = `<section><h2>How to choose a kettle</h2>${paragraph.repeat(4)}</section>`;
  const { markdown = "", metadata } = await read(
    `<!doctype html><html><head><title>Kettles</title></head><body>${menu}<main><h1>Kettles</h1><ul class="shelf">${cards}</ul>${guide}</main></body></html>`,
    "/collections/kettles",
  );
  expect(metadata?.pageType).toBe("collection");
  for (const text of [...kettles, ...prices]) expect(markdown).toContain(text);
  expect(markdown).not.toContain("Select size");
});

test("the page of one product loses the others, whatever stands above them", async () => {
  const { markdown = "", metadata } = await read(productPage(`<ul class="lane">${cards}</ul>`), "/products/kettle");
  expect(metadata?.pageType).toBe("product");
  expect(markdown).toContain("counterweighted handle");
  expect(markdown).toContain("89.00");
  for (const name of kettles) expect(markdown).not.toContain(name);
});

test("a pair of other products below the button goes, with the heading above it", async () => {
  const pair = kettles.slice(0, 2).map((name, place) => card(name, prices[place] ?? ""));
  const shelf = `<section><h2>Tea time at its best</h2><p>Sponsored</p><ul class="lane">${pair.join("")}</ul></section><section><h2>Care</h2><p>Descale it with vinegar once a month, and let it dry with its lid open.</p></section>`;
  const { markdown = "" } = await read(productPage(shelf), "/products/kettle");
  for (const text of ["Tea time", "Sponsored", ...kettles.slice(0, 2)]) expect(markdown).not.toContain(text);
  for (const text of ["Care", "Descale it"]) expect(markdown).toContain(text);
});

test.each([
  "Products related to this item",
  "Nos clients ont également acheté",
  "Podobne przedmioty sponsorowane",
  "Рекомендуемые товары",
  "Vaak samen gekocht",
  "Quem viu este produto, viu também",
  "Chi ha acquistato questo articolo ha comprato anche",
  "Objets récemment consultés",
  "Son baktıkların",
  "İlgili aramalar",
  "شاهدت مؤخرًا",
  "最近見た商品",
  "Ähnliche Suchanfragen",
  "Doporučené zboží",
  "Gyakran együtt vásárolt termékek",
  "Andra köpte också",
  "Sizin için seçtiklerimiz",
  "よく一緒に購入されている商品",
  "买了这件商品的人还买了",
  "함께 구매하면 좋은 상품",
  "منتجات مقترحة",
])("other products go by their heading, without a price: %s", async (heading) => {
  const links = kettles.map((name) => `<li><a href="/products/${name.toLowerCase()}">${name}</a></li>`).join("");
  const { markdown = "" } = await read(
    productPage(`<div class="wide"><h2>${heading}</h2><p>Picked for you today.</p><ul>${links}</ul></div>`),
    "/products/kettle",
  );
  expect(markdown).toContain("counterweighted handle");
  for (const text of [heading, ...kettles]) expect(markdown).not.toContain(text);
});

test.each(["shop-reviews", "product-comments-list"])(
  "reviews that only their names tell go from the page of a product: %s",
  async (name) => {
    const review = "<div><p>Mine came on Friday, and I have used it every morning since then without fail.</p></div>";
    const page = productPage(`<div class="${name}"><span>4.8</span>${review.repeat(2)}</div>`);
    expect((await read(page, "/products/kettle")).markdown).not.toContain("every morning");
  },
);

test("a box that is named after the description and the reviews keeps the description", async () => {
  const facts = `<table><tr><th>Weight</th><td>0.9 kg</td></tr><tr><th>Height</th><td>22 cm</td></tr></table>`;
  const box = `<div class="block block-product-description-reviews"><div class="tab">${paragraph}<p>A filter of steel mesh holds back the leaves.</p>${facts}</div><div class="reviews"><p>Mine came on Friday, and I have used it every morning since.</p></div></div>`;
  const page = productPage(box).replace(
    /<div class="description">.*?<\/div>/,
    "<p>Made of copper, and always a joy.</p>",
  );
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["filter of steel mesh", "0.9 kg"]) expect(markdown).toContain(text);
  expect(markdown).not.toContain("every morning");
});

test("the price, the number and the stock of a product stay in the box that sells it, also above its name", async () => {
  const above = `<div class="item"><div class="top"><p>Price: <b>€ 94.50</b></p></div><p class="product-number">No. TK-20841</p>`;
  const below = `<button>Add to cart</button></form><div class="meta"><span class="sku_wrapper">Order no. <span class="sku">TK-99173</span></span></div><p class="stock">Only seven are left</p><ul><li class="product-manufacturer"><strong>Made by:</strong> Coppersmith Brothers</li></ul></div>`;
  const page = productPage("")
    .replace("<h1>", `${above}<h1>`)
    .replace('<p class="price">€ 89.00</p>', "")
    .replace("<button>Add to cart</button></form>", below)
    .replace("<body>", `<body><div class="bar">Free delivery from € 50.00</div>`);
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["94.50", "TK-20841", "TK-99173", "Only seven are left", "Coppersmith"])
    expect(markdown).toContain(text);
  expect(markdown).not.toContain("Free delivery");
});

test("the price of a product stays below its choices, some of which cost more", async () => {
  const choices = `<dl><dt>Lid</dt><dd><label><input type="radio" name="lid">Glass</label> <label><input type="radio" name="lid">Copper <span>+€ 40.00</span></label></dd></dl>`;
  const page = productPage("")
    .replace('<p class="price">€ 89.00</p>', "")
    .replace(
      "<form>",
      `<form id="buy_form"><h2>Choose yours</h2>${choices}<div class="basket-wrapper"><div>Now € 94.50</div>`,
    )
    .replaceAll(paragraph, paragraph.repeat(3));
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["94.50", "Copper"]) expect(markdown).toContain(text);
});

test("what a product costs now stays below what it cost before", async () => {
  const costs = `<div class="old-cost line"><span class="word">before</span></div><div class="old-price"><span>€ 119.00</span></div><div class="final-price"><span>€ 94.50</span></div>`;
  const page = productPage("")
    .replace('<p class="price">€ 89.00</p>', costs)
    .replaceAll(paragraph, paragraph.repeat(3));
  expect((await read(page, "/products/kettle")).markdown).toContain("94.50");
});

test("the stock and the choices of a product stay where the column with the button comes before its name", async () => {
  const column = `<div class="right"><div>￥8,900</div><div id="availability"><span>Only seven are left</span></div><form><button>Add to cart</button></form></div>`;
  const choices = `<div id="variation_finish"><div><label>Finish:</label><span class="chosen">Copper</span></div><ul><li><span>Chalk white</span></li></ul></div>`;
  const page = productPage("")
    .replace("<form><button>Add to cart</button></form>", "")
    .replace("<h1>", `${column}<div class="middle"><h1>`)
    .replace('<p class="price">€ 89.00</p>', `${choices}`);
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["8,900", "Only seven are left", "Finish", "Copper", "Chalk white"])
    expect(markdown).toContain(text);
});

test("the number of a product stays beside links to its categories, and in a panel of tabs", async () => {
  const meta = `<div class="meta"><span class="sku_wrapper">Order no. <span class="sku">TK-99173</span></span> <span>Categories: <a href="/c/kettles">Kettles of copper</a>, <a href="/c/camping">Camping in the hills</a></span></div>`;
  const panel = `<div class="tabs"><ul class="nav"><li><a href="#more">Details</a></li></ul><div id="more"><p>Each kettle is filled, boiled and emptied once at the mill before it is packed, so that you need not.</p><div class="product-reference"><label>Reference</label><span>CPH-4420</span></div></div></div>`;
  // An icon font writes a character of its own into the button.
  const page = productPage("").replace(
    "<button>Add to cart</button></form>",
    `<button><i>\uE547</i>Add to cart</button></form>${meta}${panel}`,
  );
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["TK-99173", "CPH-4420"]) expect(markdown).toContain(text);
});

test("the prices of listed offers stay on pages of any type that lists some", async () => {
  const rooms = [
    ["合租·南普陀旁主卧", "20㎡ / 朝南", "思明南路", "早上能听见钟声，网络和宽带已包含在租金里。", "包网费", "1,680"],
    [
      "整租·文灶两室",
      "74㎡ / 东西",
      "文灶 湖滨南路",
      "学校就在楼下，适合带孩子的家庭，租期一年起。",
      "近地铁",
      "3,500",
    ],
    ["整租·南洋骑楼两室", "68㎡ / 南北", "中山路 开元", "老楼翻新，木窗保留，步行五分钟到轮渡。", "近地铁", "3,200"],
    ["合租·厦大西村主卧", "18㎡ / 朝南", "厦港 大学路", "室友是两名研究生，限女生。", "随时看房", "1,450"],
    ["整租·环岛路海景一室", "45㎡ / 朝东", "曾厝垵", "早上能看到日出，夏天潮湿请留意。", "押一付一", "2,900"],
    ["整租·莲花三室", "96㎡ / 南北", "莲花 香秀里", "房东自住十年，家具齐全，可养猫。", "精装", "4,600"],
  ];
  const offers = rooms.map(
    ([name, size, place, memo, tag, rent]) =>
      `<app-rent-card><mat-card class="mat-mdc-card mdc-card"><img src="/h.jpg" alt=""><div class="txt"><h3><a href="/rent/d/601">${name}</a></h3><p class="meta">${size}</p><p class="addr">${place}</p><p class="memo">${memo}</p><div class="tags"><span>${tag}</span></div></div><div class="money"><strong>${rent}</strong> 元/月</div></mat-card></app-rent-card>`,
  );
  const { markdown = "" } = await read(
    `<!doctype html><html lang="zh-CN"><head><title>思明区租房 - 侨乡好房</title></head><body class="mat-typography"><app-root><app-topbar><mat-toolbar><a href="/">侨乡好房</a><nav><a href="/new">新房</a><a href="/used">二手房</a><a href="/rent">租房</a></nav></mat-toolbar></app-topbar><mat-sidenav-container><mat-sidenav-content><app-rent-list><div class="list-wrap"><h1>思明区租房</h1><p class="total">共找到 1,862 套房源</p><div class="list">${offers.join("")}</div><div class="hot"><h4>热门搜索</h4><a href="/s/1">思明区单身公寓</a><a href="/s/2">短租</a></div></div></app-rent-list><app-footer><footer><div class="links"><a href="/about">关于我们</a></div><p>举报电话 0592-0000000</p></footer></app-footer></mat-sidenav-content></mat-sidenav-container></app-root></body></html>`,
    "/rent/siming",
  );
  for (const room of rooms) expect(markdown).toContain(`${room[5]}** 元/月`);
});

test("what a shop of Japan says about the item itself stays", async () => {
  const about = `<div><h2>この商品について</h2><ul><li>厚手の胴が熱を蓄え、ふっくら炊き上がります。</li><li>内蓋と外蓋の二重構造で吹きこぼれにくい設計です。</li></ul></div>`;
  const { markdown = "" } = await read(productPage(about), "/products/kettle");
  expect(markdown).toContain("吹きこぼれにくい");
});

test("what a product can be chosen in stays from buttons in a group of fields", async () => {
  const group = `<fieldset><legend>Size</legend><div class="grid"><button type="button">Small</button><button type="button">Large</button></div></fieldset>`;
  const { markdown = "" } = await read(productPage("").replace("<form>", `${group}<form>`), "/products/kettle");
  for (const text of ["Size", "Small", "Large"]) expect(markdown).toContain(text);
});

test("what a product can be chosen in stays, as a shop's program writes it into a field", async () => {
  const choice = `<label>Capacity</label><select name="attribute_pa_capacity"><option value="">Choose an option<option>Half a litre<option>One litre</select>`;
  const page = productPage("").replace("<button>Add", `${choice}<button>Add`);
  const { markdown = "" } = await read(page, "/products/kettle");
  expect(markdown).toContain("Half a litre, One litre");
  expect(markdown).not.toContain("Choose an option");
});

test("what a product can be chosen in stays from fields, buttons and boxes that only their names tell", async () => {
  const field = `<div class="line"><label for="f1">Capacity</label><div><select id="f1"><option value="">Pick one<option>Half a litre<option>One litre</select></div></div>`;
  const buttons = `<div class="line swatches"><span class="label">Finish</span><button>Copper</button><button>Chalk white</button></div>`;
  const named = `<div id="variation_handle"><div><label>Handle:</label><span>Walnut</span></div></div>`;
  const page = productPage("").replace(
    "<form><button>Add to cart",
    `${field}${buttons}${named}<form><button>Buy it now`,
  );
  const { markdown = "", metadata } = await read(page, "/products/kettle");
  expect(metadata?.pageType).toBe("product");
  for (const text of ["Capacity", "Half a litre, One litre", "Finish: Copper, Chalk white", "Walnut"])
    expect(markdown).toContain(text);
});

test("a privacy policy inside of another page goes, and stays on its own page", async () => {
  const { markdown = "" } = await read(productPage(policy), "/products/kettle");
  expect(markdown).toContain("counterweighted handle");
  expect(markdown).not.toContain("personal data");
  const own = `<!doctype html><html><head><title>Privacy policy | Kettles</title></head><body>${menu}<main>${policy}</main></body></html>`;
  expect((await read(own, "/privacy")).markdown).toContain("personal data");
});

test("a list of products that declares to be one is no page of a product", async () => {
  const listed = kettles
    .map(
      (name, place) =>
        `<div itemprop="itemListElement" itemscope itemtype="https://schema.org/Product"><div itemprop="name"><a href="/L${String(place)}">${name}</a></div><div>Article TK-${String(place)}</div><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span>${prices[place] ?? ""}</span></div></div>`,
    )
    .slice(0, 4)
    .join("");
  const { markdown = "", metadata } = await read(
    `<!doctype html><html itemscope itemtype="https://schema.org/CollectionPage"><head><title>Buy kettles</title></head><body>${menu}<aside><ul class="category-navigation"><li><a href="/pots">Pots of clay</a></li><li><a href="/kettles">All of the kettles</a></li></ul></aside><main><h1>Kettles</h1><div class="lane">${listed}</div></main></body></html>`,
    "/kettles-of-copper",
  );
  expect(metadata?.pageType).not.toBe("product");
  for (const text of [...kettles.slice(0, 4), "TK-0"]) expect(markdown).toContain(text);
  expect(markdown).not.toContain("Pots of clay");
});

test("filters that only their names tell go from a list of products", async () => {
  const filters = `<div class="shelf-facets"><p>Colour</p><p>Black</p><p>Copper</p><p>Capacity</p><p>Under a litre</p></div>`;
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Kettles</title></head><body>${menu}<main><h1>Kettles</h1>${paragraph}<div>${filters}<ul class="shelf">${cards}</ul></div></main></body></html>`,
    "/collections/kettles",
  );
  expect(markdown).toContain("Glass Kettle");
  expect(markdown).not.toContain("Under a litre");
});

/** A shop whose tabs are named so that they look like a menu. */
const tabbedPage = (rest: string): string =>
  productPage(
    `<div class="shop-tabs"><ul class="tabs"><li><a href="#about">About</a></li><li><a href="#facts">Facts</a></li></ul><div class="panel" id="about">${paragraph.repeat(2)}</div>${rest}</div>`,
  );

test("facts in a panel of tabs stay with their heading", async () => {
  const rows = [
    ["Weight", "0.9 kg"],
    ["Height", "22 cm"],
    ["Steel", "18/10"],
    ["Handle", "Walnut"],
  ];
  const table = `<table>${rows.map(([name, value]) => `<tr><th>${name}</th><td><p>${value}</p></td></tr>`).join("")}</table>`;
  const { markdown = "" } = await read(
    tabbedPage(`<div class="panel" id="facts"><h2>More about it</h2>${table}</div>`),
    "/products/kettle",
  );
  expect(markdown).toContain("More about it");
  for (const [, value = ""] of rows) expect(markdown).toContain(value);
});

test("what a product can be chosen in stays, with its name, also under a brand and over a button that is an input", async () => {
  const radios = (name: string, ...values: readonly string[]): string =>
    `<fieldset><legend>${name}</legend>${values.map((value) => `<input type="radio" name="${name}" id="${value}"><label for="${value}">${value}</label>`).join("")}</fieldset>`;
  const page = (choices: string): string =>
    `<!doctype html><html><head><title>Gooseneck Kettle - Teaworks</title></head><body>${menu}<main><h1>Gooseneck Kettle</h1><h2><a href="/teaworks">Teaworks</a></h2><p class="price">€ 89.00</p>${choices}<form><input type="submit" value="Add to cart"></form><div class="description">${paragraph.repeat(3)}</div></main></body></html>`;
  const chosen = await read(page(radios("Finish", "Copper", "Chalk white")), "/products/kettle");
  expect(chosen.metadata?.pageType).toBe("product");
  for (const text of ["Finish", "Copper", "Chalk white", "89.00"]) expect(chosen.markdown).toContain(text);
});

test("a button that buys at once sells the product under whose name it stands, and not one in a box among links", async () => {
  const page = (button: string): string =>
    `<!doctype html><html><head><title>Чайник</title></head><body>${menu}<main><h1>Чайник</h1><p>3 900 ₽</p>${button}<div>${paragraph.repeat(3)}</div></main></body></html>`;
  const sold = await read(page("<form><button>Купить</button></form>"), "/chainik");
  expect(sold.metadata?.pageType).toBe("product");
  const offer = `<ul class="shelf">${cards}</ul><aside><h2>Enamel Kettle</h2><button>Buy now</button></aside>`;
  const listed = await read(page(offer), "/collections/kettles");
  expect(listed.metadata?.pageType).not.toBe("product");
  for (const name of kettles) expect(listed.markdown).toContain(name);
});

test("a list in which one entry looks different is no page of one product", async () => {
  const entry = (name: string, place: number): string =>
    `<li class="entry${place === 0 ? " first" : ""}"><a href="/products/${place}"><h2>${name}</h2><span>${prices[place]}</span></a><button>Add to cart</button></li>`;
  const { markdown = "", metadata } = await read(
    `<!doctype html><html><head><title>Kettles</title></head><body>${menu}<main><h1>Kettles</h1><ul>${kettles.map(entry).join("")}</ul></main></body></html>`,
    "/collections/kettles",
  );
  expect(metadata?.pageType).not.toBe("product");
  for (const name of kettles) expect(markdown).toContain(name);
});

test("the line that counts the listed products goes", async () => {
  const list = (line: string): string =>
    `<!doctype html><html><head><title>Kettles</title></head><body>${menu}<main><h1>Kettles</h1><p>${line}</p><ul class="shelf">${cards}</ul></main></body></html>`;
  for (const line of ["Showing 1–6 of 48 kettles", "全48件中 1〜6件を表示", "Artículos 1-6 de 1.048"])
    expect((await read(list(line), "/collections/kettles")).markdown).not.toContain(line);
  for (const line of ["For 2-3 cups, in 12 colours", "Nos. 4–9 of 48 are sold by 1-2 shops"])
    expect((await read(list(line), "/collections/kettles")).markdown).toContain(line);
});

test("a panel goes by the button or the tab that shows it", async () => {
  const panel = (name: string, label: string, text: string): string =>
    `<button aria-expanded="false" aria-controls="${name}">${label}</button><div id="${name}" hidden><p>${text}</p></div>`;
  const { markdown = "" } = await read(
    productPage(
      `<div class="fold">${panel("care", "Care", "Rinse the kettle with hot water before you use it for the first time.")}${panel("sending", "Delivery and returns", "Parcels leave the warehouse within two days of your order.")}</div>`,
    ),
    "/products/kettle",
  );
  expect(markdown).toContain("Rinse the kettle");
  expect(markdown).not.toContain("leave the warehouse");
});

test("a box with the role of a button sells a product, too", async () => {
  const { metadata, markdown = "" } = await read(
    `<!doctype html><html><head><title>Gooseneck Kettle</title></head><body>${menu}<main><h1>Gooseneck Kettle</h1><p>€ 89.00</p><div><p>Finish</p><div><input type="radio" id="a"><label for="a">Copper</label><input type="radio" id="b"><label for="b">Chalk white</label></div></div><div><div role="button"><div>Add To Cart</div></div></div>${paragraph.repeat(3)}</main></body></html>`,
    "/shop/p/kettle",
  );
  expect(metadata?.pageType).toBe("product");
  expect(markdown).toContain("Chalk white");
});

test("what a product can be chosen in stays where links to its page choose it", async () => {
  const link = (query: string, value: string): string => `<a href="/products/kettle${query}">${value}</a>`;
  const choices = `<h5>Finish</h5><div class="grid">${link("?finish=copper", "Copper")}${link("?finish=chalk", "Chalk white")}</div>`;
  const labelled = `<div class="line"><span>Handle</span>${link("?handle=oak", "Oak")}${link("?handle=elm", "Elm")}</div>`;
  const page = productPage("").replace("<form><button>", `${choices}${labelled}<form><button>`);
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["Finish", "Copper", "Chalk white", "Handle", "Oak", "Elm"]) expect(markdown).toContain(text);
});

test("the number of listed products, controls by their role and links to more of them go", async () => {
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Kettles</title></head><body>${menu}<main><h1>Kettles</h1><div><p>48 products</p><div role="combobox">Newest</div></div><a href="?page=1"><span>↑ Load previous</span></a><ul class="shelf">${cards}</ul><a href="?page=3"><span>Load more ↓</span></a></main></body></html>`,
    "/collections/kettles",
  );
  expect(markdown).toContain("Glass Kettle");
  for (const line of ["48 products", "Newest", "Load"]) expect(markdown).not.toContain(line);
});

test("what a shop says of taxes and of fetching goes from beside the price", async () => {
  const lines = [
    "Taxes included. Shipping calculated at checkout.",
    "Pickup available at Main Street",
    "Usually ready in 24 hours",
  ];
  const page = productPage("").replace("<form>", `${lines.map((line) => `<p>${line}</p>`).join("")}<form>`);
  const { markdown = "" } = await read(page, "/products/kettle");
  expect(markdown).toContain("counterweighted handle");
  for (const line of lines) expect(markdown).not.toContain(line);
});

test("a footer of plain boxes goes with the line on copyright at its end", async () => {
  const column = (title: string, ...names: readonly string[]): string =>
    `<div class="k1"><div class="k2">${title}</div><ul>${names.map((name) => `<li><a href="/to/${name}">${name}</a></li>`).join("")}</ul></div>`;
  const footer = `<div class="k0"><div class="k9">${column("Service", "Track a parcel", "Size charts")}${column("Firm", "Our story", "Press room")}</div><div class="k3">© 2025 Teaworks</div></div>`;
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Kettles</title></head><body><div class="root"><div class="page"><h1>Kettles</h1><ul class="shelf">${cards}</ul></div>${footer}</div></body></html>`,
    "/collections/kettles",
  );
  for (const name of kettles) expect(markdown).toContain(name);
  for (const text of ["Firm", "Our story", "Size charts", "Teaworks"]) expect(markdown).not.toContain(text);
});

test("lines that sort a list, boxes to tick and the number found go", async () => {
  const lines = [
    "Sort by: Newest first",
    "Ordenar por: Recomendados",
    "Trier : Prix croissant",
    "42 résultats trouvés",
  ];
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Kettles</title></head><body>${menu}<main><h1>Kettles</h1>${lines.map((line) => `<div>${line}</div>`).join("")}<form><label><input type="checkbox"><span>Hammered copper</span></label></form><ul class="shelf">${cards}</ul></main></body></html>`,
    "/collections/kettles",
  );
  for (const text of [...lines, "Hammered copper"]) expect(markdown).not.toContain(text);
  for (const name of kettles) expect(markdown).toContain(name);
});

test("what a shop says of returns, of the seller and of itself goes by its names", async () => {
  const said = [
    `<div class="returns-note"><span>Taken back on Tuesday by bicycle</span></div>`,
    `<div class="x-sellercard"><span>harbour tea, 1204 sold</span></div>`,
    `<div class="reassurance"><p>Paid behind lock and key</p></div>`,
    `<div class="pickup-availability"><p>Yours today at the mill</p></div>`,
    `<ul class="Perks_list__b1"><li>Sent on Friday by noon</li></ul>`,
    `<div class="recently-viewed"><h2>Seen of late</h2><p>You have looked at nothing yet</p></div>`,
  ];
  const page = productPage("").replace(
    '<div class="description">',
    `<div class="description">${paragraph}${said.join("")}`,
  );
  const { markdown = "" } = await read(page, "/products/kettle");
  for (const text of ["89.00", "counterweighted handle"]) expect(markdown).toContain(text);
  for (const text of ["bicycle", "harbour tea", "lock and key", "mill", "noon", "of late", "at nothing"])
    expect(markdown).not.toContain(text);
});
