import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'
import { NAMES, SAID } from '../testing/thread.ts'

const DAYS = ['February 11, 2024', 'February 12, 2024', 'February 13, 2024', 'February 14, 2024']
const read = (body: string) =>
  extractPage({
    html: `<html lang="en"><head><title>Pump loses prime - Boats</title></head><body><nav><a href="/">Boats</a></nav><main><h2><a href="/viewtopic.php?t=1">Pump loses prime</a></h2>${body}</main><footer><a href="/terms">Terms</a></footer></body></html>`,
    url: 'https://boats.example/viewtopic.php?t=1',
  })!.markdown

test('a title that leads to the post itself is no teaser: each post says who and when, and the thread is called once', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div id="p${at}" class="post"><div class="postbody"><h3><a href="./viewtopic.php?p=${at}#p${at}">${at > 0 ? 'Re: ' : ''}Pump loses prime</a></h3><p class="author">by <strong><a href="./memberlist.php?u=${at}" class="username">${NAMES[at]}</a></strong> » <time>${DAYS[at]}</time></p><div class="content">${text}<pre><code>reading ${at}</code></pre>and the same again on the day after that, with the hose held higher than before.</div></div></div>`,
    ).join('<hr>'),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown).not.toContain('Re:')
})

/** Answers to answers, each alone below what it answers. */
const chain = (at: number): string =>
  `<div class="thing comment" id="c${at}"><p class="tagline"><a href="/user/${NAMES[at]}" class="author">${NAMES[at]}</a> <span class="score">${at + 3} points</span><span class="score">${at + 4} points</span> <time>${DAYS[at]}</time> (1 child)</p><div class="md"><p>${SAID[at]}</p></div><div class="child">${at % 2 === 0 ? chain(at + 1) : ''}</div></div>`

test('a lone answer is a post of its own, and points are none of its text', () => {
  const markdown = read(`<div class="comments">${chain(0)}${chain(2)}</div>`)
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown).not.toContain('points')
})

test('answers of one line come out, whatever stands around each of them', () => {
  const said = SAID.map((text) => `${text.slice(0, 60)}.`)
  const markdown = read(
    said
      .map(
        (text, at) =>
          `<div class="answer" id="a${at}"><div class="votecell"><button>Up</button><div class="vote-count">${at}</div></div><div class="body"><p>${text}</p></div><div class="menu"><a href="/a/${at}">Share</a> <a href="/edit/${at}">Improve this answer of the thread</a> <button>Follow this answer</button></div><div class="user-info">answered <span class="relativetime">${DAYS[at]}</span></div><div class="user-details"><a href="/users/${at}/x">${NAMES[at]}</a></div><div class="flair"><span>54.2k</span> <span>11 gold badges and 23 of silver</span></div></div>`,
      )
      .join(''),
  )
  for (const text of said) expect(markdown).toContain(text)
})

test('seconds and minutes ago are when a post was written, and its head is not said again', () => {
  const ages = ['48 seconds ago', '3 minutes ago', '1 minute ago', '2 hrs ago']
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div class="comtr"><div class="comhead"><a href="/user?id=${NAMES[at]}" class="hnuser">${NAMES[at]}</a> <span class="age"><a href="/item?id=${at}">${ages[at]}</a></span> | <a href="#${at + 1}">next</a></div><div class="commtext">${text}</div></div>`,
    ).join(''),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${ages[at]}\n\n${text}`)
})

test('what each post says is no quote, though the forum writes it as one; a quote in it is', () => {
  const markdown = read(
    `<ol class="posts">${SAID.map(
      (text, at) =>
        `<li class="postcontainer" id="post_${at}"><div class="posthead"><span class="date">${DAYS[at]}</span></div><div class="userinfo"><a class="username" href="/member.php?${at}">${NAMES[at]}</a></div><div class="postbody"><blockquote class="postcontent">${at === 3 ? '<blockquote>It shrinks whenever it gets cold, the manual says.</blockquote>' : ''}${text}</blockquote></div></li>`,
    ).join('')}</ol>`,
  )
  for (const text of SAID) expect(markdown).toMatch(new RegExp(`^(?:\\d\\.)? *${text.slice(0, 40).replace('?', '\\?')}`, 'm'))
  expect(markdown).toMatch(/^ *> It shrinks whenever/m)
})

test('what vBulletin calls a quote in a post is one, without the signs on the line that says whose', () => {
  const quote =
    '<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_postedby"><img src="q.png" alt="Quote"> Originally Posted by <strong>greta</strong> <a href="showthread.php?p=1"><img src="v.png" alt="View Post"></a></div><div class="message">All of the hoses were renewed.</div></div></div></div>'
  const markdown = read(
    `<ol class="posts">${SAID.map(
      (text, at) =>
        `<li class="postcontainer" id="post_${at}"><div class="posthead"><span class="date">${DAYS[at]}</span></div><div class="userinfo"><a class="username" href="/member.php?${at}">${NAMES[at]}</a></div><div class="postbody"><blockquote class="postcontent">${at === 2 ? quote : ''}${text}</blockquote>${at === 3 ? '<img src="pump.jpg" alt="The pump"><p>That is how it looks since.</p>' : ''}</div></li>`,
    ).join('')}</ol>`,
  )
  expect(markdown).toMatch(/> Originally Posted by \*\*greta\*\*\n *>\n *> All of the hoses were renewed\.\n\n *Did you look/)
  expect(markdown).not.toMatch(/View Post|!\[Quote/)
  expect(markdown).toContain('![The pump]')
})

test('a day in the line of a reply’s number', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div class="windowbg"><div class="poster"><h4><a href="/index.php?action=profile;u=${at}" class="username">${NAMES[at]}</a></h4></div><div class="postarea"><div class="smalltext">&#171; <strong>${at > 0 ? `Reply #${at} on:` : ' on:'}</strong> ${DAYS[at]}, 09:12:00 AM &#187;</div><div class="inner">${text}</div></div></div>`,
    ).join(''),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}, 09:12:00 AM\n\n${text}`)
})

/** What posts of one thread hold, each in its own way. */
const FORMS = [
  (text: string) => `<p>${text}</p><ul>${'<li>One of the many things that I tried before.</li>'.repeat(9)}</ul>`,
  (text: string) =>
    `<p>${text}</p><h3>How</h3><blockquote><p>Somebody wrote this elsewhere.</p></blockquote><ol>${'<li>Turn it.</li>'.repeat(7)}</ol>`,
  (text: string) =>
    `<p>${text}</p><pre><code>reading 1</code></pre><table><tr><td>Hours</td><td>Bar</td></tr><tr><td>1</td><td>2</td></tr></table>`,
  (text: string) => `<p>${text}</p><div class="poll"><span>Yes: 3</span><p>No: 4</p><div><em>Ended in spring</em></div></div>`,
]

test('posts that hold nothing alike are posts: each begins with who wrote it and when, without what else the page says of them', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div id="post_${at}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope><a itemprop="url" href="/u/${NAMES[at]}"><span itemprop="name">${NAMES[at]}</span></a></span> <span class="infos"><time itemprop="datePublished" datetime="2024-02-1${at}T10:00:00Z">${DAYS[at]}</time> <span itemprop="position">${at + 1}</span></span></div><div class="post" itemprop="text">${FORMS[at]!(text)}</div></div>`,
    ).join(''),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown.match(/^\*\*\*$/gm)).toHaveLength(SAID.length - 1)
})

test('who wrote a post is not who changed it, nor who says something below it', () => {
  const person = (name: string, data: string): string =>
    `<div class="user-info"><div class="user-details"${data}><a href="/users/77/${name}">${name}</a></div></div>`
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div id="answer-${at}" class="answer" itemprop="suggestedAnswer"><div class="prose" itemprop="text"><p>${text}</p></div><div class="signature"><span class="user-action-time">edited <span class="relativetime">March 3, 2025</span></span>${person('Menditor', '')}</div><time itemprop="dateCreated" datetime="2024-02-1${at + 1}"></time>${person(NAMES[at]!, ' itemprop="author" itemscope')}<ul class="comments"><li class="comment" itemprop="comment"><span itemprop="text">Same here, and on a boat of the same make.</span> <span itemprop="author">Somebody</span></li></ul></div>`,
    ).join(''),
  )
  for (const [at, name] of NAMES.entries()) expect(markdown).toContain(`**${name}** · 2024-02-1${at + 1}\n\n${SAID[at]}`)
  expect(markdown).not.toMatch(/\*\*(?:Menditor|Somebody)\*\*/)
})

test('an author is named by data before what a picture, a state or a call to somebody says', () => {
  const markdown = read(
    `<ul>${SAID.map(
      (text, at) =>
        `<li class="${at % 2 === 0 ? 'owner-post' : 'pt-4'}" data-index="${at}" itemprop="comment" itemscope><meta itemprop="datePublished" content="2024-02-1${at + 1}T10:00:00Z"><div class="box"><a href="/user/someone${at}"><span title="x">${NAMES[at]![0]}</span><span class="visually-hidden">Offline</span></a></div><div class="head" itemprop="author" itemscope><meta itemprop="name" content="${NAMES[at]}"><span>${NAMES[at]} wrote on this board for the first of many times in spring</span></div><div class="content" itemprop="text"><p><a class="mention" href="/user/${NAMES[(at + 1) % 4]}">@${NAMES[(at + 1) % 4]}</a> ${text}</p></div></li>`,
    ).join('')}</ul>`,
  )
  for (const [at, name] of NAMES.entries()) {
    const head = markdown.indexOf(`**${name}** · 2024-02-1${at + 1}`)
    expect(head, name).toBeGreaterThan(-1)
    expect(markdown.slice(head, head + 400), name).toContain(SAID[at]!)
  }
  expect(markdown).not.toMatch(/^- \*\*[^*\n]*(?:Offline|@)/m)
})

test('posts in rows of a table, by members that only data name, at the moment that a title tells', () => {
  const markdown = read(
    `<table class="board"><tbody>${SAID.map(
      (text, at) =>
        `<tr><td class="msg"><div class="infobox"><span class="user uid_${at}7"><a data-username="${NAMES[at]}" class="name toggle"><b>${NAMES[at]}</b></a></span><span class="post_time" title="2/2${at}/2024 5:00:00 AM">2 years ago</span><span class="num">#${at + 1}</span></div><div class="body"><div class="text">${text}</div></div></td></tr>`,
    ).join('')}</tbody></table>`,
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · 2/2${at}/2024 5:00:00 AM\n\n${text}`)
})

test('the day on which an author joined is not that of the post', () => {
  const post = (name: string, at: number) =>
    `<li class="message" data-author="${name}"><div class="messageUserInfo"><h3 class="userText"><a class="username">${name}</a></h3><dl><dt>Joined:</dt><dd>Apr ${at}, 2010</dd></dl></div><div class="messageInfo"><blockquote class="messageText">The anchor of number ${at} holds in mud and in sand, and lets go of weed as soon as the wind turns by a quarter.</blockquote><div class="messageMeta"><a class="username author">${name}</a>, <a class="datePermalink"><abbr class="DateTime">Mar ${at}, 2026 at 10:15 AM</abbr></a></div></div></li>`
  const html = `<html lang="en"><head><title>Anchors</title></head><body><h1>Anchors</h1><ol class="messageList">${['marlow', 'KitTanner', 'oldgoat', 'Sandra'].map((name, at) => post(name, at + 3)).join('')}</ol></body></html>`
  const { markdown } = extractPage({ html, url: 'https://anchors.example/threads/1' })!
  expect(markdown).toContain('**marlow** · Mar 3, 2026')
  expect(markdown).not.toMatch(/· Apr/)
})

const filler = '<ul>'.concat(
  ...['Overview', 'Activity', 'Roadmap', 'Issues', 'Calendar', 'News', 'Wiki', 'Files'].map(
    (name) => `<li><a href="/${name}">${name}</a></li>`,
  ),
  '</ul>',
)
const aged = (at: number, title: string): string =>
  `<div class="message reply" id="message-${at}"><h4 class="reply-header">${title}Von <a class="user" href="/users/${at + 4}">${NAMES[at]}</a> vor <a title="1${at}.02.2024 22:16" href="/activity?from=2024-02-1${at}">9 Monaten</a> hinzugefügt</h4><div class="wiki"><p>${SAID[at]}</p></div></div>`

test('posts that are most of a page are a thread, whatever it looks like; a title that gives the moment of an age dates them', () => {
  const html = `<html lang="de"><head><title>Pumpe - Werft</title></head><body><div>${filler}</div><div><h2>Pumpe</h2><div>${[0, 1, 2, 3].map((at) => aged(at, '')).join('')}</div></div></body></html>`
  const result = extractPage({ html, url: 'https://werft.example/boards/1/topics/1' })!
  expect(result.pageKind).toBe('forum')
  for (const [at, text] of SAID.entries()) expect(result.markdown).toContain(`**${NAMES[at]}** · 1${at}.02.2024 22:16\n\n${text}`)
  expect(result.markdown).not.toContain('hinzugefügt')
})

test('buttons that all posts of a thread have are left out', () => {
  const post = (at: number): string =>
    `<div class="x${at}"><div class="x7"><a href="/users/${at}4">${NAMES[at]}</a> <time>${DAYS[at]}</time></div><div class="x8"><p>${SAID[at]}</p></div><div class="x9"><button><span>Répondre à ce message</span></button><button>Signaler</button></div></div>`
  const markdown = read(`<div>${[0, 1, 2, 3].map(post).join('')}</div>`)
  for (const text of SAID) expect(markdown).toContain(text)
  expect(markdown).not.toMatch(/Répondre|Signaler/)
})

test('teasers are no posts, though their titles are left out', () => {
  const teaser = (at: number): string =>
    `<article class="news"><header><h3><a href="/news/${at}">Notice ${at}</a></h3></header><p class="author"><a href="/users/${at + 4}">${NAMES[at]}</a> <a title="1${at}.02.2024 22:16" href="/activity">9 Monate</a></p><div class="wiki"><p>${SAID[at]}</p></div></article>`
  const html = `<html lang="de"><head><title>News - Werft</title></head><body><div>${filler}</div><div><h2>News</h2><div>${[0, 1, 2, 3].map(teaser).join('')}</div></div></body></html>`
  expect(extractPage({ html, url: 'https://werft.example/news' })!.pageKind).not.toBe('forum')
})

test('in a thread the name right beside the day is who wrote, whatever it is called', () => {
  const post = (text: string, head: string): string =>
    `<div class="x"><div class="c">${head}</div><div class="d"><p>${text}</p></div><button class="r">Reply</button></div>`
  const names = ['Greta Sund', 'P. Dream', 'Tomasz Lis', 'Asha Raman']
  for (const head of [
    (at: number) => `<span class="i">${names[at]![0]}</span><div class="n">${names[at]}</div><div class="w">${DAYS[at]}</div>`,
    (at: number) => `<div class="w">${DAYS[at]}</div><div class="n"><span>${names[at]}</span> <span>Member</span></div>`,
  ]) {
    const markdown = read(SAID.map((text, at) => post(text, head(at))).join(''))
    for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${names[at]}** · ${DAYS[at]}\n\n${text}`)
    expect(markdown).not.toMatch(/^\w$|Member/m)
  }
})

test('a moment in full and in short is said once, and the year of joining is no day', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<article class="post" id="p${at}"><a href="/user/${at}x" class="username">${NAMES[at]}</a><div class="join-date">Joined 2019</div><time datetime="2024-02-1${at + 1}"><span>${DAYS[at]}</span><span>2 yr</span></time><div class="text"><p>${text}</p></div></article>`,
    ).join(''),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown).not.toMatch(/2019|2 yr/)
})

test('what a board writes before who and when is not said again below it', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div id="p${at}" class="post"><p class="author"><a href="./viewtopic.php?p=${at}#p${at}"><span class="sr-only">Post</span></a> by <strong><a href="./memberlist.php?u=${at}" class="username">${NAMES[at]}</a></strong> » <time>${DAYS[at]}</time></p><div class="content">${text}</div></div>`,
    ).join(''),
  )
  expect(markdown).not.toMatch(/Post|»/)
})

test('a name and a day in one line are the head of a post, whatever they are called', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div class="relative" id="${at}"><div class="bold">${NAMES[at]} · <span class="small">0${at + 1}/03/2026 19:4${at}</span></div><div class="body"><p>${text}</p></div></div>`,
    ).join(''),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · 0${at + 1}/03/2026 19:4${at}\n\n${text}`)
})

test('a board that numbers its days and names their authors as terms', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div id="p227071${at}" class="blockpost"><h2><span><span>#${at + 1}</span> <a href="viewtopic.php?pid=227071${at}#p227071${at}">2025-11-0${at + 1} 15:14:37</a></span></h2><div class="box"><dl><dt><strong>${NAMES[at]}${at}</strong></dt><dd><strong>Member</strong></dd><dd><span>Registered: 2025-11-01</span></dd><dd><span>Posts: ${at}</span></dd></dl><div class="postright"><h3>${at > 0 ? 'Re: ' : ''}Pump loses prime</h3><div class="postmsg"><p>${text}</p></div></div></div></div>`,
    ).join(''),
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}${at}** · 2025-11-0${at + 1} 15:14:37\n\n${text}`)
  expect(markdown).not.toMatch(/Registered|Member|Re:/)
})

test('what every post of somebody ends with is no part of what it says', () => {
  const markdown = read(
    `<ol>${SAID.map(
      (text, at) =>
        `<li class="post" id="p${at}"><div class="head"><a href="/member.php?u=${at}1" class="username">${NAMES[at]}</a> <span class="date">${DAYS[at]}</span></div><blockquote class="postcontent"><p>${text}</p></blockquote><blockquote class="signature restore"><div>Member ${at} of the crew, and proud of it: <a href="https://crew${at}.example/">our boats and how we keep them</a></div></blockquote></li>`,
    ).join('')}</ol>`,
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n   ${text}`)
  expect(markdown).not.toContain('crew')
})

test('what unfolds a quote is no part of it', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<div class="post" id="p${at}"><a href="/user/${at}x" class="username">${NAMES[at]}</a> <time>${DAYS[at]}</time><div class="text"><blockquote><p>Somebody said number ${at} of it elsewhere.</p><div><a role="button" tabindex="0">Click to expand...</a></div><div><a>Click to shrink...</a></div></blockquote><p>${text}</p></div></div>`,
    ).join(''),
  )
  expect(markdown).toContain('number 2')
  expect(markdown).not.toContain('Click')
})

test('pictures of who wrote a post, of their rank and of who liked it are no part of it', () => {
  const markdown = read(
    SAID.map(
      (text, at) =>
        `<article class="post" id="p${at}"><a href="/profile/${at}12-x/" class="photo"><img src="/uploads/photo-${at}.png" alt="${NAMES[at]}"></a> <a href="/profile/${at}12-x/" class="username">${NAMES[at]}</a> <a href="/profile/${at}12-x/badges/"><img src="/uploads/mentor.svg" alt="Mentor"></a><time>${DAYS[at]}</time><div class="text"><p>${text}</p><p><img src="/uploads/valve-${at}.jpg" alt="The valve ${at}"></p><p>This is how number ${at} of them looked.</p></div><ul><li><img src="/like-${at}.png" class="reaction-image" alt="Like"></li></ul></article>`,
    ).join(''),
  )
  expect(markdown).toContain('The valve 2')
  expect(markdown).not.toMatch(/photo|Mentor|Like|^- /m)
})

test('an issue of a tracker is a thread by its data, each comment by the name and the moment in one line, and ends with the last', () => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: 'Pump loses prime',
    author: { name: 'greta' },
  }
  const comment = (text: string, at: number): string =>
    `<div class="css-1"><div class="css-2"><h3 class="sr-only">${NAMES[at]} commented on ${DAYS[at]}</h3><a href="/${NAMES[at]}">${NAMES[at]}</a> <a href="#c${at}"><relative-time datetime="2024-02-1${at + 1}T09:00:00Z">on ${DAYS[at]}</relative-time></a><span>Member</span></div><div class="markdown-body"><p>${text}</p></div></div>`
  const markdown = read(
    `<script type="application/ld+json">${JSON.stringify(data)}</script><div>${SAID.map(comment).join('')}</div><div><h3>Assignees</h3><span>No one</span><h3>Labels</h3><a href="/bug">bug</a></div>`,
  )
  for (const [at, text] of SAID.entries()) expect(markdown).toContain(`**${NAMES[at]}** · ${DAYS[at]}\n\n${text}`)
  expect(markdown).not.toMatch(/commented on|Assignees|Labels/)
})
