/** Place of the connected merchant in a reseller call: in the Basic user name. */
export const ON_BEHALF_OF = { merchantId: 'targetMerchantId' } as const;
