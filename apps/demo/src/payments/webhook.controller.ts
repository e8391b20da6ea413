import { Controller } from '@nestjs/common';
import { PayWebhook } from 'nestjs-pay';

/** Path of the shop's webhook: register `https://<your host>/webhooks/pay` with the payment service. */
export const WEBHOOK_PATH = '/webhooks/pay';

/** Answers the service's verification request, and checks and confirms each notification: `PaymentEvents` handles them. */
@PayWebhook()
@Controller(WEBHOOK_PATH)
export class WebhookController {}
