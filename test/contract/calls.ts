import type { Marketplace, MethodReturn, PayISV, PayWallet } from 'nestjs-pay/client';

type Result = Promise<MethodReturn<unknown, string>>;
type Options = Record<string, unknown>;

export interface Clients {
  PayWallet: PayWallet;
  PayISV: PayISV;
  Marketplace: Marketplace;
}

/** How one operation's method is called with the contract's examples: `path` by parameter name, `options` as one object. */
export type CallExample = (clients: Clients, path: Record<string, string>, options: Options) => Result;

const text = (path: Record<string, string>, name: string): string => path[name] ?? '';

/** One line for each built operation: the arguments in their order. An operation whose line is missing fails by its name. */
export const CALLS: Record<string, CallExample> = {
  'PayWallet auth.getCloudTerminalAccessToken': (c) => c.PayWallet.getCloudTerminalAccessToken(),
  'PayISV auth.getCloudTerminalAccessToken': (c) => c.PayISV.getCloudTerminalAccessToken(),
  'Marketplace auth.getCloudTerminalAccessToken': (c) => c.Marketplace.getCloudTerminalAccessToken(),
  'PayWallet getCloudTerminalAccessToken': (c) => c.PayWallet.getCloudTerminalAccessToken(),
  'PayWallet payments.createOrder': (c, _path, options) => c.PayWallet.payments.createOrder(options as never),
  'PayWallet payments.getOrder': (c, path) => c.PayWallet.payments.getOrder(text(path, 'orderCode')),
  'PayWallet payments.updateOrder': (c, path, options) =>
    c.PayWallet.payments.updateOrder(text(path, 'orderCode'), options),
  'PayWallet payments.cancelOrder': (c, path) => c.PayWallet.payments.cancelOrder(text(path, 'orderCode')),
  'Marketplace payments.cancelOrder': (c, path) =>
    c.Marketplace.payments.cancelOrder(text(path, 'orderCode')),
  'PayWallet payments.createLegacyOrder': (c, _path, options) =>
    c.PayWallet.payments.createLegacyOrder(options as never),
  'PayWallet transactions.getTransactionById': (c, path) =>
    c.PayWallet.transactions.getTransactionById(text(path, 'transactionId')),
  'Marketplace transactions.getTransactionById': (c, path) =>
    c.Marketplace.transactions.getTransactionById(text(path, 'transactionId')),
  'PayWallet transactions.createTransaction': (c, path, options) =>
    c.PayWallet.transactions.createTransaction({ ...options, id: text(path, 'transactionId') } as never),
  'Marketplace transactions.createTransaction': (c, path, options) =>
    c.Marketplace.transactions.createTransaction({ ...options, id: text(path, 'transactionId') } as never),
  'PayWallet transactions.cancelTransaction': (c, path, options) =>
    c.PayWallet.transactions.cancelTransaction(text(path, 'transactionId'), options as never),
  'PayWallet webhooks.retrieveWebhookKey': (c) => c.PayWallet.webhooks.retrieveWebhookKey(),
  'Marketplace webhooks.retrieveWebhookKey': (c) => c.Marketplace.webhooks.retrieveWebhookKey(),
  'PayISV webhook.retrieveWebhookKey': (c) => c.PayISV.webhook.retrieveWebhookKey(),
};

/** Methods that the interface names beside the contract's ids: the same operation under another name. */
export const ALIASES: Record<string, string[]> = {
  PayWallet: ['getPayWebhookCode'],
  PayISV: ['getPayWebhookCode', 'webhooks.retrieveWebhookKey'],
  Marketplace: ['getPayWebhookCode'],
};

/** Rows of the contract that are no method of a client: the exchange inside every OAuth call, and a function. */
export const NO_METHOD = /^\w+ (auth\.getPayAccessToken|getSmartCheckout)$/;
