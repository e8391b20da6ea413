import type { CallExample } from '../call-example.js';

export const webhooksCalls: Record<string, CallExample> = {
  'PayWallet webhooks.retrieveWebhookKey': (c) => c.PayWallet.webhooks.retrieveWebhookKey(),
  'Marketplace webhooks.retrieveWebhookKey': (c) => c.Marketplace.webhooks.retrieveWebhookKey(),
  'PayISV webhook.retrieveWebhookKey': (c) => c.PayISV.webhook.retrieveWebhookKey(),
};
