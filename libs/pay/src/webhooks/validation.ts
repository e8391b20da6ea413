import { PayEventType } from './event-types.js';
import type { PayEventMembers } from './payloads.generated.js';
import type { ExactInteger } from './wire.types.js';
import type { PayWebhookExpectations } from './expectations.js';
import { issueOf } from './event.types.js';
import type { PayWebhookIssue } from './event.types.js';
import { validateEvent } from './validator.js';
import type { PayWebhookValidation, ValidationRules } from './validator.js';

type BankTransferMembers = PayEventMembers[768] & { BankTransferId: string; TransactionId: string };

/** Members by event type, with those that only some deliveries have. */
type Members = Omit<PayEventMembers, 768 | 769 | 8193 | 8194> & {
  768: BankTransferMembers;
  769: BankTransferMembers;
  8193: PayEventMembers[8193] & { Verified: boolean };
  8194: PayEventMembers[8194] & { WalletId: ExactInteger };
};

type Expectations<Type extends PayEventType> = PayWebhookExpectations<Members[Type]>;
type Validation<Type extends PayEventType> = PayWebhookValidation<
  Members[Type],
  (typeof RULES)[Type]['required'][number] & keyof Members[Type]
>;

const PAYMENT_MEMBERS = ['OrderCode', 'TransactionId', 'StatusId', 'Amount'] as const;
const BANK_TRANSFER = { required: [], oneOf: ['CommandId', 'BankTransferId', 'TransactionId'] } as const;

/** There is no StatusId: Success and EventId contain the outcome. */
const SESSION = {
  required: [],
  oneOf: ['SessionId', 'TransactionId'],
  amountUnit: 'minor',
  warn: ({ Success }, eventTypeId) =>
    typeof Success === 'boolean'
      ? warnIf(
          eventTypeId !== null && Success !== (eventTypeId === PayEventType.TransactionPosEcrSessionCreated),
          'Success',
          `Success is ${Success}, which contradicts the event type ${eventTypeId}`,
        )
      : warnIf(true, 'Success', 'Success should be true or false'),
} as const satisfies ValidationRules;

const RULES = {
  [PayEventType.TransactionPaymentCreated]: {
    required: PAYMENT_MEMBERS,
    warn: (data) => [
      ...warnIf(data.StatusId !== 'F', 'StatusId', 'a successful payment has StatusId F'),
      ...warnIf(isNegative(data.Amount), 'Amount', 'a negative Amount belongs to a reversal'),
    ],
  },
  [PayEventType.TransactionReversalCreated]: {
    required: PAYMENT_MEMBERS,
    warn: (data) => [
      ...warnIf(data.StatusId !== 'F', 'StatusId', 'a successful reversal has StatusId F'),
      ...warnIf(!isNegative(data.Amount), 'Amount', 'the Amount of a reversal is negative'),
      ...warnIf(typeof data.ParentId !== 'string', 'ParentId', 'ParentId should be the ID of the payment'),
    ],
  },
  // ResponseEventId 0 is a value.
  [PayEventType.TransactionFailed]: {
    required: [...PAYMENT_MEMBERS, 'ResponseEventId'],
    warn: (data) => warnIf(data.StatusId === 'F', 'StatusId', 'StatusId F belongs to a successful payment'),
  },
  [PayEventType.TransactionPriceCalculated]: { required: [] },
  [PayEventType.TransactionPosEcrSessionCreated]: SESSION,
  [PayEventType.TransactionPosEcrSessionFailed]: SESSION,
  [PayEventType.AccountTransactionCreated]: { required: ['WalletTransactionId'] },
  [PayEventType.OrderUpdated]: { required: ['OrderCode', 'IsCancelled'] },
  [PayEventType.ObligationCreated]: { required: ['ObligationId'] },
  [PayEventType.ObligationCaptured]: { required: ['ObligationId'] },
  [PayEventType.SaleTransactions]: { required: [] },
  [PayEventType.AccountConnected]: { required: ['ConnectedAccountId'] },
  [PayEventType.AccountVerificationStatusChanged]: { required: ['ConnectedAccountId'] },
  [PayEventType.TransferCreated]: { required: ['TransferId'] },
  [PayEventType.CommandBankTransferCreated]: BANK_TRANSFER,
  [PayEventType.CommandBankTransferExecuted]: BANK_TRANSFER,
} as const satisfies Record<PayEventType, ValidationRules>;

/**
 * Compares a webhook's payload with your expectations. Never throws: `issues` make the payload invalid, `warnings` do not.
 *
 * A valid payload is not proof of its origin, because payment webhooks are unsigned. Without `@OnPayEvent`, read the transaction,
 * session or order back from the service before you act. A successful payment (1796) is a sale, a hold or a capture: pass
 * `expectedTransactionKind`.
 *
 * @param eventTypeId - Event type that the payload must have.
 * @param payload - Parsed body, or its EventData (`event.data`).
 * @param expectations - `expectedAmountMinor` is in minor units. `expectedAmount` has the unit of the payload: MAJOR units, minor units
 *   for terminal sessions (1802, 1803).
 * @see https://developer.viva.com/webhooks-for-payments/
 * @example
 * const check = validatePayWebhook(PayEventType.TransactionPaymentCreated, event.data, {
 *   expectedAmountMinor: 2450,
 *   expectedCurrencyCode: '978',
 *   expectedTransactionKind: 'sale',
 * });
 */
export function validatePayWebhook<Type extends PayEventType>(
  eventTypeId: Type,
  payload: unknown,
  expectations?: Expectations<Type>,
): Validation<Type> {
  if (Object.hasOwn(RULES, eventTypeId))
    return validateEvent([eventTypeId], RULES[eventTypeId], payload, expectations) as Validation<Type>;
  const message = `this version has no rules for the event type ${String(eventTypeId)}`;
  return { valid: false, data: null, issues: [issueOf('invalid', 'EventTypeId', message)], warnings: [] };
}

/**
 * Validates a cloud terminal session (1802 or 1803) like `validatePayWebhook`. SessionId or TransactionId is required. Amount is in
 * MINOR units. There is no StatusId: Success and EventId contain the outcome.
 *
 * @see https://developer.viva.com/webhooks-for-payments/transaction-pos-ecr-session-created
 * @see https://developer.viva.com/webhooks-for-payments/transaction-pos-ecr-session-failed
 */
export function validatePayPosSessionWebhook(
  payload: unknown,
  expectations?: Expectations<1802>,
): Validation<1802> {
  const { TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed } = PayEventType;
  const types = [TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed];
  return validateEvent(types, SESSION, payload, expectations);
}

function warnIf(condition: boolean, field: string, message: string): PayWebhookIssue[] {
  return condition ? [issueOf('invalid', field, message)] : [];
}

function isNegative(amount: unknown): boolean {
  return typeof amount === 'number' && amount < 0;
}
