/** Place of the connected merchant in a reseller call: in the Basic user name. */
export const ON_BEHALF_OF = { merchantId: 'targetMerchantId' } as const;

/** Hints for a call with the ISV's token that the service refuses with HTTP 403. */
export const MERCHANT_REFUSED = {
  403:
    'The merchant may not be connected to this ISV, or not be verified yet. If every merchant is refused, ' +
    'the ISV’s own credentials lack the permission: npx nestjs-pay doctor shows what they can access.',
} as const;
