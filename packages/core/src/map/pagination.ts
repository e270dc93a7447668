import type { Anchor } from "../page/anchors.ts";

const pageParameter = /^(?:page|p|pg|paged|pagenum|page_?no|page_?number|pn|start|offset|from|skip|cursor|after)$/i;
const pagePath =
  /\/(?:page|pages|p|seite|pagina|strana)[/=_-]?\d{1,6}(?:\/|\.[a-z]+)?$|[-_](?:page|p)[-_]?\d{1,6}(?:\.[a-z]+)?$|\/\d{1,4}\/?$/i;
const nextText =
  /^(?:next|older|more results|show more|load more|view more|weiter|nächste|suivante?|siguiente|próxim[ao]|successiv[ao]|volgende|nästa|następna|další|далее|следующая|次|次へ|下一页|下一頁|다음|›|»|→|>|>>)(?:$|[\s›»→>])/iu;

/**
 * True if a link leads to another page of the list that it stands on: by its link type, its text, or the page number in
 * its address, where everything else is the address of the list. Pure.
 */
export function isPagination(anchor: Anchor, listUrl: string): boolean {
  const url = URL.parse(anchor.url);
  const list = URL.parse(listUrl);
  if (url === null || list === null || url.host !== list.host) return false;
  if (anchor.rel.includes("next") || anchor.rel.includes("prev")) return true;
  const isSameList = listKey(url) === listKey(list);
  if (isSameList && hasPageNumber(url)) return true;
  return nextText.test(anchor.text) && (isSameList || url.pathname.startsWith(list.pathname.replace(/\/[^/]*$/, "/")));
}

function hasPageNumber(url: URL): boolean {
  return (
    pagePath.test(url.pathname) ||
    [...url.searchParams].some(([name, value]) => pageParameter.test(name) && value !== "")
  );
}

/** The address of a list without the page number, the same for all its pages. */
export function listKey(url: URL): string {
  const path = url.pathname.replace(pagePath, "").replace(/\/(?:index\.\w+)?$/, "");
  const parameters = [...url.searchParams]
    .filter(([name]) => !pageParameter.test(name))
    .map(([name, value]) => `${name}=${value}`);
  return `${url.host}${path}?${parameters.toSorted().join("&")}`;
}
