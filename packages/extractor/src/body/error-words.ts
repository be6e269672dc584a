/**
 * How pages say that they are not the page asked for, in the languages that most of the web is written in. Compared without accents and in
 * small letters, so `nao` is `não`; no classes of letters that have parts (`й`, `が`, Hangul), as these are taken apart.
 */

/** Small letters without accents and marks: what the words below are, and what they are compared with. */
export const bare = (text: string): string => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’ʼ‘]/g, "'")

const oneOf = (rows: readonly string[]): string => rows.map(bare).join('|')

/** What a page is called that is not there, may not be seen, or could not be made. */
const ERRORS = oneOf([
  "(?:(?:this|the|that|requested) )*(?:page|file|site|url|content|resource|document)?(?: (?:was|is|could|can))?(?: not|not|n't)(?: be)? found",
  "(?:this |the )?(?:page|content|resource) (?:does not exist|doesn't exist|no longer exists|(?:is )?(?:missing|unavailable|not available|no longer available))",
  "(?:we )?(?:could not|couldn't|cannot|can't) find (?:this|that|the|your) page",
  'bad request|method not allowed|request time-?out|too many requests|(?:internal )?server error|bad gateway|gateway time-?out|access (?:is )?(?:denied|forbidden)|permission denied',
  '(?:service )?(?:temporarily )?unavailable',
  "(?:(?:the |this |our )?(?:web ?)?(?:site|page|service|store|shop) )?(?:(?:is )?(?:temporarily |currently )?(?:down|closed|offline) for (?:scheduled |planned |routine )?maintenance|(?:is )?(?:temporarily |currently )?(?:under|undergoing) (?:scheduled |planned |routine )?maintenance|(?:is )?(?:temporarily|currently) (?:down|offline)|(?:in )?maintenance (?:mode|in progress))|(?:we'll |we will )?be (?:right )?back (?:soon|shortly)|be right back",
  '(?:la |el )?(?:pagina|sitio|web|tienda) en mantenimiento|en mantenimiento|(?:(?:die |unsere )?(?:web)?seite (?:ist )?|wir sind )?(?:im wartungsmodus|wegen wartung(?:sarbeiten)? (?:nicht erreichbar|geschlossen))|wartungsarbeiten|wartungsmodus|(?:le |ce )?site en (?:cours de )?maintenance|en cours de maintenance|maintenance en cours|(?:o )?(?:site|pagina|loja) em manutencao|em manutencao|(?:il )?sito in manutenzione|in manutenzione|(?:wij )?zijn in onderhoud|(?:web)?site in onderhoud|przerwa techniczna|prace (?:konserwacyjne|techniczne)|технические работы|(?:саит|сторінка) на (?:обслуживании|обслуговуванні)|технічні роботи|bak[ıi]m (?:calısmas[ıi]|modu)|(?:site(?:miz)? )?bak[ıi]mda|(?:ただいま)?(?:システム)?メンテナンス中(?:です)?|(?:网站|網站|系统|系統)?(?:正在)?(?:维护|維護)中?|(?:서비스|시스템|사이트) ?점검 ?중(?:입니다)?|الموقع (?:تحت|قيد) الصيانة',
  '(?:la |esta )?pagina (?:web )?(?:no (?:encontrada|disponible|existe|se encuentra|se ha encontrado)|inexistente)|no encontrad[oa]|no se (?:encontro|ha encontrado|encuentra) la pagina|acceso (?:denegado|prohibido|restringido)|error interno(?: del servidor)?|servicio no disponible',
  '(?:die |diese )?(?:seite|datei|webseite) (?:wurde )?(?:leider )?nicht (?:gefunden|vorhanden|verfugbar)|(?:die |diese )?seite existiert nicht(?: mehr)?|nicht gefunden|(?:zugriff|zugang|zutritt) (?:verweigert|verboten|gesperrt)|interner serverfehler|(?:dienst|service) (?:vorubergehend )?nicht verfugbar',
  "(?:la |cette )?(?:page|ressource) (?:web )?(?:non trouvee?|introuvable|inexistante|inconnue|indisponible|n'existe (?:pas|plus)|n'a pas ete trouvee)|non trouvee?|acces (?:refuse|interdit)|erreur interne(?: du serveur)?|service (?:temporairement )?indisponible",
  '(?:a |esta )?pagina (?:nao (?:encontrada|existe|foi encontrada|disponivel)|inexistente)|nao encontrad[oa]|acesso (?:negado|proibido|restrito)|erro interno(?: do servidor)?|servico indisponivel',
  '(?:la |questa )?(?:pagina|risorsa) (?:non (?:trovata|esiste|e stata trovata|disponibile)|inesistente)|non trovat[oa]|accesso (?:negato|vietato)|errore interno(?: del server)?|servizio non disponibile',
  '(?:de |deze )?pagina (?:(?:is |werd )?niet (?:gevonden|beschikbaar)|bestaat niet(?: meer)?|kan niet worden gevonden)|niet gevonden|toegang (?:geweigerd|verboden)|interne serverfout',
  'nie znaleziono(?: (?:takiej |podanej |tej )?strony)?|(?:ta )?strona nie (?:zosta[lł]a znaleziona|istnieje|znaleziona)|brak (?:strony|dost[eę]pu)|odmowa dost[eę]pu|dost[eę]p (?:zabroniony|zablokowany)|wewn[eę]trzny b[lł][aą]d serwera',
  '(?:страница|запрашиваемая страница) (?:не (?:найдена|существует)|удалена)|не найдено|такои страницы (?:нет|не существует)|доступ (?:запрещен|ограничен|закрыт)|внутренняя ошибка сервера|сервис (?:временно )?недоступен',
  '(?:сторінку|сторінка|сторінки) не (?:знаидено|знаидена|існує)|не знаидено|доступ (?:заборонено|обмежено)',
  '(?:bu )?sayfa (?:bulunamad[ıi]|mevcut degil|yok)|bulunamad[ıi]|eris[ıi]m (?:engellendi|reddedildi|yasak)|sunucu hatas[ıi]',
  'stranka (?:(?:nebyla )?nenalezena|nebyla nalezena|neexistuje)|nenalezeno|pristup (?:odepren|zamitnut)|stranka sa nenasla',
  '(?:az? )?(?:keresett )?oldal nem talalhato|nem talalhato|hozzaferes megtagadva',
  'pagina (?:nu (?:a fost gasita|exista|este disponibila)|negasita)|acces (?:interzis|refuzat)',
  '(?:denna )?sidan (?:kunde inte hittas|hittades inte|finns inte|saknas)|atkomst nekad|siden (?:(?:blev |ble )?ikke (?:fundet|funnet)|findes ikke|finnes ikke)|sivua ei loyd[yi]\\w*',
  '(?:η )?σελιδα δεν (?:βρεθηκε|υπαρχει)|δεν επιτρεπεται η προσβαση',
  'halaman tidak (?:ditemukan|ada|tersedia)|tidak ditemukan|akses (?:ditolak|dilarang)',
  '(?:khong tim thay|trang khong (?:ton tai|tim thay)|khong tim thay trang)(?: trang)?|truy cap bi tu choi|quyen truy cap bi tu choi',
  '(?:お探しの|指定された|ご指定の|該当する)?(?:ページ|ファイル)(?:は|が)(?:見つかりません(?:でした)?|存在しません|ありません|見つからない)|アクセス(?:が)?(?:拒否(?:されました)?|禁止|できません)|(?:内部)?サーバーエラー',
  '(?:抱歉|很抱歉|对不起)?,?(?:您|你)?(?:访问|請求|请求|查找|要找|所?访问)?的?(?:页面|頁面|网页|網頁)(?:未找到|不存在|没有找到|沒有找到|找不到|已(?:被)?删除|无法找到|無法找到|不见了|走丢了)(?:了)?|(?:找不到|未找到|无法找到|無法找到|没有找到)(?:该|此|該|您要的)?(?:页面|頁面|网页|網頁)|(?:访问|存取|訪問)(?:被)?(?:拒绝|拒絕|禁止|受限)|(?:拒绝|禁止|拒絕)(?:访问|存取|訪問)|(?:内部)?服务器(?:内部)?错误|服务不可用',
  '(?:요청하신 |찾으시는 )?페이지(?:를|가|는) (?:찾을 수 없(?:습니다|음|어요)|존재하지 않습니다)|페이지 없음|존재하지 않는 페이지(?:입니다)?|(?:접근|접속|액세스)(?:이|가)? ?(?:거부|금지|차단|제한)(?:되었습니다|됨)?|서버 오류',
  '(?:ال)?صفحة (?:المطلوبة )?غير موجودة|لم يتم العثور على (?:ال)?صفحة|(?:تم )?رفض الوصول|الوصول (?:مرفوض|ممنوع)',
  'صفحه (?:(?:مورد نظر|درخواستی) )?(?:شما )?(?:یافت|پیدا) نشد|دسترسی (?:غیر ?مجاز|ممنوع|مسدود)(?: است)?',
  '(?:הדף|העמוד)(?: המבוקש)? (?:לא נמצא|אינו קיים)|הגישה נדחתה|ไม่พบหน้า(?:นี้|ที่คุณต้องการ|เว็บ)?|पेज नहीं मिला|पृष्ठ नहीं मिला',
])

/** Of what alone says nothing; a number and one of these is a name. */
const OOPS =
  'http|https|status|code|oops|ups|sorry|error|errors|fehler|erreur|erro|errore|fout|blad|bład|hata|hatası|ошибка|помилка|chyba|hiba|eroare|fel|fejl|virhe|σφαλμα|kesalahan|galat|loi|エラー|错误|錯誤|오류|에러|خطا|خطأ|שגיאה'
const WITH_NUMBER =
  'unauthorized|forbidden|gone|not acceptable|conflict|prohibido|verboten|interdit|proibido|vietato|verboden|запрещено|禁止|页面|頁面|ページ|페이지|page|pagina|seite|strona|страница|sayfa|halaman|trang'
const NUMBER = /(?<![\p{L}\p{N}])[45]\d\d(?:\.\d{1,2})?(?![\p{L}\p{N}])/gu
const FILLER = new RegExp(`(?<![\\p{L}\\p{N}])(?:${bare(OOPS)})(?![\\p{L}\\p{N}])`, 'gu')
const NAMED = new RegExp(`^(?:${ERRORS})$`, 'u')
const NUMBERED = new RegExp(`^(?:${bare(WITH_NUMBER)})?$`, 'u')

/** A line without the signs at its ends. */
export const withoutEdges = (line: string): string => line.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')

const stripped = (text: string): string =>
  withoutEdges(text)
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()

/** Whether a whole line, title or heading is nothing but the name of an error. @param line as `bare` writes it */
export function namesError(line: string): boolean {
  if (line.length > 120) return false
  const whole = stripped(line)
  const words = stripped(whole.replace(NUMBER, ' '))
  const rest = stripped(words.replace(FILLER, ' '))
  if (NAMED.test(whole) || NAMED.test(words) || NAMED.test(rest)) return true
  // A number alone may be anything.
  return words !== whole && words !== '' && NUMBERED.test(rest)
}
