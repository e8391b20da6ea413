// Generated from contract/*.json by scripts/generate-routes.mjs: do not edit.
import type { Operation } from './operations/operation.js';

/** Every operation of the wire contract; `key` is the contract id, prefixed by its area where two areas use one id. */
export const ROUTES: readonly Operation[] = [
  {
    "key": "auth.getPayAccessToken",
    "id": "auth.getPayAccessToken",
    "clients": [
      "PayWallet",
      "PayISV",
      "Marketplace"
    ],
    "method": "POST",
    "host": "accounts",
    "path": "/connect/token",
    "auth": "clientBasic",
    "contentType": "application/x-www-form-urlencoded",
    "scope": null
  },
  {
    "key": "auth.getCloudTerminalAccessToken",
    "id": "auth.getCloudTerminalAccessToken",
    "clients": [
      "PayWallet",
      "PayISV",
      "Marketplace"
    ],
    "method": "POST",
    "host": "accounts",
    "path": "/connect/token",
    "auth": "clientBasic",
    "contentType": "application/x-www-form-urlencoded",
    "scope": null
  },
  {
    "key": "webhooks.retrieveWebhookKey",
    "id": "webhooks.retrieveWebhookKey",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/messages/config/token",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "webhook.retrieveWebhookKey",
    "id": "webhook.retrieveWebhookKey",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "api",
    "path": "/isv/v1/webhooks/token",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:isv"
  },
  {
    "key": "bankTransfers.linkBankAccount",
    "id": "bankTransfers.linkBankAccount",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "bankTransfers.retrieveBankAccounts",
    "id": "bankTransfers.retrieveBankAccounts",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "bankTransfers.retrieveBankAccountById",
    "id": "bankTransfers.retrieveBankAccountById",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts/{bankAccountId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "bankTransfers.updateBankAccount",
    "id": "bankTransfers.updateBankAccount",
    "clients": [
      "PayWallet"
    ],
    "method": "PATCH",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts/{bankAccountId}",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "bankTransfers.retrieveBankTransferOptions",
    "id": "bankTransfers.retrieveBankTransferOptions",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts/{bankAccountId}/instructiontypes",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "bankTransfers.createBankTransferFeeCommand",
    "id": "bankTransfers.createBankTransferFeeCommand",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts/{bankAccountId}/fees",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "bankTransfers.executeBankTransfer",
    "id": "bankTransfers.executeBankTransfer",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/banktransfers/v1/bankaccounts/{bankAccountId}:send",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:banktransfers"
  },
  {
    "key": "dataServices.searchTransactions",
    "id": "dataServices.searchTransactions",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/dataservices/v2/transactions/Search",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "dataServices.retrieveMt940Data",
    "id": "dataServices.retrieveMt940Data",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/dataservices/v2/merchants/mt940",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "dataServices.requestSaleTransactionsExport",
    "id": "dataServices.requestSaleTransactionsExport",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/dataservices/v1/transactions/exports",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "dataServices.downloadSaleTransactionsFile",
    "id": "dataServices.downloadSaleTransactionsFile",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/dataservices/v1/FileRequests/File/{requestId}/{fileId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "dataServices.searchAccountTransactions",
    "id": "dataServices.searchAccountTransactions",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/dataservices/v2/accounttransactions/Search",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "fees.retrieveFees",
    "id": "fees.retrieveFees",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/fees",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "source.createSource",
    "id": "source.createSource",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/sources",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "rfCodePayments.generateRfCodes",
    "id": "rfCodePayments.generateRfCodes",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "web",
    "path": "/web2/checkout/v2/paymentsessions",
    "auth": "none",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "obligations.createObligation",
    "id": "obligations.createObligation",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/obligations/v1/obligations",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "legacyBankAccounts.linkBankAccount",
    "id": "legacyBankAccounts.linkBankAccount",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/bankaccounts",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "legacyBankAccounts.retrieveBankAccounts",
    "id": "legacyBankAccounts.retrieveBankAccounts",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/bankaccounts",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "legacyBankAccounts.retrieveBankAccountById",
    "id": "legacyBankAccounts.retrieveBankAccountById",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/bankaccounts/{bankAccountId}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "legacyBankAccounts.unlinkBankAccount",
    "id": "legacyBankAccounts.unlinkBankAccount",
    "clients": [
      "PayWallet"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/bankaccounts/{bankAccountId}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "legacyBankAccounts.outgoingBankTransfer",
    "id": "legacyBankAccounts.outgoingBankTransfer",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/wallets/{walletId}/commands/banktransfer/{bankAccountId}",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "legacyBankAccounts.validateIban",
    "id": "legacyBankAccounts.validateIban",
    "clients": [],
    "method": "GET",
    "host": "web",
    "path": "/api/bankaccounts/ibans/{iban}/validate",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "payments.createOrder",
    "id": "payments.createOrder",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "POST",
    "host": "api",
    "path": "/checkout/v2/orders",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:redirectcheckout"
  },
  {
    "key": "payments.getOrder",
    "id": "payments.getOrder",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/orders/{orderCode}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "payments.updateOrder",
    "id": "payments.updateOrder",
    "clients": [
      "PayWallet"
    ],
    "method": "PATCH",
    "host": "web",
    "path": "/api/orders/{orderCode}",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "payments.cancelOrder",
    "id": "payments.cancelOrder",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/orders/{orderCode}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "payments.createLegacyOrder",
    "id": "payments.createLegacyOrder",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/orders",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "getSmartCheckout",
    "id": "getSmartCheckout",
    "clients": [
      "PayWallet",
      "PayISV",
      "Marketplace"
    ],
    "method": "GET",
    "host": "web",
    "path": "/web/checkout",
    "auth": "none",
    "contentType": null,
    "scope": null
  },
  {
    "key": "getCloudTerminalAccessToken",
    "id": "getCloudTerminalAccessToken",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "accounts",
    "path": "/connect/token",
    "auth": "clientBasic",
    "contentType": "application/x-www-form-urlencoded",
    "scope": null
  },
  {
    "key": "pos.devices.searchDevices",
    "id": "pos.devices.searchDevices",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/devices:search",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.initiateSaleRequest",
    "id": "pos.transactions.initiateSaleRequest",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/transactions:sale",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.capturePreAuthRequest",
    "id": "pos.transactions.capturePreAuthRequest",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/transactions:preauth-completion",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.refundTransaction",
    "id": "pos.transactions.refundTransaction",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/transactions:refund",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.unreferencedRefund",
    "id": "pos.transactions.unreferencedRefund",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/transactions:unreferenced-refund",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.fastRefund",
    "id": "pos.transactions.fastRefund",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/transactions:fast-refund",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.rebate",
    "id": "pos.transactions.rebate",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/transactions:rebate",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.createAction",
    "id": "pos.transactions.createAction",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/v1/actions",
    "auth": "cloudTerminal",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.transactions.getActionDetails",
    "id": "pos.transactions.getActionDetails",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/ecr/v1/actions/{actionId}",
    "auth": "cloudTerminal",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.session.retrieveSessionById",
    "id": "pos.session.retrieveSessionById",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/ecr/v1/sessions/{sessionId}",
    "auth": "cloudTerminal",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.session.retrieveSessionInfoByDate",
    "id": "pos.session.retrieveSessionInfoByDate",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/ecr/v1/sessions",
    "auth": "cloudTerminal",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "pos.session.abortSession",
    "id": "pos.session.abortSession",
    "clients": [
      "PayWallet"
    ],
    "method": "DELETE",
    "host": "api",
    "path": "/ecr/v1/sessions/{sessionId}",
    "auth": "cloudTerminal",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "resellers.checkCashPaymentEligibility",
    "id": "resellers.checkCashPaymentEligibility",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/transactions/cashPayments:validate",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "resellers.checkBillPaymentEligibility",
    "id": "resellers.checkBillPaymentEligibility",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/transactions/billPayments:validate",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "resellers.resendCashPaymentOtp",
    "id": "resellers.resendCashPaymentOtp",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/transactions/cashPayments:sendotp",
    "auth": "oauth",
    "contentType": null,
    "scope": null
  },
  {
    "key": "resellers.resendBillPaymentOtp",
    "id": "resellers.resendBillPaymentOtp",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/transactions/billPayments:sendotp",
    "auth": "oauth",
    "contentType": null,
    "scope": null
  },
  {
    "key": "resellers.cashPayment",
    "id": "resellers.cashPayment",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/transactions/cashPayments",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "resellers.billPayment",
    "id": "resellers.billPayment",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/transactions/billPayments",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "resellers.createOrder",
    "id": "resellers.createOrder",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/resellers/v1/orders",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "transactions.getTransactionById",
    "id": "transactions.getTransactionById",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "GET",
    "host": "api",
    "path": "/checkout/v2/transactions/{transactionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:redirectcheckout"
  },
  {
    "key": "transactions.createTransaction",
    "id": "transactions.createTransaction",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "transactions.cancelTransaction",
    "id": "transactions.cancelTransaction",
    "clients": [
      "PayWallet"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.cancelPartialAuthorization",
    "id": "transactions.cancelPartialAuthorization",
    "clients": [
      "PayWallet"
    ],
    "method": "DELETE",
    "host": "api",
    "path": "/acquiring/v1/transactions/{transactionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:acquiring"
  },
  {
    "key": "transactions.rebate",
    "id": "transactions.rebate",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/acquiring/v1/transactions/{transactionId}:rebate",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:acquiring"
  },
  {
    "key": "transactions.fastRefund",
    "id": "transactions.fastRefund",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/acquiring/v1/transactions/{transactionId}:fastrefund",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:acquiring"
  },
  {
    "key": "transactions.cancelRebateOrFastRefund",
    "id": "transactions.cancelRebateOrFastRefund",
    "clients": [
      "PayWallet"
    ],
    "method": "DELETE",
    "host": "api",
    "path": "/acquiring/v1/transactions/{transactionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:acquiring"
  },
  {
    "key": "transactions.createCardToken",
    "id": "transactions.createCardToken",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/acquiring/v1/cards/tokens",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:acquiring:cardtokenization"
  },
  {
    "key": "transactions.increasePreauth",
    "id": "transactions.increasePreauth",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "api",
    "path": "/acquiring/v1/transactions/{transactionId}:increasepreauth",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:acquiring"
  },
  {
    "key": "transactions.makeMotoCardCharge",
    "id": "transactions.makeMotoCardCharge",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/transactions",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "transactions.octAndPayout",
    "id": "transactions.octAndPayout",
    "clients": [
      "PayWallet"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.getLegacyTransactions",
    "id": "transactions.getLegacyTransactions",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.getLegacyTransactions:list",
    "id": "transactions.getLegacyTransactions:list",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "wallets.retrieveWallet",
    "id": "wallets.retrieveWallet",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/wallets",
    "auth": "basic",
    "contentType": null,
    "scope": null
  },
  {
    "key": "wallets.retrieveMerchantWallets",
    "id": "wallets.retrieveMerchantWallets",
    "clients": [
      "PayWallet"
    ],
    "method": "GET",
    "host": "api",
    "path": "/merchants/v1/wallets",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:merchants:wallets"
  },
  {
    "key": "wallets.balanceTransfer",
    "id": "wallets.balanceTransfer",
    "clients": [
      "PayWallet"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/wallets/{walletId}/balancetransfer/{targetWalletId}",
    "auth": "basic",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "webhooks.addSubscription",
    "id": "webhooks.addSubscription",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "POST",
    "host": "api",
    "path": "/dataservices/v1/webhooks/subscriptions",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "webhooks.updateSubscription",
    "id": "webhooks.updateSubscription",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "PUT",
    "host": "api",
    "path": "/dataservices/v1/webhooks/subscriptions/{subscriptionId}",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "webhooks.deleteSubscription",
    "id": "webhooks.deleteSubscription",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "DELETE",
    "host": "api",
    "path": "/dataservices/v1/webhooks/subscriptions/{subscriptionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "webhooks.listSubscriptions",
    "id": "webhooks.listSubscriptions",
    "clients": [
      "PayWallet",
      "Marketplace"
    ],
    "method": "GET",
    "host": "api",
    "path": "/dataservices/v1/webhooks/subscriptions",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "webhook.create",
    "id": "webhook.create",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/isv/v1/webhooks",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:isv"
  },
  {
    "key": "isv:payments.createOrder",
    "id": "payments.createOrder",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/checkout/v2/isv/orders",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:isv"
  },
  {
    "key": "isv:payments.getOrder",
    "id": "payments.getOrder",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/orders/{orderCode}",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "isv:payments.cancelOrder",
    "id": "payments.cancelOrder",
    "clients": [
      "PayISV"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/orders/{orderCode}",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.retrieveTransactionById",
    "id": "transactions.retrieveTransactionById",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "api",
    "path": "/checkout/v2/isv/transactions/{transactionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:isv"
  },
  {
    "key": "transactions.retrieveLegacyTransaction",
    "id": "transactions.retrieveLegacyTransaction",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.retrieveTransactionsByDate",
    "id": "transactions.retrieveTransactionsByDate",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.retrieveTransactionsByClearanceDate",
    "id": "transactions.retrieveTransactionsByClearanceDate",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.retrieveTransactionsByOrderCode",
    "id": "transactions.retrieveTransactionsByOrderCode",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.retrieveTransactionsBySourceCode",
    "id": "transactions.retrieveTransactionsBySourceCode",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/transactions/",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.retrieveTransactionsByResellerSourceCode",
    "id": "transactions.retrieveTransactionsByResellerSourceCode",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "web",
    "path": "/api/resellers/pos/transactions/",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.searchTransactions",
    "id": "transactions.searchTransactions",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/dataservices/v2/transactions/Search",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:biservices:datafileapi"
  },
  {
    "key": "isv:transactions.cancelTransaction",
    "id": "transactions.cancelTransaction",
    "clients": [
      "PayISV"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.payOutOld",
    "id": "transactions.payOutOld",
    "clients": [
      "PayISV"
    ],
    "method": "DELETE",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "reseller",
    "contentType": null,
    "scope": null
  },
  {
    "key": "transactions.createRecurringTransaction",
    "id": "transactions.createRecurringTransaction",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "reseller",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "isv:transactions.increasePreauth",
    "id": "transactions.increasePreauth",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/acquiring/v1/isv/transactions/{transactionId}:increasepreauth",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:acquiring"
  },
  {
    "key": "transactions.capturePreAuthPayment",
    "id": "transactions.capturePreAuthPayment",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/transactions/{transactionId}",
    "auth": "reseller",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "isv:transactions.makeMotoCardCharge",
    "id": "transactions.makeMotoCardCharge",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/transactions",
    "auth": "reseller",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "connectedAccounts.create",
    "id": "connectedAccounts.create",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/isv/v1/accounts",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:isv"
  },
  {
    "key": "connectedAccounts.getAccountDatas",
    "id": "connectedAccounts.getAccountDatas",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "api",
    "path": "/isv/v1/accounts/{accountId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:isv"
  },
  {
    "key": "isv:source.createSource",
    "id": "source.createSource",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "web",
    "path": "/api/sources",
    "auth": "reseller",
    "contentType": "application/json",
    "scope": null
  },
  {
    "key": "isv:pos.devices.searchDevices",
    "id": "pos.devices.searchDevices",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/isv/v1/devices:search",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.transactions.initiateSaleRequest",
    "id": "pos.transactions.initiateSaleRequest",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/isv/v1/transactions:sale",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.transactions.refundTransaction",
    "id": "pos.transactions.refundTransaction",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/isv/v1/transactions:refund",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.transactions.createAction",
    "id": "pos.transactions.createAction",
    "clients": [
      "PayISV"
    ],
    "method": "POST",
    "host": "api",
    "path": "/ecr/isv/v1/actions",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.transactions.getActionDetails",
    "id": "pos.transactions.getActionDetails",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "api",
    "path": "/ecr/isv/v1/actions/{actionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.session.retrieveSessionById",
    "id": "pos.session.retrieveSessionById",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "api",
    "path": "/ecr/isv/v1/sessions/{sessionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.session.retrieveSessionInfoByDate",
    "id": "pos.session.retrieveSessionInfoByDate",
    "clients": [
      "PayISV"
    ],
    "method": "GET",
    "host": "api",
    "path": "/ecr/isv/v1/sessions",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "isv:pos.session.abortSession",
    "id": "pos.session.abortSession",
    "clients": [
      "PayISV"
    ],
    "method": "DELETE",
    "host": "api",
    "path": "/ecr/isv/v1/sessions/{sessionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:ecr:api"
  },
  {
    "key": "sellers.createAccount",
    "id": "sellers.createAccount",
    "clients": [
      "Marketplace"
    ],
    "method": "POST",
    "host": "api",
    "path": "/platforms/v1/accounts",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:platform"
  },
  {
    "key": "sellers.retrieveConnectedAccount",
    "id": "sellers.retrieveConnectedAccount",
    "clients": [
      "Marketplace"
    ],
    "method": "GET",
    "host": "api",
    "path": "/platforms/v1/accounts/{accountId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:platform"
  },
  {
    "key": "sellers.updateConnectedAccount",
    "id": "sellers.updateConnectedAccount",
    "clients": [
      "Marketplace"
    ],
    "method": "PATCH",
    "host": "api",
    "path": "/platforms/v1/accounts/{accountId}",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:platform"
  },
  {
    "key": "transfers.sendFunds",
    "id": "transfers.sendFunds",
    "clients": [
      "Marketplace"
    ],
    "method": "POST",
    "host": "api",
    "path": "/platforms/v1/transfers",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:platform"
  },
  {
    "key": "transfers.createTransferReversal",
    "id": "transfers.createTransferReversal",
    "clients": [
      "Marketplace"
    ],
    "method": "POST",
    "host": "api",
    "path": "/platforms/v1/transfers/{transferId}:reverse",
    "auth": "oauth",
    "contentType": "application/json",
    "scope": "urn:viva:payments:core:api:platform"
  },
  {
    "key": "marketplace:transactions.cancelTransaction",
    "id": "transactions.cancelTransaction",
    "clients": [
      "Marketplace"
    ],
    "method": "DELETE",
    "host": "api",
    "path": "/acquiring/v1/transactions/{transactionId}",
    "auth": "oauth",
    "contentType": null,
    "scope": "urn:viva:payments:core:api:platform"
  }
];
