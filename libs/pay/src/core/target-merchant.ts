import { IsUUID } from 'class-validator';

/** Whom an ISV acts for. */
export class TargetMerchantOptions {
  /**
   * Merchant id of the connected merchant (not the account id of its invitation). In reseller authentication it ends at
   * a colon, so anything but a UUID could name somebody else.
   */
  @IsUUID('loose') targetMerchantId: string;
}
