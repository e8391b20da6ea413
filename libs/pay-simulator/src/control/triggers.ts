import type { OrderReference, SimulatorActions } from './actions.js';

/** Input of a trigger. */
export interface TriggerInput {
  /** Amount in minor units. */
  readonly amount?: number;
  readonly orderCode?: OrderReference;
  readonly transactionId?: string;
  readonly merchantTrns?: string;
  readonly accountId?: string;
  readonly terminalId?: string;
  /** Session of a preloaded sale. */
  readonly sessionId?: string;
  /** Name or number of a test card. */
  readonly card?: string;
}

/** A kind of trigger. */
interface Trigger {
  /** Description that starts with a verb in the third person. */
  readonly about: string;
  readonly accepts: readonly (keyof TriggerInput)[];
  /** Method that the trigger calls. */
  readonly action: keyof SimulatorActions;
  readonly run: (actions: SimulatorActions, input: TriggerInput) => unknown;
}

/** Actions whose first argument is an order, or a transaction. */
type OrderAction = 'payByBankTransfer' | 'decline' | 'cancel' | 'expire' | 'payLater';
type TransactionAction =
  | 'capture'
  | 'refund'
  | 'void'
  | 'fail'
  | 'approve'
  | 'reverse'
  | 'payOut'
  | 'suspectDispute'
  | 'dispute'
  | 'submitEvidence'
  | 'forwardEvidence'
  | 'winDispute'
  | 'loseDispute';

const onOrder = <Action extends OrderAction>(action: Action, about: string) => ({
  about,
  action,
  accepts: ['orderCode', 'amount', 'merchantTrns'] as const,
  run: (actions: SimulatorActions, { orderCode, ...options }: TriggerInput) =>
    actions[action](orderCode, options),
});
const onTransaction = <Action extends TransactionAction>(action: Action, about: string) => ({
  about,
  action,
  accepts: ['transactionId', 'amount', 'merchantTrns'] as const,
  run: (actions: SimulatorActions, { transactionId, ...options }: TriggerInput) =>
    actions[action](transactionId, options),
});

const TABLE = {
  payment: {
    about: 'pays an order',
    action: 'pay',
    accepts: ['orderCode', 'amount', 'merchantTrns', 'card'],
    run: (actions, { orderCode, ...options }) => actions.pay(orderCode, options),
  },
  'bank-transfer': onOrder(
    'payByBankTransfer',
    'pays an order by a bank transfer with its RF code, without a transaction',
  ),
  decline: onOrder('decline', 'attempts a payment with a card that is declined'),
  cancel: onOrder('cancel', 'cancels a pending order'),
  expire: onOrder('expire', 'expires a pending order; the service sends no webhook'),
  preauth: {
    about: 'holds an amount on a card',
    action: 'preauthorize',
    accepts: ['amount', 'merchantTrns'],
    run: (actions, options) => actions.preauthorize(options),
  },
  capture: onTransaction('capture', 'captures a pre-authorization'),
  refund: onTransaction('refund', 'refunds a payment, in full or in part'),
  void: onTransaction('void', 'voids a payment of the same day, or releases a pre-authorization'),
  'payment-later': onOrder('payLater', 'starts a payment that is confirmed later; approve or fail ends it'),
  fail: onTransaction('fail', 'ends a payment in progress as failed'),
  approve: onTransaction('approve', 'approves a payment in progress, or a failed one later'),
  reversal: onTransaction(
    'reverse',
    'reverses a payment as the service does by itself; reads no longer find it',
  ),
  'dispute-suspected': onTransaction('suspectDispute', 'suspects a card payment in the name of the service'),
  dispute: onTransaction('dispute', 'disputes a card payment in the name of the cardholder'),
  'dispute-evidence': onTransaction('submitEvidence', 'submits evidence about a dispute to the service'),
  'dispute-forwarded': onTransaction('forwardEvidence', "sends the evidence to the cardholder's bank"),
  'dispute-won': onTransaction('winDispute', 'decides a dispute for the merchant, who keeps the money'),
  'dispute-lost': onTransaction('loseDispute', 'decides a dispute for the cardholder, who gets the money'),
  payout: onTransaction('payOut', 'pays out to the card of a payment'),
  transfer: {
    about: 'sends funds from the marketplace to a seller',
    action: 'transfer',
    accepts: ['amount', 'accountId', 'transactionId'],
    run: (actions, options) => actions.transfer(options),
  },
  'terminal-sale': {
    about: 'makes a sale at a card terminal; advances the clock by 2.5 seconds',
    action: 'sellAtTerminal',
    accepts: ['amount', 'terminalId', 'merchantTrns'],
    run: (actions, options) => actions.sellAtTerminal(options),
  },
  'autonomous-sale': {
    about:
      'sells at a terminal that lost its connection, without a signature; advances the clock by 1.5 seconds',
    action: 'sellAutonomously',
    accepts: ['amount', 'terminalId', 'merchantTrns'],
    run: (actions, options) => actions.sellAutonomously(options),
  },
  'preloaded-sale': {
    about: 'starts a preloaded sale at its terminal, which then asks for a card',
    action: 'startPreloaded',
    accepts: ['sessionId', 'terminalId'],
    run: (actions, options) => actions.startPreloaded(options),
  },
} as const satisfies Readonly<Record<string, Trigger>>;

/** Name of a trigger. */
export type TriggerKind = keyof typeof TABLE;

/** Triggers by their name in the command and in the control API. */
export const TRIGGERS: Readonly<Record<TriggerKind, Trigger>> = TABLE;

/** Input of one trigger: the members that it accepts. */
export type TriggerInputOf<Kind extends TriggerKind> = Pick<
  TriggerInput,
  (typeof TABLE)[Kind]['accepts'][number]
>;

/** What one trigger returns: the order, transaction, transfer or session that it made or changed. */
export type TriggerOutcome<Kind extends TriggerKind> = ReturnType<
  SimulatorActions[(typeof TABLE)[Kind]['action']]
>;

/** Lists the names of the triggers. */
export const TRIGGER_KINDS = Object.keys(TABLE) as readonly TriggerKind[];
