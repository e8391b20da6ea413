import { html } from '../html.js';
import type { PageView } from './layout.js';

/** Shows a message. */
export function messageView({ title, text }: { readonly title: string; readonly text: string }): PageView {
  return {
    title,
    body: html`<section class="card narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="actions"><a class="button" href="/">To the shop</a> <a href="/my-orders">My orders</a></p>
    </section>`,
  };
}

/** Shown to a browser that comes back from the payment page of an order that it did not place. */
export const OTHER_BROWSER = messageView({
  title: 'Back from the payment page',
  text: 'This browser did not place that order, so we cannot show it here. Open the order in the browser that placed it: it shows whether the payment arrived. If we sent you a link, you are done: we see the payment.',
});
