import { isOfSite, type Clause } from "./query.ts";

/** A kind of site that a search can be narrowed to (contract §4.14). */
export type SearchCategory = "github" | "research" | "pdf";

const researchSites =
  "arxiv.org scholar.google.com pubmed.ncbi.nlm.nih.gov researchgate.net nature.com science.org ieee.org acm.org springer.com wiley.com sciencedirect.com plos.org biorxiv.org medrxiv.org".split(
    " ",
  );

const sitesOf: Readonly<Record<SearchCategory, readonly string[]>> = {
  github: ["github.com"],
  research: researchSites,
  pdf: [],
};

/** The terms of a category: a result belongs to it if it meets one of them. */
export function categoryClause(category: SearchCategory): Clause {
  if (category === "pdf") return [{ kind: "filetype", value: "pdf", isExcluded: false }];
  return sitesOf[category].map((value) => ({ kind: "site", value, isExcluded: false }));
}

/** The first of `categories` that a result belongs to, as far as its address says: many a PDF has no `.pdf` there. */
export function categoryOf(url: string, categories: readonly SearchCategory[]): SearchCategory | undefined {
  return categories.find((category) =>
    category === "pdf"
      ? /(?:^|[^a-z\d])pdf(?:$|[^a-z\d])/i.test(url)
      : sitesOf[category].some((site) => isOfSite(url, site)),
  );
}
