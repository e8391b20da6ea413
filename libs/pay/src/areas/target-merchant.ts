import { IsUUID } from 'class-validator';

/** Whom an ISV acts for. */
export class TargetMerchantOptions {
  /**
   * Merchant id of the connected merchant (not the account id of its invitation). In reseller authentication it ends at
   * a colon, so anything but a UUID could name somebody else.
   */
  @IsUUID('loose') targetMerchantId: string;
}

/** What an ISV is told when a call with its token, for a merchant, is refused: that merchant's matter, or its own. */
export const MERCHANT_REFUSED = {
  403:
    'Either the merchant is not connected to this ISV (any more), or not verified yet; or, where every merchant is refused, ' +
    'the ISV’s own credentials lack the right: npx nestjs-pay doctor says what they open.',
} as const;
