import { Controller } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayModule, PayWebhook } from 'nestjs-pay';
import { CREDENTIALS } from '../measure-client.mjs';
import { handlerWith, measureNest } from '../measure-nest.mjs';
import { SECRET } from '../measure-server.mjs';

class WebhookController {}
Controller('hooks/pay')(WebhookController);
PayWebhook()(WebhookController);

const pay = PayModule.forRoot({
  wallet: { ...CREDENTIALS, dev: true },
  webhooks: { secrets: [SECRET], sourceAddresses: ['127.0.0.1'] },
});
await measureNest(
  {
    imports: [pay],
    controllers: [WebhookController],
    providers: [handlerWith(OnPayEvent(PayEventType.SaleTransactions))],
  },
  '/hooks/pay',
);
