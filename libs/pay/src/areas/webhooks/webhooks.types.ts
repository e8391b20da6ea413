import { ArrayNotEmpty, IsArray, IsNotEmpty, IsString } from 'class-validator';
import type { SubscriptionEvent } from '../coded-values.generated.js';
import { IsReceiverAddress } from '../../core/options/validators.js';

/** Options of `webhooks.addSubscription` and `webhooks.updateSubscription`. An update replaces all three. */
export class SubscriptionOptions {
  /** Public HTTPS URL that receives the deliveries. HTTP is allowed on localhost only. */
  @IsReceiverAddress() url: string;
  /** Secret of your choice that the service signs each delivery with. Store it: the service never shows it again. */
  @IsString() @IsNotEmpty() secret: string;
  @IsArray() @ArrayNotEmpty() @IsString({ each: true }) events: SubscriptionEvent[];
}
