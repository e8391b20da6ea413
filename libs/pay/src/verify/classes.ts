import type { ProbeClass } from './verify.types.js';

interface ClassFacts {
  /** Effect on the account. */
  does: string;
  /** What the class needs besides credentials; an empty string if nothing. */
  needs: string;
  changesAccount: boolean;
  /** Time that the requests do not take; an empty string if none. */
  waits: string;
}

/** Classes of probes, in the order in which they run. */
export const CLASSES: Readonly<Record<ProbeClass, ClassFacts>> = {
  'read-only': {
    does: 'requests tokens, reads the account, and sends requests that the service must reject',
    needs: '',
    changesAccount: false,
    waits: '',
  },
  'unpaid-orders': {
    does: 'creates about 20 orders and 80 with a mistake, and cancels every order that is accepted; no money moves',
    needs: '',
    changesAccount: true,
    waits: '',
  },
  payment: {
    does: 'creates orders that you pay with test cards, then captures, charges, cancels and refunds the payments',
    needs: 'you at the checkout page, and permission to refund',
    changesAccount: true,
    waits: 'plus the time in which you pay',
  },
  receiver: {
    does: 'receives webhooks of the account, and rejects some of them to see how the service repeats them',
    needs: '--receiver, a public address that forwards to this machine',
    changesAccount: true,
    waits: 'plus the time in which you pay, and an hour',
  },
  terminal: {
    does: 'sends sales and refunds to a card terminal',
    needs: '--terminal, a terminal of the demo account within your reach',
    changesAccount: true,
    waits: 'plus the time at the terminal',
  },
};

export const CLASS_NAMES = Object.keys(CLASSES) as readonly ProbeClass[];
