/** The side of the tenders: a board like that of a station, what closes first on top; everything within reach of a thumb. */
export const tenders = `
.plain > section { margin-top: 2.5rem; }
.plain ul:not([class]) { padding-left: 1.2rem; }
.plain h1 { font-size: clamp(1.75rem, 1.2rem + 2.6vw, 2.6rem); }
.seek { margin-top: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.15rem; display: grid; gap: .9rem; }
.filters { display: grid; gap: .9rem 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); align-items: end; }
select, .field input { width: 100%; min-width: 0; min-height: 2.9rem; border: 1px solid var(--edge); border-radius: .45rem; background: var(--card); color: var(--ink); padding: .45rem .75rem; max-width: 100%; }
.seek .button, .filters .button { min-height: 2.9rem; }
@media (min-width: 46rem) { .seek { grid-template-columns: repeat(3, minmax(0, 1fr)); align-items: end; } }
.trades { list-style: none; padding: 0; border-top: 1px solid var(--edge); }
.trades a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .8rem 0; border-bottom: 1px solid var(--line); text-decoration: none; min-height: 3.4rem; align-items: center; }
.trades a:hover { background: var(--wash); color: var(--ink); box-shadow: -.6rem 0 var(--wash), .6rem 0 var(--wash); }
.trades .name { font-weight: 600; }
.trades .open { font: 600 1.05rem/1.3 var(--sans); font-variant-numeric: tabular-nums; text-align: right; }
.trades .open small { font-weight: 400; font-size: .85rem; color: var(--soft); }
.trades .soon { grid-column: 1 / -1; font-size: .875rem; color: var(--soft); }
@media (min-width: 52rem) { .trades { display: grid; grid-template-columns: 1fr 1fr; grid-auto-flow: column; grid-template-rows: repeat(10, auto); column-gap: 3.5rem; } }
.plain + .board { margin-top: 1.5rem; }
.board { list-style: none; padding: 0; border-top: 1px solid var(--edge); }
.board > li { padding: 1.15rem 0 1.25rem; border-bottom: 1px solid var(--line); display: grid; gap: .45rem 2rem; }
.when { display: flex; flex-wrap: wrap; gap: 0 .6rem; align-items: baseline; font-size: .92rem; }
.when strong { color: var(--accent); font-weight: 660; }
.when.now strong { background: var(--accent); color: var(--on-accent); padding: .05rem .5rem; border-radius: .25rem; }
.when time { color: var(--soft); }
.board h2 { font-size: 1.1rem; line-height: 1.35; letter-spacing: -.012em; font-weight: 620; text-wrap: pretty; }
.board h2 a { text-decoration: none; display: inline-block; padding-block: .15rem; }
.board h2 a:hover { text-decoration: underline; }
.board .who { color: var(--soft); }
.board .what { font-size: .92rem; display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; }
.board .what b { font-weight: 640; }
.board .why { color: var(--soft); font-size: .85rem; }
@media (min-width: 52rem) {
  .board > li { grid-template-columns: 14rem minmax(0, 1fr); }
  .board .when { display: block; }
  .board .when > * { display: block; width: fit-content; }
  .board .body { grid-column: 2; }
}
.board .body > * + * { margin-top: .25rem; }
.count { font-variant-numeric: tabular-nums; }
.pages { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: space-between; align-items: center; margin-top: 1.5rem; }
.feeds + p, .small + .words { margin-top: .75rem; }
.kind { text-transform: capitalize; }
.follow { margin-top: 1rem; }
.feeds { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin-top: .9rem; }
.feeds a { display: inline-flex; align-items: center; min-height: 2.5rem; padding: .25rem .9rem; border: 1px solid var(--edge); border-radius: .45rem; text-decoration: none; }
.feeds a:hover { border-color: var(--accent); }
.fault { border: 2px solid var(--ink); border-radius: .5rem; padding: 1rem 1.15rem; margin-top: 1.25rem; }
.fault ul { padding-left: 1.2rem; margin-top: .35rem; }
details.more { margin-top: 1.25rem; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
details.more > summary { padding: .8rem 0; font-weight: 600; min-height: 2.75rem; }
details.more[open] > summary { border-bottom: 1px solid var(--line); }
@supports selector(::details-content) { @media (min-width: 60rem) { details.more.wide::details-content { content-visibility: visible; block-size: auto; } details.more.wide > summary { display: none; } } }
details.more > :last-child { padding: 1rem 0 1.25rem; }
.deadline { border-left: 4px solid var(--accent); padding: .35rem 0 .35rem 1.1rem; margin-top: 1.5rem; }
.deadline strong { display: block; font-size: 1.5rem; line-height: 1.2; letter-spacing: -.02em; }
.deadline.over { border-color: var(--edge); }
.summary { max-width: 68ch; margin-top: 1rem; white-space: pre-line; }
.words + * { margin-top: 1rem; }
.words { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; padding: 0; }
.words li { margin: 0; border: 1px solid var(--line); border-radius: .3rem; padding: .05rem .55rem; font-size: .9rem; background: var(--card); }
`
