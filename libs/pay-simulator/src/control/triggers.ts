import type { SimulatorActions } from './actions.js';

/** What a trigger may be told. */
export interface TriggerInput {
  /** Minor units. */
  readonly amount?: number;
  readonly orderCode?: string;
  readonly transactionId?: string;
  readonly merchantTrns?: string;
  readonly accountId?: string;
  readonly terminalId?: string;
}

/** One kind of trigger. */
export interface Trigger {
  /** What it does, as a verb in the third person. */
  readonly about: string;
  readonly takes: readonly (keyof TriggerInput)[];
  readonly run: (actions: SimulatorActions, input: TriggerInput) => unknown;
}

const ON_ORDER = ['orderCode', 'amount', 'merchantTrns'] as const;
const ON_TRANSACTION = ['transactionId', 'amount', 'merchantTrns'] as const;

const TABLE = {
  payment: {
    about: 'pays an order',
    takes: ON_ORDER,
    run: (actions, { orderCode, ...terms }) => actions.pay(orderCode, terms),
  },
  decline: {
    about: 'tries to pay an order with a card that is declined',
    takes: ON_ORDER,
    run: (actions, { orderCode, ...terms }) => actions.decline(orderCode, terms),
  },
  cancel: {
    about: 'cancels a pending order',
    takes: ON_ORDER,
    run: (actions, { orderCode, ...terms }) => actions.cancel(orderCode, terms),
  },
  expire: {
    about: 'lets a pending order expire, which sends no webhook',
    takes: ON_ORDER,
    run: (actions, { orderCode, ...terms }) => actions.expire(orderCode, terms),
  },
  preauth: {
    about: 'holds an amount on a card',
    takes: ['amount', 'merchantTrns'],
    run: (actions, terms) => actions.preauthorize(terms),
  },
  capture: {
    about: 'captures a pre-authorization',
    takes: ON_TRANSACTION,
    run: (actions, { transactionId, ...terms }) => actions.capture(transactionId, terms),
  },
  refund: {
    about: 'refunds a payment, in full or in part',
    takes: ON_TRANSACTION,
    run: (actions, { transactionId, ...terms }) => actions.refund(transactionId, terms),
  },
  void: {
    about: 'voids a payment of the day, or releases a pre-authorization',
    takes: ON_TRANSACTION,
    run: (actions, { transactionId, ...terms }) => actions.void(transactionId, terms),
  },
  payout: {
    about: 'pays money out to the card of a payment',
    takes: ON_TRANSACTION,
    run: (actions, { transactionId, ...terms }) => actions.payOut(transactionId, terms),
  },
  transfer: {
    about: 'sends funds of the marketplace to a seller',
    takes: ['amount', 'accountId', 'transactionId'],
    run: (actions, terms) => actions.transfer(terms),
  },
  'terminal-sale': {
    about: 'sells at a card terminal; moves the clock by 2.5 seconds',
    takes: ['amount', 'terminalId', 'merchantTrns'],
    run: (actions, terms) => actions.sellAtTerminal(terms),
  },
} as const satisfies Readonly<Record<string, Trigger>>;

/** What can be triggered. */
export type TriggerKind = keyof typeof TABLE;

/** Every trigger by its name in the command and in the control API. */
export const TRIGGERS: Readonly<Record<TriggerKind, Trigger>> = TABLE;

/** Names of the triggers. */
export const TRIGGER_KINDS = Object.keys(TABLE) as readonly TriggerKind[];

/** Reads the body of a trigger's route. @throws RangeError naming the member that is wrong. */
export function triggerInput(kind: TriggerKind, body: Readonly<Record<string, unknown>>): TriggerInput {
  const { takes } = TRIGGERS[kind];
  for (const [name, value] of Object.entries(body)) {
    if (!takes.some((taken) => taken === name))
      throw new RangeError(`${name}: expected one of ${takes.join(', ')}`);
    // An order code as a number has lost digits already.
    if (name !== 'amount' && (typeof value !== 'string' || value === ''))
      throw new RangeError(`${name}: expected a non-empty string`);
    if (name === 'amount' && !Number.isSafeInteger(value))
      throw new RangeError('amount: expected whole minor units');
  }
  return body;
}
