import { checkoutPages, returnPages } from '../checkout/index.js';
import { consolePages } from '../console/index.js';
import type { Page } from '../http/page.js';
import { invitationPages } from '../onboarding/index.js';
import type { Services } from './services.js';
import { terminalPages } from '../terminal/index.js';

/** Lists all HTML pages: hosted checkout, invitations, console and card terminals. */
export function simulatorPages(services: Services): readonly Page[] {
  return [
    ...checkoutPages(services),
    ...invitationPages(services),
    ...returnPages(),
    ...consolePages(services),
    ...terminalPages(services),
  ];
}
