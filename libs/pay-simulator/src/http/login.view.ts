import { documentReply } from './document.js';
import { html } from './html.js';
import { LOGIN_STYLE } from './page-files.generated.js';
import type { HttpReply } from './reply.js';

/** Path of the login with the control token. */
export const LOGIN_PATH = '/login';

/** Renders the login for the console and the terminals. */
export function loginPage(
  status: number,
  { next, isWrong = false }: { readonly next: string; readonly isWrong?: boolean },
): HttpReply {
  const reply = documentReply(status, {
    title: 'Log in – pay-simulator',
    language: 'en-GB',
    css: LOGIN_STYLE,
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
