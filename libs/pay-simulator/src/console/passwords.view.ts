import type { OneTimePassword } from '../domain/reseller-desk.js';
import { html, type Html } from '../http/html.js';
import { chip, section, shortMoment } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Renders the one-time passwords sent to customers, for manual tests of payments at a reseller's counter. */
export function passwordsView({ passwords, now }: ConsoleModel): Html {
  const state = ({ redeemed, expiresAt }: OneTimePassword): Html =>
    redeemed ? chip('redeemed', 'plain') : expiresAt <= now ? chip('expired', 'bad') : chip('sent', 'good');
  return section<OneTimePassword>('passwords', 'One-time passwords', passwords, {
    empty:
      'No one-time passwords yet. Eligibility checks for cash and bill payments send them to customers’ phones.',
    columns: {
      Phone: ({ phone, countryCode }) => `${phone} ${countryCode}`,
      For: ({ payment }) => payment,
      Password: ({ password }) => html`<span class="code">${password}</span>`,
      State: state,
      'Valid until (UTC)': ({ expiresAt }) => shortMoment(expiresAt),
    },
  });
}
