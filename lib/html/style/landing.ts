/** What only the landing page has: the slip, the price list, the course of a call, proof and promises. */
export const landing = `
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
.steps pre { max-height: calc(.9rem + 1px + 12 * 1.259375rem); white-space: pre-wrap; overflow-wrap: anywhere; }
.proof { display: grid; gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.proof > div { background: var(--card); padding: .9rem 1.15rem; min-width: 0; }
.proof > div:first-child { grid-column: 1 / -1; }
.proof dt { color: var(--soft); font-size: .92rem; }
.proof dd { margin: .15rem 0 0; }
.proof dd strong { font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.promises { list-style: none; padding: 0; display: grid; gap: 1.5rem 2rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 40rem) { .promises { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
@media (min-width: 64rem) { .promises { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
.promises li { border-top: 2px solid var(--accent); padding-top: .75rem; }
.promises p { color: var(--soft); margin-top: .3rem; font-size: .95rem; }
`
