/** The purpose of a section, as its heading says. */
export type SectionKind =
  | "reviews"
  | "comments"
  | "others"
  | "picks"
  | "seller"
  | "author"
  | "delivery"
  | "filters"
  | "board"
  | "signup"
  | "legal";

/** Whole lines, perhaps with a count behind. */
const line = (...words: readonly string[]): RegExp =>
  new RegExp(`^(?:${words.join("|")})\\s*(?:[(（]\\d+[)）])?\\s*[:：…!.?+]*$`, "iu");
const legalTexts =
  "(?:privacy|cookie|data protection) (?:policy|notice|statement)|terms (?:of (?:use|service|sale)|(?:and|&) conditions)(?: of (?:use|service|sale))?|legal (?:notice|disclaimer)|datenschutz(?:erklärung|hinweise)?|allgemeine geschäftsbedingungen|politique de confidentialité|conditions générales(?: de vente| d'utilisation)?|mentions légales|política de (?:privacidad|privacidade|cookies)|aviso legal|términos y condiciones|termos (?:e condições|de uso)|informativa sulla privacy|termini e condizioni|privacy(?:beleid|verklaring)|algemene voorwaarden|polityka prywatności|regulamin|политика конфиденциальности|пользовательское соглашение|integritetspolicy|gizlilik politikası|プライバシーポリシー|利用規約|隐私(?:政策|条款)|服务条款|개인정보 ?처리방침|이용약관|سياسة الخصوصية|מדיניות פרטיות";
const count = "(?:\\(?[\\d.,]+[km+]?\\)?\\s*)?";

/** Headings of sections by purpose, in some thirty languages; whole lines, so that a sentence never counts. */
export const sectionHeadings: Readonly<Record<SectionKind, RegExp>> = {
  reviews: line(
    `${count}(?:customer|user|product|client|buyer|guest|verified|top|latest|recent|our|global|all)?\\s*(?:reviews|ratings)(?:\\s*(?:&|and|\\/)\\s*(?:reviews?|ratings?|questions|q&a))?\\s*\\(?[\\d.,]*\\)?(?: (?:for|of|from) .{3,60})?`,
    "what (?:our )?(?:customers|clients|people|buyers|users)(?: are)? (?:say|saying|think)(?: about .{2,40})?|be the first to (?:write a )?review.{0,30}|write a review|overall rating",
    `${count}(?:kunden)?(?:bewertungen|rezensionen|meinungen)(?: (?:zu|für|von) .{3,60})?(?: \\(\\d+\\))?|das sagen unsere kunden|kundenstimmen`,
    `${count}(?:avis|commentaires|évaluations)(?: (?:des )?clients?)?|${count}(?:opiniones|reseñas|valoraciones)(?: de (?:los )?clientes)?|${count}recensioni(?: dei clienti)?`,
    `${count}(?:avaliações|opiniões)(?: d[oe]s? clientes)?|${count}(?:klant)?(?:beoordelingen|ervaringen)|${count}(?:opinie|recenzje)(?: (?:klientów|użytkowników|kupujących))?|${count}(?:отзывы|відгуки)(?: (?:покупателей|покупців|о товаре))?`,
    `${count}(?:kund)?(?:recensioner|omdömen)|${count}(?:kunde)?(?:anmeldelser|vurderinger)|${count}(?:arvostelut|arviot)|${count}(?:recenze|hodnocení)(?: (?:zákazníků|produktu))?|${count}(?:vélemények|értékelések)`,
    `${count}(?:müşteri )?(?:yorumları|değerlendirmeleri?)|${count}(?:recenzii|opinii)|${count}(?:κριτικές|αξιολογήσεις)|${count}(?:đánh giá|ulasan|รีวิว|समीक्षाएँ)`,
    `(?:カスタマー)?レビュー.{0,6}|口コミ|クチコミ|(?:用户|商品|客户|顧客)?(?:评价|評價|评论|評論).{0,6}|리뷰.{0,6}|상품평|구매후기|(?:التقييمات|المراجعات|آراء العملاء)|(?:ביקורות|חוות דעת)`,
  ),
  comments: line(
    `${count}comments(?: ?\\(\\d+\\))?|leave a (?:comment|reply)|join the (?:conversation|discussion)|(?:post|add|write) a comment|discussion \\(\\d+\\)|discussion about this (?:post|article|story|episode)|${count}(?:responses?|thoughts?)(?: to| on) .{3,80}`,
    `${count}kommentare(?: \\(\\d+\\))?|schreibe einen kommentar|kommentar (?:schreiben|hinterlassen)|${count}commentaires|laisser un commentaire|${count}comentarios|deja (?:un comentario|una respuesta)`,
    `${count}commenti|lascia un commento|${count}comentários|deixe um comentário|${count}reacties?|geef een reactie|${count}komentarz[ye]?|dodaj komentarz|${count}комментари[йеия]+|${count}коментар[іяів]+`,
    `${count}kommentar(?:er)?|${count}kommentit|${count}kommenttia|${count}komentář[eů]?|${count}hozzászólás(?:ok)?|${count}yorum(?:lar)?|${count}comentarii|${count}σχόλια|bình luận|ความคิดเห็น|komentar`,
    `コメント.{0,8}|(?:全部|最新|网友|發表)?(?:评论|評論|留言).{0,6}|댓글.{0,6}|(?:التعليقات|تعليقات).{0,8}|תגובות.{0,8}`,
  ),
  others: line(
    "(?:this is what )?customers who (?:viewed|bought|purchased|liked|ordered) .{3,60}|(?:customers |people |others? )?also (?:viewed|bought|liked|loved|consider(?:ed)?)|(?:recently|last) viewed(?: (?:items?|products?))?",
    "(?:complete|shop|get) the (?:look|set|outfit|collection)|(?:pairs?|goes|works) (?:well|great|best) with.{0,20}|accessories (?:&|and) matching items|(?:you(?:'|’)?(?: may|'ll|’ll| might)?(?: also)? (?:like|love|need)).{0,20}",
    "(?:similar|related|matching|compatible|sponsored|other|more) (?:items?|products?|offers?|listings?|models?)(?: .{2,40})?|compare (?:with )?similar .{3,30}|shop (?:more|similar|related).{0,30}|more (?:from|by|like) .{2,60}|explore (?:more|related|similar).{0,40}",
    "(?:(?:articles|produits|objets|annonces) )?(?:récemment (?:consultés|vus)|(?:vus|consultés) récemment)|son (?:bak|gez|incele|görüntüle)\\p{L}{2,14}(?: (?:ürünler|ilanlar))?|(?:المنتجات التي )?ش(?:اهد|وهد)ت(?:ها|ه)? مؤخر(?:ا|ًا|اً)|ostatnio (?:oglądane|przeglądane|wyświetlane)(?: produkty)?|(?:produse )?(?:vizualizate|văzute) recent|(?:senest|sidst|nylig|sist) (?:sett?e?|viste?)(?: (?:varer|produkter))?",
    "(?:недавно )?просмотренные(?: товары)?|(?:нещодавно )?переглянуті(?: товари)?|πρόσφατα προβληθέντα|閲覧履歴.{0,20}|最近見た(?:商品|アイテム)|최근 본 상품들?|(?:最近)?浏览(?:记录|历史)|瀏覽(?:紀錄|記錄)|(?:sản phẩm )?(?:bạn )?đã xem(?: gần đây)?|สินค้าที่ดูล่าสุด|terakhir (?:kamu |anda )?(?:di)?lihat|נצפו לאחרונה",
    "recherches (?:associées|similaires|populaires|liées)|(?:[iİ]lgili|benzer|popüler) aramalar|عمليات بحث (?:ذات صلة|مشابهة)|(?:búsquedas|pesquisas|buscas|ricerche) (?:relacionadas|similares|populares|correlate|simili|popolari)|(?:ähnliche|verwandte|beliebte) such(?:anfragen|begriffe|en)|(?:gerelateerde|vergelijkbare|populaire) zoek(?:opdrachten|termen)|(?:powiązane|podobne|popularne) wyszukiwania|похожие запросы|関連(?:する)?検索(?:ワード)?|연관 검색어|相关搜索|相關搜尋|căutări similare|související hledání|relaterade sökningar|relaterede søgninger",
    "related (?:searches|categories)|inspired by your .{3,40}|bundle and save|frequently (?:bought|compared).{0,20}",
    "kunden,? (?:die|kauften|haben) .{3,60}|(?:zuletzt|kürzlich) (?:angesehen|gesehen).{0,20}|(?:passende|passendes|weitere|ähnliche) (?:produkte|artikel|zubehör)|dazu passt.{0,20}|wird oft zusammen gekauft|andere kunden .{3,40}",
    "(?:les clients|ceux qui) .{3,60}|(?:articles|produits) (?:vus|consultés) récemment|produits (?:similaires|associés|complémentaires)|souvent achetés ensemble|(?:vistos?|visto) recientemente|productos (?:similares|relacionados|recomendados)|los clientes .{3,50}",
    "(?:prodotti|articoli) (?:simili|consigliati|visti di recente)|i clienti .{3,50}|produtos (?:semelhantes|similares|relacionados|recomendados)|vistos recentemente|anderen bekeken ook|(?:laatst|recent|onlangs) bekeken|vergelijkbare producten|(?:klienci|inni) .{3,40}|podobne (?:produkty|oferty)",
    "(?:с этим товаром|вместе с|похожие|вы (?:недавно )?смотрели).{0,40}|liknande (?:produkter|artiklar)|andra köpte (?:också|även)|lignende (?:produkter|varer)|(?:benzer|ilgili) ürünler|(?:この商品|チェックした商品)(?!について$|の(?:特長|特徴|説明|詳細|情報|仕様|サイズ|ポイント)).{0,30}|(?:关联|相似|推荐)商品|看了又看|함께 (?:본|구매한) 상품|منتجات (?:مشابهة|ذات صلة)",
    "(?:items?|products?) (?:related|similar) to this.{0,20}|(?:items?|products?) (?:you|others|customers) (?:may|might|also) .{3,40}|(?:\\d+ )?(?:other|more) (?:items?|products?) (?:in|from) (?:the same|this) .{3,30}|from the same (?:seller|shop|brand|category|collection)|recommended (?:products|items|accessories)(?: for .{2,20})?",
    "empfohlene (?:produkte|artikel|angebote).{0,20}|(?:unsere |weitere )?empfehlungen(?: für (?:sie|dich|ihnen))?|(?:passend|dazu passend|gut kombinierbar) (?:dazu|mit).{0,20}|das könnte .{3,40}|gesponserte (?:produkte|artikel|angebote)|mehr (?:von|aus) (?:diese[rm]|der|dem) .{2,30}|ähnliche (?:angebote|modelle|anzeigen)",
    "nos clients .{3,60}|(?:articles|produits) (?:recommandés|apparentés|liés|sponsorisés|de la même .{3,20}|qui .{3,40})|dans la même (?:catégorie|collection|gamme)|vous (?:aimerez|aimeriez|pourriez|pourrez) .{3,50}|\\d+ autres produits.{0,40}|complétez (?:votre|le|la) .{2,20}|fréquemment achetés ensemble|(?:récemment|derniers articles) (?:consultés|vus)|recommandé pour vous|annonces similaires",
    "(?:quienes|otros clientes|otras personas|clientes que) .{3,60}|productos (?:patrocinados|vistos.{0,14}|que .{3,40})|(?:otros )?\\d+ (?:otros )?productos .{3,50}|(?:habitualmente|frecuentemente|juntos) comprados.{0,10}|(?:suelen comprarse|comprados?) (?:juntos|habitualmente).{0,14}|completa (?:tu|el) (?:look|compra|pedido|conjunto)|(?:también )?(?:te|le|os) (?:puede|podría|gustará).{0,30}|recomendad[oa]s para (?:ti|usted)",
    "chi ha (?:acquistato|comprato|visto) .{3,50}|spesso (?:acquistati|comprati) insieme|(?:prodotti|articoli) (?:sponsorizzati|correlati a questo.{0,12}|che .{3,40}|della stessa .{3,20})|altri (?:\\d+ )?prodotti .{3,40}|visti di recente|potrebbe(?:ro)? (?:anche )?(?:interessart|piacert|interessarv)i.{0,10}|completa il (?:look|tuo .{3,12})|(?:consigliati|selezionati) per te|abbinamenti consigliati",
    "quem (?:viu|comprou|levou|procurou),? .{3,50}|(?:os )?clientes que .{3,50}|(?:frequentemente|geralmente|muitas vezes) comprados juntos|compre(?: também)? juntos?|aproveite e compre junto|(?:talvez|você|também) (?:também )?(?:pode|poderá|possa|vai) .{3,30}|recomendad[oa]s para (?:você|si|ti)|outros produtos.{0,30}|produtos (?:patrocinados|que .{3,40}|vistos.{0,14})",
    "(?:klanten|anderen) (?:die|bekeken|kochten|kopen) .{3,50}|(?:vaak|regelmatig) samen (?:gekocht|besteld)|(?:dit )?vind je (?:misschien|vast|wellicht) ook .{2,15}|(?:misschien|ook) (?:ook )?(?:iets|leuk|interessant) (?:voor )?(?:jou|u|je)?|aanbevolen (?:producten|artikelen|accessoires|voor .{1,10})|(?:gerelateerde|bijpassende|gesponsorde) (?:producten|artikelen|accessoires)|combineer(?: het)? met.{0,20}|meer van (?:dit merk|deze .{3,20})",
    "podobne (?:przedmioty|ogłoszenia|aukcje|towary|produkty|oferty)(?: sponsorowane)?|(?:sponsorowane|polecane|powiązane|rekomendowane|proponowane|ostatnio (?:oglądane|przeglądane)) (?:produkty|przedmioty|oferty|towary|ogłoszenia)|(?:produkty|przedmioty|oferty|towary) (?:podobne|powiązane|polecane|sponsorowane|rekomendowane|uzupełniające)|kupujący .{3,50}|(?:często )?kupowane (?:razem|wspólnie).{0,10}|ostatnio oglądane|(?:może|mogą) (?:ci|cię|państwa) .{3,30}|polecane dla ciebie",
    "(?:podobné|související|doporučené|doporučujeme|příbuzné|súvisiace|odporúčané) (?:produkty|zboží|tovar|položky|výrobky|inzeráty)|(?:zákazníci|ostatní) .{3,50}|(?:často|společně|spolu) (?:se |sa )?(?:kupuj|kupovan|nakup|nakoup).{2,20}|naposledy (?:prohlížen|navštíven|zobrazen).{1,15}|mohlo by (?:vás|se vám|sa vám) .{3,30}|k (?:tomuto )?(?:produktu|zboží) (?:doporučujeme|odporúčame)",
    "(?:hasonló|kapcsolódó|ajánlott|további) (?:termékek|ajánlatok|tételek|hirdetések)|(?:mások|vásárlóink|akik ezt) .{3,50}|(?:ez is )?érdekelhet.{0,15}|gyakran (?:együtt )?vásárol.{2,25}|legutóbb megtekintett.{0,15}|(?:produse|articole) (?:similare|asemănătoare|recomandate|înrudite|asociate|vizualizate recent)|(?:clienții|alții) .{3,50}|(?:ți|v)-ar (?:putea|plăcea) .{2,30}|cumpărate (?:frecvent )?împreună",
    "liknande (?:annonser|objekt)|(?:andra|kunder)(?: som)? (?:köpte|tittade|har|gillade) .{2,40}|(?:köps|köpta?) ofta (?:tillsammans|ihop)|ofta köpta tillsammans|(?:rekommenderade|relaterade) (?:produkter|tillbehör).{0,10}|rekommenderas för dig|du (?:kanske|skulle kanske) .{3,30}|passar (?:bra )?(?:till|med|ihop|tillsammans).{0,20}|senast (?:visade|sedda|besökta).{0,12}",
    "(?:lignende|relaterte|relaterede|anbefalte|anbefalede) (?:produkter|varer|artikler|annonser)|(?:andre|kunder)(?: som| der)? (?:kjøpte|købte|så|kunder|har|kikkede) .{2,40}|(?:ofte|hyppigt) (?:kjøpt|købt) sammen|(?:du|dere|i) (?:vil|kan|kunne|ville) (?:også|kanskje|måske|muligvis) .{3,25}|passer (?:godt )?(?:til|sammen).{0,20}|sist sett.{0,10}|senest sete.{0,10}",
    "(?:samankaltaisia|vastaavia|liittyviä|suosittelemme) tuotteita|(?:suositellut|liittyvät|vastaavat|samankaltaiset) tuotteet|(?:asiakkaat|muut),? .{3,50}|saatat (?:myös )?pitää.{0,20}|usein ostettu yhdessä|viimeksi katsotut.{0,12}|(?:panašios|susijusios|rekomenduojamos) prekės|(?:līdzīg[ia]s?|saistīt[āi]s?e?|ieteikt[āi]s?e?) (?:produkti|preces)|(?:sarnased|seotud|soovitatud) tooted",
    "(?:σχετικά|παρόμοια|προτεινόμενα|συναφή) προϊόντα|(?:άλλοι|πελάτες|όσοι) .{3,50}|συχνά αγοράζονται μαζί|μπορεί (?:επίσης )?να .{3,30}|είδατε πρόσφατα|(?:önerilen|sponsorlu|tamamlayıcı) ürünler|benzer (?:ilanlar|modeller)|bu (?:ürünü|ürüne|ürünle) .{3,50}|(?:sıkça |sık )?birlikte (?:alınan|satın).{0,20}|son (?:baktıklarınız|görüntülenenler|gezdi.{2,18})|(?:bunlar da|ilginizi) .{3,30}|sizin için (?:seçtiklerimiz|öneriler)",
    "(?:рекомендуемые|рекомендованные|сопутствующие|аналогичные|связанные) (?:товары|предложения|модели|объявления|продукты).{0,20}|рекомендуем (?:также|вам|посмотреть).{0,20}|(?:часто )?покупают вместе.{0,12}|(?:вам|вас) (?:также )?(?:может|могут|понрав|заинтерес).{2,30}|(?:покупатели|другие покупатели) .{3,50}|(?:недавно|ранее) просмотренн.{2,14}|вы (?:уже )?смотрели",
    "(?:рекомендовані|схожі|супутні|подібні) (?:товари|пропозиції|оголошення).{0,15}|(?:разом з|з цим товаром|разом купують).{0,40}|вас (?:також )?(?:може|можуть) .{3,25}|(?:нещодавно )?переглянуті товари|(?:подобни|свързани|сходни|препоръчани) (?:продукти|артикули|стоки)|клиентите .{3,50}|често купувани заедно",
    "(?:slični|povezani|preporučeni|srodni) (?:proizvodi|artikli|oglasi)|(?:sorodni|podobni|priporočeni|povezani) izdelki|kupci .{3,50}|(?:često|pogosto) kupljeno (?:zajedno|skupaj)|(?:слични|сродни|повезани) производи",
    "関連(?:商品|アイテム|製品).{0,10}|(?:よく)?一緒に(?:購入|買|よく).{0,12}|(?:あなたへの)?(?:おすすめ|オススメ)(?:の)?(?:商品|アイテム|製品).{0,6}|類似(?:商品|品|アイテム)|最近(?:チェック|閲覧|見)した.{0,10}|(?:同じ|この)(?:ショップ|ブランド|カテゴリ)の.{2,16}",
    "(?:相关|类似|同类|猜你喜欢的)(?:商品|产品|宝贝)|(?:相關|類似|推薦|同類)(?:商品|產品)|(?:买|買)了.{0,12}(?:还|還|也).{1,10}|(?:购买|購買|浏览|瀏覽|看过|看過).{0,14}(?:还|還|也).{1,12}|(?:最近|近期)(?:浏览|瀏覽).{0,8}|(?:관련|추천|유사|비슷한|연관) ?(?:상품|제품).{0,6}|함께 (?:구매하면|많이|보면).{2,14}|다른 (?:고객|분).{3,20}|최근 본 상품",
    "منتجات (?:مقترحة|موصى بها|مماثلة|قد تعجبك).{0,10}|(?:العملاء|الزبائن) .{3,50}|قد يعجبك .{2,15}|(?:יותר )?מוצרים (?:דומים|קשורים|מומלצים|נוספים).{0,12}|לקוחות ש.{3,50}|محصولات (?:مشابه|مرتبط|پیشنهادی)|کالاهای (?:مشابه|مرتبط)",
    "(?:สินค้า|ผลิตภัณฑ์)(?:ที่)?(?:เกี่ยวข้อง|คล้ายกัน|ใกล้เคียง|แนะนำ)|sản phẩm (?:liên quan|tương tự|gợi ý|cùng loại|đã xem).{0,12}|(?:produk|barang) (?:terkait|serupa|sejenis|lainnya|rekomendasi)|pelanggan .{3,40}|(?:संबंधित|समान|मिलते-जुलते) (?:उत्पाद|प्रोडक्ट).{0,4}",
  ),
  picks: line(
    "(?:best|top) sellers?(?: in .{2,40})?|trending(?: now| products)?|new arrivals|popular (?:products|items|searches|categories)|customer favou?rites|(?:our|staff|editor'?s) (?:picks|favou?rites)|featured (?:products|items|collections?)",
    "bestseller|neuheiten|beliebte (?:produkte|kategorien)|meilleures ventes|nouveautés|más vendidos|novedades|più venduti|novità|mais vendidos|novidades|хиты продаж|новинки|人気商品|新着商品|热销商品|新品上市",
  ),
  author: line(
    "(?:about|meet) (?:the )?authors?|about the (?:writer|contributor|editor)s?|author(?:'?s)? (?:bio(?:graphy)?|profile|info(?:rmation)?)|written by|über (?:den autor|die autorin|die autoren)|zu[mr] autor(?:in)?|à propos de (?:l[’']auteure?|l[’']autrice)|sobre (?:el|la|o|a) autora?",
    "(?:sull[’']|l[’'])autor(?:e|ice)|over de (?:auteur|schrijver)|o (?:autorze|autorce)|об авторе|про автора|om (?:författaren|forfatteren)|kirjoittajasta|o autorovi|a szerzőről|yazar hakkında|despre autor|σχετικά με τον συντάκτη|về tác giả|tentang penulis",
    "(?:この記事を書いた人|著者(?:プロフィール|紹介|について)?|ライター紹介)|(?:关于作者|作者简介|作者介紹|關於作者)|글쓴이(?: 소개)?|عن (?:الكاتب|المؤلف)|(?:על|אודות) (?:הכותב|המחבר).?",
  ),
  seller: line(
    "(?:meet|about) (?:your|the|this) (?:seller|shop|store|vendor|merchant|maker)|sold by|seller(?: information| details)?|shop (?:policies|policy|info).{0,40}|(?:verkäufer|händler)(?:informationen|angaben)?|über den (?:verkäufer|händler)|(?:à propos du |infos? )vendeur",
    "(?:sobre el |información del )vendedor|informazioni (?:sul )?venditore|sobre o vendedor|over de verkoper|o sprzedawcy|о продавце|出品者情報|店舗情報|卖家信息|店铺信息|판매자 정보|معلومات البائع",
  ),
  delivery: line(
    "(?:free )?(?:shipping|delivery|returns?|refunds?|exchanges?|warranty|payments?)(?: (?:&|and|\\+|\\/) (?:free |easy )?(?:shipping|delivery|returns?|refunds?|exchanges?|warranty|payments?|return polic(?:y|ies)|security)){0,2}(?: (?:polic(?:y|ies)|information|info|details|options|methods))?",
    "(?:our )?(?:return|refund|shipping|exchange) polic(?:y|ies)|(?:secure|safe) (?:checkout|payments?|shopping)|buy now,? pay later.{0,20}|pick ?up (?:in store|availability|options).{0,20}|how to (?:order|return|pay)|check (?:in-store |store )?availability",
    "(?:versand|lieferung|rückgabe|retouren|zahlung)(?:skosten|sarten|sinformationen)?(?: (?:und|&) (?:versand|lieferung|rückgabe|retouren|zahlung|rückversand))?|(?:livraison|retours?|paiement)(?: (?:et|&) (?:livraison|retours?|paiement|remboursements?))?(?: gratuite?s?)?",
    "(?:envíos?|devoluciones|pagos?)(?: y (?:envíos?|devoluciones|entregas?|pagos?))?|(?:spedizion[ei]|resi|pagament[oi])(?: e (?:spedizion[ei]|resi|consegna))?|(?:política de )?(?:envio|entrega|devoluç(?:ão|ões)|pagamento)(?: e (?:envio|entrega|devoluç(?:ão|ões)))?|pol[ií]ticas? de (?:envíos?|devoluciones|reembolsos?)",
    "(?:verzending|bezorging|retourneren|betaling)(?: (?:en|&) (?:verzending|bezorging|retourneren|retour))?|(?:dostawa|zwroty|płatność)(?: i (?:dostawa|zwroty|płatność))?|(?:доставка|возврат|оплата)(?: и (?:доставка|возврат|оплата|гарантия))?|frakt(?: (?:och|og) retur(?:er)?)?",
    "配送(?:・(?:返品|送料))?(?:について)?|返品(?:・交換)?(?:について)?|送料|お支払い方法|(?:配送|物流|售后|退换货?)(?:说明|政策|服务)|배송(?: ?안내|정보)?|교환.{0,4}반품.{0,6}|الشحن(?: والإرجاع)?",
  ),
  filters: line(
    "(?:all |show |hide |mobile )?filters?(?: (?:by|and sort|& sort|results|products|options))?(?: \\(?\\d+\\)?)?|sort(?:ed)?(?: by)?|sort (?:and|&) filter|refine(?: by| results| your (?:search|results))?|narrow (?:by|your .{3,20})|clear all|remove all|shop by|browse by",
    "filtern(?: nach)?|sortier(?:en|ung)(?: nach)?|filtrer(?: par)?|trier(?: par)?|filtros?|filtrar(?: por)?|ordenar(?: por)?|filtri|filtra(?: per)?|ordina(?: per)?|filteren|sorteren(?: op)?|filtruj|sortuj|filtry",
    "фильтры?|сортировать|filtrera|sortera|filtrer etter|sorter|suodata|filtrele|sırala|筛选|篩選|排序|絞り込み?|並[べび]替え|필터|정렬|تصفية|ترتيب|סינון|מיון",
  ),
  board: line(
    "(?:\\d+ )?(?:users?|members?|people)(?: (?:currently|are|is))* (?:browsing|viewing|reading) this (?:thread|topic|forum|page).{0,20}|(?:currently active|online) users.{0,40}|who(?:'|’)?s (?:online|here).{0,12}|who is online.{0,12}|posting (?:rules|permissions)|forum permissions|thread (?:information|tools|modes)",
    "similar (?:threads|topics|discussions)|related (?:threads|topics|discussions)|join the conversation|quick reply|(?:post|write|leave) (?:a |your )?(?:reply|answer)|your answer|reply to this (?:thread|topic)|this topic is now closed.{0,20}",
    "wer ist online.{0,3}|ähnliche themen|schnellantwort|deine antwort|berechtigungen|forumregeln|qui est en ligne.{0,3}|sujets similaires|réponse rapide|¿?quién está conectado.{0,3}|temas (?:similares|relacionados)|respuesta rápida",
    "chi c’è in linea|discussioni simili|risposta rapida|kto jest (?:na forum|online)|podobne (?:tematy|wątki)|szybka odpowiedź|кто сейчас на (?:форуме|конференции)|похожие темы|быстрый ответ|vergelijkbare (?:topics|onderwerpen)|liknande (?:trådar|ämnen)|類似スレッド|相似(?:主题|帖子)|快速回复",
  ),
  signup: line(
    "(?:notify me|get notified|email me) .{3,40}|(?:sign|signed) up .{2,60}|subscribe(?: (?:to|for|and|now) .{2,60})?|join (?:our|the|us) .{2,60}|stay (?:in the (?:loop|know)|up to date|connected|informed).{0,30}|(?:our )?newsletter(?: sign-?up)?|be the first to know.{0,40}",
    "(?:oops|sorry|whoops)[,!.]? .{3,60}|thank(?: you|s) for (?:sign|subscrib|your).{3,50}|(?:get|enjoy|take) \\d+ ?% off.{0,60}|(?:log|sign) in(?: to .{3,60})?|create an account|my account|quick login|added to (?:cart|bag|basket)|your (?:cart|bag|basket)(?: is empty)?|(?:shopping )?cart",
    "newsletter (?:abonnieren|anmeldung)|jetzt anmelden.{0,30}|inscrivez-vous.{0,40}|suscríbete.{0,40}|iscriviti.{0,40}|inscreva-se.{0,40}|schrijf je in.{0,40}|zapisz się.{0,40}|подпи(?:шитесь|ска).{0,40}|メルマガ登録|订阅.{0,10}|뉴스레터.{0,10}",
  ),
  legal: line(`(?:our )?(?:${legalTexts})`),
};

/** Titles of pages with a text for lawyers. */
export const legalTitle = new RegExp(legalTexts, "iu");

/** Ways to sort a list, as its items. */
export const sortingChoice = line(
  "(?:sort by )?price[,:]? ?\\(?(?:low(?:est)?|high(?:est)?)(?: to |[ -–—]*)(?:low|high)?.{0,10}|alphabetically,? ?a ?[-–] ?z|alphabetically,? ?z ?[-–] ?a|date,? (?:old|new).{3,14}|best[ -](?:selling|sellers?|match)|featured|(?:most )?(?:popular|relevant|recent)|newest(?: first| arrivals)?|relevance|(?:top|highest|avg\\.?|average|customer) ?(?:rated|ratings?|reviews?).{0,10}|name,? ?\\(?a ?[-–to ]+ ?z\\)?|name,? ?\\(?z ?[-–to ]+ ?a\\)?|biggest saving|discount.{0,12}",
  "(?:preis|name)[,:]? ?\\(?(?:auf|ab)(?:steigend|wärts).{0,4}|beliebt(?:heit|este)|neuheiten|neueste|prix (?:dé)?croissants?|précio .{3,30}|precio[,:]? .{3,30}|prezzo .{3,30}|价格(?:从|由)?.{1,8}|価格.{1,8}|人気順|新着順|가격.{1,8}",
);

/** The whole line of a control that sorts or filters a list, with what is chosen in it. */
export const sortingLine = line(
  "(?:sort(?:ed)? by:?|(?:filter|order|refine) by:) .{2,40}|sort(?:ing)?: .{2,40}|(?:sortier(?:en|t|ung)|filtern)(?: nach)?: .{2,40}|(?:trier|triés?|filtrer|classer)(?: par)? ?: .{2,40}|(?:ordenar|filtrar|ordenado) por:? .{2,40}|(?:ordina|ordinamento|filtra)(?: per)?: .{2,40}",
  "(?:sorteer|sorteren|gesorteerd|filter)(?: op)?: .{2,40}|(?:sortuj|sortowanie|filtruj)(?: (?:według|wg|po))?: .{2,40}|(?:seřadit|řadit|řazení|zoradiť)(?: podle| podľa)?: .{2,40}|(?:sortera|sorter|sortér|järjestä)(?: efter| etter| på)?: .{2,40}|rendezés: .{2,40}|(?:sortează|ordonează)(?: după)?: .{2,40}|ταξινόμηση(?: κατά)?: .{2,40}",
  "(?:sırala|sıralama): .{2,40}|(?:сортировать|сортировка|сортувати|сортування)(?: по| за)?: .{2,40}|(?:並[べび]替え|並び順)[:：] ?.{2,20}|排序(?:方式)?[:：] ?.{2,20}|정렬(?: 기준)?[:：] ?.{2,20}|(?:ترتيب|فرز) (?:حسب|بحسب):? .{2,30}|(?:מיון|מיין) לפי:? .{2,30}",
);
