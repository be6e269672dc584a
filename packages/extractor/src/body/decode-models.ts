/**
 * Small models of written languages, for telling encodings apart: which characters are frequent in a script, and which letters beyond ASCII
 * and which short words belong to a Latin-script language. Common knowledge of orthography; no corpus was copied.
 */

/** The most frequent characters of each script's running text. */
export const frequent = {
  simplified: new Set(
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边张该交规万取拉格望术领共确传师观清今切院让识候带导争运，。、；：？！“”（）《》',
  ),
  traditional: new Set(
    '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊張該交規萬取拉格望術領共確傳師觀清今切院讓識候帶導爭運，。、；：？！「」（）《》',
  ),
  korean: new Set(
    '이다는의에가을를은로하고한지사도서기나아어자리대인시그정일스수라만해보부과들니있것으면오여게장주전상었선조비공제구성원동계우생안화모신유무교관단국학년미발치경문위개소실내할와까했습터세진물산연재영설양트중적되된며때없요금체회심강러음말용방식통',
  ),
  japanese: new Set('日本人年大会国中出事者生場行合見分前後上下今何月時、。「」・ー（）〜！？'),
  cyrillic: new Set('оеаинтсрвлкмдпуыяьгзбчйі'),
  greek: new Set('αοιετσνηυρπκμλςάόίέήγδχ'),
  hebrew: new Set('יוהלאתרבנםמשדכעחקפ'),
  arabic: new Set('ايلمونرتبةعدسفهكقأحجش'),
  thai: new Set('านรอกเงมยลวดทสตะปบคหแจพชขใไผณศ่้ัิีุู็์'),
} as const

export type Script = keyof typeof frequent

export type LatinLanguage = {
  /** BCP 47 primary subtags. */
  tags: readonly string[]
  /** Letters beyond ASCII, lower case. */
  letters: ReadonlySet<string>
  /** Frequent short words, ASCII only, so that they read the same in every candidate encoding. */
  words: ReadonlySet<string>
}

const language = (tags: string, letters: string, words: string): LatinLanguage => ({
  tags: tags.split(' '),
  letters: new Set(letters),
  words: new Set(words.split(' ')),
})

export const latinLanguages: readonly LatinLanguage[] = [
  language('en', 'éèêçïöüñâàôæœ', 'the of and to in is that for it with as was on be by'),
  language('fr', 'àâæçéèêëîïôœùûüÿ', 'le la les des et est une dans pour que qui sur du par pas au avec plus'),
  language('de', 'äöüß', 'der die das und ist nicht mit den von zu ein eine auf dem sich im des'),
  language('es', 'áéíñóúü¿¡', 'el la los las de que y en un una por con para del se es al'),
  language('pt gl', 'ãõáâàçéêíóôúü', 'o os as de que e do da em um uma para com dos das no na se'),
  language('it', 'àèéìíîòóùú', 'il lo gli di che la un una per con del della non sono si nel'),
  language('ca', 'àéèíïóòúüç·', 'el els les de que i en un una per amb del al'),
  language('nl', 'éëïóèöü', 'de het een en van in is op te dat die voor met niet zijn'),
  language('sv fi', 'åäöé', 'och att det som en ett av den med inte ja on ei se oli mutta'),
  language('da no nb nn', 'æøåéö', 'og at det en et af av den med ikke for til som er paa'),
  language('is fo', 'áðéíóúýþæö', 'og er sem ekki um til var en'),
  language('pl', 'ąćęłńóśźż', 'i w na z do jest nie to o po ale dla od przez oraz co jak tak'),
  language('cs', 'áčďéěíňóřšťúůýž', 'a v na se je to ze do pro jako ale po od byl byla si'),
  language('sk', 'áäčďéíĺľňóôŕšťúýž', 'a v na sa je to zo do pre ako ale po od bol bola si aj nie'),
  language('hu', 'áéíóöőúüű', 'a az egy hogy nem is van ez meg de volt'),
  language('ro', 'ăâîșțşţ', 'si de la in cu pe din care nu este sau mai un o pentru'),
  language('hr sl bs sr', 'čćđšž', 'i u na je da se za od su s in ne pri ki so kao'),
  language('tr az', 'çğıöşüâîə', 've bir bu da de ile olarak daha en ne gibi'),
  language('lt', 'ąčęėįšųūž', 'ir kad yra su tai bet ar iki'),
  language('lv', 'āčēģīķļņšūž', 'un ir no uz ar par ka vai'),
  language('et', 'äöõüšž', 'ja on ei et oli see kui ka'),
]
