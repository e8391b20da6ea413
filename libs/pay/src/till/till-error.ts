import { JobError } from '../jobs/job-error.js';
import type { PaySale } from './sale.types.js';

const RESPONSES = {
  invalid: { status: 400, message: null },
  'terminal-in-use': {
    status: 409,
    message: 'The terminal is busy with another sale. Wait until it ends, or cancel that sale.',
  },
  'unknown-sale': { status: 404, message: 'There is no such sale.' },
} as const;

/**
 * The till rejects a request. Nothing was stored or sent. Over HTTP, Nest responds with the status of the code.
 * - `invalid`: an option is wrong, or the request does not fit the sale (400);
 * - `terminal-in-use`: the terminal has an open sale, which is `sale` (409);
 * - `unknown-sale`: there is no sale with this ID (404).
 */
export class PayTillError extends JobError<keyof typeof RESPONSES> {
  override readonly name = 'PayTillError';

  /** @param sale - The sale that is the reason. */
  constructor(
    code: keyof typeof RESPONSES,
    message: string,
    readonly sale: PaySale | null = null,
  ) {
    super(code, message, RESPONSES[code], sale === null ? {} : { saleId: sale.id });
  }
}
