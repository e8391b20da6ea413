import golevelup from '@golevelup/nestjs-stripe';
import { handlerWith, measureNest } from '../measure-nest.mjs';
import { SECRET } from '../measure-server.mjs';

const { StripeModule, StripeWebhookHandler } = golevelup;

const stripe = StripeModule.forRoot({
  apiKey: 'sk_test_bench',
  webhookConfig: {
    stripeSecrets: { account: SECRET, accountTest: SECRET },
    requestBodyProperty: 'rawBody',
  },
});
await measureNest(
  { imports: [stripe], providers: [handlerWith(StripeWebhookHandler('payment_intent.succeeded'))] },
  '/stripe/webhook',
);
