import { html } from '../html.js';
import type { PageView } from './layout.js';

/** A page that says one thing. */
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
