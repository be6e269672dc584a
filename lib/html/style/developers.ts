/** The side of the tools: price list, the course of a call, the live panel. */
export const developers = `
.hero { display: grid; grid-template-columns: minmax(0, 1fr); gap: clamp(2rem, 5vw, 4rem); align-items: center; }
.hero > * { min-width: 0; }
@media (min-width: 60rem) { .hero { grid-template-columns: minmax(0, 1.1fr) minmax(0, .9fr); } }
.slip { background: var(--card); filter: drop-shadow(0 0 1px var(--edge)) drop-shadow(0 1px 2px rgb(0 0 0 / .08)); padding: 1.5rem 1.6rem 1.75rem; font: .875rem/1.75 var(--mono); position: relative; }
.slip::after { content: ""; position: absolute; inset: auto 0 -7.5px; height: 8px; background: linear-gradient(135deg, var(--card) 50%, transparent 50%) 0 0 / 12px 8px repeat-x, linear-gradient(225deg, var(--card) 50%, transparent 50%) 0 0 / 12px 8px repeat-x; }
.slip p + p { margin-top: .55rem; }
.slip hr { border-top: 1px dashed var(--edge); margin: .9rem 0; }
.slip dl { display: grid; gap: .1rem; }
.slip dl > div { display: flex; gap: .5rem; align-items: baseline; }
.slip dl > div::before { content: ""; order: 1; flex: 1; border-bottom: 1px dotted var(--edge); }
.slip dt { color: var(--soft); }
.slip dd { margin: 0; order: 2; text-align: right; }
.slip .sum dt, .slip .sum dd { font-weight: 700; color: var(--ink); }
.slip .paid { color: var(--accent); font-weight: 700; }
.prices { list-style: none; padding: 0; border-top: 1px solid var(--edge); }
.prices li { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1.5rem; padding: .95rem 0; border-bottom: 1px solid var(--line); }
.prices h3 { display: flex; align-items: baseline; gap: .6rem; min-width: 0; }
.prices h3 a { text-decoration: none; font-family: var(--mono); font-size: .98rem; letter-spacing: -.02em; }
.prices h3 a:hover { text-decoration: underline; }
.prices .price { font: 600 1rem/1.3 var(--mono); text-align: right; }
.prices .what, .prices .from { grid-column: 1 / -1; }
.prices .from { color: var(--soft); font-size: .875rem; }
.prices .from a { white-space: nowrap; }
@media (min-width: 52rem) {
  .prices li { grid-template-columns: 14rem minmax(0, 1fr) auto; column-gap: 2rem; }
  .prices .what { grid-column: 2; grid-row: 1; }
  .prices .from { grid-column: 2; }
  .prices .price { grid-column: 3; grid-row: 1; }
}
.steps { list-style: none; padding: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.75rem 1.5rem; }
.steps > li { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto auto 1fr; gap: .45rem; }
@media (min-width: 60rem) { .steps { grid-template-columns: repeat(3, minmax(0, 1fr)); } .steps > li { grid-row: span 3; grid-template-rows: subgrid; } }
.steps .status { font: 700 1.05rem/1.3 var(--mono); display: flex; justify-content: space-between; gap: 1rem; border-top: 2px solid var(--ink); padding-top: .6rem; }
.steps .status span { font: 600 .8125rem/1.7 var(--sans); color: var(--soft); }
.steps .good { border-color: var(--accent); }
.steps .good, .steps .good span { color: var(--accent); }
.steps pre { max-height: 17rem; }
.ask { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
select { min-height: 2.75rem; border: 1px solid var(--edge); border-radius: .45rem; background: var(--card); color: var(--ink); padding: .4rem .75rem; max-width: 100%; }
.live output { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-top: 1.25rem; }
.live .answer { font: 600 .95rem/1.5 var(--mono); }
.who { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
.who > div { background: var(--card); padding: 1rem 1.15rem; display: grid; gap: .25rem; min-width: 0; }
.who code { background: none; padding: 0; }
.who h3 { display: flex; gap: .6rem; align-items: center; }
.who .facts { border: 0; grid-template-columns: 5.5rem minmax(0, 1fr); margin-top: .35rem; }
.who .facts dt, .who .facts dd { border: 0; padding: .2rem .75rem .2rem 0; }
@media (min-width: 52rem) { .who { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
.promises { list-style: none; padding: 0; display: grid; gap: 1.5rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); }
.promises li { border-top: 2px solid var(--accent); padding-top: .75rem; }
.promises p { color: var(--soft); margin-top: .3rem; font-size: .95rem; }
.side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.5rem; }
.side > * { min-width: 0; }
@media (min-width: 60rem) { .side { grid-template-columns: 12rem minmax(0, 1fr); gap: 4rem; } .side > nav { position: sticky; top: 1.5rem; align-self: start; } }
.side > nav ul { list-style: none; padding: 0; font-size: .92rem; }
.side > nav a { display: inline-block; padding: .22rem 0; color: var(--soft); text-decoration: none; }
.side > nav a:hover, .side > nav a[aria-current] { color: var(--ink); text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; }
.side > nav h2 { font-size: .92rem; letter-spacing: 0; margin: 1.1rem 0 .25rem; }
.side > nav h2:first-child { margin-top: 0; }
@media (max-width: 59.99rem) { .side > nav { border-bottom: 1px solid var(--line); padding-bottom: 1.25rem; order: 2; border: 0; } .side > nav ul { columns: 2; } }
.doc > section { margin-top: 2.75rem; }
.doc > section > h2 { margin-bottom: .85rem; font-size: 1.3rem; }
.doc > section > * + * { margin-top: .9rem; }
.doc p, .doc > section > ul { max-width: 70ch; }
.doc > .lede + p { margin-top: 1rem; }
.doc .who p { margin-top: 0; }
.doc > section > ul { padding-left: 1.2rem; }
.doc td code, .doc th code { background: none; padding: 0; }
.doc .d1 { padding-left: 1.1rem; } .doc .d2 { padding-left: 2.2rem; } .doc .d3 { padding-left: 3.3rem; }
.rules > * + * { margin-top: .9rem; }
.rules > h2 { margin-top: 2.75rem; }
.rules > h3 { margin-top: 1.75rem; }
.rules ul { padding-left: 1.2rem; }
.bill { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; align-items: baseline; margin-top: 1rem; font-family: var(--mono); font-size: .92rem; }
.bill strong { font-size: 1.25rem; }
`
