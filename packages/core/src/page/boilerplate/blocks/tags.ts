/** Elements that begin a block of their own (HTML Standard §15.3, the user-agent style sheet). */
export const blockTags: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup p plaintext pre " +
    "search section summary table tbody td tfoot th thead tr ul xmp"
  ).split(" "),
);

/** Elements whose content is never text of the page. */
export const ignoredTags: ReadonlySet<string> = new Set(
  "script style noscript template head meta link title base svg select datalist object embed canvas textarea input".split(
    " ",
  ),
);

/** Elements that show something without text. */
export const mediaTags: ReadonlySet<string> = new Set("img picture video audio iframe math mjx-container".split(" "));

/** Elements of code, input, output and terms. */
export const technicalTags: ReadonlySet<string> = new Set("pre code tt samp kbd var dfn dt".split(" "));
