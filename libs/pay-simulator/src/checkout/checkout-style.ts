import type { BrandColors } from './brand-color.js';

const RULES = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;color-scheme:light}
body{margin:0;min-height:100vh;background:#f3f4f7;color:#1b2230;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1,h2,p,dl,dd,fieldset,legend,figure{margin:0;padding:0}
fieldset{border:0;min-width:0}
a{color:var(--ink)}
.banner{padding:.45rem 1rem;background:#fff4cc;border-bottom:1px solid #e3c766;color:#5a4300;font-size:.875rem;font-weight:600;text-align:center}
.brand{background:var(--brand);color:var(--on-brand)}
.brand p{max-width:60rem;margin:0 auto;padding:1rem 1.25rem;font-size:1.125rem;font-weight:650;overflow-wrap:anywhere}
main{max-width:60rem;margin:0 auto;padding:0 0 2.5rem;display:grid;grid-template-columns:minmax(0,1fr)}
.summary{padding:1.25rem}
.summary h1{font-size:.875rem;font-weight:600;color:#55607a}
.total{font-size:2rem;font-weight:700;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
.about{margin-top:.5rem;white-space:pre-line;overflow-wrap:anywhere}
.rows{margin-top:.75rem;font-size:.9375rem;color:#3f4960}
.rows div{display:flex;justify-content:space-between;gap:1rem;padding:.3rem 0;border-top:1px solid #dfe3ea}
.panel .rows{margin-bottom:1.25rem}
.rows dd{text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.panel{background:#fff;padding:1.25rem 1.25rem .75rem;border-top:1px solid #dfe3ea;border-bottom:1px solid #dfe3ea}
.panel h1{font-size:1.375rem;line-height:1.25;margin-bottom:.5rem}
legend{font-size:1.0625rem;font-weight:650;margin-bottom:.75rem}
fieldset + fieldset{margin-top:.75rem}
.field{margin-bottom:1rem}
.pair{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:0 1rem;align-items:start}
label{display:block;font-weight:600;font-size:.9375rem}
.hint{display:block;color:#55607a;font-size:.8125rem;line-height:1.35;margin-top:.3rem}
.problem{display:block;color:#b3261e;font-size:.875rem;font-weight:600;line-height:1.35;margin-top:.3rem}
input,select{width:100%;margin-top:.3rem;padding:.7rem .75rem;min-height:3rem;font:inherit;color:inherit;background:#fff;border:1px solid #7b869c;border-radius:.5rem}
input[inputmode=numeric],input[inputmode=decimal]{font-variant-numeric:tabular-nums;letter-spacing:.02em}
[aria-invalid=true]{border-color:#b3261e;border-width:2px}
input:focus,select:focus,button:focus-visible,a:focus-visible,summary:focus-visible,[tabindex]:focus{outline:3px solid var(--ink);outline-offset:2px}
.choice{display:flex;gap:.6rem;align-items:center;min-height:2.75rem;font-weight:400;font-variant-numeric:tabular-nums}
.choice input{flex:none;width:1.25rem;min-height:1.25rem;margin:0}
form:has(.saved [value^=ct]:checked) .typed{display:none}
.note{margin:0 0 1rem;font-size:.9375rem;color:#3f4960}
button,.button{display:block;width:100%;padding:.8rem 1rem;min-height:3.25rem;font:inherit;font-weight:650;text-align:center;text-decoration:none;border-radius:.5rem;border:1px solid var(--ink);cursor:pointer}
.primary{background:var(--brand);color:var(--on-brand)}
.quiet{background:#fff;color:var(--ink);margin-top:.75rem}
.quiet.plain{border-color:transparent}
.notice{margin-bottom:1.25rem;padding:1rem;border:1px solid #e6b8b4;border-left:5px solid #b3261e;border-radius:.5rem;background:#fdf3f2}
.notice h1,.notice h2{font-size:1.125rem;line-height:1.3;margin-bottom:.25rem}
.notice ul{margin:.5rem 0 0;padding-left:1.1rem}
.notice a{color:#8c1d18}
.notice small{display:block;margin-top:.35rem;color:#55607a}
.panel.end{text-align:center;padding:2rem 1.25rem}
.end .mark{display:grid;place-items:center;width:3.5rem;height:3.5rem;margin:0 auto 1rem;border-radius:50%;background:#e9ecf2;color:#3f4960;font-size:1.75rem;line-height:1}
.end.paid .mark{background:#dff3e4;color:#14632c}
.end p{margin-bottom:1.5rem;color:#3f4960}
.answers{display:grid;gap:.6rem}
.answers button{display:flex;gap:.75rem;align-items:center;text-align:left;background:#fff;color:#1b2230;border-color:#7b869c}
.answers kbd{flex:none;display:grid;place-items:center;width:1.9rem;height:1.9rem;border-radius:.375rem;background:#e9ecf2;font:600 .9375rem/1 ui-monospace,SFMono-Regular,Menlo,monospace}
.tests{padding:0 1.25rem;font-size:.875rem}
.tests details{margin-top:1.25rem;background:#fffdf4;border:1px solid #e3c766;border-radius:.5rem}
.tests summary{padding:.75rem 1rem;font-weight:650;cursor:pointer;color:#5a4300}
.tests div{padding:0 1rem 1rem}
.tests table{width:100%;border-collapse:collapse;margin-top:.5rem}
.tests caption{text-align:left;font-weight:650;padding:.5rem 0 .25rem}
.tests th,.tests td{padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:top;border-top:1px solid #efe3b5}
.tests code{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;white-space:nowrap;user-select:all}
@media (min-width:56rem){
main{grid-template-columns:minmax(0,5fr) minmax(0,6fr);grid-template-rows:auto 1fr;gap:0 2rem;padding:2rem 1.25rem 3rem}
main.single{grid-template-columns:minmax(0,32rem);justify-content:center}
.summary{padding:0 0 1rem}
.panel{grid-column:2;grid-row:1 / span 2;align-self:start;padding:1.75rem 1.75rem 1rem;border:1px solid #dfe3ea;border-radius:.875rem;box-shadow:0 1px 2px #1b22300d,0 8px 24px #1b22300f}
.single .panel{grid-column:1;grid-row:auto}
.tests{padding:0}
}
`;

/** Returns the style sheet of the hosted pages in the merchant's color. */
export function checkoutStyle({ brand, onBrand, ink }: BrandColors): string {
  return `:root{--brand:${brand};--on-brand:${onBrand};--ink:${ink}}${RULES}`;
}
