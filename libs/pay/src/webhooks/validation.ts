import { PayEventType } from './event-types.js';
import type { PayEventMembers } from './payloads/index.js';
import { defineValidator } from './validator.js';
import type { PayWebhookIssue } from './event.types.js';

/*
 * The soft validators compare a payload with your expectations and never throw. The payload is a parsed body or its
 * EventData (`event.data`). A valid payload is not proof of its origin, because payment webhooks are unsigned. Read the
 * transaction, session or order back from the service before you act.
 */

type Transaction = PayEventMembers[1796];
type AccountConnection = PayEventMembers[8193] & PayEventMembers[8194];
type BankTransferCommand = PayEventMembers[768] & { BankTransferId: string; TransactionId: string };

type PaymentExpectation =
  | AmountExpectation
  | 'expectedOrderCode'
  | 'expectedTransactionId'
  | 'expectedParentId'
  | 'expectedStatusId'
  | 'expectedTransactionKind'
  | 'expectedMerchantId'
  | 'expectedSourceCode'
  | 'expectedMerchantTrns';
type AmountExpectation = 'expectedAmount' | 'expectedAmountMinor' | 'expectedCurrencyCode';

type PaymentMember = 'OrderCode' | 'TransactionId' | 'StatusId' | 'Amount';
const PAYMENT_MEMBERS: readonly PaymentMember[] = ['OrderCode', 'TransactionId', 'StatusId', 'Amount'];

/** Validates any result of a payment (1796, 1797, 1798). StatusId and the sign of Amount distinguish them. */
export const validatePayPaymentResultWebhook = defineValidator<
  Transaction,
  PaymentMember,
  PaymentExpectation
>({
  eventTypes: [
    PayEventType.TransactionPaymentCreated,
    PayEventType.TransactionReversalCreated,
    PayEventType.TransactionFailed,
  ],
  required: PAYMENT_MEMBERS,
});

/**
 * Validates a successful payment (1796), which is a sale, a hold or a capture: pass `expectedTransactionKind`. A StatusId
 * other than F is a warning; with `expectedStatusId` it is an issue.
 * @see https://developer.viva.com/webhooks-for-payments/transaction-payment-created
 */
export const validatePayTransactionPaymentCreatedWebhook = defineValidator<
  Transaction,
  PaymentMember,
  PaymentExpectation
>({
  eventTypes: [PayEventType.TransactionPaymentCreated],
  required: PAYMENT_MEMBERS,
  warn: (data) => [
    ...warnIf(data.StatusId !== 'F', 'StatusId', 'a successful payment has StatusId F'),
    ...warnIf(isNegative(data.Amount), 'Amount', 'a negative Amount belongs to a reversal'),
  ],
});

/**
 * Validates a refund or void (1797). TransactionId is the refund, ParentId is the payment, and Amount is negative.
 * @see https://developer.viva.com/webhooks-for-payments/transaction-reversal-created/
 */
export const validatePayTransactionReversalCreatedWebhook = defineValidator<
  Transaction,
  PaymentMember,
  PaymentExpectation
>({
  eventTypes: [PayEventType.TransactionReversalCreated],
  required: PAYMENT_MEMBERS,
  warn: (data) => [
    ...warnIf(data.StatusId !== 'F', 'StatusId', 'a successful reversal has StatusId F'),
    ...warnIf(!isNegative(data.Amount), 'Amount', 'the Amount of a reversal is negative'),
    ...warnIf(typeof data.ParentId !== 'string', 'ParentId', 'ParentId should be the ID of the payment'),
  ],
});

/**
 * Validates a failed attempt (1798). ResponseEventId 0 is a value. The failure is not final: a payment may follow.
 * @see https://developer.viva.com/webhooks-for-payments/transaction-failed/
 */
export const validatePayTransactionFailedWebhook = defineValidator<
  Transaction,
  PaymentMember | 'ResponseEventId',
  PaymentExpectation | 'expectedResponseEventId'
>({
  eventTypes: [PayEventType.TransactionFailed],
  required: [...PAYMENT_MEMBERS, 'ResponseEventId'],
  warn: (data) => warnIf(data.StatusId === 'F', 'StatusId', 'StatusId F belongs to a successful payment'),
});

/**
 * Validates a canceled order (4865). IsCancelled shows whether the order is canceled.
 * @see https://developer.viva.com/webhooks-for-payments/order-updated
 */
export const validatePayOrderUpdatedWebhook = defineValidator<
  PayEventMembers[4865],
  'OrderCode' | 'IsCancelled',
  | AmountExpectation
  | 'expectedOrderCode'
  | 'expectedIsCancelled'
  | 'expectedMerchantId'
  | 'expectedSourceCode'
  | 'expectedMerchantTrns'
>({ eventTypes: [PayEventType.OrderUpdated], required: ['OrderCode', 'IsCancelled'] });

/**
 * Validates a connected account: 8193 (connected) and 8194 (verification changed; Verified is the new status).
 * @see https://developer.viva.com/webhooks-for-payments/account-connected/
 * @see https://developer.viva.com/webhooks-for-payments/account-verification-status-changed
 */
export const validatePayAccountConnectionWebhook = defineValidator<
  AccountConnection,
  'ConnectedAccountId',
  | 'expectedConnectedAccountId'
  | 'expectedPersonId'
  | 'expectedPlatformPersonId'
  | 'expectedWalletId'
  | 'expectedVerified'
>({
  eventTypes: [PayEventType.AccountConnected, PayEventType.AccountVerificationStatusChanged],
  required: ['ConnectedAccountId'],
});

/**
 * Validates a marketplace transfer (8448).
 * @see https://developer.viva.com/webhooks-for-payments/transfer-created/
 */
export const validatePayTransferCreatedWebhook = defineValidator<
  PayEventMembers[8448],
  'TransferId',
  | AmountExpectation
  | 'expectedTransferId'
  | 'expectedTransactionId'
  | 'expectedTransferTypeId'
  | 'expectedTargetWalletId'
  | 'expectedTargetPersonId'
>({ eventTypes: [PayEventType.TransferCreated], required: ['TransferId'] });

/**
 * Validates a marketplace obligation (5632, 5633; deprecated).
 * @see https://developer.viva.com/webhooks-for-payments/obligation-captured
 */
export const validatePayObligationWebhook = defineValidator<
  PayEventMembers[5632],
  'ObligationId',
  | AmountExpectation
  | 'expectedObligationId'
  | 'expectedCaptureId'
  | 'expectedPersonId'
  | 'expectedWalletId'
  | 'expectedTargetWalletId'
  | 'expectedTargetPersonId'
>({
  eventTypes: [PayEventType.ObligationCreated, PayEventType.ObligationCaptured],
  required: ['ObligationId'],
});

/**
 * Validates a cloud terminal session (1802, 1803). SessionId or TransactionId is required. Amount is in MINOR units. There
 * is no StatusId: Success and EventId contain the outcome.
 * @see https://developer.viva.com/webhooks-for-payments/transaction-pos-ecr-session-created
 * @see https://developer.viva.com/webhooks-for-payments/transaction-pos-ecr-session-failed
 */
export const validatePayPosSessionWebhook = defineValidator<
  PayEventMembers[1802],
  never,
  | AmountExpectation
  | 'expectedSessionId'
  | 'expectedTerminalId'
  | 'expectedTransactionId'
  | 'expectedSuccess'
  | 'expectedEventId'
  | 'expectedOrderCode'
  | 'expectedMerchantId'
  | 'expectedMerchantReference'
>({
  eventTypes: [PayEventType.TransactionPosEcrSessionCreated, PayEventType.TransactionPosEcrSessionFailed],
  required: [],
  oneOf: ['SessionId', 'TransactionId'],
  amountUnit: 'minor',
  warn: (data, eventTypeId) => {
    if (typeof data.Success !== 'boolean') return warnIf(true, 'Success', 'Success should be true or false');
    const isCreated = eventTypeId === PayEventType.TransactionPosEcrSessionCreated;
    return warnIf(
      eventTypeId !== null && data.Success !== isCreated,
      'Success',
      `Success is ${data.Success}, which contradicts the event type ${eventTypeId}`,
    );
  },
});

/**
 * Validates a commission (1799). No member is required.
 * @see https://developer.viva.com/webhooks-for-payments/transaction-price-calculated/
 */
export const validatePayTransactionPriceCalculatedWebhook = defineValidator<
  PayEventMembers[1799],
  never,
  | 'expectedTransactionId'
  | 'expectedOrderCode'
  | 'expectedCurrencyCode'
  | 'expectedMerchantId'
  | 'expectedSourceCode'
>({ eventTypes: [PayEventType.TransactionPriceCalculated], required: [] });

/**
 * Validates a change of a wallet balance (2054). Its ID is WalletTransactionId; it has no TransactionId.
 * @see https://developer.viva.com/webhooks-for-payments/account-transaction-created
 */
export const validatePayAccountTransactionWebhook = defineValidator<
  PayEventMembers[2054],
  'WalletTransactionId',
  | AmountExpectation
  | 'expectedWalletTransactionId'
  | 'expectedSaleTransactionId'
  | 'expectedParentId'
  | 'expectedStatusId'
  | 'expectedPersonId'
  | 'expectedWalletId'
>({ eventTypes: [PayEventType.AccountTransactionCreated], required: ['WalletTransactionId'] });

/**
 * Validates a bank transfer (768, 769). CommandId, or an ID of older payloads, is required.
 * @see https://developer.viva.com/webhooks-for-payments/command-bank-transfer-created
 * @see https://developer.viva.com/webhooks-for-payments/command-bank-transfer-executed
 */
export const validatePayBankTransferCommandWebhook = defineValidator<
  BankTransferCommand,
  never,
  | AmountExpectation
  | 'expectedCommandId'
  | 'expectedBankTransferId'
  | 'expectedTransactionId'
  | 'expectedPersonId'
  | 'expectedWalletId'
>({
  eventTypes: [PayEventType.CommandBankTransferCreated, PayEventType.CommandBankTransferExecuted],
  required: [],
  oneOf: ['CommandId', 'BankTransferId', 'TransactionId'],
});

function warnIf(condition: boolean, field: string, message: string): PayWebhookIssue[] {
  return condition ? [{ code: 'invalid', field, message }] : [];
}

function isNegative(amount: unknown): boolean {
  return typeof amount === 'number' && amount < 0;
}
