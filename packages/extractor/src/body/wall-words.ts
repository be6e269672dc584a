/** What pages say to a reader whom they do not show what was asked for: sentences of errors, and of walls. Written as in `error-words.ts`. */
import { bare, withoutEdges } from './error-words.ts'

const anyOf = (rows: readonly string[]): RegExp => new RegExp(`^${LEAD}(?:${rows.map(bare).join('|')})`, 'u')

/** A sigh before the sentence: `Sorry, but the page …`. What is quoted, or told with an `if`, is no sentence to the reader. */
const LEAD =
  "(?:[a-z]{1,12}\\.\\.\\. ?|[^\"«»“”„',:()]{1,30}[,:!] ?(?:but |pero |aber |mais |mas |ma |maar |ale |но |fakat )?|sorry |unfortunately |leider |(?:we're|we are) sorry,? (?:but )?|es tut uns leid,? (?:aber )?)?"
const SEARCHED =
  "(?:that |which )?you(?:'re|'ve| are| were| have)? (?:just |currently )?(?:look|request|tr[yi]|attempt|search|want|follow|enter|seek)\\w*"
const GONE = "(?:not|n't|never|no longer|unable|removed|moved|deleted|unavailable|missing|expired|gone)"

/** The page is not there, or not for everybody. */
export const ERROR_SENTENCE = anyOf([
  `(?:the|this|that) (?:web ?)?(?:page|url|resource|content|link|address|file|document|item|product) ${SEARCHED}\\b.{0,80}\\b${GONE}`,
  "(?:the|this|that) (?:requested )?(?:web ?)?(?:page|url|resource|file|document|address)(?: [^ ]{1,200})? (?:(?:was|is|could|can|does|do)(?: ?not|n't) (?:be )?(?:found|exist|available)|cannot be found|no longer (?:exists|available)|is (?:missing|no longer available))",
  "this content (?:isn't|is not) available (?:right now|at the moment|in your)",
  "(?:we|i)(?: are|'re)? ?(?:can't|cannot|can not|could ?n[o']t|unable to|were unable to|were not able to|weren't able to) (?:seem to )?(?:find|locate) (?:the|that|this|what|a|your)\\b",
  "(?:we(?:'re| are)|(?:the|this|our) (?:[^ ]{1,30} )?(?:web ?)?(?:site|page|service|store|shop|system) (?:is|are)) (?:currently |temporarily |now |just )*(?:(?:down|offline|unavailable|closed|undergoing|under|performing|doing|carrying out|being)\\b.{0,40}\\b(?:maintenance|upgraded|updated)\\b|(?:down|offline|unavailable)$)|we(?:'ll| will) be (?:right )?back\\b.{0,40}$|(?:please )?(?:check|come) back (?:soon|later|shortly|in a)\\b.{0,20}$",
  '(?:estamos (?:realizando|haciendo|en) .{0,30}mantenimiento|(?:nuestro|este|el) sitio .{0,30}en mantenimiento|(?:wir fuhren|zurzeit|derzeit|aktuell|momentan)\\b.{0,60}(?:wartung|gewartet)|wir sind (?:bald|gleich|in kurze) (?:wieder|zuruck)|(?:notre|le|ce) site .{0,40}en (?:cours de )?maintenance|(?:nosso|este|o) site .{0,30}em manutencao|(?:il nostro|il|questo) sito .{0,30}in manutenzione|(?:onze|de|deze) (?:web)?site .{0,40}onderhoud|(?:strona|serwis|sklep) .{0,40}(?:konserwac|prac techn)|(?:на саите )?(?:ведутся|проводятся|идут) (?:технические|профилактические)|на сайті .{0,20}технічні|.{0,20}メンテナンス(?:中|を(?:行って|実施して)|のため)|.{0,12}(?:正在|进行|進行).{0,6}(?:维护|維護)|.{0,20}점검 ?(?:중|으로))',
  "(?:there's|there is|looks like there's) nothing (?:here|at this (?:address|location|url))|it (?:looks|seems) like (?:nothing was found|this page|the page)|nothing (?:was )?(?:found )?(?:here|at this location)",
  "you (?:don't|do not) have (?:the )?(?:permission|access|authori[sz]ation)|you (?:are not|aren't) (?:authori[sz]ed|allowed|permitted) to (?:access|view|see)|your (?:access|request|ip(?: address)?) (?:has been|was|is) (?:blocked|denied|rejected)",
  '(?:la|esta) (?:pagina|url|direccion)(?: (?:web|solicitada|a la que|que [^.]{3,50}))*?.{0,60}\\bno (?:existe|se encuentra|se ha encontrado|se encontro|ha sido encontrada|fue encontrada|esta disponible)|no (?:hemos podido|podemos|pudimos|se pudo|se puede|hemos) (?:encontr\\w+) (?:la|esta|lo)|no encontramos (?:la|esta|lo)|no tiene(?:s)? permisos? (?:para|de)',
  '(?:die|diese) (?:von ihnen |gewunschte |gesuchte |angeforderte |aufgerufene |gewahlte )*(?:seite|url|webseite|adresse)\\b.{0,80}(?:nicht (?:mehr )?(?:gefunden|existiert|verfugbar|vorhanden|erreichbar)|existiert (?:leider )?nicht|gibt es (?:leider )?nicht)|wir (?:konnten|konnen) (?:die|diese|leider)\\b.{0,40}nicht finden|sie haben keine (?:berechtigung|zugriffsrechte)|sie sind nicht berechtigt',
  "(?:la|cette) (?:page|ressource|url|adresse)\\b.{0,80}(?:n'existe (?:pas|plus)|n'est (?:pas|plus) disponible|est introuvable|n'a pas (?:ete trouvee|pu etre trouvee)|a ete (?:supprimee|deplacee))|nous (?:ne trouvons pas|n'avons pas (?:pu )?trouve\\w*) (?:la|cette) page|vous n'(?:avez pas (?:l'autorisation|la permission|acces|les droits)|etes pas autorise)",
  '(?:a|esta) (?:pagina|url)\\b.{0,80}(?:nao (?:existe|foi encontrada|esta disponivel|pode ser encontrada|pode ser)|foi removida)|nao (?:foi possivel encontrar|encontramos|conseguimos encontrar) (?:a|esta|essa)|voce nao tem (?:permissao|acesso)|nao tem permissao',
  '(?:la|questa) (?:pagina|risorsa|url)\\b.{0,80}non (?:esiste|e (?:stata trovata|disponibile|piu disponibile|presente)|puo essere trovata)|non (?:abbiamo trovato|riusciamo a trovare) (?:la|questa)|non (?:hai|si dispone) .{0,20}(?:autorizzazion|permess)',
  '(?:de|deze) (?:opgevraagde |gezochte )?(?:pagina|url)\\b.{0,80}(?:bestaat niet|niet (?:meer )?(?:gevonden|beschikbaar|bestaat)|kan niet worden gevonden)|we kunnen (?:de|deze) .{0,20}niet vinden|u heeft geen (?:toegang|rechten|toestemming)|je hebt geen toegang',
  'strona.{0,80}(?:nie (?:istnieje|zosta[lł]a znaleziona)|zosta[lł]a (?:usuni[eę]ta|przeniesiona))|nie (?:mozemy|mo[zż]na|mogli[sś]my) (?:znale[zź][cć]) (?:strony|tej)|nie masz (?:uprawnien|dostepu)',
  '(?:запрашиваем[^ ]+ |эта |данная |такои )?(?:страниц[^ ]+).{0,80}(?:не (?:наидена|существует|доступна|наити)|удалена|нет)|(?:мы )?не (?:можем|смогли|удалось) наити|у вас нет (?:прав|доступа)',
  'сторінк[^ ]+.{0,80}(?:не (?:знаидено|знаидена|існує)|видален)|у вас немає (?:прав|доступу)',
  '(?:arad[ıi]g[ıi]n[ıi]z|istediginiz|ulasmak istediginiz|bu) .{0,30}sayfa.{0,60}(?:bulunamad|mevcut degil|kald[ıi]r[ıi]lm|silinm)|(?:bu sayfaya )?eris[ıi]m (?:izniniz|yetkiniz) yok',
  '(?:pozadovana |hledana |tato )*stranka.{0,80}(?:neexistuje|nebyla nalezena|nenalezena|odstranena)|nemate opravneni',
  '(?:az? )?(?:keresett |kert )?oldal.{0,60}(?:nem (?:talalhato|letezik))|nincs jogosultsaga',
  'pagina (?:pe care |cautata |solicitata )?.{0,60}nu (?:exista|a fost gasita|mai exista)|nu aveti (?:permisiunea|acces)',
  '(?:den |denna )?sida[n]?.{0,60}(?:kunde inte hittas|finns inte|hittades inte|existerar inte)|vi (?:kunde|kan) inte hitta|siden.{0,60}(?:ikke (?:findes|finnes|fundet|funnet))',
  '(?:η|αυτη η) σελιδα.{0,60}(?:δεν (?:βρεθηκε|υπαρχει)|αναζητ)|δεν (?:βρηκαμε|μπορουμε να βρουμε)',
  '(?:maaf,? )?halaman .{0,40}tidak (?:ditemukan|ada|tersedia|dapat ditemukan)|anda tidak (?:memiliki|punya) (?:izin|akses)',
  'trang .{0,40}(?:khong (?:ton tai|tim thay|co san)|đa bi xoa)|chung toi khong tim thay|ban khong co quyen',
  '(?:申し訳(?:ありません|ございません)(?:が)?、?)?(?:お探し|指定|ご指定|リクエスト|アクセス).{0,20}(?:ページ|url|ファイル).{0,30}(?:見つかりません|存在しません|ありません|削除|移動)|(?:この|該当の)?ページは(?:存在しません|見つかりません|削除されました)|アクセス(?:権限|権)が(?:ありません|ない)',
  '.{0,12}(?:您|你)(?:所)?(?:访问|請求|请求|查找|要找|浏览|想要|要查看|寻找|尋找).{0,12}(?:页面|頁面|网页|網頁|内容|內容|文章).{0,20}(?:不存在|找不到|删除|刪除|未找到|失效|移除|无法|無法)|(?:您|你)(?:没有|無|无|沒有)(?:权限|權限|访问)',
  '(?:요청하신|찾으시는|입력하신|방문하시려는) .{0,20}(?:페이지|주소).{0,60}(?:찾을 수 없|존재하지 않|삭제|변경)|(?:접근|액세스) ?권한이 없',
  '(?:عذرا)?،? ?(?:ال)?صفحة (?:التي )?.{0,40}(?:غير موجودة|غير متوفرة|لم يتم العثور|حذف)|ليس لديك (?:اذن|صلاحية|إذن)',
  'הדף.{0,40}(?:לא נמצא|אינו קיים|לא קיים)|העמוד.{0,40}(?:לא נמצא|אינו קיים)|ไม่พบหน้า',
  'صفحه.{0,40}(?:یافت نشد|پیدا نشد|وجود ندارد|حذف شده)|شما (?:اجازه|مجوز|دسترسی).{0,20}(?:ندارید)',
])

const ROBOT = '(?:robot|bot|робот|ロボット|机器人|機器人|로봇|روبوت|ربات)'
const PERSON = '(?:human|humano|humain|umano|mensch|mens|czlowiekiem|człowiekiem|человек|людина|人类|真人|人間|사람|insan|manusia)'
const SURE =
  '(?:verif|confirm|prove|check|bestatig|prouve|demuestr|potwierd|подтвер|докажи|dogrula|確認|确认|确定|验证|驗證|확인|تحقق|تاکید|overi|xac)'
const NOT =
  "(?:n't|not|no|nicht|kein|pas|nao|non|geen|niet|nie|не|degil|nejste|nem|nu|inte|ikke|bukan|khong|ではない|ではありません|不是|아닙|아님|아니|لست|نیست)"
const ENABLE =
  '(?:enabl|turn(?:ed)? on|activ|aktivier|habilit|abilit|attiv|inschakel|schakel|w[lł][aą]cz|etkinles|включ|увімк|povol|zapn|enged|aktiver|有効|启用|啟用|开启|開啟|활성|사용|تفعيل|تمكين|فعال|bat |kich hoat|aktif|ενεργοπ|slå |disabled|required|requires|desactiv|deaktiv|wyłąc|wylac|отключ|kapal[ıi]|無効|禁用)'

/** The page is kept back until its reader does something: a script run, a puzzle solved, a log-in. */
export const WALL_SENTENCE = new RegExp(
  [
    `^(?!(?:how|como|wie|comment|come|hoe|jak|как|як|nasıl|cara|cach)\\b).{0,80}(?:${ENABLE}.{0,60}\\b(?:javascript|js and cookies|js and disable)|(?:javascript|js).{0,40}${ENABLE}|^(?:please )?(?:enable|allow|accept) cookies)`,
    `^.{0,60}(?:${SURE}.{0,40}${PERSON}|${SURE}.{0,60}${NOT}.{0,20}${ROBOT}|(?:ロボット|로봇|机器人|機器人)(?:ではない|ではありません|이 ?아님|이 ?아닙|이 ?아니)|^are you a (?:human|robot))`,
    "^(?:we(?:'re| are) )?(?:checking|verifying) (?:if the site connection|your browser|you are|the security)",
    '^(?:please )?(?:complete|solve) the (?:security|captcha|puzzle|following)',
    '^press (?:&|and) hold',
    '^why have i been blocked',
    "^you(?:'ve| have) been blocked by",
    '^to continue,? (?:please )?(?:log|sign) in',
    '^if you are the site owner',
    '^website owner',
    '^(?:the )?request (?:blocked|could not be satisfied)',
    '^sorry you have been blocked',
    '^sorry, you have been blocked',
    '^please wait while (?:your request is|we verify|we check)',
    "^(?:our systems have detected|we(?:'ve| have) detected) (?:unusual|suspicious|automated)",
    '^(?:something|as you were browsing something) about your browser made us think',
    '^access to this page has been denied because',
    '^the requested url was rejected',
    '^(?:please |you (?:must|need to|have to) (?:be )?)?(?:log(?:ged)?|sign(?:ed)?)[ -]?in (?:to|first to|or (?:register|create|sign up)[^.]{0,30} to|before) (?:continue|view|see|access|read|proceed|watch|unlock|use)',
    '^(?:por favor,? )?(?:inici[ae] sesion|inici[ae]r sesion|identificate|debes iniciar sesion|tienes que iniciar sesion)\\b.{0,20} para',
    '^(?:bitte )?(?:melden sie sich|melde dich|loggen sie sich|logge dich|einloggen|anmelden)\\b.{0,30}(?:\\ban\\b|\\bein\\b|um|fortzufahren)',
    '^(?:veuillez )?(?:vous )?(?:connectez-vous|connecter|identifiez-vous) (?:pour|afin)',
    '^(?:faca login|entre|inicie (?:a )?sessao)\\b.{0,20} para (?:continuar|ver|ace|ler)',
    "^(?:accedi|effettua (?:il login|l'accesso)) (?:per|prima)",
    '^(?:log|meld je|meld u)\\b.{0,10} (?:in|aan) om',
    '^(?:zaloguj|zaloguj sie|zaloguj się)\\b.{0,10} (?:aby|zeby)',
    '^devam etmek icin',
    '^(?:чтобы .{0,40})?(?:воидите|авторизуитесь|увіидіть)(?:,| ).{0,20}(?:чтобы|щоб|для)',
    '^prihlaste se',
    '^(?:silakan )?masuk untuk',
    '^(?:vui long )?đang nhap đe',
    '^.{0,20}(?:ログインして(?:ください|続行)|ログインが必要)',
    '^(?:请|請)(?:先|您先)?(?:登录|登入|登錄)',
    '^(?:登录|登入|登錄)后(?:查看|继续|即可)',
    '^.{0,20}로그인(?:이 필요|해 ?주세요|하세요|후)',
    '^(?:يرجى |الرجاء )?(?:تسجيل الدخول|سجل الدخول|سجل دخولك)',
    '^.{0,20}وارد شوید',
    '^logga in for att',
    '^jelentkezz? be',
    '^(?:conectati-va|autentificati-va)',
    '^(?:you (?:must|need to|have to) |please )?(?:accept|consent to|agree to)\\b.{0,30}cookies.{0,20} (?:to|before|in order)',
    '^before you continue to',
    '^bevor (?:sie|du) .{0,30}fortf',
    '^bevor (?:sie|du) zu .{0,30}weiter',
    "^avant (?:d'acceder|de continuer|de poursuivre)",
    '^antes de (?:ir a|continuar)',
    '^prima di continuare',
    '^voordat (?:je|u) (?:verdergaat|doorgaat)',
    '^zanim przejdziesz',
    '^devam etmeden once',
    '^до того,? как (?:перейти|вы)',
    '^(?:続行する前に|在您?继续)',
  ]
    .map(bare)
    .join('|'),
  'u',
)

/** What walls are called. */
const WALL = new RegExp(
  `^(?:${[
    "attention required|are you (?:a )?(?:human|robot|bot)|not a robot|robot (?:check|or human)|(?:bot|human|captcha|browser|security|challenge) (?:verification|check|checkpoint|challenge|validation)|verify(?:ing)? (?:that )?you(?: are|r)? (?:human|browser|not a robot)|(?:vercel )?security checkpoint|access to this page has been denied|pardon our interruption|ddos-guard|ddos protection by [a-z]+|making sure you're not a bot|request (?:rejected|unsuccessful)|sucuri website firewall.*|(?:re)?captcha|robot challenge screen|(?:please )?enable (?:javascript|cookies|js)(?: and cookies)?(?: to continue)?|javascript (?:is )?(?:disabled|required|not enabled)|unusual traffic(?: detected)?|you have been blocked|access (?:blocked|limited)|your access to this (?:site|service) has been limited.*|before you continue(?: to .*)?",
    '安全验证|百度安全验证|人机验证|安全驗證|вы не робот|проверка безопасности|подтвердите,? что вы не робот|sicherheitsuberpru?fung|verificacion de seguridad|verificacao de seguranca|verification de securite|verifica di sicurezza|セキュリティ(?:チェック|確認)|보안 (?:확인|검사)',
  ]
    .map(bare)
    .join('|')})$`,
  'u',
)

/** What pages are called whose reader is to sign in. */
const SIGN_IN = new RegExp(
  `^(?:${[
    '(?:please |you must |you need to )?(?:log|sign)[ -]?(?:in|on)(?: (?:to|with|required)\\b.{0,40})?|(?:member|user|customer|client|account|admin|staff|student|secure|your)? ?log[ -]?in(?: (?:page|form|required|to\\b.{0,40}))?|authentication required',
    'iniciar sesion|inicio de sesion|inicia sesion|acceder|anmelden|anmeldung|einloggen|log-?in|(?:se )?connexion|se connecter|connectez-vous|identification|entrar|acessar|acesso|faca login|iniciar sessao|accedi|accesso|inloggen|aanmelden|zaloguj(?: sie| się)?|logowanie|воити|вход(?: на саит| в систему)?|авторизация|увіити|вхід|giris(?: yap)?|oturum ac|prihlaseni|prihlasit se|prihlasenie|bejelentkezes|autentificare|conectare|logga in|log ind|logg inn|kirjaudu(?: sisaan)?|συνδεση|εισοδος|masuk|đang nhap|ログイン|サインイン|(?:用户|用戶|会员|會員)?(?:登录|登入|登錄)|로그인|تسجيل الدخول|ورود(?: به .{0,30})?|התחברות|เข้าสู่ระบบ',
  ]
    .map(bare)
    .join('|')})$`,
  'u',
)

export const namesWall = (line: string): boolean => WALL.test(withoutEdges(line))
export const namesSignIn = (line: string): boolean => SIGN_IN.test(withoutEdges(line))
