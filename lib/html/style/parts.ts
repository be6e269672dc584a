/** What pages are put together from: frame, buttons, code, tables, lists of facts. */
export const parts = `
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 2; }
.in { width: min(100% - 2 * var(--gap), var(--wide)); margin-inline: auto; }
.top { border-bottom: 1px solid var(--line); }
.top .in { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.75rem; padding-block: .8rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 680; letter-spacing: -.015em; text-decoration: none; margin-right: auto; min-height: 2rem; }
.brand svg { width: 1.5rem; height: 1.5rem; flex: none; color: var(--accent); }
.top nav ul, .foot nav ul { display: flex; flex-wrap: wrap; gap: .1rem clamp(.9rem, 2vw, 1.4rem); list-style: none; padding: 0; }
.top nav a, .foot nav a { display: inline-block; padding-block: .3rem; text-decoration: none; color: var(--soft); font-size: .94rem; }
.top nav a:hover, .foot nav a:hover, .top nav a[aria-current] { color: var(--ink); text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; text-underline-offset: .4em; }
main { padding-block: clamp(2rem, 5vw, 3.5rem) var(--rise); }
main > section, main > .in > section { margin-top: var(--rise); }
.foot { border-top: 1px solid var(--line); padding-block: 2rem 3rem; color: var(--soft); font-size: .9rem; }
.foot .in { display: grid; gap: 1.25rem; }
.foot p { max-width: 62ch; }
.lede { font-size: clamp(1.05rem, 1rem + .45vw, 1.25rem); line-height: 1.5; color: var(--soft); max-width: 56ch; margin-top: 1rem; }
.lede strong { color: var(--ink); font-weight: 600; }
.prose { max-width: 68ch; }
.prose > * + * { margin-top: 1rem; }
.prose > h2 { margin-top: 2.75rem; }
.prose > h3 { margin-top: 1.9rem; }
:where(.prose) :is(ul, ol) { padding-left: 1.25rem; }
:where(.prose) li + li { margin-top: .35rem; }
.prose li::marker { color: var(--edge); }
.soft { color: var(--soft); }
.small { font-size: .875rem; }
.mono { font-family: var(--mono); font-size: .9em; }
.above { font-size: .9rem; color: var(--soft); margin-bottom: .6rem; }
.head { margin-bottom: 1.25rem; }
.head p { color: var(--soft); max-width: 76ch; margin-top: .4rem; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-top: 1.5rem; }
.field { display: grid; gap: .3rem; grid-template-columns: minmax(0, 1fr); min-width: 0; max-width: 100%; }
.field label { font-size: .875rem; color: var(--soft); }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1.15rem; border-radius: .45rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.button.quiet[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); color: var(--accent); }
.button.quiet:hover { border-color: var(--ink); background: var(--wash); color: var(--ink); }
.tag { display: inline-block; letter-spacing: 0; font-weight: 500; white-space: nowrap; border: 1px solid var(--edge); border-radius: 99rem; padding: 0 .6em; font-size: .8125rem; line-height: 1.6; color: var(--soft); }
.tag.on { border-color: var(--accent); color: var(--accent); }
section > h2 { margin-bottom: .75rem; }
.note { background: var(--wash); border-radius: .5rem; padding: 1rem 1.15rem; }
* + .note, table + ul, table + p { margin-top: 1rem; }
.note > * + * { margin-top: .5rem; }
.code { position: relative; }
.code figcaption { font-size: .85rem; color: var(--soft); margin-bottom: .4rem; display: flex; gap: .2rem .75rem; align-items: baseline; flex-wrap: wrap; min-height: 1.75rem; }
.code .copy { margin-left: auto; }
.code figcaption strong { color: var(--ink); font-weight: 640; }
.copy { border: 1px solid var(--line); background: var(--card); border-radius: .35rem; padding: .1rem .6rem; font-size: .8rem; cursor: pointer; min-height: 1.75rem; color: var(--soft); }
.copy:hover { border-color: var(--edge); color: var(--ink); }
.grid { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) { .grid { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
.grid > * { min-width: 0; }
.facts { display: grid; grid-template-columns: minmax(8rem, 13rem) 1fr; border-top: 1px solid var(--line); }
.facts > div { display: contents; }
.facts dt, .facts dd { padding: .6rem 1rem .6rem 0; border-bottom: 1px solid var(--line); margin: 0; }
.facts ul { list-style: none; padding: 0; }
.facts dt { color: var(--soft); font-size: .92rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .94rem; }
th, td { overflow-wrap: break-word; text-align: left; vertical-align: top; padding: .6rem 1.25rem .6rem 0; border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; font-size: .85rem; color: var(--soft); border-bottom-color: var(--edge); vertical-align: bottom; }
tbody th { font-weight: 500; }
th code { white-space: nowrap; }
td code { word-break: break-all; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; }
th:last-child, td:last-child { padding-right: 0; }
caption { text-align: left; color: var(--soft); font-size: .9rem; padding-bottom: .5rem; }
main > .in, .doc { container-type: inline-size; }
@container (max-width: 41rem) {
  .code pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .facts { grid-template-columns: 1fr; }
  .facts dt { border-bottom: 0; padding-bottom: 0; }
  .facts dd { padding-top: .1rem; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack, .stack caption, .stack tbody, .stack tr, .stack th, .stack td { display: block; }
  .stack tr { border-bottom: 1px solid var(--line); padding-block: .75rem; }
  .stack th code { white-space: normal; }
  .stack th, .stack td { overflow-wrap: anywhere; border: 0; padding: .05rem 0; text-align: left; }
  .stack td[data-label]::before { content: attr(data-label) ":\\00a0"; color: var(--soft); font-size: .875rem; }
  .stack th { font-weight: 650; }
  .stack th code { font-size: .95rem; }
}
`
