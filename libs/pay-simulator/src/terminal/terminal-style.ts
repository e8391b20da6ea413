import { BASE_STYLE } from '../checkout/checkout-style.js';

/** The style sheet of the terminals. The device has the same colors in the light and the dark. */
export const TERMINAL_STYLE = `${BASE_STYLE}
:root{--ink:var(--link)}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:0 1.5rem;padding:.5rem 1.25rem;background:var(--brand);color:var(--on-brand)}
.bar h1{font-size:1.125rem}
.bar a{display:flex;align-items:center;min-height:2.75rem;color:inherit}
main{max-width:68rem;margin:0 auto;padding:1.25rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
section{padding:1rem 1.25rem;background:var(--surface);border:1px solid var(--border);border-radius:.875rem}
section>h2{font-size:1.0625rem;margin-bottom:.6rem}
h3{font-size:.875rem;color:var(--muted);margin:1rem 0 .4rem}
h3:first-child{margin-top:0}
button{width:auto;font-size:.9375rem;color:var(--text);border-color:var(--field-border)}
button.good{border-color:var(--good);color:var(--good)}
button.danger{border-color:var(--bad);color:var(--bad)}
.dim,.empty{color:var(--muted);font-size:.9375rem}
section>.dim,.tools>.dim{margin-top:.6rem}
.tools+.tools{margin-top:1rem}
.tools,.tools form{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end}
.tools>.dim{flex-basis:100%}
.tools label{flex:1 1 12rem}
.notice{padding:.75rem 1rem;border-radius:.5rem;background:var(--wait-surface);color:var(--wait)}
.notice.problem{background:var(--bad-surface);color:var(--bad)}
.counter .notice{margin-bottom:.75rem}
table{width:100%;border-collapse:collapse}
th,td{padding:.6rem .75rem .6rem 0;border-bottom:1px solid var(--border);text-align:left;vertical-align:top}
th{font-size:.875rem;color:var(--muted)}
tr:last-child>td{border-bottom:0}
.counter{display:grid;gap:1rem;grid-template-columns:minmax(0,22rem) minmax(0,1fr);align-items:start}
.counter .device{grid-row:1 / span 2;border-radius:1.75rem;border-color:#0c232c;background:#1b3a46}
.device h2{text-align:center;color:#d5e9ef}
.screen{display:grid;align-content:center;gap:.6rem;min-height:19rem;padding:1.25rem 1rem;border-radius:.75rem;background:#f4faf6;color:#10242b;text-align:center;overflow-wrap:anywhere}
.screen .state{font-size:1.25rem;font-weight:650}
.screen .amount{font-size:2.4rem;font-weight:700;font-variant-numeric:tabular-nums;line-height:1.1}
.screen .text{font-weight:600}
.screen .good{color:#14532d}
.screen .bad{color:#8c1d18}
.keypad{display:grid;gap:.5rem;grid-template-columns:repeat(3,minmax(0,1fr));margin:1rem auto 0;max-width:15rem}
.keypad .key{display:grid;place-items:center;width:100%;min-height:2.75rem;border:0;border-radius:.6rem;background:#2f5563;color:#f4faf6;font-size:1.125rem;font-weight:650}
.keypad .red{background:#b3261e;color:#fff}
.keypad .yellow{background:#f2c14e;color:#1f1600}
.keypad .green{background:#1e7d43;color:#fff}
.keypad .off{opacity:.55}
.keypad button:hover{filter:brightness(1.15)}
.device :focus-visible{outline-color:#fff}
.wallet{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr))}
.wallet button{width:100%;height:100%;text-align:left}
@media (max-width:48rem){
main{padding:.75rem}
.counter{grid-template-columns:minmax(0,1fr)}
.counter .device{grid-row:auto}
.screen{min-height:13rem}
.tools form,.tools button{flex:1 1 100%;width:100%}
thead{display:none}
tr{display:grid;grid-template-columns:auto 1fr;gap:.15rem .75rem;padding:.5rem 0;border-bottom:1px solid var(--border)}
td{padding:.25rem 0;border:0}
td:nth-child(3),td:nth-child(4){color:var(--muted);font-size:.875rem}
}
`;
