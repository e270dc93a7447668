/** With these words a site sends its readers to other pages. */
export const signpost = new RegExp(
  `^(?:${[
    "read (?:more|also|next)|also read|continue reading|back to top",
    "weiterlesen|mehr (?:lesen|dazu|zum thema)|lesen sie (?:auch|dazu|hier|mehr)|lies auch|auch interessant|zurück$|nach oben$",
    "lire (?:aussi|également|la suite)|à lire (?:aussi|également)|lee (?:también|más)|lea también|leer (?:también|más)",
    "leia (?:também|mais)|leggi (?:anche|tutto|di più)|lees (?:meer|ook|verder)|läs (?:mer|också|även)|l[eæ]s også",
    "czytaj (?:także|też|również|więcej|dalej)|zobacz (?:także|też|również)|читайте также|阅读更多|閱讀更多|相关阅读|関連記事|続きを読む",
  ].join("|")})(?!\\p{Script=Latin})(?<colon>\\s*[:：])?`,
  "iu",
);

/** Whole lines that ask the reader to do something with the page, or label its control. */
export const controlLine = new RegExp(
  `^(?:${[
    "(?:was|is) (?:this|the) (?:page|article|answer|document|information) (?:useful|helpful)(?: to you)?\\s*\\??",
    "war (?:diese seite|dieser artikel) hilfreich\\s*\\??|cette page vous a-t-elle été utile\\s*\\??|¿te (?:ha sido|resultó) útil.{0,20}\\?",
    "(?:(?:jump|skip) to(?: the)? (?:recipe|content|comments)[ ·|]*|print(?: this)? (?:recipe|page|article)[ ·|]*)+",
    "share this(?: (?:page|article|post|story))?:?|like this:|sort(?:ed)? by:?|\\[ ?(?:edit|edit source|bearbeiten|modifier|editar) ?\\]",
    "(?:older|newer|previous|next)(?: (?:post|entry|article|page))?\\s*[:»«].*",
    "leave a (?:reply|comment)|(?:write|post|add) a comment\\W{0,3}|be the first to .{4,20}|no labels|[\\d.,]+[km]? (?:claps?|likes?|shares?)",
  ].join("|")})$`,
  "iu",
);

/** Headings of links to other pages. */
export const relatedHeading = new RegExp(
  `^(?:${[
    "you (?:may|might)(?: also)? (?:like|enjoy|love|be interested in)|what to read next|up next|keep reading|read (?:more|next)",
    "(?:related|similar|recommended) (?:posts?|articles?|stories|content|products?|topics|news|questions|jobs|items|videos|searches|events|courses|recipes|listings)",
    "recommended(?: for you| reading| from .+)?|recommendations|more from .+|more (?:stories|articles|posts|events|jobs).{0,20}",
    "(?:customers|people|learners|others|shoppers)(?: who .+)? also .+|frequently bought together|hot network questions",
    "das könnte (?:sie|dich|ihnen|dir) auch .+|(?:ähnliche|verwandte|weitere) (?:artikel|beiträge|produkte|themen|jobs|stellen)|mehr zum thema",
    "articles (?:similaires|liés|associés)|à lire (?:aussi|également)|sur le même (?:sujet|thème)|vous aimerez aussi",
    "(?:artículos|noticias|productos|entradas) relacionad[oa]s|también te puede .+|te puede interesar",
    "(?:articoli|notizie|prodotti) correlati|potrebbe(?: anche)? interessarti|(?:artigos|notícias|produtos|posts) relacionad[oa]s|leia também",
    "gerelateerde (?:artikelen|berichten|producten)|lees ook|podobne (?:artykuły|produkty)|relaterade .+|читайте также|похожие .+|по теме",
    "相关(?:阅读|文章|推荐|新闻)|推荐阅读|猜你喜欢|相關(?:文章|閱讀|新聞)|関連(?:記事|商品|リンク)|おすすめ(?:記事|商品)?|관련 ?(?:기사|글|상품)",
    "مقالات ذات صلة|مواضيع ذات صلة|اقرأ أيضا.*|כתבות נוספות|אולי יעניין.*",
  ].join("|")})\\s*[:：…]?$`,
  "iu",
);

/** Headings of lists of links that a site shows beside everything, or as the content of its home page. */
export const latestHeading = new RegExp(
  `^(?:${[
    "(?:latest|recent|popular|trending|most (?:read|popular|viewed|recent)|more|other)(?: (?:articles?|posts?|news|stories|essays|entries|topics))?",
    "(?:neueste|aktuelle|beliebte) (?:artikel|beiträge)|meistgelesen|(?:derniers|récents) articles|(?:les )?plus lus",
    "(?:últimas|recientes) (?:noticias|entradas)|(?:lo )?más leído|ultimi articoli|più letti|热门(?:排行|文章)|最新(?:文章|新闻)|最近の(?:投稿|記事)|人気記事",
    "많이 본 뉴스|الأكثر قراءة|הנקראות ביותר",
  ].join("|")})\\s*[:：]?$`,
  "iu",
);

/** Lines on copyright, as they close a page. */
export const closingLine = new RegExp(
  `^(?:${[
    "©|\\(c\\) |copyright\\b|all rights reserved|alle rechte (?:vorbehalten|voorbehouden)|tous droits réservés",
    "todos los derechos|todos os direitos|tutti i diritti|wszelkie prawa|все права|版权所有|無断|무단|جميع الحقوق|כל הזכויות",
  ].join("|")})|(?:all rights reserved|alle rechte vorbehalten)\\.?$`,
  "iu",
);

/** The whole text of links to the page before or after in the same document. */
export const turningLine = new RegExp(
  `^[^\\p{L}]*(?:${[
    "prev(?:ious)?(?: (?:page|section|chapter|topic))?|next(?: (?:page|section|chapter|topic))?|zurück|weiter|vorherige|nächste",
    "précédent|suivant|anterior|siguiente|seguinte|próximo|precedente|successivo|indietro|avanti|vorige|volgende",
    "poprzedni|następny|предыдущ\\p{L}+|следующ\\p{L}+|上一页|下一页|上一篇|下一篇|前へ|次へ|이전|다음",
  ].join("|")})[^\\p{L}]*$`,
  "iu",
);

/** Links from documentation to the code that it describes, with the version that brought it or a button that folds it. */
export const sourceLine =
  /^(?:\d[\w.]*\s*[·•|]\s*)?\[?(?:view )?(?:source|src|docs)\]?(?:\s*(?:[·•|]\s*)?\[\s*[−+–-]\s*\])?$/iu;
