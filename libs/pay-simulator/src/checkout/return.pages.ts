import { html } from '../http/html.js';
import type { Page } from '../http/page.js';
import { checkoutReply } from './checkout-frame.view.js';
import { endPanel } from './end-page.view.js';

/** Paths of the default return pages. */
export const RETURN_PATHS = { paid: '/returned/paid', notPaid: '/returned/not-paid' } as const;

const PAGES = [
  {
    path: RETURN_PATHS.paid,
    state: 'paid',
    title: 'Paid',
    text: 'Your shop’s success page appears here. Fulfil the order after the webhook has confirmed the payment.',
  },
  {
    path: RETURN_PATHS.notPaid,
    state: 'cancelled',
    title: 'Not paid',
    text: 'Your shop’s failure page appears here. It can offer another attempt.',
  },
] as const;

/** Serves return pages for shops without their own pages. */
export function returnPages(): readonly Page[] {
  return PAGES.map(({ path, state, ...texts }) => ({
    method: 'GET',
    path,
    isPublic: true,
    respond: (_, { query }) =>
      checkoutReply(200, {
        language: 'en-GB',
        color: null,
        title: texts.title,
        merchantName: null,
        layout: 'single',
        content: endPanel(
          state,
          texts,
          html`<p>Order ${query.get('s') ?? '–'}, transaction ${query.get('t') ?? '–'}</p>`,
        ),
      }),
  }));
}
