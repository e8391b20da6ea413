import type { AccountServices } from '../wiring/merchant-services.js';
import type { Services } from '../wiring/services.js';
import { getPayAccessToken } from './auth/get-pay-access-token.js';
import { downloadSaleTransactionsFile } from './data-services/download-sale-transactions-file.js';
import { requestSaleTransactionsExport } from './data-services/request-sale-transactions-export.js';
import { retrieveMt940Data } from './data-services/retrieve-mt940-data.js';
import { searchAccountTransactions } from './data-services/search-account-transactions.js';
import { searchIsvTransactions, searchTransactions } from './data-services/search-transactions.js';
import { retrieveFees } from './fees/retrieve-fees.js';
import { createBankTransferFeeCommand } from './bank-transfers/create-bank-transfer-fee-command.js';
import { executeBankTransfer } from './bank-transfers/execute-bank-transfer.js';
import { linkBankAccount } from './bank-transfers/link-bank-account.js';
import { retrieveBankAccountById } from './bank-transfers/retrieve-bank-account-by-id.js';
import { retrieveBankAccounts } from './bank-transfers/retrieve-bank-accounts.js';
import { retrieveBankTransferOptions } from './bank-transfers/retrieve-bank-transfer-options.js';
import { updateBankAccount } from './bank-transfers/update-bank-account.js';
import { atTerminal, isvSale, onAction, onSession, terminalsOf } from './isv/at-terminals.js';
import { createConnectedAccount, getConnectedAccount } from './isv/connected-accounts.js';
import { forMerchant, mayTakePayments, toTakePayments } from './isv/for-merchant.js';
import { retrieveTransactionById, withIsvMembers } from './isv/isv-answers.js';
import { isvTerms } from './isv/isv-terms.js';
import { onOwnTransactions } from './isv/own-transactions.js';
import { payOutOld } from './isv/pay-out-old.js';
import { retrieveTransactionsByResellerSourceCode } from './isv/retrieve-transactions-by-reseller-source-code.js';
import { linkLegacyBankAccount } from './legacy-bank-accounts/link-bank-account.js';
import { outgoingBankTransfer } from './legacy-bank-accounts/outgoing-bank-transfer.js';
import { retrieveLegacyBankAccountById } from './legacy-bank-accounts/retrieve-bank-account-by-id.js';
import { retrieveLegacyBankAccounts } from './legacy-bank-accounts/retrieve-bank-accounts.js';
import { unlinkBankAccount } from './legacy-bank-accounts/unlink-bank-account.js';
import { createObligation } from './obligations/create-obligation.js';
import type { OperationHandler, WaitingOperationHandler } from './operation.js';
import { cancelOrder } from './payments/cancel-order.js';
import { createLegacyOrder } from './payments/create-legacy-order.js';
import { createOrder } from './payments/create-order.js';
import { getOrder } from './payments/get-order.js';
import { updateOrder } from './payments/update-order.js';
import { cancelPlatformTransaction } from './platforms/cancel-transaction.js';
import { createAccount } from './platforms/create-account.js';
import { createTransferReversal } from './platforms/create-transfer-reversal.js';
import { createOrderOrPlatformOrder } from './platforms/order-transfer.js';
import { retrieveConnectedAccount } from './platforms/retrieve-connected-account.js';
import { sendFunds } from './platforms/send-funds.js';
import { updateConnectedAccount } from './platforms/update-connected-account.js';
import { billPayment } from './resellers/bill-payment.js';
import { cashPayment } from './resellers/cash-payment.js';
import { checkBillPaymentEligibility } from './resellers/check-bill-payment-eligibility.js';
import { checkCashPaymentEligibility } from './resellers/check-cash-payment-eligibility.js';
import { createResellerOrder } from './resellers/create-order.js';
import { resendBillPaymentOtp } from './resellers/resend-bill-payment-otp.js';
import { resendCashPaymentOtp } from './resellers/resend-cash-payment-otp.js';
import { generateRfCodes } from './rf-code-payments/generate-rf-codes.js';
import { createSource } from './source/create-source.js';
import { abortSession } from './pos/abort-session.js';
import { capturePreAuthRequest } from './pos/capture-pre-auth-request.js';
import { createAction } from './pos/create-action.js';
import { fastRefund as posFastRefund } from './pos/fast-refund.js';
import { getActionDetails } from './pos/get-action-details.js';
import { initiateSaleRequest } from './pos/initiate-sale-request.js';
import { rebate as posRebate } from './pos/rebate.js';
import { refundTransaction } from './pos/refund-transaction.js';
import { retrieveSessionById } from './pos/retrieve-session-by-id.js';
import { retrieveSessionInfoByDate } from './pos/retrieve-session-info-by-date.js';
import { searchDevices } from './pos/search-devices.js';
import { unreferencedRefund } from './pos/unreferenced-refund.js';
import { cancelAcquiringTransaction } from './transactions/cancel-acquiring-transaction.js';
import { cancelTransaction } from './transactions/cancel-transaction.js';
import { createCardToken } from './transactions/create-card-token.js';
import { createTransaction } from './transactions/create-transaction.js';
import { fastRefund } from './transactions/fast-refund.js';
import { getLegacyTransaction, listLegacyTransactions } from './transactions/get-legacy-transactions.js';
import { getTransactionById } from './transactions/get-transaction-by-id.js';
import { increasePreauth } from './transactions/increase-preauth.js';
import { makeMotoCardCharge } from './transactions/make-moto-card-charge.js';
import { octAndPayout } from './transactions/oct-and-payout.js';
import { rebate } from './transactions/rebate.js';
import { addSubscription } from './webhooks/add-subscription.js';
import { createIsvWebhook } from './webhooks/create-isv-webhook.js';
import { deleteSubscription } from './webhooks/delete-subscription.js';
import { listSubscriptions } from './webhooks/list-subscriptions.js';
import { balanceTransfer } from './wallets/balance-transfer.js';
import { retrieveMerchantWallets } from './wallets/retrieve-merchant-wallets.js';
import { retrieveWallet } from './wallets/retrieve-wallet.js';
import { retrieveIsvWebhookKey, retrieveWebhookKey } from './webhooks/retrieve-webhook-key.js';
import { updateSubscription } from './webhooks/update-subscription.js';

/** What an ISV does for a connected merchant. */
function isvHandlers(services: Services): readonly (readonly [string, OperationHandler])[] {
  const listed = forMerchant(services, listLegacyTransactions);
  // The kind of the transaction decides which of them it is.
  const charge = toTakePayments(services, withIsvMembers(createTransaction));
  return [
    ['isv:payments.createOrder', toTakePayments(services, (side) => createOrder(side, isvTerms))],
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
    ['isv:transactions.increasePreauth', toTakePayments(services, increasePreauth)],
    ['isv:transactions.makeMotoCardCharge', toTakePayments(services, withIsvMembers(makeMotoCardCharge))],
    ['isv:source.createSource', forMerchant(services, createSource)],
  ];
}

/** What a marketplace does with its sellers. */
function platformHandlers(services: Services): readonly (readonly [string, OperationHandler])[] {
  return [
    ['sellers.createAccount', createAccount(services)],
    ['sellers.retrieveConnectedAccount', retrieveConnectedAccount(services)],
    ['sellers.updateConnectedAccount', updateConnectedAccount(services)],
    ['transfers.sendFunds', sendFunds(services)],
    ['transfers.createTransferReversal', createTransferReversal(services)],
    ['marketplace:transactions.cancelTransaction', cancelPlatformTransaction(services)],
  ];
}

/** What an ISV does at connected merchants' terminals. */
function isvTerminalHandlers(services: Services): readonly (readonly [string, OperationHandler])[] {
  const sale = (side: AccountServices): OperationHandler =>
    initiateSaleRequest(side, isvSale(mayTakePayments(services, side)));
  const tills = services.connectedMerchants.list;
  return [
    ['isv:pos.devices.searchDevices', terminalsOf(services, searchDevices)],
    ['isv:pos.transactions.initiateSaleRequest', atTerminal(services, sale)],
    ['isv:pos.transactions.refundTransaction', atTerminal(services, refundTransaction)],
    ['isv:pos.transactions.createAction', atTerminal(services, createAction)],
    ['isv:pos.transactions.getActionDetails', onAction(services, getActionDetails)],
    ['isv:pos.session.retrieveSessionById', onSession(services, retrieveSessionById)],
    ['isv:pos.session.retrieveSessionInfoByDate', retrieveSessionInfoByDate(services, tills)],
    ['isv:pos.session.abortSession', onSession(services, abortSession)],
  ];
}

/** The operations that are built, by key. A route without one answers 501. */
export function operationHandlers(
  services: Services,
): ReadonlyMap<string, OperationHandler | WaitingOperationHandler> {
  const accessToken = getPayAccessToken(services);
  const cancelAcquiring = cancelAcquiringTransaction(services);
  return new Map<string, OperationHandler | WaitingOperationHandler>([
    ...isvHandlers(services),
    ...isvTerminalHandlers(services),
    ['connectedAccounts.create', createConnectedAccount(services)],
    ['connectedAccounts.getAccountDatas', getConnectedAccount(services)],
    ['webhook.create', createIsvWebhook(services)],
    ...platformHandlers(services),
    ['auth.getPayAccessToken', accessToken],
    ['auth.getCloudTerminalAccessToken', accessToken],
    ['getCloudTerminalAccessToken', accessToken],
    ['webhooks.retrieveWebhookKey', retrieveWebhookKey(services)],
    ['webhook.retrieveWebhookKey', retrieveIsvWebhookKey(services)],
    ['bankTransfers.linkBankAccount', linkBankAccount(services)],
    ['bankTransfers.retrieveBankAccounts', retrieveBankAccounts(services)],
    ['bankTransfers.retrieveBankAccountById', retrieveBankAccountById(services)],
    ['bankTransfers.updateBankAccount', updateBankAccount(services)],
    ['bankTransfers.retrieveBankTransferOptions', retrieveBankTransferOptions(services)],
    ['bankTransfers.createBankTransferFeeCommand', createBankTransferFeeCommand(services)],
    ['bankTransfers.executeBankTransfer', executeBankTransfer(services)],
    ['legacyBankAccounts.linkBankAccount', linkLegacyBankAccount(services)],
    ['legacyBankAccounts.retrieveBankAccounts', retrieveLegacyBankAccounts(services)],
    ['legacyBankAccounts.retrieveBankAccountById', retrieveLegacyBankAccountById(services)],
    ['legacyBankAccounts.unlinkBankAccount', unlinkBankAccount(services)],
    ['legacyBankAccounts.outgoingBankTransfer', outgoingBankTransfer(services)],
    ['obligations.createObligation', createObligation(services)],
    ['wallets.retrieveWallet', retrieveWallet(services)],
    ['wallets.retrieveMerchantWallets', retrieveMerchantWallets(services)],
    ['wallets.balanceTransfer', balanceTransfer(services)],
    ['payments.createOrder', createOrderOrPlatformOrder(services)],
    ['payments.getOrder', getOrder(services)],
    ['payments.updateOrder', updateOrder(services)],
    ['payments.cancelOrder', cancelOrder(services)],
    ['payments.createLegacyOrder', createLegacyOrder(services)],
    ['transactions.getTransactionById', getTransactionById(services)],
    ['transactions.createTransaction', onOwnTransactions(services, createTransaction(services))],
    ['transactions.cancelTransaction', onOwnTransactions(services, cancelTransaction(services))],
    ['transactions.getLegacyTransactions', onOwnTransactions(services, getLegacyTransaction(services))],
    ['transactions.getLegacyTransactions:list', listLegacyTransactions(services)],
    ['transactions.rebate', rebate(services)],
    ['transactions.fastRefund', fastRefund(services)],
    // What the transaction is decides what is cancelled.
    ['transactions.cancelRebateOrFastRefund', cancelAcquiring],
    ['transactions.cancelPartialAuthorization', cancelAcquiring],
    ['transactions.createCardToken', createCardToken(services)],
    ['transactions.increasePreauth', increasePreauth(services)],
    ['transactions.makeMotoCardCharge', makeMotoCardCharge(services)],
    ['transactions.octAndPayout', octAndPayout(services)],
    ['fees.retrieveFees', retrieveFees(services)],
    ['source.createSource', createSource(services)],
    ['webhooks.addSubscription', addSubscription(services)],
    ['webhooks.updateSubscription', updateSubscription(services)],
    ['webhooks.deleteSubscription', deleteSubscription(services)],
    ['webhooks.listSubscriptions', listSubscriptions(services)],
    ['rfCodePayments.generateRfCodes', generateRfCodes(services)],
    ['dataServices.searchTransactions', searchTransactions(services)],
    ['dataServices.searchAccountTransactions', searchAccountTransactions(services)],
    ['dataServices.retrieveMt940Data', retrieveMt940Data(services)],
    ['dataServices.requestSaleTransactionsExport', requestSaleTransactionsExport(services)],
    ['dataServices.downloadSaleTransactionsFile', downloadSaleTransactionsFile(services)],
    ['pos.devices.searchDevices', searchDevices(services)],
    ['pos.transactions.initiateSaleRequest', initiateSaleRequest(services)],
    ['pos.transactions.capturePreAuthRequest', capturePreAuthRequest(services)],
    ['pos.transactions.refundTransaction', refundTransaction(services)],
    ['pos.transactions.unreferencedRefund', unreferencedRefund(services)],
    ['pos.transactions.fastRefund', posFastRefund(services)],
    ['pos.transactions.rebate', posRebate(services)],
    ['pos.transactions.createAction', createAction(services)],
    ['pos.transactions.getActionDetails', getActionDetails(services)],
    ['pos.session.retrieveSessionById', retrieveSessionById(services)],
    ['pos.session.retrieveSessionInfoByDate', retrieveSessionInfoByDate(services, () => [services])],
    ['pos.session.abortSession', abortSession(services)],
    ['resellers.checkCashPaymentEligibility', checkCashPaymentEligibility(services)],
    ['resellers.checkBillPaymentEligibility', checkBillPaymentEligibility(services)],
    ['resellers.resendCashPaymentOtp', resendCashPaymentOtp(services)],
    ['resellers.resendBillPaymentOtp', resendBillPaymentOtp(services)],
    ['resellers.cashPayment', cashPayment(services)],
    ['resellers.billPayment', billPayment(services)],
    ['resellers.createOrder', createResellerOrder(services)],
  ]);
}
