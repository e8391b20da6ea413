import type { AccountServices } from '../wiring/merchant-services.js';
import type { Services } from '../wiring/services.js';
import { getPayAccessToken } from './auth/get-pay-access-token.js';
import { searchIsvTransactions } from './data-services/search-transactions.js';
import { atTerminal, onAction, onSession, onTerminals, readIsvSale } from './isv/at-terminals.js';
import { createConnectedAccount, getConnectedAccount } from './isv/connected-accounts.js';
import {
  canAcceptPayments,
  forAcceptingMerchant,
  forMerchant,
  onOwnTransactions,
} from './isv/for-merchant.js';
import { retrieveTransactionById, withIsvMembers } from './isv/isv-responses.js';
import { readOrderIsvShare } from './isv/isv-share-fields.js';
import { payOutOld } from './isv/pay-out-old.js';
import { retrieveTransactionsByResellerSourceCode } from './isv/retrieve-transactions-by-reseller-source-code.js';
import { generatedHandlers } from './handlers.generated.js';
import type { OperationHandler, WaitingOperationHandler } from '../http/operation.js';
import { cancelOrder } from './payments/cancel-order.js';
import { createOrder } from './payments/create-order.js';
import { getOrder } from './payments/get-order.js';
import { createOrderOrPlatformOrder } from './platforms/order-transfer.js';
import { createSource } from './source/create-source.js';
import { abortSession } from './pos/abort-session.js';
import { createAction } from './pos/create-action.js';
import { getActionDetails } from './pos/get-action-details.js';
import { initiateSaleRequest } from './pos/initiate-sale-request.js';
import { refundTransaction } from './pos/refund-transaction.js';
import { retrieveSessionById } from './pos/retrieve-session-by-id.js';
import { retrieveSessionInfoByDate } from './pos/retrieve-session-info-by-date.js';
import { searchDevices } from './pos/search-devices.js';
import { resendOtp } from './resellers/resend-otp.js';
import { cancelAcquiringTransaction } from './transactions/cancel-acquiring-transaction.js';
import { cancelTransaction } from './transactions/cancel-transaction.js';
import { createTransaction } from './transactions/create-transaction.js';
import { getLegacyTransaction, listLegacyTransactions } from './transactions/get-legacy-transactions.js';
import { increasePreauth } from './transactions/increase-preauth.js';
import { makeMotoCardCharge } from './transactions/make-moto-card-charge.js';
import { createIsvWebhook } from './webhooks/create-isv-webhook.js';
import { listWebhooks } from './webhooks/list-webhooks.js';
import { registerWebhook } from './webhooks/register-webhook.js';
import { removeWebhook } from './webhooks/remove-webhook.js';
import { retrieveIsvWebhookKey } from './webhooks/retrieve-webhook-key.js';

/** Operations of an ISV for a connected merchant. */
function isvHandlers(services: Services): readonly (readonly [string, OperationHandler])[] {
  const listed = forMerchant(services, listLegacyTransactions);
  // The initial transaction decides whether this is a recurring charge or a capture.
  const charge = forAcceptingMerchant(services, withIsvMembers(createTransaction));
  return [
    [
      'isv:payments.createOrder',
      forAcceptingMerchant(services, (merchant) => createOrder(merchant, readOrderIsvShare)),
    ],
    ['isv:payments.getOrder', forMerchant(services, getOrder)],
    ['isv:payments.cancelOrder', forMerchant(services, cancelOrder)],
    ['transactions.retrieveTransactionById', forMerchant(services, retrieveTransactionById)],
    ['transactions.retrieveLegacyTransaction', forMerchant(services, getLegacyTransaction)],
    ['transactions.retrieveTransactionsByDate', listed],
    ['transactions.retrieveTransactionsByClearanceDate', listed],
    ['transactions.retrieveTransactionsByOrderCode', listed],
    ['transactions.retrieveTransactionsBySourceCode', listed],
    [
      'transactions.retrieveTransactionsByResellerSourceCode',
      forMerchant(services, retrieveTransactionsByResellerSourceCode),
    ],
    ['transactions.searchTransactions', searchIsvTransactions(services)],
    ['isv:transactions.cancelTransaction', forMerchant(services, withIsvMembers(cancelTransaction))],
    ['transactions.payOutOld', forMerchant(services, withIsvMembers(payOutOld))],
    ['transactions.createRecurringTransaction', charge],
    ['transactions.capturePreAuthPayment', charge],
    ['isv:transactions.increasePreauth', forAcceptingMerchant(services, increasePreauth)],
    [
      'isv:transactions.makeMotoCardCharge',
      forAcceptingMerchant(services, withIsvMembers(makeMotoCardCharge)),
    ],
    ['isv:source.createSource', forMerchant(services, createSource)],
  ];
}

/** Operations of an ISV at the terminals of connected merchants. */
function isvTerminalHandlers(services: Services): readonly (readonly [string, OperationHandler])[] {
  const sale = (merchant: AccountServices): OperationHandler =>
    initiateSaleRequest(merchant, readIsvSale(canAcceptPayments(services, merchant)));
  const merchants = services.connectedMerchants.list;
  return [
    ['isv:pos.devices.searchDevices', onTerminals(services, searchDevices)],
    ['isv:pos.transactions.initiateSaleRequest', atTerminal(services, sale)],
    ['isv:pos.transactions.refundTransaction', atTerminal(services, refundTransaction)],
    ['isv:pos.transactions.createAction', atTerminal(services, createAction)],
    ['isv:pos.transactions.getActionDetails', onAction(services, getActionDetails)],
    ['isv:pos.session.retrieveSessionById', onSession(services, retrieveSessionById)],
    ['isv:pos.session.retrieveSessionInfoByDate', retrieveSessionInfoByDate(services, merchants)],
    ['isv:pos.session.abortSession', onSession(services, abortSession)],
  ];
}

/**
 * Handlers of all operations by key. `npm run generate` finds a handler in the file that is named after its operation, for
 * example `payments/get-order.ts`. This file has the handlers that are made of several parts.
 */
export function operationHandlers(
  services: Services,
): ReadonlyMap<string, OperationHandler | WaitingOperationHandler> {
  const accessToken = getPayAccessToken(services);
  const cancelAcquiring = cancelAcquiringTransaction(services);
  return new Map<string, OperationHandler | WaitingOperationHandler>([
    ...generatedHandlers(services),
    ...isvHandlers(services),
    ...isvTerminalHandlers(services),
    ['connectedAccounts.create', createConnectedAccount(services)],
    ['connectedAccounts.getAccountDatas', getConnectedAccount(services)],
    ['webhook.create', createIsvWebhook(services)],
    ['auth.getPayAccessToken', accessToken],
    ['auth.getCloudTerminalAccessToken', accessToken],
    ['getCloudTerminalAccessToken', accessToken],
    ['webhook.retrieveWebhookKey', retrieveIsvWebhookKey(services)],
    // No method of a client calls these.
    ['webhooks.registerWebhook', registerWebhook(services)],
    ['webhooks.listWebhooks', listWebhooks(services)],
    ['webhooks.removeWebhook', removeWebhook(services)],
    ['payments.createOrder', createOrderOrPlatformOrder(services)],
    ['transactions.createTransaction', onOwnTransactions(services, createTransaction(services))],
    ['transactions.cancelTransaction', onOwnTransactions(services, cancelTransaction(services))],
    ['transactions.getLegacyTransactions', onOwnTransactions(services, getLegacyTransaction(services))],
    ['transactions.getLegacyTransactions:list', listLegacyTransactions(services)],
    // The transaction decides which of the three operations this is.
    ['transactions.acquiringRefund', cancelAcquiring],
    ['transactions.cancelRebateOrFastRefund', cancelAcquiring],
    ['transactions.cancelPartialAuthorization', cancelAcquiring],
    ['pos.session.retrieveSessionInfoByDate', retrieveSessionInfoByDate(services, () => [services])],
    ['resellers.resendBillPaymentOtp', resendOtp(services, 'bill')],
    ['resellers.resendCashPaymentOtp', resendOtp(services, 'cash')],
  ]);
}
