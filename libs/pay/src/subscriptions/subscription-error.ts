import { JobError } from '../jobs/job-error.js';

const RESPONSES = {
  invalid: { status: 400, message: null },
  'not-found': { status: 404, message: 'There is no such subscription.' },
  'already-started': { status: 409, message: 'The subscription has already started.' },
  ended: { status: 409, message: 'The subscription has ended.' },
  'in-progress': { status: 409, message: 'The period is being charged, or is not the present one.' },
  'nothing-missed': { status: 409, message: 'The subscription waits for no answer.' },
} as const;

/**
 * `PaySubscriptions` rejects a request. Nothing was stored or sent. Over HTTP, Nest responds with the status of the code.
 * - `invalid`: a value is not valid, and the message names it (400);
 * - `not-found`: there is no subscription with this ID (404);
 * - `already-started`: the ID belongs to a subscription that has started (409);
 * - `ended`: the subscription has ended (409);
 * - `in-progress`: the period is being charged or was charged, or is not the present one (409);
 * - `nothing-missed`: the subscription waits for no answer (409).
 */
export class PaySubscriptionError extends JobError<keyof typeof RESPONSES> {
  override readonly name = 'PaySubscriptionError';

  constructor(code: keyof typeof RESPONSES, message: string) {
    super(code, message, RESPONSES[code]);
  }
}
