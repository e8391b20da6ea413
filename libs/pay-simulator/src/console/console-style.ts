import { PALETTE } from '../http/palette.js';

/** The console's style sheet, light and dark. */
export const CONSOLE_STYLE = `${PALETTE}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:4rem}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 var(--font)}
h1,h2,h3,p,ul,ol,dl,dd{margin:0;padding:0}
a{color:var(--link)}
code,pre,.code{font:12.5px/1.5 var(--font-code)}
.banner{padding:.35rem 1rem;background:var(--wait-surface);border-bottom:1px solid var(--border);color:var(--wait);font-size:.8125rem;font-weight:600;text-align:center}
header .bar{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;padding:.75rem 1.25rem;background:var(--brand);color:var(--on-brand)}
header h1{font-size:1.0625rem}
header .clock{font-variant-numeric:tabular-nums}
header .bar>a{color:inherit}
nav{position:sticky;top:0;z-index:1;background:var(--surface);border-bottom:1px solid var(--border);overflow-x:auto}
nav ul{display:flex;list-style:none;gap:.25rem;padding:.4rem 1rem;white-space:nowrap}
nav a{display:block;padding:.45rem .6rem;border-radius:.375rem;text-decoration:none;color:var(--text);font-weight:600}
nav a[aria-current]{background:var(--raised)}
nav a[aria-current] b,nav a:hover b{color:inherit}
nav a:hover{background:var(--raised)}
nav b{font-weight:600;color:var(--muted);font-variant-numeric:tabular-nums}
main{max-width:96rem;margin:0 auto;padding:1rem 1.25rem 3rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
section{background:var(--surface);border:1px solid var(--border);border-radius:.625rem;padding:.9rem 1rem}
section>h2{font-size:1rem;margin-bottom:.6rem}
section>h2 small{font-weight:400;color:var(--muted)}
.notice{padding:.7rem 1rem;border-radius:.5rem;border:1px solid var(--good);background:var(--good-surface);color:var(--good);overflow-wrap:anywhere}
.notice.problem{border-color:var(--bad);background:var(--bad-surface);color:var(--bad)}
.empty{color:var(--muted)}
.tools,.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.tools{margin-bottom:.75rem}
.tools form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
label{display:grid;max-width:100%;gap:.15rem;font-size:.75rem;font-weight:600;color:var(--muted)}
input,select{font:inherit;font-weight:400;font-size:.875rem;color:var(--text);padding:.35rem .5rem;min-height:2.25rem;border:1px solid var(--field-border);border-radius:.375rem;background:var(--surface);max-width:100%}
input[type=number]{width:6rem}
input[type=url]{width:22rem}
button{font:inherit;font-size:.8125rem;font-weight:600;padding:.35rem .7rem;min-height:2.25rem;border:1px solid var(--field-border);border-radius:.375rem;background:var(--surface);color:var(--text);cursor:pointer;white-space:nowrap}
button:hover{background:var(--raised)}
button.danger{border-color:var(--bad);color:var(--bad)}
:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
table{width:100%;border-collapse:collapse}
th{font-size:.75rem;text-align:left;color:var(--muted);font-weight:600;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--border);white-space:nowrap}
td{padding:.45rem .6rem .45rem 0;border-bottom:1px solid var(--border);vertical-align:top;overflow-wrap:anywhere}
tr:last-child>td{border-bottom:0}
.whole{white-space:nowrap}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td button{min-height:1.75rem;padding:.15rem .6rem;margin:-.15rem 0}
.dim{color:var(--muted);font-size:.8125rem}
.chip{display:inline-block;padding:.05rem .5rem;border-radius:1rem;font-size:.75rem;font-weight:650;white-space:nowrap;background:var(--raised);color:var(--text)}
.chip.good{background:var(--good-surface);color:var(--good)}
.chip.bad{background:var(--bad-surface);color:var(--bad)}
.chip.wait{background:var(--wait-surface);color:var(--wait)}
details summary{cursor:pointer;font-weight:600;padding:.2rem 0}
.rest{margin-top:.5rem}
.attempts{list-style:none;display:grid;gap:.75rem;padding:.4rem 0 .2rem}
.attempts>li{padding-left:.75rem;border-left:3px solid var(--border)}
pre{margin:.3rem 0 0;padding:.6rem .75rem;max-height:26rem;overflow:auto;background:var(--page);border-radius:.375rem;white-space:pre-wrap;overflow-wrap:anywhere}
.below{display:none}
tr:has(.opens-row[open])+.below{display:table-row}
tr:has(.opens-row[open])>td{border-bottom:0}
.opens-row summary{padding:0;white-space:nowrap}
td a:has(.code){text-decoration:underline}
.copy{display:none;min-height:1.5rem;min-width:1.5rem;padding:0 .25rem;margin:-.15rem 0;border-color:transparent;color:var(--muted)}
.copy svg{width:1rem;height:1rem;vertical-align:-.15rem;fill:none;stroke:currentColor;stroke-width:1.5}
.js .copy{display:inline-block}
.copy.curl{margin:0;padding:0 .5rem;border-color:var(--field-border);color:var(--text)}
.refused{color:var(--bad);font-size:.8125rem;overflow-wrap:anywhere}
.menu{position:relative;width:max-content}
.menu>summary{list-style:none;min-width:1.75rem;padding:.05rem .4rem;border-radius:.375rem;text-align:center}
.menu>summary::-webkit-details-marker{display:none}
.menu>summary:hover,.menu[open]>summary{background:var(--raised)}
.menu>.items{position:absolute;right:0;top:100%;z-index:1;display:grid;min-width:10rem;padding:.3rem;background:var(--surface);border:1px solid var(--field-border);border-radius:.5rem;box-shadow:0 6px 20px #0003}
.menu .items a,.menu .items button{display:flex;align-items:center;width:100%;min-height:2.25rem;margin:0;padding:.3rem .6rem;border:0;border-radius:.375rem;background:none;font:inherit;font-size:.875rem;color:var(--text);text-decoration:none;text-align:left}
.menu .items a:hover,.menu .items button:hover{background:var(--raised)}
td[data-label=Actions]{width:1%}
td[data-label=Actions]>div{display:flex;justify-content:flex-end}
.books{display:grid;gap:1rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(28rem,100%),1fr))}
.middle{font-size:0}
.middle::before{content:"…" / "";font-size:12.5px}
.meaning{display:block;font-size:.8125rem;color:var(--muted)}
.books caption{text-align:left;font-weight:650;padding-bottom:.2rem}
.books tfoot td,.books tfoot th{font-weight:650;color:var(--text);border-top:2px solid var(--border);border-bottom:0;font-size:.875rem;padding-top:.4rem}
.books th{white-space:normal;font-weight:400;font-size:.875rem;color:var(--text);border-bottom:1px solid var(--border)}
.books td{border-bottom:1px solid var(--border);padding:.3rem 0}
.drawer{margin-left:auto}
.drawer>summary{list-style:none;padding:.45rem .75rem;border:1px solid currentColor;border-radius:.375rem}
.drawer th{white-space:normal}
.drawer>.panel{position:fixed;inset:0 0 0 auto;z-index:2;width:30rem;grid-template-columns:minmax(0,1fr);padding:1rem;overflow-y:auto;display:grid;gap:1rem;align-content:start;background:var(--page);color:var(--text);border-left:1px solid var(--border)}
.drawer .title{grid-column:1 / -1;display:flex;justify-content:space-between;align-items:center;gap:1rem}
.drawer .title h2{font-size:1.0625rem}
.drawer [data-close]{display:none}
.js .drawer [data-close]{display:block}
body:has(.drawer[open]){padding-right:30rem}
@media (max-width:88rem){
body:has(.drawer[open]){padding-right:0}
.drawer[open]{flex-basis:100%}
.drawer>.panel{position:static;width:auto;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));margin-top:.75rem;border:0;border-radius:.625rem}
}
.pages{display:flex;gap:1rem;justify-content:space-between;margin-top:.75rem}
.pages a,.links a{display:inline-flex;align-items:center;min-height:2.75rem}
.links{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.sum{display:flex;flex-wrap:wrap;gap:.4rem .9rem;align-items:center;font-size:1.0625rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.6rem 1.5rem;margin-top:.75rem}
.facts dt{font-size:.75rem;font-weight:600;color:var(--muted)}
.facts dd{overflow-wrap:anywhere}
.lanes{display:grid;grid-template-columns:1fr 1fr;gap:3rem;margin:.5rem 0 .75rem;font-weight:650;color:var(--muted)}
.lanes span:first-child{text-align:right}
.timeline{list-style:none;position:relative}
.timeline::before{content:"";position:absolute;left:calc(50% - 1px);top:.5rem;bottom:.5rem;width:2px;background:var(--border)}
.timeline li{position:relative;width:calc(50% - 1.5rem);margin-bottom:.6rem;padding:.5rem .75rem;border:1px solid var(--border);border-radius:.5rem;border-left-width:4px}
.timeline li.service{margin-left:auto}
.timeline li::before{content:"";position:absolute;top:.75rem;width:.75rem;height:.75rem;border-radius:50%;background:var(--muted);border:2px solid var(--surface)}
.timeline li.app::before{right:calc(-1.5rem - .375rem - 1px)}
.timeline li.service::before{left:calc(-1.5rem - .375rem - 4px)}
.timeline li.good,.timeline li.good::before{--tone:var(--good)}
.timeline li.bad,.timeline li.bad::before{--tone:var(--bad)}
.timeline li.wait,.timeline li.wait::before{--tone:var(--wait)}
.timeline li:is(.good,.bad,.wait){border-left-color:var(--tone)}
.timeline li:is(.good,.bad,.wait)::before{background:var(--tone)}
.timeline li:target{background:var(--raised)}
.timeline li.aside{border-style:dashed;border-left-width:1px}
.timeline li.aside>details>summary{color:var(--muted);font-weight:400}
.timeline .calls{padding-top:.4rem}
.timeline .calls::before,.timeline .calls li::before{content:none}
.timeline .calls li{width:auto;margin:0 0 .4rem}
.timeline .head{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline}
.timeline .when{flex-basis:100%;font-size:.8125rem;color:var(--muted);font-variant-numeric:tabular-nums}
.timeline .lane{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.timeline p{overflow-wrap:anywhere}
@media (max-width:48rem){
.lanes{display:none}
.timeline{padding-left:1.1rem}
.timeline::before{left:.3rem}
.timeline li,.timeline li.service{width:auto;margin-left:0}
.timeline li.app::before,.timeline li.service::before{right:auto;left:-1.35rem}
.timeline .calls{padding-left:0}
.timeline .when{flex-basis:auto;order:1}
.timeline .lane{position:static;width:auto;height:auto;clip-path:none;order:2;font-size:.8125rem;color:var(--muted)}
.timeline .head strong{order:3;flex-basis:100%}
.timeline .head .chip{order:4}
.drawer{margin-left:0}
tr:has(.opens-row[open])+.below{display:block}
.cards .below td{display:block}
.cards .below td::before{content:none}
td[data-label=Actions]{width:auto}
td[data-label=Actions]>div{justify-content:flex-start}
.menu>.items{right:auto;left:0}
.menu>summary{min-width:2.75rem;min-height:2.75rem;display:grid;place-items:center;background:var(--raised)}
.menu .items a,.menu .items button{min-height:2.75rem}
.copy{min-height:2.75rem;min-width:2.75rem;margin:-.75rem 0}
td button{margin:0;padding:.35rem .9rem}
body{font-size:15px}
main{padding:.75rem .75rem 2.5rem}
button,input,select{min-height:2.75rem}
input[type=url]{width:100%}
.tools form{max-width:100%}
.tools select{width:100%;min-width:0}
.tools label:has(select,[type=url]){flex:1 1 100%;min-width:0}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards,.cards tbody{display:block}
.cards tr{display:grid;gap:.15rem;padding:.6rem 0;border-bottom:1px solid var(--border)}
.cards tr:last-child{border-bottom:0}
.cards td{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.5rem;border:0;padding:.1rem 0;text-align:left;white-space:normal}
.cards td.none{display:none}
.cards td::before{content:attr(data-label);color:var(--muted);font-size:.8125rem}
}
`;
