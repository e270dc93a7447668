/** Words with which a site sends its readers to other pages. */
export const signpost = new RegExp(
  `^(?:${[
    "read (?:more|also|next)|also read|continue reading|back to top",
    "weiterlesen|mehr (?:lesen|dazu|zum thema)|lesen sie (?:auch|dazu|hier|mehr)|lies auch|auch interessant|zurück$|nach oben$",
    "lire (?:aussi|également|la suite)|à lire (?:aussi|également)|lee (?:también|más)|lea también|leer (?:también|más)",
    "leia (?:também|mais)|leggi (?:anche|tutto|di più)|lees (?:meer|ook|verder)|läs (?:mer|också|även)|l[eæ]s også",
    "czytaj (?:także|też|również|więcej|dalej)|zobacz (?:także|też|również)|читайте также|阅读更多|閱讀更多|相关阅读|関連記事|続きを読む",
    "[iİ]lgili haber(?:ler)?|bunu da oku(?:yun)?|[iİ]lginizi çekebilir|اقرأ (?:أيضا|أيضًا|المزيد)|читайте ещё|читать (?:далее|также)",
  ].join("|")})(?!\\p{Script=Latin})(?<colon>\\s*[:：])?`,
  "iu",
);

/** Whole lines that ask the reader to do something with the page, or label its control. */
export const controlLine = new RegExp(
  `^(?:${[
    "(?:was|is) (?:this|the) (?:page|article|answer|document|information|guide) (?:useful|helpful)(?: to you)?\\s*\\??",
    "did this (?:page|article|answer|guide) (?:help(?: you)?|answer your question)\\s*\\??|how is this (?:page|guide)\\s*\\?|copy (?:page|(?:as )?markdown)",
    "[^\\p{L}]{0,3}(?:load|show|view) (?:more(?: (?:posts|comments|results|items|products|events))?|previous)[^\\p{L}]{0,3}",
    "war (?:diese seite|dieser artikel) hilfreich\\s*\\??|cette page vous a-t-elle été utile\\s*\\??|¿(?:te )?(?:ha sido|resultó) útil.{0,20}\\?(?: sí no)?",
    "(?:(?:jump|skip) to(?: the)? (?:recipe|content|comments)[ ·|]*|print(?: this)? (?:recipe|page|article)[ ·|]*)+",
    "share this(?: (?:page|article|post|story))?:?|like this:|sort(?:ed)? by:?|\\[ ?(?:edit|edit source|bearbeiten|modifier|editar) ?\\]",
    "(?:[✎✏📝]\\uFE0F?\\s*)?(?:(?:edit|improve) this (?:page|article|doc(?:ument)?)|suggest (?:an )?edits?|edit|view source)(?: on (?:github|gitlab|bitbucket|codeberg))",
    "(?:[✎✏📝]\\uFE0F?\\s*)?(?:edit|improve) this page",
    "(?:older|newer|previous|next)(?: (?:post|entry|article|page|message(?: \\(by \\p{L}{4,8}\\))?))?\\s*[:»«].*|messages sorted by:.*",
    "log ?in(?: or (?:register|sign up))? to (?:post|leave|add|write)(?: a| your)? (?:comments?|repl(?:y|ies))",
    "播报|编辑(?:本段)?",
    "leave a (?:reply|comment)|(?:write|post|add) a comment\\W{0,3}|be the first to .{4,20}|no labels|[\\d.,]+[km]? (?:claps?|likes?|shares?)",
  ].join("|")})$`,
  "iu",
);

const controls =
  "(?:share|(?:post |last )?reply|replies|(?:reply with )?quote|top|permalink|embed|report|flag|hide|upvote|downvote|subscribe(?: now)?|teilen|antworten|zitieren|melden|partager|répondre|compartir|responder|condividi|rispondi|分享|回复|回覆|返信|공유)";

/**
 * Links below posts and articles that do something with them, with the votes beside them. A number is read as a whole, so that a
 * long one is tried in one way.
 */
export const controlLink = new RegExp(
  `^(?:\\d{1,5} )?${controls}(?:[\\s|·•]*(?:${controls}|(?<!\\d)\\d{1,5}(?!\\d)))*$`,
  "iu",
);

const shopControls = `(?:${[
  "(?:add|save|move) to (?:my |your )?(?:wish ?lists?|favou?rites|compar(?:e|ison)|list)|add (?:it )?to (?:your )?registry|compare",
  "(?:auf (?:den|die) |zum |zur )?(?:merkzettel|merkliste|wunschliste|wunschzettel|vergleichsliste|vergleich)(?: (?:hinzufügen|setzen))?|(?:zzgl|exkl|plus)\\.? ?versand(?:kosten)?",
  "(?:tax(?:es)? (?:included|excluded)[.,]? ?)?(?:and )?(?:shipping|delivery)(?: (?:and|&) (?:taxes|discounts))? calculated at checkout\\.?|tax(?:es)? included\\.?|inkl\\.? (?:steuern|mwst\\.?)[.,]? ?(?:zzgl\\. )?versand(?:kosten)? (?:wird|werden) beim checkout berechnet\\.?",
  "pick-?up (?:is )?(?:currently )?(?:un)?available at .{2,60}|usually ready in \\d{1,3}[+]? (?:minutes|hours|days)",
  "taxes incluses\\.? ?(?:frais d[’']expédition calculés à l[’']étape de paiement\\.?)?|impuestos? incluidos?\\.? ?(?:los gastos de envío se calculan en la pantalla de pago\\.?)?",
  "ajouter (?:à (?:ma|la|votre) liste d[’']envies?|au comparateur|aux favoris)|(?:añadir|agregar) a (?:(?:la |mi )?lista de deseos|favoritos|comparar|la comparación)",
  "aggiungi (?:alla (?:lista dei desideri|wishlist)|ai preferiti|al confronto)|adicionar (?:à lista de desejos|aos favoritos)|(?:aan|op) verlanglijst(?:je)?(?: toevoegen)?",
  "dodaj do (?:ulubionych|listy życzeń|porównania)|(?:добавить )?(?:в избранное|к сравнению|в сравнение)|お気に入りに(?:追加|登録)(?:する)?|加入(?:收藏|对比|比较)|찜하기|أضف إلى المفضلة",
].join("|")})`;
/** Links beside the goods of a shop that do something with them, and what is told of the price of sending them. */
export const shopLine = new RegExp(`^${shopControls}(?:[\\s|·•]+${shopControls})*$`, "iu");

/** Headings of links to other pages. */
export const relatedHeading = new RegExp(
  `^(?:${[
    "you (?:may|might)(?: also)? (?:like|enjoy|love|be interested in)|what to read next|up next|keep reading|read (?:more|next)",
    "(?:related|similar|recommended) (?:posts?|articles?|stories|content|products?|topics|news|questions|jobs|items|videos|searches|events|courses|recipes|listings)",
    "recommended(?: for you| reading| from .+)?|recommendations|more from .+|more (?:stories|articles|posts|events|jobs).{0,20}",
    "(?:customers|people|learners|others|shoppers)(?: who .+)? also .+|frequently bought together|hot network questions",
    "das könnte (?:sie|dich|ihnen|dir) auch .+|(?:ähnliche|verwandte|weitere) (?:artikel|beiträge|produkte|themen|jobs|stellen)|mehr zum thema",
    "articles (?:similaires|liés|associés)|(?:à )?lire (?:aussi|également)|à voir aussi|sur le même (?:sujet|thème)|(?:vous aimerez|ça peut vous intéresser|cela pourrait vous intéresser)(?: aussi)?",
    "(?:artículos|noticias|productos|entradas) relacionad[oa]s|también te puede .+|te puede interesar|(?:lee|mira|ver) también|más sobre (?:este tema|el tema)",
    "(?:articoli|notizie|prodotti) (?:correlati|simili)|(?:ti )?potrebbe(?:ro)?(?: anche)? interessar(?:ti|e)(?: anche)?|leggi anche",
    "(?:artigos|notícias|produtos|posts) relacionad[oa]s|(?:leia|veja) (?:também|mais)|você (?:também )?pode (?:gostar|se interessar).{0,12}",
    "gerelateerde (?:artikelen|berichten|producten)|lees ook|ook interessant|(?:relaterade?|relatert|relaterede) .+|läs också|l[eæ]s også|lue myös",
    "podobne (?:artykuły|produkty)|(?:przeczytaj|zobacz|czytaj) (?:też|także|również)|mohlo by vás .+|související (?:články|témata)|kapcsolódó (?:cikkek|hírek)",
    "citește și|articole (?:similare|recomandate)|διαβάστε (?:επίσης|ακόμη)|σχετικά (?:άρθρα|νέα)|(?:[iİ]lgili|benzer) (?:haber(?:ler)?|içerik(?:ler)?|yazı(?:lar)?)|[iİ]lginizi çekebilir",
    "(?:читайте|смотрите) (?:также|ещё|еще)|похожие .+|по теме|(?:материалы|новости|статьи) по теме|вам (?:может|будет) .{0,14}интересно|читайте також|схожі .+",
    "(?:berita|artikel) (?:terkait|lainnya)|baca juga|(?:tin|bài viết) liên quan|có thể bạn quan tâm|(?:ข่าว|บทความ)ที่เกี่ยวข้อง|यह भी पढ़ें|संबंधित (?:खबरें|लेख)",
    "相关(?:阅读|文章|推荐|新闻|内容|视频)|(?:为您|为你|精彩|编辑|今日)?推荐(?:阅读|文章)|猜你(?:还)?(?:喜欢|想看)|(?:大家|其他人|别人|网友)(?:都|也|还)在(?:看|搜).?|延伸阅读|你(?:可能|也许)(?:还|也)?(?:会)?(?:喜欢|想看|感兴趣).{0,3}|更多精彩(?:内容)?|看了又看",
    "相關(?:文章|閱讀|新聞|報導|報道|影片)|(?:為您|為你|編輯|精選)?推薦(?:閱讀|文章)|猜你(?:還)?(?:喜歡|想看)|(?:大家|其他人|別人|網友)(?:都|也|還)在(?:看|搜).?|延伸閱讀|你(?:可能|也許)(?:還|也)?(?:會)?(?:喜歡|想看|感興趣).{0,3}|更多精彩(?:內容)?",
    "関連(?:記事|商品|リンク|ニュース|キーワード)|(?:あなたに)?おすすめ(?:の)?(?:記事|商品)?|(?:あわせて|合わせて|次に)読みたい.{0,4}|こちらも(?:おすすめ|どうぞ)|この記事を(?:読んだ|見た)人.{0,20}|(?:관련|추천) ?(?:기사|글|상품|뉴스)|함께 (?:볼만한|많이 본).{0,10}",
    "مقالات ذات صلة|مواضيع ذات صلة|أخبار ذات صلة|قد يعجبك أيضا.{0,3}|اقرأ أيضا.*|כתבות נוספות|אולי יעניין.*|מומלצים עבורך",
  ].join("|")})\\s*[:：…]?$`,
  "iu",
);

/** Headings under which documentation refers to other parts of itself. */
export const referenceHeading = new RegExp(
  `^(?:${[
    "related (?:topics|concepts|tasks|reference|references|information|functions|commands|links|pages|content)",
    "read more|recommendations|verwandte themen|(?:thèmes|sujets|rubriques) (?:associés|connexes|similaires|liés)",
    "temas relacionados|argomenti correlati|tópicos relacionados|gerelateerde onderwerpen|relaterade ämnen",
    "powiązane tematy|související témata|kapcsolódó témakörök|ilgili konular|(?:связанные|похожие) (?:темы|разделы)|по теме",
    "相关(?:主题|内容)|相關(?:主題|內容)|関連(?:項目|トピック|リンク)|관련 ?(?:항목|주제)",
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

const turnings = [
  "prev(?:ious)?(?: (?:page|section|chapter|topic))?|next(?: (?:page|section|chapter|topic))?|zurück|weiter|vorherige|nächste",
  "précédent|suivant|anterior|siguiente|seguinte|próximo|precedente|successivo|indietro|avanti|vorige|volgende",
  "poprzedni|następny|предыдущ\\p{L}+|следующ\\p{L}+|上一页|下一页|上一篇|下一篇|前へ|次へ|이전|다음",
].join("|");

/** Lines by which a tool names itself under the page that it made. */
export const generatedLine =
  /^(?:(?:this|the) (?:page|document|documentation|file|manual) (?:was|is) )?(?:automatically )?(?:generated|created|made|built|powered) (?:on .{4,40} )?(?:by|with|using) \S.{0,100}$|^(?:page )?last (?:updated|modified|revised|changed)(?: on| at|:)? .{0,40}\d.{0,40}$/iu;

/** The whole text of links to the page before or after in the same document, also beside those to its top and contents. */
export const turningLine = new RegExp(
  `^(?!.*\\(\\))[^\\p{L}]*(?:(?:top|up|home|(?:table of )?contents|index)[^\\p{L}]+)*(?:${turnings})(?:[^\\p{L}]+(?:${turnings}|top|up|home|(?:table of )?contents|index))*[^\\p{L}]*$`,
  "iu",
);

/** Links to the pages around in the same document that have their kind before them: “Next: Lids, Previous: Spouts” (Texinfo). */
export const labelledTurnings = new RegExp(`^(?:${turnings}|up):\\s.*,\\s*(?:${turnings}|up):\\s`, "iu");

/** Links from documentation to the code that it describes, with the version that brought it or a button that folds it. */
export const sourceLine =
  /^(?=.*[\s·•|[\]])(?:[\w.:() ]{1,40}[·•|]\s*)?\[?(?:(?:click to )?(?:view|show|toggle) )?(?:source(?: edit)?|src|docs)\]?(?:\s*(?:[·•|]\s*)?\[\s*[−+–-]\s*\])?$/iu;
