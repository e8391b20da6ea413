import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';

export const webhooksCalls: Record<string, CallExample> = {
  'PayWallet webhooks.retrieveWebhookKey': (c) => c.PayWallet.webhooks.retrieveWebhookKey(),
  'Marketplace webhooks.retrieveWebhookKey': (c) => c.Marketplace.webhooks.retrieveWebhookKey(),
  'PayISV webhook.retrieveWebhookKey': (c) => c.PayISV.webhook.retrieveWebhookKey(),
  'PayWallet webhooks.addSubscription': (c, _path, options) =>
    c.PayWallet.webhooks.addSubscription(options as never),
  'Marketplace webhooks.addSubscription': (c, _path, options) =>
    c.Marketplace.webhooks.addSubscription(options as never),
  'PayWallet webhooks.updateSubscription': (c, path, options) =>
    c.PayWallet.webhooks.updateSubscription(text(path, 'subscriptionId'), options as never),
  'Marketplace webhooks.updateSubscription': (c, path, options) =>
    c.Marketplace.webhooks.updateSubscription(text(path, 'subscriptionId'), options as never),
  'PayWallet webhooks.deleteSubscription': (c, path) =>
    c.PayWallet.webhooks.deleteSubscription(text(path, 'subscriptionId')),
  'Marketplace webhooks.deleteSubscription': (c, path) =>
    c.Marketplace.webhooks.deleteSubscription(text(path, 'subscriptionId')),
  'PayWallet webhooks.listSubscriptions': (c) => c.PayWallet.webhooks.listSubscriptions(),
  'Marketplace webhooks.listSubscriptions': (c) => c.Marketplace.webhooks.listSubscriptions(),
};
