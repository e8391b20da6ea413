/** The only stylesheet of the shop. */
export const STYLESHEET = `:root {
  --paper: #faf7f1; --card: #fff; --ink: #2b2a27; --soft: #6a665d; --line: #e6dfd2;
  --sea: #2f5d62; --sea-dark: #24494d; --good: #2e7048; --bad: #a8402c; --wait: #8a6414; --quiet: #5d6368;
}
* { box-sizing: border-box; }
html { scroll-padding-bottom: 5rem; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; color: var(--ink); background: var(--paper); }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; }
main, .top { width: 100%; max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
main { flex: 1; padding-bottom: 2rem; }
a { color: var(--sea); }
h1 { font: 600 2rem/1.2 Georgia, "Liberation Serif", serif; margin: 1rem 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
.lead { color: var(--soft); margin: 0 0 1.5rem; }
.banner { margin: 0; padding: .4rem 1rem; background: #f3e3b8; color: #4a3a10; font-size: .85rem; text-align: center; overflow-wrap: anywhere; }
.banner a { color: inherit; }
.top { display: flex; justify-content: space-between; align-items: center; padding-top: 1rem; padding-bottom: 1rem; }
.brand { display: flex; align-items: center; gap: .6rem; font: 600 1.2rem Georgia, "Liberation Serif", serif; color: var(--ink); text-decoration: none; }
.brand svg { width: 2rem; height: 2rem; }
nav a { margin-left: 1.25rem; text-decoration: none; }
.top nav a, .brand { white-space: nowrap; }
nav a:hover { text-decoration: underline; }
footer { padding: 1.25rem; text-align: center; color: var(--soft); font-size: .85rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.25rem; box-shadow: 0 1px 2px rgb(43 42 39 / 5%); }
.narrow { max-width: 34rem; margin: 2rem auto; }
.shelf { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(4, 1fr); gap: 1rem; }
.goods { display: flex; flex-direction: column; padding: 1rem; }
.goods svg { width: 100%; height: 8rem; background: #f5f0e6; border-radius: 10px; margin-bottom: .75rem; padding: .5rem; }
.goods h2 { margin: 0; }
.goods p { margin: .15rem 0 0; color: var(--soft); font-size: .9rem; }
.goods .buy { margin-top: auto; padding-top: .75rem; display: flex; justify-content: space-between; align-items: center; color: var(--ink); font-size: 1rem; }
input { font: inherit; color: inherit; padding: .6rem .75rem; border: 1px solid #b9b1a1; border-radius: 9px; background: #fff; width: 100%; }
.buy input { width: 4.5rem; padding: .4rem .5rem; text-align: center; }
:focus-visible { outline: 3px solid #7fb0b3; outline-offset: 2px; }
[aria-invalid] { border-color: var(--bad); }
.actions { margin: 1.25rem 0 0; display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; }
button, .button { font: inherit; font-weight: 600; padding: .75rem 1.5rem; border: 0; border-radius: 10px; background: var(--sea); color: #fff; cursor: pointer; text-decoration: none; display: inline-block; }
button:hover, .button:hover { background: var(--sea-dark); }
.sticky { position: sticky; bottom: 0; justify-content: flex-end; margin: 1.25rem -1.25rem 0; padding: .75rem 1.25rem; background: var(--paper); border-top: 1px solid var(--line); }
.columns { display: grid; grid-template-columns: 1.15fr 1fr; gap: 1.25rem; align-items: start; margin-top: 1rem; }
.field { margin: 0 0 1rem; }
.field label { display: block; font-weight: 600; margin-bottom: .3rem; }
.complaint, .problem { color: var(--bad); }
.complaint { display: block; font-size: .9rem; margin-top: .3rem; }
.problem { background: #fbeae6; border-radius: 10px; padding: .75rem 1rem; margin: 0 0 1rem; }
.hint { color: var(--soft); font-size: .88rem; margin: 1rem 0 0; overflow-wrap: anywhere; }
.lines { width: 100%; border-collapse: collapse; }
.lines td, .lines tfoot th { padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; }
.lines td:last-child { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines tfoot th, .lines tfoot td { border: 0; font-weight: 600; padding-top: .75rem; }
.times { color: var(--soft); white-space: nowrap; }
.status { --tone: var(--quiet); padding-top: 1.6rem; background: linear-gradient(var(--tone) 0 5px, var(--card) 5px); }
.status h1 { margin: .25rem 0; }
.status p { margin: .25rem 0 0; }
.status .hint, .status .actions { margin-top: 1.25rem; }
.sign { width: 3rem; height: 3rem; fill: none; stroke: var(--tone); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.status.good { --tone: var(--good); }
.status.bad { --tone: var(--bad); }
.status.waiting { --tone: var(--wait); }
.orders { list-style: none; margin: 1rem 0 0; padding: 0; display: grid; gap: .75rem; }
.orders li { display: grid; grid-template-columns: 1fr auto 11rem; gap: 1rem; align-items: center; padding: .9rem 1.25rem; }
.orders a { text-decoration: none; } .orders strong { display: block; } .orders a:hover strong { text-decoration: underline; }
.what { color: var(--soft); font-size: .9rem; }
.sum { font-variant-numeric: tabular-nums; }
.label { justify-self: end; font-size: .85rem; font-weight: 600; padding: .2rem .7rem; border-radius: 99px; background: #eceef0; color: #474d52; white-space: nowrap; }
.label.good { background: #e0f0e5; color: #22573a; } .label.bad { background: #fbe6e1; color: #8a3222; } .label.waiting { background: #f8edcf; color: #6b4d0c; }
.office { border-bottom: 1px solid var(--line); margin-bottom: 1rem; padding-bottom: .75rem; }
.office nav a:first-child { margin-left: 0; } .office .hint { margin-top: .5rem; }
.office ~ .card, .office ~ .columns { margin-bottom: 1.25rem; } .columns > div > .card + .card { margin-top: 1.25rem; } .columns section > form:not(.actions) { margin-top: 1rem; }
.facts { margin: 0 0 1rem; } .facts div { display: grid; grid-template-columns: 10rem 1fr; gap: .75rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.facts dt { color: var(--soft); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.code { font: .88em ui-monospace, "Liberation Mono", monospace; overflow-wrap: anywhere; }
.records { width: 100%; border-collapse: collapse; } .records th { text-align: left; font-size: .85rem; color: var(--soft); }
.records th, .records td { padding: .55rem .75rem .55rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.records a { text-decoration: none; } .records a:hover { text-decoration: underline; } .records strong, .records strong + .code { display: block; }
.records .label { white-space: normal; display: inline-block; } .records .code, .records .sum { white-space: nowrap; }
.pager { display: flex; justify-content: space-between; margin-top: 1rem; } .pager a:first-child { margin-left: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
select { font: inherit; color: inherit; padding: .6rem .75rem; border: 1px solid #b9b1a1; border-radius: 9px; background: #fff; width: 100%; }
button.quiet { background: #fff; color: var(--sea); border: 1px solid var(--sea); } button.quiet:hover { background: var(--paper); }
.field .hint { display: block; margin-top: .3rem; } .link { overflow-wrap: anywhere; } ul.problem { padding-left: 2rem; }
.status .facts { margin-top: 1.25rem; } .status .label { display: inline-block; margin: .25rem 0 .5rem; } .status h2 { margin: 1.25rem 0 .25rem; } .failure { margin: 1rem 0; }
.log { list-style: none; margin: 0; padding: 0; } .log li { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
.sum.large { font-size: 1.6rem; font-weight: 600; }
.steps { margin: 1rem 0; padding-left: 1.25rem; display: grid; gap: .9rem; } .steps form { margin-top: .4rem; } .steps + p { font-weight: 600; }
.columns .orders { margin: 0 0 1.25rem; } .columns .orders .card { grid-template-columns: 1fr auto auto; margin-top: 0; }
.stall { margin-bottom: 1.5rem; } .goods h3 { font-size: 1.05rem; margin: 0; } .stall .hint { margin: 0 0 .75rem; }
.moves .what { display: block; } .moves .actions { margin: .5rem 0; } .moves .label { align-self: start; } .moves a { white-space: nowrap; }
.columns > .card + .card { margin-top: 0; } .status > h2:first-child { margin-top: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 60rem) {
  .shelf { grid-template-columns: repeat(3, 1fr); }
  .records thead { display: none; } .records, .records tbody, .records tr, .records td { display: block; } .records .code { white-space: normal; }
  .records tr { padding: .75rem 0; border-bottom: 1px solid var(--line); } .records td { border: 0; padding: .15rem 0; }
}
@media (max-width: 44rem) {
  h1 { font-size: 1.6rem; }
  .columns .orders .card { grid-template-columns: 1fr auto; }
  .top { flex-wrap: wrap; } .top nav a { margin-left: .75rem; } .top nav a:first-child { margin-left: 0; }
  .brand { gap: .4rem; font-size: 1.05rem; } .brand svg { width: 1.6rem; height: 1.6rem; }
  .shelf { grid-template-columns: repeat(2, 1fr); gap: .75rem; }
  .goods { padding: .75rem; }
  .columns { grid-template-columns: 1fr; }
  .sticky button, .card .actions button { width: 100%; }
  form.actions, div.actions, .sticky { display: block; }
  .facts div { grid-template-columns: 1fr; gap: 0; } .pair { grid-template-columns: 1fr; gap: 0; }
  .moves li { display: block; } .ledger td:nth-child(2), .ledger td:nth-child(3) { display: inline; }
  .orders li { grid-template-columns: 1fr auto; } .orders a { grid-column: 1 / -1; } .label { justify-self: end; }
}
`;
