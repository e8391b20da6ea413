import { IsInt, Min } from 'class-validator';
import { IsReceiverAddress } from '../../core/options/validators.js';

/**
 * Options of `webhook.create`.
 * @see contract/webhook-subscriptions.json webhook.create
 */
export class CreateIsvWebhookOptions {
  /** Public https address that answers the verification; http is for this machine only. */
  @IsReceiverAddress() url: string;
  /** One of 1796, 1797, 1798, 1799, 1802, 1803, 8193 and 8194. */
  @IsInt() @Min(1) eventTypeId: number;
}
