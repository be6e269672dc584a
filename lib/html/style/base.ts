/** Elements as they look without a class. */
export const base = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.15; letter-spacing: -.02em; font-weight: 680; text-wrap: balance; margin: 0; }
h1 { font-size: clamp(1.9rem, 1.2rem + 3.2vw, 3.1rem); letter-spacing: -.032em; }
h2 { font-size: clamp(1.3rem, 1.1rem + 1vw, 1.7rem); }
h3 { font-size: 1.06rem; letter-spacing: -.01em; line-height: 1.3; }
p, ul, ol, dl, pre, table, figure { margin: 0; }
.lede { text-wrap: pretty; }
a { color: inherit; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; text-decoration-color: var(--edge); }
a:hover { color: var(--accent); text-decoration-color: currentColor; }
:focus-visible, input:focus-within { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
code, pre, kbd, samp { font-family: var(--mono); font-size: .875em; font-variant-ligatures: none; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem 1rem; font-size: .8125rem; line-height: 1.55; overflow: auto; overflow-wrap: normal; white-space: pre; tab-size: 2; max-height: calc(.9rem + 1px + 20 * 1.259375rem); }
pre code { font-size: inherit; }
:not(pre) > code { background: var(--code); border-radius: .25rem; padding: .12em .35em; margin-inline: .06em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
img, svg { max-width: 100%; }
summary { cursor: pointer; }
button, input, select { font: inherit; color: inherit; }
time, .num { font-variant-numeric: tabular-nums; }
@media (prefers-reduced-motion: no-preference) {
  html { scroll-behavior: smooth; }
  a, button, select { transition: color .12s, background-color .12s, border-color .12s; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #333; --line: #bbb; --edge: #666; --accent: #000; --wash: #fff; --code: #fff; --on-accent: #fff; color-scheme: light; }
  .top nav, .skip, .filters, .copy, .live, .foot nav { display: none; }
  body { font-size: 10.5pt; }
  pre { max-height: none; white-space: pre-wrap; }
  li, tr, figure { break-inside: avoid; }
  main a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .8em; color: #333; }
}
`
