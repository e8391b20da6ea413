/**
 * Order code in results: a number if it is exact, otherwise text with its exact digits
 * (codes have 16 digits and can exceed 2^53 − 1). The member `orderCodeText` beside it is always the exact text.
 */
export type OrderCodeValue = number | string;

/** Order code as an argument. A number beyond 2^53 − 1 is refused: it may have been rounded. */
export type OrderCodeInput = number | string | bigint;

/** Members with an order code → members with its exact text, which results have beside them. */
export const ORDER_CODE_TEXTS = { orderCode: 'orderCodeText', OrderCode: 'OrderCodeText' } as const;
