import { PayEventType } from './event-types.js';
import type { PayEventMembers } from './payloads/index.js';
import { defineValidator } from './validator.js';
import type { PayWebhookIssue } from './webhook-issue.js';

/*
 * Soft validation: what a payload says is compared with what you expect; nothing is thrown. The payload is a parsed
 * body or its EventData (`event.data`). It proves no origin: payment webhooks are unsigned, so read the transaction,
 * session or order back from the service before you act.
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
  | 'expectedMerchantId'
  | 'expectedSourceCode'
  | 'expectedMerchantTrns';
type AmountExpectation = 'expectedAmount' | 'expectedAmountMinor' | 'expectedCurrencyCode';

type PaymentMember = 'OrderCode' | 'TransactionId' | 'StatusId' | 'Amount';
const PAYMENT_MEMBERS: readonly PaymentMember[] = ['OrderCode', 'TransactionId', 'StatusId', 'Amount'];

/** For any result of a payment: 1796, 1797 or 1798. Tell them apart by StatusId and the sign of Amount. */
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
 * For a payment that succeeded (1796). A StatusId other than F is a warning; expect it to make it an issue.
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
    ...warnIf(data.StatusId !== 'F', 'StatusId', 'a payment that succeeded has StatusId F'),
    ...warnIf(isNegative(data.Amount), 'Amount', 'a negative Amount belongs to a reversal'),
  ],
});

/**
 * For a refund or void (1797): TransactionId is its own, ParentId is the payment, Amount is negative.
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
    ...warnIf(data.StatusId !== 'F', 'StatusId', 'a reversal that succeeded has StatusId F'),
    ...warnIf(!isNegative(data.Amount), 'Amount', 'the Amount of a reversal is negative'),
    ...warnIf(typeof data.ParentId !== 'string', 'ParentId', 'ParentId should name the payment'),
  ],
});

/**
 * For an attempt that failed (1798). ResponseEventId 0 is a value. Not final: a payment may follow.
 * @see https://developer.viva.com/webhooks-for-payments/transaction-failed/
 */
export const validatePayTransactionFailedWebhook = defineValidator<
  Transaction,
  PaymentMember | 'ResponseEventId',
  PaymentExpectation | 'expectedResponseEventId'
>({
  eventTypes: [PayEventType.TransactionFailed],
  required: [...PAYMENT_MEMBERS, 'ResponseEventId'],
  warn: (data) => warnIf(data.StatusId === 'F', 'StatusId', 'StatusId F belongs to a payment that succeeded'),
});

/**
 * For an order that was cancelled (4865): test IsCancelled.
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
 * For a connected account: 8193 (connected) and 8194 (verification changed, where Verified tells the new status).
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
 * For a marketplace transfer (8448).
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
 * For a marketplace obligation (5632, 5633; deprecated).
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
 * For a cloud terminal session (1802, 1803): SessionId or TransactionId must be there. Amount is in MINOR units; the
 * outcome is in Success and EventId, for there is no StatusId.
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
    if (typeof data.Success !== 'boolean') return warnIf(true, 'Success', 'Success should tell the outcome');
    const isCreated = eventTypeId === PayEventType.TransactionPosEcrSessionCreated;
    return warnIf(
      eventTypeId !== null && data.Success !== isCreated,
      'Success',
      `Success is ${data.Success}, which contradicts the event type ${eventTypeId}`,
    );
  },
});

/**
 * For a commission (1799). Nothing is required.
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
 * For a change of a wallet balance (2054). Its id is WalletTransactionId; it has no TransactionId.
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
 * For a bank transfer (768, 769): CommandId, or an id that older payloads may have instead.
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
