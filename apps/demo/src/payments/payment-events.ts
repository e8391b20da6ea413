import { Controller } from '@nestjs/common';
import { PayEventType, PayWebhook } from 'nestjs-pay';

/** Path of the shop's webhook: register `https://<your host>/webhooks/pay` with the payment service. */
export const WEBHOOK_PATH = '/webhooks/pay';

/** Event types that the shop's orders handle: register its webhook for these. */
export const SHOP_EVENT_TYPES = [
  PayEventType.TransactionPaymentCreated,
  PayEventType.TransactionFailed,
  PayEventType.TransactionReversalCreated,
  PayEventType.OrderUpdated,
] as const;

/** Responds to the service's verification request, and verifies and confirms each notification for the handlers. */
@PayWebhook()
@Controller(WEBHOOK_PATH)
export class WebhookController {}
