/**
 * Stems of words for the subjects of pages that stand in the way, in some twenty-five languages. Any two of them in
 * one sentence, in any order, say what no list of phrases can hold: “Arrastre la pieza … para continuar”. They are
 * asked about only on pages that say next to nothing else.
 */

/** Arabic and Hebrew write articles and short prepositions as one word with the next. */
const article = "(?:[وبلف]?ال|لل|[وبلف]|[הובלמכש]{1,2})?";

/** Matches any of the stems: those of scripts with letters at the beginning of a word, the others anywhere. */
export const stems = (letters: string, signs = "(?!)", more = "(?!)"): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])${article}(?:${letters}|${more})|${signs}`, "u");

/** The thing requested: a page, a link, goods or texts of a site. */
export const thing = stems(
  "that one|lot\\b|account|group\\b|topic|thread|property|auction|song|image|photo|game|book\\b|file\\b|way\\b|turn\\b|objekt|profil|konto|thema|weg\\b|immobilie|compte|sujet|bien\\b|cuenta|perfil|empleo|aviso|conta\\b|profilo|account|woning|strona|profil|konto|wątek|профил|аккаунт|тем[аыуе]\\b|тема|профіл|konto|profil|tråd|tili\\b|účet|profil|téma|fiók|profil|cont\\b|λογαριασμ|hesap|konu|حساب|חשבון|tài khoản|akun|(?:web)?page|link|address|url|product|item|article|post\\b|listing|advert|offer|job\\b|position|vacancy|event|profile|video|recipe|content|document|file|story|whatever you|what you|(?:web)?seite|adresse|produkt|artikel|angebot|anzeige|beitrag|stelle\\b|inhalt|dokument|datei|lien|produit|annonce|offre|contenu|fichier|página|enlace|dirección|producto|artículo|anuncio|oferta|contenido|endereço|produto|artigo|anúncio|vaga\\b|conteúdo|pagina|indirizzo|prodotto|articolo|annuncio|offerta|contenuto|adres|product|advertentie|vacature|bericht|stron|artykuł|ogłoszen|страниц|ссылк|товар|стать|объявлен|ваканс|сторінк|посилан|оголошен|stránk|odkaz|článek|článok|inzerát|sida|siden|länk|lenke|annons|sivu|linkki|osoite|tuote|oldal|hivatkozás|termék|cikk|produs|anunț|adresa|σελίδ|σύνδεσμ|διεύθυνσ|προϊόν|άρθρ|sayfa|bağlantı|ürün|ilan|içerik|ال?(?:صفحة|رابط|منتج|مقال|محتوى|إعلان)|ה?(?:דף|עמוד|קישור|מוצר|כתבה)|trang|liên kết|sản phẩm|bài viết|halaman|tautan|produk",
  "ページ|リンク|url|商品|記事|求人|页面|頁面|网页|網頁|链接|連結|文章|内容|內容|페이지|링크|상품|게시물|หน้า|ลิงก์|สินค้า|पेज|पृष्ठ|लिंक",
);

/** It is not there, or no longer. */
export const gone = stems(
  "left our|been left|in the past|is over\\b|archived|filled|no such|used to be|erased|abandoned|retired|unpublished|gibt es\\b.{0,24}\\bnicht|nicht (?:\\p{L}+ )?(?:finden|gefunden)|wurde\\b.{0,20}\\b(?:gelöscht|entfernt|beendet|deaktiviert)|ausverkauft|archiviert|zurückgezogen|besetzt|deaktiviert|n'avons\\b.{0,20}trouvé|(?:aucun|aucune)\\b|pourvu|archivé|effacé|clôtur|preenchid|ocupad|cubiert|archivad|borrad|agotad|esgotad|arquivad|apagad|occupat|archiviat|esaurit|coperta|ingevuld|vervuld|gearchiveerd|uitverkocht|obsadzon|zarchiwiz|немає|нема\\b|архив|архів|заполнен|распродан|finner? (?:\\p{L}+ )?ikke|ikke (?:\\p{L}+ )?finne|finder ikke|hittar (?:\\p{L}+ )?inte|inte (?:\\p{L}+ )?hitta|utgått|udgået|utgått|utsåld|udsolgt|utsolgt|tillsatt|besat\\b|löydy|löytyn|loppu|neexistuj|vyprodán|obsazen|elfogyott|betölt|expirat|ocupat|λήξει|έληξε|εξαντλ|doldu\\b|tükendi|süresi|انته[ىت]|נסגר|hết hạn|hết hàng|kedaluwarsa|habis|(?:wrong|false) (?:turn|door|address|way)|mistyped|lost\\b|no (?:longer|more)|nothing\\b|isn't|doesn't|does not|verlaufen|verirrt|gibt es (?:hier )?(?:leider )?(?:nicht|nichts)|(?:haben|ist|wurde) (?:\\p{L}+ )?(?:nichts|nicht mehr)|(?:valises|perdu|rien\\b)|n'(?:est|existe|a) (?:plus|pas)|perdid|nada\\b|no hay|ya no|perso\\b|pers[ai]\\b|niente|nulla|perdeu|weg\\b|is er niet|niets|zgubi|nic tu nie|tu nic|nie ma|пусто|нет\\b|потерял|загубил|vilse|tomt\\b|ingenting|intet|tyhjä|mitään|ztrati|nic tu|tady nic|není|eltéved|nincs|semmi|pierdut|nimic|τίποτα|hiçbir|لا شيء|אין כאן|không có gì|tidak ada|not (?:found|exist|here|there|available|open)|(?:no|isn't an?) (?:such |\\p{L}+ )?(?:page|thing|place)\\b(?! (?:yet )?(?:links?|refers?|points?|leads?) )|rented|vermietet|loué|alquilad|alugad|affittat|verhuurd|wynajęt|сдан[оа]?\\b|off the (?:market|air|shelves)|closed|ended|renamed|sold\\b|beendet|geschlossen|verkauft|vergriffen|fermée?\\b|terminée?\\b|cerrad|finalizad|encerrad|saiu do ar|chius|conclus|gesloten|verkocht|zamknięt|zakończ|закрыт|заверш[её]н|снят|lukket|solgt|stängd|såld|suljettu|päättyn|lezár|închis|ukončen|\\p{L}+ yok\\b|(?:\\p{L}+n't|not|never|no longer|cannot)\\b.{0,24}\\b(?:exist|find|found|available|here|there|open|sell|offer|stock)|gone|missing|moved|removed|deleted|expired|has been filled|withdrawn|discontinued|vanished|disappeared|broken|dead|outdated|nowhere|taken down|nicht (?:mehr|gefunden|vorhanden|existier)|gelöscht|entfernt|verschoben|umgezogen|verschwunden|abgelaufen|vergeben|existiert nicht|ins leere|nirgend|introuvable|n'existe|n'est plus|n'est pas (?:disponible|accessible)|supprim|déplac|disparu|nulle part|retiré|expiré|périmé|plus disponible|pourvue?\\b|no (?:existe|encontr|se encuentra|hemos|está)|ya no|eliminad|retirad|movid|borrad|desaparec|caducad|ninguna parte|não (?:existe|encontr|foi|está)|removid|excluíd|quebrad|apagad|lugar nenhum|non (?:esiste|trovat|è più|c'è|siamo)|spostat|cancellat|rimoss|eliminat|scadut|scompars|niet (?:gevonden|meer|vinden|beschikbaar)|bestaat niet|verwijderd|verplaatst|verdwenen|verlopen|nergens|nie (?:istnieje|znalez|ma\\b|został|udało|możemy)|usunięt|przeniesion|wygas|zniknę|нет\\b|не (?:найд|существу|удалось)|удал[её]н|перемещ|исчез|устарел|не (?:знайд|існує)|видален|переміщ|ne(?:existuje|byl|našl|nalez|podařilo|najdete)|není|nenašl|smazán|přesunut|odstraněn|zmizel|finns inte|hitta\\p{L}* inte|borttagen|tagits bort|raderat|findes ikke|finnes ikke|ikke (?:fundet|funnet|længere|lenger)|slettet|flyttet|fjernet|ei (?:löy[dt]|ole|enää)|poistet|siirret|nem (?:található|létezik|elérhető|találj)|nincs|törölt|törölték|áthelyez|megszűnt|nu (?:a fost|există|mai|am)|șters|mutat|δεν (?:βρ|υπάρχει)|διαγρ|μετακιν|bulunamad|mevcut değil|kaldırıl|silin|taşın|artık yok|غير (?:موجود|متوفر)|حذف|نقل|لم يعد|لا يوجد|לא (?:נמצא|קיי)|הוסר|נמחק|הועבר|không (?:tìm|tồn|còn)|đã bị xóa|tidak (?:ditemukan|ada|tersedia)|dihapus|dipindah",
  "нет(?!\\p{L})|見つかりません|ありません|存在しません|削除|移動|終了|不存在|找不到|删除|刪除|移除|失效|下架|없습니다|찾을 수|삭제|이동|종료|ไม่พบ|ถูกลบ|नहीं मिल|मौजूद नहीं|हटा|見当たり|走丢|走失|空空|没有了|없어|満了|売り切れ|掲載終了|已满|过期|售罄|만료|마감|품절",
);

/** People, programs, and tests to tell them apart. */
export const human = stems(
  "visitors? (?:is|are)|spam|abuse|anti-robot|antirobot|living|besucher|menschlich|humain|humaine|humana|umana|menselijk|ludzk|роботов|автомат|mänsklig|menneskelig|inhimilli|lidsk|emberi|uman\\b|ανθρώπιν|insansı|programm?\\b|programa|programma|programs|crawlers?|script|living|machine|automate|maschine|máquina|macchina|maskin|kone\\b|stroj|gép|(?:ro)?bots?\\b|scripts?\\b|programs?\\b|machines?\\b|human|person\\b|people|automat|captcha|puzzle|roboter|mensch|rätsel|humain|robots?|automatique|humano|rompecabezas|persona real|robô|quebra-cabeça|umano|rompicapo|mens\\b|puzzel|człowiek|robot|układank|робот|человек|люди|живой|людин|člověk|človek|ember\\b|om real|människa|menneske|sunteți om|ești om|ihminen|άνθρωπ|ρομπότ|insan|إنسان|روبوت|אנושי|רובוט|con người|người máy|manusia",
  "ロボット|人間|パズル|机器人|機器人|真人|拼图|拼圖|로봇|사람|퍼즐|มนุษย์|โรบอ|หุ่นยนต์|इंसान|रोबोट",
);

/** Steps that a visitor is asked to take. */
export const prove = stems(
  "add\\b|pick|hold|move|turn|rotate|find\\b|repeat|copy|write|say\\b|finish|halten|ziehen|finde|addier|merke|wiederhol|schreib|kreuz|markier|tracez|tapez|maintenez|ajoutez|tournez|trouvez|mantén|desliza|gira|encuentra|suma|teclea|resuelve|mantenha|arraste|gire|encontre|some\\b|trascina|tieni|ruota|trova|somma|digita|houd|schuif|draai|vind|tel\\b|przytrzymaj|przesuń|obróć|znajdź|dodaj|удерж|сдвин|поверн|найди|сложи|посун|знайд|håll|drag|vrid|hitta|addera|hold\\b|drej|find\\b|pidä|siirrä|käännä|etsi|podrž|posuň|otoč|najdi|tartsa|forgas|keres|țineți|mutați|rotiți|găsiți|κρατήστε|βρείτε|basılı|kaydır|çevir|bul\\b|topla|tell us|let us know|provide|state\\b|nennen|teilen sie|dites|díganos|dinos|informe|dicci|vertel|podaj|укажите|вкажіть|ange\\b|oppgi|angiv|ilmoita|sdělte|adja meg|spuneți|δώστε|belirtin|match|click|tap\\b|choose|draw\\b|fill in|show that|check the|put\\b|drücken|drück|rechne|gib\\b|geben sie|setze|appuy|calcul|choisi|indique|pulsa|haz clic|elige|calcul|indica|toque|clica|escolha|mostre|marque|premi\\b|scegli|calcola|indica|kies|klik|bereken|typ\\b|kliknij|wybierz|policz|oblicz|нажм|выбер|посчита|докаж|довед|натисн|обер|порахуй|tryck|välj|räkna|klicka|klik|vælg|regn|klikk|velg|paina|valitse|laske|klikn|vyber|spočít|kattints|válassz|számol|apăsa|alege|calcula|πατήστε|επιλέξ|υπολογ|tıkla|seç|gir(?:in|iniz)\\b|hesapla|اضغط|اختر|اكتب|كتابة|لחץ|בחר|nhấn|chọn|tính|klik|pilih|hitung|confirm|verify|prove|answer|solve|complete|tick\\b|drag|slide|swipe|type\\b|enter\\b|hold\\b|press\\b|pick\\b|select|bestätig|beweis|beantwort|lös|tipp|zieh|schieb|wähl|klick|cochez|coche |confirm|vérifi|prouv|répond|gliss|saisi|recopi|cliqu|arrastr|resuelv|complet|marc|escrib|introdu|demuestr|verifi|digit|desliz|selecc|selecion|clique|trascin|spunt|dimostr|inserisc|risolv|scriv|bevestig|sleep|vink|los\\b.{0,20}op|potwierd|przeciągn|wpisz|przepisz|zaznacz|rozwiąż|подтверд|введ|перетащ|отмет|решит|перетяг|підтверд|doğrula|yazın|yaz\\b|sürükle|işaretle|çöz|bekräfta|bekræft|bekreft|afkryds|sæt (?:et )?(?:hak|flueben)|sätt en bock|skriv|dra\\b|træk|vahvista|kirjoita|raahaa|potvrď|opiš|zadej|přetáhn|erősíts|írja|húzza|confirmați|trageți|introduceți|επιβεβαι|πληκτρολογ|σύρετε|أكد|أدخل|اسحب|אשר|הקלד|גרור|xác nhận|nhập|kéo|konfirmasi|masukkan|geser",
  "入力|確認|チェック|スライド|拖动|拖動|输入|輸入|验证|驗證|点击|點擊|滑动|확인|입력|드래그|밀어|ยืนยัน|ป้อน|सत्यापित|दर्ज|पुष्टि|選択|クリック|お答え|计算|选择|選擇|填写|선택|클릭|계산|押し|移動|回転|按住|滑块|旋转|找出|누르|돌려|찾아",
);

/** To go on or to read. */
export const goal = stems(
  "go on\\b|get in\\b|let you in|enter (?:the|our|this|site)|come in|inside|hinein|aufruf|seite\\b|passer|entrer|suivre|pasar|entra|passar|binnen|dalej|wejść|далее|пройти|войти на|släpper|komma in|komme ind|komme inn|pääset|dál\\b|vstoupit|tovább|intra\\b|mai departe|girmek|girmeden|giriş|الدخول|להיכנס|vào\\b|masuk ke|continue|proceed|carry on|access|visit|keep\\b|view|see\\b|read\\b|look\\b|besuch|betret|visiter|visitar|entrar|visitare|bezoek|odwiedz|посе[тщ]|відвід|ziyaret|besök|besøg|besøk|vierail|navštív|látogat|vizit|επισκ|زيارة|לבקר|truy cập|mengunjungi|weiter|fortfahren|sehen|lesen|zugang|accéder|continuer|voir\\b|lire|consulter|continu|acced|acess|ver\\b|leer|seguir|ler\\b|prosegu|vedere|leggere|doorgaan|verder|zien\\b|lezen|bekijken|kontynu|przejść|zobaczyć|czytać|przegląda|продолж|просм|видеть|читать|увидеть|продовж|переглян|devam|görmek|görüntüle|okumak|fortsätt|videre\\b|vidare\\b|fortsæt|fortsett|visa\\b|läsa|se\\b|læse|lese|jatka|nähdä|katso|lukea|pokrač|zobrazit|vidět|číst|folytat|megtekint|olvas|vedea|citi|συνεχ|δείτε|διαβά|المتابعة|لمتابعة|مشاهدة|قراءة|להמשיך|לצפות|לקרוא|tiếp tục|xem\\b|đọc|lanjut|melanjut|melihat|membaca|membuka|open (?:this|the|it)\\b|öffnen|ouvrir|abrir|aprire|openen|otworzyć|открыть|відкрити|åbne|åpne|öppna|avata|otevřít|megnyit|deschide",
  "続|閲覧|表示|ご覧|继续|繼續|查看|浏览|瀏覽|阅读|閱讀|계속|보기|보려|이용|ดำเนินการต่อ|อ่าน|जारी|देख|पढ़",
);

/** Requests and where they come from. */
export const traffic = stems(
  "traffic|requests?\\b|activity|ip\\b|network|visits|anfragen|zugriffe|netz|trafic|requêtes|activité|tráfico|actividad|solicitud|peticion|tráfego|atividade|solicitaç|traffico|attività|richieste|verkeer|verzoek|ruch\\b|żąda|zapyta|aktywnoś|запрос|трафик|активност|запит|trafik|istek|förfrågn|forespørsl|henvendelser|liikenne|pyyn|provoz|požadav|forgalom|kérés|cereri|κίνηση|αιτήμ|حركة|طلبات|نشاط|תעבורה|בקש|פעילות|lưu lượng|yêu cầu|lalu lintas|permintaan",
  "アクセス|リクエスト|访问|訪問|请求|請求|流量|접근|요청|접속|트래픽|การเข้าชม|ट्रैफ़िक|अनुरोध",
);

/** More of them, or others, than people make. */
export const odd = stems(
  "unusual|suspicious|automat|a lot|fast\\b|quickly|paused|limit|terlalu banyak|liian (?:monta|paljon)|för många|for mange|příliš mnoho|túl sok|prea multe|πάρα πολλ|כמה רב|كثيرة|quá nhiều|too (?:many|fast|often)|many\\b|abnormal|ungewöhnlich|verdächtig|(?:zu|sehr|ungewöhnlich) viele|inhabituel|suspect|trop de|inusual|sospechos|demasiad|incomum|suspeit|demais|insolit|sospett|troppe|ongebruikelijk|verdacht|te veel|ongewoon|nietypow|podejrzan|zbyt wiele|подозрит|необычн|много|слишком|підозріл|незвичн|olağan|şüpheli|çok fazla|ovanlig|misstänkt|usædvanlig|uvanlig|mistenkelig|epätavalli|neobvykl|podezřel|szokatlan|gyanús|neobișnuit|ασυνήθισ|ύποπτ|غير عاد|مشبوه|חריג|חשוד|bất thường|tidak biasa|mencurigakan",
  "異常|集中|不審|自動|异常|频繁|頻繁|可疑|自动|비정상|자동|ผิดปกติ|असामान्य",
);

/** The browser is checked. */
export const browser = stems(
  "device|dispositivo|appareil|gerät|apparaat|urządzen|устройств|enhet|laite|zařízen|eszköz|connection|connexion|conexión|conexão|connessione|verbindung|verbinding|połączenie|соединен|подключен|anslutning|forbindelse|tilkobling|yhtey|připojení|kapcsolat|conexiune|σύνδεσ|bağlantı|اتصال|חיבור|kết nối|koneksi|browser|przegląda|navigat|navegador|браузер|webbläsare|nettleser|selain|tarayıcı|prohlížeč|böngésző|πρόγραμμα περιήγησης|متصفح|דפדפן|trình duyệt|peramban",
  "ブラウザ|浏览器|瀏覽器|브라우저|เบราว์เซอร์|ब्राउज़र",
);
export const check = stems(
  "make sure|making sure|secure\\b|safe\\b|sicher\\b|sûre?\\b|segur|sicur|veilig|bezpiecz|безопас|säker|sikker|turvall|bezpečn|biztonság|sigur|ασφαλ|güven|آمن|מאובטח|an toàn|aman\\b|check|verif|inspect|überprüf|prüf|vérifi|comprob|verific|controll?|sprawdz|weryfik|провер|перевір|kontrol|tarkist|ověř|ellenőr|ελέγχ|فحص|التحقق|בודק|kiểm tra|memeriksa|sedang",
  "確認|检查|檢查|检测|확인|ตรวจสอบ|जाँच",
);
export const wait = stems(
  "hang on|minutes?\\b|minuten\\b|minut\\b|minutos|minuti|while we|breather|later|spinner|by itself|automatic|automatisch|automatiquement|automáticament|automaticament|automatycznie|автоматически|patientez|odczekaj|später|plus tard|más tarde|mais tarde|più tardi|poz?ż|позже|пізніше|senare|senere|myöhemmin|později|később|mai târziu|αργότερα|sonra|لاحقا|מאוחר|sau\\b|nanti|повторите|минут|seconds?|moment|redirect|wait\\b|sekund|weiterleit|geduld|secondes|instant|rediri|patient|segundos|espere|aguarde|secondi|attend|seconden|ogenblik|przekier|chwil|poczekaj|секунд|перенаправ|подожд|зачека|saniye|bekle|vänta|vent\\b|odota|hetki|okamžik|vteřin|čekejte|másodperc|várj|secunde|așteptați|δευτερόλεπτ|ثوان|انتظر|שניות|המתן|giây|chờ|detik|tunggu",
  "秒|お待ち|请稍|稍候|초|기다|วินาที|รอสักครู่|सेकंड|प्रतीक्षा|しばらく|稍后|稍後|잠시|分钟|分鐘|分後",
);

/** Origins of visitors. */
export const place = stems(
  "where you live|wo sie sind|où vous êtes|donde vives|onde (?:você )?(?:está|mora)|dove (?:ti trovi|vivi)|waar je bent|geographi|geográf|geografic|your area|where you are|of the world|kraju|kraj\\b|du\\b pays|european union|kontinent|gebiet|countr|region|territor|location|economic area|jurisdiction|zone\\b|outside|außerhalb|hors de\\b|fuera de|fora d|fuori d|buiten|poza\\b|land\\b|region|pays\\b|région|país|región|región|região|paese|regione|kraj|strefie|стран|регион|країн|регіон|ülke|bölge|landet|regionen|maassa|alueella|zem[ií]|region|régió|ország|țara|regiune|χώρα|περιοχή|بلد|منطقت|מדינ|אזור|quốc gia|khu vực|negara|wilayah",
  "お住まい|国外|海外|の国|地域|国家|國家|地区|地區|국가|지역|ประเทศ|ภูมิภาค|देश|क्षेत्र",
);
/** Words of refusal. */
export const unavailable = stems(
  "não pode(?:m)? ser|no se puede|non può|non può essere|ne peut (?:pas )?être|nie można|nelze|nem lehet|kan inte|kan ikke|ei voi|can(?:'t|not) (?:be )?(?:play|watch|view|show|ship|offer|stream|listen|sell|sold|broadcast)|\\p{L}+n't ship|unable to (?:offer|show|provide)|nie jest dostępn|pas accessible|non (?:è )?(?:disponib|accessib)|não (?:está )?acessív|no (?:está )?accesib|cannot|unavailable|non (?:è )?(?:visibil|accessibil|fruibil)|pas visible|no (?:es )?visible|nicht sichtbar|(?:\\p{L}+n't|not) (?:visible|available|accessible|show|offer|allowed)|block|restrict|denied|can't (?:show|offer)|nicht (?:verfügbar|zugänglich|erreichbar|abrufbar)|gesperrt|indisponible|pas (?:disponible|accessible|proposé)|no (?:está )?disponible|bloquead|indisponív|não (?:está )?disponív|non (?:è )?disponibil|bloccat|niet beschikbaar|geblokkeerd|niedostępn|zablokowan|недоступ|заблокирован|kullanılam|mevcut değil|erişilem|engellen|inte tillgänglig|ikke tilgjengelig|ikke tilgængelig|ei ole (?:saatavilla|käytettävissä)|není (?:dostupn|k dispozici)|nem (?:elérhető|érhető)|nu este disponibil|δεν είναι διαθέσιμ|غير متاح|غير متوفر|אינו זמין|לא זמין|không (?:khả dụng|có sẵn)|tidak tersedia",
  "利用できません|ご覧いただけません|ご利用いただけません|视聴できません|不可用|无法|無法|不提供|이용할 수 없|제공되지|ไม่สามารถ|ไม่พร้อม|उपलब्ध नहीं",
);

/** To sign in or up. */
export const signing = stems(
  "permission to (?:see|view|open)|another account|eingelogg|inloggad|innlogg|logget ind|kirjautu|přihlášen|logado|conectad|autenticat|geschützt|protected|protégé|protegid|protett|beveiligd|chronion|защищ|sign in|logged[- ]?in|logged[- ]?on|request access|private\\b|credential|credenzial|identifiants|zugangsdaten|credencial|inloggegevens|session (?:has )?(?:timed|expired|ended)|sitzung (?:ist )?abgelaufen|session (?:a )?expiré|sesión (?:ha )?(?:caducado|expirado)|sessione scaduta|sesja wygasła|сессия истекла|member of this|member to|(?:need|have) an account|necesitas una cuenta|need to be a member|crea(?:r|te) (?:una )?cuenta|compte\\b.{0,20}(?:requis|nécessaire)|konto (?:erforderlich|nötig|benötig)|přihlas|zalogow|logga in|join (?:the )?group|mot de passe|passwort|password|contraseña|senha\\b|wachtwoord|hasło|пароль|авториз|lösenord|adgangskode|passord|salasana|heslo|jelszó|parol[aă]|κωδικ|şifre|log(?:ged)?[- ]?in\\b|sign(?:ed)?[- ]?in\\b|sign[- ]?up|register\\b|zalogowan|přihlášen|prihlásen|eingeloggt|angemeldet|inlogga|innlogget|logget ind|(?:create|free) (?:an )?account|anmeld|melde[nt]? (?:sie sich|dich)|einlogg|registrier|connectez|connecter|inscri|identifi|inici[ae]r? sesión|regístr|registr|faça login|entrar|entre\\b|cadastr|accedi|accedere|iscriv|inlogg|log in|meld je|aanmeld|zaloguj|zarejestr|logowan|войти|войдите|вход|авториз|зарегистр|увійти|увійдіть|giriş yap|oturum aç|kayıt ol|üye (?:ol|giriş)|logga in|log ind|logg inn|kirjaudu|rekisteröidy|přihlás|prihlás|registruj|jelentkezz|bejelentkez|regisztrál|autentific|conectați|înregistr|συνδεθ|σύνδεση|εγγραφ|تسجيل الدخول|سجل|סגור|התחבר|הירשם|đăng nhập|đăng ký|masuk\\b|daftar",
  "ログイン|会員登録|登录|登錄|登入|注册|註冊|로그인|회원 ?가입|เข้าสู่ระบบ|ลงทะเบียน|लॉग ?इन|साइन",
);

/** To pay for reading. */
export const paying = stems(
  "premium|cancel any ?time|first month|probemonat|without limits|unlimited|\\p{L}\\+(?![\\p{L}+])|subscri|paid\\b|day pass|(?:as|become) a member|membership|\\d ?[€$£¥]|[€$£¥] ?\\d|kjøp tilgang|køb adgang|bestill|предоплат|abonent|подписк|tagespass|exklusiv|funded by readers|upgrade|subscri|for (?:\\p{L}+ ){0,2}(?:members|supporters)\\b|become a (?:member|supporter)|abo\\b|abonn|hazte socio|digitalabo|suscri|assin|abbona|prenumer|subskry|wykup|dostęp|подпис|передплат|abone|tilaa|tilaaj|předplat|predplat|előfizet|συνδρομ|مشترك|اشترك|מנוי|đăng ký|thuê bao|berlangganan|pelanggan",
  "購読|有料|会員|订阅|訂閱|会员|會員|付费|付費|구독|유료|สมาชิก|सदस्य|立即开通|充值|付费|有料",
);
/** The rest of the text. */
export const remaining = stems(
  "la fin d(?:e l'|e cet? |u )(?:article|récit|texte)|(?:den )?rest des (?:artikels|beitrags|textes)|slutet (?:av|på) (?:artikeln|texten)|resten (?:läser|av (?:artikeln|texten)|af (?:artiklen|teksten)|leser|kan du)|jutun loppu|loppu jutusta|el (?:final|resto) del (?:artículo|texto)|o (?:fim|final|resto) d[ao] (?:artigo|matéria|texto)|il (?:resto|seguito) dell?'?(?:articolo| testo)|folytat|συνέχεια|υπόλοιπ|last free|free (?:article|story|stories)|kostenlos\\p{L}* artikel|gratis artikel|article gratuit|artículo gratis|artigo grátis|articolo gratuito|jetzt lesen|continue with|weiter mit|continuer avec|continúa con|continue com|continua con|verder met|whole thing|unlock (?:this|the) (?:article|story|rest|post)|read it all|pokračování|zbytek|zbytok|pokračovanie|celý|hele (?:saken|artikkelen|teksten)|hele historien|lees alles|alles lesen|tout lire|leer (?:todo|completo)|leggi tutto|ler tudo|przeczytaj cał|this (?:article|story|post) is for|denne saken|artiklen er|artikkelen er|denna artikel är|tämä juttu|artigo exclusivo|contenido (?:exclusivo )?para|conteúdo (?:exclusivo )?para|contenuto (?:riservato|esclusivo)|(?:article|contenu) réservé|réservée? (?:aux|à nos) abonn|exclusivement|vorbehalten|exklusiv für|voorbehouden|rest\\b|remain|finish (?:it|this|reading)\\b|geht es .{0,20}weiter|weiter geht|full (?:text|article|story)|(?:whole|entire|complete) (?:text|article|story)|(?:keep|continue|to) read|read (?:on|more)|weiter(?: )?(?:zu)?lesen|weiter zu lesen|(?:voll|ganz)\\p{L}* (?:text|artikel)|la suite|reste\\b|intégral|seguir leyendo|resto|texto completo|continuar (?:a )?(?:leyendo|lendo|ler)|continuare a leggere|il resto|testo completo|verder lezen|lees verder|pozosta|cał\\p{L}+ (?:tekst|artykuł)|czytać dalej|полн\\p{L}+ (?:текст|верси|стать)|дальше|осталось|повн\\p{L}+ текст|devamı|tamamını|läsa vidare|hela (?:artikeln|texten)|læs(?:e)? (?:videre|resten)|lese (?:videre|resten)|hele artik|koko (?:juttu|artikkeli)|jatka lukemista|celý článek|číst dál|tovább|teljes cikk|restul|integral|υπόλοιπο|ολόκληρο|المقال كامل|بقية|المשך|המשך|toàn bộ|selengkapnya",
  "続き|全文|残り|剩余|剩餘|전체|나머지|อ่านต่อ|पूरा लेख",
);
/** The text that is being read. */
export const thisText = stems(
  "this (?:article|story|content|text|post|page|piece)|diese[rns]? (?:artikel|inhalt|text|beitrag)|cet article|ce (?:contenu|texte|récit)|este (?:contenido|artículo|conteúdo|artigo|texto|reportaje)|questo (?:articolo|contenuto|racconto|servizio|reportage|approfondimento)|dit (?:artikel|verhaal|bericht)|ten artykuł|этот материал|bu içerik|denna (?:artikel|text)|den här (?:artikeln|texten)|denne (?:artikkelen|artiklen|saken|teksten)|tämä (?:artikkeli|juttu)|tento (?:článek|text)|ez a cikk|acest articol|αυτό το άρθρο|bu (?:haber|makale|yazı)|эт(?:а статья|от текст)|ця стаття",
  "この記事|本文|이 (?:기사|글)",
);

/** Work on a site. */
export const work = stems(
  "reopen|repairs|rebuil|deploy|new version|upgrading|polish|spruc|renovat|refurbish|redesign|overhaul|relaunch|moderniz|modernis|neu gestalt|renovier|umgestalt|überarbeit|neue version|refonte|rénov|nouvelle version|chantier|renov|nueva versión|rediseñ|reform|nova versão|rinnov|nuova versione|restyling|vernieuw|nieuwe versie|verbouw|odnawia|nowa wersja|przebudow|remont|обновля|новая версия|переделыва|ремонт|ny version|bygger om|renover|ombyg|ny versjon|uudist|uusi versio|předěláv|nová verze|vylepšuj|rekonstru|megúj|új verzió|átépít|versiune nouă|reamenaj|ανανέω|νέα έκδοση|yenil|yeni sürüm|tadilat|تجديد|נבנה|שיפוצים|phiên bản mới|versi baru|pembaruan|undergo|paint|nap\\b|make (?:it|things|this) better|tidying|pause\\b|bauen|baustelle|umzug|obras|travail|werken\\b|werkt\\b|prac[eę]\\b|pracuj|работа(?:ем|ет)|ремонт|працює|uppgrader|opgrader|oppgrader|bygger|rakenn|upravuj|fejleszt|lucr|εργασ|çalış|نعمل|עובדים|offline|launch|on its way|lavor|volvemos|revenons|moving|maintenance|mov(?:e|ing)\\b|migrat|mejora|improv|verbesser|amélior|peau neuve|melhora|migliora|verbeter|ulepsz|улучш|förbättr|forbedr|parann|vylepš|îmbunăt|upgrad|updat|repair|working on|improvements|fresh coat|rebuild|wartung|arbeiten (?:am|an)\\b|umbau|aktualisier|travaux|mise à jour|mantenimiento|actualiza|manuten|atualiza|manutenz|lavori|aggiorna|onderhoud|werkzaamheden|bijgewerkt|konserwac|prace\\b|aktualizac|обслужив|работы|обновл|обслугов|оновл|bakım|güncelle|صيانة|تحديث|underhåll|uppdater|vedligehold|vedlikehold|oppdater|opdater|huolto|päivit|údržb|karbantart|frissít|mentenanță|actualiz|συντήρησ|αναβάθμισ|תחזוק|שדרוג|bảo trì|nâng cấp|pemeliharaan|perbaikan",
  "メンテナンス|更新作業|维护|維護|升级|升級|점검|업데이트|ปรับปรุง|रखरखाव|準備中|工事中|建设中|建設中|준비 ?중|점검|リニューアル|改装|新版|改版|リフォーム|개편|리뉴얼",
);
/** The site itself. */
export const site = stems(
  "archive|it\\b|things|blog|magazin|seite\\b|auftritt|archiv|boutique|blog|sitemizi|nosotros|tutto|alles\\b|strona|web\\b|сайт\\p{L}*|архив|блог|(?:we|wir|nous|noi|vi|my|мы|ми)\\b|servers?|everything|place\\b|catalog|katalog|library|app\\b|portal|forum|trabajamos|trabalhamos|lavorando|werken (?:aan|wij)|wij werken|obsługa|обслуж|網站|oldalunk|serwer|(?:web)?sites?\\b|web\\b|(?:home)?page|shop|store|servers?\\b|systems?\\b|service|platform|we're|we are|seiten?\\b|webseite|wir (?:sind|arbeiten an|aktualisieren)|nous (?:sommes en|effectuons|mettons)|boutique|sitio|tienda|estamos|página|loja|sito|negozio|stiamo|winkel|we zijn|wij zijn|stron|sklep|serwis|сайт|магазин|сервис|sitemiz|mağaza|site\\b|الموقع|المتجر|sidan|webbplats|siden|nettsted|hjemmeside|vi (?:uppdaterar|opdaterer|oppdaterer)|sivusto|palvelu|stránk|web\\p{L}*|oldal|honlap|pagina|σελίδα|ιστότοπ|האתר|trang|hệ thống|situs|sistem",
  "サイト|サービス|システム|网站|網站|系统|系統|服务器|사이트|서비스|시스템|เว็บไซต์|ระบบ|साइट|वेबसाइट",
);
/** And when it will be there again. */
export const returning = stems(
  "see you|reopen|until then|stay tuned|hang tight|in the meantime|bis (?:dann|bald|gleich)|à (?:tout|très|bientôt)|on revient|hasta (?:pronto|luego)|até (?:logo|já|breve)|a presto|tot (?:snel|straks|zo)|do zobaczenia|до (?:скор|встреч)|vi ses|på återseende|på gensyn|nähdään|na shledanou|viszlát|pe curând|τα λέμε|görüş|إلى اللقاء|נתראה|hẹn gặp|sampai jumpa|recarreg|atualiz|recharg|actualis|actualiz|recarg|neu laden|ricaric|odśwież|обновите|ladda om|genindlæs|last inn på nytt|päivitä|načtěte|töltse újra|herlaad|ververs|yenile|prévenu|informiert|notificad|avisad|avvisat|zawiadom|уведомл|underrett|noon|tomorrow|tonight|monday|morgen|montag|jiffy|come back|check back|demain|lundi|mañana|lunes|amanhã|domani|jutro|завтра|imorgon|i morgen|huomenna|zítra|holnap|mâine|αύριο|yarın|غدا|מחר|besok|welcome back|för dig|inconvenien|molestias|apolog|versuchen sie|probeer|inténtel|riprova|tente|spróbuj|попробуй|försök|prøv|zkuste|загляни|жд[её]м|till(?:baka)?\\b|a\\.m|p\\.m|uhr\\b|reload|refresh|contact|kontakt|thank|patien|geduld|danke|merci|gracias|paciencia|obrigad|paciência|grazie|pazienza|bedankt|dziękuj|cierpliwo|спасибо|терпен|дякує|teşekkür|sabr|tack\\b|takk|tak for|kiitos|děkuj|köszön|mulțum|ευχαρισ|شكرا|תודה|cảm ơn|terima kasih|back\\b|return|again|soon|shortly|minutes|hours?\\b|later|zurück|gleich|bald|wieder|minuten|stunden|bis (?:etwa |ca\\. )?\\d+ uhr|retour|revien|bientôt|heures?|pronto|volv|volt|breve|minutos|horas|torn|presto|minuti|terug|straks|wrac|wkrótce|скоро|верн|позже|минут|незабаром|yakında|döneceğiz|قريبا|سنعود|snart|tillbaka|tilbage|tilbake|pian|takaisin|brzy|zpět|hamarosan|vissza|curând|reveni|σύντομα|בקרוב|נחזור|sớm|quay lại|segera|kembali",
  "ありがとう|感谢|感謝|谅解|諒解|감사|양해|再開|しばらく|間もなく|恢复|恢復|稍后|稍後|곧|잠시|재개|เร็ว|शीघ्र|जल्द|敬请期待|期待|重试|重試|お試し|時間をおいて|刷新|重新加载|再読み込み|새로고침|お待ち|またのお越し|再见|만나",
);

/** The visitor's age. */
export const age = stems(
  "adults only|over-?(?:18|21)s|explicit|grown-?ups|mature|legal age|achtzehn|dix-huit|dieciocho|diciotto|dezoito|achttien|osiemnaście|восемнадцать|osmnáct|arton|atten|kahdeksantoista|tizennyolc|âge\\b|âgée?s?\\b|alter\\b|age\\b|età\\b|leeftijd|wiek\\b|wieku\\b|возраст|ålder|alder\\b|ikä\\b|věk|életkor|vârst|ηλικία|yaş|גיל|(?:1[68]|2[01])\\b|birth|born\\b|geboren|née?s?\\b|naciste|nasceu|urodzi|родил|years (?:old|of age)|legal (?:drinking )?age|of age\\b|adults?\\b|geburts|volljährig|jahre\\b|naissance|majeur|ans\\b|nacimiento|mayor(?:es)? de|edad|años|nascimento|maior(?:es)? de|idade|anos\\b|nascita|maggiorenn|anni\\b|geboorte|jaar\\b|meerderjarig|urodzenia|pełnoletni|lat\\b|рождения|лет\\b|совершеннолет|років|doğum|yaşında|reşit|ميلاد|سنة|عمر|fyllt|födelse|födsel|fødsel|år\\b|syntymä|täysi-ikäi|vuot|narození|let\\b|plnolet|születés|éves|nagykorú|naștere|ani\\b|major\\b|γέννησ|ετών|ενήλικ|לידה|בן \\d|מעל גיל|ngày sinh|tuổi|tanggal lahir|tahun",
  "生年月日|歳|成人|出生|周岁|岁|歲|성인|생년월일|세 이상|อายุ|ปี|जन्म|वर्ष",
);
/** Labels of the buttons to answer. */
export const answer = stems(
  "leave\\b|exit|i am|submit|confirm|of course|sair|salir|salta|uscire|esci|entrée?|sortir|quitter|verlassen|bestätigen|wyjd|выйти|bin ich|(?:yes|no|enter|i am|i'm|ja|nein|eintreten|oui|non|entrer|sí|si|soy|entrar|sim|não|sono|sì|entra|nee|betreden|tak|nie|wejdź|да|нет|войти|так|ні|evet|hayır|gir|نعم|لا|دخول|nej|kyllä|ei|ano|igen|nem|da|nu|ναι|όχι|כן|לא|có|không|ya|tidak)(?!\\p{L})",
  "はい|いいえ|入场|我已|是|否|예|네|아니|ใช่|हाँ|नहीं|離開|离开",
);

/** Nothing, at this place. */
export const nothing = stems(
  "nothing\\b|empty|nichts\\b|leer\\b|rien\\b|vide\\b|nada\\b|vací|vazi|niente|nulla\\b|vuot|niets|leeg|nic\\b|pust[oay]|ничего|пусто|нічого|порожн|ingenting|intet\\b|tomt?\\b|mitään|tyhjä|prázdn|semmi|üres|nimic|gol\\b|τίποτα|κεν[όή]|hiçbir|boş\\b|لا شيء|فارغ|כלום|ריק|không có gì|trống|tidak ada apa|kosong",
  "何も|空っぽ|什么也没|空空|아무것도|비어|ไม่มีอะไร|कुछ नहीं",
);
export const here = stems(
  "here\\b|there\\b|hier\\b|da\\b|ici\\b|là\\b|aquí|acá|aqui\\b|qui\\b|er\\b|tu\\b|tutaj|здесь|тут\\b|här\\b|her\\b|täällä|tady|tu\\b|itt\\b|aici|εδώ|burada|هنا|כאן|פה\\b|ở đây|di sini",
  "ここ|这里|這裡|여기|ที่นี่|यहाँ",
);

/** A request to the reader. */
export const plea = stems(
  "please|bitte|veuillez|merci de|s'il vous|por favor|per favore|si prega|prego|alstublieft|graag|proszę|prosimy|пожалуйста|будь ласка|vänligen|var god|venligst|vennligst|ole hyvä|olkaa|prosím|kérjük|kérem|vă rugăm|παρακαλ|lütfen|يرجى|الرجاء|בבקשה|אנא|vui lòng|silakan|mohon|harap|again\\b|erneut|nouveau|nouvelle fois|de nuevo|novamente|nuovamente|opnieuw|ponownie|снова|знову|på nytt|uudelleen|znovu|újra",
  "ください|请|請|해 ?주세요|십시오|กรุณา|โปรด|कृपया",
);

/** Programs of a page, and what they need. */
export const script = stems("(?:java ?)?scripts?\\b|java ?script|skript|скрипт|סקריפט", "スクリプト|脚本|스크립트");
export const enabling = stems(
  "need|requir|enabl|turn|switch|activat|allow|\\boff\\b|without|support|disabled|blocked|aktivier|einschalt|benötig|braucht|ausgeschaltet|deaktiv|ohne\\b|besoin|activ|désactiv|nécessit|habilit|deshabil|necesita|desativ|precisa|attiv|disattiv|abilit|serve\\b|inschakel|uitgeschakeld|nodig|zet\\b|włącz|wyłącz|wymaga|включ|отключ|выключ|требу|нужн|увімкн|потріб|потребу|απαιτ|vyžad|necesit|aktiver|slå|behöver|kräver|kræver|krever|ota\\b|salli|tarvitse|vaatii|povol|zapn|vypnut|potřebuj|engedély|kapcsol|szükség|ενεργοποι|χρειάζ|etkinleştir|gerek|تفعيل|تمكين|הפעל|bật\\b|aktifkan",
  "有効|無効|必要|启用|啟用|需要|开启|활성|필요|เปิดใช้|सक्षम",
);

/** To agree, as a page asks its visitor to. */
export const agreeing = stems(
  "accept|agree|allow|consent|may we|akzeptier|zustimm|einverstanden|dürfen wir|erlaub|autoris|pouvons-nous|acept|consient|permit|podemos|aceit|accett|possiamo|akkoord|toestaan|mogen we|akceptuj|zgadza|zgod|możemy|прин[ия]|соглас|можно|прийм|godkänn|acceptera|får vi|accepter|tillad|må vi|godta|tillat|hyväksy|saammeko|přij|souhlas|můžeme|elfogad|accept|putem|αποδ|kabul|izin|أوافق|قبول|לאשר|chấp nhận|setuju|terima",
  "同意|接受|許可|동의|ยอมรับ|स्वीकार",
);
/** Labels of buttons that agree to something or don't. */
export const agreement = stems(
  "ok\\b|okay|sure\\b|fine\\b|got it|no thanks|(?:only|strictly) necessary|essential|gern\\b|verstanden|(?:nur )?notwendige|d'accord|compris|nécessaires|vale\\b|entendido|necesarias|entendi|necessários|va bene|necessari|begrepen|noodzakelijk|rozumiem|niezbędne|понятно|необходим|okej|nödvändiga|nødvendige|selvä|välttämätt|rozumím|nezbytn|rendben|szükséges|am înțeles|tamam\\b",
);
