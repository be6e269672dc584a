/** Threads in the markup of boards and trackers that need a rule of their own. */
import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const SAID = [
  'The pump loses its prime after an hour and I have no idea why this happens, as all of the hoses were renewed last spring.',
  'Check the foot valve first, mine had a small stone stuck in it for weeks before anybody thought of looking there.',
  'Did you look at the gasket? It shrinks in the cold and lets air in, and from outside there is nothing to be seen of it.',
]
const NAMES = ['greta', 'PipeDream', 'Tomasz']
const OPENING = 'I have an old bilge pump that worked for twelve years and now stops after an hour.'

const read = (body: string, title = 'Pump loses prime - Boats') =>
  extractPage({
    html: `<html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`,
    url: 'https://boats.example/t/1',
  })!
const each = (post: (text: string, name: string, at: number) => string): string =>
  SAID.map((text, at) => post(text, NAMES[at]!, at)).join('\n')

/** Answers of each thread in the markup of its maker, and when each was written. */
const THREADS: Readonly<Record<string, { posts: string; when: (at: number) => string }>> = {
  'vBulletin 3': {
    posts: `<div id="posts">${each(
      (text, name, at) =>
        `<div id="edit${at}"><table class="tborder" id="post${at}"><tr><td class="thead"><a name="post${at}"><img src="images/statusicon/post_old.gif" alt="Old"></a> 02-1${at}-2009, 09:12 AM</td><td class="thead" align="right">#<a href="showpost.php?p=${at}"><strong>${at + 1}</strong></a></td></tr><tr><td class="alt2"><div><a class="bigusername" href="member.php?u=${at}">${name}</a></div><div class="smallfont">Senior Member</div><div class="smallfont"><div>Join Date: Mar 2004</div><div>Posts: 1,2${at}4</div></div></td><td class="alt1"><div class="smallfont"><strong>${at > 0 ? 'Re: ' : ''}Pump loses prime</strong></div><hr><div id="post_message_${at}">${text}</div></td></tr><tr><td class="alt1" colspan="2"><a href="newreply.php?p=${at}"><img src="images/buttons/quote.gif" alt="Reply With Quote"></a></td></tr></table></div>`,
    )}</div>`,
    when: (at) => `02-1${at}-2009, 09:12 AM`,
  },
  'phpBB 2': {
    posts: `<table class="forumline"><tr><th>Author</th><th>Message</th></tr>${each(
      (text, name, at) =>
        `<tr><td class="row${(at % 2) + 1}"><span class="name"><a name="${at}"></a><b>${name}</b></span><br><span class="postdetails">Crew<br><br><br>Joined: 02 Mar 2004<br>Posts: 2${at}<br>Location: Kiel</span></td><td class="row${(at % 2) + 1}"><table><tr><td><a href="viewtopic.php?p=${at}#${at}"><img src="icon_minipost.gif" alt="Post"></a><span class="postdetails">Posted: Wed Feb 1${at}, 2009 9:12 am<span class="gen">&nbsp;</span>&nbsp; &nbsp;Post subject: ${at > 0 ? 'Re: ' : ''}Pump loses prime</span></td><td><a href="posting.php?p=${at}"><img src="icon_quote.gif" alt="Reply with quote"></a></td></tr><tr><td colspan="2"><hr></td></tr><tr><td colspan="2"><span class="postbody">${text}</span></td></tr></table></td></tr><tr><td class="row1"><a href="#top">Back to top</a></td><td><table><tr><td><a href="profile.php?u=${at}"><img src="icon_profile.gif" alt="View profile"></a></td></tr></table></td></tr>`,
    )}</table>`,
    when: (at) => `Wed Feb 1${at}, 2009 9:12 am`,
  },
  'Hacker News': {
    posts: `<table class="comment-tree">${each(
      (text, name, at) =>
        `<tr class="athing comtr"><td><table><tr><td class="ind"></td><td class="default"><div><span class="comhead"><a href="user?id=${name}" class="hnuser">${name}</a> <span class="age" title="2024-02-1${at}T09:12:00 1707556320"><a href="item?id=${at}">10 months ago</a></span> <span class="navs"> | <a href="#${at}">next</a></span></span></div><br><div class="comment"><div class="commtext">${text}</div></div></td></tr></table></td></tr>`,
    )}</table>`,
    when: (at) => `2024-02-1${at}T09:12:00`,
  },
  'a time that its data tell': {
    posts: each(
      (text, name, at) =>
        `<div class="comment"><p class="tagline"><a href="/user/${name}" class="author">${name}</a> <time datetime="2024-02-1${at}T09:12:00+00:00" class="live-timestamp">3 hours ago</time></p><div class="md"><p>${text}</p></div></div>`,
    ),
    when: (at) => `2024-02-1${at}T09:12:00+00:00`,
  },
  GitHub: {
    posts: `<div data-testid="issue-timeline-container">${each(
      (text, name, at) =>
        `<div class="LayoutHelpers-module__timelineElement--x"><div class="react-issue-comment"><a href="https://github.com/${name}"><img alt="@${name}" src="https://avatars.githubusercontent.com/u/${at}" width="40" height="40"></a><div><div data-testid="comment-header"><h3 class="sr-only">More actions</h3><a data-testid="avatar-link" href="https://github.com/${name}" class="ActivityHeader-module__AuthorLink--x">${name}</a><div><a href="#issuecomment-${at}" data-testid="comment-header-link"><relative-time datetime="2024-02-1${at}T09:12:00.000Z">on Feb 1${at}, 2024</relative-time></a></div><button>More actions</button></div><div data-testid="markdown-body"><p>${text}</p></div></div></div></div>`,
    )}</div>`,
    when: (at) => `Feb 1${at}, 2024`,
  },
  Jira: {
    posts: each(
      (text, name, at) =>
        `<div id="comment-${at}" class="issue-data-block activity-comment"><div class="action-head"><a href="#" class="twixi"><span>Hide</span></a><div class="action-details"><a class="user-hover" href="/secure/ViewProfile.jspa?name=u${at}"><span class="aui-avatar"></span> ${name}</a> added a comment - <a class="subText"><span class="date user-tz" title="1${at}/Feb/09 09:12"><time class="livestamp" datetime="2009-02-1${at}T09:12:00+0000">1${at}/Feb/09 09:12</time></span></a></div></div><div class="action-body"><p>${text}</p></div></div>`,
    ),
    when: (at) => `2009-02-1${at}`,
  },
  Slashdot: {
    posts: `<ul>${each(
      (text, name, at) =>
        `<li id="tree_6415316${at}" class="comment full"><div class="cw"><div class="commentTop"><div class="title"><h4><a href="//boats.example/comments.pl?sid=2&amp;cid=6415316${at}">Pump loses prime</a></h4></div><div class="details"><span class="by">by <a href="//slashdot.org/~${name}">${name}</a></span> <span class="otherdetails">on Friday January 1${at}, 2024 @04:05PM (<a href="//boats.example/comments.pl?sid=2&amp;cid=6415316${at}">#6415316${at}</a>) Journal</span></div></div><div class="commentBody"><p>${text}</p></div></div></li>`,
    )}</ul>`,
    when: (at) => `Friday January 1${at}, 2024 @04:05PM`,
  },
  Trac: {
    posts: each(
      (text, name, at) =>
        `<div class="change" id="trac-change-${at}"><h3 class="change" id="comment:${at}"><span class="cnum"><a href="#comment:${at}">comment:${at}</a></span> by <span class="trac-author">${name}</span>, <a class="timeline" href="/timeline" title="See timeline at 1${at} Feb 2009, 09:12:33">15 years ago</a></h3><div class="comment"><p>${text}</p></div></div>`,
    ),
    when: (at) => `1${at} Feb 2009, 09:12:33`,
  },
  'GitHub’s issues': {
    posts: each(
      (text, name, at) =>
        `<div data-wrapper="IC_${at}"${at === 0 ? ' class="timeline-element"' : ''}><div id="issuecomment-${at}" class="react-issue-comment"><div data-testid="comment-header"><h3 class="sr-only">${name} commented on Feb 1${at}, 2024</h3><div><a data-testid="avatar-link" class="ActivityHeader-module__AuthorLink" href="https://github.com/${name}">${name}</a></div><a href="#issuecomment-${at}"><relative-time datetime="2024-02-1${at}T12:00:00.000Z">on Feb 1${at}, 2024</relative-time></a><div><button>More actions</button></div></div><div class="react-issue-comment-body"><div class="markdown-body"><p>${text}</p></div></div></div></div>`,
    ),
    when: (at) => `Feb 1${at}, 2024`,
  },
  'GitHub’s discussions': {
    posts: `${each(
      (text, name, at) =>
        `<div class="${at === 2 ? 'nested-comment timeline-comment' : 'timeline-comment'}" id="c${at}"><div class="head"><h3><a class="author" href="/${name}">${name}</a> <a href="#c${at}"><relative-time datetime="2024-02-1${at}T10:00:00Z">Feb 1${at}, 2024</relative-time></a></h3></div><table><tbody><tr><td class="comment-body markdown-body"><p>${text}</p></td></tr></tbody></table><div class="below">`,
    )}${'</div></div>'.repeat(SAID.length)}`,
    when: (at) => `Feb 1${at}, 2024`,
  },
  HyperKitty: {
    posts: each(
      (text, name, at) =>
        `<div class="${at % 2 === 0 ? 'even' : 'odd'}"><div class="email${at === 0 ? ' email-first' : ''}"><div class="email-header"><div class="email-author"><h2 class="name">${at === 1 ? name : `<a href="/archives/users/${at}/">${name}</a>`}</h2></div><div class="email-date"><div class="time text-muted"><span title="Sender's time: Feb. 1${at}, 2024, 9 a.m.">1${at} Feb</span></div><div>9 a.m.</div></div></div><div class="email-body"><p>${text}</p></div><div class="email-info"><a class="reply">Reply</a></div></div></div>`,
    ),
    when: (at) => `Feb. 1${at}, 2024, 9 a.m.`,
  },
}

test.each(Object.entries(THREADS))('each post stands by itself, below who wrote it and when: %s', (_name, { posts, when }) => {
  const { markdown } = read(`<main><h1>Pump loses prime</h1>${posts}</main>`)
  for (const [at, text] of SAID.entries()) expect(markdown.replace(/^ +/gm, '')).toContain(`**${NAMES[at]}** · ${when(at)}\n\n${text}`)
  expect(markdown.match(/^\*\*\*$|^- \*\*/gm)?.length).toBeGreaterThanOrEqual(SAID.length - 1)
  expect(markdown).not.toMatch(/Join|Posts:|Crew|Senior|Re:|subject|Reply With|months ago|comment:/)
})

test('a thread on phpBB is called what it is called, without the name of all such pages', () => {
  expect(read(THREADS['phpBB 2']!.posts, 'Boats :: View topic - Pump loses prime').title).toBe('Pump loses prime')
})

/** Openers of threads in places of their own before the answers. */
const OPENERS: Readonly<Record<string, { opener: string; answers: string; date: string; iso: string }>> = {
  'Hacker News': {
    opener: `<table class="fatitem"><tr class="athing"><td class="title"><span class="titleline"><a href="item?id=1">Pump loses prime</a></span></td></tr><tr><td class="subtext"><span class="score">128 points</span> by <a href="user?id=opener" class="hnuser">opener</a> <span class="age" title="2024-02-09T09:12:00 1707469920"><a href="item?id=1">10 months ago</a></span> | <a href="hide?id=1">hide</a></td></tr><tr><td><div class="toptext">${OPENING}</div></td></tr></table>`,
    answers: THREADS['Hacker News']!.posts,
    date: '2024-02-09T09:12:00',
    iso: '2024-02-09T09:12:00',
  },
  'old Reddit': {
    opener: `<div id="siteTable"><div class="thing link" data-author="opener"><p class="title"><a href="/r/boats/1">Pump loses prime</a></p><p class="tagline">submitted <time title="Fri Feb 9 09:12:00 2024 UTC" datetime="2024-02-09T09:12:00+00:00" class="live-timestamp">10 months ago</time> by <a href="/user/opener" class="author">opener</a></p><div class="md"><p>${OPENING}</p></div></div></div>`,
    answers: `<div class="commentarea">${THREADS['a time that its data tell']!.posts}</div>`,
    date: 'Fri Feb 9 09:12:00 2024 UTC',
    iso: '2024-02-09',
  },
  Trac: {
    opener: `<div id="ticket"><div class="date"><p>Opened <a class="timeline" href="/timeline" title="See timeline at 09 Feb 2009, 09:12:33">15 years ago</a></p><p>Closed <a class="timeline" href="/timeline" title="See timeline at 14 Feb 2009, 09:12:33">15 years ago</a></p></div><table class="properties"><tr><th>Reported by:</th><td><span class="trac-author">opener</span></td><th>Owned by:</th><td>nobody</td></tr></table><div class="description"><h3>Description</h3><p>${OPENING}</p></div></div>`,
    answers: `<div id="changelog"><h2>Change History</h2>${THREADS.Trac!.posts}</div>`,
    date: '09 Feb 2009, 09:12:33',
    iso: '2009-02-09',
  },
  'GitHub’s issues': {
    opener: `<h1>Pump loses prime</h1><div data-testid="issue-body"><div><a data-testid="issue-body-header-author" href="https://github.com/opener">opener</a><div>opened <a href="#issue-1"><relative-time datetime="2024-02-09T09:12:00.000Z">on Feb 9, 2024</relative-time></a></div></div><div class="markdown-body"><p>${OPENING}</p></div></div>`,
    answers: THREADS['GitHub’s issues']!.posts,
    date: 'Feb 9, 2024',
    iso: '2024-02-09T09:12:00Z',
  },
}

test.each(Object.entries(OPENERS))(
  'what opens a thread says by whom and when, as its answers do: %s',
  (_name, { opener, answers, ...said }) => {
    const { markdown, byline, publishedTime } = read(`<main>${opener}${answers}</main>`, 'Pump loses prime | Boats')
    expect(markdown).toContain(`**opener** · ${said.date}\n\n`)
    expect(markdown.indexOf('**opener**')).toBeLessThan(markdown.indexOf(OPENING))
    expect(markdown).toContain(`***\n\n**${NAMES[0]}**`)
    expect({ byline, publishedTime }).toEqual({ byline: 'opener', publishedTime: said.iso })
  },
)

test('what somebody submitted to a thread keeps its link to another site, and a title that leads to the thread has none', () => {
  const { opener, answers } = OPENERS['Hacker News']!
  const submitted = (href: string): string =>
    read(`<main>${opener.replace('item?id=1"', `${href}"`)}${answers}</main>`, 'Pump loses prime | Boats').markdown
  expect(submitted('https://pumps.example/prime')).toContain('[Pump loses prime](https://pumps.example/prime)')
  expect(submitted('item?id=1')).not.toContain('[Pump loses prime]')
  expect(submitted('https://boats.example/item?id=1')).not.toContain('[Pump loses prime]')
})

test('who posted last does not open the thread, and code of numbers is none of its head', () => {
  const opener = `<article class="first"><div class="info">Last post by <a href="/members/late.7">late</a> <time datetime="2025-01-01">Jan 1, 2025</time></div><div class="who"><a href="/members/opener.1" class="username">opener</a> <time datetime="2024-02-09">Feb 9, 2024</time></div><p>${OPENING}</p><pre>12\n7</pre></article>`
  const { markdown } = read(
    `<main><h1>Pump loses prime</h1>${opener}<section>${THREADS['a time that its data tell']!.posts}</section></main>`,
  )
  expect(markdown).toContain(`**opener** · Feb 9, 2024\n\n`)
  expect(markdown).toContain('```\n12\n7\n```')
})

test('a comment that is the only one below an answer says by whom and when, where comments are asked for', () => {
  const comment = `<ul class="comments-list"><li class="comment js-comment"><div class="comment-body"><span class="comment-copy">A stone it was, thank you, I would never have looked there.</span> <div>– <a href="/users/10/opener" class="comment-user">opener</a></div> <span class="comment-date"><span title="2024-02-15 10:00:00Z" class="relativetime-clean">Feb 15, 2024 at 10:00</span></span></div></li></ul>`
  const answers = each(
    (text, name, at) =>
      `<div class="answer" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"><div class="prose" itemprop="text"><p>${text}</p></div><div class="user-action-time">answered <span class="relativetime">Feb 1${at}, 2024 at 9:12</span></div><div class="user-details" itemprop="author" itemscope><a href="/users/${at}/x">${name}</a></div><div class="comments">${at === 1 ? comment : ''}</div></div>`,
  )
  const html = `<html lang="en"><head><title>Pump loses prime</title></head><body><main><h1>Pump loses prime</h1>${answers}</main></body></html>`
  const { markdown } = extractPage({ html, url: 'https://boats.example/q/1', include: ['comments'] })!
  expect(markdown).toContain(`**PipeDream** · Feb 11, 2024 at 9:12\n\n${SAID[1]}`)
  expect(markdown).toMatch(/\*\*opener\*\* · Feb 15, 2024 at 10:00\s+A stone it was/)
})

test('what unfolds a quote is none of it', () => {
  const posts = each(
    (text, name, at) =>
      `<div class="message"><a class="username" href="/members/${at}.x">${name}</a> <time datetime="2024-02-1${at}">Feb 1${at}, 2024</time><div class="body"><blockquote><div>Somebody said that pumps are all alike.</div><div class="expandLink"><a role="button">Click to expand...</a></div></blockquote><p>${text}</p></div></div>`,
  )
  expect(read(`<main><h1>Pump loses prime</h1>${posts}</main>`).markdown).not.toContain('Click to expand')
})
