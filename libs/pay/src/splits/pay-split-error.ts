import { JobError } from '../jobs/job-error.js';

const RESPONSES = {
  invalid: { status: 400, message: null },
  'not-found': { status: 404, message: 'There is no such payment or movement.' },
  conflict: { status: 409, message: 'This payment or refund was already entered with other values.' },
  'refund-open': {
    status: 409,
    message: 'Another refund of this payment is not finished. Try again in a few minutes.',
  },
  'in-progress': { status: 409, message: 'This movement of money has changed. Look at it again.' },
  'over-refund': { status: 422, message: 'The amount is more than what is left of the payment.' },
} as const;

/**
 * `PaySplits` rejects a request. Nothing was stored or sent. Over HTTP, Nest responds with the status of the code.
 * - `invalid`: a value is not valid, and the message names it (400);
 * - `not-found`: the payment has no split, or the split has no such movement (404);
 * - `conflict`: the payment or the refund ID is stored with other values (409);
 * - `refund-open`: another refund of the payment is not finished (409);
 * - `in-progress`: the movement is being sent, or its outcome is known (409);
 * - `over-refund`: the amount is more than what is left (422).
 */
export class PaySplitError extends JobError<keyof typeof RESPONSES> {
  override readonly name = 'PaySplitError';

  constructor(code: keyof typeof RESPONSES, message: string) {
    super(code, message, RESPONSES[code]);
  }
}
