import type { PaySale } from './sale.types.js';

/**
 * The till refuses a request. Nothing was stored or sent.
 * - `invalid`: an option is wrong, or the request does not fit the sale;
 * - `terminal-in-use`: the terminal has an open sale, which is `sale`;
 * - `unknown-sale`: there is no sale with this ID.
 */
export class PayTillError extends Error {
  override readonly name = 'PayTillError';

  /** @param sale - The sale that is the reason. */
  constructor(
    readonly code: 'invalid' | 'terminal-in-use' | 'unknown-sale',
    message: string,
    readonly sale: PaySale | null = null,
  ) {
    super(message);
  }
}
