import { html } from '../http/html.js';
import type { Page } from '../http/page.js';
import { checkoutReply } from './checkout-frame.view.js';
import { endPanel } from './end-page.view.js';

/** Paths of the default return pages. */
export const RETURN_PATHS = { paid: '/returned/paid', notPaid: '/returned/not-paid' } as const;

const PAGES = [
  [
    ...[RETURN_PATHS.paid, 'paid', '✓', 'Paid'],
    'Your shop’s success page appears here. Fulfill the order after the webhook has confirmed the payment.',
  ],
  [
    ...[RETURN_PATHS.notPaid, 'cancelled', '×', 'Not paid'],
    'Your shop’s failure page appears here. It can offer another attempt.',
  ],
] as const;

/** Serves return pages for shops without their own pages. */
export function returnPages(): readonly Page[] {
  return PAGES.map(([path, look, sign, title, text]) => ({
    method: 'GET',
    path,
    isPublic: true,
    respond: (_, { query }) => {
      const ids = html`<p>Order ${query.get('s') ?? '–'}, transaction ${query.get('t') ?? '–'}</p>`;
      const content = endPanel(look, sign, title, text, ids);
      return checkoutReply(200, { language: 'en-GB', title, content });
    },
  }));
}
