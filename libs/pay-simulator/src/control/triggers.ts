import type { SimulatorActions } from './actions.js';

/** Input of a trigger. */
export interface TriggerInput {
  /** Amount in minor units. */
  readonly amount?: number;
  readonly orderCode?: string;
  readonly transactionId?: string;
  readonly merchantTrns?: string;
  readonly accountId?: string;
  readonly terminalId?: string;
}

/** A kind of trigger. */
interface Trigger {
  /** Description that starts with a verb in the third person. */
  readonly about: string;
  readonly accepts: readonly (keyof TriggerInput)[];
  readonly run: (actions: SimulatorActions, input: TriggerInput) => unknown;
}

const ON_ORDER = ['orderCode', 'amount', 'merchantTrns'] as const;
const ON_TRANSACTION = ['transactionId', 'amount', 'merchantTrns'] as const;

const TABLE = {
  payment: {
    about: 'pays an order',
    accepts: ON_ORDER,
    run: (actions, { orderCode, ...options }) => actions.pay(orderCode, options),
  },
  'bank-transfer': {
    about: 'pays an order by a bank transfer with its RF code, without a transaction',
    accepts: ON_ORDER,
    run: (actions, { orderCode, ...options }) => actions.payByBankTransfer(orderCode, options),
  },
  decline: {
    about: 'attempts a payment with a card that is declined',
    accepts: ON_ORDER,
    run: (actions, { orderCode, ...options }) => actions.decline(orderCode, options),
  },
  cancel: {
    about: 'cancels a pending order',
    accepts: ON_ORDER,
    run: (actions, { orderCode, ...options }) => actions.cancel(orderCode, options),
  },
  expire: {
    about: 'expires a pending order; the service sends no webhook',
    accepts: ON_ORDER,
    run: (actions, { orderCode, ...options }) => actions.expire(orderCode, options),
  },
  preauth: {
    about: 'holds an amount on a card',
    accepts: ['amount', 'merchantTrns'],
    run: (actions, options) => actions.preauthorize(options),
  },
  capture: {
    about: 'captures a pre-authorization',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.capture(transactionId, options),
  },
  refund: {
    about: 'refunds a payment, in full or in part',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.refund(transactionId, options),
  },
  void: {
    about: 'voids a payment of the same day, or releases a pre-authorization',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.void(transactionId, options),
  },
  'payment-later': {
    about: 'starts a payment that is confirmed later; approve or fail ends it',
    accepts: ON_ORDER,
    run: (actions, { orderCode, ...options }) => actions.payLater(orderCode, options),
  },
  fail: {
    about: 'ends a payment in progress as failed',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.fail(transactionId, options),
  },
  approve: {
    about: 'approves a payment in progress, or a failed one later',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.approve(transactionId, options),
  },
  reversal: {
    about: 'reverses a payment as the service does by itself; reads no longer find it',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.reverse(transactionId, options),
  },
  payout: {
    about: 'pays out to the card of a payment',
    accepts: ON_TRANSACTION,
    run: (actions, { transactionId, ...options }) => actions.payOut(transactionId, options),
  },
  transfer: {
    about: 'sends funds from the marketplace to a seller',
    accepts: ['amount', 'accountId', 'transactionId'],
    run: (actions, options) => actions.transfer(options),
  },
  'terminal-sale': {
    about: 'makes a sale at a card terminal; advances the clock by 2.5 seconds',
    accepts: ['amount', 'terminalId', 'merchantTrns'],
    run: (actions, options) => actions.sellAtTerminal(options),
  },
} as const satisfies Readonly<Record<string, Trigger>>;

/** Name of a trigger. */
export type TriggerKind = keyof typeof TABLE;

/** Triggers by their name in the command and in the control API. */
export const TRIGGERS: Readonly<Record<TriggerKind, Trigger>> = TABLE;

/** Lists the names of the triggers. */
export const TRIGGER_KINDS = Object.keys(TABLE) as readonly TriggerKind[];

/** Reads the body of a trigger request. @throws RangeError if a member is invalid. The message names the member. */
export function triggerInput(kind: TriggerKind, body: Readonly<Record<string, unknown>>): TriggerInput {
  const { accepts } = TRIGGERS[kind];
  for (const [name, value] of Object.entries(body)) {
    if (!accepts.some((allowed) => allowed === name))
      throw new RangeError(`${name}: expected one of ${accepts.join(', ')}`);
    // An order code that arrives as a number may have lost digits.
    if (name !== 'amount' && (typeof value !== 'string' || value === ''))
      throw new RangeError(`${name}: expected a non-empty string`);
    if (name === 'amount' && !Number.isSafeInteger(value))
      throw new RangeError('amount: expected whole minor units');
  }
  return body;
}
