/** Names of months in many languages, as dates have them. */

/** A name without accents and in small letters; vowels of Thai and Hindi are no accents. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ı/g, 'i')
    .normalize('NFKD')
    .replace(/(?!\p{sc=Thai}|\p{sc=Devanagari})\p{Mn}|\u{93c}/gu, '')

/** Months as they stand in dates, in the order of the year, with `_` for a space. */
const NAMES = [
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'januar februar marts april maj juni juli august september oktober november desember',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince',
  'ocak subat mart nisan mayıs haziran temmuz agustos eylul ekim kasım aralık',
  'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  'януари февруари март април май юни юли август септември октомври ноември декември',
  'јануар фебруар март април мај јун јул август септембар октобар новембар децембар',
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  'ιανουαριου φεβρουαριου μαρτιου απριλιου μαιου ιουνιου ιουλιου αυγουστου σεπτεμβριου οκτωβριου νοεμβριου δεκεμβριου',
  'januari februari maret april mei juni juli agustus september oktober november desember',
  'gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre',
  'januar februar marec april maj junij julij avgust september oktober november december',
  'januara februara marca aprila maja juna jula augusta septembra oktobra novembra decembra',
  'jaanuar veebruar marts aprill mai juuni juuli august september oktoober november detsember',
  'sausio vasario kovo balandzio geguzes birzelio liepos rugpjucio rugsejo spalio lapkricio gruodzio',
  'januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december',
  'يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر',
  'בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר',
  'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
  'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
  'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien',
  'leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec',
  'januar februar marts april maj juni juli august september oktober november december',
  '一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月',
  'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesakuuta heinakuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  'janner februar marz april mai juni juli august september oktober november dezember',
  'enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre',
  'كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول',
  'جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر',
  'يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر',
  'ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر',
  'جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر',
  'ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר',
  'जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर',
]

/** The same in short, without those that are words of something else beside numbers (`12 Pro`). */
const SHORT = [
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'janv fevr mars avr mai juin juil aou sept oct nov dec',
  'jan fev mar abr mai jun jul ago set out nov dez',
  'jan feb mrz apr mai jun jul aug sep okt nov dez',
  'ene feb mar abr may jun jul ago sep oct nov dic',
  'gen feb mar apr mag giu lug ago set ott nov dic',
  'gen febr mar abr maig juny jul ag set oct nov des',
  'sty lut mar kwi maj cze lip sie wrz paz lis gru',
  'янв фев мар апр май июн июл авг сен окт ноя дек',
  'янв февр мар апр мая июн июл авг сент окт нояб дек',
  'січ лют бер квіт трав черв лип серп вер жовт лист груд',
  'січ лют бер кві тра чер лип сер вер жов лис гру',
  'яну фев мар апр май юни юли авг сеп окт ное дек',
  '– uno bre dub kve cvn cvc srp zar rij lis –',
  'oca sub mar nis may haz tem agu eyl eki kas ara',
  'jan feb mrt apr mei jun jul aug sep okt nov dec',
  'jan febr mars apr maj juni juli aug sept okt nov des',
  'jan feb mar apr mei jun jul agt sep okt nov des',
  'jan feb marc apr maj jun jul aug szept okt nov dec',
  'ian feb mar apr mai iun iul aug sept oct noi dec',
  'ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ',
  'ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπτ οκτ νοεμ δεκ',
  'ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค',
  'जन फर मार्च अप्रै मई जून जुल अग सित अक्टू नव दिस',
]

/** Months of the solar year of Iran. */
const SOLAR = ['فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند']

const byName = (lines: readonly string[]): ReadonlyMap<string, number> =>
  new Map(lines.flatMap((names) => names.split(' ').map((name, at) => [folded(name).replace('_', ' '), at + 1] as const)))

/** Read when a date first asks for one: few pages have any. */
const once = (lines: readonly string[]): (() => ReadonlyMap<string, number>) => {
  let known: ReadonlyMap<string, number> | null = null
  return () => (known ??= byName(lines))
}
const [names, shortNames, solarNames] = [once(NAMES), once(SHORT), once(SOLAR)]

/** The month that a whole name calls in any language but English; 0 where it calls none. */
export const monthNamed = (name: string): number => names().get(folded(name)) ?? 0

/** The same for a name in full or in short. Short names are words as well (`set`, `out`, `mar`): only between a day and a year are they months. */
export const monthBetween = (name: string): number => monthNamed(name) || (shortNames().get(folded(name)) ?? 0)

/** The month of the solar year of Iran that a name calls; 0 where it calls none. */
export const solarMonth = (name: string): number => solarNames().get(folded(name)) ?? 0
