import { SHOP_COLOR } from '../catalogue/goods.js';

/** Font stack and colors, light and dark. A copy of the simulator's palette, because its package exports no styles. */
export const PALETTE = `
:root{color-scheme:light dark;
--font:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--font-code:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;
--page:#f3f4f7;--surface:#fff;--raised:#e9ecf2;--border:#d9dee7;--field-border:#7b869c;
--text:#1b2230;--muted:#55607a;--link:#0b5c72;--focus:#0b7a99;
--brand:#12303b;--on-brand:#fff;--action:#0b5c72;--on-action:#fff;
--good:#14532d;--good-surface:#dff3e4;--bad:#8c1d18;--bad-surface:#fbe3e1;--wait:#5a4300;--wait-surface:#fff0c2}
@media (prefers-color-scheme:dark){:root{
--page:#12171d;--surface:#1b222b;--raised:#27313d;--border:#35404e;--field-border:#8592a6;
--text:#e8ecf2;--muted:#a9b4c4;--link:#7fd3ea;--focus:#7fd3ea;
--brand:#0c232c;--on-brand:#e8f6fb;--action:#7fd3ea;--on-action:#06222b;
--good:#a5e3b9;--good-surface:#173524;--bad:#ffb4ab;--bad-surface:#43201e;--wait:#f7d98a;--wait-surface:#3a2f10}}
`;

/** The only stylesheet of the shop. Touch targets are at least 44 px (2.75rem) high. */
export const STYLESHEET = `${PALETTE}:root { --shop: #${SHOP_COLOR}; }
* { box-sizing: border-box; }
html { scroll-padding-bottom: 6rem; font: 16px/1.5 var(--font); color: var(--text); background: var(--page); }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; }
main, .top > div { width: 100%; max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
main { flex: 1; padding-bottom: 2rem; }
a { color: var(--link); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1.5rem 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.0625rem; margin: 0 0 .75rem; }
.lead { color: var(--muted); margin: 0 0 1.5rem; }
.banner { padding: .45rem 1rem; background: var(--wait-surface); color: var(--wait); font-size: .875rem; font-weight: 600; text-align: center; }
.banner a { color: inherit; }
.top { background: var(--shop); }
.top > div { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 1rem; padding-top: .35rem; padding-bottom: .35rem; }
.brand { display: flex; align-items: center; gap: .6rem; min-height: 2.75rem; font-size: 1.125rem; font-weight: 650; text-decoration: none; }
.brand svg { width: 2rem; height: 2rem; }
.brand, .top nav a { color: #fff; white-space: nowrap; }
nav { display: flex; flex-wrap: wrap; gap: 0 .25rem; }
nav a { display: flex; align-items: center; min-height: 2.75rem; padding: 0 .7rem; text-decoration: none; border-bottom: 3px solid transparent; border-top: 3px solid transparent; }
nav:not(.foot) { margin-left: -.7rem; }
.top nav { margin-right: -.7rem; }
.back a { text-decoration: none; } .back a::before { content: '←' / ''; margin-right: .4rem; } .back a:hover { text-decoration: underline; }
.foot { align-items: center; color: var(--muted); }
nav a:hover { text-decoration: underline; }
nav [aria-current] { border-bottom-color: currentColor; font-weight: 650; }
footer { padding: 1.25rem; text-align: center; color: var(--muted); font-size: .875rem; }
footer span { display: inline-block; }
.card { background: var(--surface); border: 1px solid var(--border); border-radius: .875rem; padding: 1.25rem; }
.card > :last-child { margin-bottom: 0; }
.card > :is(h1, p):first-child { margin-top: 0; }
.narrow { max-width: 34rem; margin: 2rem auto; }
.shelf { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; }
.goods { display: flex; flex-direction: column; padding: 1rem; }
.goods > svg { width: 100%; height: 8rem; background: #f1f3f6; border-radius: .625rem; margin-bottom: .75rem; padding: .5rem; }
.goods h2, .goods h3 { font-size: 1.0625rem; margin: 0; }
.goods p { margin: .15rem 0 0; color: var(--muted); font-size: .9375rem; }
.goods .buy { margin-top: auto; padding-top: .75rem; display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem; color: var(--text); font-size: 1rem; }
input, select { width: 100%; min-height: 2.75rem; padding: .6rem .75rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--field-border); border-radius: .5rem; }
.stepper { display: flex; }
.stepper input { width: 3rem; padding: .4rem .25rem; text-align: center; appearance: textfield; border-radius: 0; }
.stepper button { width: 2.75rem; padding: 0; border-radius: .5rem 0 0 .5rem; border-color: var(--field-border); font-size: 1.25rem; }
.stepper [data-step="-1"] { border-right: 0; } .stepper [data-step="1"] { border-left: 0; border-radius: 0 .5rem .5rem 0; }
.stepper [hidden] ~ input { border-radius: .5rem; width: 4.5rem; }
.stepper ::-webkit-inner-spin-button { appearance: none; }
.stepper [hidden] ~ ::-webkit-inner-spin-button { appearance: auto; }
[hidden] { display: none !important; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.top :focus-visible { outline-color: #fff; }
[aria-invalid] { border-color: var(--bad); border-width: 2px; }
.actions { margin: 1.25rem 0 0; display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; }
.actions a:not(.button), .back a, .change { display: inline-flex; align-items: center; min-height: 2.75rem; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .6rem 1.25rem; font: inherit; font-weight: 650; text-align: center; text-decoration: none; border: 1px solid transparent; border-radius: .5rem; background: var(--action); color: var(--on-action); cursor: pointer; }
button:hover, .button:hover { text-decoration: underline; }
.quiet { background: var(--surface); color: var(--link); border-color: var(--link); }
.copy { min-height: 2.75rem; margin: -.75rem 0; padding: 0 .6rem; font-size: .8125rem; border: 0; background: none; color: var(--link); }
.sticky { position: sticky; bottom: 0; z-index: 1; display: flex; justify-content: flex-end; align-items: center; gap: .75rem 1.5rem; margin: 1.25rem -1.25rem 0; padding: .75rem 1.25rem; background: var(--page); border-top: 1px solid var(--border); }
.market .sticky { position: static; margin: 0; padding: 0; background: none; border: 0; }
@media (min-width: 44.01rem) { .market > :last-child { position: sticky; top: 1rem; } }
.sticky button { white-space: nowrap; }
.sticky output { margin-right: auto; font-weight: 650; font-variant-numeric: tabular-nums; }
.columns { display: grid; grid-template-columns: 1.15fr 1fr; gap: 1.25rem; align-items: start; margin-top: 1.25rem; }
.columns > *, .stack > * { min-width: 0; }
.columns > div, .stack { display: grid; gap: 1.25rem; }
main > .card:not(.narrow) { margin-top: 1.25rem; }
.behind { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between; }
.behind p { flex: 1 1 20rem; margin: 0; }
.field { margin: 0 0 1rem; }
.field label { display: block; font-weight: 600; margin-bottom: .3rem; }
.complaint, .problem { color: var(--bad); overflow-wrap: anywhere; }
.complaint { display: block; font-size: .9375rem; font-weight: 600; margin-top: .3rem; }
.problem { background: var(--bad-surface); border-left: 5px solid; border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
ul.problem { padding-left: 2rem; }
.hint { color: var(--muted); font-size: .9375rem; margin: 1rem 0 0; overflow-wrap: anywhere; }
.field .hint { display: block; margin-top: .3rem; }
.lines, .records { width: 100%; border-collapse: collapse; }
.lines td, .lines tfoot th { padding: .6rem 0; border-bottom: 1px solid var(--border); text-align: left; }
.lines td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines tfoot th, .lines tfoot td { border: 0; font-weight: 650; padding-top: .75rem; }
.times { color: var(--muted); white-space: nowrap; }
.what { color: var(--muted); font-size: .9375rem; }
.status { --tone: var(--muted); border-top: 5px solid var(--tone); }
.status h1 { margin: .25rem 0; }
.status p { margin: .25rem 0 0; }
.status .hint, .status .actions, .status .facts { margin-top: 1.25rem; }
.status .label { margin: .25rem 0 .5rem; }
.status h2 { margin: 1.25rem 0 .25rem; } .status > h2:first-child { margin-top: 0; }
.sign { width: 3rem; height: 3rem; fill: none; stroke: var(--tone); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.good { --tone: var(--good); --tone-surface: var(--good-surface); }
.bad { --tone: var(--bad); --tone-surface: var(--bad-surface); }
.waiting { --tone: var(--wait); --tone-surface: var(--wait-surface); }
.label { display: inline-block; white-space: nowrap; font-size: .875rem; font-weight: 650; padding: .2rem .7rem; border-radius: 99px; background: var(--tone-surface, var(--raised)); color: var(--tone, var(--text)); }
.neutral.label { color: var(--text); }
.orders { list-style: none; margin: 1rem 0 0; padding: 0; display: grid; gap: .75rem; }
.orders li { display: grid; grid-template-columns: 1fr auto minmax(11rem, max-content); gap: 1rem; align-items: center; padding: .9rem 1.25rem; margin: 0; }
.orders a { text-decoration: none; } .orders a:hover strong { text-decoration: underline; }
.orders strong, .orders .what { display: block; }
.orders .label { justify-self: end; }
.columns .orders { margin: 0; } .columns .orders li { grid-template-columns: 1fr auto auto; }
.sum { font-variant-numeric: tabular-nums; white-space: nowrap; }
.sum.large { font-size: 1.75rem; font-weight: 650; }
.office { border-bottom: 1px solid var(--border); margin-bottom: 1rem; padding: .5rem 0; }
.office .hint { margin-top: .25rem; font-size: .875rem; }
.columns section > form:not(.actions) { margin-top: 1rem; }
.facts { margin: 0 0 1rem; }
.facts div { display: grid; grid-template-columns: 9rem 1fr; gap: .75rem; padding: .5rem 0; border-bottom: 1px solid var(--border); }
.facts dt { color: var(--muted); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.code { font: .875em var(--font-code); overflow-wrap: anywhere; }
.records th { text-align: left; font-size: .875rem; color: var(--muted); }
.records th, .records td { padding: .6rem .75rem .6rem 0; border-bottom: 1px solid var(--border); vertical-align: middle; }
.records tr:last-child td { border-bottom: 0; padding-bottom: 0; }
.records .sum { text-align: right; padding-right: 0; }
.records td > a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.records .code, .records td:has(.copy) { white-space: nowrap; }
.toolbar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1.25rem; }
.toolbar .field { flex: 1 1 18rem; margin: 0; }
.toolbar .problem { flex-basis: 100%; margin: 0; }
summary { display: flex; align-items: center; min-height: 2.75rem; font-weight: 600; color: var(--link); cursor: pointer; }
summary::before { content: '▸'; margin-right: .5rem; } [open] > summary::before { content: '▾'; }
.pager:has(a) { margin-top: 1rem; }
.link { overflow-wrap: anywhere; }
.failure { margin: 1rem 0; }
.log { list-style: none; margin: 0; padding: 0; }
.log li { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .6rem 0; border-bottom: 1px solid var(--border); }
.log a { display: inline-flex; align-items: center; min-height: 2.75rem; white-space: nowrap; }
.moves .what { display: block; } .moves .actions { margin: .5rem 0; } .moves .label { align-self: start; flex: none; }
.steps { margin: 1rem 0; padding-left: 1.25rem; display: grid; gap: .9rem; } .steps form { margin-top: .4rem; } .steps + p { font-weight: 600; }
.stall .hint { margin: 0 0 .75rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-color-scheme: dark) { .goods > svg { filter: brightness(.85); } }
@media (max-width: 44rem) {
  main, .top > div { padding-left: 1rem; padding-right: 1rem; }
  nav { gap: 0; flex-wrap: nowrap; overflow-x: auto; } nav:not(.foot), .top nav { margin: 0 -.3rem; }
  nav a { padding: 0 .3rem; font-size: .875rem; white-space: nowrap; outline-offset: -3px; } .office nav a { padding: 0 .2rem; font-size: .8125rem; } .brand { min-height: 2.25rem; }
  h1 { font-size: 1.5rem; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .shelf { grid-template-columns: 1fr 1fr; gap: .75rem; }
  .goods { padding: .75rem; } .goods > svg { height: 6rem; }
  .sticky { margin: 1.25rem -1rem 0; padding: .75rem 1rem; }
  .card .actions button, .card .actions .button, .behind .button { width: 100%; }
  .card .actions form { flex: 1 1 100%; }
  .facts div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .moves li { display: block; }
  .orders li, .columns .orders li { grid-template-columns: 1fr auto; } .orders a { grid-column: 1 / -1; }
  .records thead { display: none; } .records tbody { display: block; }
  .records tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 .75rem; padding: .5rem 0; border-bottom: 1px solid var(--border); }
  .records td { border: 0; padding: .1rem 0; } .records .label { white-space: normal; border-radius: 1rem; }
  .records .sum { grid-column: 2; grid-row: 1; align-self: center; font-weight: 650; }
  .records .times { grid-column: 2; grid-row: 2; align-self: center; font-size: .8125rem; } .records td:nth-child(4):not(.sum) { text-align: right; }
  .ledger td:first-child { grid-column: 1; } .ledger td:nth-child(n + 2):not(.sum) { grid-column: 1 / -1; text-align: left; }
}
`;
