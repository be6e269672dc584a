import { expect, test } from 'vitest'
import { chooseLanguage, guessLanguage, toLanguageTag } from './language.ts'

const TEXTS: readonly (readonly [string, string])[] = [
  [
    'en',
    'The tide was out when we came to the harbour, and the boats that were not at sea lay on their sides in the mud with nobody near them.',
  ],
  [
    'de',
    'Als wir an den Hafen kamen, war das Wasser abgelaufen, und die Boote, die nicht auf See waren, lagen auf der Seite im Schlick und es war niemand da.',
  ],
  [
    'fr',
    'La mer était basse quand nous sommes arrivés dans le port, et les bateaux qui ne pouvaient pas partir étaient sur le côté, dans la boue, avec leurs filets.',
  ],
  [
    'es',
    'La marea estaba baja cuando llegamos al puerto, y los barcos que no estaban en el mar se quedaban de lado en el barro sin que nadie los mirara.',
  ],
  [
    'pt',
    'A maré estava baixa quando chegamos ao porto, e os barcos que não estavam no mar ficavam de lado na lama, sem que ninguém olhasse para eles.',
  ],
  [
    'it',
    'La marea era bassa quando siamo arrivati al porto, e le barche che non erano in mare stavano sul fianco nel fango senza che nessuno le guardasse.',
  ],
  [
    'nl',
    'Het was eb toen wij bij de haven kwamen, en de boten die niet op zee waren lagen op hun kant in de modder zonder dat er iemand naar keek.',
  ],
  [
    'pl',
    'Kiedy przyszliśmy do portu, był odpływ, a łodzie, które nie były na morzu, leżały na boku w błocie i nikt się nimi nie zajmował ani na nie nie patrzył.',
  ],
  [
    'ru',
    'Когда мы пришли в порт, был отлив, и лодки, которые не вышли в море, лежали на боку в иле, и никто на них не смотрел, потому что было ещё рано.',
  ],
  [
    'tr',
    'Bu ada çok güzel bir yer ve her yıl daha fazla insan için bir tatil yeri olarak biliniyor, ancak kışın buraya gelen çok az kişi var ve her şey daha sakin.',
  ],
  ['ja', '港に着いたときは潮が引いていて、海に出ていない船は泥の中で横になっていました。誰もそれを見ていませんでした。'],
  ['zh', '我们到达港口的时候正是退潮，没有出海的船只都侧躺在泥里，没有人看它们一眼。天还很早，岸上也没有什么人。'],
  ['ko', '우리가 항구에 도착했을 때는 썰물이었고 바다에 나가지 않은 배들은 진흙 속에 옆으로 누워 있었으며 아무도 그것을 보지 않았습니다.'],
  [
    'ar',
    'عندما وصلنا إلى الميناء كان البحر قد انحسر وكانت القوارب التي لم تخرج إلى البحر على جانبها في الطين ولم يكن هناك من ينظر إليها في هذا الوقت المبكر من الصباح',
  ],
]

test.each(TEXTS)('a text in %s is known by its words', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})

test('a short or mixed text is not guessed', () => {
  expect(guessLanguage('OK')).toBeNull()
  expect(guessLanguage('a1 b2 c3 d4 '.repeat(40))).toBeNull()
})

test('the declared tag stands unless the text clearly says otherwise', () => {
  expect(chooseLanguage(['en-gb'], TEXTS[0]![1])).toBe('en-GB')
  expect(chooseLanguage(['en'], TEXTS[1]![1])).toBe('de')
  expect(chooseLanguage([null, 'xx', 'de-AT'], 'Kurz.')).toBe('de-AT')
  expect(chooseLanguage([null], 'Short.')).toBeNull()
  expect(toLanguageTag('pt_BR')).toBe('pt-BR')
  expect(toLanguageTag('not a tag')).toBeNull()
})

test('a long text that begins with a list of contents is told by its middle', () => {
  const contents = Array.from({ length: 400 }, (_, at) => `${at}.1 Kernel configuration ${at}`).join('\n')
  const prose = 'The tide turns twice a day, and whoever lives in the town can tell when it will be in and out of the harbour. '
  expect(guessLanguage(contents)).toBeNull()
  expect(guessLanguage(`${contents}\n${prose.repeat(300)}`)).toBe('en')
})
