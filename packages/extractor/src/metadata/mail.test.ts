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
