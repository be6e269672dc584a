import { expect, test } from 'vitest'
import { readDocument } from '../document.ts'

const URL = 'https://harbour.example/x'
const page = (title: string, main: string, head = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><header><a href="/">Harbour</a>
  <nav><ul><li><a href="/a">Shop</a></li><li><a href="/b">About</a></li></ul></nav></header><main>${main}</main><footer><p>© Harbour</p></footer></body></html>`
const outcome = (body: string, contentType = 'text/html'): string => {
  const result = readDocument(body, URL, { contentType })
  return result.ok ? 'read' : result.reason
}

/** Name, heading and sentence of a page that is not there. */
const MISSING: readonly (readonly string[])[] = [
  ['Page not found', 'Oops! That page can’t be found.', 'The page you are looking for might have been removed or had its name changed.'],
  ['Página no encontrada', 'Error 404', 'La página que buscas no existe o ha sido movida.'],
  ['Seite nicht gefunden', 'Diese Seite existiert nicht', 'Die von Ihnen gesuchte Seite konnte leider nicht gefunden werden.'],
  ['Page non trouv&eacute;e', 'Cette page est introuvable', 'La page que vous recherchez n’existe pas ou n’existe plus.'],
  ['Página não encontrada', 'Erro 404', 'A página que você procura não existe ou foi removida.'],
  ['Pagina non trovata', 'Errore 404', 'La pagina che stai cercando non esiste o è stata spostata.'],
  ['Pagina niet gevonden', '404 Niet gevonden', 'De pagina die je zoekt bestaat niet (meer).'],
  ['Nie znaleziono strony', 'Błąd 404', 'Strona, której szukasz, nie istnieje lub została przeniesiona.'],
  ['Страница не найдена', 'Ошибка 404', 'Запрашиваемая страница не существует или была удалена.'],
  ['Сторінку не знайдено', 'Помилка 404', 'Сторінка, яку ви шукаєте, не існує.'],
  ['Sayfa bulunamadı', '404 Hata', 'Aradığınız sayfa bulunamadı veya kaldırılmış olabilir.'],
  ['Stránka nenalezena', 'Chyba 404', 'Požadovaná stránka neexistuje nebo byla odstraněna.'],
  ['Az oldal nem található', '404 hiba', 'A keresett oldal nem található.'],
  ['Pagina nu a fost găsită', 'Eroare 404', 'Pagina pe care o căutați nu există.'],
  ['Sidan kunde inte hittas', 'Fel 404', 'Sidan du söker finns inte eller har flyttats.'],
  ['Η σελίδα δεν βρέθηκε', 'Σφάλμα 404', 'Η σελίδα που αναζητάτε δεν υπάρχει.'],
  ['Halaman tidak ditemukan', 'Kesalahan 404', 'Halaman yang Anda cari tidak ditemukan.'],
  ['Không tìm thấy trang', 'Lỗi 404', 'Trang bạn tìm kiếm không tồn tại.'],
  ['ページが見つかりません', '404 エラー', 'お探しのページは見つかりませんでした。削除された可能性があります。'],
  ['页面不存在', '404 错误', '抱歉，您访问的页面不存在或已被删除。'],
  ['페이지를 찾을 수 없습니다', '404 오류', '요청하신 페이지를 찾을 수 없습니다.'],
  ['الصفحة غير موجودة', 'خطأ 404', 'عذراً، الصفحة التي تبحث عنها غير موجودة.'],
  ['صفحه یافت نشد', 'خطای 404', 'صفحه مورد نظر شما یافت نشد.'],
  ['הדף לא נמצא', 'שגיאה 404', 'הדף שחיפשת לא נמצא.'],
]

test.each(MISSING)(
  '“%s” is the page of an error: by its title, its heading, or its sentence under a title of the site',
  (name, heading, sentence) => {
    expect(outcome(page(`${name} | Harbour`, '<p>Harbour</p>'))).toBe('error_page')
    expect(outcome(page('Harbour', `<h1><span>${name}</span></h1><a href="/">Harbour</a>`))).toBe('error_page')
    expect(outcome(page('Harbour', `<h1>${heading}</h1><p>${sentence}</p>`))).toBe('error_page')
    expect(outcome(page('Harbour', `<p>${sentence}</p>`))).toBe('error_page')
  },
)

test.each([
  'Access denied',
  'Acceso denegado',
  'Zugriff verweigert',
  'Accès refusé',
  'Acesso negado',
  'Accesso negato',
  'Toegang geweigerd',
  'Odmowa dostępu',
  'Доступ запрещён',
  'Erişim engellendi',
  'Akses ditolak',
  'アクセスが拒否されました',
  '拒绝访问',
  '접근이 거부되었습니다',
  'تم رفض الوصول',
])('and so is “%s”', (name) => {
  expect(outcome(page(name, `<h1>${name}</h1><p>Harbour</p>`))).toBe('error_page')
})

test.each([
  [
    'Down for maintenance',
    'We’ll be back soon!',
    'Sorry for the inconvenience. We’re performing some maintenance at the moment. We’ll be back up shortly!',
  ],
  ['Site under maintenance', 'Be right back', 'Our website is currently undergoing scheduled maintenance. Please check back soon.'],
  ['Wartungsarbeiten', 'Wartungsmodus', 'Wir führen derzeit Wartungsarbeiten durch.'],
  ['Site en maintenance', 'Maintenance en cours', 'Notre site est actuellement en maintenance.'],
  ['En mantenimiento', 'Sitio en mantenimiento', 'Estamos realizando tareas de mantenimiento.'],
  ['Site em manutenção', 'Em manutenção', 'Nosso site está em manutenção.'],
  ['Sito in manutenzione', 'In manutenzione', 'Il nostro sito è attualmente in manutenzione.'],
  ['Технические работы', 'Сайт на обслуживании', 'На сайте ведутся технические работы.'],
  ['メンテナンス中', 'ただいまメンテナンス中です', 'ただいまメンテナンスを行っております。'],
  ['系统维护', '网站维护中', '网站正在进行维护，请稍后再试。'],
])('“%s” is a page that its site keeps back', (name, heading, sentence) => {
  expect(outcome(page(name, `<h1>${heading}</h1><p>${sentence}</p>`))).toBe('error_page')
  expect(outcome(page('Harbour', `<h1>${heading}</h1><p>${sentence}</p>`))).toBe('error_page')
  expect(outcome(page('Harbour', `<h1>${heading}</h1><p>Harbour Street 12</p>`))).toBe('error_page')
})

test('a line of text that only names an error is no document', () => {
  expect(outcome('404: Not Found', 'text/plain')).toBe('error_page')
  expect(outcome('404 Not Found\n500 Internal Server Error\n', 'text/plain')).toBe('read')
})

const WALLS: Readonly<Record<string, string>> = {
  Cloudflare: page(
    'Attention Required! | Cloudflare',
    `<h1>Sorry, you have been blocked</h1><h2>Why have I been blocked?</h2><p>This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution. There are several actions that could trigger this block including submitting a certain word or phrase, a SQL command or malformed data.</p><h2>What can I do to resolve this?</h2><p>You can email the site owner to let them know you were blocked.</p>`,
  ),
  DataDome:
    '<title>harbour.example</title><p id="cmsg">Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
  HUMAN: page(
    'Access to this page has been denied.',
    '<h1>Please verify you are a human</h1><p>Access to this page has been denied because we believe you are using automation tools to browse the website.</p><div id="px-captcha"></div>',
  ),
  Imperva: page(
    'Pardon Our Interruption',
    '<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot. There are a few reasons this might happen:</p><ul><li>You have disabled cookies in your web browser.</li></ul>',
  ),
  'AWS WAF': page('Human Verification', '<div id="captcha-container"></div><p>Confirm you are human</p>'),
  Akamai: page('Challenge Validation', '<div id="sec-if-cpt-container"><p>Powered and protected by Privacy</p></div>'),
  Vercel: page(
    'Vercel Security Checkpoint',
    '<p>We are verifying your browser</p><p><a href="https://vercel.link">Website owner? Click here to fix</a></p>',
  ),
  Sucuri: page(
    'Sucuri WebSite Firewall - Access Denied',
    '<h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner (or you manage this site), please whitelist your IP or if you think this block is an error please open a support ticket.</p>',
  ),
  reCAPTCHA: page(
    'harbour.example',
    '<form><p>To continue, please confirm that you are not a robot.</p><div class="g-recaptcha"></div><button>Submit</button></form>',
  ),
  hCaptcha: page('Security check', '<p>Please complete the security check to access the site.</p><div class="h-captcha"></div>'),
  'consent to cookies': page(
    'Before you continue to Harbour',
    '<h1>Before you continue to Harbour</h1><p>We use cookies and data to deliver and maintain our services.</p><button>Accept all</button>',
  ),
}

test.each(Object.entries(WALLS))('a wall is not the page behind it: %s', (_name, html) => {
  expect(outcome(html)).toBe('access_wall')
})

test.each([
  'Log in to continue',
  'Inicia sesión para continuar',
  'Connectez-vous pour continuer',
  'Войдите, чтобы продолжить',
  'ログインしてください',
  '请先登录',
  'Please enable JavaScript to continue.',
  'Bitte aktivieren Sie JavaScript, um fortzufahren.',
  'Для работы сайта включите JavaScript.',
  'JavaScriptを有効にしてください。',
  '请启用 JavaScript 后继续。',
  'Confirma que no eres un robot',
  'Bitte bestätigen Sie, dass Sie kein Roboter sind.',
  'Veuillez confirmer que vous n’êtes pas un robot.',
  'ロボットではないことを確認してください',
  '请确认您不是机器人',
])('nor is what asks its reader to do something first: %s', (sentence) => {
  expect(outcome(page('Harbour', `<p>${sentence}</p>`))).toBe('access_wall')
})

const FORM =
  '<form method="post"><label>Name <input name="user"></label><label>Key <input type="password" name="key"></label><button>Go</button></form>'

test.each([
  'Sign in',
  'Log in to Harbour',
  'Iniciar sesión',
  'Anmelden',
  'Connexion',
  'Zaloguj się',
  'Войти',
  'ログイン',
  '用户登录',
  '로그인',
])('a page that is a form to sign in by is the wall before another: %s', (name) => {
  expect(outcome(page(`${name} | Harbour`, `<h1>Harbour</h1>${FORM}<p>Forgotten? Write to us.</p>`))).toBe('access_wall')
  expect(outcome(page('Harbour', `<h1>${name}</h1>${FORM}<p>Forgotten? Write to us.</p>`))).toBe('access_wall')
})

const REAL: Readonly<Record<string, string>> = {
  'a page about an error': page(
    '404 Not Found - HTTP | Docs',
    '<h1>404 Not Found</h1><p>The HTTP 404 Not Found client error response status code indicates that the server cannot find the requested resource.</p>',
  ),
  'the same in another language': page(
    '404 Not Found | Glosario',
    '<h1>404 Not Found</h1><p>El código de estado HTTP 404 indica que el servidor no encuentra el recurso solicitado.</p>',
  ),
  'a shirt that is called an error': page(
    'Page Not Found – Shop',
    '<h1>Page Not Found</h1><p>$19.99</p><p>A shirt for those who are never there. Soft cotton.</p><button>Add to cart</button>',
  ),
  'a shirt with an error on it': page(
    '404 Not Found T-Shirt – Shop',
    '<h1>404 Not Found T-Shirt</h1><p>Soft cotton, printed by hand. Sizes S to XXL.</p>',
  ),
  'a film': page(
    'Acceso denegado - Cine',
    '<h1>Acceso denegado</h1><p>La nueva película de Ana Ruiz cuenta la noche de un vigilante que pierde la llave del archivo.</p>',
    '<meta property="article:published_time" content="2024-03-01T10:00:00Z">',
  ),
  'short news in Spanish': page(
    'El faro | Diario',
    '<h1>El faro vuelve a lucir</h1><p>El faro del puerto no se encuentra ya a oscuras: desde el lunes luce de nuevo. La página de la autoridad portuaria publicará los horarios.</p>',
  ),
  'what JavaScript is': page(
    'JavaScript',
    '<h1>JavaScript</h1><p>JavaScript is a programming language of the web. It enables pages to react to what their readers do.</p>',
  ),
  'how to turn JavaScript on': page(
    'How to enable JavaScript',
    '<h1>How to enable JavaScript</h1><p>Open the settings of your browser, choose Privacy, and then Site settings.</p><p>Scroll down to JavaScript and switch it on.</p>',
  ),
  'a question about an error': page(
    'Help',
    '<h1>Dead links</h1><p>If you see “The page you are looking for does not exist”, clear your cache and try again. Otherwise write to us.</p>',
  ),
  'a robot': page(
    'Robot vacuum R2',
    '<h1>Robot vacuum R2</h1><p>Not a robot that gets lost: it checks every room, confirms its map and returns to its dock.</p>',
  ),
  'news with a line that asks to sign in': page(
    'Harbour opens',
    '<h1>Harbour opens</h1><p>The new harbour opened on Monday with a feast for all who had built it, and the ferry ran without fares until midnight.</p><p>Sign in to read more.</p>',
  ),
  'a form with a captcha': page(
    'Contact',
    '<h1>Contact us</h1><p>Harbour Street 12, open from nine to five.</p><form><div class="g-recaptcha"></div><button>Send</button></form>',
  ),
  'a page whose scripts hold another': page(
    'Hours',
    '<h1>Hours</h1><p>Open from nine to five.</p><h2 hidden>Page not found</h2>',
    '<script>const view = "<h1>Page not found</h1>"; AwsWafIntegration.getToken()</script>',
  ),
  'a page beside whose text readers may sign in': page(
    'Hours | Harbour',
    `<h1>Hours</h1><p>Open from nine to five, on Sundays from ten to noon.</p><aside><h2>Log in</h2>${FORM}</aside>`,
  ),
  'what signing in is': page('Sign in | Handbook', '<h1>Sign in</h1><p>Choose your name from the list and type the word on your card.</p>'),
  'what maintenance costs': page(
    'Boat maintenance',
    '<h1>Boat maintenance</h1><p>Scheduled maintenance keeps your boat afloat: we clean, paint and check the hull once a year.</p>',
  ),
  'news of maintenance to come': page(
    'Maintenance on Sunday',
    '<h1>Maintenance on Sunday</h1><p>On Sunday the ferry will be under maintenance from six to nine. Buses run instead, from the church to the pier.</p>',
  ),
  'a shop that will open': page(
    'Harbour',
    '<h1>Harbour</h1><p>We will be back at the market on 3 May, with bread, cheese and honey.</p><p>Stall 12, from eight.</p>',
  ),
  'a room': page('Room 404', '<h1>Room 404</h1><p>Fourth floor, sea view, two beds.</p>'),
  'a thing that is sold out': page(
    'Red boots',
    '<h1>Red boots</h1><p>This item is no longer available.</p><p>Leather, with a sole of rubber, made in Porto. Sizes 36 to 44.</p>',
  ),
  'an empty search': page('Search', '<h1>Search results</h1><p>No products were found for “red boots”.</p>'),
  'a page that says where it is now': page(
    'Docs',
    '<p>This page has moved to <a href="https://new.example/docs">new.example/docs</a>.</p>',
  ),
  'a cat': page(
    'Cat not found',
    '<h1>Cat not found</h1><p>Our grey cat has been missing since Friday. Who has seen her? Call 555 0199.</p>',
  ),
}

test.each(Object.entries(REAL))('a short page is read: %s', (_name, html) => {
  expect(outcome(html)).toBe('read')
})

test.each([
  ['Redirecting', '<script>location.replace("other")</script><p>Redirecting...</p>'],
  ['App', '<div id=root><p>Loading…</p></div><script src=a.js></script>'],
  ['One moment', '<p>You are being redirected. Please wait.</p><p>Click here if you are not redirected automatically.</p>'],
  ['Moved', '<p>You will be redirected to the new site in 5 seconds. If you are not redirected, reload.</p>'],
])('a page that only says that another one will come is none: %s', (title, body) => {
  expect(outcome(`<!doctype html><title>${title}</title><body>${body}</body>`)).toBe('nothing_readable')
})

test.each([
  ['Redirecting', '<p>Redirecting to <a href="https://new.example/">new.example</a>…</p>'],
  ['Redirecting', '<p>Redirecting mail takes two weeks.</p>'],
  ['Loading', '<p>Loading dock B is closed on Monday.</p>'],
])('one that says where, or something else, is read: %s, %s', (title, body) => {
  expect(outcome(page(title, body))).toBe('read')
})

test('a long page is read whatever it is called', () => {
  const text = '<p>The page you are looking for does not exist, says the server, and the reader turns to another one, as readers do.</p>'
  expect(
    outcome(
      page(
        '404 Not Found',
        `<h1>404 Not Found</h1>${text.repeat(3)}<p>${'Servers have said so in many ways since the first of them. '.repeat(30)}</p>`,
      ),
    ),
  ).toBe('read')
})
