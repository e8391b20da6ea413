import { PALETTE } from '../http/palette.js';
import type { BrandColors } from './brand-color.js';

/** Rules that the hosted pages and the terminals share. `--ink` is the color of links, focus and secondary buttons. */
export const BASE_STYLE = `${PALETTE}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--page);color:var(--text);font:16px/1.5 var(--font)}
h1,h2,h3,p,dl,dd,ul,fieldset,legend{margin:0;padding:0}
fieldset{border:0;min-width:0}
a{color:var(--ink)}
code,kbd,.code{font:.875em/1.5 var(--font-code)}
.banner{padding:.45rem 1rem;background:var(--wait-surface);color:var(--wait);font-size:.875rem;font-weight:600;text-align:center}
label{display:block;font-weight:600;font-size:.9375rem}
input,select{width:100%;margin-top:.3rem;padding:.7rem .75rem;min-height:3rem;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--field-border);border-radius:.5rem}
input[inputmode=numeric],input[inputmode=decimal]{font-variant-numeric:tabular-nums;letter-spacing:.02em}
button,.button{display:block;width:100%;padding:.6rem 1rem;min-height:2.75rem;font:inherit;font-weight:650;text-align:center;text-decoration:none;border-radius:.5rem;border:1px solid var(--ink);background:var(--surface);color:var(--ink);cursor:pointer}
button:hover{background:var(--raised)}
[hidden]{display:none!important}
:focus-visible,[tabindex]:focus{outline:3px solid var(--ink);outline-offset:2px}
.problem{color:var(--bad);font-weight:600}
`;

const RULES = `
.brand{background:var(--brand);color:var(--on-brand)}
.brand p{max-width:70rem;margin:0 auto;padding:1rem 1.25rem;font-size:1.125rem;font-weight:650;overflow-wrap:anywhere}
main{max-width:70rem;margin:0 auto;padding:0 0 2.5rem;display:grid;grid-template-columns:minmax(0,1fr)}
.summary{padding:1.25rem}
.summary h1{font-size:.875rem;font-weight:600;color:var(--muted)}
.total{font-size:2rem;font-weight:700;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
.about{margin-top:.5rem;white-space:pre-line;overflow-wrap:anywhere}
.rows{margin-top:.75rem;font-size:.9375rem;color:var(--muted)}
.rows div{display:flex;justify-content:space-between;gap:1rem;padding:.3rem 0;border-top:1px solid var(--border)}
.panel .rows{margin-bottom:1.25rem}
.rows dd{text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums;color:var(--text)}
.panel{background:var(--surface);padding:1.25rem 1.25rem .75rem;border-top:1px solid var(--border);border-bottom:1px solid var(--border)}
.panel h1{font-size:1.375rem;line-height:1.25;margin-bottom:.5rem}
legend{font-size:1.0625rem;font-weight:650;margin-bottom:.75rem}
fieldset + fieldset{margin-top:.75rem}
.field{margin-bottom:1rem}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1rem;align-items:start}
.hint{display:block;color:var(--muted);font-size:.8125rem;line-height:1.35;margin-top:.3rem}
.problem{display:block;font-size:.875rem;line-height:1.35;margin-top:.3rem}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.choice{display:flex;gap:.6rem;align-items:center;min-height:2.75rem;font-weight:400;font-variant-numeric:tabular-nums}
.choice input{flex:none;width:1.25rem;min-height:1.25rem;margin:0;accent-color:var(--ink)}
form:has(.saved [value^=ct]:checked) .typed{display:none}
.note{margin:0 0 1rem;font-size:.9375rem;color:var(--muted)}
.primary,.primary:hover{min-height:3.25rem;padding:.8rem 1rem;background:var(--button);color:var(--on-button)}
.quiet{margin-top:.75rem}
.quiet.plain{border-color:transparent}
.notice{margin-bottom:1.25rem;padding:1rem;border-left:5px solid var(--bad);border-radius:.5rem;background:var(--bad-surface)}
.notice h1,.notice h2{font-size:1.125rem;line-height:1.3;margin-bottom:.25rem}
.notice ul{margin:.5rem 0 0;padding-left:1.1rem}
.notice li{padding:.2rem 0}
.notice a{color:var(--bad)}
.panel.end{text-align:center;padding:2rem 1.25rem}
.end .mark{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 auto 1rem;border-radius:50%;background:var(--raised);color:var(--muted);font-size:1.75rem;line-height:1}
.end.paid .mark{background:var(--good-surface);color:var(--good)}
.end p{margin-bottom:1.5rem;color:var(--muted)}
.responses{display:grid;gap:.6rem}
.responses button{display:grid;grid-template-columns:1.9rem minmax(0,1fr);gap:0 .75rem;align-items:center;text-align:left;color:var(--text);border-color:var(--field-border)}
.responses kbd{grid-row:span 2;display:grid;place-items:center;height:1.9rem;border-radius:.375rem;background:var(--raised);font-weight:600}
.responses small{grid-column:2;font-weight:400;color:var(--muted);line-height:1.35}
.entry{position:relative;display:block}
.scheme{position:absolute;right:.75rem;bottom:0;display:flex;align-items:center;height:3rem;color:var(--muted);font-size:.8125rem;font-weight:650;pointer-events:none}
.entry input:has(+ .scheme:not(:empty)){padding-right:8.5rem}
#expiry-hint{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
::placeholder{color:var(--muted);opacity:1}
.tests{margin:1rem 1.25rem 0;padding:.75rem 1rem .25rem;border-radius:.75rem;background:var(--wait-surface);color:var(--wait);font-size:.875rem}
.tests h2{font-size:.9375rem}
.cards{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.5rem}
.cards button{width:auto;text-align:left;line-height:1.25}
.tests button{color:var(--text);border-color:var(--field-border)}
.cards b{display:block}.cards b::first-letter{text-transform:uppercase}
.cards .good b{color:var(--good)}.cards .bad b{color:var(--bad)}.cards .wait b{color:var(--wait)}
.cards button{font-weight:400;font-variant-numeric:tabular-nums}
.cards span{white-space:nowrap}
.tests summary{margin-top:.25rem;padding:.6rem 0;min-height:2.75rem;font-weight:650;cursor:pointer}
.tests details[open]{padding-bottom:.5rem}
.tests table{width:100%;border-collapse:collapse;margin-top:.5rem}
.tests caption{text-align:left;font-weight:650;padding:.5rem 0 .25rem}
.tests th,.tests td{padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:middle;border-top:1px solid var(--border)}
.tests .fill{padding-right:0;text-align:right}
.tests td button{width:auto;white-space:nowrap;display:inline-block;font-size:.875rem}
.tests code{white-space:nowrap;user-select:all}
.check{display:grid;gap:.5rem;padding-bottom:1rem}
@media (max-width:44rem){
.cards{display:grid;grid-template-columns:repeat(3,minmax(0,1fr))}
.cards button{padding:.5rem}
.brand p{padding:.5rem 1.25rem}
.summary{padding:.6rem 1.25rem}
.summary h1{display:none}
.total{font-size:1.625rem}
.about{margin-top:.1rem}
.rows{margin-top:.25rem}
.panel{padding:.75rem 1.25rem .5rem}
.field{margin-bottom:.6rem}
.field input,.field select{margin-top:.15rem}
form>fieldset>legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
form>.saved>legend{position:static;width:auto;height:auto;clip-path:none}
fieldset + fieldset{margin-top:0}
}
@media (min-width:56rem){
main{grid-template-columns:minmax(0,5fr) minmax(0,6fr);grid-template-rows:auto 1fr;gap:0 2rem;padding:1.75rem 1.25rem 3rem}
main.single{grid-template-columns:minmax(0,32rem);justify-content:center}
.summary{padding:0 0 1.25rem}
.panel{grid-column:2;grid-row:1 / span 2;align-self:start;padding:1.5rem 1.75rem 1rem;border:1px solid var(--border);border-radius:.875rem}
.single .panel{grid-column:1;grid-row:auto}
.tests{grid-column:1;grid-row:2;align-self:start;margin:0}
}
@media (min-width:76rem){
main.columns,.brand p{max-width:86rem}
main.columns{grid-template-columns:minmax(0,4fr) minmax(0,6fr) 20rem}
.columns .tests{grid-column:3;grid-row:1 / span 2;position:sticky;top:1.25rem;max-height:calc(100vh - 2.5rem);overflow-y:auto}
.cards{display:grid}
}
`;

/** Returns the style sheet of the hosted pages in the merchant's color. */
export function checkoutStyle({ brand, onBrand, ink, inkOnDark }: BrandColors): string {
  return `${BASE_STYLE}:root{--brand:${brand};--on-brand:${onBrand};--ink:${ink};--button:${brand};--on-button:${onBrand}}
@media (prefers-color-scheme:dark){:root{--ink:${inkOnDark};--button:${inkOnDark};--on-button:#000}}${RULES}`;
}
