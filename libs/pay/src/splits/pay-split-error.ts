/**
 * `PaySplits` refuses a request. Nothing was stored or sent.
 * - `not-found`: the payment has no split, or the split has no such movement;
 * - `conflict`: the payment or the refund ID is stored with other values;
 * - `refund-open`: another refund of the payment is not finished;
 * - `in-progress`: the movement is being sent, or its outcome is known.
 */
export class PaySplitError extends Error {
  override readonly name = 'PaySplitError';

  constructor(
    readonly code: 'not-found' | 'conflict' | 'refund-open' | 'in-progress',
    message: string,
  ) {
    super(message);
  }
}
