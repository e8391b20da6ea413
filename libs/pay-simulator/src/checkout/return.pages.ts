import { html } from '../http/html.js';
import type { Page, PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { checkoutReply } from './checkout-frame.view.js';

/** Paths of the default return pages. */
export const RETURN_PATHS = { paid: '/returned/paid', notPaid: '/returned/not-paid' } as const;

const TEXTS = {
  paid: [
    '✓',
    'Paid',
    'Your shop’s success page appears here. Fulfil the order after the webhook has confirmed the payment.',
  ],
  notPaid: ['×', 'Not paid', 'Your shop’s failure page appears here. It can offer another attempt.'],
} as const;

/** Serves return pages for shops without their own pages. */
export function returnPages(): readonly Page[] {
  return (['paid', 'notPaid'] as const).map((ending) => ({
    method: 'GET',
    path: RETURN_PATHS[ending],
    isPublic: true,
    respond: (request) => returnPage(ending, request),
  }));
}

function returnPage(ending: keyof typeof RETURN_PATHS, { query }: PageRequest): HttpReply {
  const [mark, title, text] = TEXTS[ending];
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
