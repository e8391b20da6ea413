/** The console's style sheet. */
export const CONSOLE_STYLE = `
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;color-scheme:light;scroll-padding-top:4rem}
body{margin:0;background:#f3f4f7;color:#1b2230;font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
h1,h2,h3,p,ul,ol,dl,dd{margin:0;padding:0}
a{color:#0b5c72}
code,pre,.code{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.banner{padding:.35rem 1rem;background:#fff4cc;border-bottom:1px solid #e3c766;color:#5a4300;font-size:.8125rem;font-weight:600;text-align:center}
header .bar{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;padding:.75rem 1.25rem;background:#12303b;color:#fff}
header h1{font-size:1.0625rem}
header .clock{font-variant-numeric:tabular-nums}
header .bar a{color:#bfe9f5}
nav{position:sticky;top:0;z-index:1;background:#fff;border-bottom:1px solid #d9dee7;overflow-x:auto}
nav ul{display:flex;list-style:none;gap:.25rem;padding:.4rem 1rem;white-space:nowrap}
nav a{display:block;padding:.45rem .6rem;border-radius:.375rem;text-decoration:none;color:#1b2230;font-weight:600}
nav a:hover{background:#e9ecf2}
nav b{font-weight:600;color:#55607a;font-variant-numeric:tabular-nums}
main{max-width:96rem;margin:0 auto;padding:1rem 1.25rem 3rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
section{background:#fff;border:1px solid #d9dee7;border-radius:.625rem;padding:.9rem 1rem}
section>h2{font-size:1rem;margin-bottom:.6rem}
section>h2 small{font-weight:400;color:#55607a}
.notice{padding:.7rem 1rem;border-radius:.5rem;border:1px solid #a8d5b5;background:#eaf7ee;overflow-wrap:anywhere}
.notice.problem{border-color:#e6b8b4;background:#fdf3f2;color:#8c1d18}
.empty{color:#55607a}
.tools,.actions{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
.tools{margin-bottom:.75rem}
.tools form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end}
label{display:grid;max-width:100%;gap:.15rem;font-size:.75rem;font-weight:600;color:#55607a}
input,select{font:inherit;font-weight:400;font-size:.875rem;color:#1b2230;padding:.35rem .5rem;min-height:2.25rem;border:1px solid #7b869c;border-radius:.375rem;background:#fff;max-width:100%}
input[type=number]{width:6rem}
input[type=url]{width:22rem}
button{font:inherit;font-size:.8125rem;font-weight:600;padding:.35rem .7rem;min-height:2.25rem;border:1px solid #7b869c;border-radius:.375rem;background:#fff;color:#1b2230;cursor:pointer;white-space:nowrap}
button:hover{background:#e9ecf2}
button.danger{border-color:#b3261e;color:#8c1d18}
:focus-visible{outline:3px solid #0b7a99;outline-offset:1px}
table{width:100%;border-collapse:collapse}
th{font-size:.75rem;text-align:left;color:#55607a;font-weight:600;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #d9dee7;white-space:nowrap}
td{padding:.45rem .6rem .45rem 0;border-bottom:1px solid #eceff4;vertical-align:top;overflow-wrap:anywhere}
tr:last-child>td{border-bottom:0}
.whole{white-space:nowrap}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td button{min-height:1.75rem;padding:.15rem .6rem;margin:-.15rem 0}
.dim{color:#55607a;font-size:.8125rem}
.chip{display:inline-block;padding:.05rem .5rem;border-radius:1rem;font-size:.75rem;font-weight:650;white-space:nowrap;background:#e9ecf2;color:#3f4960}
.chip.good{background:#dff3e4;color:#14532d}
.chip.bad{background:#fbe3e1;color:#8c1d18}
.chip.wait{background:#fff0c2;color:#5a4300}
details summary{cursor:pointer;font-weight:600;padding:.2rem 0}
.rest{margin-top:.5rem}
.attempts{list-style:none;display:grid;gap:.75rem;padding:.4rem 0 .2rem}
.attempts>li{padding-left:.75rem;border-left:3px solid #d9dee7}
pre{margin:.3rem 0 0;padding:.6rem .75rem;max-height:26rem;overflow:auto;background:#f3f4f7;border-radius:.375rem;white-space:pre-wrap;overflow-wrap:anywhere}
.delivery{padding:.6rem 0;border-bottom:1px solid #eceff4}
.delivery:last-child{border-bottom:0}
.delivery .head{display:flex;flex-wrap:wrap;gap:.3rem .75rem;align-items:center;margin-bottom:.25rem}
.delivery .actions{margin-top:.4rem}
.list{list-style:none}
.books{display:grid;gap:1rem 2rem;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr))}
.books caption{text-align:left;font-weight:650;padding-bottom:.2rem}
.books tfoot td,.books tfoot th{font-weight:650;color:#1b2230;border-top:2px solid #d9dee7;border-bottom:0;font-size:.875rem;padding-top:.4rem}
.books th{font-weight:400;font-size:.875rem;color:#1b2230;border-bottom:1px solid #eceff4}
.books td{border-bottom:1px solid #eceff4;padding:.3rem 0}
@media (max-width:48rem){
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
.cards tr{display:grid;gap:.15rem;padding:.6rem 0;border-bottom:1px solid #d9dee7}
.cards tr:last-child{border-bottom:0}
.cards td{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:.5rem;border:0;padding:.1rem 0;text-align:left;white-space:normal}
.cards td.none{display:none}
.cards td::before{content:attr(data-label);color:#55607a;font-size:.8125rem}
}
`;
