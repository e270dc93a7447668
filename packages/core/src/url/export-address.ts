/**
 * The address at which Google Docs, Sheets, Slides and Drive serve a file's content instead of an editor written in
 * JavaScript (contract §4.1). Any other URL is returned as it is; so is a document published to the web.
 */
export function exportAddress(url: URL): URL {
  const [, kind = "", id = ""] =
    /^\/(document|spreadsheets|presentation|file)(?:\/u\/\d+)?\/d\/([\w-]{10,})/.exec(url.pathname) ?? [];
  const target = exports[`${url.hostname}/${kind}`];
  return target === undefined ? url : new URL(target(id, url));
}

const exports: Readonly<Record<string, (id: string, url: URL) => string>> = {
  "docs.google.com/document": (id) => `https://docs.google.com/document/d/${id}/export?format=html`,
  "docs.google.com/presentation": (id) => `https://docs.google.com/presentation/d/${id}/export/pdf`,
  "docs.google.com/spreadsheets": (id, url) => {
    const sheet = /[?&#]gid=(\d+)/.exec(url.search + url.hash)?.[1];
    return `https://docs.google.com/spreadsheets/d/${id}/gviz/tq?tqx=out:html${sheet === undefined ? "" : `&gid=${sheet}`}`;
  },
  "drive.google.com/file": (id) => `https://drive.google.com/uc?export=download&id=${id}`,
};
