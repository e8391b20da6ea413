import { ArrayNotEmpty, IsArray, IsNotEmpty, IsString } from 'class-validator';
import { IsReceiverAddress } from '../../core/options/validators.js';

/** What a data-services subscription can tell of. Open: the service may add others. */
export const SubscriptionEvent = {
  /** A requested file of sale transactions is ready (7936). */
  SaleTransactionsFileGenerated: 'SaleTransactionsFileGenerated',
} as const;
export type SubscriptionEvent = (typeof SubscriptionEvent)[keyof typeof SubscriptionEvent] | (string & {});

/** Options of `webhooks.addSubscription` and `webhooks.updateSubscription`: all three, an update replaces everything. */
export class SubscriptionOptions {
  /** Public https address that receives the deliveries; http is for this machine only. */
  @IsReceiverAddress() url: string;
  /** Secret of your choice, with which the service signs each delivery. It is never shown again: keep it. */
  @IsString() @IsNotEmpty() secret: string;
  @IsArray() @ArrayNotEmpty() @IsString({ each: true }) events: SubscriptionEvent[];
}

/** The id of a subscription, for `updateSubscription` and `deleteSubscription`. */
export interface SubscriptionReference {
  subscriptionId: string;
}

/** A subscription as the service lists it: without its secret. */
export interface WebhookSubscription extends SubscriptionReference {
  url: string;
  events: SubscriptionEvent[];
}
