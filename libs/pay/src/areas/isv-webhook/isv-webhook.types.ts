import { IsInt, Min } from 'class-validator';
import { IsReceiverAddress } from '../../core/options/validators.js';

/**
 * Options of `webhook.create`.
 *
 * @see https://developer.viva.com/isv-partner-program
 */
export class CreateIsvWebhookOptions {
  /** Public HTTPS URL that responds to the verification. HTTP is allowed on localhost only. */
  @IsReceiverAddress() url: string;
  /** One of 1796, 1797, 1798, 1799, 1802, 1803, 8193 and 8194. */
  @IsInt() @Min(1) eventTypeId: number;
}
