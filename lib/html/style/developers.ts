/** The side of the tools: documentation, status, the live panel, paying from a page. */
export const developers = `
.ask { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
select, .ask input { min-height: 2.75rem; border: 1px solid var(--edge); border-radius: .45rem; background: var(--card); color: var(--ink); padding: .4rem .75rem; max-width: 100%; }
#pay .field { flex: 1 1 13rem; } #pay select { width: 100%; }
.live output { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-top: 1.25rem; }
.live .answer { font: 600 .95rem/1.5 var(--mono); }
.who { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
.who > div { background: var(--card); padding: 1rem 1.15rem; display: grid; gap: .25rem; min-width: 0; }
.who code { background: none; padding: 0; }
.who a { font-size: .875rem; }
.who h3 { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: baseline; }
.who .facts { border: 0; display: block; margin-top: .35rem; }
.who .facts > div { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .2rem 0; }
.who .facts dt, .who .facts dd { border: 0; padding: 0; min-width: 0; }
.who .facts dt { flex: 0 0 4.75rem; }
.who .facts dd { flex: 1 1 14rem; }
@media (min-width: 52rem) { .who { grid-template-columns: repeat(2, minmax(0, 1fr)); } .who > div { grid-row: span 2; grid-template-rows: subgrid; } }
.verdict { border-left: 4px solid var(--accent); padding: .35rem 0 .35rem 1.1rem; margin: 1.25rem 0; font-size: 1.15rem; max-width: 60ch; }
.verdict strong { color: var(--accent); }
.verdict.partly { border-color: var(--warn); } .verdict.partly strong { color: var(--warn); }
.verdict.down { border-color: var(--bad); } .verdict.down strong { color: var(--bad); }
.bars { width: 11.25rem; max-width: 100%; height: 1.5rem; display: block; }
.bars .good { fill: var(--accent); } .bars .fair { fill: var(--warn); } .bars .bad { fill: var(--bad); } .bars .none { fill: var(--edge); }
.side { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2.5rem; }
.side > * { min-width: 0; }
@media (min-width: 60rem) { .side { grid-template-columns: 12rem minmax(0, 1fr); gap: 4rem; } .beside { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; overscroll-behavior: contain; padding: 4px; margin: -4px; } }
.beside { display: grid; gap: .75rem; align-content: start; grid-template-columns: minmax(0, 1fr); }
.beside ul { list-style: none; padding: 0; font-size: .92rem; }
.beside nav a { display: inline-block; padding: .22rem 0; color: var(--soft); text-decoration: none; }
.beside nav a:hover, .beside nav a[aria-current] { color: var(--ink); text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 2px; }
.group { font-size: .92rem; font-weight: 680; margin: 1.1rem 0 .25rem; }
.group:first-child { margin-top: 0; }
.menu { border: 1px solid var(--line); border-radius: .45rem; background: var(--card); }
.menu > summary { padding: .6rem .9rem; font-weight: 600; min-height: 2.75rem; }
.menu > div { padding: 0 .9rem .9rem; }
.menu ul { columns: 2; }
@media (min-width: 60rem) {
  @supports selector(::details-content) {
    .menu { border: 0; background: none; }
    .menu::details-content { content-visibility: visible; block-size: auto; }
    .menu > summary { display: none; }
    .menu > div { padding: 0; }
  }
  .menu ul { columns: 1; }
  nav + nav > .menu { margin-top: 1rem; }
}
.find label { display: block; font-size: .875rem; color: var(--soft); margin-bottom: .25rem; }
.find span { display: flex; gap: .5rem; }
.find input { min-width: 0; flex: 1; min-height: 2.75rem; border: 1px solid var(--edge); border-radius: .45rem; background: var(--card); color: var(--ink); padding: .4rem .75rem; }
@media (min-width: 60rem) { .beside .find .button { position: absolute; width: 1px; height: 1px; min-height: 0; padding: 0; overflow: hidden; clip-path: inset(50%); } .beside .find .button:focus { position: static; width: auto; height: auto; padding: .5rem .75rem; overflow: visible; clip-path: none; } }
.tabs { border: 0; padding: 0; margin: 0; min-width: 0; display: flex; flex-wrap: wrap; gap: .4rem; position: relative; }
.tabs > input { position: absolute; opacity: 0; width: 1px; height: 1px; }
.tabs > label { border: 1px solid var(--edge); border-radius: .45rem; padding: .3rem .8rem; font-size: .92rem; cursor: pointer; min-height: 2.25rem; }
.tabs > label:hover { border-color: var(--ink); }
.tabs > :checked + label { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.tabs > :focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; }
.tabs > .panel { flex: 0 0 100%; min-width: 0; display: none; margin-top: .5rem; }
.tabs > .panel pre { max-height: none; }
.tabs > input:nth-of-type(1):checked ~ .panel:nth-of-type(1),
.tabs > input:nth-of-type(2):checked ~ .panel:nth-of-type(2),
.tabs > input:nth-of-type(3):checked ~ .panel:nth-of-type(3),
.tabs > input:nth-of-type(4):checked ~ .panel:nth-of-type(4),
.tabs > input:nth-of-type(5):checked ~ .panel:nth-of-type(5),
.tabs > input:nth-of-type(6):checked ~ .panel:nth-of-type(6),
.tabs > input:nth-of-type(7):checked ~ .panel:nth-of-type(7),
.tabs > input:nth-of-type(8):checked ~ .panel:nth-of-type(8) { display: block; }
@media print { .tabs > .panel { display: block; } }
.fold { border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.fold > summary { padding: .65rem 0; font-weight: 600; min-height: 2.75rem; }
.fold[open] { padding-bottom: 1rem; }
pre b { font-weight: 650; } pre i { font-style: normal; color: var(--accent); } pre em { font-style: normal; color: var(--soft); }
.hits { list-style: none; padding: 0 !important; display: grid; gap: 1.25rem; }
.hits h2 { font-size: 1.1rem; line-height: 1.35; }
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
