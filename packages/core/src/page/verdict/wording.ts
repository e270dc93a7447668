/**
 * What pages say when they are not what was asked for, by language: English, German, French, Spanish, Portuguese,
 * Italian, Dutch, Polish, Russian, Turkish, Arabic, Japanese, Chinese, Korean. Matched against normalised text. Wording
 * is never enough by itself: every rule also asks for a short page, a status, a title or known markup.
 */
const wording = (...phrases: readonly string[]): RegExp => new RegExp(phrases.join("|"), "u");

/** The visitor is asked to prove to be human, or to wait while this is checked. */
export const challengeWording = wording(
  "verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot)",
  "(?:confirm|prove|make sure|making sure|check if|ensure) (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot|a real person)",
  "are you (?:a )?(?:human|(?:ro)?bot)\\b",
  "i(?:'m| am) not a robot",
  "human verification",
  "(?:security|browser) (?:check|verification|checkpoint)",
  "checking (?:your browser|if the site connection is secure|the site connection security)",
  "please (?:complete|solve) (?:the|this|a) (?:captcha|security check|challenge|puzzle)",
  "(?:complete|solve) the (?:captcha|challenge|puzzle) (?:below|to)",
  "enter the characters you see (?:below|in)",
  "press (?:and|&) hold",
  "enable (?:javascript|js) and cookies to continue",
  "please enable js and disable any ad ?blocker",
  "just a moment\\.\\.\\.",
  "pardon our interruption",
  "ddos protection by",
  "sicherheitsüberprüfung|sicherheitsprüfung|überprüf\\w* (?:sie )?,? ?(?:dass|ob) sie (?:ein mensch|kein(?:e)? (?:ro)?bot)|bestätigen sie,? dass sie (?:ein mensch|kein(?:e)? (?:ro)?bot)|ich bin kein roboter|nur einen moment",
  "vérification de (?:sécurité|votre navigateur)|vérifi\\w+ que vous (?:êtes (?:un )?humain|n'êtes pas un robot)|je ne suis pas un robot|prouvez que vous",
  "verifi\\w+ (?:de )?que (?:eres|usted es) (?:un )?humano|comprobación de seguridad|verificación de seguridad|no soy un robot|confirma que no eres un robot",
  "verifi\\w+ (?:de )?(?:que|se) você é (?:um )?humano|verificação de segurança|não sou um robô|confirme que não é um robô",
  "verifica (?:che tu sia umano|di sicurezza)|non sono un robot|controllo di sicurezza|conferma di essere umano",
  "controleren of u een mens|verifieer dat u een mens|ik ben geen robot|beveiligingscontrole",
  "sprawdzanie (?:przeglądarki|bezpieczeństwa)|potwierdź, że (?:jesteś człowiekiem|nie jesteś robotem)|nie jestem robotem",
  "проверка (?:браузера|безопасности)|подтвердите, что (?:вы )?(?:не робот|человек)|я не робот|запросы похожи на автоматические",
  "insan olduğunuzu doğrula|güvenlik (?:kontrolü|doğrulaması)|robot olmadığınızı|ben robot değilim",
  "تحقق من أنك (?:إنسان|لست روبوت)|التحقق (?:الأمني|من الأمان)|أنا لست برنامج روبوت|أنا لست روبوت",
  "人間であることを確認|ロボットではありません|セキュリティ(?:確認|チェック)|ロボットでないことを",
  "安全验证|人机验证|安全檢查|请完成(?:安全)?验证|请输入验证码|驗證您是(?:人類|真人)|验证您是(?:真人|人类)|我不是机器人|正在检查您的浏览器|拖动滑块",
  "사람인지 확인|로봇이 아닙니다|보안 ?(?:확인|문자|점검)|자동 ?등록 ?방지",
);

/** The page speaks about an error or a check, as manuals, articles and dictionaries do; it isn't one. */
export const explanatoryWording = wording(
  "status codes? (?:indicates?|means?|is|are|only|tells?)|(?:indicates|means) that the (?:server|page|file)",
  "(?:raised|thrown|returned|shown|displayed|occurs?|happens?|appears?) (?:when|if) (?:a|an|the|you|your)\\b",
  "(?:may|can|could) (?:also )?refer to|what (?:is|are|does) (?:a |an |the )?(?:\\d{3}\\b|captcha|access denied|error)",
  "how to (?:fix|solve|resolve|handle|avoid)|troubleshoot\\w*|\\bexplained\\b|\\blyrics\\b|\\bglossary\\b",
  "(?:if|when|whenever) (?:you|users?|visitors?|clients?|people) (?:see|sees|get|gets|send|sends|receive|receives|encounter)",
  "statuscode (?:bedeutet|zeigt|gibt)|so beheben sie|code de statut|código de estado (?:indica|significa)",
  "codice di stato|код состояния|ステータスコードは|状态码(?:表示|是)|상태 코드는",
);

/** The visitor is spoken to: an apology, what was looked for, the way home. */
export const addressingWording = wording(
  "sorry|oops|uh[- ]?oh|whoops|unfortunately|looking for|you (?:requested|followed|were|are|may|can|might|tried)",
  "(?:go|back|return|take me) (?:to )?(?:the )?home|home ?page|start over|try (?:a |to )?search",
  "leider|gesucht|suchen|startseite|désolé|cherch|accueil|lo sentimos|busca|inicio|desculp|procura|página inicial",
  "spiacent|cerca|pagina iniziale|helaas|zoek|startpagina|przepraszamy|szuka|stron[aęy] główn|извин|ищете|главн",
  "üzgün|aradığınız|ana ?sayfa|عذر|تبحث|الرئيسية|お探し|申し訳|トップ|抱歉|首页|返回|죄송|찾으시는|홈",
);

/** The visitor is turned away. */
export const denialWording = wording(
  "access (?:is |has been |was )?(?:temporarily )?(?:denied|blocked|restricted|forbidden)",
  "access to (?:this|the requested) (?:page|site|resource|website|url) (?:is|has been|was) (?:denied|blocked|restricted|forbidden|limited)",
  "you (?:have been|are|were) (?:temporarily |permanently )?(?:blocked|banned|denied|rate limited)",
  "you don't have permission to access",
  "(?:unusual|suspicious|automated) (?:traffic|activity|requests|behaviou?r)",
  "(?:403|error):? ?(?:- )?forbidden|^forbidden(?:$| [|–-])",
  "too many requests",
  "rate limit(?:ed)? exceeded",
  "your (?:ip|ip address|request|access|connection) (?:has been|was|is) (?:temporarily )?(?:blocked|banned|denied|flagged|limited)",
  "blocked by (?:network security|our security|the security|mod_security)",
  "the requested url was rejected",
  "the request is blocked|request blocked",
  "request unsuccessful\\. incapsula",
  "(?:not|isn't|is not|unavailable|unavailable to visitors) (?:available )?(?:in|from) your (?:country|region|location)",
  "zugriff (?:wurde )?(?:verweigert|gesperrt|blockiert)|zugang (?:wurde )?(?:verweigert|gesperrt)|sie wurden (?:gesperrt|blockiert)|ungewöhnliche[rn]? (?:datenverkehr|aktivität)|zu viele anfragen",
  "accès (?:refusé|interdit|bloqué)|vous avez été bloqué|trafic (?:inhabituel|suspect)|trop de requêtes",
  "acceso (?:denegado|bloqueado|restringido)|has sido bloqueado|tráfico inusual|demasiadas solicitudes",
  "acesso (?:negado|bloqueado|restrito)|você foi bloqueado|tráfego incomum|muitas solicitações",
  "accesso (?:negato|bloccato|vietato)|sei stato bloccato|traffico insolito|troppe richieste",
  "toegang (?:geweigerd|geblokkeerd)|u bent geblokkeerd|ongebruikelijk verkeer|te veel verzoeken",
  "dostęp (?:zabroniony|zablokowany)|odmowa dostępu|brak dostępu|zostałeś zablokowany|nietypowy ruch",
  "доступ (?:запрещ[её]н|заблокирован|ограничен)|вы (?:были )?заблокированы|подозрительн\\w+ (?:трафик|активность)|слишком много запросов",
  "erişim (?:engellendi|reddedildi|yasak)|engellendiniz|olağan dışı trafik|çok fazla istek",
  "تم (?:رفض|حظر) الوصول|الوصول مرفوض|تم حظرك|حركة مرور غير عادية",
  "アクセス(?:が|は)?(?:拒否|制限|ブロック|禁止)|通常と異なるトラフィック",
  "访问(?:被)?(?:拒绝|受限|禁止)|禁止访问|拒绝访问|您的访问(?:已)?被|異常流量|异常流量|访问过于频繁|操作过于频繁",
  "접근이? ?(?:거부|차단|제한)|접속이 (?:차단|제한)|비정상적인 (?:트래픽|접근)|차단되었습니다",
);

/** The page is not there. Short enough to be matched in titles and headings. */
export const notFoundWording = wording(
  "(?:error|fehler|erreur|errore|błąd|ошибка|hata|erro|código|http|status|الخطأ|خطأ)[ :-]{0,2}404\\b|\\b404:? ?(?:- )?(?:error|not found|fehler|erreur|エラー|错误|頁|页)|^404$|^404 [|–-]",
  "(?:page|file|document|article|post|content|url|product|item|job|listing|story|profile|resource|entry|topic) (?:was |is |could |can )?(?:not|n't) (?:be )?(?:found|exist)",
  "(?:page|file|document|article|url|link|site|content)(?: that)? (?:you(?:'re| are| were|'ve| have)?|we) (?:requested|(?:are |were )?(?:looking|searching) for|(?:are |were )?trying to).{0,60}(?:not|n't|no longer|removed|moved|gone|cannot|can't)",
  "(?:can't|cannot|couldn't|could not|can not) (?:seem to )?find (?:that|the|this) (?:page|article|file|document|product|resource|content|url|job|listing)",
  "we (?:can't|couldn't|cannot|could not) find (?:what|the page|that|it)",
  "^(?:oops!? )?(?:error )?not found$|not found \\|| [-–|] not found$|^not found [-–|]",
  "(?:page|content|article|product|item|listing|job|posting|video|document|story|ad) (?:is|has been|was)? ?(?:no longer (?:available|exists?|active)|unavailable|been removed|removed|been deleted|deleted|expired)",
  "(?:page|url|link|article|file) (?:doesn't|does not|didn't) exist|no such (?:page|file|article)|nothing (?:was )?found (?:here|for this|at this)",
  "nothing (?:was )?found at this location|that page can't be found|doesn't exist anymore",
  "(?:seite|datei|artikel|inhalt|beitrag|dokument|produkt)\\w* (?:wurde |konnte |ist )?(?:leider )?(?:nicht (?:gefunden|vorhanden|verfügbar|mehr verfügbar|existiert|mehr vorhanden)|existiert nicht)|nicht gefunden|seite nicht mehr",
  "page (?:non trouvée|introuvable|inexistante|indisponible|n'existe (?:pas|plus))|n'a pas été trouvée?|contenu introuvable|article introuvable",
  "página no (?:encontrada|existe|disponible)|no (?:se ha |hemos |se )?(?:encontrado|encuentra|encontró|pudimos encontrar) (?:la|esta) página|no encontrad[ao]|contenido no disponible",
  "página não (?:encontrada|existe|localizada|disponível)|não (?:foi )?(?:encontrada|encontrado|encontramos)",
  "pagina non (?:trovata|esiste|disponibile|è stata trovata)|non trovat[oa]|contenuto non disponibile",
  "pagina (?:is )?niet (?:gevonden|beschikbaar)|(?:pagina|artikel) bestaat niet|niet gevonden",
  "(?:strona|strony) nie (?:została )?(?:znaleziona|istnieje|znaleziono)|nie znaleziono (?:strony)?|nie ma takiej strony",
  "страница (?:не найдена|не существует|удалена|недоступна)|(?:такой )?страницы (?:не существует|нет|не найдено)|не найден[оаы]?(?:$|[^\\p{L}])",
  "sayfa (?:bulunamadı|mevcut değil)|aradığınız sayfa|bulunamadı",
  "الصفحة (?:غير موجودة|غير متوفرة|المطلوبة غير|التي تبحث عنها)|لم يتم العثور على|غير موجودة",
  "ページ(?:が|は)?(?:見つかりません|見つかりませんでした|存在しません|ございません|ありません)|お探しのページ|見つかりませんでした|404エラー",
  "(?:页面|网页|頁面|網頁|内容|文章)(?:不存在|未找到|找不到|已删除|被删除|已失效|不見了)|找不到(?:页面|頁面|该页|您(?:要|请求)|网页|網頁)|您(?:访问|所访问|查找|要访问)的(?:页面|内容|网页).{0,12}(?:不存在|删除|找不到|失效)",
  "페이지를 찾을 수 없|존재하지 않는 페이지|찾을 수 없습니다|페이지가 존재하지 않",
);

/** The content is only for those who are signed in. */
export const loginWording = wording(
  "(?:please |you (?:must|need to|have to|should) )(?:be )?(?:log(?:ged)?[- ]?in|sign(?:ed)?[- ]?in|login|register|create an account)(?: or \\w+(?: \\w+)?)? (?:to|in order to|before)\\b",
  "you (?:must|need to|have to) (?:be )?(?:logged|signed|log|sign) ?-?in",
  "(?:log|sign) ?in (?:or (?:register|sign up|create an account) )?to (?:continue|view|see|access|read|proceed|your account)",
  "(?:sign ?up|register|join|create (?:a|an|your) (?:free )?account)(?: (?:now|today|here|for free|free))*(?: or (?:log|sign) ?in)? to (?:continue\\b|keep reading|(?:view|see|read|access|unlock|reveal) (?:th(?:is|ese)|(?:the )?(?:full|rest|whole|complete|entire)|all|more|[^.,!?]{1,40}'s (?:full |complete )?(?:profile|report|page|details))\\b)",
  "(?:this (?:content|page|area|section|site|post|profile|account) is )(?:only )?(?:available )?(?:for|to|restricted to|limited to)? ?(?:private|members|registered|logged[- ]in|signed[- ]in)",
  "members[- ]only|for members only|registered users only",
  "authentication (?:is )?required|login required|session (?:has )?(?:expired|timed out)",
  "(?:bitte )?(?:melden sie sich|loggen sie sich|melde dich) (?:bitte )?(?:an|ein)|anmeldung erforderlich|um .{0,40}(?:zu sehen|fortzufahren|zu lesen).{0,40}(?:anmelden|einloggen)|sie müssen (?:angemeldet|eingeloggt) sein|nur für (?:mitglieder|registrierte)|(?:registrieren sie sich|registriere dich|(?:jetzt |kostenlos )registrieren)[^.!?]{0,40}(?:weiterzulesen|weiterlesen|zu lesen|zu sehen|fortzufahren)",
  "(?:veuillez |vous devez )(?:vous (?:connecter|identifier)|être (?:connecté|identifié))|connectez-vous pour|identifiez-vous pour|réservé aux (?:membres|abonnés inscrits)|(?:inscrivez-vous|créez (?:un|votre) compte)(?: gratuit(?:ement)?)? pour (?:lire|voir|continuer|accéder|consulter|découvrir)",
  "(?:inicia|inicie|debes iniciar|debe iniciar|iniciar) sesión (?:para|y)|necesitas (?:iniciar sesión|registrarte)|solo para (?:miembros|usuarios registrados)|(?:regístrate|regístrese|crea una cuenta)(?: gratis| gratuita(?:mente)?)? para (?:leer|ver|continuar|seguir|acceder|consultar)",
  "(?:faça|fazer|precisa fazer) (?:o )?login (?:para|e)|entre (?:na sua conta )?para (?:continuar|ver)|inicie sessão para|apenas para (?:membros|usuários registrados)|(?:cadastre-se|registe-se|crie (?:uma|sua) conta)(?: grátis| gratuita(?:mente)?)? para (?:ler|ver|continuar|acessar|aceder|consultar)",
  "(?:accedi|effettua (?:il login|l'accesso)|devi accedere|devi effettuare) (?:per|al)|riservat[oa] (?:ai membri|agli utenti registrati)|(?:registrati|iscriviti|crea un account)(?: gratis| gratuito| gratuitamente)? per (?:leggere|vedere|continuare|accedere|consultare)",
  "(?:log in|meld je aan|je moet (?:ingelogd|inloggen)|u moet (?:ingelogd|inloggen)|inloggen) (?:om|zijn)|alleen voor leden|(?:registreer(?: je| u)?|maak een (?:gratis )?account(?: aan)?)(?: gratis)? om (?:verder te|door te|te (?:lezen|zien|bekijken))",
  "(?:zaloguj się|musisz (?:być zalogowany|się zalogować)),? (?:aby|żeby|by)|tylko dla (?:zalogowanych|zarejestrowanych)|wymagane logowanie|(?:zarejestruj się|załóż (?:darmowe |bezpłatne )?konto)(?: za darmo| bezpłatnie)?,? (?:aby|żeby|by) (?:czytać|przeczytać|zobaczyć|kontynuować|uzyskać)",
  "(?:войдите|авторизуйтесь|необходимо (?:войти|авторизоваться)|вам нужно войти)(?: или зарегистрируйтесь)?,? ?(?:чтобы|для|в)|только (?:для )?(?:зарегистрированны|авторизованны)|зарегистрируйтесь,? (?:бесплатно,? )?чтобы (?:читать|прочитать|продолжить|увидеть|посмотреть|получить)",
  "(?:giriş yap(?:ın|manız|malısınız)|oturum aç(?:ın|manız)).{0,30}|devam etmek için (?:giriş|oturum)|sadece üyeler|(?:devam etmek|okumak|görmek|görüntülemek) için (?:ücretsiz )?(?:kayıt ol|kaydol|üye ol)",
  "(?:يرجى|يجب) (?:عليك )?تسجيل الدخول|سجل(?: الدخول)? (?:للمتابعة|لمشاهدة)|للأعضاء فقط|(?:سجل|أنشئ حسابا)(?: مجانا)? (?:لقراءة|لعرض|لمتابعة)",
  "ログイン(?:してください|が必要|して(?:続け|閲覧|ご覧))|会員(?:限定|登録が必要)|ログイン後に|(?:無料)?会員登録(?:して|すると|後に).{0,12}(?:読|見|閲覧)",
  "(?:请|請)(?:先)?(?:登录|登錄|登入)|登录后(?:才能|可|查看|继续|即可)|需要登录|登入後|(?:免费)?(?:注册|註冊)(?:后|後|以)(?:才能|可|查看|继续|繼續|阅读|閱讀|即可)",
  "로그인(?:이 필요|해 ?주세요|하세요|후 (?:이용|확인))|회원(?:만| 전용)|회원 ?가입 ?(?:후|하고|하면|하여).{0,10}(?:읽|보|볼|확인)",
);

/** Titles and headings of sign-in pages. */
export const loginTitle = wording(
  "(?:^|[|\\-–:·] ?)(?:log ?in|sign ?in|log ?on|member login|account login|login page|single sign-on)(?: to .{1,40})?(?:$| [|\\-–:·])",
  "(?:^|[|\\-–:·] ?)(?:anmelden|anmeldung|einloggen|connexion|se connecter|identification|iniciar sesión|acceder|entrar|fazer login|accedi|accesso|inloggen|aanmelden|zaloguj się|logowanie|вход|войти|авторизация|giriş yap|oturum aç|تسجيل الدخول|ログイン|登录|登入|登錄|로그인)(?:$| [|\\-–:·])",
);

/** The rest of the text is for subscribers. */
export const paywallWording = wording(
  "subscribe (?:now |today )?(?:to|and|for) (?:continue|keep|read|unlock|access|get (?:full|unlimited))",
  "(?:to )?(?:continue|keep) reading,? (?:this (?:article|story),? )?(?:subscribe|become a|please subscribe|with a (?:free )?(?:trial|subscription)|you need)",
  "(?:this|the rest of this) (?:article|content|story|post|page) is (?:only |exclusively )?(?:available )?(?:for|to|reserved for) (?:our )?(?:paid |paying |premium )?(?:subscribers|members)",
  "(?:exclusive(?:ly)? (?:to|for)|only for|reserved for|for) (?:our )?(?:paid |paying |premium )?subscribers(?: only)?",
  "already a (?:subscriber|member)\\? ?(?:log|sign) ?in",
  "you(?:'ve| have) (?:reached|used|read) (?:your|all|the) (?:\\w+ ){0,4}(?:limit|free (?:articles|stories))",
  "unlock (?:this|the full) (?:article|story)|subscribe to unlock|start your (?:free )?(?:trial|subscription) to",
  "weiterlesen mit|jetzt (?:abonnieren|weiterlesen|freischalten)|nur für abonnenten|exklusiv für abonnenten|(?:dieser|diesen) artikel (?:ist )?(?:nur )?(?:mit|für) .{0,30}(?:abo|abonnenten)|bereits abonnent",
  "(?:article|contenu) (?:est )?réservé (?:aux|à nos) abonnés|abonnez-vous pour (?:lire|continuer|accéder)|il vous reste .{0,20} à lire|déjà abonné|la suite (?:de cet article )?est réservée",
  "(?:contenido|artículo) (?:exclusivo |solo )?para suscriptores|suscríbete para (?:seguir|leer|continuar)|¿ya eres suscriptor|exclusivo para suscriptores",
  "(?:conteúdo|artigo) exclusivo para assinantes|assine para (?:continuar|ler|ter acesso)|já é assinante|exclusivo para assinantes",
  "(?:contenuto|articolo) riservato agli abbonati|abbonati per (?:continuare|leggere)|sei già abbonato",
  "(?:alleen|exclusief) voor abonnees|word abonnee (?:om|en)|al abonnee\\?|neem een abonnement om",
  "(?:treść|artykuł) (?:dostępn[ya] )?(?:tylko )?dla (?:subskrybentów|prenumeratorów|abonentów)|wykup (?:dostęp|subskrypcję|prenumeratę)|pozostało .{0,12}% artykułu",
  "(?:материал|статья|текст) доступ\\w+ (?:только )?(?:по подписке|подписчикам)|оформите подписку,? чтобы|только для подписчиков",
  "abone (?:ol(?:un|arak)?|olmanız) .{0,20}(?:oku|devam)|sadece abonelere|aboneler(?:e|imize) özel",
  "للمشتركين فقط|اشترك (?:الآن )?(?:لمتابعة|لقراءة)|هذا المحتوى (?:متاح|مخصص) للمشتركين",
  "(?:この記事|続き)は(?:有料)?(?:会員|購読者)(?:限定|のみ)|有料会員(?:限定|になる)|続きを(?:読む|お読み)(?:に|いただく)は.{0,16}(?:登録|購読|会員)|残り\\s?[\\d,０-９]+文字",
  "(?:订阅|付费|购买)(?:后|以)?(?:阅读|继续|查看)(?:全文|更多)?|本文(?:为|是)?(?:付费|会员)|(?:會員|订阅用户|訂戶|訂閱)(?:专享|專屬|限定)|(?:成为|开通)(?:会员|vip).{0,8}(?:阅读|查看|解锁)|剩余\\d+%.{0,6}(?:付费|未读)",
  "(?:구독자|유료 ?회원) ?(?:전용|만)|구독(?:하고|하면|하여) .{0,12}(?:읽|보|이용)|유료 (?:기사|콘텐츠)",
);

/** The page works only with JavaScript. */
export const javascriptWording = wording(
  "(?:enable|activate|turn on|allow|requires?|need(?:s)?(?: to (?:enable|have))?|without|switch on) (?:your )?java ?script",
  "java ?script (?:is |to be |must be |has to be |seems to be |appears to be |needs to be )?(?:required|disabled|not enabled|enabled|turned off|off|switched off|deactivated|needed)",
  "(?:doesn't|does not|won't|will not) (?:work|run|function)(?: properly| correctly)? (?:properly |correctly )?without java ?script",
  "java ?script (?:aktivieren|ist deaktiviert|muss aktiviert|wird benötigt|einschalten|erforderlich)|aktivieren sie (?:bitte )?java ?script|ohne java ?script",
  "activer (?:le )?java ?script|activez java ?script|java ?script (?:est )?(?:désactivé|requis|nécessaire)|sans java ?script",
  "(?:habilit|activ)(?:e|a|ar) (?:el |o )?java ?script|java ?script (?:está )?(?:desactivado|deshabilitado|desativado|desabilitado|habilitado)|necesita(?:s)? java ?script|sem java ?script|sin java ?script",
  "(?:abilita|attiva)(?:re)? java ?script|java ?script (?:è )?(?:disabilitato|disattivato|richiesto)",
  "java ?script (?:in te schakelen|inschakelen|uitgeschakeld|vereist|nodig)|schakel java ?script in|zonder java ?script",
  "(?:włącz|włączyć|wymaga|obsług\\w+) (?:obsługę )?java ?script|java ?script (?:jest )?(?:wyłączon|wymagan)",
  "(?:включите|включить|требуется|нужен|необходим|поддержк\\w+) (?:поддержку )?java ?script|java ?script (?:отключ[её]н|выключен|не включ)|без java ?script",
  "java ?script(?:'i| ?'i|'in)? (?:etkinleştir|açın|devre dışı|gerekli)|java ?script'i",
  "(?:تفعيل|تمكين|يتطلب|تشغيل) (?:ال)?(?:جافا ?سكريبت|java ?script)",
  "java ?script ?(?:を(?:有効|オン|ご利用|使用)|が(?:無効|有効|必要))",
  "(?:启用|開啟|开启|啟用|打开|需要|允许|支持) ?java ?script|java ?script ?(?:已禁用|被禁用|未启用|未開啟|功能)",
  "java ?script ?(?:를|을|가|이)? ?(?:활성화|사용|허용|필요|켜|비활성화|꺼져)",
);
