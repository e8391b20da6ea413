/** Wallet ID (int64) as methods accept it. Numbers above 2^53 − 1 are rejected, because they may be rounded. */
export type WalletIdInput = number | string | bigint;

/** Wallet ID in results: a number, or its exact digits as a string if a number would round them. */
export type WalletIdValue = number | string;
