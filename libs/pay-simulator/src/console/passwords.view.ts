import { html } from '../http/html.js';
import { chip, listView, shortMoment, type Section } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { listPage } from './list-page.js';

/** Renders the one-time passwords sent to customers, for manual tests of payments at a reseller's counter. */
export function passwordsSection({ now, query, read }: ConsoleModel): Section {
  return {
    live: listView('passwords', 'One-time passwords', listPage(read('listPasswords'), query), {
      empty:
        'No one-time passwords yet. Eligibility checks for cash and bill payments send them to customers’ phones.',
      columns: {
        Phone: ({ phone, countryCode }) => `${phone} ${countryCode}`,
        For: ({ payment }) => payment,
        Password: ({ password }) => html`<span class="code">${password}</span>`,
        State: ({ redeemed, expiresAt }) =>
          redeemed
            ? chip('redeemed', 'plain')
            : expiresAt <= now
              ? chip('expired', 'bad')
              : chip('sent', 'good'),
        'Valid until (UTC)': ({ expiresAt }) => shortMoment(expiresAt),
      },
    }),
  };
}
