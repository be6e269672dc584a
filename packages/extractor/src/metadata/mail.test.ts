import { expect, test } from 'vitest'
import { extractPage } from '../extract.ts'

const TEXT = 'The pump loses its prime after an hour and I have no idea why, as all of the hoses were renewed last spring.'
const NAVIGATION = `<P><UL><LI>Previous message: <A HREF="000122.html">[boats] Anchors</A></li><LI>Next message: <A HREF="000124.html">[boats] Ropes</A></li><LI><B>Messages sorted by:</B> <a href="date.html#123">[ date ]</a> <a href="thread.html#123">[ thread ]</a> <a href="subject.html#123">[ subject ]</a></LI></UL>`

test('a message of a mailing list has its author and its day, and not the ways to the others', () => {
  const page = extractPage({
    html: `<HTML><HEAD><TITLE>[boats] Pump loses prime</TITLE></HEAD><BODY><H1>[boats] Pump loses prime</H1><B>Greta Muller</B>
    <A HREF="mailto:boats%40lists.example" TITLE="[boats] Pump loses prime">greta at pumps.example</A><BR>
    <I>Wed Feb 11 09:12:33 CET 2009</I>${NAVIGATION}<HR><!--beginarticle--><PRE>${TEXT}\n\nGreta</PRE><!--endarticle--><HR>${NAVIGATION}<hr>
    <a href="https://lists.example/listinfo/boats">More information about the boats mailing list</a><br></BODY></HTML>`,
    url: 'https://lists.example/pipermail/boats/2009-February/000123.html',
  })!
  expect(page).toMatchObject({ byline: 'Greta Muller', publishedTime: '2009-02-11' })
  expect(page.markdown).toContain(TEXT)
  expect(page.markdown).not.toMatch(/Previous|Next|sorted|More information/)
})

test('a line of a message’s head names its author where an address follows the name', () => {
  const read = (from: string) =>
    extractPage({
      html: `<html><head><title>Pump loses prime</title></head><body><h1>Pump loses prime</h1><ul><li><em>To</em>: boats@lists.example</li><li><em>From</em>: ${from}</li><li><em>Date</em>: Wed, 11 Feb 2009 09:12:33 +0100</li></ul><p>${TEXT}</p></body></html>`,
      url: 'https://lists.example/msg00012.html',
    })!
  expect(read('Greta Muller &lt;greta@pumps.example&gt;')).toMatchObject({ byline: 'Greta Muller', publishedTime: '2009-02-11' })
  expect(read('Kiel to Hamburg').byline).toBeNull()
})

test('a message as it was sent has its author and its day, and not how to answer it', () => {
  const page = extractPage({
    html: `<html><head><title>Re: [PATCH] Pump loses prime - 水野 晴香</title></head><body><form action="../"><pre><a href="../"><b>public inbox for boats@lists.example</b></a>
<input name=q type=text /><input type=submit value=search /> <a href="../help/">help</a> / <a href="../new.atom">Atom feed</a></pre></form><pre id=b>From: 水野 晴香 &lt;haruka@pumps.example&gt;
To: boats@lists.example
Subject: <a href="#r" id=t>Re: [PATCH] Pump loses prime</a>
Date: Wed, 11 Feb 2009 09:12:33 +0100	<a href="#r">[thread overview]</a>
Message-ID: &lt;m2@ex&gt; (<a href="raw">raw</a>)

${TEXT}
</pre><hr><pre><a href="../m1/" rel=prev>prev parent</a> <a href="#R">reply</a>

<b>Thread overview: </b>2+ messages
2009-02-10  8:15 <a href="../m1/">Greta Muller</a>
</pre><hr><pre id=R><b>Reply instructions:</b>

You may reply publicly to <a href=#t>this message</a> via plain-text email
</pre>Be sure your reply has a <b>Subject:</b> header at the top.<hr><pre>This is a public inbox, see <a href="../mirror/">mirroring instructions</a></pre></body></html>`,
    url: 'https://lists.example/boats/m2/',
  })!
  expect(page).toMatchObject({
    title: 'Re: [PATCH] Pump loses prime',
    byline: '水野 晴香',
    publishedTime: '2009-02-11',
    pageKind: 'forum',
  })
  expect(page.markdown).toContain(TEXT)
  expect(page.markdown).toContain('Thread overview')
  expect(page.markdown).not.toMatch(/Reply instructions|Be sure|mirroring/)
})

test('the first message of a thread in a public inbox says by whom and when', () => {
  const message = (name: string, day: string, text: string): string =>
    `<pre>* [PATCH] pump: keep prime\n<b>From:</b> ${name} @ ${day} UTC (<a href="#">permalink</a> / <a href="#">raw</a>)\n  To: boats; +Cc: pumps\n\n${text}</pre>`
  const page = extractPage({
    html: `<html><head><title>[PATCH] pump: keep prime</title></head><body>${message('Greta M', '2024-02-11 09:12', TEXT)}<hr>${message('Tom S', '2024-02-12 10:12', `Thanks, ${TEXT}`)}</body></html>`,
    url: 'https://lore.example/boats/x/',
  })!
  expect(page).toMatchObject({ byline: 'Greta M', publishedTime: '2024-02-11T09:12:00Z' })
})
