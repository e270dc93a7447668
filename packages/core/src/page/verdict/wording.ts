/**
 * Words of pages that are not the requested one, by language: English, German, French, Spanish, Portuguese,
 * Italian, Dutch, Polish, Russian, Turkish, Arabic, Japanese, Chinese, Korean; the shorter lists for Swedish, Danish,
 * Norwegian, Finnish, Czech, Slovak, Hungarian, Romanian, Greek, Hebrew, Ukrainian, Vietnamese, Indonesian, Thai and
 * Hindi follow them. Matched against normalised text. Wording is never enough by itself: every rule also asks for a
 * short page, a status, a title, known markup, or that the page says little else.
 */
export const wording = (...phrases: readonly string[]): RegExp => new RegExp(phrases.join("|"), "u");

/** The visitor is asked to prove to be human, or to wait while this is checked. */
export const challengeWording = wording(
  "verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot)",
  "(?:confirm|prove|make sure|making sure|check if|ensure) (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:ro)?bot|a real person)",
  "are you (?:a )?(?:human|(?:ro)?bot)\\b",
  "i(?:'m| am) not a robot",
  "human verification|anti-?(?:ro)?bot (?:verification|check|protection)",
  "(?:security|browser) (?:check|verification|checkpoint)",
  "(?:check|verify|validat|review|inspect)(?:ing)? (?:the (?:security|integrity) of )?your (?:browser|connection)|checking (?:if the site connection is secure|the site connection security)",
  "please (?:complete|solve) (?:the|this|a) (?:captcha|security check|challenge|puzzle)|(?:slide|drag|swipe)\\b.{0,30}(?:puzzle|to verify|to continue)",
  "(?:complete|solve) the (?:captcha|challenge|puzzle) (?:below|to)",
  "(?:enter|type) the (?:characters|letters|code|text|numbers) (?:you see|shown|displayed|from)",
  "(?:press|click|tap|activate) (?:and|&) hold (?:the (?:button|bar) )?(?:below )?to (?:confirm|verify|prove|continue)",
  "enable (?:javascript|js) and cookies to continue",
  "please enable js and disable any ad ?blocker",
  "just a moment\\.\\.\\.",
  "pardon our interruption",
  "ddos protection by",
  "sicherheitsüberprüfung|sicherheitsprüfung|überprüf\\w* (?:sie )?,? ?(?:dass|ob) sie (?:ein mensch|kein(?:e)? (?:ro)?bot)|bestätigen sie,? dass sie (?:ein mensch|kein(?:e)? (?:ro)?bot)|ich bin kein roboter|nur einen moment",
  "vérification de (?:sécurité|votre navigateur)|vérifi\\w+ que vous (?:êtes (?:un )?humain|n'êtes pas un robot)|je ne suis pas un robot|prouve[rz] que vous",
  "verifi\\w+ (?:de )?que (?:eres|usted es) (?:un )?humano|comprobación de seguridad|verificación de seguridad|no soy un robot|confirma que no eres un robot",
  "verifi\\w+ (?:de )?(?:que|se) você é (?:um )?humano|verificação de segurança|não sou um robô|confirme que não é um robô",
  "verifica (?:che tu sia umano|di sicurezza)|non sono un robot|controllo di sicurezza|conferma di essere umano",
  "controleren of u een mens|verifieer dat u een mens|ik ben geen robot|beveiligingscontrole",
  "sprawdzanie (?:przeglądarki|bezpieczeństwa)|potwierdź, że (?:jesteś człowiekiem|nie jesteś robotem)|nie jestem robotem",
  "проверка (?:браузера|безопасности)|подтвердите, что (?:вы )?(?:не робот|человек)|я не робот|запросы похожи на автоматические",
  "insan olduğunuzu doğrula|güvenlik (?:kontrolü|doğrulaması)|robot olmadığınızı|ben robot değilim",
  "تحقق من أنك (?:إنسان|لست روبوت)|التحقق (?:الأمني|من الأمان)|أنا لست برنامج روبوت|أنا لست روبوت",
  "人間であることを確認|ロボットではありません|セキュリティ(?:確認|チェック)|ロボットで(?:は)?ないことを",
  "安全验证|人机验证|安全檢查|请完成(?:安全)?验证|请输入验证码|请(?:先)?(?:完成|通过).{0,8}验证|(?:点击|拖动).{0,12}验证|(?:网络|当前)环境(?:存在)?异常|^环境异常|完成(?:安全)?验证后|安全检测|驗證您是(?:人類|真人)|验证您是(?:真人|人类)|我不是机器人|正在检查您的浏览器|拖动滑块",
  "사람인지 확인|로봇이 아닙니다|보안 ?(?:확인|문자|점검)|자동 ?등록 ?방지",
  "att du (?:är (?:en )?människa|inte är en robot)|at du (?:er (?:et )?menneske|ikke er en robot)|että (?:olet ihminen|et ole robotti)|säkerhetskontroll|sikkerhetssjekk|sikkerhedstjek",
  "že (?:jste člověk|nejste robot)|že (?:ste človek|nie ste robot)|hogy (?:ön ember|nem robot)|că (?:ești om|nu ești (?:un )?robot)|ότι (?:είστε άνθρωπος|δεν είστε ρομπότ)",
  "שאינך רובוט|שאתה אנושי|що ви (?:не робот|людина)|bạn (?:không phải là (?:người máy|robot)|là con người)|anda (?:bukan robot|manusia)|คุณไม่ใช่(?:โรบอต|หุ่นยนต์)|आप (?:रोबोट नहीं|इंसान) हैं",
);

/** Words about errors or checks, as in manuals, articles and dictionaries. */
export const explanatoryWording = wording(
  "status codes? (?:indicates?|means?|is|are|only|tells?)|(?:indicates|means) that the (?:server|page|file)",
  "(?:custom|your own|eigene[nrs]?|personnalisée?s?|personalizada|personalizzat[ao]|aangepaste|własn\\p{L}+|собственн\\p{L}+|egen|egna) (?:\\p{L}+ ){0,2}(?:404|error page|fehlerseite|page d'erreur|página de error|pagina di errore|foutpagina|stron\\p{L}* błęd|страниц\\p{L}* ошиб|felsid)",
  "(?:raised|thrown|returned|shown|displayed|occurs?|happens?|appears?) (?:when|if) (?:a|an|the|you|your)\\b",
  "(?:may|can|could) (?:also )?refer to|what (?:is|are|does) (?:an? |the )?(?:\\w+ )?(?:\\d{3}\\b|captcha|access denied|error)",
  "(?:visitors|users|customers|readers|people|guests) (?:will |may |might |can )?(?:see|get|receive) (?:this|the|an?|your)\\b|(?:besucher|nutzer|leser|kunden) sehen|les (?:visiteurs|utilisateurs) (?:voient|verront)|los (?:visitantes|usuarios) (?:ven|verán)|(?:visitatori|utenti) ved(?:ono|ranno)|bezoekers zien|(?:посетители|пользователи) (?:видят|увидят)|użytkownicy (?:widzą|zobaczą)",
  "how to (?:fix|solve|resolve|handle|avoid)|troubleshoot\\w*|\\bexplained\\b|\\blyrics\\b|\\bglossary\\b",
  "(?:if|when|whenever) (?:you|users?|visitors?|clients?|people) (?:see|sees|get|gets|send|sends|receive|receives|encounter)",
  'what to do (?:if|when)|how (?:do|can|should) (?:i|we|you)\\b|^fix(?:ing)?\\b|th(?:is|e) (?:message|error) (?:comes|appears|means)|(?:denied|forbidden|not found|blocked|expired)["”]? (?:when|while|error message)\\b|(?:if|when) (?:your|an?) \\w+ (?:was|is|has|could) (?:not|no longer)',
  "(?:returns?|answers?|responds?|replies|sends?)(?: with)?(?: an?| the)? (?:http |status |code ){0,3}[45]\\d\\d\\b",
  "statuscode (?:bedeutet|zeigt|gibt)|so beheben sie|code de statut|código de estado (?:indica|significa)",
  "\\bcookies (?:are|sind|sont|son|sono|são|zijn|är|er) (?:small|tiny|short|little|kleine|kurze|de petits|pequeñ|piccol|pequen|små)",
  "codice di stato|код состояния|방법을|する方法|的方法|ステータスコードは|状态码(?:表示|是)|상태 코드는",
);

/** True if a page explains errors or checks. */
export const explains = (page: {
  readonly title: string;
  readonly text: string;
  readonly headings: readonly string[];
}): boolean => explanatoryWording.test(`${page.title} ${page.text}`) || isAsked(page.headings[0] ?? "");

/** A question that readers ask, which the text below answers. */
export const isAsked = (heading: string): boolean => ofReaders.test(heading) && /[?？؟]\s*$/.test(heading);
const ofReaders = wording(
  "(?:^| )(?:(?:why|how|what|when|where|which|can|do|does|should|may|is|are|will|must) .{0,60}\\b(?:i|my|me)\\b|(?:warum|wieso|wie|was|kann|darf|muss|wo|wann) .{0,60}\\b(?:ich|mein\\p{L}*|mir)\\b|(?:kan|waarom|hoe|wat|mag|moet) .{0,60}\\b(?:ik|mijn)\\b)",
  "(?:pourquoi|comment|puis-je|que faire|dois-je|est-ce que) .{0,60}(?:\\bje\\b|\\bmon\\b|\\bma\\b|\\bmes\\b|-je\\b|j'|si\\b)|^puis-je|(?:por qué|cómo|puedo|qué hago|debo) .{0,60}(?:puedo|\\bmi\\b|\\bme\\b|tengo)|(?:por que|como|posso|o que) .{0,60}(?:posso|\\bmeu\\b|\\bminha\\b|\\beu\\b)|(?:perché|come|posso|cosa) .{0,60}(?:posso|\\bmio\\b|\\bmia\\b|\\bmi\\b)",
  "(?:почему|как|что|можно ли|могу) .{0,60}(?:я |мне|мой|моя|моё|могу)|(?:dlaczego|jak|czy|co) .{0,60}(?:mogę|moje|mój|moja|mnie)|(?:varför|hur|kan|får) .{0,60}\\b(?:jag|min|mitt|mig)\\b|(?:hvorfor|hvordan|kan|må) .{0,60}\\b(?:jeg|min|mit|mitt|meg|mig)\\b|(?:miksi|miten|voinko|kuinka) .{0,60}\\p{L}+(?:ni|n|nko)\\b|(?:proč|jak|mohu|můžu) .{0,60}(?:můj|moje|mohu|můžu|mi)\\b",
);

/** Words to the visitor: an apology, the thing looked for, the way home. */
export const addressingWording = wording(
  "sorry|oops|uh[- ]?oh|whoops|unfortunately|looking for|you (?:requested|followed|were|are|may|can|might|tried)",
  "(?:go|back|return|take me) (?:to )?(?:the )?home|home ?page|start over|try (?:a |to )?search",
  "leider|gesucht|suchen|startseite|désolé|cherch|accueil|lo sentimos|busca|inicio|desculp|procura|página inicial",
  "spiacent|cerca|pagina iniziale|helaas|zoek|startpagina|przepraszamy|szuka|stron[aęy] główn|извин|ищете|главн",
  "üzgün|aradığınız|ana ?sayfa|عذر|تبحث|الرئيسية|お探し|申し訳|トップ|抱歉|首页|返回|죄송|찾으시는|홈",
  "söker|tyvärr|startsidan|desværre|leder efter|dessverre|leter etter|forsiden|etsimääsi|valitettavasti|je nám líto|hledan|sajnáljuk|keresett|ne pare rău|cauți|λυπούμαστε|מצטערים|на жаль|rất tiếc|xin lỗi|maaf|ขออภัย|क्षमा",
);

/** The visitor stands in line for the page. */
export const queueWording = wording(
  "you(?:'re| are) (?:now |currently )?(?:in (?:line|(?:the|a) (?:virtual )?(?:queue|waiting room))|number \\d)|^waiting room powered by",
  "(?:sie (?:sind|befinden sich)|du bist|du befindest dich) .{0,20}(?:warteschlange|warteraum)|vous êtes .{0,20}(?:file d'attente|salle d'attente)|est(?:á|ás) .{0,16}(?:en la (?:fila|cola|sala de espera)|na (?:fila|sala de espera))|(?:sei|ti trovi) in (?:coda|fila)|(?:je|u) (?:staat|bent) in de (?:wacht)?rij|(?:jesteś|znajdujesz się) w (?:kolejce|poczekalni)",
  "(?<!\\p{L})вы .{0,12}в (?:очереди|зале ожидания)|ви .{0,12}у черзі|du (?:är|står) i kön?|du (?:er|står) i køe?n?|olet jonossa|jste ve frontě|ön a sorban|sunteți la coadă|είστε στην ουρά|s[ıi]radas[ıi]n[ıi]z|أنت (?:الآن )?في (?:قائمة الانتظار|الطابور)|(?:אתה|אתם) בתור|bạn đang (?:ở trong|trong) hàng|anda (?:sedang )?(?:dalam|berada dalam) antrean|คุณอยู่ในคิว",
  "您.{0,6}(?:排队|排隊)|您前面(?:还有|還有)|順番に(?:ご)?(?:案内|対応)|접속 ?대기",
);

/** The visitor is turned away. */
export const denialWording = wording(
  "access (?:is |has been |was )?(?:temporarily )?(?:denied|blocked|restricted|forbidden)",
  "access to (?:this|the requested) (?:page|site|resource|website|url) (?:is|has been|was) (?:denied|blocked|restricted|forbidden|limited)",
  "(?:you (?:have been|are|were)|you've been) (?:temporarily |permanently )?(?:blocked|banned|denied|rate limited)",
  "you don't have permission to access",
  "(?:unusual|suspicious|automated) (?:traffic|activity|requests|behaviou?r)",
  "(?:403|error):? ?(?:- )?forbidden|^forbidden(?:$| [|–-])",
  "too many requests|requests too (?:quickly|fast)|exceeded (?:a |the |your )?(?:\\w+ )?(?:rate limit|(?:maximum|allowed) (?:number of )?(?:page )?(?:requests|views))",
  "rate limit(?:ed)? exceeded",
  "(?:web ?)?(?:page|site) blocked|violation of your internet usage policy|attack id\\b",
  "your (?:ip|ip address|request|access|connection)(?: to (?:this|our|the) (?:(?:web ?)?site|page|service|server|resource))? (?:has been|was|is) (?:temporarily )?(?:blocked|banned|denied|flagged|limited)",
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
  "접근이? ?(?:거부|차단|제한)|(?:접속|이용)이 (?:일시적으로 )?(?:차단|제한)|비정상적인 (?:트래픽|접근)|차단되었습니다",
  "in (?:ihrem|deinem) (?:land|region) nicht verfügbar|pas disponible dans votre (?:pays|région)|no (?:está )?disponible en (?:tu|su) (?:país|región)|não (?:está )?disponível (?:no|na) (?:seu|sua) (?:país|região)|non (?:è )?disponibile nel tuo paese|niet beschikbaar in (?:jouw|uw) land|недоступ\\w+ в вашем регионе|お住まいの(?:国|地域).{0,12}(?:利用|視聴|ご覧)|您所在的(?:国家|地区).{0,12}(?:无法|不可|不支持)",
  "(?:zugriff auf|zugang zu) .{1,60} (?:gesperrt|blockiert)|accès à .{1,60} (?:est|a été) (?:bloqué|interdit|suspendu)|acceso a .{1,60} (?:bloquead|restringid|prohibid)[oa]|acesso a .{1,60} (?:bloquead|proibid|suspens)[oa]|accesso al? .{1,60} (?:inibito|bloccato|interdetto)|dostęp do .{1,60} (?:zablokowan|wstrzyman)\\p{L}|доступ к .{1,60} (?:ограничен|заблокирован|прекращ[её]н)|erişim.{1,80}engellen(?:di|miş)|akses .{1,60} (?:diblokir|ditutup)|truy cập .{1,60} bị chặn|제공이 (?:중지|차단)",
  "(?:turn off|switch off|disable|disconnect).{0,40}\\b(?:vpn|proxy)\\b|(?:schalten sie|deaktivier|désactiv|desactiv|desativ|disattiv|schakel|wyłącz|отключите|вимкніть|kapatın|stäng av|slå fra|slå av|kytke).{0,40}\\b(?:vpn|впн|proxy)\\b|\\b(?:vpn|proxy)\\b.{0,60}(?:abschalten|ausschalten|deaktivieren|désactivez|kapatın|utilizando|erkannt|détecté|detectado|wykryt|обнаружен|を(?:検出|オフ)|检测到)",
  "ihr zu(?:griff|gang) (?:auf|zu) (?:diese|unsere)\\p{L} (?:web|seite|site|dienst).{0,30} (?:eingeschränkt|beschränkt|begrenzt)|votre accès à (?:ce|notre) (?:site|service).{0,30}(?:limité|restreint)|(?:su|tu) acceso a (?:este|nuestro) (?:sitio|servicio).{0,30}(?:limitad|restringid)o|seu acesso a (?:este|nosso) (?:site|serviço).{0,30}(?:limitad|restrit)o|(?:tuo|suo) accesso a questo (?:sito|servizio).{0,30}limitato|(?:uw|je) toegang tot deze (?:web)?(?:site|dienst).{0,30}beperkt|twój dostęp do te[jg]o? (?:stron|witryn|serwis).{0,30}ograniczony|din åtkomst till (?:den här |denna )?(?:webbplats|sid|tjänst).{0,40}begränsa|din adgang til (?:denne|dette) (?:hjemmeside|side|websted|nettsted|tjeneste).{0,30}begr[æe]n[sz]|váš přístup (?:k|na) t(?:é|u)to stránk.{0,30}omezen",
  "(?:access to (?:this|the) (?:web)?site|zugriff auf diese (?:web)?(?:site|seite)|accès à ce site|acceso a este sitio|acesso a este site|accesso a questo sito|toegang tot deze (?:web)?site|dostęp do tej strony|åtkomst till denna webbplats|adgang til denne hjemmeside|tilgang til dette nettstedet|přístup (?:k této stránce|na tuto stránku)|hozzáférés ehhez az oldalhoz|accesul la acest site|πρόσβαση στ(?:ον?|ην?) (?:ιστότοπο|ιστοσελίδα|σελίδα)).{0,40}(?:is not (?:allowed|permitted)|nicht (?:gestattet|erlaubt|zulässig)|n'est pas autorisé|no (?:está|es) permitid|não é permitid|non è consentit|niet toegestaan|niedozwolon|inte tillåt|ikke till?adt|ikke tillatt|není povolen|nem engedélyezett|nu este permis|δεν επιτρέπεται|απαγορεύεται|έχει (?:αποκλειστεί|διακοπεί))",
  "\\b(?:file|document|item|thesis|full text) (?:is|are) (?:currently )?(?:restricted|embargoed|under (?:an )?embargo)|\\b(?:datei|dokument|volltext)\\b.{0,60}(?:unterliegt|mit) eine[mr] (?:embargo|sperrfrist)|\\b(?:fichier|document)\\b.{0,60}sous embargo|\\b(?:archivo|fichero|documento|tesis|ítem)\\b.{0,60}(?:está restringid|bajo embargo)|\\b(?:arquivo|ficheiro|documento|tese)\\b.{0,60}(?:está restrit|sob embargo)|\\b(?:file|documento|tesi)\\b.{0,60}sotto embargo|\\b(?:bestand|document)\\b.{0,60}onder embargo|\\bplik\\b.{0,60}objęty embargiem",
  "\\b(?:request|visit|traffic)\\b.{0,20}(?:looks like|seems|appears) .{0,20}(?:crawler|(?:ro)?bot|scraper|script|program)\\b|automated access (?:requires|needs|is (?:not|only))|\\b(?:ai|automated) (?:crawlers?|systems?|agents?)\\b.{0,30}(?:under|need|require|without) (?:a )?(?:paid )?licen[cs]e|valid payment header",
  "您的(?:请求|ip).{0,24}(?:拦截|阻断|封禁)|访问(?:被)?(?:拦截|阻断)|管理员设置拦截",
  "(?:åtkomst|tillträde) (?:nekad|nekas|förbjud\\w+)|(?:adgang|tilgang) (?:nægtet|nektet|forbudt)|(?:pääsy|käyttö) (?:estetty|kielletty|evätty)|(?:blockerats|blokeret|blokkert|estetty)\\b.{0,60}(?:misstänkt|mistænkelig|mistenkelig|epäilyttäv)",
  "přístup (?:odepřen|zamítnut|zakázán|zablokován)|prístup (?:odmietnutý|zamietnutý|zakázaný)|hozzáférés (?:megtagadva|letiltva)|acces (?:interzis|refuzat|blocat)|η πρόσβαση (?:απορρίφθηκε|απαγορεύεται)",
  "הגישה (?:נדחתה|נחסמה)|доступ (?:заборонено|обмежено)|(?:truy cập|quyền truy cập) bị (?:từ chối|chặn)|akses (?:ditolak|diblokir)|การเข้าถึงถูกปฏิเสธ|पहुंच अस्वीकृत",
);

/** Other words of pages that turn visitors away: about the request, the machine behind it, and whom to ask. */
export const accessWording = wording(
  "your (?:ip|request|browser|connection|network|device|computer|internet|access|javascript)\\b|\\b(?:ray|reference|incident|support|request|event|block|error|session) (?:id|number|code|#)|^(?:url|ip|id|client ip|time|category|reference)\\b ?:",
  "(?:try|come back) again (?:later|in)|wait (?:a|an|few|some|\\d).{0,20}try|(?:using|turn off) .{0,12}(?:vpn|proxy)|permission to|not (?:allowed|authori[sz]ed|permitted)|(?:contact|email|consult|notify) (?:the |our |your |us|with )?(?:support|site|website|web|owner|administrator|admin|if)|(?:site|website|system) (?:owner|administrator)",
  "(?:security|firewall) (?:service|policy|solution|system|reasons|measures?|rules?)|(?:network|usage) policy|automated|automation tools|malicious|(?:a|any|not) (?:ro)?bots?\\b|the captcha|cookies|ad ?blocker|blocked (?:by mistake|in error)|legal reasons|data protection regulation",
  "internet (?:service )?provider|court order|internetanbieter|fournisseur d'accès|proveedor de (?:internet|acceso|servicios)|provedor de (?:internet|acesso)|fornitor\\p{L}+ di (?:connettività|accesso|servizi)|internetaanbieder|dostawc\\p{L}+ (?:internetu|usług)|провайдер|πάροχ|sağlayıcı|internetleverantör|internetudbyder|poskytovatel\\p{L}* (?:internet|připojení)|szolgáltató|in a browser\\b",
  "ihre? (?:ip|anfrage|browser|verbindung)|später (?:erneut|noch ?einmal)|rechtlichen gründen|votre (?:ip|adresse|requête|navigateur|connexion)|réessa|raisons légales|(?:su|tu) (?:ip|dirección|solicitud|navegador|conexión)|inténtel?o|más tarde",
  "seu (?:ip|navegador|endereço)|tente novamente|(?:tuo|suo) (?:ip|indirizzo|browser)|riprova|(?:uw|je) (?:ip|browser|verzoek)|probeer het|twój (?:ip|adres)|spróbuj|ваш (?:ip|адрес|браузер|запрос)|позже|tarayıcı|daha sonra|عنوان ip|لاحقا",
  "din (?:ip|webbläsare|browser|nettleser)|försök igen|prøv igen|prøv igjen|yritä|vaše? (?:ip|adresa|požadav)|zkuste|お客様|時間をおいて|稍后|请求|阻断|拦截|잠시 후|요청",
);

/** A page of its own asks for letters in a picture, a sum or a choice, to tell people from programs. */
export const riddleWording = wording(
  "(?:type|enter|copy|write)(?: in)? the (?:characters|letters|code|text|numbers|words?|digits)\\b.{0,40}(?:image|picture|below|above|see|shown)|(?:keep|stop)\\p{L}* (?:ro)?bots|(?:people|humans?) (?:from|and) (?:programs|machines|(?:ro)?bots|scripts)|(?:not|no) a (?:ro)?bot\\b|(?:ro)?bot check|real (?:person|visitor|human)|select (?:all|every|each)(?: of)?(?: the)? (?:images?|pictures?|squares?|photos?|tiles?) (?:with|that|of|containing|showing)",
  "(?:zeichen|buchstaben|code|zahlen|text|ziffern)\\b.{0,30}(?:bild|grafik|abbildung)\\p{L}*\\b|kein(?:e)? (?:ro)?bot\\b|spamschutz",
  "(?:recopie|saisisse|entre|tape)\\p{L}* .{0,30}(?:code|caractères|lettres|texte|mot|chiffres)\\b.{0,40}(?:image|affiché|ci-dessous)|pas un robot",
  "(?:escrib|introdu|ingres|copi)\\p{L}* .{0,30}(?:texto|caracteres|letras|código)\\b.{0,30}imagen|no (?:es|eres|soy|ser) un robot|(?:digite|escreva|insira|introduza) .{0,30}(?:texto|caracteres|letras|código)\\b.{0,30}imagem|não (?:é|ser|sou) um robô",
  "(?:inserisci|digita|scrivi|ricopia) .{0,30}(?:caratteri|lettere|codice|testo)\\b.{0,30}immagine|non (?:sei|essere|sono) un robot|(?:typ|voer|vul) .{0,30}(?:tekens|letters|code|tekst)\\b.{0,40}(?:afbeelding|plaatje)|geen robot",
  "(?:wpisz|przepisz|podaj) .{0,30}(?:znaki|litery|kod|tekst)\\b.{0,30}obraz|nie jesteś robotem|(?:введите|наберите|укажите) .{0,30}(?:символы|буквы|код|текст|цифры).{0,30}(?:картинк|изображени)|не робот|(?:введіть) .{0,30}(?:символи|код|літери).{0,30}(?:картинк|зображен)",
  "(?:resimde|görselde)\\p{L}* .{0,30}(?:karakter|harf|kod|yazı)|(?:أدخل|اكتب) (?:الرموز|الأحرف|الحروف|الرمز|الكود).{0,30}الصورة|画像(?:に表示|の|内の|に).{0,12}(?:文字|数字|コード)|表示された(?:文字|数字)を入力|(?:输入|輸入|填写|填寫).{0,8}(?:图片|圖片|图中|圖中|下图).{0,8}(?:字符|字元|字母|文字|数字|數字|验证码|驗證碼)|(?:이미지|그림)(?:에|의|속).{0,12}(?:문자|글자|숫자)",
  "(?:skriv|ange|indtast|tast) .{0,30}(?:tecknen|bokstäverna|koden|tegnene|bogstaverne|bokstavene)|(?:kirjoita|syötä) .{0,30}(?:merkit|kirjaimet|koodi)|(?:opište|zadejte|opíšte|zadajte) .{0,30}(?:znaky|kód|písmena|písmená)|írja be .{0,30}(?:karakter|betű|kód)|introduceți .{0,30}(?:caracterele|codul)|πληκτρολογήστε .{0,30}(?:χαρακτήρες|κωδικό)|הקלד.{0,20}(?:התווים|הקוד)|nhập .{0,20}(?:ký tự|mã).{0,20}(?:hình|ảnh)|masukkan .{0,20}(?:karakter|kode).{0,20}gambar",
);

const thing =
  "\\b(?:web)?(?:page|file|document|article|post|content|url|link|site|product|item|job|position|listing|property|story|profile|account|user|resource|record|entry|topic|thread|discussion|video|event|ad|offer|recipe|repository)";

/** The page is not there. Short enough to be matched in titles and headings. */
export const notFoundWording = wording(
  "(?:error|fehler|erreur|errore|błąd|ошибка|hata|erro|código|http|status|الخطأ|خطأ)[ :-]{0,2}\\(?404\\b|\\b404:? ?(?:- )?(?:error|not found|fehler|erreur|エラー|错误|頁|页)|^404$|^404 [|–-]",
  `${thing}s? (?:(?:you|we)(?:'re| are| were|'ve| have)? .{0,50})?(?:was |is |are |were |could |can |has |have |may )?(?:currently )?(?:not|n't|cannot|no longer)(?: been| be|,)? ?(?:found|exists?|available|active|here|on the market)`,
  `${thing}s?(?: that)? (?:you(?:'re| are| were|'ve| have)?|we) (?:requested|(?:are |were )?(?:looking|searching) for|(?:are |were )?trying to).{0,60}(?:not|n't|no longer|removed|moved|gone|cannot|can't)`,
  `(?:can't|cannot|couldn't|could not|can not) (?:seem to )?find (?:that|the|this|your|such a) ${thing}`,
  "we (?:can't|couldn't|cannot|could not) find (?:what|the page|that|it)|this is not the (?:web )?page you are looking for|isn't a .{1,20} (?:site|page) here",
  "^(?:oops!? )?(?:error )?not found$|not found \\||[-–|] not found$|^not found [-–|]",
  `${thing} (?:is|has been|was|has)? ?(?:unavailable(?! (?:for|from|between|until) (?:about |around |some )?\\d)|isn't available|been removed|removed|been deleted|deleted|expired|discontinued|sold out and)`,
  `${thing} (?:doesn't|does not|didn't) exist|no such ${thing}|nothing (?:was )?found (?:here|for this|at this)|(?:invalid|unknown) (?:thread|topic|post|user|article)`,
  "(?:sujet|discussion|message) (?:spécifiée? )?(?:non valide|invalide|incorrecte?)|suivi un lien valide|(?:tema|hilo|mensaje) (?:especificado )?(?:inválido|no válido|incorrecto)|siguió un enlace válido|(?:discussione|argomento|messaggio) non valid[oa]|seguito un (?:link|collegamento) valido|tópico inválido|seguiu um link válido|ongeldig\\p{L}* (?:onderwerp|discussie|bericht)|geldige link (?:gevolgd|volgde)|ugyldigt? (?:emne|tråd|indlæg|innlegg)|fulgt et gyldigt link|fulgte? en gyldig (?:link|lenke)|ogiltigt? (?:ämne|tråd|inlägg)|följde en giltig länk|(?:virheellinen|kelvoton) (?:aihe|viesti)|nieprawidłow\\p{L}+ (?:wątek|temat|post)|neplatn\\p{L}+ (?:téma|vlákno|příspěvek)|(?:неверн|недопустим|некорректн)\\p{L}+ (?:тем|сообщени)\\p{L}*|geçersiz (?:konu|mesaj)|érvénytelen (?:téma|hozzászólás)",
  "no posts exist for this topic|no posts matched your|no products? match(?:ing|ed)? your (?:selection|criteria)|no record matches|looking for appears to be (?:either )?missing|doesn't exist or is private|(?:currently|yet) no text (?:in|on) this page",
  "(?:momentan|derzeit|zurzeit) noch keinen text|pour l'instant aucun texte sur cette page|no hay texto en esta página|nessun testo in questa pagina|não (?:há|existe) (?:nenhum )?texto n(?:est)?a página|geen tekst (?:in|op) deze pagina|nie ma (?:jeszcze )?(?:żadnej )?treści na tej stronie|текст на данной странице отсутствует",
  "(?<![a-z])(?:couldnt|cant|cannot)_find_[a-z]|(?<![a-z])[a-z]{2,20}_not_found\\b|nothing (?:was )?found at this location|that page can't be found|doesn't exist anymore|(?:if )?you followed a valid link|link (?:you followed )?(?:may be|is) (?:broken|outdated)",
  "(?:seite|datei|datensatz|eintrag|artikel|inhalt|beitrag|dokument|produkt|anzeige|angebot|thema|stelle|stellenanzeige|veranstaltung|profil|video)\\w* .{0,40}(?:nicht (?:gefunden|vorhanden|verfügbar|mehr)|existiert (?:leider )?nicht|(?:gelöscht|entfernt|deaktiviert|abgelaufen))|nicht gefunden|seite nicht mehr|gültigen link gefolgt",
  "(?:page|notice|enregistrement|annonce|article|contenu|produit|offre|sujet|discussion|profil|vidéo|élément)\\w* .{0,40}(?:non trouvée?|introuvable|inexistante?|indisponible|n'(?:existe|est) (?:pas|plus)|désactivée?|supprimée?|expirée?)|n'a pas été trouvée?|(?:page|contenu|article|annonce|produit) introuvable",
  "(?:página|registro|producto|artículo|anuncio|contenido|oferta|tema|publicación) .{0,40}(?:no (?:encontrad[ao]|existe|(?:está )?disponible)|ya no (?:existe|está)|(?:ha|haya) sido (?:eliminad|borrad))|(?:página|producto|contenido) no (?:encontrad[ao]|existe|disponible)|no (?:se ha |hemos |se |pudimos )?(?:encontrado|encuentra|encontró|encontramos|encontrar) (?:la|el|esta|este) (?:página|producto|artículo)|no encontrad[ao]",
  "(?:página|registro|registo|produto|anúncio|artigo|conteúdo|oferta|tópico|vaga) .{0,40}(?:não (?:foi )?(?:encontrad[ao]|existe|localizad[ao]|(?:está )?(?:mais )?disponível)|foi (?:removid|excluíd)|expirou)|não (?:foi )?(?:encontrad[ao]|encontramos)|página (?:inexistente|indisponível)",
  "(?:pagina|prodotto|articolo|annuncio|contenuto|offerta|discussione) .{0,40}(?:non (?:è )?(?:stat[ao] )?(?:trovat[ao]|esiste|(?:più )?(?:disponibile|in vendita))|(?:stat[ao] )?(?:rimoss|eliminat)[ao])|non trovat[oa]|(?:pagina|prodotto|contenuto) non disponibile",
  "(?:pagina|artikel|product|advertentie|vacature|bericht|onderwerp) .{0,40}(?:niet (?:gevonden|beschikbaar|meer|vinden)|bestaat (?:helaas )?niet|verwijderd|verlopen)|niet gevonden",
  "(?:stron[ay]|rekord|wpis|produkt|artykuł|ogłoszenie|oferta|wątek|temat) .{0,40}(?:nie (?:została? )?(?:znalezion\\w*|istnieje|jest już)|usunięt\\w+|wygasł\\w*)|nie znaleziono (?:strony)?|nie ma takiej strony",
  "(?:страниц|товар|объявлени|тем|стать|публикаци|запис|вакансия)\\p{L}* .{0,40}(?:не (?:найден|существует|доступ)|больше не|удал[её]н|недоступ)|(?:такой )?страницы (?:не существует|нет|не найдено)|не найден[оаы]?(?:$|[^\\p{L}])",
  "(?:sayfa|ürün|ilan|konu|başlık|içerik)\\w* .{0,30}(?:bulunamadı|mevcut değil|kaldırıl|yayından)|aradığınız sayfa|bulunamadı",
  "الصفحة (?:غير موجودة|غير متوفرة|المطلوبة غير|التي تبحث عنها)|لم يتم العثور على|غير موجودة|(?:المنتج|الإعلان|الموضوع) (?:غير|لم يعد)",
  "ページ(?:が|は)?(?:見つかりません|見つかりませんでした|存在しません|ございません|ありません|削除)|お探しの(?:ページ|商品|記事|求人)|(?:商品|記事|求人|投稿|スレッド)(?:が|は).{0,12}(?:見つかりません|存在しません|終了|削除|取り扱いし)|見つかりませんでした|404エラー|(?:販売|掲載|募集)(?:を|は)?終了",
  "(?:页面|网页|頁面|網頁|内容|文章|商品|帖子|主题|主題|话题|视频|链接|職缺|职位)(?:已?(?:经)?)(?:不存在|未找到|找不到|删除|被删除|刪除|失效|下架|关闭|不見了)|找不到(?:页面|頁面|该|您(?:要|请求)|网页|網頁|相关)|您(?:访问|所访问|查找|查看|要访问)的.{0,24}(?:不存在|删除|找不到|失效|下架)|(?:主题|主題|帖子|文章)不存在或",
  "(?:페이지|상품|게시[물글]|글|공고)[를을이가은는]? ?(?:찾을 수 없|존재하지 않|삭제)|존재하지 않(?:는|거나)|찾을 수 없습니다|판매가? ?(?:종료|중지)된",
  "(?:stranica|proizvod|članak|oglas|artikal)\\p{L}* .{0,30}(?:nij[ae]|ne postoji|nisu)(?: \\p{L}+)?|(?:страница|чланак|производ|оглас|вест)\\p{L}* .{0,30}(?:не постоји|није (?:пронађен|доступ))|няма (?:такъв|такава|такова) (?:статия|страница|новина|продукт|обява|тема)|(?:статията|страницата|новината|продуктът|обявата|темата) .{0,30}(?:не (?:съществува|беше намерен|може да бъде намерен)|е (?:изтрит|премахнат))|nije (?:pronađen[ao]?|moguće pronaći)|није пронађен|не е намерен|ni (?:bil[ao] )?(?:mogoče najti|najden[ao]?)|nerast[aio]s?\\b|nav atrast|ei leitud|fannst ekki",
  "(?:sidan|sida|produkten|annonsen|inlägget|ämnet) .{0,30}(?:hitta(?:de|s)|finns) inte|(?:siden|produktet|annoncen|annonsen|opslaget) .{0,30}(?:ikke|findes ikke|finnes ikke|slettet)|(?:kunne|fant) .{0,20}ikke .{0,10}(?:finde|siden)|(?:sivua|tuotetta|ilmoitusta|etsimääsi).{0,30} (?:ei|ole)",
  "(?:stránk[ay]|produkt|inzerát|stránku|záznam|článek|článok|příspěvek|titul) .{0,30}(?:ne(?:byla |bol[ao] )?(?:nalezen|nájden|existuje)\\w*|nelze|sa nenašl)|(?:oldal|termék|hirdetés) .{0,20}nem (?:található|létezik|elérhető)|(?:pagina|produsul|anunțul) .{0,30}nu (?:a fost|există|mai)|(?:η σελίδα|το προϊόν).{0,40}δεν (?:βρέθηκε|υπάρχει)",
  "(?:העמוד|הדף|המוצר|המודעה|הנושא).{0,30}(?:לא נמצא|אינו קיים|לא קיים|אינה)|(?:сторінк|товар|оголошення)\\p{L}* .{0,30}(?:не (?:знайден|існує)|видален)|không (?:tìm thấy|tồn tại)|(?:halaman|produk|iklan).{0,30}tidak (?:ditemukan|ada|tersedia)|ไม่พบ(?:หน้า|สินค้า|เพจ)|(?:पृष्ठ|पेज|उत्पाद).{0,40}(?:नहीं मिला|मौजूद नहीं)",
);

/** The page is not there, in casual words. Only for pages that say next to nothing else. */
export const lostWording = wording(
  "nothing (?:to see )?(?:here|at this (?:address|url|location))(?:[.!,]|$)|there(?:'s| is) nothing (?:here|to see|at this)|(?:are you|you(?:'re| are| seem| look| appear)(?: to be)?|you've gotten|we got) lost\\b|dead end\\b|wrong turn|lost (?:in space|at sea|your way)|(?:page|link|url|address|site)\\b.{0,30}\\b(?:disappeared|vanished|hiding|hidden|escaped|wandered|run away|ran away|gone missing|broken|dead|moved away|sailed)|it went fishing|gone fishing|(?:listing|ad|advert|offer|item|post|job|auction|event|page|product|video|story|sale)\\b.{0,20}has (?:been |already )?(?:taken down|removed|withdrawn|pulled|closed|ended|expired|gone|sold out)|this \\p{L}+ (?:has been|was|is) (?:sold|withdrawn|removed|taken down|no longer available)|(?:isn't|is not|aren't) (?:here|there) (?:any ?more|any longer)|we(?:'ve| have)? (?:looked|searched) everywhere|(?:can't|couldn't|could not|cannot) (?:seem to )?find (?:it|that page|this page|what you)|this is (?:awkward|embarrassing)|(?:link|url) (?:you (?:followed|clicked) )?(?:is|may be|might be|seems)(?: to be)?(?: probably)? (?:broken|dead|wrong|outdated)",
  "hier (?:gibt es|ist|gibt's) (?:leider |gar )?nichts|(?:seite|link|inhalt|artikel|angebot|anzeige|inserat)\\b.{0,30}(?:versteckt|verschwunden|verlaufen|umgezogen|weggelaufen|verirrt)|(?:hast du dich|haben sie sich) (?:verirrt|verlaufen)|da ist (?:wohl |leider )?etwas schief|sackgasse",
  "(?:vous êtes|êtes-vous|vous semblez|tu es) perdu|(?:page|contenu|article|annonce|lien)\\b.{0,20}(?:a disparu|n'a jamais existé|s'est envolé|a déménagé|s'est perdu)|il n'y a rien (?:ici|à voir)|rien à voir ici",
  "(?:aquí no hay|no hay) nada(?: por)?(?: aquí| que ver)?|te has perdido|(?:parece que )?(?:te has|estás) perdid|(?:página|enlace|anuncio|contenido)\\b.{0,20}(?:desaparec|se ha ido|ya no está|se ha escondido)",
  "não há nada (?:por )?aqui|nada (?:para ver )?(?:por )?aqui(?:[.!]|$)|(?:está|você se) perdeu|está perdid|não leva a lugar nenhum|(?:página|link|anúncio)\\b.{0,20}(?:desapareceu|sumiu|fugiu)",
  "qui non c'è (?:niente|nulla)|ti sei pers[oa]|(?:pagina|link|annuncio)\\b.{0,20}(?:scomparsa?|sparita?|volata via|non c'è più)|hier is (?:helemaal )?niets|(?:ben je|je bent) verdwaald|(?:pagina|link|advertentie)\\b.{0,25}(?:verdwenen|verhuisd|zoekgeraakt)",
  "(?:tu|tutaj) (?:nic|niczego) nie ma|(?:chyba )?się zgubi|(?:strona|link|ogłoszenie)\\b.{0,20}(?:zniknęł|uciekł|przeniesion)|(?:здесь|тут) (?:ничего|пусто)|вы (?:заблудились|потерялись)|(?:страниц|ссылк|объявлени)\\p{L}* .{0,20}(?:исчез|пропал|сбежал|переех)|тут нічого",
  "burada (?:hiç)?bir ?şey yok|kayboldu(?:nuz|n)|لا يوجد شيء هنا|(?:هل أنت|يبدو أنك) تائه|ここには何もありません|迷子|ページが(?:消え|迷)|可能已经搬家|这里(?:什么(?:都|也)|空空)|迷路了|(?:页面|頁面|网页)(?:走丢|走失|消失|去火星|飞走|跑丢|迷路)|여기(?:에는|엔) 아무것도 없|길을 잃|페이지가 사라",
  "här finns (?:inget|ingenting)|gått vilse|sidan har (?:försvunnit|rymt|flyttat)|her er (?:der )?(?:ingenting|intet)|faret vild|gått deg (?:vill|bort)|siden er (?:forsvundet|forsvunnet|flyttet)|täällä ei ole mitään|eksyi|(?:tady|tu) nic není|ztratili jste se|stránka (?:zmizela|utekla)|itt nincs semmi|eltévedt|nu e(?:ste)? nimic aici|te-ai rătăcit|δεν υπάρχει τίποτα εδώ|χαθήκατε|אין כאן כלום|không có gì ở đây|tidak ada apa-apa di sini",
);

/** The content is only for those who are signed in. */
export const loginWording = wording(
  "(?:please |you (?:must|need to|have to|should) )(?:be )?(?:log(?:ged)?[- ]?in|sign(?:ed)?[- ]?in|login|register|create an account)(?: or \\w+(?: \\w+)?)? (?:to|in order to|before)\\b",
  "could not verify that you are authorized to access|^401 (?:unauthorized|authorization required)|access is denied due to invalid credentials|you (?:must|need to|have to) (?:be )?(?:logged|signed|log|sign) ?-?in|you are not (?:logged|signed) ?-?in|(?:you are )?(?:not authori[sz]ed|unauthori[sz]ed) to (?:view|access|see)",
  "(?:content|page|share|file|folder|link|document|post|area|site|gallery|album|event) is password[- ]?protected|guests (?:cannot|can't|can not|may not) (?:view|see|access|read)|enter (?:the|your) password (?:below|to (?:view|see|access))|(?:registered|logged in) (?:users|members) (?:only|to view)",
  "(?:log|sign) ?in (?:or (?:register|sign up|create an account) )?to (?:continue|view|see|access|read|proceed)",
  "(?:sign ?up|register|create (?:a|an|your) (?:free )?account)(?: (?:now|today|here|for free|free))*(?: or (?:log|sign) ?in)? to (?:continue\\b|keep reading|(?:view|see|read|access|unlock|reveal) (?:th(?:is|ese)|(?:the )?(?:full|rest|whole|complete|entire)|all|more|[^.,!?]{1,40}'s (?:full |complete )?(?:profile|report|page|details))\\b)",
  "(?:this (?:content|page|area|section|site|post|profile|account) is )(?:only )?(?:available )?(?:for|to|restricted to|limited to)? ?(?:private|members|registered|logged[- ]in|signed[- ]in)",
  "(?:for|to|is) (?:registered )?members[- ]only|members[- ]only (?:area|content|page|section|forum|access|site)|registered users only",
  "authentication (?:is )?required|login required|session (?:has |is )?(?:expired|timed out|no longer valid)|(?:ended|closed) your session|your session (?:has |was |is )?(?:ended|closed)|you (?:have been|were) (?:logged|signed) out|we(?:'ve| have)? (?:logged|signed) you out",
  "sitzung (?:ist |wurde )?(?:leider )?(?:abgelaufen|beendet)|session (?:a |est )?(?:expirée?|terminée)|sesión (?:ha )?(?:caducado|expirado)|sessão (?:foi )?(?:expir(?:ou|ada)|encerrada)|sessione (?:è )?scaduta|sessie (?:is )?verlopen|sesja (?:wygasła|została zakończona)|(?:сессия|сеанс|сесія)\\p{L}* .{0,20}(?:ист[её]к|заверш|закінч)|oturum\\p{L}* .{0,10}(?:sona erdi|doldu)|انتهت .{0,12}الجلسة|セッション.{0,10}切れ|会话.{0,4}(?:过期|超时|失效)|세션.{0,6}만료",
  "(?:hebben|bent|is) .{0,12}uitgelogd|(?:wurden|haben) .{0,20}(?:abgemeldet|ausgeloggt)|(?:avez été|êtes) déconnectée?|(?:se ha|hemos) cerrado (?:tu|la|su) sesión|você foi desconectad|(?:sei stat|ti abbiamo) \\p{L}*disconness|zosta\\p{L}+ wylogowan|(?:loggats|blivit utloggad|blitt logget|blevet logget) ?ut?|sinut on kirjattu ulos",
  "(?:sessionen|sesjonen|økten|økta) (?:har |er )?(?:gått ut|udløbet|utløpt|upphört)|istunto\\p{L}* .{0,6}vanhentunut|(?:relace|relácia|platnost relace) .{0,6}vypršela|munkamenet\\p{L}* .{0,6}lejárt|sesiunea .{0,6}expirat|συνεδρία .{0,10}λήξει|(?:תוקף )?ה?חיבור פג|phiên .{0,24}hết hạn|sesi .{0,16}(?:berakhir|kedaluwarsa)|เซสชัน.{0,10}หมดอายุ|सत्र .{0,12}समाप्त",
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
  "(?:请|請)(?:先|重新)?(?:登录|登錄|登入)|登录后(?:才能|可|查看|继续|即可)|需要登录|登入後|(?:免费)?(?:注册|註冊)(?:后|後|以)(?:才能|可|查看|继续|繼續|阅读|閱讀|即可)",
  "로그인(?:이 필요|해 ?주세요|하세요|후 (?:이용|확인))|회원(?:만| 전용)|회원 ?가입 ?(?:후|하고|하면|하여).{0,10}(?:읽|보|볼|확인)",
  "(?:choose|select) (?:a |your |how (?:to|you want to) )?(?:log|sign)[- ]?in(?: method| option|\\b)|use (?:an?|your) (?:electronic|digital) id (?:to|for)|(?:anmelde|login)(?:art|methode|verfahren) (?:aus)?wählen|wählen sie .{0,30}(?:anmelde|login)(?:art|methode|verfahren)|kies (?:een inlogmethode|hoe (?:u|je) wilt inloggen)|wybierz (?:sposób|metodę) logowania|velg innlogging|bruk (?:en )?elektronisk id (?:for|til)|välj (?:inloggning|legitimation|hur du vill logga in)|legitimera dig|vælg (?:login|log ind-metode)|valitse (?:tunnistus|kirjautumis)|valige (?:sisselogimis|autentimis)|vyberte (?:způsob|spôsob) přihlášení|выберите способ (?:входа|авторизации)",
  "(?:du måste|vänligen|du skal|du må|vennligst) (?:vara inlogga|være logget|logg?a? (?:ind?|inn|in))\\w*|logga in för att|log ind for at|logg inn for å|(?:kirjaudu sisään|sinun (?:on|täytyy) kirjautua)",
  "(?:musíte (?:se |sa )?(?:být |byť )?přihlá\\p{L}+|se musíte přihlásit|musíte sa prihlásiť|přihlaste se,? (?:abyste|pro))|(?:jelentkezz(?:en)? be|be kell jelentkezn)|(?:trebuie să (?:fii|vă|te) (?:autentific|conect)|autentifică-te pentru)|(?:πρέπει να συνδεθείτε|συνδεθείτε για)",
  "(?:עליך|יש) להתחבר|(?:увійдіть|потрібно увійти|необхідно увійти)|(?:bạn (?:cần|phải) đăng nhập|đăng nhập để)|(?:anda harus (?:masuk|login)|silakan (?:masuk|login)|masuk untuk)|(?:กรุณา|โปรด)เข้าสู่ระบบ|लॉग इन करें",
);

/** Titles and headings of sign-in pages. */
export const loginTitle = wording(
  "(?:^|[|\\-–:·] ?)(?:log ?in|sign ?in|log ?on|member login|account login|login page|single sign-on)(?: to .{1,40})?(?:$| [|\\-–:·])",
  "(?:^|[|\\-–:·] ?)(?:anmelden|anmeldung|einloggen|connexion|se connecter|identification|iniciar sesión|acceder|entrar|fazer login|accedi|accesso|inloggen|aanmelden|zaloguj się|logowanie|вход|войти|авторизация|giriş yap|oturum aç|تسجيل الدخول|ログイン|登录|登入|登錄|로그인|logga in|log ind|logg inn|kirjaudu sisään|přihlášení|prihlásenie|bejelentkezés|autentificare|σύνδεση|התחברות|вхід|увійти|đăng nhập|masuk|เข้าสู่ระบบ)(?:$| [|\\-–:·])",
);

/** The rest of the text is for subscribers. */
export const paywallWording = wording(
  "subscribe (?:now |today )?(?:to|and|for) (?:continue|keep|read|unlock|access|see|view|get (?:full|unlimited))",
  "(?:to )?(?:continue|keep) reading,? (?:this (?:article|story),? )?(?:subscribe|become a|please subscribe|with a (?:free )?(?:trial|subscription)|you need)",
  "(?:this|the rest of this) (?:article|content|story|post|page) is (?:only |exclusively )?(?:available )?(?:for|to|reserved for) (?:our )?(?:paid |paying |premium )?(?:subscribers|members)",
  "(?:exclusive(?:ly)? (?:to|for)|only for|reserved for|for) (?:our )?(?:paid |paying |premium )?subscribers(?: only)?",
  "already a (?:subscriber|member)\\? ?(?:log|sign) ?in",
  "you(?:'ve| have) (?:reached|used|read) (?:your|all|the) (?:\\w+ ){0,4}(?:limit|free (?:articles|stories))",
  "unlock (?:this|the full) (?:article|story|post)|(?:subscribe|join) (?:now )?to unlock|start your (?:free )?(?:trial|subscription) to",
  "(?:story|article|text|report|piece) (?:continues|goes on) (?:only )?(?:for|with)\\b|(?:rest|remainder) of (?:the|this) (?:story|article|text) is|keep reading (?:with|for)|continue with (?:a|your) (?:subscription|trial|plan)",
  "(?:to )?(?:read|continue|view|access|see) (?:the |this )?(?:full|rest of the|whole|entire) (?:article|story|text|post)|(?:subscriber|member)s?-only (?:article|story|content|post)",
  "weiterlesen mit|jetzt (?:abonnieren|weiterlesen|freischalten)|nur für abonnenten|exklusiv für abonnenten|(?:dieser|diesen) artikel (?:ist )?(?:nur )?(?:mit|für) .{0,30}(?:abo|abonnenten)|bereits abonnent",
  "(?:article|contenu) (?:est )?réservé (?:aux|à nos) abonnés|abonnez-vous pour (?:lire|continuer|accéder)|il vous reste .{0,60}à lire|lire la suite avec (?:un |votre )?abonnement|déjà abonné|la suite (?:de cet article )?est réservée",
  "(?:contenido|artículo) (?:exclusivo |solo )?para suscriptores|suscríbete para (?:seguir|leer|continuar)|¿ya eres suscriptor|exclusivo para suscriptores",
  "(?:conteúdo|artigo) exclusivo para assinantes|assine para (?:continuar|ler|ter acesso)|já é assinante|exclusivo para assinantes",
  "(?:contenuto|articolo) (?:è )?riservato agli abbonati|abbonati per (?:continuare|leggere)|sei già abbonato",
  "(?:alleen|exclusief) voor abonnees|word abonnee (?:om|en)|al abonnee\\?|neem een abonnement om",
  "(?:treść|artykuł) (?:dostępn[ya] )?(?:tylko )?dla (?:subskrybentów|prenumeratorów|abonentów)|wykup (?:dostęp|subskrypcję|prenumeratę)|pozostało .{0,12}% artykułu",
  "(?:материал|статья|текст) доступ\\w+ (?:только )?(?:по подписке|подписчикам)|оформите подписку,? чтобы|только для подписчиков",
  "abone (?:ol(?:un|arak)?|olmanız) .{0,20}(?:oku|devam)|sadece abonelere|aboneler(?:e|imize) özel",
  "للمشتركين فقط|اشترك (?:الآن )?(?:لمتابعة|لقراءة)|هذا المحتوى (?:متاح|مخصص) للمشتركين",
  "続きは.{0,20}(?:会員|購読者|登録)|有料会員の方|(?:この記事|続き)は(?:有料)?(?:会員|購読者)(?:限定|のみ)|有料会員(?:限定|になる)|続きを(?:読む|お読み)(?:に|いただく)は.{0,16}(?:登録|購読|会員)|残り\\s?[\\d,０-９]+文字",
  "(?:订阅|付费|购买)(?:后|以)?(?:阅读|继续|查看)(?:全文|更多)?|本文(?:为|是)?(?:付费|会员)|(?:會員|订阅用户|訂戶|訂閱)(?:专享|專屬|限定)|(?:成为|开通)(?:会员|vip).{0,8}(?:阅读|查看|解锁)|剩余\\d+%.{0,6}(?:付费|未读)",
  "(?:구독자|유료 ?회원) ?(?:전용|만)|구독(?:하고|하면|하여) .{0,12}(?:읽|보|이용)|유료 (?:기사|콘텐츠)",
  "(?:för att läsa vidare|fortsätt läsa|du behöver vara prenumerant|läs vidare med|redan prenumerant|bara för prenumeranter)|(?:allerede (?:abonnent|kunde)|kun for abonnenter|for at læse videre|for å lese videre)|(?:vain tilaajille|oletko jo tilaaja|lue koko juttu)|(?:jen pro předplatitele|pro předplatitele|odemknout článek)|(?:csak előfizetők|doar pentru abonați|μόνο για συνδρομητές|лише для передплатників)",
);

const goingOn =
  "(?:(?:keep|continue) reading|read(?:ing)? (?:on|more|the rest)|last free (?:story|article)|weiterlesen|lesen sie weiter|lire la suite|(?:continuer|poursuivre) (?:la|votre|sa) lecture|(?:sigue|seguir|continúa) leyendo|continu(?:e|ar) (?:lendo|a ler)|continua(?:re)? (?:a leggere|la lettura)|verder lezen|lees verder|czytaj dalej|dalsz\\p{L}+ część|czytać dalej|читать дальше|продолж\\p{L}+ чтение|читати далі|okumaya devam|devamını oku|متابعة القراءة|続き(?:を|は)|继续阅读|繼續閱讀|阅读全文|계속 읽|läs(?:a)? vidare|læs(?:e)? videre|les(?:e)? videre|jatka lukemista|číst dál|čítať ďalej|olvasson tovább|citește mai departe|συνεχίστε την ανάγνωση)";
const subscribing =
  "(?:subscri(?:be|ption|ber)|\\babo(?:s|nnement|nnieren|nnenten)?\\b|digitalabo|\\w{0,30}-?abo\\b|abonn\\p{L}+|suscri\\p{L}+|assin\\p{L}+|abbona\\p{L}+|subskry\\p{L}+|prenumer\\p{L}+|подпис\\p{L}+|передплат\\p{L}+|abone|اشتر\\p{L}+|購読|会員|订阅|訂閱|会员|會員|구독|tilaa\\p{L}*|předplat\\p{L}+|predplat\\p{L}+|előfizet\\p{L}+|συνδρομ\\p{L}+)";

/** Reading on takes a subscription, in any words. */
export const readOnWording = wording(`${goingOn}.{0,80}?${subscribing}`, `${subscribing}.{0,80}?${goingOn}`);

/** Subscribers are told apart from others, which also happens where nothing is cut off. */
export const subscriberWording =
  /already a (?:subscriber|member)|bereits abonnent|schon ein abo|déjà abonné|ya (?:eres|estás) (?:suscriptor|suscrito)|já é assinante|sei già abbonato|al abonnee|redan prenumerant|allerede (?:abonnent|kunde)|oletko jo tilaaja/;

/** A text that goes on by mail is whole. */
export const byMail = /newsletter|e-?mail|inbox|boletín|bulletin|rundbrief|рассылк|ニュースレター|メール|邮件/;

/** Everybody may read the text, whoever pays for it. */
export const freeWording = wording(
  "free (?:for|to) (?:everyone|everybody|all|anyone|read(?:ers)?)\\b|without (?:a |any )?(?:subscription|paywall)|no paywall|(?:not behind|in front of|outside) (?:a|the|our) paywall|open to (?:everyone|everybody|all)\\b",
  "ohne (?:digital)?(?:abo(?:nnement)?|bezahlschranke)\\b|frei (?:zugänglich|lesbar)|(?:frei|kostenlos) für alle|sans (?:abonnement|péage)|en accès libre|gratuite?s? pour tous|sin (?:suscripción|muro de pago)|en abierto|gratis para todos|sem (?:assinatura|paywall)|(?:gratuito|aberto) (?:para|a) todos|senza abbonamento|gratis per tutti|zonder abonnement|gratis voor iedereen",
  "bez (?:prenumeraty|subskrypcji|abonamentu|předplatného|predplatného)|без подписки|без передплати|бесплатн\\p{L}+ для всех|utan prenumeration|uden abonnement|uten abonnement|gratis (?:för alla|for alle)|ilman tilausta|előfizetés nélkül|fără abonament|χωρίς συνδρομή|aboneliksiz|herkese açık|بدون اشتراك|どなたでも",
);

/** A reader has read some of the texts that are free, and this is one of them. */
export const meterWording = wording(
  "(?:you are|you're) reading (?:one of )?your (?:\\w+ )?free (?:articles?|stor(?:y|ies))|you have [1-9]\\d? (?:free )?(?:articles?|stor(?:y|ies)) (?:left|remaining)",
  "sie haben noch [1-9]\\d? (?:kostenlose|freie) artikel|il vous reste [1-9]\\d? articles? gratuits?|te quedan [1-9]\\d? artículos? gratis",
);

/** Price and terms of a subscription. */
export const offerWording = wording(
  "(?:cancel|stop) (?:any ?time|when)|(?:[€$£¥]\\s?\\d[\\d.,]*|\\d[\\d.,]{0,12}\\s?(?:[€$£¥]|euros?|dollars?|zł|kr\\.?|руб\\p{L}*|₽|円|元|원|tl|₺))\\s?(?:/|a|per|every|im|pro|par|al|por|ao|na|za|в|för|om|i)\\s?(?!perso|pesso|osob|head|adult|child|erwachs|kind|enfant|niñ|crian|bambin|ticket|kg|kilo|night|nacht|nuit|noche|noite|notte)\\p{L}+|(?:free|first) (?:trial|month|week)|(?:see|view|choose) (?:our |your )?(?:offers?|plans?)|have an account already",
  "jederzeit kündbar|monatlich kündbar|im monat|pro (?:monat|woche)|digitalabo|probemonat|sans engagement|par mois|à partir de .{0,12}€|premier mois|cancela cuando|primer mes|al mes|por mês|cancele quando|primeiro mês|al mese|disdici quando|primo mese|per maand|opzegbaar|eerste maand",
  "miesięcznie|za miesiąc|pierwszy miesiąc|в месяц|первый месяц|отмен\\p{L}+ в любой|aylık|ilk ay|شهري|初月|月額|每月|首月|월 ?[\\d,]+ ?원|첫 ?달|per månad|första månaden|pr\\. måned|første måned|per måned|kuukaudessa|měsíčně|mesačne|havonta|pe lună|τον μήνα",
);

/** A price. */
export const priceWording = /[€$£¥₽₩₹]\s?\d|\d\s?(?:[€$£¥₽₩₹]|zł|kr|kč|tl|euros?|元|円|원)/u;

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
  "(?:aktivera|slå på|aktivér|aktiver|ota) java ?script|java ?script (?:måste|är (?:avstängt|inaktiverat)|skal være|må være|er (?:slået fra|deaktivert)|on (?:poissa|pois päältä))|(?:povolte|zapněte|zapnite|engedélyezze|activați|ενεργοποιήστε|увімкніть|bật|aktifkan) (?:a |το )?java ?script|java ?script (?:je (?:vypnut|zakázán)|nincs engedélyezve)|הפע(?:ל|ילו) (?:את )?java ?script|เปิดใช้งาน java ?script",
);

/** Words that an application shows until its scripts have made the page. */
export const loadingWording =
  /^(?:please wait|just a second|(?:the (?:app|page|application) is |now |still )?(?:loading|initiali[sz]ing|starting)(?: (?:the |your )?\p{L}+)?|(?:wird |seite wird )?geladen|lade[tn]?|laden|chargement(?: en cours)?|cargando|carregando|(?:attendere prego, )?caricamento(?: [^.!?]{0,40})?|ładowanie|загру\p{L}+|завантаж\p{L}+|yükleniyor|جار(?:ي)? التحميل|読み込み中|(?:正在)?加载中|載入中|로딩 ?중?|laddar|indlæser|laster|ladataan|načítání)(?:[ .,!…]+(?:please wait|bitte warten|veuillez patienter|por favor espere|подождите|请稍候))?[ .!…]*$/u;

/** Words of a page whose script sends its visitors on, in lower case. */
export const leavingWording =
  /^(?=.{0,100}$).*(?:\bredirect(?:ed|ing)\b|\bweitergeleitet\b|\bweiterleitung\b|\bredirigée?s?\b|\bredirection en cours\b|\bredirigi(?:do|endo|r[áa])\b|\bredirec?cion(?:ad[oa]|ando)\b|\breindirizza(?:t[oi]|mento)\b|\bdoorgestuurd\b|\bdoorverwezen\b|\bprzekierow\p{L}+|перенаправл\p{L}+|リダイレクト|(?:正在|自动|自動|即将|即將)跳[转轉]|跳[转轉]中|重定向)/u;
