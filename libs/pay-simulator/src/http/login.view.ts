import { documentReply } from './document.js';
import { html } from './html.js';
import { PALETTE } from './palette.js';
import type { HttpReply } from './reply.js';

/** Path of the login with the control token. */
export const LOGIN_PATH = '/login';

const STYLE = `${PALETTE}
*,*::before,*::after{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);font:1rem/1.5 var(--font)}
main{width:min(26rem,100% - 2rem);padding:1.5rem;background:var(--surface);border:1px solid var(--border);border-radius:.625rem}
h1{margin:0 0 .5rem;font-size:1.25rem}
p{margin:0 0 1rem;color:var(--muted)}
p.problem{color:var(--bad)}
code{font-family:var(--font-code)}
label{display:grid;gap:.25rem;font-weight:600}
input{font:inherit;padding:.5rem;min-height:2.75rem;border:1px solid var(--field-border);border-radius:.375rem;background:var(--surface);color:var(--text)}
button{font:inherit;font-weight:600;margin-top:1rem;width:100%;min-height:2.75rem;border:0;border-radius:.375rem;background:var(--action);color:var(--on-action);cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

/** Renders the login for the console and the terminals. */
export function loginPage(
  status: number,
  { next, isWrong = false }: { readonly next: string; readonly isWrong?: boolean },
): HttpReply {
  const reply = documentReply(status, {
    title: 'Log in – pay-simulator',
    language: 'en-GB',
    css: STYLE,
    formTargets: "'self'",
    body: html`<main>
<h1>Log in to the simulator</h1>
<p>The simulator prints the control token at its start, or stores it in the file of <code>--control-token-file</code>.</p>
${isWrong && html`<p class="problem" role="alert">The control token is wrong.</p>`}
<form method="post" action="${LOGIN_PATH}">
<input type="hidden" name="next" value="${next}">
<label>Control token <input type="password" name="token" autocomplete="current-password" required autofocus></label>
<button>Log in</button>
</form>
</main>`,
  });
  return { ...reply, headers: { ...reply.headers, ...(status === 401 && { 'www-authenticate': 'Bearer' }) } };
}
