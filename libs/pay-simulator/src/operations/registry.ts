import type { OperationRequest } from '../http/operation.js';
import type { Services } from '../services/services.js';
import type { RetrieveSessionInfoByDateQuery } from './request-values.generated.js';
import { getPayAccessToken } from './auth/get-pay-access-token.js';
import { searchIsvTransactions } from './data-services/search-transactions.js';
import { atTerminal, onAction, onSession, onTerminals, isvDetailsOf } from './isv/at-terminals.js';
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
import type { AnyHandler, Handler } from './handler.js';
import { GENERATED_HANDLERS } from './handlers.generated.js';
import { cancelOrder } from './payments/cancel-order.js';
import { createOrder } from './payments/create-order.js';
import { getOrder } from './payments/get-order.js';
import { createOrderOrPlatformOrder } from './platforms/order-transfer.js';
import { getMerchant, getPluginOrder } from './plugins/plugin-reads.js';
import * as pluginSources from './plugins/plugin-sources.js';
import { createWebhook, getWebhookToken } from './plugins/plugin-webhooks.js';
import { createSource } from './source/create-source.js';
import { abortSession } from './pos/abort-session.js';
import { createAction } from './pos/create-action.js';
import { getActionDetails } from './pos/get-action-details.js';
import { initiateSaleRequest } from './pos/initiate-sale-request.js';
import { refundTransaction } from './pos/refund-transaction.js';
import type { IsvSaleBody } from './pos/terminal-request.js';
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
import { retrieveIsvWebhookKey } from './webhooks/retrieve-webhook-key.js';

/** Operations of an ISV for a connected merchant. The initial transaction decides whether a charge is recurring or a capture. */
const charge = forAcceptingMerchant(withIsvMembers(createTransaction));
const listed = forMerchant(listLegacyTransactions);
const sale: Handler<IsvSaleBody> = (services, request) =>
  atTerminal<IsvSaleBody, object>((merchant, { body }) =>
    initiateSaleRequest(merchant, request, isvDetailsOf(body, canAcceptPayments(services, merchant))),
  )(services, request);

/**
 * Handlers of all operations by key. `npm run generate` finds a handler in the file that is named after its operation, for
 * example `payments/get-order.ts`. This file has the handlers that are made of several parts.
 */
export const OPERATION_HANDLERS: Readonly<Record<string, AnyHandler>> = {
  ...GENERATED_HANDLERS,
  'isv:payments.createOrder': forAcceptingMerchant((merchant, request) =>
    createOrder(merchant, request, readOrderIsvShare),
  ),
  'isv:payments.getOrder': forMerchant(getOrder),
  'isv:payments.cancelOrder': forMerchant(cancelOrder),
  'transactions.retrieveTransactionById': forMerchant(retrieveTransactionById),
  'transactions.retrieveLegacyTransaction': forMerchant(getLegacyTransaction),
  'transactions.retrieveTransactionsByDate': listed,
  'transactions.retrieveTransactionsByClearanceDate': listed,
  'transactions.retrieveTransactionsByOrderCode': listed,
  'transactions.retrieveTransactionsBySourceCode': listed,
  'transactions.retrieveTransactionsByResellerSourceCode': forMerchant(
    retrieveTransactionsByResellerSourceCode,
  ),
  'transactions.searchTransactions': searchIsvTransactions,
  'isv:transactions.cancelTransaction': forMerchant(withIsvMembers(cancelTransaction)),
  'transactions.payOutOld': forMerchant(withIsvMembers(payOutOld)),
  'transactions.createRecurringTransaction': charge,
  'transactions.capturePreAuthPayment': charge,
  'isv:transactions.increasePreauth': forAcceptingMerchant(increasePreauth),
  'isv:transactions.makeMotoCardCharge': forAcceptingMerchant(withIsvMembers(makeMotoCardCharge)),
  'isv:source.createSource': forMerchant(createSource),
  'isv:pos.devices.searchDevices': onTerminals(searchDevices),
  'isv:pos.transactions.initiateSaleRequest': sale,
  'isv:pos.transactions.refundTransaction': atTerminal(refundTransaction),
  'isv:pos.transactions.createAction': atTerminal(createAction),
  'isv:pos.transactions.getActionDetails': onAction(getActionDetails),
  'isv:pos.session.retrieveSessionById': onSession(retrieveSessionById),
  'isv:pos.session.retrieveSessionInfoByDate': (
    services: Services,
    request: OperationRequest<object, RetrieveSessionInfoByDateQuery>,
  ) => retrieveSessionInfoByDate(services, request, services.connectedMerchants.list()),
  'isv:pos.session.abortSession': onSession(abortSession),
  'connectedAccounts.create': createConnectedAccount,
  'connectedAccounts.getAccountDatas': getConnectedAccount,
  'webhook.create': createIsvWebhook,
  'auth.getPayAccessToken': getPayAccessToken,
  'auth.getCloudTerminalAccessToken': getPayAccessToken,
  getCloudTerminalAccessToken: getPayAccessToken,
  'webhook.retrieveWebhookKey': retrieveIsvWebhookKey,
  'plugins.getMerchant': getMerchant,
  'plugins.getSources': pluginSources.getSources,
  'plugins.createSource': pluginSources.createSource,
  'plugins.createWebhook': createWebhook,
  'plugins.getWebhookToken': getWebhookToken,
  'plugins.getOrder': getPluginOrder,
  'payments.createOrder': createOrderOrPlatformOrder,
  'transactions.createTransaction': onOwnTransactions(createTransaction),
  'transactions.cancelTransaction': onOwnTransactions(cancelTransaction),
  'transactions.getLegacyTransactions': onOwnTransactions(getLegacyTransaction),
  'transactions.getLegacyTransactions:list': listLegacyTransactions,
  // The transaction decides which of the three operations this is.
  'transactions.acquiringRefund': cancelAcquiringTransaction,
  'transactions.cancelRebateOrFastRefund': cancelAcquiringTransaction,
  'transactions.cancelPartialAuthorization': cancelAcquiringTransaction,
  'resellers.resendBillPaymentOtp': resendOtp('bill'),
  'resellers.resendCashPaymentOtp': resendOtp('cash'),
};
