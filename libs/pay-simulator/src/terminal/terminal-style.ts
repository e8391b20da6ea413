import { CONSOLE_STYLE } from '../console/console-style.js';

/** The console's style sheet with styles for the terminal. */
export const TERMINAL_STYLE = `${CONSOLE_STYLE}
.counter{display:grid;gap:1rem;grid-template-columns:minmax(0,22rem) minmax(0,1fr);align-items:start}
.counter .device{grid-row:1 / span 2}
.device{padding:1.25rem;border-radius:1.5rem;border-color:#12303b;background:#1b3a46;color:#fff}
.device h2{text-align:center;color:#d5e9ef}
.screen{display:grid;align-content:center;gap:.6rem;min-height:19rem;padding:1.25rem 1rem;border-radius:.75rem;background:#f4faf6;color:#10242b;text-align:center;overflow-wrap:anywhere}
.screen .state{font-size:1.25rem;font-weight:650}
.screen .amount{font-size:2.4rem;font-weight:700;font-variant-numeric:tabular-nums;line-height:1.1}
.screen .text{font-weight:600}
.screen .good{color:#14532d}
.screen .bad{color:#8c1d18}
h3{font-size:.8125rem;color:#55607a;margin:.9rem 0 .4rem}
h3:first-child{margin-top:0}
.counter .wallet{display:grid;gap:.5rem;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr))}
.counter .wallet button{width:100%;text-align:left}
.counter .wallet button{white-space:normal;height:100%}
button.good{border-color:#2c7a4b;color:#14532d}
.counter .notice{margin-bottom:.75rem}
.terminals .tools{margin-bottom:0}
.terminals .tools>.dim{flex-basis:100%}
.terminals section>.dim{margin-top:.6rem}
@media (max-width:48rem){
.counter{grid-template-columns:minmax(0,1fr)}
.counter .device{grid-row:auto}
.screen{min-height:14rem}
.counter .tools form,.counter .tools button{flex:1 1 100%;width:100%}
button{white-space:normal}
}
`;
