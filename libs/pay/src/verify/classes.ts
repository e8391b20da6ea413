import type { ProbeClass } from './verify.types.js';

interface ClassFacts {
  /** Effect on the account. */
  does: string;
  /** What the class needs besides credentials; an empty string if nothing. */
  needs: string;
  changesAccount: boolean;
}

/** Classes of probes, in the order in which they run. */
export const CLASSES: Readonly<Record<ProbeClass, ClassFacts>> = {
  'read-only': {
    does: 'requests tokens, reads the account, and sends requests that the service must reject',
    needs: '',
    changesAccount: false,
  },
  'unpaid-orders': {
    does: 'creates about 20 orders, changes some of them, and cancels them all; no money moves',
    needs: '',
    changesAccount: true,
  },
  payment: {
    does: 'creates orders that you pay with test cards, then captures, charges, cancels and refunds the payments',
    needs: 'you at the checkout page, and permission to refund',
    changesAccount: true,
  },
  receiver: {
    does: 'receives webhooks of the account, and rejects some of them to see how the service repeats them',
    needs: '--receiver, a public address that forwards to this machine',
    changesAccount: true,
  },
  terminal: {
    does: 'sends sales and refunds to a card terminal',
    needs: '--terminal, a terminal of the demo account within your reach',
    changesAccount: true,
  },
};

export const CLASS_NAMES = Object.keys(CLASSES) as readonly ProbeClass[];
