import golevelup from '@golevelup/nestjs-stripe';
import { measureNest } from '../measure-nest.mjs';
import { SECRET } from '../measure-server.mjs';

const { StripeModule, StripeWebhookHandler } = golevelup;

await measureNest({
  module: StripeModule.forRoot({
    apiKey: 'sk_test_bench',
    webhookConfig: {
      stripeSecrets: { account: SECRET, accountTest: SECRET },
      requestBodyProperty: 'rawBody',
    },
  }),
  handles: StripeWebhookHandler('payment_intent.succeeded'),
  path: '/stripe/webhook',
});
