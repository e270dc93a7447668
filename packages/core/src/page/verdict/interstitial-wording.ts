/**
 * Words of pages that stand in the way of the requested one, by language, in the order of `wording.ts`. Matched
 * against normalised text; every rule also asks that the page says little else.
 */
import { wording } from "./wording.ts";

/** A sentence is about cookies, personal data, partners and the visitor's consent. */
export const consentWording = wording(
  "cookies?\\b|(?:statistics|analytics) and (?:marketing|advertising)|\\btracking\\b|\\bwith ads\\b|ad-free|personal (?:data|information)|similar technolog|our (?:\\d+ )?(?:trusted )?(?:partners|vendors)|your (?:privacy|consent|choices?|preferences)|(?:store|access)\\w* (?:and/or |or )?(?:store|access)?\\w* ?information on|personali[sz]ed (?:ads|advertis|content)|legitimate interest|we (?:value|respect|care about) your privacy|before you (?:continue|proceed)|ad measurement|audience (?:insights|research|engagement)|data (?:processing|protection)|manage (?:options|choices)",
  "statistik und (?:werbung|marketing)|einwillig|zustimm|personenbezogen|unsere(?:n|r)? (?:\\d+ )?partner|datenschutz|ähnliche technologien|tracking|personalisierte|privatsphäre|bevor sie (?:zu .{1,30} )?(?:fortfahren|weiter)|mit werbung|berechtigt\\w* interesse",
  "consentement|avec votre accord|données (?:personnelles|à caractère)|partenaires|traceurs|vos choix|vie privée|avant de continuer|publicités? personnalisée",
  "consentimiento|datos personales|nuestros (?:\\d+ )?socios|privacidad|con tu permiso|antes de continuar|publicidad personalizada",
  "\\d+ (?:parceiros|partners|partenaires|partner|socios)|consentimento|dados pessoais|nossos (?:\\d+ )?parceiros|privacidade|antes de prosseguir|anúncios personalizados",
  "consenso|dati personali|nostri (?:\\d+ )?partner|la tua privacy|prima di (?:continuare|proseguire)|pubblicità personalizzat",
  "toestemming|persoonsgegevens|onze (?:\\d+ )?partners|privacy|voordat (?:je|u) (?:verder|doorgaat)|gepersonaliseerde",
  "plik\\w* cookie|ciastecz|zgod[aęy]|wyrażasz zgod|dan\\w+ osobow|nasi (?:\\d+ )?(?:zaufani )?partnerzy|prywatno|zanim przejdziesz",
  "файл\\p{L}* cookie|куки|согласи|персональн\\p{L}* данн|наш\\p{L}* партн|конфиденциальн|персональні дані|згод[аиу]",
  "çerez|açık rıza|rızanız|kişisel veri|(?:iş )?ortaklarımız|gizlili",
  "ملفات (?:تعريف الارتباط|الارتباط)|الكوكيز|موافقت|(?:البيانات|بياناتك) الشخصية|شركا(?:ؤنا|ئنا)|خصوصيت",
  "クッキー|同意|個人(?:情報|データ)|パートナー|プライバシー",
  "个人(?:信息|数据)|個人(?:資料|資訊)|合作伙伴|合作夥伴|隐私|隱私|同意(?:使用|我们|我們)",
  "쿠키|동의|개인 ?정보|파트너",
  "kakor|informasjonskapsler|samtyck|samtykke|personuppgifter|personoplysninger|personopplysninger|våra partner|vores partnere|våre partnere|integritet|evästei|evästeet|suostumu|henkilötie",
  "souhlas|súhlas|osobn\\p{L}+ údaj|süti|hozzájárul|személyes adat|consimțământ|date(?:le)? (?:cu caracter )?personal|συγκατάθεσ|συναίνεσ|προσωπικ\\p{L}+ δεδομέν|עוגיות|הסכמ|מידע אישי|dữ liệu cá nhân|data pribadi|persetujuan|คุกกี้|ยินยอม|कुकी|सहमति",
);

/** Cookies are also baked: a page that wants consent speaks of data, partners or consent somewhere, too. */
export const bareCookie =
  /cookies?\b|plik\p{L}* cookie|ciastecz|куки|çerez|クッキー|쿠키|kakor|evästei|evästeet|süti|עוגיות|คุกกี้|कुकी/gu;

/** The visitor's choice, as buttons name it. */
export const consentChoice = wording(
  "(?:accept|agree|allow|reject|decline|refuse)(?: (?:all|and|&|to all|cookies))|i (?:agree|accept|consent)|manage (?:options|choices|preferences|settings|cookies)|(?:accept|agree)$",
  "(?:alle )?(?:akzeptier|ablehn|zustimm)|einverstanden|einstellungen|(?:tout )?(?:accepter|refuser)|continuer sans accepter|paramétrer|(?:aceptar|rechazar|configurar)|(?:aceitar|recusar|rejeitar)|(?:accetta|rifiuta|personalizza)",
  "akkoord|accepteren|weigeren|instellingen|akceptuj|zgadzam|odrzu|przejdź do serwisu|принять|отклонить|соглас|прийняти|kabul et|reddet|أوافق|قبول|رفض|同意|拒否|拒绝|接受|동의|거부",
  "godkänn|acceptera|tillåt|accepter|godta|tillat|hyväksy|přijmout|prijať|souhlasím|elfogad|accept(?:ă|ați)|αποδοχή|אני מסכים|chấp nhận|setuju|terima|ยอมรับ|स्वीकार",
);

/** The other choice: to refuse everything. */
export const refusalChoice =
  /(?:reject|decline|refuse|deny) all|alle(?:s)? ablehnen|tout refuser|rechazar todo|rejeitar tudo|rifiuta tutto|alles (?:weigeren|afwijzen)|odrzuć wszystk|отклонить вс|відхилити вс|tümünü reddet|رفض الكل|すべて拒否|全部拒[绝絕]|모두 거부|avvisa alla|afvis alle?|avslå alle?|hylkää kaikki|odmítnout v|odmietnuť v|összes elutasítása|respinge(?:ți)? to|απόρριψη όλ|דחיית הכול|từ chối tất cả|tolak semua/;

/** The site is being worked on and will be back. */
export const maintenanceWording = wording(
  "(?:site|website|web page|shop|store|system|platform|service|server|app|application|portal|forum|wiki|webshop) (?:is|are) (?:currently |temporarily |now |presently )?(?:down|offline|closed|unavailable|undergoing|under(?: going)?|in|being)\\b.{0,40}(?:maintenance|updat|upgrad|improve|work)|(?:down|offline|unavailable) (?:for|due to) (?:\\w+ )?(?:maintenance|upgrade|updates)",
  "we(?:'re| are) (?:currently |just |now |temporarily )?(?:performing|doing|carrying out|undergoing|down for|making|conducting|working on|updating|upgrading|offline)\\b.{0,40}(?:maintenance|improvements|upgrades?|updates?|site|website|system)|(?:currently|temporarily) (?:under|undergoing|down for|in) (?:\\w+ )?maintenance|(?:site|website) maintenance in progress|maintenance (?:is )?in progress|(?:site|website|service|system|platform|server|shop|store|page) is (?:temporarily|currently) (?:unavailable|offline|down)\\b|(?:having|experiencing) (?:some )?technical (?:difficulties|problems|issues)",
  "(?:website|webseite|seite|shop|system|portal|server|dienst|plattform|forum) (?:wird|ist|befindet sich|steht) .{0,30}(?:gewartet|aktualisiert|überarbeitet|wartung|offline|im wartungsmodus|nicht (?:verfügbar|erreichbar))|wegen (?:\\p{L}+ )?wartung|wir (?:führen|arbeiten) .{0,40}(?:wartung|verbesser|website|webseite)",
  "site (?:est )?(?:actuellement |momentanément )?en (?:cours de )?maintenance|(?:est|sommes) en (?:cours de )?maintenance|maintenance (?:est )?en cours|opération de maintenance",
  "(?:sitio|web|página|tienda|sistema|servicio) .{0,30}en mantenimiento|estamos (?:en|realizando) .{0,30}(?:mantenimiento|mejoras)|labores de mantenimiento",
  "(?:site|loja|sistema|página|serviço) .{0,30}em manutenção|estamos (?:em|realizando|fazendo) .{0,30}(?:manutenção|melhorias)",
  "(?:sito|negozio|servizio|portale|sistema) .{0,30}in manutenzione|manutenzione in corso|stiamo (?:effettuando|lavorando|aggiornando)",
  "(?:website|site|webshop|winkel|systeem|dienst) .{0,30}(?:in onderhoud|onderhoud)|(?:wij|we) (?:zijn bezig met|voeren) .{0,30}onderhoud|onderhoudswerkzaamheden",
  "(?:trwają|prowadzimy) (?:\\p{L}+ )?prace (?:konserwacyjne|techniczne|serwisowe)|przerw[aęy] techniczn|(?:strona|serwis|sklep) .{0,20}(?:w trakcie prac|jest w konserwacji|jest aktualizowan)",
  "(?:вед[уё]тся|проводятся|идут) .{0,20}(?:технические|профилактические|регламентные) работы|(?:сайт|сервис|магазин|портал) .{0,30}(?:на (?:обслуживании|реконструкции|техническом)|временно недоступ|закрыт на)|(?:тривають|проводяться) (?:технічні|профілактичні) роботи",
  "(?:site|sistem|mağaza)\\p{L}* .{0,20}bakım(?:da|ı|dadır)|bakım çalışması|bakımdayız",
  "(?:الموقع|النظام|المتجر) (?:قيد|تحت) (?:الصيانة|التحديث)|تحت الصيانة|أعمال صيانة",
  "メンテナンス中|メンテナンスを(?:行って|実施して)おり|サービスを(?:一時)?停止して",
  "(?:系统|系統|网站|網站|服务器|伺服器|服务).{0,6}(?:正在|进行|進行)?.{0,4}(?:维护|維護|升级|升級)(?:中|维护|，|。)|正在(?:维护|維護|升级)|停机维护",
  "(?:시스템|서버|서비스|사이트) ?(?:정기 ?)?점검 ?(?:중|안내)|점검 중입니다|서비스(?:가|를) 일시 ?중단",
  "(?:радов\\p{L}*|одржавањ\\p{L}*) (?:на )?(?:информацион\\p{L}+ )?(?:систем|сајт|портал|сервер)|(?:radov\\p{L}*|održavanj\\p{L}*) (?:na )?(?:informaci\\p{L}+ |web[ -]?)?(?:sustav|sistem|sajt|stranic|portal|poslužitelj|server)|(?:услуга|сајт|систем|портал) (?:тренутно|привремено) није доступ|(?:usluga|sajt|sustav|sistem|stranica|portal) (?:trenutn|privremen|trenutačn)o nije dostup|(?:stran|sistem|portal) .{0,30}(?:v vzdrževanju|ni na voljo zaradi)|(?:сайтът|системата|услугата|порталът) .{0,30}(?:не е достъп|профилактика|поддръжка|временно недостъп)|(?:veebileht|süsteem|portaal|keskkond)\\p{L}* .{0,30}hooldus|(?:svetainė|sistema|portalas) .{0,30}(?:atnaujinam|techniniai darbai)|(?:vietne|lapa|sistēma|portāls) .{0,30}(?:apkope|tehniskie darbi)",
  "underhåll pågår|uppdaterar vi (?:sidan|webbplatsen)|vedligeholdelse i gang|vedlikehold pågår|huoltotyö|(?:sidan|webbplatsen|siden|nettsiden|hjemmesiden|sivusto|palvelu) .{0,30}(?:underhåll|vedligehold|vedlikehold|huolto|päivitet)|(?:probíhá|prebieha) údržba|(?:stránk|web)\\p{L}* .{0,20}(?:v údržbě|v údržbe)|karbantartás (?:alatt|miatt|folyik)|(?:hon)?lap\\p{L}* .{0,20}(?:átépítés|felújítás|megújítás) alatt|(?:site-ul|pagina) .{0,20}(?:în|in) mentenanță|υπό (?:συντήρηση|κατασκευή|αναβάθμιση)|αναβαθμίζουμε .{0,20}(?:σύστημα|ιστοσελίδα|ιστότοπο|σελίδα)|בתחזוקה|האתר בשיפוצים|đang (?:được )?bảo trì|sedang (?:dalam )?(?:pemeliharaan|perbaikan|diperbaiki|diperbarui|dirapikan|disusun ulang|ditata ulang|diselenggara(?:kan)?|penyelenggaraan|(?:di)?naik ?taraf)|ปิดปรับปรุง|रखरखाव (?:के|चल)",
);

/** A heading that says it in a word or two. */
export const maintenanceHeading = wording(
  "^(?:(?:scheduled|planned|site|website|system|under|server) )?maintenance(?: mode)?[!.]?$|^(?:we'll |we will )?be (?:right )?back(?: (?:soon|shortly|online))?[!.]?$|^back soon[!.]?$|^(?:temporarily )?(?:offline|unavailable|down)(?: for maintenance)?[!.]?$",
  "^(?:\\p{L}+ )?wartung(?:sarbeiten|smodus)?[!.]?$|^(?:wir sind )?(?:gleich|bald) (?:wieder )?(?:zurück|da)[!.]?$|^(?:site |page )?en maintenance[!.]?$|^maintenance en cours$|^(?:sitio |web )?en mantenimiento[!.]?$|^volvemos (?:enseguida|pronto)[!.]?$|^(?:site )?em manutenção[!.]?$|^voltamos (?:logo|em breve)[!.]?$|^(?:sito )?in manutenzione[!.]?$|^torniamo (?:presto|subito)[!.]?$|^onderhoud[!.]?$|^(?:we zijn )?zo terug[!.]?$",
  "^prace (?:konserwacyjne|techniczne)[!.]?$|^(?:технические|профилактические) работы[!.]?$|^bakım(?:dayız)?[!.]?$|^صيانة$|^(?:ただいま)?メンテナンス(?:中)?(?:です)?$|^(?:系统|網站|网站)?(?:维护|維護)(?:中|公告)?$|^(?:서비스|시스템|서버) ?점검(?: ?안내| ?중)?$|^underhåll$|^vedligeholdelse$|^vedlikehold$|^huoltokatko$|^údržba$|^(?:радови на (?:систему|сајту|порталу|одржавању)|radovi na (?:sustavu|sistemu|stranici|održavanju)|одржавање|održavanje|vzdrževanje|поддръжка|профилактика)$|^karbantartás$|^mentenanță$|^συντήρηση$",
);

/** The visitor is asked to come again after being turned away. */
export const returnWording = wording(
  "(?:be|is|are) (?:right )?back|back (?:online|soon|shortly|up)|(?:try|check|come) (?:back |again )(?:later|soon|shortly|in)|(?:sorry|apologi\\p{L}+) for (?:the|any) inconvenience|(?:thank you|thanks) for your patience|a few (?:minutes|moments|hours)",
  "in kürze|(?:später|minuten|stunden) (?:erneut|noch ?einmal|wieder)|(?:gleich|bald) wieder|revenons|de retour|patience|réessayer|volveremos|vuelva|disculpe|en breve|voltaremos|em breve|torneremo|riprova|a breve|(?:snel|zo|later) (?:weer )?terug|probeer het",
  "zapraszamy (?:ponownie|później|wkrótce)|przepraszamy|позже|скоро|извин|вибач|kısa süre|tekrar deneyin|لاحقا|قريبا|しばらく|ご迷惑|再度|稍后|稍後|敬请|敬請|不便|불편을|잠시 후",
  "tillbaka|tilbage|tilbake|pian|zanedlouho|касније|ускоро|kasnije|uskoro|razum(?:ij)?evanj|разумевањ|по-късно|kasneje|hamarosan|türelm|revenim|σύντομα|בקרוב|quay lại|segera kembali|kembali beroperasi|kesulitan amat dikesali|ภายหลัง|जल्द",
);

/** Nobody uses the name, and it may be bought. */
export const parkedWording = wording(
  "(?:this|the|your) (?:premium )?(?:domain|domain name|web address|website name)(?: name)?(?: [\\p{L}\\d.-]+)? (?:is|may be|might be|could be|has been|was)(?: now| also| currently| still)? (?:for sale|available (?:for|to)|parked|listed for sale|registered|on sale|up for sale)|(?:buy|purchase|get|own|acquire) this domain|domain (?:name )?(?:is )?(?:for sale|parked|parking|expired|has expired)|parked (?:free|domain|page)|(?:interested in|inquire about|make an offer (?:on|for)) this domain|(?:owner of )?this domain (?:is accepting|accepts) offers|owner of this domain\\b.{0,30}(?:offers?|sell)|sponsored listings displayed above|^[\\p{L}\\d-]+(?:\\.[\\p{L}\\d-]+)+ (?:is|may be) (?:for sale|available|parked)",
  "(?:diese|die) domain (?:[\\p{L}\\d.-]+ )?(?:steht|ist|kann|wurde) .{0,30}(?:verkauf|kaufen|geparkt|gekauft|erworben|registriert|reserviert)|domain (?:zu verkaufen|kaufen|geparkt)|(?:ce|le) (?:nom de )?domaine (?:[\\p{L}\\d.-]+ )?(?:est|a été) .{0,20}(?:à vendre|en vente|réservé|parké|enregistré)|(?:este|el) dominio (?:[\\p{L}\\d.-]+ )?(?:está|ha sido) .{0,20}(?:en venta|a la venta|aparcado|registrado)|(?:este|o) domínio (?:[\\p{L}\\d.-]+ )?(?:está|foi) .{0,20}(?:à venda|registrado|estacionado)|(?:questo|il) dominio (?:[\\p{L}\\d.-]+ )?(?:è|potrebbe) .{0,20}(?:in vendita|parcheggiato|registrato)",
  "(?:deze|dit) domein(?:naam)? (?:is|staat) .{0,20}(?:te koop|geparkeerd|geregistreerd)|(?:ta |ten )?domen[aęy] (?:[\\p{L}\\d.-]+ )?(?:jest|została) .{0,20}(?:na sprzedaż|zaparkowan|zarejestrowan)|домен (?:[\\p{L}\\d.-]+ )?(?:продается|прода[её]тся|припаркован|выставлен|свободен)|(?:bu )?alan adı satılık|(?:هذا )?(?:النطاق|الدومين) (?:معروض )?للبيع",
  "(?:diese |die )?domain (?:[\\p{L}\\d.-]+ )?ist abgelaufen|(?:nom de )?domaine (?:[\\p{L}\\d.-]+ )?(?:a|est) expiré|dominio (?:[\\p{L}\\d.-]+ )?(?:ha|está) (?:expirado|caducado|vencido)|domínio (?:[\\p{L}\\d.-]+ )?(?:expirou|está expirado)|dominio (?:[\\p{L}\\d.-]+ )?è scaduto|domein(?:naam)? (?:[\\p{L}\\d.-]+ )?is verlopen|domena (?:[\\p{L}\\d.-]+ )?wygasła|срок (?:регистрации|действия) домена|термін (?:реєстрації|дії) домену|alan adının süresi (?:doldu|dolmuş)|domänen har (?:gått|löpt) ut|domænet er udløbet|domenet (?:har|er) utløpt|(?:dom[ée]na|platnost domény) (?:již )?(?:vypršela|expirovala)|domain(?:név)? lejárt|domeniul a expirat|if you (?:are the owner of|own) this domain|sind sie (?:der )?(?:inhaber|eigentümer) (?:dieser|der) domain|(?:您|你)是.{0,4}(?:網域|域名|网域)(?:名稱|名称)?的?(?:擁有者|所有者|持有人)|(?:域名|網域|网域)(?:名稱|名称)?.{0,8}已(?:到期|過期|过期)|ドメイン(?:名)?.{0,10}(?:期限切れ|失効)|도메인.{0,10}만료",
  "(?:この|当)ドメイン(?:は|名は).{0,12}(?:販売|売りに|購入|お名前\\.com)|(?:该|此|本|該)?(?:域名|網域).{0,8}(?:正在)?(?:出售|转让|轉讓|停放|已过期|可以购买)|(?:이 )?도메인(?:은|을|이)? ?.{0,8}(?:판매|구입|구매)|domänen är till salu|domænet er til salg|domenet er til salgs|verkkotunnus on myytävänä|dom[ée]na (?:je )?(?:na prodej|na predaj)|(?:a )?domain eladó|domeniul (?:este )?de vânzare|το domain πωλείται|הדומיין (?:הזה )?למכירה|tên miền (?:này )?(?:đang )?(?:được )?(?:rao )?bán|domain ini dijual",
);

/** Words of servers and hosts at an address where nothing is set up, or no longer. */
export const unusedWording = wording(
  "account (?:has been|is) suspended\\b.{0,80}(?:host|provider|support)?|if you see this page, the (?:nginx|apache|caddy) (?:web )?server is|(?:apache2? (?:debian|ubuntu|http server)? ?default page|test page for the (?:apache|nginx)|this is the default (?:welcome|web|server) page|web server's default page|iis windows server$)|the install worked successfully|you have not configured any urls|used to test the (?:proper|correct) operation of|you're on rails|apache is functioning normally|(?:welcome to|willkommen bei|bienvenue sur|bienvenid\\p{L}+ a|boas-vindas ao|benvenut\\p{L} (?:in|su|a)|welkom bij|witaj(?:cie)? w|добро пожаловать в|välkommen till|velkommen til|tervetuloa) wordpress\\b|this is your first post\\b|edit or delete it\\b|dies(?:er)? ist dein erster beitrag|ceci est votre premier article|esta es tu primera entrada|este é o seu primeiro post|questo è il tuo primo articolo|dit is je eerste bericht|twój pierwszy wpis|это ваша первая запись|future home of (?:something|a )",
);

/** Hosts of the content of parking services. */
export const parkingResources =
  /\b(?:sedoparking|parkingcrew|bodis|parklogic|cashparking|hugedomains|afternic|above|domainparking|voodoo|uniregistry|skenzo|smartname|undeveloped)\.(?:com|net|org)\b/;

/** The visitor is asked for their age. */
export const ageWording = wording(
  "are you (?:over|at least|above|of|older than|aged|\\d\\d)\\b.{0,40}(?:\\d\\d|age|older|over)|you must be (?:at least |over |of )?.{0,30}(?:\\d\\d|age|years).{0,30}(?:to|before) (?:enter|view|visit|access|continu|proceed|use)\\p{L}*(?: (?:this|the|our|to))?|(?:verify|confirm) (?:that )?(?:your age|you(?:'re| are) (?:of|over|at least|\\d\\d))|age (?:verification|check|gate|restricted (?:site|website|content))|(?:enter|select|provide|tell us) your (?:date of birth|birth ?date|birthday|year of birth|age) (?:to|before)|(?:of )?legal (?:drinking|smoking|purchase) age\\b|(?:only )?for adults(?: only)?\\b|(?:adult|explicit) (?:content|material)|i am (?:over )?\\d\\d (?:or older|years)",
  "(?:sind sie|bist du|bin|haben sie|hast du) .{0,30}(?:1[68]|21|volljährig|mindestalter|über 18)|altersprüfung|altersverifikation|altersabfrage|alterskontrolle|nur für erwachsene|ab 18 jahren zugänglich|(?:bestätige|bestätigen sie) .{0,20}alter|inhalte,? die .{0,30}erwachsene",
  "avez-vous (?:plus de |au moins )?(?:1[68]|21|l'âge)|l'âge légal|(?:êtes-vous|vous (?:êtes|devez être)) majeur|réservé aux (?:adultes|majeurs|personnes majeures)|vérification de l'âge|plus de 18 ans",
  "(?:eres|es usted|soy|ser) (?:mayor de|mayores de)|mayor(?:ía)? de edad|tienes (?:más de |al menos )?(?:18|21)|(?:verifica|confirma|verificación de) (?:tu |la |su )?edad|solo para adultos",
  "(?:você )?(?:tem|é) (?:mais de |maior de )(?:18|21|idade)|maior de (?:idade|18)|(?:confirme|verifique|verificação de|confirmar) (?:a )?(?:sua )?idade|apenas para (?:adultos|maiores)",
  "(?:avere|hai) (?:almeno |compiuto )?18 anni|(?:sei|hai|sono) (?:maggiorenne|più di 18|almeno 18)|maggior(?:enne|e età)|(?:verifica|conferma) (?:dell'|la tua )età|(?:solo|riservato) (?:per |agli )adulti",
  "ben (?:je|jij|u) (?:ouder dan |al |minimaal )?(?:18|21|oud genoeg)|(?:18|21) jaar of ouder|leeftijds(?:controle|verificatie|check)|alleen voor volwassenen",
  "(?:czy )?(?:masz|mam|ukończy\\p{L}+) .{0,20}18 lat|pełnoletni|weryfikacj\\p{L}+ wieku|tylko dla dorosłych",
  "(?:вам|мне) (?:уже )?(?:исполнилось|есть|больше) (?:18|21)|подтвердите (?:свой |ваш )?возраст|только для (?:взрослых|совершеннолетних)|несовершеннолетни|вам є 18|вам виповнилося",
  "(?:18|21) yaşın(?:dan büyük|ı doldurdu)|yaş doğrulama|reşit (?:misiniz|olmanız)|هل عمرك|هل (?:أنت|تبلغ) .{0,20}(?:18|21)|للبالغين فقط|تأكيد (?:عمرك|السن)",
  "(?:18|20)歳(?:以上|未満)|年齢(?:確認|認証)|成人(?:向け|ですか)|(?:年满|已满|年滿|滿|满) ?(?:18|21|十八)|未成年|成人(?:内容|內容|网站|網站)|(?:18|19|20) ?(?:세|살) ?(?:이상|미만)|성인 ?인증|연령 ?확인|청소년 ?(?:이용|유해)",
  "(?:är|er) du (?:över |over |fyllt |fylt |minst )?(?:18|20|21)|ålderskontroll|alderskontrol|alderskontroll|(?:oletko|olen) (?:yli |vähintään )?18|ikäraja|(?:je|bylo|máte|mám) (?:vám |viac ako |více než )?.{0,12}18 (?:let|rokov)|elmúltál|betöltötted|(?:ai|aveți) (?:peste )?18 ani|(?:είστε|είσαι) (?:άνω των )?18|(?:האם )?(?:אתה|את) מעל גיל 18|bạn (?:đã )?(?:đủ|trên) 18|apakah anda (?:berusia|berumur)|คุณอายุ|क्या आप(?:की)? .{0,12}18",
);
