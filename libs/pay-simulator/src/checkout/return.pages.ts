import { html } from '../http/html.js';
import type { Page, PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { checkoutReply } from './checkout-frame.view.js';

/** Stand-ins for the shop's own pages, for whoever has none yet. */
export const RETURN_PATHS = { paid: '/returned/paid', notPaid: '/returned/not-paid' } as const;

const WORDS = {
  paid: ['✓', 'Paid', 'Your shop would thank the customer here, once the webhook has confirmed the payment.'],
  notPaid: ['×', 'Not paid', 'Your shop would offer the customer to try again here.'],
} as const;

/** Where a customer lands who has paid, or not, while the shop has no pages of its own. */
export function returnPages(): readonly Page[] {
  return (['paid', 'notPaid'] as const).map((ending) => ({
    method: 'GET',
    path: RETURN_PATHS[ending],
    respond: (request) => returnPage(ending, request),
  }));
}

function returnPage(ending: keyof typeof RETURN_PATHS, { query }: PageRequest): HttpReply {
  const [mark, title, text] = WORDS[ending];
  return checkoutReply(200, {
    language: 'en-GB',
    color: null,
    title,
    merchantName: null,
    layout: 'single',
    content: html`<section class="panel end ${ending === 'paid' ? 'paid' : 'cancelled'}">
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${title}</h1>
<p>${text}</p>
<p>Order ${query.get('s') ?? '–'}, transaction ${query.get('t') ?? '–'}</p>
</section>`,
  });
}
